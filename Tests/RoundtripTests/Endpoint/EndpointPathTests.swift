import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Endpoint paths` {
    private func url(_ path: EndpointPath, base: String = "https://h.example/api/v4") throws -> String {
        let environment = APIEnvironment(name: "test", baseURL: try #require(URL(string: base)))
        return try environment.url(for: path, version: .environment, query: [:]).absoluteString
    }

    // URL-02
    @Test(arguments: ["https://h.example/api/v4", "https://h.example/api/v4/"])
    func `a path is joined to the base, whatever slashes either has`(base: String) throws {
        #expect(try url("users", base: base) == "https://h.example/api/v4/users")
        #expect(try url("/users", base: base) == "https://h.example/api/v4/users")
        #expect(try url("users/", base: base) == "https://h.example/api/v4/users/")
        #expect(try url("/users/", base: base) == "https://h.example/api/v4/users/")
        #expect(try url("", base: base) == base)
        #expect(try url("/", base: base) == base)
    }

    // URL-02
    @Test(arguments: [
        ("https://h.example", "https://h.example/users"),
        ("https://h.example/", "https://h.example/users"),
        ("https://h.example:8443/a%20b/", "https://h.example:8443/a%20b/users"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x/users"),
    ])
    func `the base keeps its port, host and encoded path`(base: String, expected: String) throws {
        #expect(try url("users", base: base) == expected)
    }

    // URL-03
    @Test(arguments: [
        ("42", "42"), ("a/b", "a%2Fb"), ("a%2Fb", "a%252Fb"), ("a?x=1#f", "a%3Fx%3D1%23f"),
        ("日本/😀", "%E6%97%A5%E6%9C%AC%2F%F0%9F%98%80"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a;b=c", "a%3Bb%3Dc"),
        ("a\\b", "a%5Cb"), ("...", "..."), (".a", ".a"), ("a..", "a.."), ("%2e%2e", "%252e%252e"), ("%", "%25"),
        ("a\u{0}b", "a%00b"), ("a\r\nb", "a%0D%0Ab"), ("e\u{301}", "e%CC%81"), ("~-_.", "~-_."), (":@", "%3A%40"),
        ("../admin", "..%2Fadmin"), ("//evil.example", "%2F%2Fevil.example"),
    ])
    func `a value is exactly one encoded segment`(value: String, expected: String) throws {
        #expect(try url("items/\(value)") == "https://h.example/api/v4/items/\(expected)")
        #expect(try url("items/\(value)/tags") == "https://h.example/api/v4/items/\(expected)/tags")
        #expect(try url("items/\(Substring(value))") == "https://h.example/api/v4/items/\(expected)")
    }

    // URL-03
    @Test func `a segment that is empty or made of dots is refused, however it came about`() throws {
        let dot = "."
        let none = ""
        let bad: [EndpointPath] = [
            "items/\("..")", "items/\(dot)", "items/\(none)", "items/\(none)/tags", "\(none)", "items/\(dot)\(dot)",
            "items/.\(dot)", "items/../admin", "items/./x", "..", ".", "items/%2e%2e/x", "items/%2E", "items/.%2e",
            "items/%2E\(dot)", "users//x", "//evil.example/x", "items/\("..")/", "items//",
        ]
        for path in bad {
            #expect(throws: NetworkError.self, "\(path)") { try url(path) }
        }
    }

    @Test func `a query or fragment in the literal, or a stray percent sign, is refused with what to do instead`() {
        for path in ["a?x=1", "a#f", "a%", "a%2", "a%zz/b", "a%\("41")"] as [EndpointPath] {
            #expect {
                try url(path)
            } throws: { error in
                guard case NetworkError.invalidRequest(let sentence) = error else { return false }
                return sentence.contains("Put") || sentence.contains("Write")
            }
        }
    }

    @Test func `literals keep their encoded octets, and other characters are encoded`() throws {
        #expect(try url("a%20b/c d/é") == "https://h.example/api/v4/a%20b/c%20d/%C3%A9")
        #expect(try url("v1/items:batch;x=1,2@a!$&'()*+") == "https://h.example/api/v4/v1/items:batch;x=1,2@a!$&'()*+")
    }

    enum Kind: String { case big = "very big" }
    enum Level: Int { case high = 3 }
    struct UserID: RawRepresentable { let rawValue: UUID }

    @Test func `integers, UUIDs and raw values stand for themselves`() throws {
        let id = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        #expect(try url("n/\(-5)") == "https://h.example/api/v4/n/-5")
        #expect(try url("n/\(UInt64.max)") == "https://h.example/api/v4/n/18446744073709551615")
        #expect(try url("u/\(id)") == "https://h.example/api/v4/u/6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        #expect(try url("k/\(Kind.big)/\(Level.high)") == "https://h.example/api/v4/k/very%20big/3")
        #expect(try url("u/\(UserID(rawValue: id))").hasSuffix("C04FD430C8"))
    }

    @Test func `part of a segment can be a value`() throws {
        #expect(try url("files/\("a/b").json") == "https://h.example/api/v4/files/a%2Fb.json")
        #expect(try url("x/\(1)-\(2)") == "https://h.example/api/v4/x/1-2")
    }

    @Test func `the template names the endpoint and holds no value`() {
        let email = "ann@mail.example"
        let path: EndpointPath = "/users/\(email)/orders/\(7)"
        #expect(path.template == "users/{}/orders/{}")
        var dumped = ""
        dump(path, to: &dumped)
        for text in [path.description, path.debugDescription, String(reflecting: path), "\(path)", dumped] {
            #expect(!text.contains(email))
        }
    }

    @Test func `a version stands between base and path, and an endpoint may choose another or none`() throws {
        let environment = APIEnvironment(
            name: "test", baseURL: try #require(URL(string: "https://h.example/api/")), version: "v2")
        func url(_ path: EndpointPath, _ version: EndpointVersion) throws -> String {
            try environment.url(for: path, version: version, query: [:]).absoluteString
        }
        #expect(try url("users", .environment) == "https://h.example/api/v2/users")
        #expect(try url("users", .fixed("v3")) == "https://h.example/api/v3/users")
        #expect(try url("users", .fixed("/v3/beta")) == "https://h.example/api/v3/beta/users")
        #expect(try url("users", .none) == "https://h.example/api/users")
        #expect(try url("", .environment) == "https://h.example/api/v2")
        #expect(throws: NetworkError.self) { try url("users", .fixed("..")) }
        #expect(throws: NetworkError.self) { try url("users", .fixed("a?b")) }
    }

    @Test func `an absolute link is called as it is, without its fragment, under its own name`() throws {
        let link = try #require(URL(string: "https://other.example/next?cursor=a%2Bb#top"))
        let path = EndpointPath.absolute(link, name: "next page")
        #expect(try url(path) == "https://other.example/next?cursor=a%2Bb")
        #expect(path.template == "next page")
    }

    @Test(arguments: ["ftp://h.example", "https://h.example?key=1", "https://h.example#x", "/relative", "https:///x"])
    func `a base URL that cannot be joined to is refused`(base: String) {
        #expect(throws: NetworkError.self) { try url("users", base: base) }
    }
}
