import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Network errors` {
    /// One kind of transport error, and what it means where repeating is safe and where it is not.
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: TransportError.Kind
        let whenSafe: NetworkError?
        let whenUnsafe: NetworkError?

        /// - Parameters:
        ///   - whenSafe: `nil` for `connection` with the transport's error.
        ///   - whenUnsafe: `nil` for `outcomeUnknown` with the transport's error and the key.
        init(_ kind: TransportError.Kind, whenSafe: NetworkError? = nil, whenUnsafe: NetworkError? = nil) {
            self.kind = kind
            self.whenSafe = whenSafe
            self.whenUnsafe = whenUnsafe
        }

        var testDescription: String { "\(kind)" }
    }

    private static let untrusted = NetworkError.untrustedServer(host: "h.example")
    private static let tooLarge = NetworkError.responseTooLarge(limit: 9)

    private static let rows = [
        Row(.offline, whenSafe: .offline), Row(.timeout, whenSafe: .timeout), Row(.dns), Row(.cannotConnect),
        Row(.connectionLost), Row(.truncatedBody), Row(.invalidResponse), Row(.tls), Row(.clientCertificate),
        Row(.uploadSource), Row(.unclear), Row(.middleware(errorType: "E")),
        Row(.certificate, whenSafe: untrusted, whenUnsafe: untrusted),
        Row(.pin, whenSafe: untrusted, whenUnsafe: untrusted),
        Row(.responseTooLarge(limit: 9), whenSafe: tooLarge, whenUnsafe: tooLarge),
        Row(.file(.missing), whenSafe: .file(.missing)), Row(.file(.diskFull), whenSafe: .file(.diskFull)),
    ]

    private static let idempotent: [HTTPMethod] = [.get, .head, .put, .delete, .options, .trace]
    private static let unsafe: [HTTPMethod] = [.post, .patch] + ["LOCK", "get"].map { HTTPMethod(rawValue: $0) }

    private static func mapped(_ error: TransportError, _ method: HTTPMethod, key: String? = nil) -> NetworkError {
        NetworkError(error, method: method, host: "h.example", idempotencyKey: key)
    }

    @Test(arguments: rows)
    func `the reason itself is told where repeating is safe`(row: Row) {
        for sent in [true, false] {
            let error = TransportError(row.kind, code: 4, mayHaveBeenSent: sent)
            for method in Self.idempotent {
                #expect(Self.mapped(error, method) == row.whenSafe ?? .connection(error))
            }
        }
        let unsent = TransportError(row.kind, mayHaveBeenSent: false)
        for method in Self.unsafe {
            #expect(Self.mapped(unsent, method, key: "k") == row.whenSafe ?? .connection(unsent))
        }
    }

    @Test(arguments: rows)
    func `a POST or PATCH that may have gone out has an unknown outcome, with or without a key`(row: Row) {
        let error = TransportError(row.kind, mayHaveBeenSent: true)
        for method in Self.unsafe {
            for key in ["k", nil] {
                let expected = row.whenUnsafe ?? .outcomeUnknown(error, idempotencyKey: key)
                #expect(Self.mapped(error, method, key: key) == expected)
            }
        }
    }

    @Test func `a server without a host is untrusted all the same`() {
        let error = TransportError(.pin, mayHaveBeenSent: false)
        let mapped = NetworkError(error, method: .get, host: nil, idempotencyKey: nil)
        #expect(mapped == .untrustedServer(host: ""))
    }

    @Test(arguments: [500, 502, 504])
    func `a server that failed on the way leaves a POST or PATCH open`(status: Int) {
        for method in Self.unsafe {
            let error = ServerError(status: status, method: method)
            #expect(!error.outcomeIsKnown)
            expectSentence(.server(error), isOpen: true)
        }
        for method in Self.idempotent {
            #expect(ServerError(status: status, method: method).outcomeIsKnown)
        }
    }

    @Test(arguments: [300, 400, 401, 403, 404, 408, 409, 410, 412, 413, 418, 422, 425, 426, 429, 501, 503, 505, 599])
    func `every other answer settles the outcome`(status: Int) {
        for method in Self.idempotent + Self.unsafe {
            let error = ServerError(status: status, method: method)
            #expect(error.outcomeIsKnown)
            expectSentence(.server(error), isOpen: false)
        }
    }

    @Test(arguments: rows)
    func `every transport error has a sentence for a person`(row: Row) {
        for sent in [true, false] {
            let error = TransportError(row.kind, code: 7, mayHaveBeenSent: sent)
            for method in Self.idempotent + Self.unsafe {
                let mapped = Self.mapped(error, method, key: "KEYMARK")
                let isOpen = if case .outcomeUnknown = mapped { true } else { false }
                #expect(isOpen == (sent && Self.unsafe.contains(method) && row.whenUnsafe == nil))
                expectSentence(mapped, isOpen: isOpen)
            }
        }
    }

    @Test(arguments: [
        NetworkError.invalidRequest("The path is empty."), .offline, .timeout, .sessionExpired,
        .credentialsUnavailable("HIDDENMARK"), .responseTooLarge(limit: 1), .redirectRefused("HIDDENMARK"),
        .circuitOpen(retryAfter: .zero),
        .decoding(DecodingFailure(.htmlPage, type: "TMARK", status: 200, byteCount: 1)),
        .file(.missing), .file(.notPermitted), .file(.diskFull), .file(.changedWhileSending), .file(.other(code: 5)),
        .untrustedServer(host: "HOSTMARK"),
    ])
    func `every error has a sentence for a person`(error: NetworkError) {
        expectSentence(error, isOpen: false)
    }

    @Test func `an answer that cannot be read does not ask for a second try of what may be done`() {
        let failure = DecodingFailure(.malformed, type: "T", status: 201, byteCount: 1)
        expectSentence(.decoding(failure), isOpen: true)
    }

    /// The sentence is whole, shows no data, and asks for no repetition where that could do the work twice.
    private func expectSentence(
        _ error: NetworkError,
        isOpen: Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let sentence = error.errorDescription ?? ""
        #expect(sentence.count > 10 && sentence.hasSuffix("."), "\(sentence)", sourceLocation: sourceLocation)
        #expect(sentence == error.localizedDescription, sourceLocation: sourceLocation)
        #expect(!sentence.contains("MARK"), "\(sentence)", sourceLocation: sourceLocation)
        #expect(!sentence.contains("Optional("), "\(sentence)", sourceLocation: sourceLocation)
        if isOpen {
            #expect(!sentence.lowercased().contains("try again"), "\(sentence)", sourceLocation: sourceLocation)
        }
    }
}
