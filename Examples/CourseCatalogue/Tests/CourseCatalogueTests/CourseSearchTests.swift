import Testing

@testable import CatalogueServer

@Suite struct CourseSearchTests {
    let search = CourseSearch(courses: CourseTable.courses, pageSize: 5)

    @Test(arguments: [
        ("birds", ["bio-104"]),
        ("BIRDS", ["bio-104"]),
        ("forets", ["bio-110"]),
        ("FORÊTS", ["bio-110"]),
        ("swift programming", ["com-107", "com-209"]),
        ("zeynep halloran", ["his-216", "his-301"]),
        ("zymurgy", []),
    ])
    func `every word is looked for, without regard to case and accents`(term: String, ids: [String]) {
        #expect(search.page(1, of: term).courses.map(\.id) == ids)
    }

    @Test func `pages follow one another without a gap or a repetition`() {
        var seen: [String] = []
        var number: Int? = 1
        while let page = number.map({ search.page($0, of: "outdoors") }) {
            seen += page.courses.map(\.id)
            #expect(page.total == search.page(1, of: "outdoors").total)
            number = page.next
        }
        #expect(seen == CourseTable.courses.filter { $0.tags.contains("outdoors") }.map(\.id))
    }

    @Test(arguments: [2, 99, .max])
    func `a page beyond the last is empty`(number: Int) {
        let page = search.page(number, of: "birds")
        #expect(page.courses.isEmpty && page.next == nil && page.total == 1)
    }

    @Test(arguments: [0, -1, .min])
    func `a page before the first is the first`(number: Int) {
        #expect(search.page(number, of: "birds").courses.map(\.id) == ["bio-104"])
    }
}
