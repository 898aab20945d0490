public import Foundation
public import Roundtrip

/// Finds courses by words, a page at a time. An endpoint as a type.
public struct SearchCourses: Endpoint {
    public typealias Response = CoursePage

    public let term: String
    public let page: Int

    public init(term: String, page: Int = 1) {
        self.term = term
        self.page = page
    }

    public var path: EndpointPath { "courses" }
    public var query: RequestQuery { ["q": term, "page": page] }
    public var requiresAuth: Bool { false }
}

public nonisolated struct CoursePage: Codable, Sendable, Hashable {
    public let total: Int
    public let items: [Course]
    /// The next page, or `nil` on the last.
    public let next: URL?
}

extension Request where Response == CoursePage {
    /// The page that a link of the server leads to. An endpoint as a value.
    public static func courses(at link: URL) -> Self {
        Self(.get, .absolute(link, name: "courses (next page)"), requiresAuth: false)
    }
}

extension Request where Response == Course {
    public static func course(id: String) -> Self {
        Self(.get, "courses/\(id)", requiresAuth: false)
    }
}

extension Request where Response == LossyArray<Course> {
    /// Courses that editors picked by hand, which is why one of them can be broken: it is left out and reported.
    public static var recommended: Self {
        Self(.get, "recommended", requiresAuth: false)
    }
}

extension Request where Response == Announcement {
    public static var announcement: Self {
        Self(.get, "announcement", requiresAuth: false)
    }
}

public nonisolated struct Announcement: Codable, Sendable, Hashable {
    public let text: String
}
