/// The `Accept-Language` header (RFC 9110, section 12.5.4) for a list of preferred languages.
enum AcceptLanguage {
    /// The most languages that are named: more say nothing to a server and make the device easier to recognise.
    static let limit = 6

    /// `de-CH, en;q=0.9, fr;q=0.8` for `["de-CH", "en", "fr"]`; `nil` if no entry is a language tag.
    ///
    /// System spellings are turned into tags (`en_GB.UTF-8@euro` becomes `en-GB`), repetitions and everything that is no
    /// tag (`C`, `POSIX`, an empty text) are left out.
    static func value(for preferences: [String]) -> String? {
        var tags: [String] = []
        for tag in preferences.compactMap(tag) where !tags.contains(where: { $0.equalsIgnoringASCIICase(tag) }) {
            tags.append(tag)
        }
        guard !tags.isEmpty else { return nil }
        return tags.prefix(limit).enumerated()
            .map { index, tag in index == 0 ? tag : "\(tag);q=0.\(10 - index)" }
            .joined(separator: ", ")
    }

    /// A language tag as RFC 4647, section 2.1 allows it in a range: subtags of 1 to 8 letters or digits, the first
    /// of 2 to 8 letters.
    private static func tag(from name: String) -> String? {
        let plain = name.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let subtags = plain.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = subtags.first, language.utf8.count >= 2, language != "POSIX",
            language.utf8.allSatisfy(ASCII.isLetter),
            subtags.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(ASCII.isAlphanumeric) })
        else { return nil }
        return String(plain)
    }
}
