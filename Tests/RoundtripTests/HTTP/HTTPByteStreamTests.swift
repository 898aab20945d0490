import Foundation
import RoundtripTesting
import Testing

@testable import Roundtrip

@Suite struct `Byte streams` {
    struct Broken: Error, Equatable { var number = 0 }

    private static func chunks(_ texts: String...) -> [Data] { texts.map { Data($0.utf8) } }

    private func texts(_ stream: HTTPByteStream) async throws -> [String] {
        var texts: [String] = []
        for try await chunk in stream { texts.append(String(decoding: chunk, as: UTF8.self)) }
        return texts
    }

    /// A task that waits for a chunk.
    ///
    /// Both run on one actor, so the gate's waiter goes on only when the reader stands still.
    @MainActor private func reader(of stream: HTTPByteStream) async throws -> Task<Data?, any Error> {
        let hasBegun = Gate()
        let task = Task { @MainActor in
            hasBegun.open()
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        try await hasBegun.wait()
        return task
    }

    @Test func `chunks come in order, then the end, and then the end again`() async throws {
        let stream = HTTPByteStream(Self.chunks("a", "b", "c"))
        #expect(try await texts(stream) == ["a", "b", "c"])
        #expect(try await texts(stream).isEmpty)
    }

    @Test(arguments: [(0, nil), (5, nil), (6, "abcdef"), (7, "abcdef"), (Int.max, "abcdef")])
    func `collecting stops as soon as there is too much`(limit: Int, expected: String?) async throws {
        let stream = HTTPByteStream(Self.chunks("abc", "", "def"))
        #expect(try await stream.collect(upTo: limit) == expected.map { Data($0.utf8) })
    }

    @Test func `a limit of nothing holds for an empty stream`() async throws {
        #expect(try await HTTPByteStream([]).collect(upTo: 0) == Data())
    }

    @Test func `two readers share the chunks, and none is lost or repeated`() async throws {
        let all = (0..<1_000).map { Data([UInt8($0 & 255), UInt8($0 >> 8)]) }
        let stream = HTTPByteStream(all)
        async let first = stream.reduce(into: []) { $0.append($1) } as [Data]
        async let second = stream.reduce(into: []) { $0.append($1) } as [Data]
        let together = try await first + second
        #expect(together.count == all.count)
        #expect(Set(together) == Set(all))
    }

    @Test(arguments: [true, false])
    func `dropping the last reference tells the producer once, read or not`(isRead: Bool) async throws {
        let left = Locked(0)
        var stream: HTTPByteStream? = HTTPByteStream(next: { nil }, abandon: { left.withLock { $0 += 1 } })
        var copy = stream
        if isRead { #expect(try await copy?.collect(upTo: 1) == Data()) }
        stream = nil
        #expect(left.withLock { $0 } == 0)
        #expect(copy != nil)
        copy = nil
        #expect(left.withLock { $0 } == 1)
    }

    @Test func `an iterator keeps the stream`() async throws {
        let left = Locked(0)
        var stream: HTTPByteStream? = HTTPByteStream(next: { Data([1]) }, abandon: { left.withLock { $0 += 1 } })
        var iterator = stream?.makeAsyncIterator()
        stream = nil
        #expect(try await iterator?.next() == Data([1]))
        #expect(left.withLock { $0 } == 0)
        iterator = nil
        #expect(left.withLock { $0 } == 1)
        #expect(stream == nil && iterator == nil)
    }

    @Test func `errors are replaced on the way, and bytes and the end of interest are not`() async throws {
        let left = Locked(0)
        let rest = Locked(Self.chunks("a")[...])
        let next: @Sendable () async throws -> Data? = {
            guard let chunk = rest.withLock({ $0.popFirst() }) else { throw Broken(number: 1) }
            return chunk
        }
        var stream: HTTPByteStream? = HTTPByteStream(next: next, abandon: { left.withLock { $0 += 1 } })
            .mapError { _ in Broken(number: 2) }
        var iterator = stream?.makeAsyncIterator()
        #expect(try await iterator?.next() == Data("a".utf8))
        await #expect(throws: Broken(number: 2)) { try await iterator?.next() }
        iterator = nil
        #expect(left.withLock { $0 } == 0)
        #expect(stream != nil)
        stream = nil
        #expect(left.withLock { $0 } == 1)
    }

    @Test func `what is put in is read in order, and unread bytes are counted`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        #expect(inbox.put(Data("ab".utf8)) == 2)
        #expect(inbox.put(Data()) == 2)
        #expect(inbox.put(Data("c".utf8)) == 3)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data("ab".utf8))
        #expect(inbox.put(Data("de".utf8)) == 3)
        inbox.finish()
        #expect(try await iterator.next() == Data("c".utf8))
        #expect(try await iterator.next() == Data("de".utf8))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func `what arrived before a failure is read first, and the failure stays`() async throws {
        let inbox = ByteInbox {}
        var iterator = inbox.stream.makeAsyncIterator()
        _ = inbox.put(Data("a".utf8))
        inbox.finish(throwing: Broken())
        #expect(try await iterator.next() == Data("a".utf8))
        for _ in 0..<2 { await #expect(throws: Broken.self) { try await iterator.next() } }
    }

    @Test func `only the first end counts, and nothing comes after it`() async throws {
        let inbox = ByteInbox {}
        inbox.finish()
        inbox.finish(throwing: Broken())
        #expect(inbox.put(Data("late".utf8)) == 0)
        #expect(try await texts(inbox.stream).isEmpty)
    }

    @Test func `an end or a failure wakes a reader that waits`() async throws {
        let ended = ByteInbox {}
        let reader = try await reader(of: ended.stream)
        ended.finish()
        #expect(try await reader.value == nil)
        let failed = ByteInbox {}
        let other = try await self.reader(of: failed.stream)
        failed.finish(throwing: Broken())
        await #expect(throws: Broken.self) { try await other.value }
    }

    @Test func `a chunk that goes straight to a waiting reader is not unread`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        let task = try await reader(of: stream)
        #expect(inbox.put(Data([1, 2])) == 0)
        #expect(try await task.value == Data([1, 2]))
    }

    @Test func `a cancelled reader is woken at once and the producer is told`() async throws {
        let left = Locked(0)
        let inbox = ByteInbox { left.withLock { $0 += 1 } }
        let stream = inbox.stream
        let task = try await reader(of: stream)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(left.withLock { $0 } == 1)
        withExtendedLifetime(stream) {}
    }

    @Test func `a task that is cancelled before it reads gets no chunk`() async throws {
        let left = Locked(0)
        let inbox = ByteInbox { left.withLock { $0 += 1 } }
        let stream = inbox.stream
        _ = inbox.put(Data([7]))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = stream.makeAsyncIterator()
            return try await iterator.next()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(left.withLock { $0 } == 1)
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == Data([7]))
    }

