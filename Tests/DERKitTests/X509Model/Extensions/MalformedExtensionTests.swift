import DERKit
import Testing

@testable import X509Model

/// Every type with an invalid value: the error reports its position, and the certificate is readable.
@Suite struct MalformedExtensionTests {
    /// Identifier, code, path, and offset of the fault in the extension's value, counted by hand in
    /// `Tests/Tools/make/extension-vectors.sh`.
    static let faults: [(String, IssueCode, String, Int)] = [
        ("2.5.29.19", .notCanonical, "basicConstraints.cA", 4),
        ("2.5.29.15", .notCanonical, "keyUsage", 3),
        ("2.5.29.37", .invalidValue, "extKeyUsage.[0]", 6),
        ("2.5.29.17", .unexpectedTag, "subjectAltName.[0]", 2),
        ("2.5.29.14", .lengthOverrun, "subjectKeyIdentifier", 1),
        ("2.5.29.35", .notCanonical, "authorityKeyIdentifier.authorityCertSerialNumber", 4),
        ("2.5.29.31", .trailingData, "cRLDistributionPoints", 2),
        ("1.3.6.1.5.5.7.1.1", .missing, "authorityInfoAccess.[0].accessLocation", 8),
        ("2.5.29.32", .unexpectedTag, "certificatePolicies.[0].policyQualifiers.[0].qualifier", 22),
        ("2.5.29.33", .missing, "policyMappings.[0].subjectDomainPolicy", 8),
        ("2.5.29.36", .invalidValue, "policyConstraints.requireExplicitPolicy", 2),
        ("2.5.29.54", .lengthNotMinimal, "inhibitAnyPolicy", 1),
        ("2.5.29.30", .missing, "nameConstraints.permittedSubtrees.[0].base", 6),
        ("2.5.29.16", .outOfRange, "privateKeyUsagePeriod.notBefore", 4),
        ("1.3.6.1.5.5.7.1.24", .unexpectedTag, "tlsfeature.[1]", 5),
        ("1.3.6.1.4.1.11129.2.4.2", .lengthOverrun, "signedCertificateTimestampList", 2),
        ("1.3.6.1.4.1.11129.2.4.3", .invalidValue, "precertificatePoison", 2),
        ("1.3.6.1.5.5.7.1.3", .unexpectedTag, "qcStatements.[0].statementInfo", 14),
        ("2.16.840.1.113730.1.1", .invalidValue, "netscapeCertType", 0),
        ("2.16.840.1.113730.1.13", .unexpectedTag, "netscapeComment", 0),
        ("1.3.6.1.4.1.311.20.2", .invalidValue, "certificateTemplateName", 0),
        ("1.3.6.1.4.1.311.21.7", .unexpectedTag, "certificateTemplate.templateID", 2),
        ("2.5.29.18", .missing, "issuerAltName.[0].directoryName", 4),
        ("2.5.29.46", .invalidValue, "freshestCRL.[0].reasons", 4),
        ("1.3.6.1.5.5.7.1.11", .invalidValue, "subjectInfoAccess.[0].accessMethod", 6),
        ("1.3.6.1.5.5.7.48.1.5", .unexpectedTag, "ocsp-nocheck", 0),
    ]

    @Test func theErrorHasAPositionAndTheCertificateIsReadable() throws {
        let certificate = try Certificate(der: try Vectors.bytes("extensions/malformed.der"))
        #expect(certificate.subject.description == "CN=malformed")
        #expect(certificate.extensions.count == MalformedExtensionTests.faults.count)
        for (number, code, path, offset) in MalformedExtensionTests.faults {
            let found = try #require(certificate.extensions.first { $0.oid.description == number })
            let error = try #require(throws: DERError.self, "\(number)") { try found.checkValue() }
            #expect(error.code == code, "\(number): \(error)")
            #expect(error.path.joined(separator: ".") == path, "\(number): \(error)")
            #expect(error.offset - found.valueOffset == offset, "\(number): \(error)")
        }
    }

    @Test func offsetsCountFromTheStartOfTheCertificate() throws {
        let certificate = try Certificate(der: try Vectors.bytes("extensions/malformed.der"))
        for each in certificate.extensions {
            let range = each.valueOffset..<each.valueOffset + each.value.count
            #expect(Array(certificate.derBytes[range]) == each.value)
        }
    }

    /// Every prefix of every value, and every value with one octet changed, gives an error or a value, never a trap.
    @Test func damageCausesOnlyErrors() throws {
        var failures = 0
        for row in Set(try Vectors.table("extensions/answers.tsv").map { try $0("file") }).sorted()
        where row.hasSuffix(".der") {
            let bytes = try Vectors.bytes("extensions/\(row)")
            let certificate = try Certificate(der: bytes)
            for each in certificate.extensions {
                for place in each.value.indices {
                    var damaged = bytes
                    for octet in [0x00, 0x30, 0x7f, 0xff] as [UInt8] {
                        damaged[each.valueOffset + place] = octet
                        let again = try Certificate(der: damaged)
                        #expect(again.subject == certificate.subject)
                        for other in again.extensions {
                            let error = derError { () throws(DERError) in try other.checkValue() }
                            guard let error else {
                                #expect(try described(other) != nil || other.type == nil)
                                continue
                            }
                            failures += 1
                            #expect(error.offset <= bytes.count)
                            #expect(error.path.first == other.name)
                        }
                    }
                }
            }
        }
        #expect(failures > 1000)
    }
}
