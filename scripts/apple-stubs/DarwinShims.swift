// What Apple's Foundation has and this system's lacks or marks unavailable, signatures only: see scripts/check-apple.
// Compiled into RoundtripLive itself, because only a declaration of the same module hides an unavailable one.
import Foundation
import FoundationNetworking
import Security

extension URLRequest {
    var allowsExpensiveNetworkAccess: Bool {
        get { true }
        set {}
    }
    var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
    var assumesHTTP3Capable: Bool {
        get { false }
        set {}
    }
}

extension URLRequest.NetworkServiceType {
    static var responsiveData: Self { .default }
    static var avStreaming: Self { .default }
    static var responsiveAV: Self { .default }
}

extension URLSessionConfiguration {
    var waitsForConnectivity: Bool {
        get { false }
        set {}
    }
}

final class URLSessionTaskMetrics: NSObject, Sendable {
    var taskInterval: DateInterval { DateInterval() }
    var redirectCount: Int { 0 }
    var transactionMetrics: [URLSessionTaskTransactionMetrics] { [] }
}

final class URLSessionTaskTransactionMetrics: NSObject, Sendable {
    var fetchStartDate: Date? { nil }
    var domainLookupStartDate: Date? { nil }
    var domainLookupEndDate: Date? { nil }
    var connectStartDate: Date? { nil }
    var secureConnectionStartDate: Date? { nil }
    var secureConnectionEndDate: Date? { nil }
    var connectEndDate: Date? { nil }
    var requestStartDate: Date? { nil }
    var requestEndDate: Date? { nil }
    var responseStartDate: Date? { nil }
    var responseEndDate: Date? { nil }
    var networkProtocolName: String? { nil }
    var isReusedConnection: Bool { false }
    var isProxyConnection: Bool { false }
    var countOfRequestHeaderBytesSent: Int64 { 0 }
    var countOfRequestBodyBytesSent: Int64 { 0 }
    var countOfResponseHeaderBytesReceived: Int64 { 0 }
    var countOfResponseBodyBytesReceived: Int64 { 0 }
}

extension ProcessInfo {
    func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

let NSURLAuthenticationMethodServerTrust = ""
let NSURLAuthenticationMethodClientCertificate = ""

extension URLProtectionSpace {
    var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    convenience init(identity: SecIdentity, certificates: [Any]?, persistence: URLCredential.Persistence) {
        self.init(user: "", password: "", persistence: persistence)
    }
}
