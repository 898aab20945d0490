public import Foundation
public import Roundtrip

/// Takes a seat in a course.
///
/// Make the key when the person first taps, and keep it until the outcome is known: a second tap then sends the same key,
/// and the server enrols once.
public struct Enrol: Endpoint {
    public typealias Response = Enrolment

    public let courseID: String
    public let key: String

    public init(courseID: String, key: String) {
        self.courseID = courseID
        self.key = key
    }

    public var method: HTTPMethod { .post }
    public var path: EndpointPath { "courses/\(courseID)/enrolments" }
    public var idempotency: Idempotency { .key(key) }
}

public nonisolated struct Enrolment: Codable, Sendable, Hashable {
    public let number: Int
    public let courseId: String
}

extension Request where Response == [String] {
    /// The ids of the courses that the user has marked.
    public static var bookmarks: Self { .get("me/bookmarks") }
}

extension Request where Response == Void {
    public static func bookmark(course id: String) -> Self { .put("me/bookmarks/\(id)") }

    public static func removeBookmark(course id: String) -> Self { .delete("me/bookmarks/\(id)") }
}

/// Trades name and password for tokens.
public struct SignIn: Endpoint {
    public typealias Response = SignedIn

    public let name: String
    public let password: String

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    public var method: HTTPMethod { .post }
    public var path: EndpointPath { "auth/sign-in" }
    public var body: RequestBody { .encoded(["name": name, "password": password]) }
    public var requiresAuth: Bool { false }
}

/// The tokens of a session that has just begun.
///
/// Without a token there is no sign-in, whatever the status says: an answer with an empty one, as a server may give for an
/// account that has expired, cannot be decoded.
public nonisolated struct SignedIn: Decodable, Sendable, Hashable {
    public let accessToken: String
    public let refreshToken: String
    /// Seconds.
    public let expiresIn: Int

    private enum Key: CodingKey { case accessToken, refreshToken, expiresIn }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func token(_ key: Key) throws -> String {
            let token = try container.decode(String.self, forKey: key)
            guard !token.isEmpty else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "A sign-in brought an empty token.")
            }
            return token
        }
        accessToken = try token(.accessToken)
        refreshToken = try token(.refreshToken)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
    }

    public func tokens(receivedAt date: Date) -> Tokens {
        Tokens(
            accessToken: accessToken, refreshToken: refreshToken, receivedAt: date, lifetime: .seconds(expiresIn))
    }
}
