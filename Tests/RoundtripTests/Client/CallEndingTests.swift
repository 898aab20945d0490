import Foundation
import Testing

@testable import Roundtrip

@Suite struct `How a call ends` {
    private struct Strange: Error, CustomStringConvertible {
        var description: String { "SECRET" }
    }

    private func call(_ method: HTTPMethod, sent: Bool = true, lost: Bool = false, key: String? = nil) throws -> Call {
        let progress = CallProgress()
        if sent {
            progress.exchangeBegan()
            progress.exchangeEnded(
                losingAnswer: lost ? TransportError(.connectionLost, mayHaveBeenSent: true) : nil)
        }
        var request = HTTPRequest(method: method, url: try #require(URL(string: "https://h.example/")))
        request.headers["Idempotency-Key"] = key
        return Call(request: request, context: CallContext(id: "id", endpoint: "x", progress: progress))
    }

    private func ending(_ error: any Error, of call: Call, isCancelled: Bool = false) -> NetworkError? {
        call.ending(with: error, isCancelled: isCancelled) as? NetworkError
    }

    // CANCEL-02
    @Test(arguments: [
        CancellationError() as any Error, TransportError(.timeout, mayHaveBeenSent: true), NetworkError.offline,
        Strange(),
    ])
    func `a cancelled caller is told just that, whatever came up`(error: any Error) throws {
        #expect(try call(.post).ending(with: error, isCancelled: true) is CancellationError)
    }

    @Test func `a cancellation that nobody asked for is not passed on as one`() throws {
        let get = try #require(ending(CancellationError(), of: try call(.get)))
        guard case .connection = get else {
            Issue.record("\(get)")
            return
        }
        guard case .outcomeUnknown? = ending(CancellationError(), of: try call(.post)) else {
            Issue.record("a POST that went out is not known to have failed")
            return
        }
    }

    @Test func `a middleware's own error shows as its type alone`() throws {
        for sent in [true, false] {
            let error = try #require(ending(Strange(), of: try call(.get, sent: sent)))
            #expect("\(error)".contains("Strange"))
            #expect(!String(reflecting: error).contains("SECRET"))
        }
        guard case .invalidRequest? = ending(Strange(), of: try call(.post, sent: false)) else {
            Issue.record("nothing was sent")
            return
        }
    }

    @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod(rawValue: "MERGE")])
    func `an unsafe call whose answer was lost has an unknown outcome, even if the last attempt was not sent`(
        method: HTTPMethod
    ) throws {
        let refused = TransportError(.cannotConnect, code: -1004, mayHaveBeenSent: false)
        #expect(ending(refused, of: try call(method)) == .connection(refused))
        let sent = TransportError(.cannotConnect, code: -1004, mayHaveBeenSent: true)
        #expect(
            ending(refused, of: try call(method, lost: true, key: "k")) == .outcomeUnknown(sent, idempotencyKey: "k"))
    }

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete, .options])
    func `a call that may be repeated is told the reason itself`(method: HTTPMethod) throws {
        #expect(ending(TransportError(.timeout, mayHaveBeenSent: true), of: try call(method, lost: true)) == .timeout)
    }

    @Test func `a decoding failure carries the id of the call`() throws {
        let failure = DecodingFailure(.malformed, type: "User", status: 200, byteCount: 3)
        guard case .decoding(let ended)? = ending(failure, of: try call(.get)) else {
            Issue.record("not a decoding failure")
            return
        }
        #expect(ended.requestID == "id")
    }
}
