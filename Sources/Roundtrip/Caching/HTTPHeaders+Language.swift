extension HTTPHeaders {
    /// Whether `Accept-Language` has this language, with a weight above all others (RFC 9110, section 12.5.4).
    func prefersLanguage(_ language: String) -> Bool {
        var best: (weight: Int, language: Substring)?
        var isTied = false
        for member in members(of: "Accept-Language") {
            let parts = member.split(separator: ";").map(\.trimmingHTTPWhitespace)
            guard let tag = parts.first, let weight = Self.weight(parts.dropFirst()) else { return false }
            isTied = weight == best?.weight || isTied && weight < best?.weight ?? 0
            if weight > best?.weight ?? 0 { best = (weight, tag) }
        }
        return !isTied && best?.language.equalsIgnoringASCIICase(language) ?? false
    }

    /// In thousandths (RFC 9110, section 12.4.2); `nil` for what is no weight.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        guard parameters.count == 1, parameter.prefix(2).equalsIgnoringASCIICase("q=") else { return nil }
        let digits = parameter.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(digits.count), let whole = ASCII.number(digits[0]), whole <= 1 else { return nil }
        guard digits.count == 2 else { return whole * 1000 }
        guard digits[1].count <= 3,
            let fraction = ASCII.number(digits[1] + String(repeating: "0", count: 3 - digits[1].count))
        else { return nil }
        return (whole * 1000 + fraction).clamped(to: 0...1000)
    }
}
