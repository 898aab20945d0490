import CatalogueAPI
import Foundation
import Testing

@testable import CatalogueServer

@Suite struct CourseTableTests {
    let courses = CourseTable.courses

    @Test func `the catalogue has 150 courses with an id each`() {
        #expect(courses.count == 150)
        #expect(Set(courses.map(\.id)).count == 150)
    }

    @Test func `every course is one that the client can read`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        for course in courses {
            let read = try decoder.decode(Course.self, from: JSONEncoder().encode(course))
            #expect(read.id == course.id)
            #expect((0...read.seats).contains(read.seatsLeft), "\(course.id)")
            #expect(read.weeks > 0, "\(course.id)")
            #expect(!read.title.isEmpty && !read.summary.isEmpty && !read.tags.isEmpty, "\(course.id)")
        }
    }

    @Test func `lines that do not fit the form are left out`() {
        #expect(CourseTable.read("").isEmpty)
        #expect(CourseTable.read("one | two\nthree\nfour\nfive").isEmpty)
    }
}
