import BothRoads
import Foundation
import Roundtrip
import RoundtripTesting
import Testing

extension BehaviourSuite {
    /// HEAD-02: a header that cannot be sent stops the call, wherever it comes from.
    @Suite struct Headers {
        /// Where an app can put a header.
        enum Place: CaseIterable {
            case endpoint, environment, callMiddleware, attemptMiddleware

            func put(_ name: String, _ value: String, into configuration: inout ClientConfiguration) {
                let step = Step { request, _, next in
                    var request = request
                    request.headers.add(name, value)
                    return try await next(request)
                }
                switch self {
                case .endpoint: break
                case .environment: configuration.environment.headers.add(name, value)
                case .callMiddleware: configuration.callMiddleware.append(step)
                case .attemptMiddleware: configuration.attemptMiddleware.append(step)
                }
            }
        }

        static let values = [
            "tok\n", "tok\r\n", "a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rb", "to\u{0}k", "to\u{7F}k", "to\u{1}k", " tok",
            "tok ", "\ttok", "tök", "日本", "\u{85}", "\u{2028}",
        ]

        private func expectRefused(
            _ road: Road,
            method: HTTPMethod = .get,
            headers: HTTPHeaders = [:],
            says names: [String],
            shows secret: String? = nil,
            configure: (inout ClientConfiguration) -> Void
        ) async throws {
            let stage = try await Stage.on(road, configure: configure) { _ in .response(204) }
            for method in [method, .post] {
                let error = await #expect(throws: NetworkError.self) {
                    try await stage.client.send(Request<Void>(method, "x", headers: headers))
                }
                let sentence = try #require(error?.sentence)
                for name in names { #expect(sentence.contains(name)) }
                if let secret { #expect(!sentence.contains(secret)) }
            }
            #expect(stage.received.isEmpty)
        }

        // HEAD-02
        @Test(arguments: Road.allCases, values)
        func `a value that cannot be sent is refused by its name, and nothing arrives`(
            road: Road,
            value: String
        ) async throws {
            for place in Place.allCases {
                let headers: HTTPHeaders = place == .endpoint ? ["X-Token": value] : [:]
                try await expectRefused(road, headers: headers, says: ["X-Token"], shows: value) {
                    place.put("X-Token", value, into: &$0)
                }
            }
        }

        // HEAD-02
        @Test(arguments: Road.allCases, ["", " ", "a b", "a:b", "a\r\nX-Evil", "a\n", "é", "a\u{0}", "(a)"])
        func `a name that is none is refused, and nothing arrives`(road: Road, name: String) async throws {
            for place in Place.allCases {
                let headers: HTTPHeaders = place == .endpoint ? [name: "1"] : [:]
                try await expectRefused(road, headers: headers, says: ["name"]) {
                    place.put(name, "1", into: &$0)
                }
            }
        }

        // HEAD-02
        @Test(arguments: Road.allCases, ["tok\n", "a\r\nX-Evil: 1", "tok\u{0}"])
        func `a credential that cannot be sent is refused, and the call does not go without it`(
            road: Road,
            token: String
        ) async throws {
            for credential in [FixedCredential.bearer(token), .apiKey(token, header: "Authorization")] {
                try await expectRefused(road, says: ["Authorization"], shows: token) { $0.credential = credential }
            }
        }

        @Test(arguments: Road.allCases, ["Host", "content-length", "Transfer-Encoding", "CONNECTION"])
        func `a header that only the transport may set is refused`(road: Road, name: String) async throws {
            for place in Place.allCases {
                let headers: HTTPHeaders = place == .endpoint ? [name: "1"] : [:]
                try await expectRefused(road, headers: headers, says: [], shows: nil) {
                    place.put(name, "1", into: &$0)
                }
            }
        }

        @Test(arguments: Road.allCases, ["key\n", "k\u{0}", " k"])
        func `an idempotency key that cannot be sent is refused`(road: Road, key: String) async throws {
            try await expectRefused(road, says: ["Idempotency-Key"], shows: key) {
                $0.options.idempotency = .key(key)
            }
        }

        // The rest of what is checked at the end of the row, where a middleware has had its say.
        @Test(arguments: Road.allCases)
        func `a request that a middleware spoilt is refused`(road: Road) async throws {
            let spoilers: [@Sendable (inout HTTPRequest) -> Void] = [
                { $0.method = HTTPMethod(rawValue: "GE T") }, { $0.method = HTTPMethod(rawValue: "") },
                { $0.url = URL(string: "ftp://127.0.0.1/") ?? $0.url },
                { $0.url = URL(string: "http://user:pw@127.0.0.1:1/") ?? $0.url },
                { $0.url = URL(string: "http://elsewhere.example/") ?? $0.url },
                { $0.options.idleTimeout = .zero },
                {
                    $0.method = .get
                    $0.body = .data(Data("x".utf8))
                },
            ]
            for spoil in spoilers {
                try await expectRefused(road, says: []) {
                    $0.attemptMiddleware = [
                        Step { request, _, next in
                            var request = request
                            spoil(&request)
                            return try await next(request)
                        }
                    ]
                }
            }
        }
    }
}
