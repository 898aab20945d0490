#if !canImport(FoundationNetworking) || APPLE_TYPECHECK
import Foundation
import Roundtrip

extension ExchangeMetrics {
    /// What URLSession measured of the last transaction of a task.
    init(_ metrics: URLSessionTaskMetrics) {
        self.init()
        total = .seconds(metrics.taskInterval.duration)
        guard let last = metrics.transactionMetrics.last else { return }
        queue = Self.span(last.fetchStartDate, last.domainLookupStartDate ?? last.requestStartDate)
        dns = Self.span(last.domainLookupStartDate, last.domainLookupEndDate)
        connect = Self.span(last.connectStartDate, last.secureConnectionStartDate ?? last.connectEndDate)
        tls = Self.span(last.secureConnectionStartDate, last.secureConnectionEndDate)
        firstByte = Self.span(last.requestStartDate, last.responseStartDate)
        transfer = Self.span(last.responseStartDate, last.responseEndDate)
        protocolName = last.networkProtocolName
        isReusedConnection = last.isReusedConnection
        bytesSent = Int(clamping: last.countOfRequestHeaderBytesSent + last.countOfRequestBodyBytesSent)
        bytesReceived = Int(clamping: last.countOfResponseHeaderBytesReceived + last.countOfResponseBodyBytesReceived)
    }

    private static func span(_ start: Date?, _ end: Date?) -> Duration? {
        guard let start, let end else { return nil }
        return .seconds(max(0, end.timeIntervalSince(start)))
    }
}
#endif
