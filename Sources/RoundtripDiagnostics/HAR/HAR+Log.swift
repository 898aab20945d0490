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

// What other programs write: the entries make it an archive.

extension HAR.Log {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        entries = try fields.decode([HAR.Entry].self, forKey: .entries)
            .sorted { $0.startedDateTime < $1.startedDateTime }
        creator = fields.found(.creator) ?? HAR.Creator(name: HAR.filled(""), version: HAR.filled(""))
        (calls, session, lostCalls) = (fields.found(.calls), fields.found(.session), fields.found(.lostCalls))
    }
}

extension HAR.Creator {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        (name, version) = (HAR.filled(fields.text(.name)), HAR.filled(fields.text(.version)))
    }
}
