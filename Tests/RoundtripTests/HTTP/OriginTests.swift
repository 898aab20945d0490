import Foundation
import Roundtrip
import Testing

@Suite struct `Origins` {
    private static func origin(_ text: String) throws -> Origin? {
        Origin(try #require(URL(string: text)))
    }

    @Test(arguments: [
        ("https://api.example/a?b#c", "https://api.example"), ("HTTPS://API.Example/", "https://api.example"),
        ("https://api.example:443/", "https://api.example"), ("https://api.example:8443", "https://api.example:8443"),
        ("http://api.example", "http://api.example"), ("http://api.example:80", "http://api.example"),
        ("http://api.example:443", "http://api.example:443"), ("https://u:p@api.example/", "https://api.example"),
        ("https://[::1]:8443/", "https://[::1]:8443"), ("http://[2001:DB8::1]/", "http://[2001:db8::1]"),
        ("https://127.0.0.1", "https://127.0.0.1"),
    ])
    func `an origin is scheme, host and port, and nothing else of the URL`(url: String, text: String) throws {
        #expect(try Self.origin(url)?.description == text)
    }

    @Test(arguments: [
        "ftp://a.example", "file:///tmp/x", "mailto:a@b.example", "/users", "users", "data:,x", "https:///x",
        "wss://a.example",
    ])
    func `what is not on the web has none`(url: String) throws {
        #expect(try Self.origin(url) == nil)
    }

    @Test(arguments: [
        "http://a.example", "https://b.example", "https://a.example:444", "https://a.example.", "https://sub.a.example",
        "https://a.example.evil.example",
    ])
    func `another scheme, host or port is another origin`(url: String) throws {
        #expect(try Self.origin(url) != Self.origin("https://a.example"))
    }

    @Test(arguments: [
        "localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.1.2.3", "127.255.255.255", "[::1]",
    ])
    func `the machine itself is loopback, and secure without https`(host: String) throws {
        let origin = try #require(try Self.origin("http://\(host):8080/"))
        #expect(origin.isLoopback)
        #expect(origin.isSecure)
    }

    @Test(arguments: [
        "127.0.0.1.evil.example", "localhost.evil.example", "evil-localhost", "notlocalhost", "localhost.example",
        "128.0.0.1", "126.0.0.1", "10.0.0.1", "192.168.0.1", "0.0.0.0", "127.0.0.256", "127.0.0", "127.0.0.1.1", "127",
        "1270.0.0.1", "127.0.0.x", "127.0.0.-1", "[::2]", "[::]", "[::1:1]", "api.example", "127.0.0.1e0",
        "127.0x0.0.1",
    ])
    func `what only looks like it is not`(host: String) throws {
        guard let url = URL(string: "http://\(host)/"), let origin = Origin(url) else { return }
        #expect(!origin.isLoopback)
        #expect(!origin.isSecure)
    }

    @Test func `https is secure everywhere`() throws {
        #expect(try Self.origin("https://api.example")?.isSecure == true)
        #expect(try Self.origin("http://api.example")?.isSecure == false)
    }
}
