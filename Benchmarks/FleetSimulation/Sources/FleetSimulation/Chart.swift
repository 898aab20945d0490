import Foundation

/// Draws requests per second over time, one line a strategy, as an SVG that reads in light and dark.
struct Chart {
    let scenario: Scenario
    let lines: [(name: String, values: [Int])]

    private static let colours = ["#c0392b", "#b7791f", "#2b6cb0"]
    private static let (width, height, left, bottom, top) = (860.0, 420.0, 70.0, 50.0, 40.0)

    var svg: String {
        let steady = scenario.steadyLoad
        let highest = lines.flatMap(\.values).map { Double($0) / steady }.max() ?? 1
        let scale = (highest * 1.05).rounded(.up)
        func x(_ second: Int) -> Double {
            Self.left + (Self.width - Self.left - 20) * Double(second) / Double(max(1, scenario.duration - 1))
        }
        func y(_ load: Double) -> Double {
            Self.height - Self.bottom - (Self.height - Self.bottom - Self.top) * load / scale
        }
        let outage = (x(scenario.warmUp), x(scenario.warmUp + scenario.outage))
        var parts = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img">
            <title>Requests per second during and after an outage, as multiples of the steady load</title>
            <style>text { font: 13px system-ui, sans-serif; fill: #444 } .grid { stroke: #888; stroke-opacity: 0.3 }
            @media (prefers-color-scheme: dark) { text { fill: #ccc } }</style>
            <rect x="\(text(outage.0))" y="\(text(Self.top))" width="\(text(outage.1 - outage.0))" \
            height="\(text(Self.height - Self.bottom - Self.top))" fill="#888" fill-opacity="0.15"/>
            <text x="\(text(outage.0 + 8))" y="\(text(Self.top + 16))">server down</text>
            """
        ]
        for load in 0...Int(scale) {
            parts.append(
                """
                <line class="grid" x1="\(text(Self.left))" x2="\(text(Self.width - 20))" y1="\(text(y(Double(load))))" \
                y2="\(text(y(Double(load))))"/>
                <text x="\(text(Self.left - 30))" y="\(text(y(Double(load)) + 4))">\(load)x</text>
                """)
        }
        for second in stride(from: 0, through: scenario.duration, by: 30) {
            parts.append("<text x=\"\(text(x(second) - 8))\" y=\"\(text(Self.height - 25))\">\(second) s</text>")
        }
        for (index, line) in lines.enumerated() {
            let points = line.values.enumerated()
                .map { "\(text(x($0.offset))),\(text(y(Double($0.element) / steady)))" }.joined(separator: " ")
            let colour = Self.colours[index % Self.colours.count]
            let place = Self.left + 250 * Double(index)
            parts.append(
                """
                <polyline fill="none" stroke="\(colour)" stroke-width="2" points="\(points)"/>
                <line x1="\(text(place))" x2="\(text(place + 24))" y1="20" y2="20" stroke="\(colour)" stroke-width="3"/>
                <text x="\(text(place + 30))" y="24">\(line.name)</text>
                """)
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
