import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Printed messages` {
    private static let headers: HTTPHeaders = [
        "Accept": "text/plain", "Authorization": "Bearer AUTHMARK", "Cookie": "c=COOKIEMARK", "Set-Cookie": "SETMARK",
        "X-Api-Key": "KEYMARK", "Location": "https://h.example/LOCATIONMARK", "X-Own": "OWNMARK", "ETag": "ETAGMARK",
        "Proxy-Authorization": "PROXYMARK", "authorization": "LOWERMARK", "Referer": "REFERERMARK",
        "Idempotency-Key": "IDEMPOTENCYMARK", "X-Request-ID": "r-1", "content-type": "application/json",
    ]

    private static func request(_ body: HTTPBody = .data(Data("BODYMARK".utf8))) throws -> HTTPRequest {
        let url = URL(string: "https://USERMARK:PASSMARK@h.example:8443/PATHMARK?api_key=QUERYMARK#FRAGMARK")
        return HTTPRequest(method: .post, url: try #require(url), headers: headers, body: body)
    }

    private func expectNoSecret(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in printings(ofValue: value) {
            #expect(!text.contains("MARK"), "\(text)", sourceLocation: sourceLocation)
        }
    }

    // LOG-03
    @Test func `headers show every name, and values only of those that carry no secret`() {
        expectNoSecret(Self.headers)
        for field in Self.headers { expectNoSecret(field) }
        let text = Self.headers.description
        for field in Self.headers { #expect(text.contains("\(field.name): ")) }
        for shown in ["Accept: text/plain", "X-Request-ID: r-1", "content-type: application/json"] {
            #expect(text.contains(shown))
        }
        #expect(text.contains("Authorization: \(Redaction.placeholder)"))
    }

    // LOG-03
    @Test func `a request shows its method, origin and sizes`() throws {
        let stream = HTTPByteStream([Data("STREAMMARK".utf8)])
        let bodies: [HTTPBody] = [
            .none, .data(Data("BODYMARK".utf8)), .file(URL(filePath: "/home/FILEMARK")), .oneShot(length: 10, stream),
            .stream(length: nil) { stream },
        ]
        for body in bodies {
            expectNoSecret(body)
            expectNoSecret(try Self.request(body))
        }
        let text = try Self.request().description
        #expect(text.hasPrefix("POST https://h.example:8443/…"))
        #expect(text.hasSuffix("8 bytes"))
    }

    // LOG-03
    @Test func `a response shows its status, headers and size`() throws {
        let bodies: [HTTPResponse.Body] = [
            .data(Data("BODYMARK".utf8)), .file(URL(filePath: "/home/FILEMARK")),
            .stream(HTTPByteStream([Data("STREAMMARK".utf8)])),
        ]
        for body in bodies {
            expectNoSecret(HTTPResponse(status: 200, headers: Self.headers, body: body, request: try Self.request()))
        }
        let response = HTTPResponse(status: 404, body: bodies[0], request: try Self.request())
        #expect(response.description == "404 [], 8 bytes")
    }

    // LOG-03
    @Test func `errors that hold headers or a transport's error show no secret`() {
        let transport = TransportError(.connectionLost, code: 54, mayHaveBeenSent: true)
        let server = ServerError(status: 500, headers: Self.headers, body: Data("BODYMARK".utf8), method: .post)
        for error in [
            .server(server), .connection(transport), .outcomeUnknown(transport, idempotencyKey: "k"), .timeout,
        ] as [NetworkError] {
            for text in printings(of: error) {
                #expect(!text.contains("MARK"), "\(text)")
            }
        }
    }

    @Test func `a query and a path show their names`() {
        let query: RequestQuery = ["q": "QUERYMARK", "page": 2]
        expectNoSecret(query)
        expectNoSecret(query.items[0])
        expectNoSecret("users/\("PATHMARK")" as EndpointPath)
        #expect(query.description == "q=<redacted>&page=<redacted>")
    }

    @Test func `what a client is made of shows no secret, no path of a file and no value that an answer depends on`()
        throws
    {
        let url = try #require(URL(string: "https://h.example"))
        var configuration = ClientConfiguration(
            environment: APIEnvironment(name: "x", baseURL: url, headers: ["X-Own": "OWNMARK"]), transport: Nowhere())
        configuration.credential = FixedCredential.bearer("BEARERMARK")
        let clients: [OAuthTokenRefresher.Client] = [
            .basic(id: "IDMARK", secret: "SECRETMARK"), .form(id: "IDMARK", secret: "SECRETMARK"),
            .isPublic(id: "IDMARK"),
            .none,
        ]
        for client in clients {
            expectNoSecret(client)
            expectNoSecret(OAuthTokenRefresher(configuration.tokenEndpoint, location: "token", client: client))
        }
        expectNoSecret(configuration)
        expectNoSecret(APIClient(configuration))
        for delivery in [Delivery.file(URL(filePath: "/home/FILEMARK")), .streamed, .buffered(limit: 1)] {
            expectNoSecret(delivery)
        }
        expectNoSecret(CacheSelection(values: ["x-user": "VALUEMARK"]))
    }

    private struct Nowhere: Transport {
        func send(_ request: HTTPRequest, delivery: Delivery) async throws -> HTTPResponse {
            throw TransportError(.offline, mayHaveBeenSent: false)
        }
    }
}
