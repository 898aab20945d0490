import BothRoads
import Foundation
import RoundtripTesting

/// Keys and certificates made by the `openssl` command, in a folder of one test's own.
struct OpenSSL {
    enum KeyKind: String, CaseIterable {
        case rsa2048, rsa3072, rsa4096, p256, p384, ed25519

        fileprivate var arguments: [String] {
            switch self {
            case .rsa2048: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
            case .rsa3072: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:3072"]
            case .rsa4096: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:4096"]
            case .p256: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .p384: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]
            case .ed25519: ["-algorithm", "ED25519"]
            }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A key and a certificate for it, both in files; `der` is the certificate.
    struct Certificate {
        let key: String
        let file: String
        let der: [UInt8]
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A new private key. Gives its file.
    func key(_ kind: KeyKind = .p256) async throws -> String {
        let file = newFile()
        try await run(["genpkey"] + kind.arguments + ["-out", file])
        return file
    }

    /// A certificate that its own key signs.
    func root(_ key: String, subject: String = "/CN=Root", days: Int = 1) async throws -> Certificate {
        let file = newFile()
        try await run(["req", "-x509", "-new", "-key", key, "-subj", subject, "-days", "\(days)", "-out", file])
        return try await certificate(file, key: key)
    }

    /// A certificate that another key signs.
    func issue(_ key: String, subject: String, by issuer: Certificate) async throws -> Certificate {
        let (request, file) = (newFile(), newFile())
        try await run(["req", "-new", "-key", key, "-subj", subject, "-out", request])
        try await run([
            "x509", "-req", "-in", request, "-CA", issuer.file, "-CAkey", issuer.key, "-CAcreateserial", "-days", "1",
            "-out", file,
        ])
        return try await certificate(file, key: key)
    }

    /// The pin of a certificate as openssl itself computes it.
    func pin(of certificate: Certificate) async throws -> String {
        let (pem, der, digest) = (newFile(), newFile(), newFile())
        try await run(["x509", "-in", certificate.file, "-pubkey", "-noout", "-out", pem])
        try await run(["pkey", "-pubin", "-in", pem, "-outform", "DER", "-out", der])
        try await run(["dgst", "-sha256", "-binary", "-out", digest, der])
        return "sha256/" + (try Data(contentsOf: URL(fileURLWithPath: digest)).base64EncodedString())
    }

    private func certificate(_ file: String, key: String) async throws -> Certificate {
        let der = newFile()
        try await run(["x509", "-in", file, "-outform", "DER", "-out", der])
        return Certificate(key: key, file: file, der: Array(try Data(contentsOf: URL(fileURLWithPath: der))))
    }

    private func newFile() -> String {
        folder.url.appending(path: UUID().uuidString).path
    }

    private func run(_ arguments: [String]) async throws {
        let outcome = try await ChildProcess.runOfSystem("openssl", arguments)
        if outcome.status == 127 {
            throw Failure(description: "These tests need the openssl command. On Debian: apt-get install openssl")
        }
        guard outcome.status == 0 else {
            throw Failure(description: "openssl \(arguments.joined(separator: " ")): \(outcome.errors)")
        }
    }
}
