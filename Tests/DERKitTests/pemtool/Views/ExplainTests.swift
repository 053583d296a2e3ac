import DERKit
import Foundation
import SPKIHash
import Testing
import X509Model

@testable import pemtool

@Suite struct ExplainTests {
    /// Files of every kind of key and structure that explain shows.
    static let files =
        DiagnosisMatrixTests.kinds.map { "diagnose/\($0).pem" } + [
            "seeds/github.com.pem", "seeds/api.github.com-public-key.pem", "cert/rsa4096.pem",
            "cert/rsa-x500-oid.pem", "cert/mldsa44.pem", "cert/rsapss-key-restricted.pem",
            "cert/san-mixed.pem",
            "cert/dsa-inherited-params.der", "cert/gost2001-numericstring.der", "cert/name-utf8.pem",
            "key/spki-secp256k1-explicit.pem", "key/pkcs8-rsa.pem", "key/sec1-ecparams.pem",
            "csr/rsa-sha1.pem",
        ]

    private func objects(_ file: String) throws -> [(InputObject, InputObject.Content, SubjectPublicKeyInfo)]
    {
        let found = InputReader(try Vectors.bytes(file)).compactMap { (object) in
            if case .success(let content) = object.contentResult, let key = content.subjectPublicKeyInfo {
                (object, content, key)
            } else {
                nil as (InputObject, InputObject.Content, SubjectPublicKeyInfo)?
            }
        }
        #expect(!found.isEmpty)
        return found
    }

    @Test(arguments: files) func theScreenFits80ColumnsAndShowsBothHashes(_ file: String) throws {
        for (_, _, key) in try objects(file) {
            let lines = ExplainText(key: key).lines
            for line in lines { #expect(line.count <= 80 && line.last != " ", "\(line)") }
            let text = lines.joined(separator: "\n")
            #expect(text.contains(key.pin.base64))
            #expect(text.contains(Base64.encode(SHA256.hash(key.subjectPublicKey.bytes))))
            // The constant to paste equals the header.
            let items = text.components(separatedBy: "let header: [UInt8] = [")[1].prefix { $0 != "]" }
            let octets = items.split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap {
                bytes(hex: $0.dropFirst(2))
            }
            #expect(octets.flatMap { $0 } == key.header)
        }
    }

    /// A key with very long parameters: one line instead of two constants.
    @Test(arguments: [480, 500, 1 << 20]) func aLongHeaderIsNotPrintedAsCode(_ parameterCount: Int) throws {
        var writer = DERWriter()
        writer.append(.sequence) { (fields) in
            fields.append(.sequence) { (algorithm) in
                algorithm.append(encoded: [0x06, 0x03, 0x55, 0x1d, 0x7f])
                algorithm.append(.octetString, content: [UInt8](repeating: 0x55, count: parameterCount))
            }
            fields.append(bitString: [UInt8](repeating: 1, count: 32))
        }
        let key = try SubjectPublicKeyInfo(der: writer.bytes)
        let isShort = key.header.count <= 512
        #expect(isShort == (parameterCount <= 492))
        let lines = ExplainText(key: key).lines
        #expect(lines.contains { $0.contains("let header") } == isShort)
        #expect(lines.contains { $0.contains("header has \(key.header.count) bytes, too many") } == !isShort)
        #expect((ExplainText.swift(key.header).count == 1) == !isShort)
        #expect((ExplainText.kotlin(key.header).count == 1) == !isShort)
        #expect(lines.count < 200)
    }

    @Test(arguments: files) func everyByteIsInExactlyOneRow(_ file: String) throws {
        for (object, content, key) in try objects(file) {
            let derBytes = object.derBytes.isEmpty ? key.derBytes : object.derBytes
            for rawKey in [0..<0, key.header.count..<key.derBytes.count] {
                let whole = content.kind == "public-key" ? derBytes : key.derBytes
                let rows = ByteRows(whole, rawKey: rawKey)
                #expect(rows.flatMap { whole[$0.range] } == whole)
            }
            #expect(ByteRows(derBytes, rawKey: 0..<0).flatMap { derBytes[$0.range] } == derBytes)
        }
    }

    /// With damage of every kind, each byte is in one row, and the output ends.
    @Test func everyByteOfADamagedObjectIsInOneRow() throws {
        let whole = try #require(try objects("seeds/github.com.pem").first).0.derBytes
        for place in stride(from: 0, to: whole.count, by: 3) {
            var damaged = whole
            damaged[place] ^= 0xff
            let rows = ByteRows(damaged, rawKey: 0..<0)
            #expect(rows.flatMap { damaged[$0.range] } == damaged)
        }
        let deep = [UInt8](repeating: 0x30, count: 1) + [0x80]
        #expect(ByteRows(deep, rawKey: 0..<0).flatMap { deep[$0.range] } == deep)
    }

    @Test func keysAreNamed() throws {
        let names = try DiagnosisMatrixTests.kinds.map {
            try #require(try objects("diagnose/\($0).pem").first).2.keyName
        }
        #expect(
            names == [
                "RSA-1024", "RSA-2048", "RSA-3072", "RSA-4096", "RSA-2048", "P-224", "P-256", "P-384",
                "P-521",
                "secp256k1", "brainpoolP256r1", "Ed25519", "Ed448", "X25519", "id-dsa",
            ])
    }
}
