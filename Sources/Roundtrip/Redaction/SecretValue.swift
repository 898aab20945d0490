/// Tells by its looks whether a value is a credential, whatever name it stands under.
enum SecretValue {
    /// The schemes of IANA's "HTTP Authentication Schemes" registry, and those that large services use besides.
    private static let schemes: Set<String> = [
        "apikey", "aws4-hmac-sha256", "basic", "bearer", "concealed", "digest", "dpop", "gnap", "googlelogin", "hawk",
        "hmac", "hoba", "jwt", "mac", "mutual", "negotiate", "ntlm", "oauth", "privatetoken", "scram-sha-1",
        "scram-sha-256", "sharedaccesssignature", "sharedkey", "sharedkeylite", "token", "vapid",
    ]

    /// Whether a header's value is what `Authorization` would hold.
    static func isCredential(header value: String) -> Bool {
        afterScheme(value) != nil || isWebToken(value)
    }

    /// Whether text out of a query, form or body is a credential: after a scheme's name, which may also be a word like any
    /// other, comes one long run of characters.
    static func isCredential(_ text: some StringProtocol) -> Bool {
        if isWebToken(text) { return true }
        guard let rest = afterScheme(text) else { return false }
        return rest.count >= 16 && !rest.contains(" ")
    }

    private static func afterScheme<Text: StringProtocol>(_ text: Text) -> Text.SubSequence? {
        guard let space = text.firstIndex(of: " "), schemes.contains(text[..<space].lowercased()) else { return nil }
        return text[space...].dropFirst()
    }

    /// `eyJ…` is base64url of `{"…`: a header, and two or four parts after it (RFC 7515, section 7.1, and RFC 7516).
    private static func isWebToken(_ value: some StringProtocol) -> Bool {
        guard value.hasPrefix("eyJ") else { return false }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 || parts.count == 5
    }
}
