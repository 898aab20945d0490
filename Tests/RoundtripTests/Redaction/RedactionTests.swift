import Foundation
import Testing

@testable import Roundtrip

@Suite struct `What redaction hides` {
    private let redaction = Redaction(headerNames: ["X-Loyalty"], fieldNames: ["member_no"])
    private static let placeholder = Redaction.placeholder

    // LOG-01
    @Test(arguments: [
        "Authorization", "authorization", "AUTHORIZATION", "Cookie", "Set-Cookie", "Set-Cookie2", "Proxy-Authorization",
        "X-Api-Key", "x-api-key", "X-Amz-Security-Token", "X-Auth-Token", "X-CSRF-Token", "X-Access-Token", "ApiKey",
        "X-Session", "X-Functions-Key", "Authentication-Info", "X-Loyalty", "x-LOYALTY", "X-Vault-Token",
        "Ocp-Apim-Subscription-Key", "X-Hub-Signature-256", "Sid", "DPoP", "dpop", "X-Firebase-AppCheck", "X-AppCheck",
        "X-Amzn-Oidc-Data", "X-Amzn-Oidc-Identity", "x-amzn-oidc-accesstoken", "X-MS-CLIENT-PRINCIPAL",
        "X-MS-CLIENT-PRINCIPAL-NAME", "X-MS-TOKEN-AAD-ID-TOKEN", "X-Ms-Authorization-Auxiliary",
        "X-Goog-IAP-JWT-Assertion", "X-Goog-Authenticated-User-Email", "Cf-Access-Jwt-Assertion", "CF-Connecting-IP",
        "X-Forwarded-Client-Cert", "X-ARR-ClientCert", "Client-Cert", "Client-Cert-Chain", "Sec-Token-Binding",
        "X-Forwarded-User", "X-Forwarded-For", "Forwarded", "X-Real-IP", "Remote-User", "X-Auth-Request-Email",
        "X-Amz-Server-Side-Encryption-Customer-Key", "X-Apple-ID-Session-Id", "X-Recaptcha", "Signature",
        "Stripe-Signature", "X-Shopify-Hmac-Sha256", "X-Acme-AccessToken", "XSRF", "X-Csrf", "Proxy-Authenticate",
        "X-Device-Attestation", "X-User-Id", "Replay-Nonce",
    ])
    func `these headers are hidden`(name: String) {
        #expect(redaction.value(ofHeader: name, "MARK") == Self.placeholder)
    }

    @Test(arguments: [
        ("Accept", "application/json"), ("Content-Type", "text/plain"), ("X-Request-ID", "7f3c"),
        ("Idempotency-Key", "tap-1"), ("WWW-Authenticate", "Bearer realm=\"x\""), ("ETag", "\"1\""),
        ("Retry-After", "3"), ("X-Forwarded-Proto", "https"), ("Access-Control-Allow-Origin", "*"),
        ("Keep-Alive", "timeout=5"), ("X-Amz-Cf-Id", "7f3c"), ("Content-Security-Policy", "default-src 'none'"),
        ("X-Debug", "basically nothing"),
        ("User-Agent", "Courses/7 (+https://courses.example)"), ("Authority", "h.example"), ("X-Monkey", "see"),
        ("traceparent", "00-1-2-01"),
    ])
    func `these stay as they are`(name: String, value: String) {
        #expect(redaction.value(ofHeader: name, value) == (name == "WWW-Authenticate" ? Self.placeholder : value))
    }

