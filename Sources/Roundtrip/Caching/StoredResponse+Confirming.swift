import Foundation

extension StoredResponse {
    /// Whether headers that came without a body are about this answer: whatever validator they have, it has too (RFC
    /// 9111, sections 4.3.4 and 4.3.5).
    func isConfirmed(by newer: HTTPHeaders, comparesLength: Bool = false) -> Bool {
        if let theirs = EntityTag(of: newer), !(entityTag.map(theirs.matchesWeakly) ?? false) {
            return !comparesLength && hasStrongDate && newer["Last-Modified"] == headers["Last-Modified"]
        }
        guard comparesLength else { return true }
        if newer.contains("Last-Modified"), newer["Last-Modified"] != headers["Last-Modified"] { return false }
        return newer["Content-Length"].map { $0 == headers["Content-Length"] ?? String(body.count) } ?? true
    }

    /// Whether the date of the last modification is proof enough beside a tag that has changed: nothing else can have been
    /// written within that second (RFC 9110, section 8.8.2.2).
    private var hasStrongDate: Bool {
        guard let lastModified, let date else { return false }
        return date.timeIntervalSince(lastModified) >= 60
    }

    /// Whether it may be kept with the headers that have confirmed it. If these say that it varies by more than was known,
    /// it is found in another place now (RFC 9111, section 4.1).
    func mayStay(in selection: CacheSelection, confirmedBy request: HTTPRequest) -> Bool {
        guard !cacheControl.noStore, let now = CacheSelection(of: request, answeredWith: headers) else { return false }
        return now.values.allSatisfy { selection.values[$0.key] == $0.value }
    }

    /// Whether a condition of this request is about this answer.
    fileprivate func isNamed(in request: HTTPRequest) -> Bool {
        let tags = request.headers.members(of: "If-None-Match")
        guard tags.isEmpty else {
            return tags.contains { EntityTag($0).flatMap { tag in entityTag.map(tag.matchesWeakly) } ?? false }
        }
        return request.headers.contains("If-Modified-Since")
            && request.headers["If-Modified-Since"] == headers["Last-Modified"]
    }
}

extension [StoredResponse] {
    /// Those that a 304 to this conditional request is about (RFC 9111, section 4.3.4): all with its strong tag; if there
    /// are none, the newest with its weak tag, or, if it has none, the newest that the request has named.
    func confirmed(by headers: HTTPHeaders, to request: HTTPRequest) -> [StoredResponse] {
        guard ["If-None-Match", "If-Modified-Since"].contains(where: request.headers.contains) else { return [] }
        let possible = filter { $0.isFor(request) }
        guard let tag = EntityTag(of: headers) else {
            return possible.filter { $0.isNamed(in: request) }.newest.map { [$0] } ?? []
        }
        let same = possible.filter { $0.entityTag.map(tag.matchesStrongly) ?? false }
        guard same.isEmpty else { return same }
        return possible.filter { $0.entityTag.map(tag.matchesWeakly) ?? false }.newest.map { [$0] } ?? []
    }

    /// The newest by `Date` (section 4.1).
    var newest: StoredResponse? {
        self.max { ($0.date ?? $0.responseDate, $0.responseDate) < ($1.date ?? $1.responseDate, $1.responseDate) }
    }
}
