import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Every source of bytes, digest and encoding over fifteen kinds of key, against Tests/Vectors/diagnose, which
/// Tests/Tools/make/diagnose-vectors.py makes with openssl, cryptography and hashlib.
@Suite struct DiagnosisMatrixTests {
    static let kinds = [
        "rsa-1024", "rsa-2048", "rsa-3072", "rsa-4096", "rsa-pss", "p-224", "p-256", "p-384", "p-521",
        "secp256k1",
        "brainpool", "ed25519", "ed448", "x25519", "dsa",
    ]

    /// The digests of a series of bytes, and the mistakes that produce it, as `code@object`.
    struct Row {
        let digests: [(code: String, bytes: [UInt8])]
        var recipes: Set<String>

        init(_ line: String) throws {
            let fields = line.split(separator: "\t").map(String.init)
            let decoded = try fields.dropLast().map { [UInt8](try #require(Data(base64Encoded: $0))) }
            var digests = [("", decoded[0])]
            if decoded.count > 1 {
                digests += [
                    (":sha-1", decoded[1]), (":sha-512", decoded[2]),
                    (":sha-512-truncated", Array(decoded[2].prefix(32))),
                    (":sha-512-end", Array(decoded[2].suffix(32))), (":sha-256-twice", decoded[3]),
                ]
            }
            if decoded.count > 4 {
                digests += [
                    (":md5", decoded[4]), (":sha-224", decoded[5]), (":sha-384", decoded[6]),
                    (":sha-384-truncated", Array(decoded[6].prefix(32))),
                    (":sha-384-end", Array(decoded[6].suffix(32))), (":sha-512-256", decoded[7]),
                    (":sha3-256", decoded[8]),
                ]
            }
            self.digests = digests
            recipes = Set((fields.last ?? "").split(separator: " ").map(String.init))
        }
    }

    static let pairs = (0...255).map { String(format: "%02x", $0) }

    static func octets(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
    }

    static func digits(_ octets: some Sequence<UInt8>) -> String { octets.map { pairs[Int($0)] }.joined() }

    /// Returns the ways to write a digest, made by Foundation.
    ///
    /// - Parameter isWhole: false for only the two usual ways.
    static func texts(of digest: [UInt8], isWhole: Bool) -> [(suffix: String, text: String)] {
        let base64 = Data(digest).base64EncodedString()
        let hex = digits(digest)
        guard isWhole else { return [("", base64), ("", hex)] }
        func again(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        var all = [
            ("", base64), ("", hex), ("", hex.uppercased()),
            ("", base64.filter { $0 != "=" }),
            (":hex-colons", digest.map { pairs[Int($0)] }.joined(separator: ":").uppercased()),
            (":hex-spaces", digest.map { pairs[Int($0)] }.joined(separator: " ")),
            (":hex-hyphens", digest.map { pairs[Int($0)] }.joined(separator: "-").uppercased()),
            (":hex-of-base64", digits(base64.utf8)),
            (":hex-of-base64", digits((base64 + "\n").utf8)),
            (":base64-of-hex", again(hex)), (":base64-of-printed-hex", again(hex + "\n")),
            (":base64-of-printed-hex", again("SHA2-256(stdin)= \(hex)\n")),
            (":base64-of-printed-hex", again("\(hex)  -\n")), (":base64-of-base64", again(base64)),
            (":base64-of-base64", again(base64 + "\n")),
            (":reversed-base64", Data(digest.reversed()).base64EncodedString()),
            (":reversed-hex", digits(digest.reversed())),
        ]
        // A text whose last two characters differ from the other alphabet's is base64url.
        if base64.contains(where: { "+/".contains($0) }) {
            let url = base64.replacing("+", with: "-").replacing("/", with: "_")
            all += [("", url), ("", url.filter { $0 != "=" })]
        }
        if base64 != base64.uppercased() { all.append((":upper-case", base64.uppercased())) }
        if base64 != base64.lowercased() { all.append((":lower-case", base64.lowercased())) }
        // A truncated SHA-512 and a longer truncated digest look the same; the search assumes the former.
        if digest.count <= 32 {
            all += [
                (":cut-short", String(base64.prefix(16))),
                (":cut-short", String(base64.prefix(digest.count))),
            ]
            all.append((":cut-short", String(hex.prefix(2 * digest.count - 2))))
        }
        return all
    }

    @Test(arguments: kinds) func everyMistakeIsNamed(_ kind: String) throws {
        let file = try Vectors.bytes("diagnose/\(kind).pem")
        let objects = InputReader(file).compactMap { PinDiagnosis.Object($0, file: file) }
        #expect(objects.count == (kind == "x25519" ? 2 : 3))
        var rows = try (Vectors.lines("diagnose/\(kind).tsv") + Vectors.lines("diagnose/issuer.tsv"))
            .map(Row.init)
        // Keys of the same size have the same text if it only contains the size.
        for place in rows.indices.reversed() {
            let first = rows.firstIndex { $0.digests[0].bytes == rows[place].digests[0].bytes } ?? place
            guard first < place else { continue }
            rows[first].recipes.formUnion(rows[place].recipes)
            rows.remove(at: place)
        }
        // Rows of the issuer and of the key may have the same bytes only if those are the bytes of the file.
        #expect(Set(rows.flatMap(\.recipes)).count == rows.map(\.recipes.count).reduce(0, +))

        // A subject key identifier is usually SHA-1 of the raw key, RFC 5280 section 4.2.1.2.
        var identifiers: [[UInt8]: Set<String>] = [:]
        for line in try Vectors.lines("diagnose/identifiers.tsv") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields[0] == kind else { continue }
            let octets = DiagnosisMatrixTests.octets(fields[1])
            identifiers[octets, default: []].insert(fields[2])
        }
        var seen: Set<[UInt8]> = []
        var texts: [(text: String, expected: Set<String>, isRight: Bool)] = []
        for row in rows {
            let isKey = row.recipes.contains { $0.hasPrefix("spki@") }
            for (digest, bytes) in row.digests {
                seen.insert(bytes)
                let isPin = isKey && digest.isEmpty
                let isWhole = isPin || digest.isEmpty && texts.count % 7 == 0 || texts.count % 61 == 0
                for (suffix, text) in DiagnosisMatrixTests.texts(of: bytes, isWhole: isWhole) {
                    // Platforms accept base64, with or without padding; other forms are misspelled.
                    let isRight =
                        isPin && suffix.isEmpty && text.count <= 44 && !text.contains { "-_".contains($0) }
                    let values = (identifiers[bytes] ?? []).map { (value) in
                        let parts = value.split(separator: "@")
                        return "\(parts[0])\(suffix)@\(parts[1])"
                    }
                    let expected = Set(values).union(
                        row.recipes.map { (recipe) in
                            let parts = recipe.split(separator: "@")
                            let misspelled = isPin && suffix.isEmpty && !isRight ? ":spelling" : suffix
                            return "\(parts[0])\(digest)\(misspelled)@\(parts[1])"
                        })
                    texts.append((text, expected, isRight))
                }
            }
        }
        for (octets, codes) in identifiers where !seen.contains(octets) {
            texts.append((DiagnosisMatrixTests.digits(octets), codes, false))
        }
        #expect(texts.count > 2_000)
        texts = Sweep.sample(texts, every: 71)
        var search = PinSearch(texts.map(\.text))
        for object in objects { search.examine(object) }
        search.finish()
        var wrong = 0
        for (number, text) in texts.enumerated() {
            let diagnosis = search.diagnosis(number)
            let named = Set(diagnosis.matches.map { "\($0.recipe)@\($0.objectIndex ?? -1)" })
            if diagnosis.isRight != text.isRight || named != text.expected {
                wrong += 1
                if wrong <= 3 {
                    Issue.record("\(text.text): \(named.sorted()); expected \(text.expected.sorted())")
                }
            }
            for match in diagnosis.matches {
                // An identifier of the issuer's key says nothing about this one.
                let isOfKey = !match.recipe.hasPrefix("authority-key-identifier")
                let pin = match.objectIndex.map { objects[$0].subjectPublicKeyInfo.pin }
                if match.rightPin != (isOfKey ? pin : nil) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    /// 10,000 random pins.
    @Test func randomPinsGiveNoMatch() throws {
        var generator = SystemRandomNumberGenerator()
        let pins = (0..<Sweep.number(10_000, every: 20)).map { _ in
            Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        var search = PinSearch(pins.map { $0.base64EncodedString() })
        for kind in ["rsa-2048", "p-256", "ed25519", "dsa"] {
            let file = try Vectors.bytes("diagnose/\(kind).pem")
            for object in InputReader(file) {
                if let candidate = PinDiagnosis.Object(object, file: file) { search.examine(candidate) }
            }
        }
        search.finish()
        for number in pins.indices {
            let diagnosis = search.diagnosis(number)
            #expect(diagnosis.matches.isEmpty && !diagnosis.isRight && diagnosis.problem == nil)
        }
        #expect(search.diagnosis(0).tried.objects == 12)
    }
}
