import Foundation
import Roundtrip
import Testing

@Suite struct `Queries of encoded values` {
    private static func text(_ value: some Encodable, _ arrays: RequestQuery.Arrays = .repeated) -> String {
        let query = RequestQuery(encoding: value, arrays: arrays)
        return query.problem ?? query.items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    enum Sorting: String, Encodable { case newest }

    struct Filter: Encodable {
        var text = "a+b&c=d e/?é😀#%"
        var missing: String?
        var empty = ""
        var isOpen = true
        var page: UInt8 = 2
        var price = 1.5
        var exact = Decimal(string: "12.50")
        var since: Date? = Date(timeIntervalSince1970: 0.25)
        var link = URL(string: "https://a.example/b?c=d")
        var key = Data([1, 2, 255])
        var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        var sorting = Sorting.newest
        private enum CodingKeys: String, CodingKey {
            case text, missing, empty, isOpen = "is_open", page, price, exact, since, link, key, id, sorting
        }
    }

    // URL-01
    @Test func `the properties are items in order, under their declared keys, as a server reads them`() throws {
        let query = RequestQuery(encoding: Filter())
        #expect(
            query.items.map { "\($0.name)=\($0.value)" } == [
                "text=a+b&c=d e/?é😀#%", "empty=", "is_open=true", "page=2", "price=1.5", "exact=12.5",
                "since=1970-01-01T00:00:00.250Z", "link=https://a.example/b?c=d", "key=AQL/",
                "id=01020304-0506-0708-090A-0B0C0D0E0F10", "sorting=newest",
            ])
        #expect(`Queries`.formDecoded(try #require(query.percentEncoded)) == query.items)
    }

