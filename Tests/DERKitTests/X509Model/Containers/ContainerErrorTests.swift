import DERKit
import Testing
import X509Model

/// Containers without certificates, and the error of each. The bytes are created here, from RFC 5652 section
/// 3 and RFC 7292 section 4.
@Suite struct ContainerErrorTests {
    /// Returns a content type under 1.2.840.113549.1.7, or its last two arcs under 1.9.16.1.
    private static func contentInfo(_ type: [UInt8], content: [UInt8]? = nil) -> [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence) { (info) in
            info.append(.objectIdentifier, content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1] + type)
            if let content { info.append(.contextConstructed(0), content: content) }
        }
        return writer.bytes
    }

    private func failure(_ der: [UInt8]) -> DERError? {
        do throws(DERError) {
            _ = try SignedData(ber: der)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ([7, 1], "data"), ([7, 3], "enveloped data"), ([7, 4], "signed and enveloped data"),
            ([7, 5], "digested data"), ([7, 6], "encrypted data"), ([9, 16, 1, 9], "compressed data"),
            ([7, 9], "1.2.840.113549.1.7.9"),
        ] as [([UInt8], String)])
    func errorsNameAnUnexpectedContentType(_ type: [UInt8], _ name: String) throws {
        let error = try #require(failure(Self.contentInfo(type, content: [0x30, 0])))
        #expect(error.code == .invalidValue && error.found == name && error.path == ["contentType"])
    }

    @Test func signedDataWithoutContentIsIncomplete() throws {
        let der = Self.contentInfo([7, 2])
        let error = try #require(failure(der))
        #expect(error.code == .missing && error.path == ["content"] && error.offset == der.count)
    }

    /// RFC 5652 section 10.2.1 and RFC 5940 section 2.1.
    @Test(arguments: [
        ([0x2b, 6, 1, 5, 5, 7, 16, 2], "an OCSP response; skipped"),
        ([0x2a, 3, 4], "revocation information in another format; skipped"),
    ]) func otherRevocationInformationIsReported(_ format: [UInt8], _ message: String) throws {
        let choice = [0xa1, UInt8(format.count + 4), 0x06, UInt8(format.count)] + format + [0x30, 0]
        let data: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]
        let objects = Array(InputReader(SignedDataParts.signedData(type: data, content: nil, crls: choice)))
        #expect(objects.contains { "\($0.contentResult)".contains(message) })
    }

    @Test func signedDataMustBeASequence() throws {
        let error = try #require(failure(Self.contentInfo([7, 2], content: [0x31, 0])))
        #expect(error.code == .unexpectedTag && error.path == ["content"])
    }

    /// RFC 5652 section 4: data is an OCTET STRING. Other types, such as those of RFC 3161, have another content.
    @Test func onlyTheContentOfDataMustBeAnOctetString() throws {
        let data: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]
        #expect(failure(SignedDataParts.signedData(type: data, content: [4, 1, 0])) == nil)
        let error = try #require(failure(SignedDataParts.signedData(type: data, content: [0x30, 0])))
        #expect(error.code == .unexpectedTag && error.path == ["content", "encapContentInfo"])
        #expect(failure(SignedDataParts.signedData(type: [0x2a, 3], content: [0x30, 0])) == nil)
    }

    @Test func aContentTypeMustBeAnIdentifier() throws {
        // An identifier whose last arc never ends.
        let error = try #require(failure([0x30, 3, 6, 1, 0x81]))
        #expect(error.code == .invalidValue && error.path == ["contentType"])
    }

    @Test func aPFXOfAnotherVersionIsRefused() throws {
        let der: [UInt8] = [0x30, 3, 2, 1, 4]
        #expect(throws: DERError.self) { try PFX(ber: der) }
        do throws(DERError) {
            _ = try PFX(ber: der)
        } catch {
            #expect(error.code == .invalidValue && error.path == ["version"])
        }
    }

    @Test func aSignedPFXCountsAsOneEncryptedPart() throws {
        var writer = DERWriter()
        writer.append(.sequence) { (pfx) in
            pfx.append(.integer, content: [3])
            pfx.append(encoded: Self.contentInfo([7, 2], content: [0x30, 0]))
        }
        let pfx = try PFX(ber: writer.bytes)
        #expect(pfx.encryptedPartCount == 1 && pfx.certificates.isEmpty)
    }

    /// RFC 5652 section 10.2.2: the tags of other certificates are of the context-specific class; this is a BOOLEAN.
    @Test(arguments: [(0x01, "a certificate in another format"), (0xa1, "an attribute certificate")])
    func otherCertificatesAreNamedByClassAndNumber(_ tag: UInt8, _ name: String) throws {
        let certificates: [UInt8] = [0xa0, 3, tag, 1, 0]
        let type: [UInt8] = [0x30, 11, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]
        let fields: [UInt8] = [2, 1, 1, 0x31, 0] + type + certificates + [0x31, 0]
        let objects = Array(
            InputReader(
                Self.contentInfo([7, 2], content: [0x30, UInt8(fields.count)] + fields)))
        #expect(objects.contains { "\($0.contentResult)".contains(name + "; skipped") })
    }
}
