import DERKit
import Testing

@testable import X509Model

/// Types for which the script of ``ExtensionAnswersTests`` has no answers. The values are those in the openssl
/// configuration of the certificates: `Tests/Tools/make/extension-vectors.sh`.
@Suite struct ExtensionValueTests {
    private func extensions(_ file: String) throws -> Certificate.Extensions {
        try Certificate(der: try Vectors.bytes("extensions/\(file).der")).extensions
    }

    /// Returns the value of the extension with the given number.
    private func value<Content: ExtensionContent>(_ file: String, _ number: String) throws -> Content {
        try #require(try extensions(file).first { $0.oid.description == number }).decoded(as: Content.self)
    }

    private func identifier(_ number: String) throws -> ASN1ObjectIdentifier {
        try #require(ASN1ObjectIdentifier(number))
    }

    /// Returns the lines of the extension with the given number.
    private func lines(_ file: String, _ number: String) throws -> [String]? {
        describedLines(try #require(try extensions(file).first { $0.oid.description == number }))
    }

    /// RFC 5280 section 4.2.1.3.
    @Test func keyUsagesHaveTheBitsOfTheStandard() throws {
        let uses: [(KeyUsage, String)] = [
            (.digitalSignature, "digitalSignature"), (.nonRepudiation, "nonRepudiation"),
            (.keyEncipherment, "keyEncipherment"), (.dataEncipherment, "dataEncipherment"),
            (.keyAgreement, "keyAgreement"), (.keyCertSign, "keyCertSign"), (.crlSign, "cRLSign"),
            (.encipherOnly, "encipherOnly"), (.decipherOnly, "decipherOnly"),
        ]
        for (bit, (use, name)) in uses.enumerated() {
            let octets: [UInt8] = bit < 8 ? [3, 2, UInt8(7 - bit), 0x80 >> bit] : [3, 3, 7, 0, 0x80]
            var cursor = DERCursor(0..<octets.count)
            let read = try KeyUsage(&cursor, in: octets.span)
            #expect(read == use && read.description == name && read.unnamedBits.isEmpty)
        }
    }

    @Test func readsPolicyMappings() throws {
        #expect(
            try lines("policyMappings", "2.5.29.33") == ["1.2.3.4 is 1.2.3.5", "1.2.3.6 is 1.2.3.7"])
    }

    /// RFC 5280 section 4.2.1.10: the minimum is 0 unless it is encoded, as in no subtree that openssl makes.
    @Test func aSubtreeBeginsAtItsBaseByDefault() throws {
        let constraints: NameConstraints = try value("nameConstraints", "2.5.29.30")
        let trees = (constraints.permitted ?? []) + (constraints.excluded ?? [])
        #expect(!trees.isEmpty && trees.allSatisfy { $0.minimum == 0 && $0.maximum == nil })
    }

