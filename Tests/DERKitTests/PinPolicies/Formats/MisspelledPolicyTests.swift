import Testing

@testable import PinPolicies
@testable import SPKIHash

/// A file of each format with one word changed: its meaning is unchanged, or something is reported. If a policy
/// silently changed, an app could ship without its pins.
@Suite struct MisspelledPolicyTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let digits = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"

    /// A file, the words whose letters are changed, and the values that get a different type.
    struct Sample: Sendable, CustomTestStringConvertible {
        let format: PolicyFormat
        let text: String
        /// Names of keys, elements, attributes, options and types, which people misspell.
        let words: [String]
        /// Values, and values of other types in that language.
        let values: [(String, [String])]

        var testDescription: String { format.rawValue }
    }

    static let samples: [Sample] =
        [
            Sample(
                format: .manifest,
                text: """
                    {"schema": "pemtool-policy/1", "unlisted_hosts": "accept", "hosts": [
                      {"host": "**.example.com", "expires": "2030-01-31", "enforce": false, "match": "any", "strategies": [
                        {"kind": "public-key", "position": "any", "pins": [{"pin": "\(one)", "label": "a", "role": "backup"}]},
                        {"kind": "certificate", "position": "leaf", "pins": [{"certificate_sha256": "\(digits)"}]}]},
                      {"host": "a.org", "position": "leaf", "pins": ["\(two)"]}]}
                    """,
                words: [
                    "schema", "unlisted_hosts", "hosts", "host", "expires", "enforce", "match", "strategies",
                    "kind",
                    "position", "pins", "pin", "label", "role", "certificate_sha256",
                ],
                values: [
                    ("\"accept\"", ["1", "true", "null", "[]", "{}"]),
                    ("false", ["\"false\"", "0", "[]", "null"]),
                    ("\"2030-01-31\"", ["20300131", "null", "[]"]), ("\"any\"", ["1", "\"Any\"", "[]"]),
                    ("\"\(two)\"", ["1", "null", "[]", "{}"]), ("\"public-key\"", ["\"Public-Key\"", "1"]),
                    (
                        "[{\"pin\": \"\(one)\", \"label\": \"a\", \"role\": \"backup\"}]",
                        ["\"\(one)\"", "{}", "[1]"]
                    ),
                ]),
            Sample(
                format: .trustKit,
                text: """
                    <plist version="1.0"><dict><key>TSKConfiguration</key><dict>
                    <key>TSKSwizzleNetworkDelegates</key><false/>
                    <key>TSKPinnedDomains</key><dict><key>example.com</key><dict>
                    <key>TSKIncludeSubdomains</key><true/><key>TSKEnforcePinning</key><false/>
                    <key>TSKExpirationDate</key><string>2030-01-31</string>
                    <key>TSKPublicKeyHashes</key><array><string>\(one)</string><string>\(two)</string></array>
                    </dict></dict></dict></dict></plist>
                    """,
                words: [
                    "plist", "dict", "key", "array", "string", "true", "false", "TSKConfiguration",
                    "TSKPinnedDomains",
                    "TSKSwizzleNetworkDelegates", "TSKIncludeSubdomains", "TSKEnforcePinning",
                    "TSKExpirationDate",
                    "TSKPublicKeyHashes",
                ],
                values: [
                    (
                        "<true/>",
                        ["<string>true</string>", "<integer>1</integer>", "<integer>7</integer>", "<array/>"]
                    ),
                    (
                        "<key>TSKEnforcePinning</key><false/>",
                        ["<key>TSKEnforcePinning</key><string>NO</string>"]
                    ),
                    (
                        "<string>2030-01-31</string>",
                        ["<date>2030-01-31T00:00:00Z</date>", "<integer>2030</integer>"]
                    ),
                    (
                        "<string>\(two)</string>",
                        ["<data>\(two)</data>", "<true/>", "<array/>", "<integer>1</integer>"]
                    ),
                    (
                        "<array><string>\(one)</string><string>\(two)</string></array>",
                        ["<string>\(one)</string>", "<dict/>", "<true/>", "<array/>"]
                    ),
                ]),
            Sample(
                format: .nsPinnedDomains,
                text: """
                    <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>
                    <key>example.com</key><dict><key>NSIncludesSubdomains</key><true/>
                    <key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>\(one)</string></dict></array>
                    <key>NSPinnedCAIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>\(two)</string></dict></array>
                    </dict></dict></dict></dict></plist>
                    """,
                words: [
                    "plist", "dict", "key", "array", "string", "true", "NSAppTransportSecurity",
                    "NSPinnedDomains",
                    "NSIncludesSubdomains", "NSPinnedLeafIdentities", "NSPinnedCAIdentities",
                    "SPKI-SHA256-BASE64",
                ],
                values: [
                    (
                        "<true/>",
                        ["<string>YES</string>", "<integer>1</integer>", "<integer>2</integer>", "<dict/>"]
                    ),
                    ("<string>\(two)</string>", ["<data>\(two)</data>", "<true/>", "<array/>"]),
                    (
                        "<dict><key>SPKI-SHA256-BASE64</key><string>\(two)</string></dict>",
                        ["<string>\(two)</string>", "<array/>", "<dict/>"]
                    ),
                    (
                        "<array><dict><key>SPKI-SHA256-BASE64</key><string>\(one)</string></dict></array>",
                        ["<string>\(one)</string>", "<dict/>", "<true/>"]
                    ),
                ]),
            Sample(
                format: .android,
                text: """
                    <network-security-config><base-config cleartextTrafficPermitted="false"/>
                    <domain-config><domain includeSubdomains="true">example.com</domain><domain>a.org</domain>
                    <pin-set expiration="2030-01-31"><pin digest="SHA-256">\(one)</pin><pin digest="SHA-256">\(two)</pin></pin-set>
                    <domain-config><domain>b.org</domain></domain-config></domain-config></network-security-config>
                    """,
                words: [
                    "network-security-config", "base-config", "domain-config", "domain", "pin-set", "pin",
                    "cleartextTrafficPermitted", "includeSubdomains", "expiration", "digest", "true",
                    "SHA-256",
                ],
                values: [
                    ("\"true\"", ["\"yes\"", "\"1\"", "\"\""]),
                    ("\"2030-01-31\"", ["\"soon\"", "\"31.1.2030\"", "\"\""]),
                    ("\"SHA-256\"", ["\"SHA-1\"", "\"sha256\"", "\"SHA-512\"", "\"\""]),
                    (
                        "<domain>a.org</domain>",
                        ["a.org", "<domain name=\"a.org\"/>", "<domain><a/>a.org</domain>"]
                    ),
                    (
                        "<pin digest=\"SHA-256\">\(two)</pin>",
                        [
                            "\(two)", "<pin digest=\"SHA-256\"/>",
                            "<pin digest=\"SHA-256\" value=\"\(two)\"/>",
                            "<pin>\(two)</pin>",
                        ]
                    ),
                ]),
        ]

    /// Returns the text with each occurrence of a word misspelled: a letter missing, added or in another case, or all
    /// in capitals.
    private func misspellings(_ text: String, _ word: String) -> [String] {
        var results: [String] = []
        let other = { (character: Character) in
            character.isUppercase ? character.lowercased() : character.uppercased()
        }
        for range in text.ranges(of: word) {
            let middle = word.index(word.startIndex, offsetBy: word.count / 2)
            var forms = [word.uppercased(), word + "s", word + word.suffix(1)]
            for place in [word.startIndex, middle, word.index(before: word.endIndex)] {
                var form = word
                form.remove(at: place)
                forms.append(form)
                forms.append(word[..<place] + other(word[place]) + word[word.index(after: place)...])
            }
            for form in Set(forms) where form != word {
                results.append(text.replacingCharacters(in: range, with: form))
            }
        }
        return results
    }

    /// Returns the error in reading a changed file; nil if the meaning is unchanged or the change is
    /// reported.
    private func silence(_ format: PolicyFormat, _ text: String, _ whole: PolicyReading) throws -> String? {
        do throws(PolicyError) {
            let reading = try format.read(Array(text.utf8), for: try HostPattern("example.com"))
            let isReported = !reading.omissions.isEmpty || reading.findings.count > whole.findings.count
            return isReported || reading.policy == whole.policy ? nil : "\(reading.policy)"
        } catch {
            return nil
        }
    }

    @Test(arguments: samples) func misspelledNamesAreReported(_ sample: Sample) throws {
        let whole = try sample.format.read(Array(sample.text.utf8), for: try HostPattern("example.com"))
        #expect(whole.omissions == [])
        #expect(!whole.policy.rules.isEmpty)
        for word in sample.words {
            let changed = misspellings(sample.text, word)
            #expect(!changed.isEmpty, "\(word)")
            for text in changed { #expect(try silence(sample.format, text, whole) == nil, "\(text)") }
        }
    }

    @Test(arguments: samples) func wrongTypesAreReported(_ sample: Sample) throws {
        let whole = try sample.format.read(Array(sample.text.utf8), for: try HostPattern("example.com"))
        for (value, others) in sample.values {
            let range = try #require(sample.text.firstRange(of: value), "\(value)")
            for other in others {
                let text = sample.text.replacingCharacters(in: range, with: other)
                #expect(try silence(sample.format, text, whole) == nil, "\(text)")
            }
        }
    }

    @Test func everyFormatWithAReaderHasASample() {
        #expect(Set(Self.samples.map(\.format)) == Set(PolicyFormat.allCases.filter { $0.row.read != nil }))
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
