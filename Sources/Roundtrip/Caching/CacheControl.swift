/// What a `Cache-Control` header says (RFC 9111, section 5.2; RFC 5861; RFC 8246), of a request or of an answer.
///
/// Names are read without case, values as token or quoted string. What is unknown or has no sense is ignored, but a
/// time that cannot be read, or is given twice with two values, counts as 0: an answer of unclear freshness is stale
/// (RFC 9111, section 4.2.1). Times too large to count are very long ones.
struct CacheControl: Hashable, Sendable {
    /// A directive that stands alone, or with the fields that it is about.
    enum Scope: Hashable, Sendable {
        case none
        /// The names, in lower case.
        case fields(Set<String>)
        case all
    }

    /// How stale an answer the client takes.
    enum MaxStale: Hashable, Sendable {
        case seconds(Int)
        case any
    }

    /// The largest number of seconds: 2^31, as RFC 9111, section 1.2.2 demands at least.
    static let longest = 1 << 31

    var noStore = false
    var noCache = Scope.none
    var maxAge: Int?
    var staleIfError: Int?
    var onlyIfCached = false
    var minFresh: Int?
    var maxStale: MaxStale?
    var isPublic = false
    var isPrivate = false
    var mustRevalidate = false
    var mustUnderstand = false
    var isImmutable = false
    var staleWhileRevalidate: Int?

    init() {}

    /// - Parameter isRequest: A request that has no `Cache-Control` may say `Pragma: no-cache` (section 5.4).
    init(_ headers: HTTPHeaders, isRequest: Bool = false) {
        for directive in headers.members(of: "Cache-Control") { read(directive) }
        if isRequest, !headers.contains("Cache-Control"),
            headers.members(of: "Pragma").contains(where: { $0.equalsIgnoringASCIICase("no-cache") })
        {
            noCache = .all
        }
    }

    private mutating func read(_ directive: Substring) {
        let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // White space around "=" is no part of the grammar; the name is recognised all the same, so that a broken
        // directive never leaves an answer fresher than it was meant to be.
        let name = parts[0].trimmingHTTPWhitespace.lowercased()
        let isBroken = parts[0].utf8.last.map { !ASCII.isTokenByte($0) } ?? true
        let argument = parts.count == 2 && !isBroken ? parts[1] : nil
        switch name {
        case "no-store": noStore = true
        case "no-cache": noCache.widen(by: parts.count == 2 ? parts[1] : nil)
        case "max-age": maxAge = Self.seconds(argument, earlier: maxAge)
        case "stale-if-error": staleIfError = Self.seconds(argument, earlier: staleIfError)
        case "stale-while-revalidate": staleWhileRevalidate = Self.seconds(argument, earlier: staleWhileRevalidate)
        case "only-if-cached": onlyIfCached = true
        case "min-fresh": minFresh = Self.minFresh(argument)
        case "max-stale": maxStale = parts.count == 1 ? .any : .seconds(Self.seconds(argument, earlier: nil))
        case "public": isPublic = true
        case "private": isPrivate = true
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "immutable": isImmutable = true
        default: break  // also s-maxage and proxy-revalidate: they are for shared caches
        }
    }

    private static func seconds(_ argument: Substring?, earlier: Int?) -> Int {
        let seconds = number(argument) ?? 0
        return earlier == nil || earlier == seconds ? seconds : 0
    }

    /// A wish that cannot be read is the strictest one.
    private static func minFresh(_ argument: Substring?) -> Int {
        number(argument) ?? longest
    }

    private static func number(_ argument: Substring?) -> Int? {
        guard let argument else { return nil }
        return ASCII.number(argument.unquoted ?? String(argument)).map { min($0, longest) }
    }
}

extension CacheControl.Scope {
    fileprivate mutating func widen(by argument: Substring?) {
        guard self != .all else { return }
        guard let argument, let list = argument.unquoted ?? (ASCII.isToken(argument) ? String(argument) : nil) else {
            self = .all
            return
        }
        let names = list.split(separator: ",").map { $0.trimmingHTTPWhitespace.lowercased() }
        guard !names.isEmpty, names.allSatisfy({ ASCII.isToken($0) }) else {
            self = .all
            return
        }
        var known: Set<String> = []
        if case .fields(let earlier) = self { known = earlier }
        // Emptied meanwhile, so that thousands of directives do not copy the set thousands of times.
        self = .none
        known.formUnion(names)
        self = .fields(known)
    }
}
