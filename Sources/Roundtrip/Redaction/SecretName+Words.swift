/// The words that `SecretName` goes by, in lower case without separators, and where they come from.
///
/// - OAuth: the parameters, token types and client metadata of IANA's "OAuth Parameters" registry (RFC 6749, 7521, 7591,
///   7636, 8628, 8693, 9101, 9126, 9200, 9449), OAuth 1.0 (RFC 5849), UMA's tickets and claim tokens, OpenID Connect
///   (Core, CIBA, logout, verifiable credentials).
/// - HTTP: IANA's "HTTP Authentication Schemes" and "HTTP Field Names" registries (RFC 6265, 7617, 8471, 9110, 9440, 9449).
/// - Web sign-in: SAML 2.0 bindings, WS-Federation, CAS, WebAuthn.
/// - The sign-in and signing of the large providers: Amazon (Cognito, load balancers, signature 4), Apple, Auth0,
///   Cloudflare, Facebook, Google (Firebase, Identity-Aware Proxy, signed URLs), Microsoft (Entra, App Service, shared
///   access signatures), Okta; common frameworks' session cookies and forgery tokens.
/// - People: the identifying claims of OpenID Connect Core, section 5.1, payment cards, bank accounts, identity papers.
extension SecretName {
    /// The most words that together are looked up as one.
    static let longestRun = 4

    /// Secret wherever they stand in a name, alone or as several words in a row.
    static let secretWords: Set<String> = [
        // What proves who asks.
        "apikey", "appcheck", "assertion", "attest", "attestation", "auth", "authenticate", "authentication",
        "authenticator", "authorization", "authorisation", "bearer", "captcha", "clientdata", "challenge", "cookie",
        "cookies",
        "credential", "credentials", "csrf", "dpop", "hcaptcha", "hmac", "jwe", "jws", "jwt", "nonce", "oauth",
        "passkey", "recaptcha", "saml", "samlart", "secret", "secrets", "signature", "signatures", "token", "tokens",
        "turnstile", "verifier", "wresult", "xsrf", "relaystate", "clientassertion", "loginhint", "authreqid",
        // What a person types to prove it.
        "cvc", "cvv", "hotp", "kennwort", "magiclink", "mnemonic", "motdepasse", "otp", "passcode", "passphrase",
        "passwd", "passwort", "password", "passwords", "pin", "puk", "pwd", "resetlink", "seedphrase", "senha", "totp",
        "securityanswer", "backupcodes", "recoverycodes", "scratchcodes",
        // Who a person is.
        "birthdate", "birthday", "cardnumber", "dateofbirth", "dob", "email", "emails", "familyname", "firstname",
        "fullname", "givenname", "iban", "idfa", "idfv", "lastname", "maidenname", "mobilenumber", "msisdn", "passport",
        "phone", "phones", "ssn", "socialsecurity", "surname", "taxid", "username", "accountnumber",
    ]

    /// Secret where they are all that the name says. As parts of longer names they say nothing.
    static let wholeFields: Set<String> = [
        "appsecretproof", "canary", "googleaccessid", "hdnea", "hdntl", "hdnts", "keypairid", "login", "pan", "pct",
        "pgtid", "pgtiou", "policy", "ppft", "pw", "rawid", "registrationclienturi", "requesturi", "rpt", "seed",
        "sess",
        "sft", "signedrequest", "softwarestatement", "srpa", "srpb", "state", "userhandle", "verificationuricomplete",
    ]

    /// Secret as the end of a name: `user_session` is, `session_count` and `refresh_interval` are not.
    static let endingFields: [[String]] = [
        ["session"], ["session", "id"], ["session", "key"], ["session", "state"], ["session", "data"], ["sess", "id"],
        ["sid"], ["sig"], ["ticket"], ["pass"], ["access"], ["refresh"], ["grant"], ["access", "id"], ["sas"],
    ]

    /// What a secret name may end in when its words are not told apart: `accesstoken`, `x-my-apikey`.
    static let endings = [
        "accesskey", "accesskeyid", "apikey", "assertion", "cardnumber", "cookie", "credential", "credentials", "csrf",
        "jwt", "otp", "passcode", "passphrase", "passwd", "password", "privatekey", "secret", "secretkey", "sessid",
        "sessionid", "sharedkey", "signature", "signingkey", "token", "tokens", "tokenhint", "verifier", "xsrf",
        "samlrequest", "samlresponse",
    ]

    /// What a code may be of that proves nothing. Every other code is taken for one that somebody was sent.
    static let harmlessCodes: Set<String> = [
        "airline", "airport", "area", "bar", "byte", "calling", "char", "city", "class", "color", "colour", "country",
        "course", "currency", "de", "dial", "en", "error", "event", "exit", "failure", "fault", "geo", "http", "iata",
        "icao", "item", "lang", "language", "locale", "location", "op", "plus", "post", "postal", "product", "province",
        "reason", "region", "response", "result", "return", "source", "state", "station", "status", "stop", "subject",
        "trans", "type", "uni", "unit", "warehouse", "zip", "zone",
    ]

    /// What a key may be of that opens nothing. Every other key is taken for one that does.
    static let harmlessKeys: Set<String> = [
        "cache", "column", "composite", "config", "don", "event", "feature", "field", "flag", "foreign", "group", "hoc",
        "i18n", "idempotency", "index", "item", "jo", "json", "localization", "lookup", "map", "menu", "message",
        "metric",
        "mon", "natural", "object", "order", "partition", "preference", "primary", "public", "publishable", "routing",
        "row", "search", "setting", "shortcut", "sort", "surrogate", "tic", "translation", "tur", "unique", "whis",
    ]

    /// By these words a header, besides the above, is taken for a secret: the identity that a gateway hands on, the
    /// certificate of a client, the address of a person's device.
    static let headerWords: Set<String> = [
        "authrequestuser", "clientcert", "clientip", "connectingip", "csrftoken", "forwarded", "key", "oidc",
        "principal", "realip", "remoteaddr", "remoteuser", "session", "sid", "userid", "identity", "subject",
    ]

    /// Headers that have such a word and are harmless; without them a retry could not be followed in a log.
    static let harmlessHeaders: Set<String> = [
        "idempotencykey", "wwwauthenticate", "secwebsocketkey", "accesscontrolallowcredentials", "surrogatekey",
        "xforwardedproto", "xforwardedport", "xforwardedhost", "xforwardedprefix",
    ]
}
