import DERKit
import Testing

/// The encodings of the same values by `openssl asn1parse -genstr` and Python's cryptography.
@Suite struct DERWriterValuesTests {
    private func written<Failure: Error>(
        _ body: (inout DERWriter) throws(Failure) -> Void
    ) throws(Failure) -> String {
        var writer = DERWriter()
        try body(&writer)
        return hex(writer.bytes)
    }

    @Test func booleansAndTimesMatchOpenSSL() throws {
        #expect(written { $0.append(true) } == "0101ff")
        #expect(written { $0.append(false) } == "010100")
        for (year, month, day, hour, minute, second, expected) in [
            (1950, 1, 1, 0, 0, 0, "170d3530303130313030303030305a"),
            (2049, 12, 31, 23, 59, 59, "170d3439313233313233353935395a"),
            (2050, 1, 1, 0, 0, 0, "180f32303530303130313030303030305a"),
            (1949, 12, 31, 23, 59, 59, "180f31393439313233313233353935395a"),
        ] {
            let time = try #require(
                DERTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
            #expect(written { $0.append(time) } == expected)
        }
        let noon = try #require(DERTime(year: 2027, month: 1, day: 31, hour: 12))
        #expect(written { $0.append(generalizedTime: noon) } == "180f32303237303133313132303030305a")
    }

    @Test(arguments: [
        (DERTag.utf8String, "Zürich", "0c075ac3bc72696368"), (.utf8String, "", "0c00"),
        (.printableString, "Test 'a' (b)", "130c546573742027612720286229"),
        (.ia5String, "a@b.example", "160b6140622e6578616d706c65"),
        (.numericString, "123 4", "12053132332034"),
        (.visibleString, "a~b", "1a03617e62"), (.bmpString, "aé€", "1e06006100e920ac"),
        (.universalString, "a🔑", "1c08000000610001f511"),
    ])
    func stringsAreWrittenAsOpenSSLWritesThem(_ tag: DERTag, _ text: String, _ expected: String) throws {
        #expect(try written { (writer) throws(DERError) in try writer.append(text, as: tag) } == expected)
        if tag == .utf8String { #expect(written { $0.append(utf8String: text) } == expected) }
    }

    @Test(arguments: [
        (DERTag.printableString, "a@b", 1, IssueCode.invalidValue),
        (.numericString, "12-3", 2, .invalidValue),
        (.ia5String, "aé", 1, .invalidValue), (.visibleString, "a\n", 1, .invalidValue),
        (.bmpString, "ab🔑", 4, .invalidValue), (.octetString, "a", 0, .unexpectedTag),
        (.teletexString, "a", 0, .unexpectedTag), (.sequence, "a", 0, .unexpectedTag),
    ])
    func refusesCharactersThatATypeCannotHold(
        _ tag: DERTag, _ text: String, _ offset: Int, _ code: IssueCode
    ) throws {
        var writer = DERWriter()
        writer.appendNull()
        let error = try #require(throws: DERError.self) { try writer.append(text, as: tag) }
        #expect(error.code == code && error.offset == offset)
        #expect(writer.bytes == [5, 0])
    }

    @Test func setsAreSortedAsInOpenSSL() {
        let elements = [
            "0c026262", "020105", "0c026162", "040161", "0201ff", "0c0161", "020105", "30020500", "0500",
        ]
        let set = "311d0201050201050201ff04016105000c01610c0261620c02626230020500"
        for elements in [elements, elements.reversed(), elements.sorted()] {
            let found = written { (writer) in
                writer.appendSet(of: elements) { $1.append(encoded: bytes(hex: $0) ?? []) }
            }
            #expect(found == set)
        }
        #expect(written { $0.appendSet(of: [Int64]()) { $1.append(DERInteger($0)) } } == "3100")
    }

    @Test func aRelativeNameMatchesPythonCryptography() throws {
        let unit = try #require(ASN1ObjectIdentifier("2.5.4.11"))
        let parts = [
            (unit, "b"), (try #require(ASN1ObjectIdentifier("2.5.4.3")), "long name"), (unit, "a"),
            (try #require(ASN1ObjectIdentifier("2.5.4.6")), "CH"),
        ]
        let name = try written { (writer) throws(DERError) in
            try writer.append(.sequence) { (name) throws(DERError) in
                try name.appendSet(of: parts) { (part, set) throws(DERError) in
                    try set.append(.sequence) { (attribute) throws(DERError) in
                        attribute.append(part.0)
                        try attribute.append(part.1, as: part.1 == "CH" ? .printableString : .utf8String)
                    }
                }
            }
        }
        #expect(
            name == "303331313008060355040b0c01613008060355040b0c01623009060355040613024348"
                + "301006035504030c096c6f6e67206e616d65")
    }

    @Test func anErrorInABodyAppendsNothing() {
        struct Stop: Error {}
        var writer = DERWriter()
        writer.append(true)
        #expect(throws: Stop.self) {
            try writer.append(.sequence) { (inner) in
                inner.appendNull()
                throw Stop()
            }
        }
        #expect(throws: Stop.self) {
            try writer.appendSet(of: [1, 2] as [Int64]) { (number, inner) in
                inner.append(DERInteger(number))
                if number == 2 { throw Stop() }
            }
        }
        #expect(writer.bytes == [1, 1, 0xff])
    }

    @Test func writtenTextIsReadBack() throws {
        var writer = DERWriter()
        let time = try #require(DERTime(year: 1999, month: 12, day: 31, hour: 23, minute: 59, second: 58))
        writer.append(time)
        writer.append(generalizedTime: time)
        writer.append(utf8String: "é")
        try writer.append("é€", as: .bmpString)
        writer.append(true)
        let span = writer.bytes.span
        var cursor = DERCursor(0..<writer.bytes.count)
        #expect(try cursor.next(in: span).time(in: span) == time)
        #expect(try cursor.next(in: span).time(in: span) == time)
        #expect(try cursor.next(in: span).string(in: span) == "é")
        #expect(try cursor.next(in: span).string(in: span) == "é€")
        #expect(try cursor.next(in: span).boolean(in: span))
        try cursor.finish()
    }
}
