import Roundtrip
import Testing

@Suite struct `Media types` {
    @Test(arguments: [
        ("application/json", "application/json", [:]), ("Application/JSON", "application/json", [:]),
        (" text/html ", "text/html", [:]), ("text/html;charset=utf-8", "text/html", ["charset": "utf-8"]),
        ("text/html ; Charset=\"UTF-8\"", "text/html", ["charset": "UTF-8"]),
        ("multipart/form-data; boundary=a=b; x", "multipart/form-data", ["boundary": "a=b"]),
        ("text/plain;;; a=1;=2", "text/plain", ["a": "1"]), ("text/plain; a=\"", "text/plain", ["a": "\""]),
        ("application/vnd.x+json; v=", "application/vnd.x+json", ["v": ""]),
    ])
    func `type and parameters are read, names in lower case`(
        value: String, name: String, parameters: [String: String]
    ) throws {
        let type = try #require(MediaType(value))
        #expect(type.description == name)
        #expect(type.parameters == parameters)
    }

    // RFC 9110, sections 5.6.4 and 5.6.6
    @Test(arguments: [
        (#"x="a;b""#, ["x": "a;b"]), (#"x="a,b""#, ["x": "a,b"]),
        (
            #"x="a;charset=evil";charset=utf-8"#,
            ["x": "a;charset=evil", "charset": "utf-8"]
        ),
        (#"x="a\"b""#, ["x": #"a"b"#]), (#"x="a\";y=1";Y=2"#, ["x": #"a";y=1"#, "y": "2"]),
        (#"x="a\\";y=1"#, ["x": #"a\"#, "y": "1"]), (#"x="\a\b""#, ["x": "ab"]), (#"x="""#, ["x": ""]),
        (#"BOUNDARY="==; =,""#, ["boundary": "==; =,"]), (#"x="a" ; y=" b ""#, ["x": "a", "y": " b "]),
        (#"x="never;ends"#, ["x": #""never;ends"#]), (#"x="ends\""#, ["x": #""ends\""#]),
        (
            #"x=a"b;y=c"d"#,
            ["x": #"a"b"#, "y": #"c"d"#]
        ),
        (#"x="a"b;y=1"#, ["x": #""a"b"#, "y": "1"]),
    ])
    func `a quoted value may hold what else would end it`(text: String, parameters: [String: String]) throws {
        #expect(try #require(MediaType("text/plain; \(text)")).parameters == parameters)
    }

    @Test(arguments: [
        "", " ", "/", "text", "text/", "/html", "text /html", "text/ht ml", ";charset=utf-8", "te\nxt/html", "*",
    ])
    func `what does not begin with a type is none`(value: String) {
        #expect(MediaType(value) == nil)
    }

    @Test(arguments: [
        ("application/json", true, false, false), ("text/json", true, false, false),
        ("application/problem+json", true, false, false), ("application/jsonp", false, false, false),
        ("text/html", false, true, false), ("application/xhtml+xml", false, true, false),
        ("application/xml", false, false, true), ("text/xml", false, false, true),
        ("application/atom+xml", false, false, true), ("text/plain", false, false, false),
        ("image/png", false, false, false),
    ])
    func `kinds are told by subtype and suffix`(value: String, isJSON: Bool, isHTML: Bool, isXML: Bool) throws {
        let type = try #require(MediaType(value))
        #expect(type.isJSON == isJSON)
        #expect(type.isHTML == isHTML)
        #expect(type.isXML == isXML)
    }
}
