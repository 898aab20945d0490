/// What to say about a value that could not be encoded.
package enum EncodingProblem {
    /// A sentence with the place of the value and never the value, which `EncodingError`'s own description would print.
    package static func sentence(for error: any Error) -> String {
        guard let error = error as? EncodingError, case .invalidValue(_, let context) = error else {
            return "The value could not be encoded (\(type(of: error)))."
        }
        let path = CodingPathText.text(context.codingPath)
        return path.isEmpty
            ? "The value cannot be written in this form."
            : "The value at \(path) cannot be written in this form."
    }
}
