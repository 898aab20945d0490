import Foundation

/// Who is signed in, as a server with short-lived access tokens and rotating refresh tokens keeps it.
///
/// A refresh token is good once. One that comes a second time was stolen, or its answer was lost: the whole family of
/// tokens is revoked.
struct Accounts {
    struct Grant: Encodable {
        let accessToken: String
        let refreshToken: String
        let expiresIn: Int
    }

    private struct Family {
        let name: String
        /// `nil` once it has expired. No text stands for that: an empty one could be sent.
        var access: String?
        var refresh: String?
        var isRevoked = false
    }

    private var families: [Family] = []
    /// Which family each refresh token ever made belongs to.
    private var owners: [String: Int] = [:]
    private var count = 0
    private var bookmarks: [String: [String]] = [:]

    static let passwords = ["ada": "difference-engine", "grace": "nanoseconds"]

    mutating func signIn(name: String, password: String) -> Grant? {
        guard Self.passwords[name] == password else { return nil }
        families.append(Family(name: name))
        return renew(families.count - 1)
    }

    mutating func refresh(_ token: String) -> Grant? {
        guard let owner = owners[token] else { return nil }
        guard families[owner].refresh == token, !families[owner].isRevoked else {
            families[owner].isRevoked = true
            return nil
        }
        return renew(owner)
    }

    /// The user that the access token stands for, or `nil` if it is not good.
    func user(authorization: String?) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let token = String(authorization.dropFirst("Bearer ".count))
        return families.first { $0.access == token && !$0.isRevoked }?.name
    }

    /// Ends every access token at once; refresh tokens stay good.
    mutating func expireAccessTokens() {
        for index in families.indices { families[index].access = nil }
    }

    mutating func changeBookmarks(of user: String, _ change: (inout [String]) -> Void) -> [String] {
        change(&bookmarks[user, default: []])
        return bookmarks[user, default: []]
    }

    private mutating func renew(_ owner: Int) -> Grant {
        count += 1
        let grant = Grant(
            accessToken: "access-\(count)-\(UUID().uuidString)",
            refreshToken: "refresh-\(count)-\(UUID().uuidString)",
            expiresIn: 300)
        families[owner].access = grant.accessToken
        families[owner].refresh = grant.refreshToken
        owners[grant.refreshToken] = owner
        return grant
    }
}
