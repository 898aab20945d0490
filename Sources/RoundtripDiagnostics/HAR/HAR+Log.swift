extension HAR {
    /// The root of the archive.
    struct Log: Sendable, Hashable, Codable {
        var version = "1.2"
        var creator = Creator()
        /// The oldest first.
        var entries: [Entry] = []

        // Beyond the standard. Absent in files of other programs.
        var calls: [Call]?
        /// What happened to the session and to no one call.
        var session: [Step]?
        /// How many older calls had to give way.
        var lostCalls: Int?

        enum CodingKeys: String, CodingKey {
            case version, creator, entries
            case calls = "_calls"
            case session = "_session"
            case lostCalls = "_lostCalls"
        }
    }

    /// The program that wrote the archive.
    struct Creator: Sendable, Hashable, Codable {
        var name = "Roundtrip"
        var version = "1"
    }
}
