import DERKit
import SPKIHash
import Testing

@testable import PinPolicies

/// Property lists made and read by Python's plistlib and by plistutil: Tests/Tools/make/property-lists.py.
@Suite struct BinaryPropertyListTests {
    @Test(arguments: ["plistlib.plist", "plistutil.plist", "info.plist", "trustkit.plist"])
    func everyValueMatchesPlistlib(_ name: String) throws {
        let list = try PropertyList.read(try Vectors.bytes("plist/\(name)")).root
        let expected = try Vectors.table("plist/values.tsv").filter { try $0("file") == name }.map { (row) in
            let (type, value) = (try row("type"), try row("value"))
            // Of a real number, only whether it is 0 or 1 is kept.
            guard type == "real" else { return try "\(row("path")) \(type) \(value)" }
            return try ["0.0", "1.0"].contains(value)
                ? "\(row("path")) number \(value.prefix(1))" : "\(row("path")) a real number"
        }
        #expect(expected.count > 10)
        #expect(Self.rows(list) == expected)
    }

    /// Returns the rows of values.tsv for a value.
    private static func rows(_ list: DataValue, _ path: String = "") -> [String] {
        switch list.kind {
        case .string(let text, _): ["\(path) string \(text)"]
        case .bool(let value): ["\(path) bool \(value)"]
        case .number(let text): ["\(path) number \(text)"]
        case .array(let values):
            ["\(path) array \(values.count)"]
                + values.enumerated().flatMap { rows($0.element, "\(path)/\($0.offset)") }
        case .dictionary(let entries):
            ["\(path) dictionary \(entries.count)"] + entries.flatMap { rows($0.value, "\(path)/\($0.key)") }
        case .other("a date"): ["\(path) date "]
        case .other("data"): ["\(path) data "]
        case .other(let text): ["\(path) \(text)"]
        }
    }

    @Test(arguments: [
        (
            "info.plist", PolicyFormat.nsPinnedDomains, "SPKI-SHA256-BASE64",
            ["example.com", "*.example.com", "www.example.org"]
        ),
        ("trustkit.plist", .trustKit, "TSKPublicKeyHashes", ["**.example.com", "example.org"]),
    ])
    func readsThePolicyOfABuiltApp(_ name: String, _ format: PolicyFormat, _ key: String, _ hosts: [String])
        throws
    {
        let bytes = try Vectors.bytes("plist/\(name)")
        #expect(PolicyFormat.detect(bytes) == format)
        let reading = try PolicyReading(file: bytes)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == hosts)
        let strategies = reading.policy.rules.flatMap { $0.strategies }
        let pins = strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map { $0.pin }
        let expected = try Vectors.table("plist/values.tsv").filter { (row) in
            try row("file") == name && row("type") == "string" && row("path").contains(key)
        }
        #expect(try Set(pins.map { $0.base64 }) == Set(expected.map { try $0("value") }))
        #expect(reading.omissions.isEmpty && reading.isWhole)
        let listing = try PinListing(bytes)
        #expect(listing.problems.isEmpty && listing.format == format)
        #expect(
            try Set(listing.items.map { $0.pinned.text })
                == Set(expected.map { try "pin sha256/\($0("value"))" })
        )
    }

    @Test func keepsTrustKitSettingsOfAHost() throws {
        let rules = try PolicyReading(file: Vectors.bytes("plist/trustkit.plist")).policy.rules
        #expect(rules.map { $0.isEnforced } == [false, true])
        #expect(rules.map { $0.expiration } == [DERTime(year: 2027, month: 1, day: 31), nil])
    }

    @Test func refusesEveryDamagedList() throws {
        let rows = try Vectors.table("plist/damaged.tsv")
        #expect(rows.count == 50)
        for row in rows {
            let bytes = try #require(bytes(hex: try row("hex")))
            let error = #expect(throws: PolicyError.self, "\(row.fields)") {
                _ = try PropertyList.read(bytes)
            }
            let isBomb = try row("name") == "10^30 elements"
            #expect(error?.code == (isBomb ? .limit : .syntax) && error?.position == nil)
            let offset = try #require(error?.offset)
            #expect((0...bytes.count).contains(offset))
            #expect(error?.description.hasPrefix("byte \(offset): ") == true)
        }
    }

    @Test(arguments: [
        ("itself", "contains itself"), ("itself two steps on", "contains itself"), ("200 deep", "too deeply"),
        ("10^30 elements", "too many values"), ("texts that overlap", "overlap"),
        ("equal keys", "duplicate key 'a'"), ("2^61 objects", "number of objects"),
        ("a number as key", "the number 1; expected a string"), ("31 marks", "combining marks"),
        ("version 16", "unsupported version of a binary property list"),
    ])
    func errorsSayWhatIsWrong(_ name: String, _ message: String) throws {
        let row = try #require(try Vectors.table("plist/damaged.tsv").first { try $0("name") == name })
        let bytes = try #require(bytes(hex: try row("hex")))
        let error = try #require(throws: PolicyError.self) { _ = try PropertyList.read(bytes) }
        #expect(error.message.contains(message), "\(error)")
    }

    /// A changed byte or a truncation gives an error or different values, never a trap.
    @Test(arguments: ["plistlib.plist", "trustkit.plist"])
    func damagedListsCauseNoTrap(_ name: String) throws {
        let bytes = try Vectors.bytes("plist/\(name)")
        for place in stride(from: 0, to: bytes.count, by: bytes.count / Sweep.number(100, every: 5)) {
            for change: UInt8 in [0x01, 0x10, 0x80, 0xff] {
                var damaged = bytes
                damaged[place] ^= change
                _ = try? PropertyList.read(damaged)
                _ = try? PolicyReading(file: damaged)
            }
            #expect(throws: PolicyError.self) { _ = try PropertyList.read(Array(bytes[..<place])) }
        }
    }
}
