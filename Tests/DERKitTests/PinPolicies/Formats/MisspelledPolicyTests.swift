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
                format: .trustKitSwift,
                text: """
                    let configuration: [String: Any] = [kTSKPinnedDomains: ["example.com": [
                        kTSKIncludeSubdomains: true, kTSKEnforcePinning: false, kTSKExpirationDate: "2030-01-31",
                        kTSKPublicKeyHashes: ["\(one)", "\(two)"]]]]
                    """,
                words: [
                    "kTSKPinnedDomains", "kTSKIncludeSubdomains", "kTSKEnforcePinning", "kTSKExpirationDate",
                    "kTSKPublicKeyHashes", "true", "false",
                ],
                values: [
                    ("true", ["\"true\"", "1", "7", "[]", "flag"]),
                    ("false", ["\"false\"", "[:]", "flag()"]),
                    ("\"2030-01-31\"", ["20300131", "Date()", "day"]),
                    ("\"\(two)\"", ["1", "[]", "pin", "[\"\(two)\"]", "\"\\(pin)\""]),
                    ("[\"\(one)\", \"\(two)\"]", ["\"\(one)\"", "pins", "[:]", "true", "[]"]),
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
            Sample(
                format: .okhttpKotlin,
                text: """
                    val pinner = CertificatePinner.Builder()
                        .add("example.com", "sha256/\(one)", "sha256/\(two)")
                        .add("*.a.org", "sha256/\(one)")
                        .build()
                    """,
                words: ["sha256"],
                values: [
                    ("\"example.com\"", ["HOST", "1", "listOf()", "\"$HOST\"", "host()"]),
                    (
                        "\"sha256/\(two)\"",
                        ["PIN", "1", "pin()", "\"${Pins.TWO}\"", "\"sha256/\" + TWO", "*PINS"]
                    ),
                ]),
            Sample(
                format: .okhttpJava,
                text: """
                    static final CertificatePinner PINNER = new CertificatePinner.Builder()
                        .add("example.com", "sha256/\(one)", "sha256/\(two)").add("*.a.org", "sha256/\(one)").build();
                    """,
                words: ["sha256"],
                values: [
                    ("\"example.com\"", ["HOST", "host()", "Hosts.API"]),
                    ("\"sha256/\(two)\"", ["PIN", "Pins.TWO", "pins()", "new String[] {PIN}", "PINS"]),
                ]),
            Sample(
                format: .curl,
                text: "url = \"https://example.com/\"\npinnedpubkey = \"sha256//\(one);sha256//\(two)\"\n",
                words: ["pinnedpubkey", "sha256"],
                values: [("\"sha256//\(one);sha256//\(two)\"", ["key.pem", "\"\"", "$PINS"])]),
            Sample(
                format: .curl,
                text: "curl --pinnedpubkey 'sha256//\(one);sha256//\(two)' https://example.com/",
                words: ["pinnedpubkey", "sha256"],
                values: [("'sha256//\(one);sha256//\(two)'", ["key.pem", "\"$PINS\""])]),
            Sample(
                format: .hpkp,
                text:
                    "Public-Key-Pins: pin-sha256=\"\(one)\"; pin-sha256=\"\(two)\"; max-age=60; includeSubDomains",
                words: ["Public-Key-Pins", "pin-sha256", "max-age", "includeSubDomains"],
                values: [
                    ("max-age=60", ["max-age=soon", "max-age"]),
                    ("includeSubDomains", ["includeSubDomains=true"]),
                ]),
            Sample(
                format: .hpkp, text: "Public-Key-Pins-Report-Only: pin-sha256=\"\(one)\"; includeSubDomains",
                words: ["Public-Key-Pins-Report-Only", "pin-sha256", "includeSubDomains"], values: []),
            Sample(
                format: .tlsa,
                text: """
                    $ORIGIN example.com.
                    _443._tcp.www 3600 IN TLSA 3 1 1 \(digits)
                    _443._tcp.api IN 1h TYPE52 \\# 35 020101 \(digits)
                    """,
                words: ["ORIGIN", "TLSA", "TYPE52"],
                values: [("3 1 1", ["3 1 2", "1 1 1", "3 9 1", "311", "x y z"]), ("35", ["34", "x"])]),
            Sample(
                format: .envoy,
                text: """
                    transport_socket:
                      name: envoy.transport_sockets.tls
                      typed_config:
                        "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
                        sni: example.com
                        common_tls_context:
                          validation_context:
                            trust_chain_verification: ACCEPT_UNTRUSTED
                            verify_certificate_spki:
                            - "\(one)"
                            - "\(two)"
                            verify_certificate_hash: ["\(digits)"]
                    """,
                words: [
                    "transport_socket", "typed_config", "sni", "common_tls_context", "validation_context",
                    "trust_chain_verification", "verify_certificate_spki", "verify_certificate_hash",
                    "ACCEPT_UNTRUSTED",
                ],
                values: [
                    ("sni: example.com", ["sni: [example.com]", "sni: {}", "sni:", "sni: *host"]),
                    ("- \"\(two)\"", ["- [\"\(two)\"]", "- {a: b}", "- *two", "-", "- 1"]),
                    ("[\"\(digits)\"]", ["\"\(digits)\"", "{}", "*list", "{a: \"\(digits)\"}"]),
                    ("ACCEPT_UNTRUSTED", ["2", "[]", "true"]),
                ]),
            Sample(
                format: .swift,
                text: """
                    enum HostPins {
                        static let unlistedHosts = "refuse"
                        static let rules: [Rule] = [
                            Rule(host: "example.com", match: "any", expires: "2030-01-31", isEnforced: false, strategies: [
                                Strategy(kind: "public-key", position: "any", pins: ["\(one)", "\(two)"]),
                                Strategy(kind: "certificate", position: "leaf", pins: ["\(digits)"])])]
                    }
                    """,
                words: [
                    "unlistedHosts", "rules", "host", "match", "expires", "isEnforced", "strategies", "kind",
                    "position",
                    "pins", "false", "certificate", "leaf", "refuse",
                ],
                values: [
                    ("\"2030-01-31\"", ["20300131", "day", "[]"]), ("false", ["\"false\"", "0", "flag"]),
                    ("\"\(two)\"", ["PIN", "1", "[]"]),
                    ("[\"\(digits)\"]", ["\"\(digits)\"", "PINS", "[:]", "[]"]),
                    ("\"refuse\"", ["1", "[]", "\"Refuse\""]),
                ]),
        ] + plugins

    /// Plugins for JavaScript, TypeScript and Dart.
    private static let plugins: [Sample] = [
        Sample(
            format: .reactNativeKeys,
            text: """
                import { initializeSslPinning } from 'react-native-ssl-public-key-pinning';
                await initializeSslPinning({ 'example.com': { includeSubdomains: true, expirationDate: '2030-01-31',
                  publicKeyHashes: ['\(one)', '\(two)'] } });
                """,
            words: ["includeSubdomains", "expirationDate", "publicKeyHashes"],
            values: [
                ("true", ["'true'", "1", "flag", "[]"]), ("'2030-01-31'", ["20300131", "DAY", "[]"]),
                ("'\(two)'", ["1", "PIN", "[]", "{}", "pin()"]),
                ("['\(one)', '\(two)']", ["'\(one)'", "PINS", "{}", "[...PINS]"]),
            ]),
        Sample(
            format: .reactNativeFetch,
            text: """
                fetch('https://example.com/a', { method: 'GET', pkPinning: true,
                  sslPinning: { certs: ['sha256/\(one)', 'sha256/\(two)'] } })
                """,
            words: ["pkPinning", "sslPinning", "certs"],
            values: [
                ("true", ["'true'", "1", "flag", "false"]),
                ("'https://example.com/a'", ["URL", "1", "'/a'"]),
                ("'sha256/\(two)'", ["1", "PIN", "[]", "`sha256/${PIN}`"]),
                ("['sha256/\(one)', 'sha256/\(two)']", ["'sha256/\(one)'", "PINS", "{}"]),
            ]),
        Sample(
            format: .flutterFingerprints,
            text: """
                import 'package:http_certificate_pinning/http_certificate_pinning.dart';
                final ok = await HttpCertificatePinning.check(serverURL: 'https://example.com/', headerHttp: {},
                  sha: SHA.SHA256, allowedSHAFingerprints: ['\(digits)'], timeout: 50);
                """,
            words: ["serverURL", "allowedSHAFingerprints", "SHA256"],
            values: [
                ("'https://example.com/'", ["URL", "1", "'example.com'", "'http://example.com'"]),
                ("'\(digits)'", ["1", "PIN", "'\(one)'", "'$PIN'"]),
                ("['\(digits)']", ["PINS", "{}", "[PIN]"]),
            ]),
        Sample(
            format: .capacitorFingerprint,
            text: """
                SSLCertificateChecker.checkCertificate({ url: 'https://example.com', fingerprint: '\(digits)' })
                """,
            words: ["url", "fingerprint"],
            values: [
                ("'https://example.com'", ["URL", "1", "`${URL}`"]),
                ("'\(digits)'", ["1", "PIN", "'\(one)'", "{}"]),
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

    @Test(arguments: samples) func namesAreNotLostSilently(_ sample: Sample) throws {
        let whole = try sample.format.read(Array(sample.text.utf8), for: try HostPattern("example.com"))
        #expect(whole.omissions == [])
        #expect(!whole.policy.rules.isEmpty)
        for word in sample.words {
            let changed = misspellings(sample.text, word)
            #expect(!changed.isEmpty, "\(word)")
            for text in changed { #expect(try silence(sample.format, text, whole) == nil, "\(text)") }
        }
    }

    @Test(arguments: samples) func typesAreNotLostSilently(_ sample: Sample) throws {
        let whole = try sample.format.read(Array(sample.text.utf8), for: try HostPattern("example.com"))
        for (value, others) in sample.values {
            let range = try #require(sample.text.firstRange(of: value), "\(value)")
            for other in others {
                let text = sample.text.replacingCharacters(in: range, with: other)
                #expect(try silence(sample.format, text, whole) == nil, "\(text)")
            }
        }
    }

    /// Every format has a sample but Alamofire's, whose certificates are in its own test.
    @Test func everyFormatHasASample() {
        #expect(Set(Self.samples.map(\.format)) == Set(PolicyFormat.allCases).subtracting([.alamofire]))
    }

    /// Alamofire, with the certificates of a chain.
    @Test func alamofire() throws {
        let certificates = Array(try PolicyVectors.chain().prefix(2))
        let rule = { (host: String, certificate: Int) in
            PinPolicy.Rule(
                try HostPattern(host),
                [.certificate(CertificateSet([CertificateSet.Member(certificates[certificate])]), at: .any)])
        }
        let policy = try PinPolicy(
            [try rule("example.com", 0), try rule("a.org", 1)], unlistedHosts: .accept)
        let text = try policy.text(as: .alamofire)
        let whole = try PolicyFormat.alamofire.read(Array(text.utf8))
        #expect(whole.policy == policy && whole.omissions == [])
        for word in [
            "allHostsMustBeEvaluated", "evaluators", "PinnedCertificatesTrustEvaluator", "certificates:",
            "false",
        ] {
            for changed in misspellings(text, word) {
                #expect(try silence(.alamofire, changed, whole) == nil, "\(word)")
            }
        }
        for (value, others) in [
            ("false", ["\"false\"", "0", "flag", "[]"]), ("\"a.org\"", ["host", "1", "\"\\(host)\""]),
            (
                "PinnedCertificatesTrustEvaluator(",
                ["PublicKeysTrustEvaluator(", "DefaultTrustEvaluator(", "[("]
            ),
        ] {
            let range = try #require(text.firstRange(of: value))
            for other in others {
                let changed = text.replacingCharacters(in: range, with: other)
                #expect(try silence(.alamofire, changed, whole) == nil, "\(other)")
            }
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
