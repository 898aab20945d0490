import Foundation
import Testing

@testable import Roundtrip

@Suite struct `Cache-Control` {
    private func read(_ values: [String]) -> CacheControl {
        var headers = HTTPHeaders()
        for value in values { headers.add("Cache-Control", value) }
        return CacheControl(headers)
    }

    private static let lifetimes: [(String, Int?)] = [
        ("max-age=60", 60), ("MaX-aGe=60", 60), ("max-age=\"60\"", 60), ("foo, max-age=60 , bar=baz", 60),
        ("max-age=0060", 60), ("max-age=2147483648", 1 << 31), ("max-age=99999999999999999999", 1 << 31),
        ("max-age=60, max-age=60", 60), ("max-age=60, max-age=1", 0), ("max-age=1, max-age=60", 0),
        ("max-age='60'", 0), ("max-age=-60", 0), ("max-age=60a", 0), ("max-age=a60", 0), ("max-age=6.5", 0),
        ("max-age", 0), ("max-age=", 0), ("max-age =60", 0), ("max-age= 60", 0), ("max-age=\"60", 0),
        ("s-maxage=60", nil), ("extension=\"max-age=60\"", nil), ("extension=\"a\\\", max-age=60\"", nil),
        ("foo=b\"ar, max-age=60", 60), ("x-max-age=60", nil), ("", nil), (",,", nil),
    ]

    // RFC 9111, sections 1.2.2, 4.2.1 and 5.2.2.1
    @Test(arguments: lifetimes)
    func `a lifetime is read as what it says, or as none`(value: String, maxAge: Int?) {
        #expect(read([value]).maxAge == maxAge)
        #expect(read(["foo", value]).maxAge == maxAge)
    }

    @Test func `a lifetime in a quoted string is no lifetime, before or after a real one`() {
        #expect(read(["extension=\"max-age=3600\", max-age=1"]).maxAge == 1)
        #expect(read(["max-age=\"1\", extension=\"max-age=3600\""]).maxAge == 1)
    }

    @Test func `every directive is read, whatever its case and its line`() {
        let control = read([
            "No-Store, PUBLIC, private=\"x\"", "must-revalidate,must-understand", "immutable", "only-if-cached",
            "stale-while-revalidate=7, stale-if-error=8, min-fresh=9",
        ])
        #expect(control.noStore && control.isPublic && control.isPrivate && control.mustRevalidate)
        #expect(control.mustUnderstand && control.isImmutable && control.onlyIfCached)
        #expect(control.staleWhileRevalidate == 7 && control.staleIfError == 8 && control.minFresh == 9)
        #expect(control.noCache == .none && control.maxAge == nil && control.maxStale == nil)
    }

    private static let scopes: [([String], CacheControl.Scope)] = [
        (["no-cache"], .all), (["no-cache=\"Set-Cookie, x\""], .fields(["set-cookie", "x"])),
        (["no-cache=a"], .fields(["a"])), (["no-cache=\"a\"", "no-cache=\"b\""], .fields(["a", "b"])),
        (["no-cache=\"a\", no-cache"], .all), (["no-cache, no-cache=\"a\""], .all), (["no-cache=\"\""], .all),
        (["no-cache=\"a b\""], .all), (["no-cache="], .all), (["max-age=1"], .none),
    ]

    // RFC 9111, section 5.2.2.4
    @Test(arguments: scopes)
    func `no-cache is about all or about some headers, and about all where that is unclear`(
        values: [String],
        scope: CacheControl.Scope
    ) {
        #expect(read(values).noCache == scope)
    }

    // RFC 9111, section 5.2.1
    @Test(arguments: [
        ("max-stale", CacheControl.MaxStale.any), ("max-stale=5", .seconds(5)), ("max-stale=x", .seconds(0)),
    ])
    func `a client's tolerance is read, and what cannot be read is none`(value: String, maxStale: CacheControl.MaxStale)
    {
        #expect(read([value]).maxStale == maxStale)
        #expect(read(["min-fresh=x"]).minFresh == CacheControl.longest)
    }

    // RFC 9111, section 5.4
    @Test func `Pragma counts in a request without Cache-Control alone`() {
        #expect(CacheControl(["Pragma": "foo, No-Cache"], isRequest: true).noCache == .all)
        #expect(CacheControl(["Pragma": "no-cache", "Cache-Control": "max-age=1"], isRequest: true).noCache == .none)
        #expect(CacheControl(["Pragma": "no-cache"]).noCache == .none)
    }
}
