import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

@testable import pemtool

/// No part of a private key is shown, however damaged its file: the keys in Tests/Vectors/dump/private.tsv with each
/// public bit flipped, truncated, with an octet added or removed, and next to other objects.
@Suite struct DamagedKeyTests {
    struct Key: CustomTestStringConvertible {
        let file: String
        let bytes: [UInt8]
        let secrets: [[UInt8]]
        var testDescription: String { file }

        /// The octets that belong to no private value: tags, lengths, and public values.
        var publicPlaces: [Int] {
            var isSecret = [Bool](repeating: false, count: bytes.count)
            for secret in secrets where secret.count >= 6 && secret.count < bytes.count {
                for start in 0...bytes.count - secret.count
                where bytes[start..<start + secret.count].elementsEqual(secret) {
                    for place in start..<start + secret.count { isSecret[place] = true }
                }
            }
            return bytes.indices.filter { !isSecret[$0] }
        }

        /// The octets of tags, lengths and short values, and a few of each long public one.
        var headerPlaces: [Int] {
            let tree = DERTree(bytes)
            return publicPlaces.filter { (place) in
                guard let node = tree.node(at: place).map({ tree.nodes[$0] }) else { return true }
                return node.content.count <= 16 || place < node.content.lowerBound + 4
            }
        }

        static func all() throws -> [Key] {
            try DumpScreenTests.PrivateKey.all().filter { $0.file.hasSuffix(".der") }.map {
                Key(file: $0.file, bytes: try $0.derBytes(), secrets: $0.secrets)
            }
        }
    }

    private static let labels: [String?] = [
        nil, "PRIVATE KEY", "RSA PRIVATE KEY", "CERTIFICATE", "PUBLIC KEY", "PKCS7",
    ]

    /// Returns everything that the tool would print for a file, without running it.
    private func output(of der: [UInt8], label: String?) -> String {
        let file = label.map { Array(PEM.encode(der, label: $0).utf8) } ?? der
        var text = ""
        for part in DumpPart.parts(of: file) {
            let screen = DumpScreen(part)
            text += screen.lines.joined(separator: "\n") + "\n" + (screen.complaint ?? "") + "\n"
            for offset in [4, 16, der.count / 2, der.count - 20] {
                text += (screen.lines(at: offset) ?? []).joined(separator: "\n") + "\n"
            }
            if part.label.map(TreeDisclosure.isPrivate) == true {
                let unknown = DumpScreen(part, showsUnknown: true)
                text += unknown.lines.joined(separator: "\n") + (unknown.complaint ?? "") + "\n"
            }
        }
        for object in InputReader(file) {
            text += object.json(in: "file", hasEntries: true) + "\n\(object)\n"
            switch object.contentResult {
            case .success(let content):
                text += Screen(content, Screen.Options(isFull: true)).lines.joined(separator: "\n")
                text += "\(String(describing: content.missingKey))\n"
                if let key = content.subjectPublicKeyInfo {
                    text += ExplainText(key: key).lines.joined(separator: "\n")
                }
                for part in Conversion.Part.allCases {
                    let bytes = (try? Conversion(content, object, part)).flatMap { $0?.written(.hex) } ?? []
                    text += String(decoding: bytes, as: UTF8.self)
                }
            case .failure(let error):
                let report = ErrorReport(error: error, object: object, file: "file")
                text += report.lines.joined(separator: "\n") + "\n"
            }
        }
        return text
    }

