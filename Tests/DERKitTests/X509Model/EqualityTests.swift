import Testing
import X509Model

/// Values are equal if their bytes are, wherever they were read.
@Suite struct EqualityTests {
    @Test func revocationListsWithEqualBytesAreEqual() throws {
        let one = try CertificateList(der: try Vectors.bytes("kinds/p-256.crl.der"))
        let other = try CertificateList(der: try Vectors.bytes("kinds/p-256.crl.der"))
        #expect(one == other && Set([one, other]).count == 1)
    }

    @Test func extensionsWithEqualBytesAtDifferentOffsetsAreEqual() throws {
        let certificates = try Vectors.certificates().compactMap { (row) in
            InputReader(try Vectors.bytes(row.file)).lazy.compactMap { try? $0.content.certificate }
                .first
        }.compactMap { $0 }
        let extensions = certificates.flatMap(\.extensions)
        #expect(extensions.count > 50)
        // basicConstraints of a CA, which many certificates have at many places.
        let constraints = extensions.filter {
            "\($0.oid)" == "2.5.29.19" && $0.isCritical && $0.value == [0x30, 3, 1, 1, 0xff]
        }
        let places = Set(constraints.map(\.valueOffset))
        #expect(constraints.count > 1 && places.count > 1)
        #expect(Set(constraints).count == 1)
        #expect(Set(extensions).count < extensions.count)
    }
}
