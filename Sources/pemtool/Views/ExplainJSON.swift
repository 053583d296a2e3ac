import DERKit
import SPKIHash
import X509Model

/// The fields that `explain --json` adds to an object.
enum ExplainJSON {
    static func write(_ key: SubjectPublicKeyInfo, in content: InputObject.Content, to json: inout JSONWriter)
    {
        let raw = key.subjectPublicKey.bytes
        let header = key.header
        let known = RawKeyAlgorithm.rsa.header(rawKeyByteCount: 270)
        json.string("key_name", key.keyName)
        // Bytes that do not fit the algorithm may be the private key.
        json.hex("spki", key.provenRawKey == nil ? nil : key.derBytes)
        json.hex("header", header)
        json.hex("raw_key", key.provenRawKey)
        let bytes = key.derBytes
        let rows = ByteRow.rows(of: bytes, rawKey: header.count..<bytes.count)
        json.array("header_fields", rows.lazy.filter { $0.part != .rawKey }) { (row, json) in
            json.object { row.write(bytes, to: &$0) }
        }
        json.array("forms", key.keyForms) { (form, json) in
            json.object { (json) in
                json.string("name", form.name)
                json.count("byte_count", form.bytes.count)
                json.base64("sha256", SHA256.hash(form.bytes))
                json.bool("pin", form.isPinned)
                json.array("sources", form.sources) { (source, json) in json.string(source) }
            }
        }
        json.bool("rsa2048_header_is_right", known == header)
        json.base64("rsa2048_header_sha256", SHA256.hash(known + raw))
        json.string("trustkit", key.trustKitSupport.rawValue)
        let reencoding = key.openSSLReencoding.reason
        json.string("openssl", reencoding.rawValue)
        json.string("openssl_message", reencoding == .same ? nil : reencoding.message)
        json.string("swift", ExplainText.swift(header).joined(separator: "\n"))
        json.string("kotlin", ExplainText.kotlin(header).joined(separator: "\n"))
        let pin = key.pin
        json.array("spellings", PinConsumer.allCases) { (consumer, json) in
            json.object { (json) in
                json.string("consumer", consumer.name)
                json.string("text", consumer.spelling(of: pin))
            }
        }
        json.name("object_fields")
        ExplainBytes(content, key).write(to: &json)
    }
}
