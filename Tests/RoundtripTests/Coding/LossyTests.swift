import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Lossy lists and dictionaries` {
    struct Item: Decodable, Equatable, Sendable { let id: Int }
    struct Group: Decodable, Sendable { let items: LossyArray<Item> }
    struct Feed: Decodable, Sendable { let groups: LossyArray<Group> }
    struct Strict: Decodable, Sendable { let items: [LossyArray<Item>] }

    private static let mixed = #"[{"id":1},{"x":2},null,"s",[9],{"id":3}]"#

    private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
        try JSONCoding().makeDecoder().decode(type, from: Data(json.utf8))
    }

    // DEC-01
    @Test func `bad elements are skipped and named, and the good ones behind them are read`() throws {
        let list = try decode(LossyArray<Item>.self, Self.mixed)
        #expect(list.map(\.id) == [1, 3])
        #expect(list.drops.map(\.path) == ["[1]", "[2]", "[3]", "[4]"])
        #expect(list.drops.first?.reason == .missingKey("id"))
        #expect(list.drops.dropFirst().allSatisfy { $0.reason != .missingKey("id") })
    }

    // DEC-01
    @Test func `a lossy list inside a lossy list keeps what is good at both depths`() throws {
        let feed = try decode(Feed.self, #"{"groups":[{"items":\#(Self.mixed)},7]}"#)
        #expect(feed.groups.count == 1)
        #expect(feed.groups.first?.items.map(\.id) == [1, 3])
        #expect(feed.groups.first?.items.drops.map(\.path) == (1...4).map { "groups[0].items[\($0)]" })
        #expect(feed.groups.drops.map(\.path) == ["groups[1]"])
    }

    // DEC-01
    @Test(arguments: ["[]", "[null]", "[null,null,null]", #"["a",{"id":"1"},{"id":null},{},[],[[]],1.5,{"id":1.5}]"#])
    func `a list of nothing good is empty and tells every loss`(json: String) throws {
        let count = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any]).count
        let list = try decode(LossyArray<Item>.self, json)
        #expect(list.isEmpty)
        #expect(list.drops.map(\.path) == (0..<count).map { "[\($0)]" })
    }

    // DEC-01
    @Test(arguments: ["{}", #"{"id":1}"#, "1", #""a""#, "true"])
    func `what is no list is an error and not an empty list`(json: String) {
        #expect(throws: DecodingError.self) { try decode(LossyArray<Item>.self, json) }
        #expect(throws: DecodingError.self) { try decode(Group.self, #"{"items":\#(json)}"#) }
        #expect(throws: DecodingError.self) { try decode(Strict.self, #"{"items":[\#(json)]}"#) }
    }

    @Test func `null and nothing in place of a list are errors too, unless it is optional`() throws {
        struct Optional: Decodable { let items: LossyArray<Item>? }
        for json in [#"{"items":null}"#, "{}"] {
            #expect(throws: DecodingError.self) { try decode(Group.self, json) }
            #expect(try decode(Optional.self, json).items == nil)
        }
    }

    // DEC-01
    @Test func `null is a value where the element is optional`() throws {
        let list = try decode(LossyArray<Int?>.self, #"[1,null,"x",2]"#)
        #expect(list.elements == [1, nil, 2])
        #expect(list.drops.map(\.path) == ["[2]"])
    }

    // DEC-01
    @Test func `scalars, lists and dates are forgiven as objects are`() throws {
        #expect(try decode(LossyArray<Int>.self, #"[1,"2",3.5,null,[4],{},5,1e99]"#).elements == [1, 5])
        #expect(try decode(LossyArray<[Int]>.self, #"[[1],["a"],2,null,[]]"#).elements == [[1], []])
        let dates = try decode(LossyArray<Date>.self, #"["2031-05-01T10:00:00Z","2031-02-30T10:00:00Z",7]"#)
        #expect(dates.elements == [Date(timeIntervalSince1970: 1_935_396_000)])
        #expect(dates.drops.map(\.reason).first == .invalidValue)
    }

    // DEC-01
    @Test func `ten thousand bad elements among good ones are passed one by one`() throws {
        let elements = (0..<20_000).map { $0.isMultiple(of: 2) ? "{\"id\":\($0)}" : "null" }
        let list = try decode(LossyArray<Item>.self, "[\(elements.joined(separator: ","))]")
        #expect(list.count == 10_000)
        #expect(list.drops.count == 10_000)
        #expect(list.drops.last?.path == "[19999]")
    }

    @Test func `an element that fails after it read half of its list leaves the outer list in step`() throws {
        struct Pair: Decodable, Equatable {
            let first: Int
            let second: Int
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                first = try list.decode(Int.self)
                second = try list.decode(Int.self)
            }
        }
        let pairs = try decode(LossyArray<Pair>.self, #"[[1,2],[3],[],[4,"x"],[5,6]]"#)
        #expect(pairs.map(\.first) == [1, 5])
        #expect(pairs.drops.map(\.path) == ["[1]", "[2]", "[3]"])
    }

    @Test func `a cancellation is not taken for a bad element`() {
        struct Cancelled: Decodable {
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) { try decode(LossyArray<Cancelled>.self, "[1]") }
        #expect(throws: CancellationError.self) { try decode(LossyDictionary<Cancelled>.self, #"{"a":1}"#) }
    }

    // DEC-01
    @Test func `a dictionary loses its bad values alone and shows no key`() throws {
        let json = #"{"KEYMARK_a":{"id":1},"b":{"x":2},"c":null,"d":"s","e_f":{"id":3}}"#
        let dictionary = try decode(LossyDictionary<Item>.self, json)
        #expect(dictionary.elements == ["KEYMARK_a": Item(id: 1), "e_f": Item(id: 3)])
        #expect(dictionary.drops.map(\.path) == ["*", "*", "*"])
        #expect(Set(dictionary.drops.map(\.reason)).contains(.missingKey("id")))
    }

    @Test(arguments: ["[]", "1", #""a""#, #"[{"id":1}]"#])
    func `what is no object is an error and not an empty dictionary`(json: String) {
        #expect(throws: DecodingError.self) { try decode(LossyDictionary<Item>.self, json) }
    }

    @Test func `a lossy dictionary of optionals keeps its nulls`() throws {
        let dictionary = try decode(LossyDictionary<Int?>.self, #"{"a":1,"b":null,"c":"x"}"#)
        let expected: [String: Int?] = ["a": 1, "b": nil]
        #expect(dictionary.elements == expected)
        #expect(dictionary.drops.count == 1)
    }

    // DEC-01
    @Test func `the report holds the drops of the whole answer in the order of the body`() async throws {
        struct Page: Decodable, Sendable {
            let feed: Feed
            let byName: LossyDictionary<Int>
        }
        let json = #"{"feed":{"groups":[{"items":\#(Self.mixed)},7,{"items":[null]}]},"by_name":{"SECRET":"x"}}"#
        let report = DecodingReport()
        let page = try await DecodingReport.$current.withValue(report) {
            try await JSONResponseDecoder().decode(Page.self, from: Data(json.utf8))
        }
        #expect(page.feed.groups.count == 2)
        #expect(
            report.drops.map(\.path)
                == (1...4).map { "feed.groups[0].items[\($0)]" }
                + ["feed.groups[1]", "feed.groups[2].items[0]", "byName.*"]
        )
    }

    @Test func `an element that is dropped as a whole counts once, not with the losses inside it`() async throws {
        struct Named: Decodable, Sendable {
            let items: LossyArray<Item>
            let name: String
        }
        let json = #"[{"items":[null,null],"name":"a"},{"items":[null,null]},{"items":[null],"name":"c"}]"#
        let report = DecodingReport()
        _ = try await DecodingReport.$current.withValue(report) {
            try await JSONResponseDecoder().decode(LossyArray<Named>.self, from: Data(json.utf8))
        }
        #expect(report.drops.map(\.path) == ["[0].items[0]", "[0].items[1]", "[1]", "[2].items[0]"])
    }

    @Test func `a drop shows a place and a reason and never the value`() throws {
        enum Role: String, Decodable { case reader }
        let list = try decode(LossyArray<Role>.self, #"["ROLEMARK"]"#)
        var dumped = ""
        dump(list, to: &dumped)
        dump(list.drops, to: &dumped)
        for text in ["\(list.drops)", String(reflecting: list), dumped] {
            #expect(!text.contains("ROLEMARK"))
        }
        #expect("\(list.drops[0])" == "[0]: invalidValue")
    }

    @Test func `both are written as the plain list and object`() throws {
        let encoder = JSONCoding().makeEncoder()
        #expect(try encoder.encode(LossyArray([1, 2])) == Data("[1,2]".utf8))
        #expect(try encoder.encode(["b": 2, "a": 1] as LossyDictionary) == Data(#"{"a":1,"b":2}"#.utf8))
    }

    @Test func `both are used like the plain list and dictionary`() {
        var list: LossyArray = [3, 1, 2]
        list.elements.append(4)
        #expect(list.sorted() == [1, 2, 3, 4])
        #expect(list.last == 4)
        var dictionary: LossyDictionary = ["a": 1, "a": 2]
        #expect(dictionary["a"] == 2)
        dictionary["b"] = 5
        #expect(dictionary["b"] == 5)
        #expect(dictionary["c"] == nil)
    }
}
