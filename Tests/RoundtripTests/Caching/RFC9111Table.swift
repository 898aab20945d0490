/// What RFC 9111 demands of a private cache, clause by clause, and the tests that hold it.
///
/// Left out are the clauses for shared caches, for senders, and for what this cache does not do and need not: it keeps no
/// parts and does not join them (section 3.4), and it does not add its own tags to a caller's condition (section 4.3.2).
enum RFC9111 {
    enum Keyword: String { case must = "MUST", mustNot = "MUST NOT", should = "SHOULD" }

    struct Clause {
        let section: String
        let keyword: Keyword
        let text: String
        let tests: [String]

        init(_ section: String, _ keyword: Keyword, _ text: String, _ tests: String...) {
            self.section = section
            self.keyword = keyword
            self.text = text
            self.tests = tests
        }
    }

    static let clauses = storing + serving + validating + invalidating + directives

    // MARK: 1.2.2 and 3

    private static let storing = [
        Clause(
            "1.2.2", .must, "a number of seconds too large to hold counts as 2^31, or as the largest that can be held",
            "a lifetime is read as what it says, or as none",
            "an Age that cannot be read is none, and of several the first counts"),
        Clause(
            "3", .mustNot, "store the answer to a method that is not understood",
            "what is not read is sent each time, and its answer is not kept"),
        Clause(
            "3", .mustNot, "store 206, 304, or with must-understand any status, without understanding it",
            "a part is never kept as the whole",
            "a 304 that nobody asked for is never an empty success, and is not kept",
            "must-understand keeps what is understood in spite of no-store"),
        Clause(
            "3", .mustNot, "store an answer that says no-store",
            "no-store is not kept", "the cache does what the model says"),
        Clause(
            "3", .mustNot, "store what neither says that it may be stored nor has a status that lets it",
            "what has no lifetime is asked for each time", "the cache does what the model says"),
        Clause(
            "3.1", .must, "keep all headers, unknown ones too, in an answer that is stored",
            "every header is kept, known or not, with each of its lines"),
        Clause(
            "3.1", .must, "leave out Connection and the headers it names, and those about a proxy",
            "what is about the connection is not kept"),
        Clause(
            "3.2", .must, "add every header of a newer answer, in place of the one of that name",
            "a confirmed answer is fresh again, with the new headers",
            "a confirmation replaces every header but those about the body and the connection"),
        Clause(
            "3.2", .should, "leave out of that no more than the stored body needs",
            "a tag goes out exactly as it came",
            "a confirmation replaces every header but those about the body and the connection"),
        Clause(
            "3.3", .mustNot, "store incomplete answers without support for ranges",
            "a body that ended too early is not kept", "a part is never kept as the whole"),
        Clause(
            "3.3", .mustNot, "answer with an incomplete answer as if it were whole",
            "a body that ended too early is not kept", "a part is never kept as the whole"),
        Clause(
            "3.3", .mustNot, "send a part without saying 206",
            "a part is cut from a fresh whole", "a part of what has changed is not given"),
    ]

    // MARK: 4, 4.1 and 4.2

