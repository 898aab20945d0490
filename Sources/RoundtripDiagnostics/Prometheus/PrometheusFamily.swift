/// The samples of one metric, and their form as text.
struct PrometheusFamily {
    enum Kind: String {
        case counter, summary
    }

    struct Sample {
        /// `_sum` or `_count` in a summary.
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    let name: String
    let kind: Kind
    let help: String
    let samples: [Sample]

    var text: String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + samples.map { name + $0.text + "\n" }.joined()
    }
}

extension PrometheusFamily.Sample {
    var text: String {
        let list = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        return suffix + (list.isEmpty ? "" : "{\(list)}") + " " + number
    }

    private var number: String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        // Counts without a point, as far as a double holds every whole number.
        return value == value.rounded() && abs(value) < 9e15 ? "\(Int(value))" : "\(value)"
    }

    /// A label's value within its quotes: nothing but these three needs to be escaped.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#).replacing("\n", with: #"\n"#)
    }
}
