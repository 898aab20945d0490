public import Foundation
import RoundtripTesting

/// The course catalogue as a service on this machine, with the faults that a tour wants to show.
public actor CatalogueServer {
    public private(set) var refreshCount = 0
    var accounts = Accounts()
    let search = CourseSearch(courses: CourseTable.courses, pageSize: 10)
    private let held = Gate()
    private var server: LoopbackServer?
    private var isBusy = false
    private var holdsSearch = false
    private var losesEnrolmentAnswer = false
    /// By idempotency key: an order that comes again is the same order.
    private var enrolments: [String: Int] = [:]

    private init() {}

    /// - Throws: `LoopbackServer.StartError`, whose sentence says what to do.
    public static func start(port: UInt16 = 0) async throws -> CatalogueServer {
        let catalogue = CatalogueServer()
        try await catalogue.listen(on: port)
        return catalogue
    }

    private func listen(on port: UInt16) async throws {
        server = try await LoopbackServer.start(port: port, routes: LoopbackServer.Routes(addRoutes))
    }

    public func stop() {
        server?.stop()
        server = nil
    }

    public var baseURL: URL? { server?.baseURL }
    public var enrolmentCount: Int { enrolments.count }

    /// Ends every access token at once, as time would.
    public func expireAccessTokens() { accounts.expireAccessTokens() }

    /// The next request for the announcement is answered 503 with `Retry-After`.
    public func beBusyOnce() { isBusy = true }

    /// The next enrolment is carried out, and its answer is lost.
    public func loseNextEnrolmentAnswer() { losesEnrolmentAnswer = true }

    /// The next search waits for its answer, which never comes.
    public func holdNextSearch() { holdsSearch = true }

    /// Returns when a search waits for its answer, which never comes.
    public nonisolated func heldSearchWaits() async { await held.waiting(atLeast: 1) }

    /// Returns when a client has left before its answer.
    public func clientLeaves() async { await server?.disconnects(atLeast: 1) }

    // MARK: What the routes need

    func holdIfWanted() async throws {
        guard holdsSearch else { return }
        holdsSearch = false
        try await held.wait()
    }

    func refresh(_ token: String) -> Accounts.Grant? {
        refreshCount += 1
        return accounts.refresh(token)
    }

    func takeBusy() -> Bool {
        defer { isBusy = false }
        return isBusy
    }

    /// The number of the enrolment with this key, and whether its answer is to be lost.
    func enrol(key: String) -> (number: Int, losesAnswer: Bool) {
        defer { losesEnrolmentAnswer = false }
        let number = enrolments[key] ?? 1001 + enrolments.count
        enrolments[key] = number
        return (number, losesEnrolmentAnswer)
    }
}
