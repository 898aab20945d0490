/// Tells by its name whether a header or field holds a secret.
///
/// A name is read as words, so that `accessToken`, `access_token`, `Access-Token` and `X-Access-Token` are one. It is
/// better to hide a page's `next_token` than to show a session's.
enum SecretName {
    /// A name with one of these words is secret, wherever the word stands.
    private static let words: Set<String> = [
        "apikey", "assertion", "auth", "authentication", "authorization", "bearer", "cookie", "cookies", "credential",
        "credentials", "cvc", "cvv", "jwt", "otp", "passcode", "passphrase", "passwd", "password", "pin", "pwd",
        "secret", "secrets", "signature", "token", "tokens", "totp",
    ]

    /// Names that are secret as a whole, in lower case without separators. As words of longer names they say nothing.
    private static let names: Set<String> = [
        "accesskey", "accesskeyid", "cardnumber", "code", "codeverifier", "iban", "key", "oobcode", "pass", "pw",
        "privatekey", "sas", "secretkey", "sid", "sessid", "sessionid", "sharedkey", "sig", "signingkey", "ssn",
        "verificationcode", "xgoogcredential",
    ]

    /// Words by which a header, besides the above, is taken for a secret.
    private static let headerWords: Set<String> = ["key", "session", "sid"]

    /// Headers that have such a word and are harmless; without them a retry could not be followed in a log.
    private static let harmlessHeaders: Set<String> = [
        "idempotencykey", "wwwauthenticate", "secwebsocketkey", "accesscontrolallowcredentials", "surrogatekey",
    ]

    static func isSecret(field name: String) -> Bool {
        let words = words(of: name)
        return words.contains(where: isSecret(word:)) || names.contains(words.joined())
    }

    static func isSecret(header name: String) -> Bool {
        let words = words(of: name)
        guard !harmlessHeaders.contains(words.joined()) else { return false }
        return words.contains { isSecret(word: $0) || headerWords.contains($0) }
    }

    /// The name in lower case and without separators.
    static func plain(_ name: String) -> String {
        words(of: name).joined()
    }

    /// `accesstoken` and `mypassword` are one word each, so the end of a word counts too.
    private static func isSecret(word: String) -> Bool {
        words.contains(word)
            || ["token", "password", "passwd", "secret", "apikey", "signature", "cookie"].contains(
                where: word.hasSuffix)
    }

    /// The words of a name in lower case: split at everything that is no letter or digit, and before each capital that
    /// follows a small letter or begins a new word (`XMLToken` is `xml`, `token`).
    private static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let isAfterSmall = index > 0 && (characters[index - 1].isLowercase || characters[index - 1].isNumber)
            let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, !word.isEmpty, isAfterSmall || isBeforeSmall {
                words.append(word)
                word = ""
            }
            word += character.lowercased()
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