    private static let serving = [
        Clause(
            "4", .mustNot, "reuse an answer for another URL",
            "another query, another path, another origin is another answer"),
        Clause(
            "4", .mustNot, "reuse an answer for a method that it does not allow",
            "a fresh answer serves HEAD too, and an answer to HEAD confirms it or does away with it",
            "what is not read is sent each time, and its answer is not kept"),
        Clause(
            "4", .mustNot, "reuse an answer that says no-cache, unless it was validated",
            "a client's wish is kept, within what the server allows",
            "the cache first takes any age that the server does not forbid"),
        Clause(
            "4", .mustNot, "reuse an answer that is neither fresh, nor allowed to be stale, nor validated",
            "an answer is stale the moment its lifetime is over",
            "a status with a lifetime is served while it is fresh, and not after",
            "the cache does what the model says"),
        Clause(
            "4", .must, "send the answer's present age in Age, in place of any that it had",
            "a fresh answer is served without a request, with its age", "the cache does what the model says"),
        Clause(
            "4", .must, "write unsafe methods through to the server",
            "what is not read is sent each time, and its answer is not kept"),
        Clause(
            "4", .must, "use the most recent of several answers, by Date",
            "of several answers that match, the newest by Date is used"),
        Clause(
            "4.1", .mustNot, "use an answer unless all headers that it varies by are the same in both requests",
            "an answer goes only to requests that agree in what it varies by",
            "an answer that varies by more than was known is not served to others",
            "values that mean the same are the same"),
        Clause(
            "4.1", .mustNot, "use an answer that varies by everything",
            "an answer that varies by everything is never served again"),
        Clause(
            "4.2", .should, "read dates without regard to case",
            "a date is read whatever its case, and only in GMT"),
        Clause(
            "4.2", .mustNot, "let local time zones decide about a date",
            "each of the three forms gives its instant"),
        Clause(
            "4.2", .should, "take a date in another zone than GMT for invalid",
            "a date is read whatever its case, and only in GMT", "an Expires that is no date has passed"),
        Clause(
            "4.2.1", .should, "take the first of two lifetimes, or take the answer for stale",
            "a lifetime is read as what it says, or as none", "two dates of expiry that differ are none"),
        Clause(
            "4.2.2", .mustNot, "guess a lifetime where the server gives one",
            "nothing is guessed where the server gives a lifetime, be it none"),
        Clause(
            "4.2.2", .mustNot, "guess a lifetime for a status that does not allow it",
            "a lifetime is guessed for the statuses that allow it, when that was asked for"),
        Clause(
            "4.2.3", .must, "count the age from Date, Age, the time under way and the time in the cache",
            "the age is the larger of what the dates and what the Age header say, and the time since"),
        Clause(
            "4.2.4", .mustNot, "serve a stale answer that the server forbids",
            "a client's wish is kept, within what the server allows",
            "it is not served where server or client forbid it",
            "it is not served on an error where that was not allowed",
            "what must not be stale is not served for want of patience either"),
        Clause(
            "4.2.4", .mustNot, "serve a stale answer while connected that neither side allows",
            "the cache does what the model says",
            "what may no longer be served when the server fails at last is not"),
    ]

    // MARK: 4.3

    private static let validating = [
        Clause(
            "4.3.1", .must, "send the stored tags when asking whether an answer still holds",
            "a tag goes out exactly as it came", "a stored answer is asked about with both validators"),
        Clause(
            "4.3.1", .should, "send the stored Last-Modified as well",
            "Last-Modified is asked about as it was written",
            "a stored answer is asked about with both validators"),
        Clause(
            "4.3.2", .should, "judge a caller's condition by the stored answer's validators",
            "a caller's own condition is answered from a fresh answer, and by the server otherwise"),
        Clause(
            "4.3.2", .should, "judge a date by the stored answer's Date if it has no Last-Modified",
            "a date is compared with that of the answer where the server gave no other"),
        Clause(
            "4.3.2", .mustNot, "judge conditions that are for the origin alone",
            "a condition that only the origin can judge goes there"),
        Clause(
            "4.3.2", .mustNot, "judge conditions where nothing is stored",
            "with nothing stored a request goes to the server as it is"),
        Clause(
            "4.3.3", .must, "use a full answer to a validation for the request",
            "a new answer takes the place of the old one"),
        Clause(
            "4.3.4", .mustNot, "update anything by a 304 whose strong tag nothing stored has",
            "a 304 about another answer is not believed", "a 304 with a tag confirms nothing that has none",
            "a 304 to the caller's own condition confirms what it is about, and nothing else"),
        Clause(
            "4.3.4", .must, "update every stored answer that a 304 is about",
            "a 304 freshens every answer with its strong tag, and one with its weak tag",
            "a confirmed answer is fresh again, with the new headers"),
        Clause(
            "4.3.5", .should, "update what an answer to HEAD agrees with, and take the rest for stale",
            "a fresh answer serves HEAD too, and an answer to HEAD confirms it or does away with it"),
    ]

