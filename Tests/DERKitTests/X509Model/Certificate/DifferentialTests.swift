import SPKIHash
import Testing
import X509Model

/// A certificate of each class of Documentation/Evidence/Reader-differences.md, with the verdict of the standard.
@Suite struct DifferentialTests {
    @Test func everyCaseFollowsTheStandard() throws {
        let rows = try Vectors.table("differential/INDEX.tsv")
        #expect(rows.count == 38)
        for row in rows {
            let file = try row("file")
            let twist = try row("twist")
            let certificate = try? Certificate(der: try Vectors.bytes("differential/" + file))
            let isExpected = try row("expected") == "reads"
            #expect((certificate != nil) == isExpected, "\(file): \(twist)")
            // The pin is the hash of the octets that OpenSSL, Go, mbedTLS and NSS find.
            #expect(try (certificate?.pin.base64 ?? "") == row("pin"), "\(file): \(twist)")
        }
    }

    /// OpenSSL or cryptography also reads what pemtool reads. One of them also rejects what pemtool rejects, unless
    /// it is too long.
    @Test func everyVerdictIsSharedByAnotherReader() throws {
        for row in try Vectors.table("differential/INDEX.tsv") {
            let file = try row("file")
            let readers = try row("read by").split(separator: ",")
            let both = [readers.contains("openssl"), readers.contains("cryptography")]
            if try row("expected") == "reads" {
                #expect(both.contains(true), "\(file)")
            } else {
                #expect(both.contains(false) || file == "serial-length.der", "\(file)")
            }
        }
    }
}
