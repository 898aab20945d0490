import Foundation
import Testing

@testable import CourseCatalogue

@Suite struct CommandTests {
    static let server = URL(string: "http://127.0.0.1:8080/v1")

    static let commands: [([String], Command)] = [
        ([], .tour(Exports())),
        (["tour"], .tour(Exports())),
        (["tour", "--report", "a.html", "--har=b.har"], .tour(Exports(report: "a.html", har: "b.har"))),
        (["--har", "b.har"], .tour(Exports(har: "b.har"))),
        (["--help"], .help),
        (["-h"], .help),
        (["search", "birds", "--help"], .help),
        (["sing", "--help"], .help),
        (["search", "field botany"], .search(term: "field botany", Command.Place())),
        (["search", " birds\n"], .search(term: "birds", Command.Place())),
        (["search", "--", "--port"], .search(term: "--port", Command.Place())),
        (["search", "--offline", "a"], .search(term: "a", Command.Place(isOffline: true))),
        (["search", "-"], .search(term: "-", Command.Place())),
        (
            ["search", "a=b&c", "--base-url", "http://127.0.0.1:8080/v1"],
            .search(term: "a=b&c", Command.Place(baseURL: server))
        ),
        (
            ["--base-url=http://127.0.0.1:8080/v1", "show", "bio-101"],
            .show(id: "bio-101", Command.Place(baseURL: server))
        ),
        (["show", "日本/😀"], .show(id: "日本/😀", Command.Place())),
        (["serve"], .serve(port: nil)),
        (["serve", "--port", "8080"], .serve(port: 8080)),
        (["serve", "--port=65535"], .serve(port: 65535)),
    ]

    @Test(arguments: commands)
    func `arguments spell one command`(arguments: [String], command: Command) throws {
        #expect(try Command.parse(arguments) == command)
    }

    static let refusals: [([String], String)] = [
        (["sing"], "There is no command 'sing'."),
        ([""], "There is no command ''."),
        (["--verbose"], "There is no option '--verbose'."),
        (["--help=yes"], "There is no option '--help'."),
        (["-p", "80"], "There is no option '-p'."),
        (["tour", "now"], "tour takes no arguments but --report and --har."),
        (["tour", "--report"], "--report needs a value."),
        (["tour", "--har="], "--har needs the name of a file."),
        (["tour", "--har", "a", "--report", "a"], "--report and --har need a file each."),
        (["serve", "--har", "a"], "serve has no option --har."),
        (["tour", "--port", "8080"], "tour has no option --port."),
        (["--base-url", "http://localhost"], "tour has no option --base-url."),
        (["search"], "search needs a term."),
        (["search", "  "], "search needs a term."),
        (["search", "field", "botany"], "search takes a term and no more. Put several words in quotes."),
        (["search", "birds", "--port", "80"], "search has no option --port."),
        (["show"], "show needs an id."),
        (["serve", "8080"], "serve takes no arguments but --port."),
        (["serve", "--port"], "--port needs a value."),
        (["serve", "--port", "1", "--port", "2"], "--port stands twice."),
        (["serve", "--base-url", "http://localhost"], "serve has no option --base-url."),
    ]

    @Test(arguments: refusals)
    func `arguments that make no command say why`(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try Command.parse(arguments) }
    }

    @Test(arguments: ["0", "65536", "-1", "+5", "0x50", "8080 ", "", "eighty", "99999999999999999999"])
    func `a port is a number from 1 to 65535`(port: String) {
        #expect(throws: UsageError("--port takes a number from 1 to 65535, not '\(port)'.")) {
            try Command.parse(["serve", "--port", port])
        }
    }

    @Test(arguments: [
        "", "localhost:80", "ftp://localhost", "http://", "//localhost",
        "http://a?b", "http://a#b", "http://a b", "http://user:pass@a", "http://a:65536", "http://a:0",
    ])
    func `a base URL is an http address`(text: String) {
        #expect(throws: UsageError.self) { try Command.parse(["show", "bio-101", "--base-url", text]) }
    }
}
