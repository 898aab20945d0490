import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Snake case keys` {
    private func decode<T: Decodable>(_ type: T.Type, _ json: String, _ coding: JSONCoding = JSONCoding()) throws -> T {
        try coding.makeDecoder().decode(type, from: Data(json.utf8))
    }

    private func emptyKeys<T: Decodable & Sendable>(
        _ type: T.Type,
        _ json: String,
        _ decoder: JSONResponseDecoder = JSONResponseDecoder(findsEmptyKeys: true)
    ) async throws -> [String] {
        let report = DecodingReport()
        _ = try await DecodingReport.$current.withValue(report) {
            try await decoder.decode(type, from: Data(json.utf8))
        }
        return report.emptyKeys
    }

    struct Account: Decodable, Sendable {
        let avatarURL: String?
        let address2: String?
        let _id: String
        let counts: [String: Int]
    }

    struct LossyAccount: Decodable, Sendable {
        let avatarURL: String?
        let address2: String?
        let _id: String
        let counts: LossyDictionary<Int>
    }

    private static let account =
        #"{"avatar_url":"u","address_2":"b","_id":"c","counts":{"item_one":1,"_x_y_":2,"B_c":3}}"#

    // DEC-05
    @Test func `digits and outer underscores are read, and the keys of a dictionary stay as they are`() throws {
        let account = try decode(Account.self, Self.account)
        #expect(account.address2 == "b")
        #expect(account._id == "c")
        #expect(account.counts == ["item_one": 1, "_x_y_": 2, "B_c": 3])
    }

    // DEC-05
    @Test func `a lossy dictionary keeps its keys too`() throws {
        let account = try decode(LossyAccount.self, Self.account)
        #expect(account.address2 == "b")
        #expect(account.counts.elements == ["item_one": 1, "_x_y_": 2, "B_c": 3])
    }

    // DEC-05
    @Test func `dictionaries keep their keys at every depth, and the models inside them are converted`() throws {
        struct Person: Decodable, Equatable { let firstName: String }
        let json = #"{"by_id":{"a_b":[{"c_d":{"first_name":"Ann"}}]}}"#
        struct Plain: Decodable { let byId: [String: [[String: Person]]] }
        struct Lossy: Decodable { let byId: LossyDictionary<LossyArray<LossyDictionary<Person>>> }
        #expect(try decode(Plain.self, json).byId["a_b"]?.first?["c_d"] == Person(firstName: "Ann"))
        #expect(try decode(Lossy.self, json).byId["a_b"]?.first?["c_d"] == Person(firstName: "Ann"))
    }

    // DEC-05
    @Test func `an acronym is declared as the converted key, and then it is filled`() throws {
        struct Named: Decodable {
            private enum CodingKeys: String, CodingKey { case avatarURL = "avatarUrl", userID = "userId" }
            let avatarURL: URL?
            let userID: Int
        }
        let named = try decode(Named.self, #"{"avatar_url":"https://h.example/u","user_id":4}"#)
        #expect(named.avatarURL?.absoluteString == "https://h.example/u")
        #expect(named.userID == 4)
    }

    // DEC-05
    @Test func `a key that stayed empty is named, with or without the lossy wrapper`() async throws {
        #expect(try await emptyKeys(Account.self, Self.account) == ["avatarURL"])
        #expect(try await emptyKeys(LossyAccount.self, Self.account) == ["avatarURL"])
    }

    // DEC-05
    @Test func `a key that stayed empty is named once for all elements, at every depth`() async throws {
        struct User: Decodable, Sendable {
            let homepageURL: String?
            let id: Int
        }
        struct Page: Decodable, Sendable {
            let users: [User]
            let lossy: LossyArray<User>
            let byName: [String: User]
            let lossyByName: LossyDictionary<User>
            let owner: User?
        }
        let user = #"{"homepage_url":"h","id":1}"#
        let list = "[\(user),\(user)]"
        let object = #"{"KEYMARK":\#(user)}"#
        let json = """
            {"users":\(list),"lossy":[null,\(user)],"by_name":\(object),"lossy_by_name":\(object),"owner":\(user)}
            """
        let found = try await emptyKeys(Page.self, json)
        #expect(
            found.sorted() == [
                "byName.*.homepageURL", "lossyByName.*.homepageURL", "lossy[].homepageURL", "owner.homepageURL",
                "users[].homepageURL",
            ]
        )
        #expect(try await emptyKeys([User].self, list) == ["[].homepageURL"])
    }

    // DEC-05
    @Test(arguments: [
        #"{"id":1}"#, #"{"id":1,"avatar_url":null}"#, #"{"id":1,"avatarURL":"u"}"#, #"{"id":1,"avatar":"u"}"#,
        #"{"id":1,"avatar_urls":["u"]}"#,
    ])
    func `a key that is missing, null, filled or another one is not named`(json: String) async throws {
        struct User: Decodable, Sendable {
            let id: Int
            let avatarURL: String?
        }
        #expect(try await emptyKeys(User.self, json).isEmpty)
    }

    // DEC-05
    @Test func `the properties of a superclass are searched too`() async throws {
        class Named: Decodable { var avatarURL: String? }
        final class User: Named {}
        let user = try decode(User.self, #"{"avatar_url":"u"}"#)
        #expect(EmptyKeys.names(in: user, body: Data(#"{"avatar_url":"u"}"#.utf8), keys: .snakeCase) == ["avatarURL"])
    }

    @Test func `the search is a choice, and large bodies are not searched`() async throws {
        let off = JSONResponseDecoder(findsEmptyKeys: false)
        #expect(try await emptyKeys(Account.self, Self.account, off).isEmpty)
        let large = String(Self.account.dropLast()) + String(repeating: " ", count: EmptyKeys.largestBody) + "}"
        #expect(try await emptyKeys(Account.self, large).isEmpty)
    }

    @Test func `what is needed and not found is told with the spelling to declare`() async throws {
        struct User: Decodable, Sendable { let avatarURL: String }
        struct Page: Decodable, Sendable { let allUsers: [User] }
        let json = #"{"all_users":[{"avatar_url":"VALUEMARK"}]}"#
        let request = HTTPRequest(url: try #require(URL(string: "https://h.example")))
        let response = HTTPResponse(status: 200, body: .data(Data(json.utf8)), request: request)
        let failure = await #expect(throws: DecodingFailure.self) {
            try await response.decoded(as: Page.self, with: JSONResponseDecoder())
        }
        #expect(failure?.reason == .missingKey("avatarURL"))
        #expect(failure?.codingPath == "allUsers[0]")
        #expect(failure?.hint?.contains("\"avatarUrl\"") == true)
        #expect(failure.map { "\($0)" }?.contains("VALUEMARK") == false)
    }

    @Test(arguments: [
        "first_name", "_id", "id_", "__a_b__", "_", "__", "", "a", "address_2", "a__b", "A_B", "URL", "avatar_URL",
        "aB_cD", "é_à", "a_1_b", "_a", "a_", "alreadyCamel", "HTTP_status_code", "ß_ß", "x-y_z", "a b_c",
    ])
    func `a key is converted as Foundation's decoder converts it`(key: String) throws {
        struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        struct Keys: Decodable {
            let found: [String]
            init(from decoder: any Decoder) throws {
                found = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let body = try JSONEncoder().encode([key: 1])
        let found = try JSONCoding().makeDecoder().decode(Keys.self, from: body).found
        #expect(found == [JSONCoding.Keys.snakeCase.declared(for: key)])
        #expect(JSONCoding.Keys.asDeclared.declared(for: key) == key)
    }

    @Test func `keys are written as declared unless snake case is chosen, sorted, and dictionaries stay`() throws {
        struct Draft: Encodable {
            let firstName = "Ann"
            let avatarURL = "u/v"
            let counts = ["itemOne": 1, "a_b": 2]
        }
        let plain = try JSONRequestEncoder().encode(Draft())
        #expect(plain == Data(#"{"avatarURL":"u/v","counts":{"a_b":2,"itemOne":1},"firstName":"Ann"}"#.utf8))
        let snake = try JSONRequestEncoder(coding: JSONCoding(writingKeys: .snakeCase)).encode(Draft())
        #expect(snake == Data(#"{"avatar_url":"u/v","counts":{"a_b":2,"itemOne":1},"first_name":"Ann"}"#.utf8))
    }

    @Test func `keys as declared are read only as declared`() throws {
        struct Person: Decodable { let first_name: String }
        let coding = JSONCoding(readingKeys: .asDeclared)
        #expect(try decode(Person.self, #"{"first_name":"Ann"}"#, coding).first_name == "Ann")
        #expect(throws: DecodingError.self) { try decode(Person.self, #"{"firstName":"Ann"}"#, coding) }
    }
}
