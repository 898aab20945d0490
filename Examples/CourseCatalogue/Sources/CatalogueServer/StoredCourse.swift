/// A course as the server keeps it and writes it on the wire.
///
/// It is not the client's `Course`: the two sides share nothing but the JSON.
struct StoredCourse: Encodable, Sendable {
    let id: String
    let title: String
    let summary: String
    let subject: String
    let teacherName: String
    let level: String
    let weeks: Int
    let seats: Int
    let seatsLeft: Int
    let startsAt: String
    let language: String
    let tags: [String]

    enum CodingKeys: String, CodingKey {
        case id, title, summary, subject, level, weeks, seats, language, tags
        case teacherName = "teacher_name"
        case seatsLeft = "seats_left"
        case startsAt = "starts_at"
    }
}
