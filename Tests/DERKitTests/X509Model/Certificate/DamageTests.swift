import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Damaged certificates: none may crash the reader, and one that is still accepted must have the pin of the bytes
/// at its SubjectPublicKeyInfo, found here by code that is independent of the reader.
@Suite struct DamageTests {
    /// Returns the DER of every certificate in Tests/Vectors, shortest first.
    private static func certificates() throws -> [[UInt8]] {
        var found: Set<[UInt8]> = []
        for row in try Vectors.index() {
            for object in InputReader(try Vectors.bytes(row.file)) {
                if case .success(.certificate(let certificate)) = object.contentResult {
                    found.insert(certificate.derBytes)
                }
            }
        }
        return found.sorted { ($0.count, hex($0)) < ($1.count, hex($1)) }
    }

    @Test func everyTruncationIsRefused() throws {
        let certificates = try Self.certificates().prefix(50)
        #expect(certificates.count == 50)
        for certificate in certificates {
            for length in Sweep.sample(certificate.indices, every: 17) {
                let part = Array(certificate[..<length])
                #expect(throws: DERError.self) { try Certificate(der: part) }
            }
        }
    }

    @Test func everyFlippedBitIsRejectedOrGivesThePinOfTheNewBytes() throws {
        var (tried, accepted) = (0, 0)
        for var certificate in try Self.certificates().prefix(10) {
            for place in Sweep.sample(certificate.indices, every: 17) {
                for bit in 0..<8 {
                    tried += 1
                    certificate[place] ^= 1 << bit
                    if Self.isAcceptedWithItsPin(certificate) { accepted += 1 }
                    certificate[place] ^= 1 << bit
                }
            }
        }
        // Most bits belong to keys, signatures and text.
        #expect(accepted > tried / 4 && tried > Sweep.number(20_000, every: 17))
    }

    @Test func everyByteValueAtEveryOffsetIsRejectedOrGivesThePinOfTheNewBytes() throws {
        var certificate = try #require(try Self.certificates().first)
        var (tried, accepted) = (0, 0)
        for place in Sweep.sample(certificate.indices, every: 17) {
            let original = certificate[place]
            for value in UInt8.min...UInt8.max {
                tried += 1
                certificate[place] = value
                if Self.isAcceptedWithItsPin(certificate) { accepted += 1 }
            }
            certificate[place] = original
        }
        #expect(accepted > tried / 256)
    }

    private static func isAcceptedWithItsPin(_ bytes: [UInt8]) -> Bool {
        guard let certificate = try? Certificate(der: bytes) else { return false }
        guard let range = subjectPublicKeyInfo(in: bytes) else {
            Issue.record("accepted, and an independent walk finds no key: \(hex(bytes))")
            return true
        }
        if certificate.pin.bytes != SHA256.hash(bytes[range]) {
            Issue.record("a pin other than the pin of its bytes: \(hex(bytes))")
        }
        return true
    }

    /// Skips version, serialNumber, signature, issuer, validity and subject using only their lengths.
    private static func subjectPublicKeyInfo(in bytes: [UInt8]) -> Range<Int>? {
        func value(at start: Int) -> (content: Int, end: Int)? {
            guard start + 1 < bytes.count else { return nil }
            var place = start + 2
            var length = Int(bytes[start + 1])
            if length >= 0x80 {
                let count = length & 0x7f
                guard count <= 4, place + count <= bytes.count else { return nil }
                length = bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
                place += count
            }
            return place + length <= bytes.count ? (place, place + length) : nil
        }
        guard let certificate = value(at: 0), let tbs = value(at: certificate.content) else { return nil }
        var place = tbs.content
        let fieldsBefore = bytes[place] == 0xa0 ? 6 : 5
        for _ in 0..<fieldsBefore {
            guard let field = value(at: place) else { return nil }
            place = field.end
        }
        return value(at: place).map { place..<$0.end }
    }
}
