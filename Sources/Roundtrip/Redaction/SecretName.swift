/// Tells by its name whether a header or field holds a secret, or says who a person is.
///
/// A name is read as words, so that `accessToken`, `access_token`, `Access-Token` and `X-Access-Token` are one. It is
/// better to hide a page's `next_token` than to show a session's.
enum SecretName {
    /// A name with one of these words is secret, wherever the word stands.
    private static let words: Set<String> = [
        "apikey", "assertion", "auth", "authentication", "authorization", "bearer", "cookie", "cookies", "credential",
        "credentials", "cvc", "cvv", "email", "jwt", "otp", "passcode", "passphrase", "passwd", "password", "phone",
        "pin",
        "pwd", "secret", "secrets", "signature", "token", "tokens", "totp",
    ]

    /// Names that are secret as a whole, in lower case without separators. As parts of longer names they say nothing.
    private static let names: Set<String> = [
        "code", "codeverifier", "iban", "key", "oobcode", "pass", "pw", "sas", "sid", "sig", "ssn", "verificationcode",
    ]

    /// What a secret name may end in, without separators, so that `accesstoken` and `x-my-api-key` count too.
    private static let endings = [
        "accesskey", "accesskeyid", "apikey", "cardnumber", "cookie", "passwd", "password", "privatekey", "secret",
        "secretkey", "sessid", "sessionid", "sharedkey", "signature", "signingkey", "token",
    ]

    /// Words by which a header, besides the above, is taken for a secret.
    private static let headerWords: Set<String> = ["key", "session", "sid"]

    /// Headers that have such a word and are harmless; without them a retry could not be followed in a log.
    private static let harmlessHeaders: Set<String> = [
        "idempotencykey", "wwwauthenticate", "secwebsocketkey", "accesscontrolallowcredentials", "surrogatekey",
    ]

    static func isSecret(field name: String) -> Bool {
        let words = words(of: name)
        return isSecret(words) || names.contains(words.joined())
    }

    static func isSecret(header name: String) -> Bool {
        let words = words(of: name)
        guard !harmlessHeaders.contains(words.joined()) else { return false }
        return isSecret(words) || words.contains(where: headerWords.contains)
    }

    /// The name in lower case and without separators.
    static func plain(_ name: String) -> String {
        words(of: name).joined()
    }

    private static func isSecret(_ words: [String]) -> Bool {
        words.contains { word in
            // `token2` and `Set-Cookie2` are what they are without the number.
            let plain = String(word.reversed().drop(while: \.isNumber).reversed())
            return self.words.contains(plain) || endings.contains(where: plain.hasSuffix)
        } || endings.contains(where: words.joined().hasSuffix)
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
