import Foundation
import Roundtrip

/// A recording as one HTML file for people: a table of endpoints and a waterfall of calls and their attempts.
///
/// ```swift
/// try Data(Report(recorder.har()).html.utf8).write(to: file)
/// ```
///
/// The file needs nothing beside it, neither network nor script; it reads by keyboard and screen reader, in light and
/// dark, and on a phone. All that came from the recording is escaped.
public struct Report: Sendable {
    private let title: String
    private let log: HAR.Log

    /// - Parameters:
    ///   - har: What a `HARObserver` recorded, or a file read with `HAR(json:)`.
    ///   - title: The heading.
    public init(_ har: HAR, title: String = "Network report") {
        self.title = title
        log = har.log
    }

    /// The whole file, UTF-8.
    public var html: String {
        let calls = TracedCall.calls(in: log)
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            \(Self.overview(title, calls, log))
            <main>
            \(Self.endpoints(EndpointSummary.summaries(of: calls)))
            \(Self.waterfall(Waterfall(calls)))
            \(Self.session(log.session ?? []))
            </main>
            </body>
            </html>

            """
        return page.markup
    }
}
