/// Tells by its name whether a header or field holds a secret, or says who a person is.
///
/// A name is read as words, so that `accessToken`, `access_token`, `Access-Token` and `X-Access-Token` are one, and each
/// rule is about words: a vendor's `X-Acme-Access-Token` is known without being listed. Which words there are, and where
/// they come from, stands in `SecretName+Words.swift`. It is better to hide a page's `next_token` than to show a session's.
enum SecretName {
    static func isSecret(field name: String) -> Bool {
        let words = words(of: name)
        return isSecret(words) || wholeFields.contains(words.joined())
            || endingFields.contains { words.count >= $0.count && words.suffix($0.count).elementsEqual($0) }
            || endsInSecret("code", harmless: harmlessCodes, words)
            || endsInSecret("key", harmless: harmlessKeys, words)
    }

    static func isSecret(header name: String) -> Bool {
        let words = words(of: name)
        guard !harmlessHeaders.contains(words.joined()) else { return false }
        return isSecret(words) || hasRun(of: words, in: headerWords)
    }

    /// The name in lower case and without separators.
    static func plain(_ name: String) -> String {
        words(of: name).joined()
    }

    private static func isSecret(_ words: [String]) -> Bool {
        hasRun(of: words, in: secretWords)
            || words.contains { word in endings.contains(where: word.hasSuffix) }
            || endings.contains(where: words.joined().hasSuffix)
    }

    /// Whether some words that follow each other are one of these: `appcheck` is also found as `AppCheck`, `dpop` as `DPoP`.
    private static func hasRun(of words: [String], in known: Set<String>) -> Bool {
        words.indices.contains { start in
            var run = ""
            return words[start...].prefix(longestRun).contains { word in
                run += word
                return known.contains(run)
            }
        }
    }

    /// Whether the name ends in this word, or in a word that ends in it, and nothing before it says that it is harmless:
    /// `sms_code` and `smscode` are, `country_code`, `zipcode` and a lone `errorCode` are not.
    private static func endsInSecret(_ ending: String, harmless: Set<String>, _ words: [String]) -> Bool {
        guard let last = words.last, last.hasSuffix(ending) else { return false }
        let before = last == ending ? words.dropLast().last ?? "" : String(last.dropLast(ending.count))
        return !harmless.contains(before)
    }

    /// The words of a name in lower case, without the number at a word's end (`token2`, `Set-Cookie2`): split at
    /// everything that is no letter or digit, and before each capital that follows a small letter or begins a new word
    /// (`XMLToken` is `xml`, `token`).
    private static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        var word = ""
        func finish() {
            let plain = String(word.reversed().drop(while: \.isNumber).reversed())
            if !word.isEmpty { words.append(plain.isEmpty ? word : plain) }
            word = ""
        }
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                finish()
                continue
            }
            let isAfterSmall = index > 0 && (characters[index - 1].isLowercase || characters[index - 1].isNumber)
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, !word.isEmpty, isAfterSmall || isBeforeSmall { finish() }
            word += character.lowercased()
        }
        finish()
        return words
    }
}