    // MARK: 4.4

    private static let invalidating = [
        Clause(
            "4.4", .must, "invalidate the URL of an unsafe request that did not fail, whatever the method",
            "a write that succeeds forgets its URL and those it names",
            "what one has written is not hidden from another by what was stored",
            "a write that was redirected forgets what it has changed there"),
        Clause(
            "4.4", .mustNot, "invalidate a URL of another origin that the answer names",
            "a write forgets nothing of another origin"),
    ]

    // MARK: 5

    private static let directives = [
        Clause(
            "5.1", .should, "use the first of several Age values",
            "an Age that cannot be read is none, and of several the first counts"),
        Clause(
            "5.1", .should, "ignore an Age that is no number",
            "an Age that cannot be read is none, and of several the first counts"),
        Clause(
            "5.2", .must, "obey the directives, whatever their case and form",
            "every directive is read, whatever its case and its line",
            "a lifetime is read as what it says, or as none"),
        Clause(
            "5.2.1.1", .should, "serve nothing older than the client's max-age",
            "a client's wish is kept, within what the server allows"),
        Clause(
            "5.2.1.2", .should, "serve stale answers within the client's max-stale",
            "a client's wish is kept, within what the server allows",
            "a client's tolerance is read, and what cannot be read is none"),
        Clause(
            "5.2.1.3", .should, "serve nothing that is not fresh for the client's min-fresh",
            "a client's wish is kept, within what the server allows"),
        Clause(
            "5.2.1.4", .should, "validate before serving if the client says no-cache",
            "a client's wish is kept, within what the server allows"),
        Clause(
            "5.2.1.5", .mustNot, "store anything of a request that says no-store, or of its answer",
            "a request that says no-store neither uses nor leaves anything",
            "a request that says no-store leaves no header of its answer either"),
        Clause(
            "5.2.1.7", .should, "answer from what is stored or with 504 if the client says only-if-cached",
            "only-if-cached with nothing stored is a 504, and nothing is sent",
            "where nothing may be sent nothing is, whatever the method and whoever is signed in"),
        Clause(
            "5.2.2.1", .must, "take an answer for stale once it is older than max-age",
            "an answer is stale the moment its lifetime is over",
            "the lifetime is max-age, then Expires without Date, then nothing"),
        Clause(
            "5.2.2.2", .mustNot, "reuse a stale answer that says must-revalidate before it was validated",
            "a client's wish is kept, within what the server allows",
            "the cache first takes any age that the server does not forbid"),
        Clause(
            "5.2.2.2", .must, "give an error rather than such an answer while disconnected",
            "with nothing stored, or what may not be stale, the network's own end is the end"),
        Clause(
            "5.2.2.3", .should, "ignore no-store beside must-understand where the status is understood",
            "must-understand keeps what is understood in spite of no-store"),
        Clause(
            "5.2.2.4", .mustNot, "serve an answer that says no-cache without validation",
            "a client's wish is kept, within what the server allows",
            "no-cache is about all or about some headers, and about all where that is unclear"),
        Clause(
            "5.2.2.4", .mustNot, "serve the headers that no-cache names without validation",
            "no-cache for some headers leaves them out until they are confirmed"),
        Clause(
            "5.2.2.5", .mustNot, "store anything of an answer that says no-store, or use it again",
            "no-store is not kept", "the cache does what the model says"),
        Clause(
            "5.2.3", .must, "ignore directives that are unknown",
            "a lifetime is read as what it says, or as none",
            "a lifetime in a quoted string is no lifetime, before or after a real one"),
        Clause(
            "5.3", .must, "take an Expires that is no date, such as 0, for the past",
            "an Expires that is no date has passed"),
        Clause(
            "5.3", .must, "ignore Expires beside max-age",
            "the lifetime is max-age, then Expires without Date, then nothing"),
        Clause(
            "5.4", .must, "take Pragma: no-cache in a request without Cache-Control for no-cache",
            "Pragma counts in a request without Cache-Control alone"),
    ]
}