    @Test(arguments: [
        (
            "Location", "https://u:PASS@h.example/reset/MARK?token=MARK&q=ok",
            "https://h.example/<redacted>?token=<redacted>&q=ok"
        ),
        ("Location", "/reset/MARK", "/<redacted>"), ("Location", "?code=MARK", "?code=<redacted>"),
        ("Location", "MARK", "<redacted>"), ("Link", "<https://h.example/?t=MARK>; rel=next", "<redacted>"),
        ("X-Debug", "Bearer MARK", "<redacted>"), ("X-Debug", "basic MARK", "<redacted>"),
        ("X-Debug", "DPoP MARK", "<redacted>"), ("X-Debug", "NEGOTIATE MARK", "<redacted>"),
        ("X-Debug", "AWS4-HMAC-SHA256 Credential=MARK", "<redacted>"), ("X-Debug", "eyJh.MARK.MARK", "<redacted>"),
        ("X-Debug", "eyJh.MARK.MARK.MARK.MARK", "<redacted>"),
    ])
    func `URLs and credentials in other headers are hidden too`(name: String, value: String, shown: String) {
        #expect(redaction.value(ofHeader: name, value) == shown)
    }

    @Test(arguments: [
        "access_token", "accessToken", "access-token", "ACCESS_TOKEN", "AccessToken", "accesstoken", "refresh_token",
        "id_token", "token", "Token", "password", "newPassword", "passwordConfirmation", "user.password",
        "user[password]", "secret", "client_secret", "api_key", "apikey", "apiKey", "API-KEY", "key", "sig",
        "signature",
        "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "X-Goog-Signature", "code", "code_verifier",
        "otp", "pin", "userPIN", "PINCode", "auth", "sessionId", "session_id", "SID", "jwt", "client_assertion",
        "credentials", "member_no", "memberNo", "MEMBER-NO", "private_key", "card_number", "cvv", "email",
        "phone_number",
        "oauth_token", "XMLToken", "tokenValue2",
        // OAuth, OpenID Connect, UMA.
        "device_code", "deviceCode", "devicecode", "user_code", "oauth_verifier", "oauth_signature", "oauth_nonce",
        "oauth_consumer_key", "code_challenge", "nonce", "c_nonce", "state", "ticket", "claim_token", "rpt", "pct",
        "subject_token", "actor_token", "assertion", "id_token_hint", "login_hint", "logout_token", "vp_token",
        "tx_code", "pre-authorized_code", "auth_req_id", "request_uri", "registration_access_token", "session_state",
        "software_statement",
        // SAML, WS-Federation, CAS, WebAuthn.
        "SAMLResponse", "SAMLRequest", "SAMLart", "samlresponse", "RelayState", "wresult", "pgtIou", "service_ticket",
        "clientDataJSON", "attestationObject", "authenticatorData", "challenge",
        // What is typed or sent once.
        "sms_code", "smsCode", "smscode", "mfa_code", "recovery_code", "backup_codes", "confirmationCode", "CODE2",
        "reset_code", "invite_code", "one_time_code", "otp_code", "passCode", "magic_link", "SMS_MFA_CODE",
        // Sessions and forgery tokens.
        "csrf", "_csrf", "csrfmiddlewaretoken", "xsrf", "session", "userSession", "PHPSESSID", "JSESSIONID",
        "ASP.NET_SessionId", "connect.sid", "session_key", "refresh", "access", "refreshJwt", "accessJwt",
        "g-recaptcha-response", "h-captcha-response", "cf-turnstile-response",
        // Keys.
        "encryption_key", "encryptionKey", "license-key", "storageKey", "consumerKey", "AWSAccessKeyId",
        "GoogleAccessId", "Key-Pair-Id", "Policy", "hmac", "appsecret_proof", "signed_request", "SECRET_HASH",
        "mnemonic",
        // People.
        "username", "preferred_username", "given_name", "familyName", "birthdate", "date_of_birth", "dob", "iban",
        "ssn", "passport_number", "phoneNumber", "msisdn", "accountNumber", "pan",
    ])
    func `these fields and query items are hidden, whatever their spelling`(name: String) {
        #expect(redaction.hides(field: name))
    }

