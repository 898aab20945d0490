/// An attempt as a command for a terminal, made of its redacted record: put your own token in, and it can be run.
enum CurlLine {
    static func command(for record: AttemptRecord) -> String {
        var parts = ["curl"]
        switch record.method {
        case .get: break
        case .head: parts.append("--head")
        default: parts += ["--request", quoted(record.method.rawValue)]
        }
        for field in record.requestHeaders { parts += ["--header", quoted("\(field.name): \(field.value)")] }
        if let body = record.requestBody, !body.isEmpty { parts += ["--data-raw", quoted(body)] }
        // `--globoff`, because `{}` in the URL stands for a value.
        parts += ["--globoff", quoted(record.url)]
        return parts.joined(separator: " ")
    }

    /// In single quotes, within which a shell reads everything as it is but the quote itself.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
