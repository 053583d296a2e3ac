import DERKit
import Testing
import X509Model

/// Public keys whose algorithm determines their length: RFC 8410, and the tables of FIPS 203, 204 and 205.
@Suite struct FixedLengthKeyTests {
    private static let lengths: [(identifier: String, octets: Int)] = [
        ("1.3.101.110", 32), ("1.3.101.111", 56), ("1.3.101.112", 32), ("1.3.101.113", 57),
        ("2.16.840.1.101.3.4.4.1", 800), ("2.16.840.1.101.3.4.4.2", 1184),
        ("2.16.840.1.101.3.4.4.3", 1568), ("2.16.840.1.101.3.4.3.17", 1312),
        ("2.16.840.1.101.3.4.3.18", 1952), ("2.16.840.1.101.3.4.3.19", 2592),
    ]

    private func key(_ identifier: String, _ octets: Int) throws -> SubjectPublicKeyInfo {
        var writer = DERWriter()
        let algorithm = try #require(ASN1ObjectIdentifier(identifier))
        writer.append(.sequence) { (key) in
            key.append(.sequence) { $0.append(algorithm) }
            key.append(bitString: [UInt8](repeating: 7, count: octets))
        }
        return try SubjectPublicKeyInfo(der: writer.bytes)
    }

    @Test func onlyTheStandardLengthIsAccepted() throws {
        var rows = FixedLengthKeyTests.lengths
        // SLH-DSA: two seeds of 16, 24 or 32 octets, for SHA2 and SHAKE, small and fast.
        for (place, octets) in [32, 32, 48, 48, 64, 64, 32, 32, 48, 48, 64, 64].enumerated() {
            rows.append(("2.16.840.1.101.3.4.3.\(20 + place)", octets))
        }
        for (identifier, length) in rows {
            #expect((try? key(identifier, length).publicKeyResult.get()) != nil, "\(identifier)")
            for wrong in [length - 1, length + 1, length * 2] {
                #expect((try? key(identifier, wrong).publicKeyResult.get()) == nil, "\(identifier) \(wrong)")
            }
        }
    }
}
