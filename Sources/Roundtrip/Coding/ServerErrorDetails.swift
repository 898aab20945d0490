/// What a server says about an error in the body: its own name for the problem, and a sentence.
public struct ServerErrorDetails: Hashable, Sendable {
    public var code: String?
    public var message: String?

    public init(code: String? = nil, message: String? = nil) {
        self.code = code
        self.message = message
    }
}

extension ServerErrorDetails: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Which of the two are there, and never what they say: a server may repeat what a person typed.
    public var description: String {
        let parts = [code.map { _ in "code" }, message.map { _ in "message" }].compactMap(\.self)
        return parts.isEmpty ? "no details" : parts.joined(separator: " and ")
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["details": description]) }
}
