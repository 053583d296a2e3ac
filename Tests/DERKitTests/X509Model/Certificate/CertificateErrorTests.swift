import DERKit
import Testing
import X509Model

/// Certificates with one error each, and the position that the error reports.
@Suite struct CertificateErrorTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        let part: String
        let hex: String
        let code: IssueCode
        /// The offset of the error, from the beginning of the part.
        let offset: Int
        let path: String
        let message: String

        init(
            _ part: String, _ hex: String, _ code: IssueCode, at offset: Int, _ path: String,
            _ message: String
        ) {
            self.part = part
            self.hex = hex
            self.code = code
            self.offset = offset
            self.path = path
            self.message = message
        }

        var testDescription: String { "\(part) \(hex)" }
    }

    static let signedPart = [
        Broken(
            "version", "a0 00", .missing, at: 2, "tbsCertificate.version", "unexpected end; expected INTEGER"),
        Broken(
            "version", "a0 03 01 01 ff", .unexpectedTag, at: 2, "tbsCertificate.version",
            "unexpected BOOLEAN; expected INTEGER"),
        Broken(
            "version", "a0 06 02 01 02 02 01 02", .trailingData, at: 5, "tbsCertificate.version",
            "3 trailing bytes"),
        Broken(
            "version", "a0 0b 02 09 01 00 00 00 00 00 00 00 00", .outOfRange, at: 4, "tbsCertificate.version",
            "9 bytes; expected an INTEGER of at most 8 bytes"),
        Broken(
            "version", "80 01 02", .unexpectedTag, at: 0, "tbsCertificate.serialNumber",
            "unexpected [0]; expected INTEGER"),
        Broken(
            "serialNumber", "", .unexpectedTag, at: 0, "tbsCertificate.serialNumber",
            "unexpected SEQUENCE; expected INTEGER"),
        Broken(
            "serialNumber", "02 00", .invalidValue, at: 0, "tbsCertificate.serialNumber",
            "0 bytes; expected an INTEGER of at least 1 byte"),
        Broken(
            "serialNumber", "02 02 00 05", .notCanonical, at: 2, "tbsCertificate.serialNumber",
            "00 before 05; expected an INTEGER without redundant leading bytes"),
        Broken(
            "serialNumber", "02 81 01 05", .lengthNotMinimal, at: 1, "tbsCertificate.serialNumber",
            "length 1 in 2 octets; expected length 1 in one octet"),
        Broken(
            "signature", "30 00", .missing, at: 2, "tbsCertificate.signature.algorithm",
            "unexpected end; expected OBJECT IDENTIFIER"),
        Broken(
            "signature", "30 03 06 01 80", .invalidValue, at: 4, "tbsCertificate.signature.algorithm",
            "arc with a leading zero; expected a valid OBJECT IDENTIFIER"),
        Broken(
            "signature", "30 07 06 02 2a 03 05 01 00", .invalidValue, at: 8,
            "tbsCertificate.signature.parameters", "1 byte; expected an empty NULL"),
        Broken(
            "signature", "30 08 06 02 2a 03 05 00 05 00", .trailingData, at: 8, "tbsCertificate.signature",
            "2 trailing bytes"),
        Broken(
            "signature", "30 80 06 02 2a 03 00 00", .indefiniteLength, at: 1, "tbsCertificate.signature",
            "indefinite length (BER, not DER); expected a definite length"),
        Broken(
            "issuer", "31 00", .unexpectedTag, at: 0, "tbsCertificate.issuer",
            "unexpected SET; expected SEQUENCE"),
        Broken(
            "issuer", "30 02 30 00", .unexpectedTag, at: 2, "tbsCertificate.issuer",
            "unexpected SEQUENCE; expected SET"),
        Broken(
            "issuer", "30 04 31 02 30 00", .missing, at: 6, "tbsCertificate.issuer.type",
            "unexpected end; expected OBJECT IDENTIFIER"),
        Broken(
            "issuer", "30 09 31 07 30 05 06 03 55 04 03", .missing, at: 11, "tbsCertificate.issuer.value",
            "unexpected end; expected another value"),
        Broken(
            "issuer", "30 0d 31 0b 30 09 06 03 55 04 03 0c 02 c3 28", .invalidValue, at: 13,
            "tbsCertificate.issuer.value", "byte c3; expected UTF-8 in the UTF8String"),
        Broken(
            "subject", "30 0c 31 0a 30 08 06 03 55 04 03 02 01 05", .unexpectedTag, at: 11,
            "tbsCertificate.subject.value", "unexpected INTEGER; expected text in a name"),
        Broken(
            "subject", "30 0e 31 0c 30 0a 06 03 55 04 03 0c 01 42 05 00", .trailingData, at: 14,
            "tbsCertificate.subject", "2 trailing bytes"),
        // A flipped bit in a length.
        Broken(
            "notBefore", "17 7f 32 32 30 33 33 30 31 32 30 30 30 30 5a", .lengthOverrun, at: 1,
            "tbsCertificate.validity.notBefore",
            "length 127 exceeds the 30 bytes remaining"),
        Broken(
            "notBefore", "16 0d 32 32 30 33 33 30 31 32 30 30 30 30 5a", .unexpectedTag, at: 0,
            "tbsCertificate.validity.notBefore", "unexpected IA5String; expected UTCTime or GeneralizedTime"),
        Broken(
            "notAfter", "", .missing, at: 0, "tbsCertificate.validity.notAfter",
            "unexpected end; expected another value"),
        Broken(
            "notAfter", "17 00 05 00", .trailingData, at: 2, "tbsCertificate.validity",
            "2 trailing bytes"),
        Broken(
            "subjectPublicKeyInfo", "30 00", .missing, at: 2, "tbsCertificate.subjectPublicKeyInfo.algorithm",
            "unexpected end; expected SEQUENCE"),
        Broken(
            "subjectPublicKeyInfo", "30 07 30 05 06 03 2b 65 70", .missing, at: 9,
            "tbsCertificate.subjectPublicKeyInfo.subjectPublicKey", "unexpected end; expected BIT STRING"),
        Broken(
            "subjectPublicKeyInfo", "30 0b 30 05 06 03 2b 65 70 03 02 09 00", .invalidValue, at: 11,
            "tbsCertificate.subjectPublicKeyInfo.subjectPublicKey",
            "9; expected at most 7 unused bits"),
        Broken(
            "subjectPublicKeyInfo", "30 0b 30 05 06 03 2b 65 70 03 02 01 03", .notCanonical, at: 12,
            "tbsCertificate.subjectPublicKeyInfo.subjectPublicKey",
            "03 with 1 unused bits; expected zeros in the unused bits of a BIT STRING"),
        Broken(
            "subjectPublicKeyInfo", "30 0d 30 05 06 03 2b 65 70 03 02 00 07 05 00", .trailingData, at: 13,
            "tbsCertificate.subjectPublicKeyInfo", "2 trailing bytes"),
        Broken(
            "issuerUniqueID", "81 00", .invalidValue, at: 0, "tbsCertificate.issuerUniqueID",
            "0 bytes; expected a BIT STRING with a count of unused bits"),
        Broken(
            "subjectUniqueID", "82 02 09 00", .invalidValue, at: 2, "tbsCertificate.subjectUniqueID",
            "9; expected at most 7 unused bits"),
        Broken(
            "extensions", "a3 00", .missing, at: 2, "tbsCertificate.extensions",
            "unexpected end; expected SEQUENCE"),
        Broken(
            "extensions", "a3 04 30 02 30 00", .missing, at: 6, "tbsCertificate.extensions.[0].extnID",
            "unexpected end; expected OBJECT IDENTIFIER"),
        Broken(
            "extensions", "a3 0b 30 09 30 07 06 03 55 1d 0f 05 00", .unexpectedTag, at: 11,
            "tbsCertificate.extensions.[0].extnValue", "unexpected NULL; expected OCTET STRING"),
        Broken(
            "extensions", "a3 15 30 13 30 07 06 03 55 1d 0f 04 00 30 08 06 01 2a 01 01 01 04 00",
            .notCanonical, at: 20, "tbsCertificate.extensions.[1].critical",
            "01; expected 00 or ff in a BOOLEAN"),
        Broken(
            "extensions", "a3 0d 30 0b 30 09 06 03 55 1d 0f 04 00 05 00", .trailingData, at: 13,
            "tbsCertificate.extensions.[0]", "2 trailing bytes"),
        Broken(
            "extensions", "a3 04 30 00 05 00", .trailingData, at: 4, "tbsCertificate.extensions",
            "2 trailing bytes"),
        Broken(
            "afterLast", "a4 00", .trailingData, at: 0, "tbsCertificate",
            "2 trailing bytes"),
    ]

    static let aroundIt = [
        Broken(
            "signatureAlgorithm", "", .unexpectedTag, at: 0, "signatureAlgorithm",
            "unexpected BIT STRING; expected SEQUENCE"),
        Broken(
            "signatureAlgorithm", "30 02 05 00", .unexpectedTag, at: 2, "signatureAlgorithm.algorithm",
            "unexpected NULL; expected OBJECT IDENTIFIER"),
        Broken(
            "signatureValue", "", .missing, at: 0, "signatureValue", "unexpected end; expected BIT STRING"),
        Broken(
            "signatureValue", "04 01 00", .unexpectedTag, at: 0, "signatureValue",
            "unexpected OCTET STRING; expected BIT STRING"),
        Broken(
            "signatureValue", "03 03 00 01", .lengthOverrun, at: 1, "signatureValue",
            "length 3 exceeds the 2 bytes remaining"),
        Broken("afterSignature", "00", .trailingData, at: 0, "", "1 trailing byte"),
    ]

    @Test(arguments: signedPart + aroundIt) func theErrorReportsThePosition(_ broken: Broken) throws {
        let parts = CertificateParts().replacing(broken.part, by: broken.hex)
        let (der, offset) = try parts.der(offsetOf: broken.part)
        let error = derError { () throws(DERError) in try Certificate(der: der) }
        #expect(error?.code == broken.code)
        #expect(error?.offset == offset + broken.offset)
        #expect(error?.path.joined(separator: ".") == broken.path)
        #expect(error?.message == broken.message)
    }

    @Test func errorsFitOnOneLine() throws {
        let parts = CertificateParts().replacing("notAfter", by: "05 00")
        let der = try parts.der().bytes
        let error = derError { () throws(DERError) in try Certificate(der: der) }
        #expect(
            error?.description
                == "tbsCertificate.validity.notAfter: unexpected NULL; expected UTCTime or GeneralizedTime (offset 55)"
        )
    }

    @Test func trailingAndMissingBytesAreErrors() throws {
        let (der, _) = try CertificateParts().der()
        let after = derError { () throws(DERError) in try Certificate(der: der + [0]) }
        #expect(after?.code == .trailingData && after?.offset == der.count && after?.path == [])
        let short = derError { () throws(DERError) in try Certificate(der: der.dropLast()) }
        #expect(short?.code == .lengthOverrun && short?.offset == 1 && short?.path == [])
        let none = derError { () throws(DERError) in try Certificate(der: []) }
        #expect(none?.code == .missing && none?.offset == 0)
        #expect(none?.message == "unexpected end; expected SEQUENCE")
    }
}
