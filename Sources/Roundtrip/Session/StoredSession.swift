/// What the token store keeps: the tokens, and the session they belong to.
public struct StoredSession: Hashable, Sendable, Codable {
    public let id: SessionID
    public let tokens: Tokens

    public init(id: SessionID, tokens: Tokens) {
        self.id = id
        self.tokens = tokens
    }
}
