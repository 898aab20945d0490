public import Foundation
public import Roundtrip

/// A call for which a test has stubbed no answer.
public struct UnmatchedRequest: Error, Hashable, Sendable {
    /// Such as `GetUser` or `Request<User>`.
    public let endpointType: String
    public let method: HTTPMethod
    /// The endpoint's name, such as `users/{}`.
    public let template: String
    /// What to do next.
    public let advice: String

    init<E: Endpoint>(_ endpoint: E, isOpened: Bool, misfits: [Stub.Answer]) {
        endpointType = "\(E.self)"
        method = endpoint.method
        template = endpoint.path.template
        advice = Self.advice(for: endpoint, isOpened: isOpened, misfit: misfits.first)
    }

    private static func advice<E: Endpoint>(for endpoint: E, isOpened: Bool, misfit: Stub.Answer?) -> String {
        let isValue = endpoint is Request<E.Response>
        let subject = isValue ? "\"\(endpoint.path.template)\"" : "\(E.self).self"
        switch misfit {
        case nil where isOpened: return "Add one: stub.onOpen(\(subject)) { … }"
        case nil: return "Add one: stub.on(\(subject), returning: …), where … is of type \(E.Response.self)."
        case .body?: return "Its stub answers `open` alone. Add one for `send`: stub.on(\(subject), returning: …)"
        case .reply? where isOpened: return "Its stub replies to `send` alone. Add one: stub.onOpen(\(subject)) { … }"
        case .reply?, .failure?: return "Its stub has a value of another type. Give it one of type \(E.Response.self)."
        }
    }
}

extension UnmatchedRequest: CustomStringConvertible, LocalizedError {
    public var description: String { "No stub answers \(method) \(template) (\(endpointType)). \(advice)" }
    public var errorDescription: String? { description }
}
