import Foundation

extension StoredResponse {
    /// The answer to this request, with its present age (RFC 9111, section 4).
    ///
    /// Conditions of the caller's own and a wish for a part are kept (section 4.3.2; RFC 9110, section 14): the answer
    /// is then 304, 206 or 416.
    func answer(to request: HTTPRequest, age: TimeInterval, source: HTTPResponse.Source) -> HTTPResponse {
        var headers = headers
        headers["Age"] = String(age.wholeSeconds)
        if source != .revalidated, case .fields(let names) = cacheControl.noCache {
            headers = HTTPHeaders(headers.filter { !names.contains($0.name.lowercased()) })
        }
        var response = HTTPResponse(
            status: status, headers: headers, body: .data(body), request: request, source: source)
        if status == 200, isUnchanged(for: request) {
            response.status = 304
            response.headers = HTTPHeaders(headers.filter { Self.notModifiedNames.contains($0.name.lowercased()) })
            response.body = .data(Data())
        } else if status == 200, request.method == .get, wantsPart(request) {
            response.narrow(body, to: request.headers["Range"] ?? "")
        } else if request.method == .head {
            response.body = .data(Data())
        }
        return response
    }

    /// RFC 9110, section 13.2.2: `If-None-Match` decides where it is there.
    private func isUnchanged(for request: HTTPRequest) -> Bool {
        let tags = request.headers.members(of: "If-None-Match")
        guard tags.isEmpty else {
            return tags.contains { tag in
                tag == "*" || EntityTag(tag).flatMap { tag in entityTag.map(tag.matchesWeakly) } ?? false
            }
        }
        guard let value = request.headers["If-Modified-Since"],
            let since = HTTPDate.cached(value, now: responseDate)
        else { return false }
        return (lastModified ?? date ?? responseDate) <= since
    }

    /// A part of a changed whole is of no use, so `If-Range` must match exactly (RFC 9110, section 13.1.5). Ranges count
    /// the bytes of what was sent, so none is cut from a body that has been decoded.
    private func wantsPart(_ request: HTTPRequest) -> Bool {
        guard request.headers.contains("Range"), !headers.contains("Content-Encoding") else { return false }
        guard let condition = request.headers["If-Range"] else { return true }
        if let theirs = EntityTag(condition) { return entityTag.map(theirs.matchesStrongly) ?? false }
        return condition == headers["Last-Modified"]
    }

    /// What a 304 repeats (RFC 9110, section 15.4.5), and its age.
    private static let notModifiedNames: Set<String> = [
        "age", "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]
}

extension HTTPResponse {
    /// Leaves the part that was asked for. Several parts at once, and other units, get the whole (RFC 9110, section
    /// 14.2).
    fileprivate mutating func narrow(_ whole: Data, to range: String) {
        guard let wanted = ByteRange(range) else { return }
        guard let part = wanted.resolved(in: whole.count) else {
            status = 416
            headers["Content-Range"] = "bytes */\(whole.count)"
            headers["Content-Length"] = nil
            body = .data(Data())
            return
        }
        status = 206
        headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(whole.count)"
        headers["Content-Length"] = String(part.count)
        body = .data(whole.dropFirst(part.lowerBound).prefix(part.count))
    }
}
