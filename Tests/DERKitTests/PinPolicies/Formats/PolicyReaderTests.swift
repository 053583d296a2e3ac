import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Files written by people and by other tools, and the errors in them.
@Suite struct PolicyReaderTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    @Test func trustKitInsideAnInfoPlist() throws {
        let text = """
            <?xml version="1.0"?>
            <plist version="1.0"><dict>
              <key>CFBundleVersion</key><integer>7</integer>
              <key>TSKConfiguration</key><dict>
                <key>TSKSwizzleNetworkDelegates</key><true/>
                <key>TSKPinnedDomains</key><dict>
                  <key>Example.com</key><dict>
                    <key>TSKIncludeSubdomains</key><true/>
                    <key>TSKReportUris</key><array><string>https://r.example</string></array>
                    <key>TSKPublicKeyHashes</key><array><string>\(PolicyReaderTests.one)</string>
                      <string>\(PolicyReaderTests.two)</string></array>
                  </dict>
                  <key>plain.example.com</key><dict>
                    <key>kSKExcludeSubdomainFromParentPolicy</key><true/></dict>
                </dict></dict></dict></plist>
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "**.example.com any \(PolicyReaderTests.one)", "**.example.com any \(PolicyReaderTests.two)",
                "note: Example.com: TrustKit compares host names literally and never asks for this one",
                "note: Example.com: TSKReportUris is not part of a policy",
                "note: plain.example.com: excluded from the pins of **.example.com, which a policy cannot express",
            ])
    }

    @Test func nestedAndroidConfigurations() throws {
        let text = """
            <network-security-config>
              <base-config cleartextTrafficPermitted="false"/>
              <domain-config><domain includeSubdomains="true">example.com</domain>
                <pin-set expiration="2030-01-01"><!-- ours --><pin digest='SHA-256'> \(PolicyReaderTests.one) </pin></pin-set>
                <domain-config><domain>a.example.com</domain><trust-anchors><certificates overridePins="true" src="user"/></trust-anchors></domain-config>
                <domain-config><domain>b.example.com</domain><pin-set/></domain-config>
              </domain-config>
            </network-security-config>
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "**.example.com any \(PolicyReaderTests.one)", "a.example.com any \(PolicyReaderTests.one)",
                "note: a.example.com: overridePins=\"true\": chains to those anchors are not pinned, which a policy cannot express",
                "note: b.example.com: excluded from the pins of **.example.com, which a policy cannot express",
            ])
    }

    @Test func okhttpAsPeopleWriteIt() throws {
        let text = """
            // CertificatePinner.Builder().add("no.example.com", "sha256/AAAA")
            var pinner = new CertificatePinner.Builder()
                .add("*.example.com", "sha256/\(PolicyReaderTests.one)",
                     "sha256/\(PolicyReaderTests.two)")
                .add("*.example.com", BACKUP).add(HOST, "sha256/\(PolicyReaderTests.two)").build();
            list.add(1);
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "*.example.com any \(PolicyReaderTests.one)", "*.example.com any \(PolicyReaderTests.two)",
                "left out: line 5: *.example.com: the pin is 'BACKUP', which is not defined in this file",
                "left out: line 5: the host is 'HOST', which is not defined in this file",
            ])
    }

    @Test func trustKitInSwiftAsPeopleWriteIt() throws {
        let text = """
            let config: [String: Any] = [ kTSKSwizzleNetworkDelegates: false,
              kTSKPinnedDomains: [ "example.com": [ kTSKIncludeSubdomains: NSNumber(value: true), // all of them
                kTSKEnforcePinning: false, kTSKPublicKeyHashes: ["\(PolicyReaderTests.one)"] as [String] ] ] ]
            """
        #expect(try PolicyVectors.lines(text) == ["**.example.com any \(PolicyReaderTests.one)"])
        let policy = try PolicyFormat.trustKitSwift.read(Array(text.utf8)).policy
        #expect(policy.rules.map(\.isEnforced) == [false])
    }

    @Test func trustKitInObjectiveC() throws {
        let text = """
            NSDictionary *config = @{ kTSKPinnedDomains : @{ @"example.com" : @{ kTSKIncludeSubdomains : @YES,
                kTSKPublicKeyHashes : @[ @"\(PolicyReaderTests.one)", @"\(PolicyReaderTests.two)", ], } } };
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "**.example.com any \(PolicyReaderTests.one)", "**.example.com any \(PolicyReaderTests.two)",
            ])
    }

    @Test func pinsInAnyText() throws {
        let text = "static NSString *pin = @\"sha256/\(PolicyReaderTests.one)\";"
        #expect(PolicyFormat.detect(Array(text.utf8)) == nil)
        #expect(PinFinder.find(in: Array(text.utf8)).map(\.pin.base64) == [PolicyReaderTests.one])
    }

    /// A record as danetool writes it, one over several lines, and one with its digest in pieces.
    @Test func zoneFiles() throws {
        let digits = hex(try Pin(PolicyReaderTests.one).bytes)
        let text = """
            $TTL 3600
            _443._tcp.example.com. IN TLSA ( 03 01 01 \(digits) )
            _25._tcp.example.org. 300 IN TLSA 2 1 1 ( ; from here on
                \(digits.prefix(30))
                \(digits.dropFirst(30)) ) ; backup "x"
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "example.com leaf \(PolicyReaderTests.one)", "example.org ca \(PolicyReaderTests.one)",
                "note: line 3: the service _25._tcp is not part of a policy",
            ])
    }

    /// Names as in RFC 1035 section 5.1: after $ORIGIN without a dot, @, and none if the last one stays.
    @Test func zoneFilesWithAnOrigin() throws {
        let one = hex(try Pin(PolicyReaderTests.one).bytes)
        let two = hex(try Pin(PolicyReaderTests.two).bytes)
        let text = """
            $ORIGIN example.com.
            @ IN SOA ns hostmaster 1 2 3 4 5
            _443._tcp.www IN TLSA 3 1 1 \(one)
                300 IN TLSA 3 1 1 \(two) ; backup
            _443._tcp TLSA 3 1 1 \(one)
              _443._tcp.a.org. TLSA 3 1 1 \(one)
            _25._tcp.a.org. TLSA 3 1 1 \(two)
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "www.example.com leaf \(PolicyReaderTests.one)",
                "www.example.com leaf \(PolicyReaderTests.two)",
                "example.com leaf \(PolicyReaderTests.one)", "a.org leaf \(PolicyReaderTests.one)",
                "a.org leaf \(PolicyReaderTests.two)", "note: line 2: not a TLSA record",
                "note: line 7: _25._tcp as well as _443._tcp of a.org",
            ])
        let long = "$ORIGIN " + String(repeating: "a", count: 1_000_000) + "\n"
        let many = String(repeating: "_443._tcp TLSA 3 1 1 \(one)\n", count: 1000)
        let reading = try PolicyFormat.tlsa.read(Array((long + many).utf8))
        #expect(reading.policy.rules.isEmpty && reading.omissions.count == 1000)
    }

    @Test func headersAndCommandLines() throws {
        let header = """
            Public-Key-Pins: max-age=60; PIN-SHA256="\(PolicyReaderTests.one)"; pin-sha256="\(PolicyReaderTests.two)"; includeSubdomains; report-uri="https://r.example"
            """
        #expect(
            try PolicyVectors.lines(header.replacing("PIN-SHA256", with: "pin-sha256"), host: "example.com")
                == [
                    "**.example.com any \(PolicyReaderTests.one)",
                    "**.example.com any \(PolicyReaderTests.two)",
                    "note: report-uri=\"https://r.example\" is not part of a policy",
                ])
        let command =
            "curl --pinnedpubkey 'sha256//\(PolicyReaderTests.one);sha256//\(PolicyReaderTests.two)' https://example.com"
        #expect(
            try PolicyVectors.lines(command, host: "example.com") == [
                "example.com leaf \(PolicyReaderTests.one)", "example.com leaf \(PolicyReaderTests.two)",
            ])
        #expect(throws: PolicyError.self) { try PolicyVectors.lines(command) }
    }

    @Test func envoyInFlowStyle() throws {
        let digits = String(repeating: "0a", count: 32)
        let text = """
            clusters: # all
            - name: a
              transport_socket:
                typed_config:
                  sni: 'example.com'
                  common_tls_context:
                    validation_context:
                      verify_certificate_spki: ["\(PolicyReaderTests.one)", \(PolicyReaderTests.two)]
            - name: b
              transport_socket: { }
              sni: "b.example.com"
              verify_certificate_hash:
              - "\(digits)"
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "example.com leaf \(PolicyReaderTests.one)", "example.com leaf \(PolicyReaderTests.two)",
                "b.example.com leaf \(Base64.encode(try #require(bytes(hex: digits))))",
            ])
    }

    /// Keys in alphabetical order, so that the name follows the pins.
    @Test func envoyWithTheNameLast() throws {
        func context(_ host: String, _ pin: String) -> String {
            """
            transport_socket:
              typed_config:
                common_tls_context: { validation_context: {} }
                verify_certificate_spki:
                - \(pin) # comment
                sni: \(host)

            """
        }
        #expect(
            try PolicyVectors.lines(
                context("a.com", PolicyReaderTests.one) + context("b.com", PolicyReaderTests.two)) == [
                    "a.com leaf \(PolicyReaderTests.one)", "b.com leaf \(PolicyReaderTests.two)",
                ])
        #expect(throws: PolicyError.self) {
            try PolicyVectors.lines("sni: a.com\nverify_certificate_spki: []\nsni: b.com")
        }
    }

    /// A faulty policy, the expected code, and a part of the message.
    @Test(arguments: [
        (PolicyFormat.manifest, "", PolicyError.Code.syntax, "expected a JSON value"),
        (.manifest, "[]", .syntax, "not a JSON object"),
        (.manifest, #"{"schema":"pemtool-policy/2"}"#, .unknownSchema, "pemtool-policy/2"),
        (.manifest, #"{"schema":"pemtool-policy/1","hosts":[]}"#, .missingField, "unlisted_hosts"),
        (
            .manifest, #"{"schema":"pemtool-policy/1","unlisted_hosts":"maybe","hosts":[]}"#, .syntax,
            "\"accept\" or \"refuse\""
        ),
        (.manifest, #"{"schema":"pemtool-policy/1","schema":1}"#, .syntax, "duplicate name"),
        (
            .manifest, #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[],"host":1}"#,
            .unknownField, "'host'"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":[]}]}"#,
            .noPins, "a.com has an empty list"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":["sha256/AAAA"]}]}"#,
            .badPin, "3 bytes"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","expires":"2026-02-30","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]}]}"#,
            .badDate, "2026-02-30"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":[{"pin":"azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=","label":"a\nb"}]}]}"#,
            .badLabel, "a\\0Ab"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]},{"host":"A.com.","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]}]}"#,
            .duplicateHost, "duplicate rule for a.com"
        ),
        (.trustKit, "bplist00", .syntax, "binary property list"),
        (.trustKit, "<plist><dict><key>a</key></dict></plist>", .syntax, "missing value after a key"),
        (.trustKit, "<plist><dict></plist>", .syntax, "unexpected </plist>"),
        (
            .trustKit, "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>", .syntax,
            "duplicate key 'a'"
        ),
        (.trustKit, "<!DOCTYPE a [<!ENTITY b \"c\">]><plist/>", .syntax, "internal declarations"),
        (.trustKit, "<plist><string>&b;</string></plist>", .syntax, "reference"),
        (.trustKit, "<plist><dict/></plist>", .missingField, "TSKPinnedDomains"),
        (
            .trustKit,
            "<plist><dict><key>TSKPinnedDomains</key><dict><key>a.com</key><dict><key>TSKPublicKeyHashes</key><array><true/></array></dict></dict></dict></plist>",
            .notUnderstood, "expected a string"
        ),
        (.trustKitSwift, "kTSKPinnedDomains: [baseDomain: [:]]", .notUnderstood, "'baseDomain'"),
        (
            .trustKitSwift, "kTSKPinnedDomains: [\"a.com\": [kTSKIncludeSubdomains: flag]]", .notUnderstood,
            "expected true or false"
        ),
        (.android, "<network-security-config>", .syntax, "expected </network-security-config>"),
        (.android, "<a/>", .syntax, "network-security-config"),
        (
            .android,
            "<network-security-config><domain-config><domain>*.a.com</domain></domain-config></network-security-config>",
            .badHost, "does not support wildcards"
        ),
        (
            .android,
            "<network-security-config><domain-config><domain>a.com</domain><pin-set><pin digest=\"SHA-1\">AAAA</pin></pin-set></domain-config></network-security-config>",
            .unsupportedDigest, "SHA-256"
        ),
        (
            .okhttpKotlin, "CertificatePinner().add(\"a.com\", \"sha1/AAAA\")", .unsupportedDigest,
            "sha1 digest"
        ),
        (.okhttpKotlin, "CertificatePinner().add(\"a.*.com\", \"sha256/AAAA\")", .badHost, "asterisk"),
        (.okhttpKotlin, "CertificatePinner().add(\"a.com", .syntax, "unterminated string"),
        (.tlsa, "_443._tcp.a.com. IN TLSA 1 1 2 00", .notExpressible, "1 1 2"),
        (.tlsa, "_443._tcp.a.com. IN TLSA 3 1 1 00", .badPin, "1 byte instead of 32"),
        (.tlsa, "a.com. IN TLSA 3 1 1 00", .syntax, "name"),
        (.envoy, "sni: a.com\nverify_certificate_hash:\n- \"AAAA\"", .badPin, "64 hex digits"),
        (
            .alamofire, "ServerTrustManager(evaluators: [\"a.com\": PinnedCertificatesTrustEvaluator()])",
            .notExpressible, "are not in the source"
        ),
        (.swift, "enum HostPins {}", .missingField, "HostPins"),
    ])
    func mistakes(_ format: PolicyFormat, _ text: String, _ code: PolicyError.Code, _ part: String) throws {
        do throws(PolicyError) {
            let reading = try format.read(Array(text.utf8))
            Issue.record("read as \(reading)")
        } catch {
            #expect(error.code == code)
            #expect(error.message.contains(part), "\(error.message)")
        }
    }

    /// Every prefix of a file, and every file with one byte changed, is a policy or an error, never a trap.
    @Test(arguments: PolicyFormat.allCases) func damagedFiles(_ format: PolicyFormat) throws {
        let certificates = Array(try PolicyVectors.chain().prefix(1))
        var generator = PolicyGenerator(seed: 42, certificates: certificates)
        let policy = try generator.policy(within: format.capabilities)
        let text = Array(
            try policy.text(as: format, options: PolicyFormat.WritingOptions(certificates: certificates)).utf8
        )
        let pattern = policy.rules[0].pattern
        for place in stride(from: 0, to: text.count, by: max(1, text.count / 60)) {
            _ = try? format.read(Array(text[..<place]), for: pattern)
            var changed = text
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            _ = try? format.read(changed, for: pattern)
            changed.remove(at: place)
            _ = try? format.read(changed, for: pattern)
        }
    }

    /// Endless brackets do not exhaust the stack.
    @Test(arguments: [
        (PolicyFormat.manifest, "["), (.manifest, "{\"a\":"), (.trustKit, "<dict>"), (.android, "<a>"),
        (.swift, "enum HostPins{let unlistedHosts=\"accept\"let rules=["),
        (.trustKitSwift, "kTSKPinnedDomains:["),
        (.alamofire, "ServerTrustManager("),
    ])
    func deepNesting(_ format: PolicyFormat, _ opening: String) {
        let text =
            opening
            + String(
                repeating: opening.last == ":"
                    ? opening : String(opening.suffix(opening.hasPrefix("<") ? 99 : 1)), count: 20_000)
        #expect(throws: PolicyError.self) { try format.read(Array(text.utf8)) }
    }
}