    @Test func `lists have three forms`() {
        struct Tags: Encodable { let tag: [String], ids: [Int?], none: [Int]? }
        let tags = Tags(tag: ["a b", "c&d"], ids: [1, nil, 2], none: nil)
        #expect(Self.text(tags) == "tag=a b&tag=c&d&ids=1&ids=2")
        #expect(Self.text(tags, .bracketed) == "tag[]=a b&tag[]=c&d&ids[]=1&ids[]=2")
        #expect(Self.text(tags, .commaSeparated) == "tag=a b,c&d&ids=1,2")
        #expect(
            RequestQuery(encoding: tags, arrays: .bracketed).percentEncoded
                == "tag%5B%5D=a%20b&tag%5B%5D=c%26d&ids%5B%5D=1&ids%5B%5D=2")
        #expect(RequestQuery(encoding: tags, arrays: .commaSeparated).percentEncoded == "tag=a%20b%2Cc%26d&ids=1%2C2")
        for arrays in [RequestQuery.Arrays.repeated, .bracketed, .commaSeparated] {
            #expect(Self.text(Tags(tag: [], ids: [nil], none: []), arrays) == "")
            #expect(Self.text(["dates": [Date(timeIntervalSince1970: 0)]], arrays).hasSuffix("=1970-01-01T00:00:00Z"))
        }
        #expect(Self.text(["a": [""]]) == "a=")
        #expect(Self.text(["a": [""]], .bracketed) == "a[]=")
    }

    @Test func `objects nest in brackets`() {
        struct Inner: Encodable {
            let from: Int?, to: [Int], more: [String: [String: Int]]
        }
        struct Outer: Encodable { let range: Inner, after: Bool }
        let outer = Outer(range: Inner(from: nil, to: [1, 2], more: ["b": ["d": 2, "c": 1], "a": [:]]), after: false)
        #expect(
            Self.text(outer)
                == "range[to]=1&range[to]=2&range[more][b][c]=1&range[more][b][d]=2&after=false")
        #expect(
            Self.text(outer, .bracketed)
                == "range[to][]=1&range[to][]=2&range[more][b][c]=1&range[more][b][d]=2&after=false")
    }

    @Test func `lists of lists and objects carry their place, where brackets are allowed`() {
        struct Point: Encodable { let x: Int, y: Int? }
        let points = ["p": [Point(x: 1, y: 2), Point(x: 3, y: nil)]]
        #expect(Self.text(points, .bracketed) == "p[0][x]=1&p[0][y]=2&p[1][x]=3")
        #expect(Self.text(["l": [[1], [2, 3], []]], .bracketed) == "l[0][]=1&l[1][]=2&l[1][]=3")
        for arrays in [RequestQuery.Arrays.repeated, .commaSeparated] {
            #expect(RequestQuery(encoding: points, arrays: arrays).problem?.contains("bracketed") == true)
            #expect(RequestQuery(encoding: ["l": [[1]]], arrays: arrays).problem?.contains("bracketed") == true)
        }
    }

    @Test func `an element with a comma cannot stand between commas`() throws {
        let query = RequestQuery(encoding: ["SECRET": ["SECRET,b"]], arrays: .commaSeparated)
        let problem = try #require(query.problem)
        #expect(problem.contains("comma") && !problem.contains("SECRET"))
        #expect(query.items.isEmpty)
    }

    @Test func `what has no name is a problem`() {
        let problems = [
            RequestQuery(encoding: 1), RequestQuery(encoding: "a"), RequestQuery(encoding: true),
            RequestQuery(encoding: [1, 2]), RequestQuery(encoding: [["a": 1]]), RequestQuery(encoding: Date()),
            RequestQuery(encoding: Sorting.newest), RequestQuery(encoding: [1, 2], arrays: .bracketed),
            RequestQuery(encoding: String?.some("a")), RequestQuery(encoding: Set([1])),
        ]
        for query in problems {
            #expect(query.problem?.contains("names") == true)
            #expect(query.percentEncoded == nil)
        }
        #expect(RequestQuery(encoding: Filter?.none).problem == nil)
    }

    @Test func `what has no text is a problem that says where and not what`() throws {
        struct Bad: Encodable { let list: [Inner] }
        struct Inner: Encodable {
            let at: Date
            let numbers: [String: Double]
        }
        let good = Date(timeIntervalSince1970: 0)
        let rows: [(Inner, String)] = [
            (Inner(at: Date(timeIntervalSince1970: .nan), numbers: [:]), "at"),
            (Inner(at: Date(timeIntervalSince1970: 1e18), numbers: [:]), "at"),
            (Inner(at: good, numbers: ["SECRET": .nan]), "numbers.*"),
            (Inner(at: good, numbers: ["SECRET": .infinity]), "numbers.*"),
        ]
        for (inner, place) in rows {
            let problem = try #require(RequestQuery(encoding: Bad(list: [inner]), arrays: .bracketed).problem)
            #expect(problem.contains(place) && problem.hasSuffix("."), "\(problem)")
            #expect(!problem.contains("SECRET") && !problem.contains("nan"))
        }
        #expect(RequestQuery(encoding: Double.nan).problem?.isEmpty == false)
    }

    @Test func `an error of the value's own is named by its type`() throws {
        struct Picky: Encodable {
            struct Refusal: Error { let secret = "SECRET" }
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }
        let problem = try #require(RequestQuery(encoding: ["a": Picky()]).problem)
        #expect(problem.contains("Refusal") && !problem.contains("SECRET"))
    }

    /// Dictionaries and sets have another order in every process; a cache key must not.
    @Test func `the same value makes the same query`() {
        let names = (0..<50).map { "k\($0)" }
        var backwards: [String: Int] = Dictionary(minimumCapacity: 1000)
        for name in names.reversed() { backwards[name] = 1 }
        let forwards = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        #expect(Self.text(forwards) == Self.text(backwards))
        #expect(Self.text(forwards) == names.sorted().map { "\($0)=1" }.joined(separator: "&"))
        #expect(Self.text(["s": Set(names)]) == names.sorted().map { "s=\($0)" }.joined(separator: "&"))
        #expect(Self.text(["s": Set(names)], .commaSeparated) == "s=" + names.sorted().joined(separator: ","))
    }

    @Test func `a value with a query text of its own goes by it, alone and inside`() {
        struct Cursor: Encodable, QueryValue {
            let page: Int
            var queryText: String? { page < 0 ? nil : "p\(page)" }
        }
        struct Box: Encodable { let cursor: Cursor, all: [Cursor] }
        #expect(Self.text(Box(cursor: Cursor(page: 1), all: [Cursor(page: 2)])) == "cursor=p1&all=p2")
        #expect(RequestQuery(encoding: Box(cursor: Cursor(page: -1), all: [])).problem?.contains("cursor") == true)
    }

    /// Every way in which a type can encode itself.
    @Test func `containers can be nested by hand, asked for twice, and written over`() {
        struct ByHand: Encodable {
            enum Key: CodingKey { case a, b, c, d, e, f }
            func encode(to encoder: any Encoder) throws {
                var first = encoder.container(keyedBy: Key.self)
                try first.encode(1, forKey: .a)
                var again = encoder.container(keyedBy: Key.self)
                try again.encodeNil(forKey: .b)
                var list = again.nestedUnkeyedContainer(forKey: .c)
                try list.encode(1)
                try list.encodeNil()
                try list.encode("x")
                var object = again.nestedContainer(keyedBy: Key.self, forKey: .d)
                try object.encode(true, forKey: .a)
                try first.encode(2, forKey: .a)
                var single = again.superEncoder(forKey: .e).singleValueContainer()
                try single.encode(3)
                var nothing = again.superEncoder(forKey: .f).singleValueContainer()
                try nothing.encodeNil()
            }
        }
        #expect(Self.text(ByHand()) == "a=2&c=1&c=x&d[a]=true&e=3")
    }

    @Test func `a class writes what it inherits`() {
        class Base: Encodable { var name = "n" }
        final class Derived: Base {
            var page = 1
            private enum CodingKeys: CodingKey { case page }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(page, forKey: .page)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(Self.text(Derived()) == "page=1&name=n")
    }

    @Test func `ten thousand elements take no more than a moment`() {
        let numbers = Array(0..<10_000)
        #expect(RequestQuery(encoding: ["n": numbers]).items.count == 10_000)
        #expect(
            RequestQuery(encoding: Dictionary(uniqueKeysWithValues: numbers.map { ("k\($0)", $0) })).items.count
                == 10_000)
    }
}
