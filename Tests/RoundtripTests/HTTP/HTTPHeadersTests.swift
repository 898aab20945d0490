import Roundtrip
import Testing

@Suite struct `HTTP headers` {
    @Test(arguments: ["Accept", "accept", "ACCEPT", "aCCePt"])
    func `names are compared without case`(name: String) {
        var headers: HTTPHeaders = ["Accept": "a", "X-Other": "b"]
        #expect(headers[name] == "a")
        #expect(headers.contains(name))
        #expect(headers.values(for: name) == ["a"])
        headers[name] = "c"
        #expect(headers.map(\.name).contains(name))
        #expect(headers.count == 2)
        headers[name] = nil
        #expect(headers.map(\.name) == ["X-Other"])
    }

    /// Letters outside ASCII have no other case in a header name.
    @Test func `only the letters A to Z have another case`() {
        let headers: HTTPHeaders = ["X-É": "a", "X-K": "b"]
        #expect(headers["x-é"] == nil)
        #expect(headers["x-\u{212A}"] == nil)  // the Kelvin sign
        #expect(headers["x-k"] == "b")
    }

    @Test func `fields keep their order and their spelling`() {
        var headers: HTTPHeaders = ["B": "1", "a": "2", "C": "3"]
        headers.add("b", "4")
        #expect(headers.map(\.name) == ["B", "a", "C", "b"])
        headers["A"] = "5"
        #expect(headers.map(\.value) == ["1", "5", "3", "4"])
    }

    @Test func `several fields of one name read as one list`() {
        var headers: HTTPHeaders = ["Warning": "a", "X": "y", "warning": "b"]
        #expect(headers["WARNING"] == "a, b")
        #expect(headers.values(for: "Warning") == ["a", "b"])
        headers["Warning"] = "c"
        #expect(headers.map(\.value) == ["c", "y"])
        headers.add("Warning", "")
        #expect(headers["Warning"] == "c, ")
        headers.setDefault("warning", "d")
        #expect(headers.values(for: "warning") == ["c", ""])
    }

    @Test func `other headers take the place of those with the same name`() {
        var base: HTTPHeaders = ["A": "1", "B": "2"]
        base.add("a", "3")
        let result = base.overlaid(with: ["a": "4", "D": "5"])
        #expect(result.map(\.name) == ["B", "a", "D"])
        #expect(result.map(\.value) == ["2", "4", "5"])
    }

    @Test func `equal headers have equal hashes, whatever the case of their names`() {
        let (left, right): (HTTPHeaders, HTTPHeaders) = (["ETag": "x"], ["etag": "x"])
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["etag": "X"])
    }

    // HEAD-02; RFC 9110, section 5.5
    @Test(arguments: [
        "tok\n", "tok\r", "\ntok", "a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}b", "a\u{1}b", "a\u{1B}b",
        "a\u{B}b", "é", "日本", "😀", "a\u{85}b", "a\u{A0}b", "a\u{2028}b", "a ", " a", "\ta", "a\t", " ", "\t",
    ])
    func `a value that may not be sent is a problem that names the header and hides the value`(value: String) throws {
        let headers: HTTPHeaders = ["Accept": "a", "Authorization": value + "SECRET" + value]
        let problem = try #require(headers.problem)
        #expect(problem.contains("Authorization"))
        #expect(!problem.contains("SECRET"))
        #expect(problem.hasSuffix("."))
    }

    // HEAD-02; RFC 9110, section 5.1
    @Test(arguments: [
        "", " ", "X Y", "X:", ":", "X\n", "X\r\nY", "X\u{0}", "X\t", "É", "X(", "X)", "X<", "X>", "X@", "X,", "X;",
        "X\\",
        "X\"", "X/", "X[", "X]", "X?", "X=", "X{", "X}", "X\u{7F}",
    ])
    func `a name that is no token is a problem that hides name and value`(name: String) throws {
        let problem = try #require(HTTPHeaders([.init(name: name, value: "SECRET")]).problem)
        #expect(!problem.contains("SECRET"))
        #expect(!problem.contains("\n") && !problem.contains("\u{0}"))
    }

    @Test(arguments: [
        ("X", "a"), ("X", ""), ("X", "a b\tc"), ("X", "~!@#$%^&*()_+{}|:\"<>?`-=[]\\;',./"),
        ("!#$%&'*+-.^_`|~9aZ", "v"),
        ("Authorization", "Bearer abc.def-_~+/="),
    ])
    func `everything that may be sent has no problem`(name: String, value: String) {
        #expect(HTTPHeaders([.init(name: name, value: value)]).problem == nil)
        #expect(HTTPHeaders().problem == nil)
    }
}
