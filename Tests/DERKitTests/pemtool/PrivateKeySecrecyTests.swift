import DERKit
import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

@testable import pemtool

/// No output shows an octet of a private key: Tests/Vectors/kinds/private.tsv has the private fields according to
/// openssl.
@Suite struct PrivateKeySecrecyTests {
    /// Text that would reveal a private field, in the forms in which octets and numbers are printed.
    struct Secret {
        let name: String
        let hex: [String]
        let base64: [String]
        let decimalOctets: [String]
        let decimal: String

        init(_ fields: [Substring]) throws {
            name = "\(fields[0]) \(fields[1])"
            let octets = try #require(bytes(hex: fields[2]))
            // Eight octets from the beginning, the middle and the end identify the key.
            let starts = [0, octets.count / 2 - 4, octets.count - 8]
            hex = starts.map { DERKit.hex(octets[$0..<$0 + 8]) }
            // Base64 depends on what precedes it, so each alignment is searched.
            base64 = (0..<3).flatMap { (shift) in
                [shift, octets.count / 2 - 4 + shift].map { (start) in
                    Base64.encode(octets[start..<min(start + 9, octets.count - (octets.count - start) % 3)])
                }
            }.filter { $0.count >= 8 }
            decimalOctets = starts.map { (start) in octets[start..<start + 8].map { " \($0)" }.joined() }
            decimal = String(fields[3].prefix(24))
        }

        /// Returns the form that is in `text`; nil if none is.
        func found(in text: Searched) -> String? {
            hex.first { text.hexDigits[...].firstIndex(ofText: $0) != nil }
                ?? base64.first { text.base64[...].firstIndex(ofText: $0) != nil }
                ?? decimalOctets.first { text.numbers[...].firstIndex(ofText: $0) != nil }
                ?? (text.plain[...].firstIndex(ofText: decimal) != nil ? decimal : nil)
        }
    }

    /// Text in the forms in which it is searched, so that separators cannot hide digits.
    struct Searched {
        let plain: [UInt8]
        let hexDigits: [UInt8]
        let base64: [UInt8]
        let numbers: [UInt8]

        init(_ text: String) {
            plain = Array(text.utf8)
            // Hex is printed in lower and in upper case.
            hexDigits = plain.filter { hexDigit($0) != nil }.map { $0 < 0x41 ? $0 : $0 | 0x20 }
            base64 = plain.filter { !Base64.isWhiteSpace($0) }
                .map {
                    $0 == UInt8(ascii: "-")
                        ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
                }
            numbers = plain.split { !(0x30...0x39).contains($0) }.flatMap { [0x20] + $0 }
        }
    }

    static func secrets(_ name: String) throws -> [Secret] {
        try Vectors.text("kinds/private.tsv").split(separator: "\n").map { $0.split(separator: "\t") }
            .filter { $0[0] == name }.map(Secret.init)
    }

    /// Returns the private-key files of a key.
    static func files(_ name: String) throws -> [(file: String, bytes: [UInt8])] {
        var files = try KindVectors.files(name).filter { $0.kind == "private-key" }
            .map { ($0.file, $0.bytes) }
        if name == "p-256" {
            for file in ["kinds/p-256.no-public.pem", "kinds/p-256.plain.p12"] {
                files.append((file, try Vectors.bytes(file)))
            }
        }
        return files
    }

    private func check(_ text: String, _ secrets: [Secret], _ what: String) {
        let searched = Searched(text)
        for secret in secrets {
            #expect(secret.found(in: searched) == nil, "\(secret.name) in \(what)")
        }
    }

