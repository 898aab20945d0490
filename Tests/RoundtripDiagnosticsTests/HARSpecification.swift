import Foundation

/// The rules of HTTP Archive 1.2 for what an exporter writes, taken from its specification (Jan Odvarko, "HAR 1.2 Spec").
///
/// It reads JSON, not the package's own types, so it sees what another program would.
struct HARSpecification {
    private(set) var faults: [String] = []

    /// What is wrong with the file; empty if nothing is.
    static func faults(in json: Data) -> [String] {
        var check = HARSpecification()
        guard let root = try? JSONSerialization.jsonObject(with: json) as? [String: Any] else { return ["no object"] }
        check.object(root["log"], "log") { check, log in check.log(log) }
        return check.faults
    }

    private mutating func log(_ log: [String: Any]) {
        if text(log, "version", "log") != "1.2" { faults.append("log.version is not 1.2") }
        object(log["creator"], "log.creator") { check, creator in
            for name in ["name", "version"] { check.filled(creator, name, "log.creator") }
        }
        var last = ""
        list(log["entries"], "log.entries") { check, entry, place in
            check.entry(entry, place)
            let started = entry["startedDateTime"] as? String ?? ""
            if started < last { check.faults.append("\(place) is not in order") }
            last = started
        }
        custom(log, ["version", "creator", "browser", "pages", "entries", "comment"], "log")
    }

    private mutating func entry(_ entry: [String: Any], _ place: String) {
        date(entry, "startedDateTime", place)
        let time = number(entry, "time", place, atLeast: 0)
        object(entry["request"], "\(place).request") { $0.request($1, "\(place).request") }
        object(entry["response"], "\(place).response") { $0.response($1, "\(place).response") }
        object(entry["cache"], "\(place).cache") { $0.custom($1, ["beforeRequest", "afterRequest", "comment"], place) }
        object(entry["timings"], "\(place).timings") { $0.timings($1, "\(place).timings", time) }
        let names = [
            "pageref", "startedDateTime", "time", "request", "response", "cache", "timings", "serverIPAddress",
            "connection", "comment",
        ]
        custom(entry, names, place)
    }

    private mutating func request(_ request: [String: Any], _ place: String) {
        for name in ["method", "url", "httpVersion"] { filled(request, name, place) }
        if (request["url"] as? String ?? "").prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/) == nil {
            faults.append("\(place).url is not absolute")
        }
        for name in ["cookies", "headers", "queryString"] { pairs(request, name, place) }
        whole(request, "headersSize", place, atLeast: -1)
        whole(request, "bodySize", place, atLeast: -1)
        if request["postData"] != nil {
            object(request["postData"], "\(place).postData") { check, data in
                _ = check.text(data, "mimeType", place)
                _ = check.text(data, "text", place)
                // Of a posted parameter only the name is mandatory.
                check.list(data["params"], "\(place).params") { check, param, place in
                    _ = check.text(param, "name", place)
                }
                if (data["params"] as? [Any])?.isEmpty == false, data["text"] as? String != "" {
                    check.faults.append("\(place) has text and params")
                }
            }
        }
        let names = [
            "method", "url", "httpVersion", "cookies", "headers", "queryString", "postData", "headersSize", "bodySize",
            "comment",
        ]
        custom(request, names, place)
    }

    private mutating func response(_ response: [String: Any], _ place: String) {
        whole(response, "status", place, atLeast: 0)
        for name in ["statusText", "redirectURL"] { _ = text(response, name, place) }
        filled(response, "httpVersion", place)
        for name in ["cookies", "headers"] { pairs(response, name, place) }
        whole(response, "headersSize", place, atLeast: -1)
        whole(response, "bodySize", place, atLeast: -1)
        object(response["content"], "\(place).content") { check, content in
            check.whole(content, "size", place, atLeast: 0)
            _ = check.text(content, "mimeType", place)
            check.custom(content, ["size", "compression", "mimeType", "text", "encoding", "comment"], place)
        }
        let names = [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
            "bodySize", "comment",
        ]
        custom(response, names, place)
    }

    private mutating func timings(_ timings: [String: Any], _ place: String, _ time: Double?) {
        for name in ["send", "wait", "receive"] { number(timings, name, place, atLeast: 0) }
        for name in ["blocked", "dns", "connect", "ssl"] where timings[name] != nil {
            let value = number(timings, name, place, atLeast: -1) ?? 0
            if value < 0, value != -1 { faults.append("\(place).\(name) is negative") }
        }
        let parts = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap { timings[$0] as? Double }
        let sum = parts.filter { $0 != -1 }.reduce(0, +)
        if abs(sum - (time ?? -1)) > 0.001 { faults.append("\(place): the sum \(sum) is not the time") }
        let (ssl, connect) = (timings["ssl"] as? Double ?? -1, timings["connect"] as? Double ?? -1)
        if ssl > connect + 0.001 { faults.append("\(place).ssl is not within connect") }
        custom(timings, ["blocked", "dns", "connect", "send", "wait", "receive", "ssl", "comment"], place)
    }

    // MARK: Types

    private mutating func object(
        _ value: Any?,
        _ place: String,
        _ body: (inout HARSpecification, [String: Any]) -> Void
    ) {
        guard let object = value as? [String: Any] else { return faults.append("\(place) is no object") }
        body(&self, object)
    }

    private mutating func list(
        _ value: Any?,
        _ place: String,
        _ body: (inout HARSpecification, [String: Any], String) -> Void
    ) {
        guard let list = value as? [[String: Any]] else { return faults.append("\(place) is no list of objects") }
        for (index, element) in list.enumerated() { body(&self, element, "\(place)[\(index)]") }
    }

    private mutating func pairs(_ object: [String: Any], _ name: String, _ place: String) {
        list(object[name], "\(place).\(name)") { check, pair, place in
            for name in ["name", "value"] { _ = check.text(pair, name, place) }
        }
    }

    private mutating func text(_ object: [String: Any], _ name: String, _ place: String) -> String? {
        let text = object[name] as? String
        if text == nil { faults.append("\(place).\(name) is no string") }
        return text
    }

    private mutating func filled(_ object: [String: Any], _ name: String, _ place: String) {
        if text(object, name, place)?.isEmpty != false { faults.append("\(place).\(name) is empty") }
    }

    @discardableResult
    private mutating func number(_ object: [String: Any], _ name: String, _ place: String, atLeast least: Double)
        -> Double?
    {
        guard let number = object[name] as? Double, number >= least else {
            faults.append("\(place).\(name) is no number from \(least)")
            return nil
        }
        return number
    }

    private mutating func whole(_ object: [String: Any], _ name: String, _ place: String, atLeast least: Double) {
        if let number = number(object, name, place, atLeast: least), number != number.rounded() {
            faults.append("\(place).\(name) is not whole")
        }
    }

    /// `YYYY-MM-DDThh:mm:ss.sTZD`.
    private mutating func date(_ object: [String: Any], _ name: String, _ place: String) {
        let pattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/
        if text(object, name, place)?.wholeMatch(of: pattern) == nil {
            faults.append("\(place).\(name) is no ISO 8601 date and time")
        }
    }

    /// Fields that the specification does not know begin with an underscore.
    private mutating func custom(_ object: [String: Any], _ known: [String], _ place: String) {
        for name in object.keys where !known.contains(name) && !name.hasPrefix("_") {
            faults.append("\(place).\(name) is not in the specification")
        }
    }
}
