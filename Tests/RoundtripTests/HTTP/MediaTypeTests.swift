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
