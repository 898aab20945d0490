import Foundation
import Roundtrip

/// What the server of a sequence says, as fields: headers are made from them, never read back.
struct ModelAnswer: Sendable {
    /// A `Cache-Control` header.
    struct Control: Sendable {
        enum NoCache: Sendable { case no, aboutOneHeader, yes }

        var maxAge: Int?
        var noStore = false
        var noCache = NoCache.no
        var mustRevalidate = false
        var isImmutable = false
        var isPublic = false
        var isPrivate = false
        var mustUnderstand = false
        var staleWhileRevalidate: Int?
        var staleIfError: Int?
    }

    enum Expiry: Sendable {
        case at(Int)
        case noDate
    }

    /// Unlike that of any other answer; its headers and its body bear it.
    var number: Int
    var status: Int
    var control: Control?
    var expires: Expiry?
    /// Seconds since 1970, like every time in the model.
    var date: Int?
    var age: Int?
    var tag: String?
    var modified: Int?
    var vary: [String]?
    /// What a write has changed besides its own URL.
    var location: String?
    /// Set where the answer must never get to a store.
    var isMarked = false

    static let secret = "SECRET"

    var body: Data {
        status == 204 || status == 304 ? Data() : Data("\(isMarked ? Self.secret : "body") \(number)".utf8)
    }

    /// The headers of this answer where it has them, those of the earlier one otherwise (RFC 9111, section 3.2).
    func merged(into earlier: ModelAnswer) -> ModelAnswer {
        var result = earlier
        result.number = number
        result.control = control ?? earlier.control
        result.expires = expires ?? earlier.expires
        result.date = date
        result.age = age
        result.tag = tag ?? earlier.tag
        result.modified = modified ?? earlier.modified
        // What it varied by before counts as well.
        if vary != nil || earlier.vary != nil { result.vary = (earlier.vary ?? []) + (vary ?? []) }
        return result
    }

    func headers(_ random: inout SeededGenerator) -> HTTPHeaders {
        var headers: HTTPHeaders = ["X-Number": String(number), "X-A": "a"]
        if isMarked { headers.add("X-Mark", Self.secret) }
        if let control { headers.add("Cache-Control", control.text(&random)) }
        switch expires {
        case .at(let time): headers.add("Expires", Self.text(time))
        case .noDate: headers.add("Expires", "0")
        case nil: break
        }
        if let date { headers.add("Date", Self.text(date)) }
        if let age { headers.add("Age", String(age)) }
        if let tag { headers.add("ETag", tag) }
        if let modified { headers.add("Last-Modified", Self.text(modified)) }
        if let location { headers.add(random.chance(0.5) ? "Location" : "Content-Location", location) }
        if let vary { headers.add("Vary", vary.joined(separator: " , ")) }
        return headers
    }

    static func text(_ time: Int) -> String {
        HTTPDate.string(from: Date(timeIntervalSince1970: TimeInterval(time)))
    }
}

extension ModelAnswer.Control {
    /// In any order and case, quoted or not, between directives that mean nothing to a private cache.
    fileprivate func text(_ random: inout SeededGenerator) -> String {
        var words = ["s-maxage=9999", "ext=\"max-age=9999, no-store\"", "proxy-revalidate"].filter { _ in
            random.chance(0.1)
        }
        func number(_ value: Int) -> String { random.chance(0.1) ? "\"\(value)\"" : "\(value)" }
        if let maxAge { words += Array(repeating: "max-age=" + number(maxAge), count: random.chance(0.05) ? 2 : 1) }
        if noStore { words.append("no-store") }
        switch noCache {
        case .no: break
        case .aboutOneHeader: words.append("no-cache=\"x-a\"")
        case .yes: words.append("no-cache")
        }
        if mustRevalidate { words.append("must-revalidate") }
        if isImmutable { words.append("immutable") }
        if isPublic { words.append("public") }
        if isPrivate { words.append("private") }
        if mustUnderstand { words.append("must-understand") }
        if let staleWhileRevalidate { words.append("stale-while-revalidate=\(staleWhileRevalidate)") }
        if let staleIfError { words.append("stale-if-error=\(staleIfError)") }
        words.shuffle(using: &random)
        return words.map { random.chance(0.1) ? $0.uppercased() : $0 }.joined(
            separator: random.chance(0.5) ? ", " : ",")
    }
}

extension SeededGenerator {
    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    /// `nil` unless the chance comes.
    mutating func perhaps<Element>(_ probability: Double, _ elements: [Element]) -> Element? {
        chance(probability) ? one(of: elements) : nil
    }
}
