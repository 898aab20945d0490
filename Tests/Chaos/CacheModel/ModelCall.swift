import Foundation
import Roundtrip

/// One call of a sequence.
struct ModelCall: Sendable {
    /// A `Cache-Control` header of a request.
    struct Wish: Sendable {
        var noStore = false
        var noCache = false
        var maxAge: Int?
        var minFresh: Int?
        /// `.max` for any.
        var maxStale: Int?
        var onlyIfCached = false
        var staleIfError: Int?
    }

    /// A condition of the caller's own.
    enum Condition: Sendable {
        case tags([String])
        case since(Int)
    }

    struct Part: Sendable {
        let first: Int
        let last: Int
        var condition: String?
    }

    var method = HTTPMethod.get
    var path = "/x"
    var session = CallSession.none
    var mode = CacheMode.standard
    var wish = Wish()
    /// What answers may vary by.
    var fields: [String: String] = [:]
    var key: String?
    var condition: Condition?
    var part: Part?
    var isForOriginAlone = false

    var isRead: Bool { method == .get || method == .head }
    var isPlain: Bool { condition == nil && part == nil }

    /// The user whose answers this call may see; `nil` if it may see none.
    var user: String? {
        switch session {
        case .none: ""
        case .signedIn(let id): id.rawValue
        case .unavailable: nil
        }
    }

    var headers: HTTPHeaders {
        var headers = HTTPHeaders()
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { headers.add(name, value) }
        if let key { headers.add("X-Api-Key", key) }
        switch condition {
        case .tags(let tags): headers.add("If-None-Match", tags.joined(separator: ", "))
        case .since(let time): headers.add("If-Modified-Since", ModelAnswer.text(time))
        case nil: break
        }
        if let part { headers.add("Range", "bytes=\(part.first)-\(part.last)") }
        if let condition = part?.condition { headers.add("If-Range", condition) }
        if isForOriginAlone { headers.add("If-Match", "\"0\"") }
        let words = wish.words
        if !words.isEmpty { headers.add("Cache-Control", words.joined(separator: ", ")) }
        return headers
    }
}

extension ModelCall.Wish {
    fileprivate var words: [String] {
        var words: [String] = []
        if noStore { words.append("no-store") }
        if noCache { words.append("no-cache") }
        if let maxAge { words.append("max-age=\(maxAge)") }
        if let minFresh { words.append("min-fresh=\(minFresh)") }
        if let maxStale { words.append(maxStale == .max ? "max-stale" : "max-stale=\(maxStale)") }
        if onlyIfCached { words.append("only-if-cached") }
        if let staleIfError { words.append("stale-if-error=\(staleIfError)") }
        return words
    }
}

extension ModelCall: CustomStringConvertible {
    var description: String {
        "\(method) \(path) as \(user.map { $0.isEmpty ? "nobody" : $0 } ?? "unknown"), \(mode), "
            + headers.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    }
}
