/// How much a course expects its participants to know.
public nonisolated enum CourseLevel: String, Codable, Sendable, CaseIterable {
    case beginner
    case intermediate
    case advanced
}
