import Foundation

extension DecodingFailure {
    /// What an error that was thrown while this answer was decoded means, without any value from the body.
    ///
    /// `DecodingError` prints the value that did not fit, and the keys of dictionaries; of it only the kind, the expected
    /// type and the declared keys are kept. An error of another type is named by its type.
    public init(_ error: any Error, type: Any.Type, response: HTTPResponse) {
        self.init(
            error,
            type: type,
            status: response.status,
            body: response.data,
            requestID: response.shownRequestID
        )
    }

    init(_ error: any Error, type: Any.Type, status: Int, body: Data, requestID: String?) {
        if let failure = error as? DecodingFailure {
            self = failure
            return
        }
        self.init(
            Reason(decoding: error, in: body),
            type: String(describing: type),
            codingPath: CodingPathText.text((error as? DecodingError)?.context.codingPath ?? []),
            status: status,
            byteCount: body.count,
            requestID: requestID,
            hint: MissingKeyHint.sentence(for: error, body: body)
        )
    }
}

extension DecodingFailure.Reason {
    /// - Parameter body: The whole body that was decoded, where it is at hand.
    init(decoding error: any Error, in body: Data? = nil) {
        switch error {
        case let failure as DecodingFailure:
            self = failure.reason
        case DecodingError.keyNotFound(let key, _):
            self = .missingKey(CodingPathText.name(of: key))
        case DecodingError.valueNotFound:
            self = .missingValue
        case DecodingError.typeMismatch(let expected, _):
            self = .typeMismatch(expected: String(describing: expected))
        case DecodingError.dataCorrupted(let context):
            // A parser that fails has not come to any key yet. Whether it was the parser is not told on every system.
            let isMalformed = context.codingPath.isEmpty && body.map(Self.isJSON) == false
            self = isMalformed ? .malformed : .invalidValue
        case is DecodingError:
            self = .invalidValue
        default:
            self = .custom(errorType: String(describing: Swift.type(of: error)))
        }
    }

    private static func isJSON(_ body: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: body.withoutByteOrderMark, options: .fragmentsAllowed)) != nil
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default:
            Context(codingPath: [], debugDescription: "")
        }
    }
}
