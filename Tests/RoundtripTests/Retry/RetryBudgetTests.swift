import Foundation
import Roundtrip
import Testing

@Suite struct `Retry budget` {
    private func origin(_ url: String = "https://h.example") throws -> Origin {
        let url = try #require(URL(string: url))
        return try #require(Origin(url))
    }

    @Test func `so many retries in a row are paid for, and no more`() throws {
        let budget = RetryBudget(capacity: 3, refill: 0.1)
        let origin = try origin()
        #expect((1...5).map { _ in budget.withdraw(for: origin) } == [true, true, true, false, false])
        #expect(!budget.isAvailable(for: origin))
    }

    @Test func `ten successes bring one retry back`() throws {
        let budget = RetryBudget(capacity: 1, refill: 0.1)
        let origin = try origin()
        #expect(budget.withdraw(for: origin))
        for _ in 0..<9 { budget.deposit(for: origin) }
        #expect(!budget.isAvailable(for: origin))
        budget.deposit(for: origin)
        #expect(budget.isAvailable(for: origin))
    }

    @Test func `successes never fill it beyond its capacity`() throws {
        let budget = RetryBudget(capacity: 2, refill: 1)
        let origin = try origin()
        for _ in 0..<100 { budget.deposit(for: origin) }
        #expect((1...3).map { _ in budget.withdraw(for: origin) } == [true, true, false])
    }

    @Test func `each origin has a bucket of its own`() throws {
        let budget = RetryBudget(capacity: 1, refill: 0)
        #expect(budget.withdraw(for: try origin()))
        #expect(budget.withdraw(for: try origin("https://h.example:8443")))
        #expect(!budget.withdraw(for: try origin("https://H.example:443/path")))
    }

    @Test func `a budget of nothing pays for nothing`() throws {
        for budget in [RetryBudget(capacity: 0), RetryBudget(capacity: -5, refill: -1)] {
            #expect(!budget.withdraw(for: try origin()))
        }
    }
}
