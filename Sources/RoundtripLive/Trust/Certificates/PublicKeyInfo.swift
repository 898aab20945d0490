/// The public key of an X.509 certificate, as pins name it.
enum PublicKeyInfo {
    /// The exact bytes of a certificate's `SubjectPublicKeyInfo` (RFC 5280, section 4.1), or `nil` if the bytes are not one
    /// whole certificate in DER.
    ///
    /// The algorithm and its parameters are part of it, so a key has one hash whatever its kind, and a certificate issued
    /// again for the same key has the same (RFC 7469, section 2.4).
    static func bytes(ofCertificate der: [UInt8]) -> [UInt8]? {
        typealias Tag = DERReader.Tag
        var outside = DERReader(der[...])
        guard let certificate = outside.next(Tag.sequence), outside.isAtEnd else { return nil }

        var parts = DERReader(certificate.content)
        guard let signed = parts.next(Tag.sequence),
            parts.next(Tag.sequence) != nil,  // signatureAlgorithm
            parts.next(Tag.bitString) != nil,  // signatureValue
            parts.isAtEnd
        else { return nil }

        var fields = DERReader(signed.content)
        _ = fields.next(Tag.explicitZero)  // version, absent in version 1
        guard fields.next(Tag.integer) != nil,  // serialNumber
            fields.next(Tag.sequence) != nil,  // signature
            fields.next(Tag.sequence) != nil,  // issuer
            fields.next(Tag.sequence) != nil,  // validity
            fields.next(Tag.sequence) != nil,  // subject
            let key = fields.next(Tag.sequence)
        else { return nil }

        var keyParts = DERReader(key.content)
        guard keyParts.next(Tag.sequence) != nil, keyParts.next(Tag.bitString) != nil, keyParts.isAtEnd else {
            return nil
        }
        return Array(key.bytes)
    }
}