    private func check(
        _ der: [UInt8], _ labels: [String?], _ search: SecretSearch, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for label in labels {
            let found = search.found(in: output(of: der, label: label))
            #expect(found == nil, "\(what), \(label ?? "DER")", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: try Key.all())
    func theSearchFindsSecretsInEveryEncoding(key: Key) {
        let search = SecretSearch(key.secrets)
        let part = DumpPart(title: nil, label: nil, bytes: key.bytes, problem: nil)
        for text in [
            hex(key.bytes), hex(key.bytes, separator: ":", uppercase: true), "\(key.bytes)",
            Base64.encode(key.bytes), Base64.encode([0] + key.bytes),
            PEM.encode([0, 0] + key.bytes, label: "X"),
        ] {
            #expect(search.found(in: text) != nil)
        }
        #expect(
            search.found(in: "\(part.bytes.count) \(Base64.encode([UInt8](repeating: 7, count: 99)))") == nil)
    }

    @Test(arguments: try Key.all())
    func flippedBitsRevealNoPrivateBytes(key: Key) {
        let search = SecretSearch(key.secrets)
        for place in Sweep.sample(key.headerPlaces, every: 31) {
            for bit in 0..<8 {
                var damaged = key.bytes
                damaged[place] ^= 1 << UInt8(bit)
                let labels = bit == place % 8 ? DamagedKeyTests.labels : [nil]
                check(damaged, labels, search, "bit \(bit) of octet \(place)")
            }
        }
    }

    @Test(arguments: try Key.all())
    func truncatedKeysAndInsertedOrMissingOctetsRevealNothing(key: Key) {
        let search = SecretSearch(key.secrets)
        for place in Sweep.sample(Array(stride(from: 1, to: key.bytes.count, by: 7)), every: 19) {
            check(Array(key.bytes[..<place]), [nil, "CERTIFICATE"], search, "cut at \(place)")
            check(Array(key.bytes[place...]), [nil, "PRIVATE KEY"], search, "without the first \(place)")
        }
        for place in Sweep.sample(key.headerPlaces, every: 31, from: 5) {
            var shorter = key.bytes
            shorter.remove(at: place)
            check(shorter, [nil, "EC PRIVATE KEY"], search, "without \(place)")
            for octet: UInt8 in [0x00, 0x02, 0x30, 0xa0] {
                var longer = key.bytes
                longer.insert(octet, at: place)
                check(longer, [octet == 2 ? "PRIVATE KEY" : nil], search, "\(octet) at \(place)")
            }
        }
    }

    @Test(arguments: try Key.all())
    func keysNextToOtherObjectsAreHidden(key: Key) throws {
        let search = SecretSearch(key.secrets)
        let certificate = try #require(
            DumpPart.parts(of: Vectors.bytes("seeds/github.com.pem")).first
        ).bytes
        for place in Sweep.sample(key.headerPlaces, every: 61, from: 9) {
            var damaged = key.bytes
            damaged[place] ^= 1 << UInt8(place % 8)
            let files = [
                damaged + key.bytes, key.bytes + damaged, certificate + damaged, damaged + certificate,
            ]
            check(files[place % 4], [nil], search, "octet \(place)")
        }
        // A certificate whose length includes the key after it.
        for place in [1, 2, 3, 5, 6, 7] {
            for bit in Sweep.sample(0..<8, every: 3, from: place) {
                var damaged = certificate
                damaged[place] ^= 1 << UInt8(bit)
                check(
                    damaged + key.bytes, [bit < 4 ? nil : "CERTIFICATE"], search,
                    "bit \(bit) of octet \(place)")
            }
        }
    }

    /// Numbers of a private key in a form that public structures have as well.
    @Test func privateNumbersInASequenceAreHidden() throws {
        let rsa = try #require(Key.all().first { $0.file == "dump/rsa-traditional.der" })
        let search = SecretSearch(rsa.secrets)
        for count in 1...4 {
            for start in 0..<rsa.secrets.count - count {
                var writer = DERWriter()
                writer.append(.sequence) { (fields) in
                    for secret in rsa.secrets[start..<start + count] {
                        fields.append(.integer, content: [0] + secret)
                    }
                }
                let part = DumpPart(title: nil, label: nil, bytes: writer.bytes, problem: nil)
                let screen = DumpScreen(part)
                #expect(search.found(in: screen.lines.joined(separator: "\n")) == nil)
                #expect(screen.advice != nil)
            }
        }
    }

    /// The commands themselves, on a sample of the same damage.
    @Test func noCommandShowsAPrivateKey() throws {
        let tool = Program.pemtool
        let pin = "sha256/" + Base64.encode([UInt8](repeating: 7, count: 32))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let commands = [
            ["dump", "--hex"], ["dump", "--json"], ["inspect", "--full"], ["inspect", "--json"], ["pin"],
            ["pin", "--jsonl"],
            ["explain"], ["explain", "--json"], ["diagnose", pin], ["check", "--pin", pin], ["convert"],
            ["convert", "--to", "hex"], ["convert", "--to", "base64"], ["wrap"], ["wrap", "--json"],
            ["wrap", "--algorithm", "P-384"], ["policy", "read"], ["check"], ["pin", "--lines"],
        ]
        for key in Sweep.sample(try Key.all(), every: 7) {
            let search = SecretSearch(key.secrets)
            let places = key.headerPlaces
            var files: [String] = []
            for step in 0..<4 {
                let place = places[step * (places.count - 1) / 4]
                var damaged = key.bytes
                damaged[place] ^= 1 << UInt8(step)
                for (name, bytes) in [
                    ("\(place).der", damaged),
                    ("\(place).pem", Array(PEM.encode(damaged, label: "PRIVATE KEY").utf8)),
                ] {
                    try Data(bytes).write(to: folder.appendingPathComponent(name))
                    files.append(name)
                }
            }
            for command in commands {
                for input in command[0] == "wrap" ? files.map({ [$0] }) : [files] {
                    let answer = try tool.run(command + input, in: folder)
                    #expect(
                        search.found(in: answer.output + "\n" + answer.errors) == nil,
                        "\(command) \(key.file)")
                }
            }
        }
    }
}
