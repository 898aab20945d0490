import Foundation
import Roundtrip
import Testing

@testable import RoundtripLive

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `The request that URLSession gets` {
    private let url = URL(string: "https://api.example/things?page=2")!

    /// Libcurl refuses timeouts whose milliseconds do not fit into 32 bits.
    private static let longestForLibcurl = TimeInterval(Int32.max / 1000)

    // `IdleTimeoutTests` holds that the layer's own timer is exact; here, that URLSession's can never come before it.
    @Test(
        arguments: [
            nil, .nanoseconds(1), .milliseconds(1), .milliseconds(300), .milliseconds(1900), .seconds(20), .seconds(60),
            .seconds(86_400),
        ] as [Duration?])
    func `has a timeout far above the layer's own`(idle: Duration?) {
        var request = HTTPRequest(url: url)
        request.options.idleTimeout = idle
        let timeout = URLRequest(request).timeoutInterval
        #expect(.seconds(timeout) >= (idle ?? .zero) + .seconds(86_400))
        #expect(timeout <= Self.longestForLibcurl)
        #expect(timeout == timeout.rounded())
    }

    @Test func `caches nothing, keeps cookies out, and repeats the rest to the letter`() {
        let headers: HTTPHeaders = ["Accept": "a/b", "X-Own": "1"]
        let system = URLRequest(HTTPRequest(method: .patch, url: url, headers: headers))
        #expect(system.url == url)
        #expect(system.httpMethod == "PATCH")
        #expect(system.allHTTPHeaderFields == ["Accept": "a/b", "X-Own": "1"])
        #expect(system.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(!system.httpShouldHandleCookies)
    }
}
