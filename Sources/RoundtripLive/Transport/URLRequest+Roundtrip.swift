import Foundation
import Roundtrip

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The request without its body.
    init(_ request: HTTPRequest) {
        self.init(url: request.url)
        cachePolicy = .reloadIgnoringLocalCacheData
        // Set afterwards: on Linux an interval that is given to the initializer is ignored, and the session's minute counts.
        timeoutInterval = Self.week
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = request.options.usesCookies
        for field in request.headers {
            addValue(field.value, forHTTPHeaderField: field.name)
        }
        #if !canImport(FoundationNetworking) || APPLE_TYPECHECK
        allowsCellularAccess = request.options.allowsCellularAccess
        allowsExpensiveNetworkAccess = request.options.allowsExpensiveNetworkAccess
        allowsConstrainedNetworkAccess = request.options.allowsConstrainedNetworkAccess
        assumesHTTP3Capable = request.options.assumesHTTP3Capable
        networkServiceType = NetworkServiceType(request.options.serviceType)
        #endif
    }

    /// URLSession's own timeout counts whole seconds on Linux and the wait for a connection too, so it is set far above
    /// the exchange's.
    private static let week: TimeInterval = 7 * 86_400
}

#if !canImport(FoundationNetworking) || APPLE_TYPECHECK
extension URLRequest.NetworkServiceType {
    init(_ type: TransportOptions.ServiceType) {
        self =
            switch type {
            case .standard: .default
            case .background: .background
            case .video: .video
            case .voice: .voice
            case .responsiveData: .responsiveData
            case .avStreaming: .avStreaming
            case .responsiveAV: .responsiveAV
            }
    }
}
#endif

extension HTTPHeaders {
    /// The headers of an answer, ordered by name: URLSession keeps no order, and joins fields of equal names.
    init(_ response: HTTPURLResponse) {
        let fields = response.allHeaderFields.compactMap { name, value -> Field? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return Field(name: name, value: value)
        }
        self.init(fields.sorted { $0.name.lowercased() < $1.name.lowercased() })
    }
}