    @Test(arguments: [
        "q", "page", "limit", "sort", "id", "name", "status", "codes", "country_code", "keyboard", "monkey", "pinned",
        "spinner", "author", "authorId", "secretary", "signal", "design", "keys", "passenger", "", "2", "émile",
        "countryCode", "currency_code", "zipcode", "postcode", "error_code", "statusCode", "barcode", "encode",
        "unicode",
        "primary_key", "sortKey", "cache_key", "idempotency_key", "public_key", "refresh_interval", "session_count",
        "sessions", "access_level", "ticket_count", "accessible", "refreshed", "order_state", "statement", "policyId",
        "pancake", "seedling", "hmacs", "dpo", "title", "first", "last", "user", "users",
    ])
    func `these are shown`(name: String) {
        #expect(!redaction.hides(field: name))
    }

    // LOG-02
    @Test(
        arguments: [
            (
                "https://u:PASS@h.example/reset/MARK?api_key=MARK&q=ok", "reset/{}", "",
                "https://h.example/reset/{}?api_key=<redacted>&q=ok"
            ),
            ("https://h.example/users/MARK", "users/{}", "", "https://h.example/users/{}"),
            (
                "https://h.example:8443/api/v2/users/MARK/orders", "users/{}/orders", "/api",
                "https://h.example:8443/api/v2/users/{}/orders"
            ),
            ("https://h.example/api/users/MARK", "users/{}", "/api/", "https://h.example/api/users/{}"),
            ("https://h.example/files/a-MARK.json", "files/a-{}.json", "", "https://h.example/files/a-{}.json"),
            ("https://h.example/gr%C3%B6%C3%9Fe/MARK", "größe/{}", "", "https://h.example/größe/{}"),
            (
                "https://h.example/api/2026-04/beta/users/MARK", "users/{}", "/api",
                "https://h.example/api/2026-04/beta/users/{}"
            ),
            ("https://h.example/api/2026-04/users/MARK", "users/{}", "/api", "https://h.example/<redacted>"),
            ("https://h.example", "", "", "https://h.example"),
            ("https://h.example/", "", "", "https://h.example/"),
            ("https://h.example/api", "", "/api", "https://h.example/api"),
            // After a redirect the path is the server's, and may hold anything.
            ("https://h.example/MARK/users/MARK", "users/{}", "", "https://h.example/<redacted>"),
            ("https://h.example/api/MARK", "users/{}", "/api", "https://h.example/<redacted>"),
            ("https://h.example/vMARK/users/1", "users/{}", "", "https://h.example/<redacted>"),
            ("https://h.example/MARK", "h.example", "", "https://h.example/<redacted>"),
            ("https://h.example/x#access_token=MARK", "x", "", "https://h.example/x"),
            ("https://a@b:MARK@h.example/x", "x", "", "https://h.example/x"),
            (
                "https://h.example/x?api%5Fkey=MARK&%74oken=MARK", "x", "",
                "https://h.example/x?api%5Fkey=<redacted>&%74oken=<redacted>"
            ),
            ("https://h.example/x?api%255Fkey=MARK", "x", "", "https://h.example/x?api%255Fkey=<redacted>"),
            ("https://h.example/x?a=1;token=MARK", "x", "", "https://h.example/x?a=1;token=<redacted>"),
            ("https://h.example/x?MARK", "x", "", "https://h.example/x?<redacted>"),
            ("https://h.example/x?%zz=MARK", "x", "", "https://h.example/x?%zz=<redacted>"),
            ("https://h.example?token=MARK", "", "", "https://h.example?token=<redacted>"),
            ("https://h.example/x?a=1&&b=?token=2", "x", "", "https://h.example/x?a=1&&b=?token=2"),
            ("MARK", "x", "", "<redacted>"), ("data:MARK", "x", "", "<redacted>"), ("", "x", "", "<redacted>"),
        ] as [(String, String, String, String)])
    func `a URL shows its template, and no secret`(url: String, template: String, base: String, shown: String) {
        #expect(redaction.url(url, template: template, basePath: base, version: "2026-04/beta") == shown)
    }

