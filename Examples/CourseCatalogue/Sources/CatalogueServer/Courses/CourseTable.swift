/// The courses that the server knows, kept as text that reads like a printed catalogue.
///
/// Three lines a course:
///
///     id | subject | level | language | title
///       teacher | start | weeks | seats | seats left | tags, more tags
///       summary
enum CourseTable {
    static let courses = [nature, numbers, humanities, arts, everyday].flatMap(read)

    /// The courses of a text, in its order; lines that do not fit the form are left out.
    static func read(_ text: String) -> [StoredCourse] {
        let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        return stride(from: 0, to: lines.count - lines.count % 3, by: 3).compactMap { start in
            course(headline: lines[start], terms: lines[start + 1], summary: lines[start + 2])
        }
    }

    private static func course(headline: Substring, terms: Substring, summary: Substring) -> StoredCourse? {
        let headline = fields(headline)
        let terms = fields(terms)
        guard headline.count == 5, terms.count == 6,
            let weeks = Int(terms[2]), let seats = Int(terms[3]), let seatsLeft = Int(terms[4])
        else { return nil }
        return StoredCourse(
            id: headline[0],
            title: headline[4],
            summary: String(summary),
            subject: headline[1],
            teacherName: terms[0],
            level: headline[2],
            weeks: weeks,
            seats: seats,
            seatsLeft: seatsLeft,
            startsAt: terms[1],
            language: headline[3],
            tags: terms[5].split(separator: ", ").map(String.init)
        )
    }

    private static func fields(_ line: Substring) -> [String] {
        line.split(separator: " | ").map(String.init)
    }
}
