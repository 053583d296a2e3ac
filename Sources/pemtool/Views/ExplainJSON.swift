import DERKit
import PinPolicies
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
        json.name("header_fields")
        writeHeaderFields(key, header, to: &json)
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
        json.array("spellings", PinConsumer.allCases) { (consumer, json) in
            json.object { (json) in
                json.string("consumer", consumer.name)
                json.string("text", consumer.spelling(of: key.pin))
            }
        }
        json.name("object_fields")
        ExplainBytes(content, key).write(to: &json)
    }

    private static func writeHeaderFields(
        _ key: SubjectPublicKeyInfo, _ header: [UInt8], to json: inout JSONWriter
    ) {
        let bytes = key.derBytes
        json.array { (json) in
            for row in ByteRow.rows(of: bytes, rawKey: header.count..<bytes.count) where row.part != .rawKey {
                json.object { (json) in
                    json.count("offset", row.range.lowerBound)
                    json.count("depth", row.depth)
                    json.hex("bytes", bytes.span.extracting(row.range))
                    json.string("type", row.type)
                    json.string("value", row.value(in: bytes))
                }
            }
        }
    }
}
