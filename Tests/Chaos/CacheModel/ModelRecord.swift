import Foundation
import Roundtrip

/// An answer that has been received, as it was or with the headers of what has confirmed it, and what RFC 9111 says about
/// it. All times are whole seconds.
struct ModelRecord: Sendable {
    let user: String
    let path: String
    /// What the answer was to, or what has confirmed it.
    let request: ModelCall
    let answer: ModelAnswer
    let body: Data
    let sent: Int
    let received: Int
    /// Forgotten for good: a write, the end of a session, or the server's word has done away with it.
    var isInvalidated = false
    /// Another answer has taken its place. A store that fails may have missed that.
    var isReplaced = false
    /// A cache may have dropped it, and need not have.
    var isUncertain = false

    var isLive: Bool { !isInvalidated && !isReplaced }
    var control: ModelAnswer.Control { answer.control ?? ModelAnswer.Control() }

    /// A recipient with a clock adds the date that is missing (RFC 9110, section 6.6.1).
    var date: Int { answer.date ?? received }

    /// Section 4.1: what the answer varies by is the same in both requests; and no credential is mixed with another.
    func isFor(_ call: ModelCall) -> Bool {
        request.key == call.key
            && (answer.vary ?? []).allSatisfy { name in
                let name = name.lowercased()
                return value(name, in: request) == value(name, in: call)
            }
    }

    func hasSameSelection(as other: ModelRecord) -> Bool {
        Set((answer.vary ?? []).map { $0.lowercased() }) == Set((other.answer.vary ?? []).map { $0.lowercased() })
            && isFor(other.request)
    }

    private func value(_ name: String, in call: ModelCall) -> String {
        call.fields.first { $0.key.lowercased() == name }?.value ?? ""
    }

    // MARK: Keeping

    /// Section 3.
    var mayBeKept: Bool {
        let isExplicit =
            control.isPublic || control.isPrivate || control.maxAge != nil || answer.expires != nil
        return request.method == .get && !request.forbidsKeeping(answer) && ![206, 304].contains(answer.status)
            && (!control.mustUnderstand || answer.isUnderstood) && !(answer.vary ?? []).contains("*")
            && (isExplicit || isHeuristicStatus)
    }

    /// RFC 9110, section 15.1.
    private var isHeuristicStatus: Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(answer.status)
    }

    // MARK: Age

    /// Section 4.2.1, and 4.2.2 for a guess.
    func lifetime(_ fraction: Double) -> Double {
        if let maxAge = control.maxAge { return Double(maxAge) }
        switch answer.expires {
        case .noDate: return 0
        case .at(let time): return Double(max(0, time - date))
        case nil: break
        }
        guard let modified = answer.modified, isHeuristicStatus || control.isPublic else { return 0 }
        return min(86_400, max(0, Double(date - modified) * fraction))
    }

    /// Section 4.2.3. A clock that was set back by more than a minute makes it unknown: longer than any.
    func age(_ now: Int) -> Int {
        let apparent = max(0, received - date)
        let corrected = (answer.age ?? 0) + received - sent
        if now - received <= -60 { return .max }
        return max(apparent, corrected) + max(0, now - received)
    }

    func isFresh(_ now: Int, _ fraction: Double) -> Bool { lifetime(fraction) > Double(age(now)) }

    func staleness(_ now: Int, _ fraction: Double) -> Double { Double(age(now)) - lifetime(fraction) }

    // MARK: Serving

    /// Section 4: fresh, or stale with permission, without a word from the server.
    func mayServe(_ call: ModelCall, _ now: Int, _ fraction: Double) -> Bool {
        guard !call.wish.noStore, !call.wish.noCache, !call.isForOriginAlone, control.noCache != .yes else {
            return false
        }
        let isFresh = isFresh(now, fraction)
        guard isFresh || !control.mustRevalidate, call.isPlain || isFresh else { return false }
        switch call.mode {
        case .none: return false
        case .reload: return isFresh && control.isImmutable
        case .cacheElseNetwork, .only: return true
        case .networkElseCache where !call.wish.onlyIfCached: return false
        case .standard, .networkElseCache:
            guard meetsMaxAge(call, now, fraction) else { return false }
            if isFresh { return -staleness(now, fraction) >= Double(call.wish.minFresh ?? 0) }
            guard call.wish.minFresh == nil, let maxStale = call.wish.maxStale else { return false }
            return maxStale == .max || staleness(now, fraction) <= Double(maxStale)
        }
    }

    /// RFC 5861, section 3.
    func mayServeWhileRevalidating(_ call: ModelCall, _ now: Int, _ fraction: Double) -> Bool {
        guard let window = control.staleWhileRevalidate, !control.mustRevalidate, control.noCache != .yes,
            call.mode == .standard, call.method == .get, call.isPlain, !call.isForOriginAlone, !call.wish.noStore,
            !call.wish.noCache, !call.wish.onlyIfCached, call.wish.minFresh == nil, meetsMaxAge(call, now, fraction)
        else { return false }
        return staleness(now, fraction) <= Double(window)
    }

    /// RFC 5861, section 4, and the mode that wants the network first.
    func mayServeOnError(_ call: ModelCall, _ now: Int, _ fraction: Double) -> Bool {
        guard isFresh(now, fraction) || !control.mustRevalidate, control.noCache != .yes, call.method == .get,
            call.isPlain, !call.isForOriginAlone, !call.wish.noStore, !call.wish.noCache
        else { return false }
        switch call.mode {
        case .networkElseCache: return true
        case .standard, .cacheElseNetwork:
            let windows = [control.staleIfError, call.wish.staleIfError].compactMap(\.self)
            return windows.contains { staleness(now, fraction) <= Double($0) }
        case .reload, .only, .none: return false
        }
    }

    /// RFC 9111, section 5.2.1.1; RFC 8246, section 2.
    private func meetsMaxAge(_ call: ModelCall, _ now: Int, _ fraction: Double) -> Bool {
        guard let maxAge = call.wish.maxAge else { return true }
        return age(now) <= maxAge || (maxAge == 0 && control.isImmutable && isFresh(now, fraction))
    }

    // MARK: Confirming

    /// Whether headers without a body are about this answer: they have no tag, or the same (sections 4.3.4 and 4.3.5).
    func isConfirmed(by newer: ModelAnswer) -> Bool {
        guard let theirs = newer.tag else { return true }
        return answer.tag.map { Self.opaque($0) == Self.opaque(theirs) } ?? false
    }

    /// Whether a condition of the caller's own names this answer.
    func isNamed(by condition: ModelCall.Condition) -> Bool {
        switch condition {
        case .tags(let tags): answer.tag.map { tag in tags.contains { Self.opaque($0) == Self.opaque(tag) } } ?? false
        case .since(let time): answer.modified == time
        }
    }

    static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