    @Test(
        arguments: [
            (#"{"access_token":"MARK","n":1}"#, "application/json", #"{"access_token":"<redacted>","n":1}"#),
            (#"{"a":[{"b":{"Password":"MARK"}}]}"#, "application/json", #"{"a":[{"b":{"Password":"<redacted>"}}]}"#),
            (#"{"token":{"deep":["MARK"]},"k":null}"#, "application/problem+json", #"{"k":null,"token":"<redacted>"}"#),
            (#"{"\u0074oken":"MARK"}"#, "application/json; charset=utf-8", #"{"token":"<redacted>"}"#),
            (
                #"{"next":"https://h.example/MARK?token=MARK"}"#, "application/json",
                #"{"next":"https://h.example/<redacted>?token=<redacted>"}"#
            ),
            (#"{"raw":"{\"token\":\"MARK\"}"}"#, "application/json", #"{"raw":"<redacted>"}"#),
            (#"{"pin":1234}"#, "text/json", #"{"pin":"<redacted>"}"#),
            (#"[true,1.5,"x"]"#, "application/json", #"[true,1.5,"x"]"#),
            (
                #"{"a":"Bearer MARKMARKMARKMARK","b":"eyJh.MARK.MARK","c":"Basic algebra"}"#, "application/json",
                #"{"a":"<redacted>","b":"<redacted>","c":"Basic algebra"}"#
            ),
            ("a=eyJh.MARK.MARK&b=1", "application/x-www-form-urlencoded", "a=<redacted>&b=1"),
            (#"{"token":"MARK""#, "application/json", "<redacted>"),
            ("MARK", "application/json", "<redacted>"),
            (
                "grant_type=refresh_token&refresh_token=MARK", "application/x-www-form-urlencoded",
                "grant_type=refresh_token&refresh_token=<redacted>"
            ),
            ("a=1&passw%6Frd=MARK", "Application/X-WWW-Form-URLEncoded;charset=utf-8", "a=1&passw%6Frd=<redacted>"),
            ("--b\r\n\r\nMARK\r\n--b--", "multipart/form-data; boundary=b", "<redacted>"),
            ("MARK", "text/plain", "<redacted>"), ("<a>MARK</a>", "application/xml", "<redacted>"),
            ("MARK", "", "<redacted>"), ("", "application/json", ""),
        ] as [(String, String, String)])
    func `a body is shown without its secrets, or not at all`(body: String, type: String, shown: String) {
        #expect(redaction.body(Data(body.utf8), contentType: type) == shown)
    }

    @Test func `a body without a type, too long or nested too deep is not shown`() {
        #expect(redaction.body(Data("{}".utf8), contentType: nil) == Self.placeholder)
        let long = Data(("[" + String(repeating: " ", count: 65 << 10) + "]").utf8)
        #expect(redaction.body(long, contentType: "application/json") == Self.placeholder)
        for depth in [70, 5000] {
            let deep = String(repeating: "[", count: depth) + "\"MARK\"" + String(repeating: "]", count: depth)
            #expect(!redaction.body(Data(deep.utf8), contentType: "application/json").contains("MARK"))
        }
    }

    @Test func `a secret never shows at any depth of any JSON`() {
        var random = SeededGenerator(seed: 6)
        let secrets = ["token", "accessToken", "PASSWORD", "client-secret", "sig", "memberNo"]
        func tree(_ depth: Int, _ random: inout SeededGenerator) -> Any {
            guard depth > 0 else { return Int.random(in: 0...9, using: &random) }
            if Bool.random(using: &random) { return (0..<3).map { _ in tree(depth - 1, &random) } }
            var object: [String: Any] = ["a\(depth)": tree(depth - 1, &random), "b": tree(depth - 1, &random)]
            if let name = secrets.randomElement(using: &random) { object[name] = ["x": ["MARK"]] }
            return object
        }
        var shownMarks = 0
        for _ in 0..<300 {
            let value = tree(Int.random(in: 1...6, using: &random), &random)
            guard let data = try? JSONSerialization.data(withJSONObject: [value]) else { continue }
            let shown = redaction.body(data, contentType: "application/json")
            #expect(!shown.contains("MARK"))
            shownMarks += shown.contains(Self.placeholder) ? 1 : 0
        }
        #expect(shownMarks > 100)
    }
}
