import Foundation

/// Finds courses by words, a page at a time.
struct CourseSearch: Sendable {
    let courses: [StoredCourse]
    let pageSize: Int

    struct Page: Sendable {
        let courses: ArraySlice<StoredCourse>
        let total: Int
        /// The number of the page after this one, or `nil` on the last.
        let next: Int?
    }

    /// The courses that have every word of the term somewhere in title, summary, subject, teacher or tags, without
    /// regard to case and accents. Pages count from 1; one beyond the last is empty.
    func page(_ number: Int, of term: String) -> Page {
        let words = Self.folded(term).split(separator: " ")
        let found = courses.filter { course in
            let text = Self.searchable(course)
            return words.allSatisfy { text.contains($0) }
        }
        let (skipped, overflows) = (max(number, 1) - 1).multipliedReportingOverflow(by: pageSize)
        let rest = overflows ? [] : found.dropFirst(skipped)
        return Page(
            courses: rest.prefix(pageSize),
            total: found.count,
            next: rest.count > pageSize ? max(number, 1) + 1 : nil
        )
    }

    private static func searchable(_ course: StoredCourse) -> String {
        folded(
            [course.title, course.summary, course.subject, course.teacherName, course.tags.joined(separator: " ")]
                .joined(separator: "\n")
        )
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
