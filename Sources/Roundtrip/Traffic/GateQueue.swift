/// The places of one origin, and who waits for one, each with what wakes it.
///
/// Every operation takes the same short time, however many wait: ten thousand calls can stand in line.
struct GateQueue<Waker> {
    private struct Entry {
        let waker: Waker
        var priority: CallPriority
    }

    var limit: Int
    private var taken = 0
    private var grants = 0
    /// Those who wait, by the number that they drew.
    private var entries: [Int: Entry] = [:]
    private var lastNumber = 0
    /// Numbers in order of arrival, in all and by priority; those who have left, or rose, are passed over.
    private var arrivals = NumberLine()
    private var lines: [CallPriority: NumberLine] = [:]

    /// Every so many places go to whoever has waited longest.
    private let fairShare = 4

    init(limit: Int) {
        self.limit = limit
    }

    var isIdle: Bool { taken == 0 && entries.isEmpty }

    var waitingCount: Int { entries.count }

    /// Takes a place if one is free and nobody waits for it.
    mutating func admit() -> Bool {
        guard taken < limit, entries.isEmpty else { return false }
        taken += 1
        return true
    }

    /// Stands in line, and returns the number by which to leave it or to rise in it.
    mutating func wait(_ priority: CallPriority, _ waker: Waker) -> Int {
        lastNumber += 1
        entries[lastNumber] = Entry(waker: waker, priority: priority)
        arrivals.append(lastNumber)
        lines[priority, default: NumberLine()].append(lastNumber)
        return lastNumber
    }

    mutating func remove(_ number: Int) -> Waker? {
        entries.removeValue(forKey: number)?.waker
    }

    /// Moves to the end of a more urgent line.
    mutating func raise(_ number: Int, to priority: CallPriority) {
        guard let entry = entries[number], entry.priority < priority else { return }
        entries[number]?.priority = priority
        lines[priority, default: NumberLine()].append(number)
    }

    /// Frees a place, and returns those whose turn it is.
    mutating func leave() -> [Waker] {
        taken -= 1
        var admitted: [Waker] = []
        while taken < limit, let number = nextNumber(), let entry = entries.removeValue(forKey: number) {
            admitted.append(entry.waker)
            taken += 1
            grants += 1
        }
        return admitted
    }

    private mutating func nextNumber() -> Int? {
        if grants % fairShare == fairShare - 1 {
            return arrivals.popFirst { entries[$0] != nil }
        }
        for priority in CallPriority.allCases.reversed() {
            if let number = lines[priority]?.popFirst(where: { entries[$0]?.priority == priority }) { return number }
        }
        return nil
    }
}

/// Numbers, first in, first out.
private struct NumberLine {
    private var numbers: [Int] = []
    private var head = 0

    mutating func append(_ number: Int) {
        numbers.append(number)
    }

    /// Takes the first number that still counts, and drops those before it.
    mutating func popFirst(where counts: (Int) -> Bool) -> Int? {
        while head < numbers.count {
            let number = numbers[head]
            head += 1
            if head > 64, head * 2 > numbers.count {
                numbers.removeFirst(head)
                head = 0
            }
            if counts(number) { return number }
        }
        return nil
    }
}
