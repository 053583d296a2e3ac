import DERKit
import Testing
import X509Model

@Suite struct SubjectPublicKeyInfoTests {
    /// RFC 8410 section 10.1: an Ed25519 public key.
    private let example =
        "302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"

    @Test func theKeyAndItsAlgorithmAreRead() throws {
        let der = try octets(example)
        let info = try SubjectPublicKeyInfo(der: der)
        #expect(info.derBytes == der)
        #expect(info.subjectPublicKey.bytes == Array(der[12...]) && info.subjectPublicKey.unusedBits == 0)
        #expect(info.algorithm.description == "id-Ed25519" && info.algorithm.parameters == nil)
    }

    @Test func aKeyFromACertificateEqualsTheKeyAlone() throws {
        let certificate = try Certificate(pem: Vectors.text("seeds/github.com.pem"))
        let info = certificate.subjectPublicKeyInfo
        let alone = try SubjectPublicKeyInfo(der: info.derBytes)
        #expect(info == alone && info.hashValue == alone.hashValue)
        #expect(info.derBytes.count == 91 && info.derBytes.starts(with: [0x30, 0x59, 0x30, 0x13]))
    }

    @Test(arguments: [
        ("", IssueCode.missing, 0, ""), ("3000", .missing, 2, "algorithm"),
        ("30073005 06032b6570", .missing, 9, "subjectPublicKey"),
        ("300b300506032b6570 03020900", .invalidValue, 11, "subjectPublicKey"),
        ("300b300506032b6570 04020000", .unexpectedTag, 9, "subjectPublicKey"),
        ("300b300506032b6570 03020000 00", .trailingData, 13, ""),
        ("300b3005 05032b6570 03020000", .unexpectedTag, 4, "algorithm.algorithm"),
    ]) func anythingElseIsRejectedWithAPosition(
        _ hex: String, _ code: IssueCode, _ offset: Int, _ path: String
    ) throws {
        let der = try octets(hex)
        let error = derError { () throws(DERError) in try SubjectPublicKeyInfo(der: der) }
        #expect(error?.code == code && error?.offset == offset)
        #expect(error?.path.joined(separator: ".") == path)
    }

    /// An app asks for the key of a certificate again and again.
    @Test func theKeyOfACertificateSharesItsBytes() throws {
        let certificate = try Certificate(pem: Vectors.text("seeds/github.com.pem"))
        func start(_ bytes: [UInt8]) -> UnsafePointer<UInt8>? {
            bytes.withUnsafeBufferPointer { $0.baseAddress }
        }
        #expect(start(certificate.subjectPublicKeyInfo.input) == start(certificate.derBytes))
    }
}
