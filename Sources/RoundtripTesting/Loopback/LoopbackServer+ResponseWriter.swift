public import Foundation

extension LoopbackServer {
    /// Takes the bytes of an answer while the answer is made.
    public struct ResponseWriter: Sendable {
        /// The client has closed the connection, or the answer has ended already: nothing more can reach it.
        public struct ClientIsGone: Error, Hashable, Sendable {
            public init() {}
        }

        let send: @Sendable (Data) async throws -> Void

        /// Returns when the bytes are on their way: a client that reads slowly makes the writer wait.
        ///
        /// A write is not cut short by cancellation, for half a chunk would be a fault that nobody asked for. When the
        /// client leaves, the task that answers it is cancelled and every write fails.
        ///
        /// - Throws: `ClientIsGone`.
        public func write(_ bytes: Data) async throws {
            try await send(bytes)
        }

        public func write(_ text: String) async throws {
            try await write(Data(text.utf8))
        }
    }
}
