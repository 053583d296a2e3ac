import DERKit
import Foundation
import SPKIHash
import Testing
import X509Model

/// The table of CA keys. Each of its rows is recomputed by openssl in `Packaging/ca-keys`.
@Suite struct KnownCAKeysTests {
    /// Pins in public apps and on the CAs' own pages.
    @Test(arguments: [
        (
            "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=",
            "ISRG Root X1, Internet Security Research Group; root"
        ),
        (
            "diGVwiVYbubAI3RW4hB9xU8e/CH2GnkuvVFZE8zmgzI=",
            "ISRG Root X2, Internet Security Research Group; root"
        ),
        ("K7rZOrXHknnsEhUH8nLL4MZkejquUuIvOIr6tCa0rbo=", "R10, Let's Encrypt; intermediate"),
        ("bdrBhpj38ffhxpubzkINl0rG+UyossdhcBYj+Zx2fcc=", "R11, Let's Encrypt; intermediate"),
        ("r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "DigiCert Global Root CA, DigiCert Inc; root"),
        ("i7WTqTvh0OioIruIfFR4kMPnBqrS2rdiVPl/s2uC/CY=", "DigiCert Global Root G2, DigiCert Inc; root"),
        ("++MBgDH5WGvL9Bcn5Be30cRcL0f5O+NyoXuWtQdX1aI=", "Amazon Root CA 1, Amazon; root"),
        ("hxqRlPTu1bMS/0DITB1SSu0vd4u/8l8TjPgfaAp63Gc=", "GTS Root R1, Google Trust Services LLC; root"),
        ("K87oWBWM9UZfyddvDfoxL+8lpNyoUB2ptGtn0fv6G2Q=", "GlobalSign Root CA, GlobalSign nv-sa; root"),
        ("Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=", "DST Root CA X3, Digital Signature Trust Co.; root"),
        ("Y9mvm0exBk1JoQ57f9Vm28jKo5lFm/woKcVxrYxu80o=", "Baltimore CyberTrust Root, Baltimore; root"),
    ]) func namesWellKnownKeys(_ pin: String, _ owner: String) throws {
        #expect(try KnownCAKeys.builtIn[Pin(pin)]?.description == owner)
    }

    @Test func datesMatchTheCertificate() throws {
        let key = try #require(KnownCAKeys.builtIn[Pin("C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=")])
        #expect(key.notBefore.description.hasPrefix("2015-06-04"))
        #expect(key.notAfter.description.hasPrefix("2035-06-04"))
    }

    /// `Packaging/ca-keys` computes the digest of the text from which it packs the table.
    @Test func theBuiltInTableMatchesItsText() {
        let lines = KnownCAKeys.builtIn.all.map { (key) in
            let days = [key.notBefore, key.notAfter].map { String($0.description.prefix(10)) }
            let fields = [key.pin.base64, key.role.rawValue] + days + [key.organization, key.name]
            return Array((fields.joined(separator: "\t") + "\n").utf8)
        }
        let text = lines.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
        #expect(hex(SHA256.hash(text)) == KnownCAKeys.builtInDigest)
    }

    @Test func everyBuiltInKeyIsFoundByItsPin() {
        for key in KnownCAKeys.builtIn.all { #expect(KnownCAKeys.builtIn[key.pin] == key) }
    }

    @Test func otherKeysHaveNoOwner() throws {
        #expect(KnownCAKeys.builtIn[try Pin("7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=")] == nil)
        for octet in UInt8.min...UInt8.max {
            let pin = try #require(Pin(bytes: [UInt8](repeating: octet, count: 32)))
            #expect(KnownCAKeys.builtIn[pin] == nil)
        }
    }

    @Test func theTableIsOutdatedAfter366Days() throws {
        let table = KnownCAKeys.builtIn
        let made = try #require(ISO8601DateFormatter().date(from: table.date + "T00:00:00Z"))
        for (days, isOutdated) in [(0, false), (366, false), (367, true), (4000, true)] {
            let seconds = Int64(made.timeIntervalSince1970) + Int64(days) * 86_400
            #expect(table.isOutdated(at: try #require(DERTime(secondsSince1970: seconds))) == isOutdated)
        }
    }

    // MARK: A table of one's own

    private static let rows = [
        "++MBgDH5WGvL9Bcn5Be30cRcL0f5O+NyoXuWtQdX1aI=\troot\t2015-05-26\t2038-01-17\tAmazon\tAmazon Root CA 1",
        "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=\tintermediate\t2015-06-04\t2035-06-04\t\tISRG",
    ]

    private func table(_ lines: [String]) throws(KnownCAKeys.TableError) -> KnownCAKeys {
        try KnownCAKeys(text: Array(lines.joined(separator: "\n").utf8))
    }

    @Test func aTableIsReadFromText() throws {
        let table = try table(["ca-keys/1 2027-03-01"] + Self.rows)
        #expect(table.date == "2027-03-01")
        #expect(table.count == 2)
        #expect(
            try table[Pin("C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=")]?.description
                == "ISRG; intermediate")
        #expect(try table[Pin("diGVwiVYbubAI3RW4hB9xU8e/CH2GnkuvVFZE8zmgzI=")] == nil)
    }

    @Test func aTableWithoutKeysIsValid() throws {
        #expect(try table(["ca-keys/1 2027-03-01"]).count == 0)
    }

    @Test(arguments: [
        ([], 1), (["ca-keys/2 2027-03-01"], 1), (["ca-keys/1 2027-02-30"], 1), (["ca-keys/1 27-02-03"], 1),
        (["ca-keys/1"], 1), (["ca-keys/1 2027-03-01", "", ""], 2), (["ca-keys/1 2027-03-01", "x"], 2),
        (["ca-keys/1 2027-03-01", rows[1], rows[0]], 3), (["ca-keys/1 2027-03-01", rows[0], rows[0]], 3),
        (["ca-keys/1 2027-03-01", rows[0], rows[1].replacing("intermediate", with: "leaf")], 3),
        (["ca-keys/1 2027-03-01", rows[0].replacing("2038-01-17", with: "2038-13-17")], 2),
        (["ca-keys/1 2027-03-01", rows[0].replacing("aI=", with: "aI")], 2),
        (["ca-keys/1 2027-03-01", rows[0] + "\tmore"], 2),
        (["ca-keys/1 2027-03-01", rows[0].replacing("Amazon Root CA 1", with: "")], 2),
    ]) func malformedTablesAreErrors(_ lines: [String], _ line: Int) throws {
        do throws(KnownCAKeys.TableError) {
            _ = try table(lines)
            Issue.record("it was read")
        } catch {
            #expect(error.line == line)
        }
    }
}
