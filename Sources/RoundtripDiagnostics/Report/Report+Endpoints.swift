import Roundtrip

/// The table of endpoints.
extension Report {
    static func endpoints(_ summaries: [EndpointSummary]) -> HTML {
        guard !summaries.isEmpty else { return .empty }
        let columns = ["Calls", "Errors", "Error rate", "p50", "p90", "p99", "Retries"]
        return """
            <section id="endpoints" aria-labelledby="endpoints-title">
            <h2 id="endpoints-title">Endpoints</h2>
            <table class="endpoints" role="table">
            <caption>p50, p90 and p99 are the times within which so many percent of the calls ended.</caption>
            <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Endpoint</th>\
            \(columns.map { name -> HTML in "<th scope=\"col\" role=\"columnheader\">\(name)</th>" })</tr></thead>
            <tbody role="rowgroup">
            \(summaries.map { row($0, columns) })\
            </tbody>
            </table>
            </section>
            """
    }

    private static func row(_ endpoint: EndpointSummary, _ columns: [String]) -> HTML {
        let figures = [
            "\(endpoint.calls)", "\(endpoint.failures)",
            "\(Decimals.text(endpoint.errorRate * 100, digits: 1)) %",
            time(endpoint.p50), time(endpoint.p90), time(endpoint.p99), "\(endpoint.retries)",
        ]
        return """
            <tr role="row"><th scope="row" role="rowheader">\(endpoint.name)</th>\
            \(zip(columns, figures).map { name, figure -> HTML in
                "<td role=\"cell\" data-label=\"\(name)\">\(figure)</td>"
            })</tr>

            """
    }

    private static func time(_ milliseconds: Double?) -> String { milliseconds.map(Milliseconds.text) ?? "–" }
}
