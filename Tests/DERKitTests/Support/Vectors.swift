import Foundation
import Testing

/// The data under Tests/Vectors.
enum Vectors {
    /// The folder Tests/Vectors, found from this source file; $VECTORS if this is set.
    static let folder =
        ProcessInfo.processInfo.environment["VECTORS"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Vectors")

    /// Returns the full path of a file named from Tests/Vectors, as in `seeds/github.com.pem`.
    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Returns the content of a file, as in `bytes("cert/rsa3072.pem")`.
    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Returns the content of a file as text.
    static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// Returns the lines of a text file, without empty ones.
    static func lines(_ name: String) throws -> [String] {
        try text(name).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Returns the rows of a file of tab-separated values whose first line names the fields.
    static func table(_ name: String) throws -> [Row] {
        var lines = try text(name).split(separator: "\n", omittingEmptySubsequences: true)
        guard !lines.isEmpty else { throw VectorError(description: "\(name) is empty") }
        let names = fields(lines.removeFirst())
        return try lines.map { (line) in
            let values = fields(line)
            guard values.count == names.count else {
                throw VectorError(
                    description: "\(name): \(values.count) fields instead of \(names.count): \(line)")
            }
            return Row(fields: Dictionary(zip(names, values), uniquingKeysWith: { (first, _) in first }))
        }
    }

    private static func fields(_ line: Substring) -> [String] {
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the rows of INDEX.tsv.
    static func index() throws -> [IndexRow] { try table("INDEX.tsv").map(IndexRow.init) }

    /// Returns the rows of INDEX.tsv whose main object is a certificate.
    static func certificates() throws -> [IndexRow] { try index().filter(\.isCertificate) }

    /// One row of a table, by field name.
    struct Row: Sendable {
        let fields: [String: String]

        /// Returns the field with the given name.
        func callAsFunction(_ name: String) throws -> String {
            guard let value = fields[name] else { throw VectorError(description: "missing field '\(name)'") }
            return value
        }
    }

    /// A row of INDEX.tsv: a file, its origin, and the answers of three other readers.
    struct IndexRow: Sendable, CustomTestStringConvertible {
        /// The path from Tests/Vectors.
        let file: String
        /// A description of the vector.
        let shows: String
        /// The labels of its PEM blocks; `DER` if it is not PEM.
        let blocks: [String]
        /// SHA-256 of the first object's DER, in hex; nil if it can't be decoded.
        let sha256: String?
        /// Whether OpenSSL 3.0 reads it; nil if it was not asked.
        let isReadByOpenSSL: Bool?
        /// Whether Python's cryptography reads it; nil if it was not asked.
        let isReadByCryptography: Bool?
        /// Whether Go's crypto/x509 reads it; nil if it was not asked.
        let isReadByGo: Bool?
        /// SHA-256 of the exact SubjectPublicKeyInfo, in base64; nil if there is none.
        let pin: String?
        /// The output of OpenSSL's pipeline; nil if empty.
        let pinOfOpenSSL: String?

        init(_ row: Row) throws {
            file = try row("file")
            shows = try row("shows")
            blocks = try row("pem_blocks").split(separator: "+").map(String.init)
            sha256 = try row("sha256_of_main_der").nilIfEmpty
            isReadByOpenSSL = try row("openssl_3.0_ok").nilIfEmpty.map { $0 == "True" }
            isReadByCryptography = try row("cryptography_ok").nilIfEmpty.map { $0 == "True" }
            isReadByGo = try row("go_ok").nilIfEmpty.map { $0 == "True" }
            pin = try row("pin_exact_spki_bytes").nilIfEmpty
            pinOfOpenSSL = try row("pin_openssl_cli").nilIfEmpty
        }

        /// A Boolean value that indicates whether the main object of the file is a certificate.
        var isCertificate: Bool { file.hasPrefix("cert/") || file.hasPrefix("pem/") }

        /// A Boolean value that indicates whether all three programs reject the file.
        var isRefusedByAll: Bool {
            isReadByOpenSSL == false && isReadByCryptography == false && isReadByGo == false
        }

        var testDescription: String { file }
    }
}

struct VectorError: Error, CustomStringConvertible {
    let description: String
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
