import Foundation
import Roundtrip

extension Reply {
    /// What the reader has to know about an answer that does not come straight from the server.
    var noteOfAge: String? {
        switch source {
        case .network: nil
        case .revalidated: "(as stored earlier; the server has confirmed it)"
        case .cache(let age): "(stored \(Self.ago(age)))"
        case .stale(let age): "(stored \(Self.ago(age)), may have changed since)"
        }
    }

    private static func ago(_ age: Duration) -> String {
        let seconds = age.components.seconds
        return switch seconds {
        case ..<60: "\(seconds) s ago"
        case ..<3600: "\(seconds / 60) min ago"
        default: "\(seconds / 3600) h ago"
        }
    }
}
