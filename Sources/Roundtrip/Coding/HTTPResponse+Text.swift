import Foundation

extension HTTPResponse {
    /// The body as text, read in the charset that `Content-Type` names: utf-8 (also where none is named), us-ascii or
    /// iso-8859-1. A byte order mark is left out.
    ///
    /// - Throws: ``DecodingFailure`` for bytes that are not of the charset, and for any other charset; never a text with
    ///   replacement characters.
    public func text() throws(DecodingFailure) -> String {
        let text: String? =
            switch contentType?.parameters["charset"]?.lowercased() ?? "utf-8" {
            case "utf-8", "utf8":
                String(bytes: data.withoutByteOrderMark, encoding: .utf8)
            case "us-ascii", "ascii":
                data.allSatisfy { $0 < 0x80 } ? String(bytes: data, encoding: .utf8) : nil
            case "iso-8859-1", "latin1":
                String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
            default:
                throw failure(.malformed, type: String.self, hint: "The charset of the text is not one that is read.")
            }
        guard let text else { throw failure(.malformed, type: String.self) }
        return text
    }
}
