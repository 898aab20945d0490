import Foundation

/// Arguments that make no command, and why.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension Command {
    /// The command that these arguments spell (without the program's name).
    ///
    /// Options may stand before or after what they belong to, as `--port 8080` or `--port=8080`; after `--` everything
    /// is taken as it is. `--help` wins over everything else.
    static func parse(_ arguments: [String]) throws(UsageError) -> Command {
        let words = try Words(arguments)
        if words.asksForHelp { return .help }
        let command = words.plain.first ?? "tour"
        let rest = Array(words.plain.dropFirst())
        switch command {
        case "tour":
            try words.allow(options: ["--report", "--har"], of: command)
            guard rest.isEmpty else { throw UsageError("tour takes no arguments but --report and --har.") }
            return try .tour(words.exports)
        case "search":
            try words.allow(options: ["--base-url", "--offline"], of: command)
            return try .search(term: single("a term", in: rest, of: command), words.place)
        case "show":
            try words.allow(options: ["--base-url", "--offline"], of: command)
            return try .show(id: single("an id", in: rest, of: command), words.place)
        case "serve":
            try words.allow(options: ["--port"], of: command)
            guard rest.isEmpty else { throw UsageError("serve takes no arguments but --port.") }
            return try .serve(port: words.port)
        default:
            throw UsageError("There is no command '\(command)'.")
        }
    }

    private static func single(
        _ what: String,
        in arguments: [String],
        of command: String
    ) throws(UsageError) -> String {
        guard arguments.count < 2 else {
            throw UsageError("\(command) takes \(what) and no more. Put several words in quotes.")
        }
        let argument = arguments.first?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !argument.isEmpty else { throw UsageError("\(command) needs \(what).") }
        return argument
    }
}

/// Arguments sorted into plain words and options with their values.
private struct Words {
    private(set) var plain: [String] = []
    private(set) var asksForHelp = false
    private var options: [String: String] = [:]

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                plain += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                plain.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts.first ?? argument
            switch name {
            case "--help" where parts.count == 1, "-h" where parts.count == 1:
                asksForHelp = true
            case "--offline" where parts.count == 1:
                options[name] = ""
            case "--port", "--base-url", "--report", "--har":
                guard options[name] == nil else { throw UsageError("\(name) stands twice.") }
                guard let value = parts.count == 2 ? parts.last : rest.popFirst() else {
                    throw UsageError("\(name) needs a value.")
                }
                options[name] = value
            default:
                throw UsageError("There is no option '\(name)'.")
            }
        }
    }

    func allow(options allowed: Set<String>, of command: String) throws(UsageError) {
        guard let other = options.keys.sorted().first(where: { !allowed.contains($0) }) else { return }
        throw UsageError("\(command) has no option \(other).")
    }

    var exports: Exports {
        get throws(UsageError) {
            let exports = Exports(report: options["--report"], har: options["--har"])
            for name in options.keys.sorted() where options[name]?.isEmpty == true {
                throw UsageError("\(name) needs the name of a file.")
            }
            guard exports.report == nil || exports.report != exports.har else {
                throw UsageError("--report and --har need a file each.")
            }
            return exports
        }
    }

    var port: UInt16? {
        get throws(UsageError) {
            guard let text = options["--port"] else { return nil }
            guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let port = UInt16(text), port > 0 else {
                throw UsageError("--port takes a number from 1 to 65535, not '\(text)'.")
            }
            return port
        }
    }

    var place: Command.Place {
        get throws(UsageError) { try Command.Place(baseURL: baseURL, isOffline: options["--offline"] != nil) }
    }

    private var baseURL: URL? {
        get throws(UsageError) {
            guard let text = options["--base-url"] else { return nil }
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host(percentEncoded: true)?.isEmpty == false, url.query == nil, url.fragment == nil,
                url.user() == nil, url.password() == nil, (1...65_535).contains(url.port ?? 80)
            else {
                throw UsageError("--base-url takes an http or https address such as http://127.0.0.1:8080.")
            }
            return url
        }
    }
}