    @Test func readsQCStatements() throws {
        #expect(
            try lines("qcStatements", "1.3.6.1.5.5.7.1.3") == [
                "id-etsi-qcs-QcCompliance", "id-etsi-qcs-QcLimitValue: 10 * 10^3 EUR",
                "id-etsi-qcs-QcRetentionPeriod: 15 years", "id-etsi-qcs-QcSSCD",
                "id-etsi-qcs-QcPDS: https://example.com/pds_en.pdf (en)",
                "id-etsi-qcs-QcPDS: https://example.com/pds_nl.pdf (nl)",
                "id-etsi-qcs-QcType: id-etsi-qct-esign, id-etsi-qct-web",
                "id-etsi-qcs-QcCClegislation: NL, BE",
                "id-qcs-pkixQCSyntax-v2: id-etsi-qcs-semanticsId-Legal, URI:https://register.example/",
                "1.2.3.4: #020107",
            ])
    }

    @Test func readsTheNetscapeCertificateType() throws {
        #expect(
            try lines("netscapeCertType", "2.16.840.1.113730.1.1") == [
                "sslClient, sslServer, smime, objectSigning, sslCA, smimeCA, objectSigningCA"
            ])
    }

    @Test func readsNetscapeTexts() throws {
        var texts: [String] = []
        for each in try extensions("netscapeText") {
            let name = try #require(each.name)
            if name.hasPrefix("netscape") { texts.append("\(name) \(try described(each) ?? "")") }
        }
        #expect(
            texts == [
                "netscapeComment made by openssl", "netscapeBaseUrl https://example.com/",
                "netscapeRevocationUrl revoked?", "netscapeCARevocationUrl ca-revoked?",
                "netscapeRenewalUrl renew?", "netscapeCAPolicyUrl policy.html",
                "netscapeSSLServerName *.example.com",
            ])
    }

    @Test func readsTheMicrosoftTemplateName() throws {
        let found = try #require(
            try extensions("certificateTemplateName")[try identifier("1.3.6.1.4.1.311.20.2")])
        #expect(try described(found) as? String == "DomainController")
    }

    @Test func anUnknownTypeHasNoDescription() throws {
        let unknown = try #require(
            try extensions("unknown").first { $0.oid.description == "1.2.3.4.5.6" })
        #expect(unknown.name == nil)
        #expect(unknown.isCritical)
        #expect(unknown.value == [4, 3, 1, 2, 3])
        #expect(try described(unknown) == nil)
    }

    @Test func rareKindsOfNamesAreRead() throws {
        let names: [GeneralName] = try value("subjectAltName-rare", "2.5.29.17")
        #expect(names.map(\.text) == ["x400Address", "ediPartyName", "DNS:example.com"])
        guard case .ediPartyName(let octets) = names[1], case .x400Address(let address) = names[0] else {
            Issue.record("another kind")
            return
        }
        var cursor = DERCursor(octets.indices)
        let party = try EDIPartyName(contentOf: cursor.next(in: octets.span), in: octets.span)
        #expect(party.nameAssigner == "Assigner")
        #expect(party.partyName == "Party")
        // [3] { [APPLICATION 1] { PrintableString "NL" } }
        #expect(address == [0xa3, 0x06, 0x61, 0x04, 0x13, 0x02, 0x4e, 0x4c])
    }

    @Test func anEncodedDefaultIsReadAndNoted() throws {
        let implicit: BasicConstraints = try value("basicConstraints-default", "2.5.29.19")
        #expect(!implicit.isCertificateAuthority && !implicit.hasEncodedDefault)
        let written = try extensionWith([0x30, 0x03, 0x01, 0x01, 0x00], number: "2.5.29.19", critical: false)
        let explicit = try written.decoded(as: BasicConstraints.self)
        #expect(!explicit.isCertificateAuthority && explicit.hasEncodedDefault)
        #expect(written.hasEncodedDefault && !written.isCritical)
    }

    @Test func unnamedBitsAreKept() throws {
        let value = try extensionWith([0x03, 0x03, 0x04, 0x80, 0x50], number: "2.5.29.15", critical: true)
        let usage = try value.decoded(as: KeyUsage.self)
        #expect(usage == [.digitalSignature])
        #expect(usage.unnamedBits == [9, 11])
        #expect(usage.description == "digitalSignature, bit 9, bit 11")
        let zeros = try extensionWith([0x03, 0x02, 0x00, 0x80], number: "2.5.29.15", critical: true)
        let same = try zeros.decoded(as: KeyUsage.self)
        #expect(same == [.digitalSignature])
    }

    @Test func aListOfManyBitsIsRefusedBeforeItTakesMemory() throws {
        let longest = try extensionWith(
            [0x03, 0x21, 0x00] + [UInt8](repeating: 0xff, count: 32), number: "2.5.29.15", critical: true)
        let usage = try longest.decoded(as: KeyUsage.self)
        #expect(usage.rawValue == 0x1ff && usage.unnamedBits == Array(9..<256))
        let longer = try extensionWith(
            [0x03, 0x22, 0x00] + [UInt8](repeating: 0xff, count: 33), number: "2.5.29.15", critical: true)
        let error = try #require(throws: DERError.self) { try longer.decoded(as: KeyUsage.self) }
        #expect(error.code == .limit && error.path == ["keyUsage"])
        #expect(error.offset == longer.valueOffset + 3)
    }

    /// Returns an extension of a certificate that has no other.
    private func extensionWith(_ value: [UInt8], number: String, critical: Bool) throws
        -> Certificate.Extension
    {
        let number = try identifier(number)
        var extensions = DERWriter()
        extensions.append(.contextConstructed(3)) { (tagged) in
            tagged.append(.sequence) { (list) in
                list.append(.sequence) { (fields) in
                    fields.append(number)
                    fields.append(.boolean, content: [critical ? 0xff : 0x00])
                    fields.append(.octetString, content: value)
                }
            }
        }
        let parts = CertificateParts().replacing("extensions", by: hex(extensions.bytes))
        return try #require(try Certificate(der: try parts.der().bytes).extensions.first)
    }
}
