import Foundation
import Roundtrip
import Testing

@Suite struct `The JSON decoder` {
    /// Decoding waits for the main actor, which would never come if it stood there itself.
    @Test @MainActor func `leaves the caller's actor`() async throws {
        struct Patient: Decodable, Sendable {
            static let mainActorRan = DispatchSemaphore(value: 0)
            let waited: DispatchTimeoutResult

            init(from decoder: any Decoder) throws {
                Task { @MainActor in Self.mainActorRan.signal() }
                waited = Self.mainActorRan.wait(timeout: .now() + 20)
            }
        }
        #expect(try await JSONResponseDecoder().decode(Patient.self, from: Data("{}".utf8)).waited == .success)
    }

    @Test func `serves many calls at once`() async throws {
        let decoder = JSONResponseDecoder()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let body = Data(#"[{"a_b":\#(number),"at":"2031-05-01T10:00:00Z"}]"#.utf8)
                    return try await decoder.decode([Row].self, from: body).first?.aB == number
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    // CANCEL-02, between body and decoding
    @Test func `decodes nothing for a task that was cancelled`() async {
        struct Trap: Decodable, Sendable {
            init(from decoder: any Decoder) throws { Issue.record("decoded after the cancellation") }
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await JSONResponseDecoder().decode(Trap.self, from: Data("{}".utf8))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    struct Row: Decodable, Sendable {
        let aB: Int
        let at: Date
    }
}
