import DERKit
import Testing
import X509Model

@Suite struct NoteTests {
    /// Certificates with one oddity each (Tests/Tools/make/notes.py): exactly the expected notes.
    @Test(arguments: try ExpectedNotes.all())
    func eachOddityHasOneNote(expected: ExpectedNotes) throws {
        let certificate = try Certificate(der: Vectors.bytes(expected.file))
        let now = try #require(DERTime(year: 2026, month: 1, day: 1))
        let notes = certificate.notes(at: now).map {
            [$0.code.rawValue, String($0.offset), $0.path.joined(separator: ".")]
        }
        #expect(Set(notes) == Set(expected.notes))
        #expect(notes.count == expected.notes.count)
    }

    /// Every code occurs in a vector, and has a source.
    @Test func everyCodeIsTested() throws {
        let codes = Set(try ExpectedNotes.all().flatMap { $0.notes.map { $0[0] } })
        let sources = Certificate.Note.sources
        #expect(codes == Set(sources.keys.map(\.rawValue)))
        for (code, source) in sources { #expect(source.contains("section"), "\(code)") }
    }

    /// RFC 5280 section 4.1.2.5: both dates are included, so equal ones are in order.
    @Test func equalDatesAreInOrder() throws {
        var der = Array(try Certificate(pem: Vectors.text("seeds/github.com.pem")).derBytes)
        let times = der.indices.filter { der[$0...].starts(with: [0x17, 0x0d]) }
        try #require(times.count == 2)
        func hasNote() throws -> Bool {
            try Certificate(der: der).notes().contains { $0.code == .datesOutOfOrder }
        }
        let ends = der[(times[1] + 2)..<(times[1] + 15)]
        der.replaceSubrange((times[0] + 2)..<(times[0] + 15), with: ends)
        #expect(try !hasNote())
        // A year after the end.
        der[times[0] + 3] += 1
        #expect(try hasNote())
    }

    /// As `openssl verify` treats certificates as self-signed: the authority key identifier may be missing.
    @Test(arguments: [
        ("cert/ed448.pem", true), ("cert/mldsa44.pem", true), ("cert/rsa512-md5-v1.pem", true),
        ("seeds/github.com.pem", false), ("cert/unknown-spki-oid.pem", false),
    ])
    func selfSignedCertificatesAreRecognized(file: String, isSelfSigned: Bool) throws {
        let certificate = try Certificate(pem: Vectors.text(file))
        #expect(CertificateFacts(certificate).isSelfSigned == isSelfSigned)
    }

    /// RFC 5280 section 4.1.2.5.1: UTCTime has the years 1950 to 2049.
    @Test(arguments: [("1949", false), ("1950", true), ("2049", true), ("2050", false)])
    func aGeneralizedTimeBefore2050HasANote(year: String, hasNote: Bool) throws {
        let time = hex(Array("\(year)0101000000Z".utf8))
        let parts = CertificateParts().replacing("notBefore", by: "18 0f \(time)")
        let notes = try Certificate(der: parts.der().bytes).notes()
        #expect(notes.contains { $0.code == .generalizedTimeBefore2050 } == hasNote)
    }

    @Test func datesHaveNoNotesIfNoTimeIsGiven() throws {
        for file in ["expired", "not-yet-valid"] {
            #expect(try Certificate(der: Vectors.bytes("notes/\(file).der")).notes().isEmpty)
        }
    }

    /// Real certificates, compared with OpenSSL's output.
    @Test(arguments: [
        ("cert/rsa512-md5-v1.pem", ["signature-md5", "rsa-key-short"]),
        (
            "cert/rsa1024-sha1-alt-oid.der",
            ["signature-sha1", "rsa-key-short", "no-subject-alternative-name"]
        ),
        ("seeds/github.com.pem", []),
        ("cert/rsa4096.pem", []),
    ])
    func realCertificatesHaveTheExpectedNotes(file: String, codes: [String]) throws {
        let bytes = try Vectors.bytes(file)
        for object in InputReader(bytes) {
            guard case .success(.certificate(let certificate)) = object.contentResult else { continue }
            #expect(certificate.notes().map(\.code.rawValue) == codes)
        }
    }

    @Test func aNoteIsOneLine() throws {
        let note = try #require(Certificate(der: Vectors.bytes("notes/serial-zero.der")).notes().first)
        #expect(
            note.description
                == "tbsCertificate.serialNumber: serial number is zero (RFC 5280 section 4.1.2.2)")
    }
}

/// The notes of one file in Tests/Vectors/notes/expected.tsv, each as code, offset and path.
struct ExpectedNotes: CustomTestStringConvertible {
    let file: String
    let notes: [[String]]

    var testDescription: String { file }

    static func all() throws -> [ExpectedNotes] {
        var notes: [String: [[String]]] = [:]
        for row in try Vectors.table("notes/expected.tsv") {
            let code = try row("code")
            notes[try row("file"), default: []] +=
                code.isEmpty ? [] : [[code, try row("offset"), try row("path")]]
        }
        return notes.sorted { $0.key < $1.key }.map { ExpectedNotes(file: $0.key, notes: $0.value) }
    }
}
