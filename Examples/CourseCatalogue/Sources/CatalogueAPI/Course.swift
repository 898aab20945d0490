public import Foundation

/// One course as the catalogue describes it.
///
/// The properties are the service's snake_case names in Swift's spelling; the client's decoder translates. `nonisolated`
/// lets the same lines stand in a module whose default isolation is the main actor.
public nonisolated struct Course: Codable, Sendable, Hashable, Identifiable {
    public let id: String
    public let title: String
    public let summary: String
    public let subject: String
    public let teacherName: String
    public let level: CourseLevel
    public let weeks: Int
    public let seats: Int
    public let seatsLeft: Int
    public let startsAt: Date
    /// The language it is taught in, as a tag of BCP 47.
    public let language: String
    public let tags: [String]

    public init(
        id: String,
        title: String,
        summary: String,
        subject: String,
        teacherName: String,
        level: CourseLevel,
        weeks: Int,
        seats: Int,
        seatsLeft: Int,
        startsAt: Date,
        language: String,
        tags: [String]
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.subject = subject
        self.teacherName = teacherName
        self.level = level
        self.weeks = weeks
        self.seats = seats
        self.seatsLeft = seatsLeft
        self.startsAt = startsAt
        self.language = language
        self.tags = tags
    }

    public var isFull: Bool { seatsLeft == 0 }
}