    @Test func `cancelling one of two readers leaves the other waiting`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        let first = try await reader(of: stream)
        let second = try await reader(of: stream)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        _ = inbox.put(Data([3]))
        #expect(try await second.value == Data([3]))
    }

    @Test func `an end wakes every reader`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        var readers: [Task<Data?, any Error>] = []
        for _ in 0..<5 { readers.append(try await reader(of: stream)) }
        inbox.finish()
        for reader in readers { #expect(try await reader.value == nil) }
    }

    @Test func `a stream that nobody holds any more leaves its producer`() {
        let left = Locked(0)
        let inbox = ByteInbox { left.withLock { $0 += 1 } }
        do {
            let stream = inbox.stream
            withExtendedLifetime(stream) { #expect(left.withLock { $0 } == 0) }
        }
        #expect(left.withLock { $0 } == 1)
        #expect(inbox.put(Data([1])) == 1)
    }

    @Test func `a producer and two readers at full speed lose nothing and repeat nothing`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        let all = (0..<5_000).map { Data([UInt8($0 & 255), UInt8($0 >> 8)]) }
        async let first = stream.reduce(into: []) { $0.append($1) } as [Data]
        async let second = stream.reduce(into: []) { $0.append($1) } as [Data]
        await Task.detached {
            for chunk in all { _ = inbox.put(chunk) }
            inbox.finish()
        }.value
        let (left, right) = try await (first, second)
        #expect(left.count + right.count == all.count)
        #expect(Set(left + right) == Set(all))
    }

    @Test func `a single reader at full speed reads in order`() async throws {
        let inbox = ByteInbox {}
        let stream = inbox.stream
        async let read = stream.collect(upTo: .max)
        await Task.detached {
            for number in 0..<5_000 { _ = inbox.put(Data([UInt8(number & 255)])) }
            inbox.finish()
        }.value
        #expect(try await read == Data((0..<5_000).map { UInt8($0 & 255) }))
    }
}