    @Test func theSearchFindsSecretsInEveryEncoding() throws {
        for (name, _) in try KindVectors.pins() {
            let secrets = try PrivateKeySecrecyTests.secrets(name)
            let count = name == "rsa-three-primes" ? 9 : name.hasPrefix("rsa") ? 6 : 1
            #expect(secrets.count == count)
            let der = try Vectors.bytes("kinds/\(name).key.der")
            for text in [
                hex(der), hex(der, separator: ":", uppercase: true), PEM.encode(der, label: "X"), "\(der)",
                Base64.encode(der, alphabet: .url),
            ] {
                let searched = Searched(text)
                for secret in secrets { #expect(secret.found(in: searched) != nil, "\(secret.name)") }
            }
        }
    }

    @Test func noDecodedValuePrintsAPrivateField() throws {
        for (name, _) in try KindVectors.pins() {
            let secrets = try PrivateKeySecrecyTests.secrets(name)
            for (file, bytes) in Sweep.sample(try PrivateKeySecrecyTests.files(name), every: 3) {
                var reader = InputReader(bytes)
                reader.fingerprint = { SHA256.hash($0) }
                var text = "\(reader) \(String(reflecting: reader))"
                dump(reader, to: &text)
                while let object = reader.next() {
                    dump(object, to: &text)
                    dump(reader, to: &text)
                    text += "\(object) \(String(reflecting: object))"
                    text += object.json(in: file, hasEntries: true)
                    guard case .success(let content) = object.contentResult else {
                        Issue.record("\(file) is not read")
                        continue
                    }
                    let options = Screen.Options(isFull: true, hasEntries: true)
                    text += "\(Screen(content, options).lines) \(String(describing: content.missingKey))"
                }
                check(text, secrets, file)
            }
        }
    }

    @Test func noOutputShowsAPrivateField() throws {
        let tool = Program.pemtool
        // A pin that belongs to no key, so that messages about mismatches are examined too.
        let pin = "sha256/" + Base64.encode([UInt8](repeating: 7, count: 32))
        var commands = [
            ["pin"], ["pin", "--json"], ["pin", "--strict"], ["pin", "--jsonl"], ["inspect", "--full"],
            ["inspect", "--json"], ["inspect", "--jsonl", "--entries"], ["dump"], ["dump", "--hex"],
            ["dump", "--json"],
            ["explain"],
            ["explain", "--json"], ["diagnose", pin], ["diagnose", "--json", pin], ["check", "--pin", pin],
            ["check", "--json", "--pin", pin], ["convert"], ["convert", "--to", "hex"],
            ["convert", "--extract", "spki"], ["convert", "--extract", "raw-key"], ["policy", "read"],
            ["check"], ["pin", "--lines"], ["inspect", "--lines"],
        ]
        for format in Pin.Format.allCases { commands.append(["pin", "--format", format.rawValue]) }
        for (name, _) in try KindVectors.pins() {
            let secrets = try PrivateKeySecrecyTests.secrets(name)
            var files = try PrivateKeySecrecyTests.files(name).map(\.file)
            if name == "p-256" {
                // Files with one flaw each, made by `Tests/Tools/make/spoilt-keys.py`.
                files += try FileManager.default.contentsOfDirectory(atPath: Vectors.path("spoilt"))
                    .map { "spoilt/" + $0 }
                #expect(files.count > 9)
            }
            for (place, file) in files.enumerated() {
                let path = Vectors.path(file)
                for command in Sweep.sample(commands, every: 11, from: place) {
                    let answer = try tool.run(command + [path])
                    #expect(!answer.output.isEmpty || !answer.errors.isEmpty, "\(command) \(file)")
                    check(answer.output + answer.errors, secrets, "\(command) \(file)")
                }
            }
        }
    }

    /// The only texts that an error about a private key may contain.
    private static let rules: Set = [
        "unexpected end inside a tag or a length", "length exceeds the bytes remaining",
        "length in more octets than necessary", "length too large",
        "indefinite length (BER, not DER)", "tag number in more octets than necessary",
        "a tag number that is too large", "unexpected value",
        "missing field",
        "trailing bytes", "invalid value for its type", "not in the one encoding that DER allows",
        "value out of range",
    ]

    @Test func noErrorAboutADamagedKeyContainsItsBytes() throws {
        var seen: Set<String> = []
        for name in ["rsa1024", "p-256", "ed25519", "dsa"] {
            for (file, bytes) in try PrivateKeySecrecyTests.files(name) where file.hasSuffix(".der") {
                for place in Sweep.sample(bytes.indices.dropFirst(4), every: 17) {
                    var flipped = bytes
                    flipped[place] ^= 0x81
                    for input in [Array(bytes[..<place]), flipped] {
                        let text = PEM.encode(input, label: "PRIVATE KEY")
                        for object in Array(InputReader(input)) + Array(InputReader(text.utf8)) {
                            guard case .failure(let error) = object.contentResult else { continue }
                            #expect(object.derBytes.isEmpty, "\(file) \(place)")
                            if error.kind != nil { seen.insert(error.message) }
                        }
                    }
                }
            }
        }
        #expect(seen.isSubset(of: PrivateKeySecrecyTests.rules))
        #expect(seen.count > 5)
    }
}
