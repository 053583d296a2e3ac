import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// What `explain --json` adds to an object.
enum ExplainJSON {
    static func fields(of key: SubjectPublicKeyInfo, in content: InputObject.Content) -> JSON.Fields {
        let raw = key.subjectPublicKey.bytes
        let known = RawKeyAlgorithm.rsa.header(rawKeyByteCount: 270)
        return [
            ("key_name", .string(key.keyName)),
            // In the place of a key that is none of its algorithm may be the private one.
            ("spki", key.provenRawKey == nil ? .null : .hex(key.derBytes)),
            ("header", .hex(key.header)),
            ("raw_key", key.provenRawKey.map { .hex($0) } ?? .null),
            ("header_fields", .array(headerFields(key))),
            (
                "forms",
                .array(
                    key.keyForms.map { (form) in
                        .object([
                            ("name", .string(form.name)), ("byte_count", .count(form.bytes.count)),
                            ("sha256", .string(Base64.encode(SHA256.hash(form.bytes)))),
                            ("pin", .bool(form.isPinned)), ("sources", .array(form.sources.map(JSON.string))),
                        ])
                    })
            ),
            ("rsa2048_header_is_right", .bool(known == key.header)),
            ("rsa2048_header_sha256", .string(Base64.encode(SHA256.hash(known + raw)))),
            ("trustkit", .string(key.trustKitSupport.rawValue)),
            ("openssl", .string(key.openSSLReencoding.reason.rawValue)),
            (
                "openssl_message",
                key.openSSLReencoding.reason == .same
                    ? .null : .string(key.openSSLReencoding.reason.message)
            ),
            ("swift", .string(ExplainText.swift(key.header).joined(separator: "\n"))),
            ("kotlin", .string(ExplainText.kotlin(key.header).joined(separator: "\n"))),
            (
                "spellings",
                .array(
                    PinConsumer.allCases.map {
                        .object([("consumer", .string($0.name)), ("text", .string($0.spelling(of: key.pin)))])
                    })
            ),
            ("object_fields", .array(ExplainBytes(content, key).json)),
        ]
    }

    private static func headerFields(_ key: SubjectPublicKeyInfo) -> [JSON] {
        let bytes = key.derBytes
        return ByteRow.rows(of: bytes, rawKey: key.header.count..<bytes.count).filter { $0.part != .rawKey }
            .map {
                (row) in
                .object([
                    ("offset", .count(row.range.lowerBound)), ("depth", .count(row.depth)),
                    ("bytes", .hex(bytes[row.range])), ("type", .string(row.type)),
                    ("value", .string(row.value(in: bytes))),
                ])
            }
    }
}
