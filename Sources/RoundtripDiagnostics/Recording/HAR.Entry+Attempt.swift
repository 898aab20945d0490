import Foundation
import Roundtrip

extension HAR.Entry {
    /// The exchange as an entry. Its record was redacted where it was made, and is once more here, so that nothing depends
    /// on who made it.
    init(_ attempt: AttemptEnd, _ call: HAR.Call, cause: HAR.Cause, _ redaction: Redaction) {
        timings = HAR.Timings(attempt)
        time = timings.total
        // The wait at the gate is the first part of the entry.
        startedDateTime = attempt.started - (attempt.gateWait ?? .zero).harMilliseconds / 1000
        request = HAR.Request(attempt, call, redaction)
        response = HAR.Response(attempt, redaction)
        (callID, endpoint) = (call.id, call.endpoint)
        self.attempt = attempt.number
        self.cause = cause
        isReusedConnection = attempt.metrics.isReusedConnection
        outcome =
            switch attempt.outcome {
            case .finished: .finished
            case .failed: .failed
            case .abandoned: .abandoned
            }
    }

    /// Roughly what it takes in memory.
    var byteCount: Int {
        let headers = request.headers + request.queryString + response.headers
        let texts = [request.url, request.postData?.text, response.content.text, response.redirectURL]
        return headers.reduce(1024) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
            + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}

extension HAR.Request {
    fileprivate init(_ attempt: AttemptEnd, _ call: HAR.Call, _ redaction: Redaction) {
        let record = attempt.record
        let headers = record?.requestHeaders ?? [:]
        method = attempt.method.rawValue
        url = record.map { redaction.again(url: $0.url) } ?? "unknown:/\(call.endpoint)"
        httpVersion = HAR.httpVersion(attempt.metrics.protocolName)
        self.headers = HAR.fields(headers, redaction)
        queryString = HAR.query(of: url)
        bodySize = attempt.metrics.bytesSent ?? -1
        let type = headers["Content-Type"]
        postData = (record?.requestBody).flatMap { body in
            body.isEmpty
                ? nil
                : HAR.PostData(mimeType: type ?? "", text: redaction.body(Array(body.utf8), contentType: type))
        }
    }
}

extension HAR.Response {
    fileprivate init(_ attempt: AttemptEnd, _ redaction: Redaction) {
        let headers = attempt.record?.responseHeaders ?? [:]
        let type = headers["Content-Type"]
        status = attempt.status ?? 0
        httpVersion = HAR.httpVersion(attempt.metrics.protocolName)
        self.headers = HAR.fields(headers, redaction)
        bodySize = attempt.metrics.bytesReceived ?? -1
        redirectURL = headers["Location"].map { redaction.value(ofHeader: "Location", $0) } ?? ""
        content = HAR.Content(
            size: max(0, bodySize), mimeType: type ?? "",
            text: (attempt.record?.responseBody).map { redaction.body(Array($0.utf8), contentType: type) })
        if case .failed(let category) = attempt.outcome { error = category.rawValue }
    }
}

extension HAR {
    fileprivate static func fields(_ headers: HTTPHeaders, _ redaction: Redaction) -> [NameValue] {
        headers.map { NameValue(name: $0.name, value: redaction.value(ofHeader: $0.name, $0.value)) }
    }

    /// As request lines spell it, from the ALPN name.
    fileprivate static func httpVersion(_ name: String?) -> String {
        switch name?.lowercased() {
        case "http/1.0": "HTTP/1.0"
        case "http/1.1": "HTTP/1.1"
        case "h2": "HTTP/2"
        case "h3": "HTTP/3"
        default: name ?? "unknown"
        }
    }

    fileprivate static func query(of url: String) -> [NameValue] {
        guard let mark = url.firstIndex(of: "?") else { return [] }
        return url[mark...].dropFirst().split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return NameValue(name: decoded(name), value: decoded(item.dropFirst(name.count + 1)))
        }
    }

    /// As a form decoder reads it; as it stands, where that cannot be read.
    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}

extension Redaction {
    /// The path was made from the endpoint's template, and stays.
    fileprivate func again(url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        return url[...mark] + form(String(url[mark...].dropFirst()))
    }
}
