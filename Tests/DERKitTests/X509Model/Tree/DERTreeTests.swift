import DERKit
import Testing
import X509Model

@Suite struct DERTreeTests {
    /// A value of indefinite length states no length, so it cannot be shorter than stated.
    @Test func onlyAValueWithAStatedLengthCanBeCutShort() {
        #expect(DERTree([0x30, 0x80]).nodes.map(\.isCut) == [false])
        #expect(DERTree([0x30, 0x01]).nodes.map(\.isCut) == [true])
        #expect(DERTree([0x30, 0x00]).nodes.map(\.isCut) == [false])
    }

    /// Every file that `openssl asn1parse` reads, value by value; the values inside strings are not opened there.
    @Test(arguments: try AsnParse.files())
    func treesMatchAsn1parse(file: AsnParse.File) throws {
        let bytes = try file.firstObject()
        let tree = DERTree(bytes)
        let rows = tree.nodes.filter { $0.stringDepth == 0 }.map { (node) in
            AsnParse.Row(
                offset: node.offset, depth: node.depth, headerLength: node.headerLength,
                length: tree.length(of: node),
                isConstructed: node.tag.isConstructed, tag: AsnParse.name(of: node.tag))
        }
        #expect(rows == file.rows)
        #expect(tree.error == nil)
    }

    @Test func stringsThatContainDERAreExpanded() throws {
        // OCTET STRING { SEQUENCE { BIT STRING (0 unused) { INTEGER 5 } } }
        let tree = DERTree(try derOctets("04 08 30 06 03 04 00 02 01 05"))
        #expect(tree.nodes.map(\.tag) == [.octetString, .sequence, .bitString, .integer])
        #expect(tree.nodes.map(\.offset) == [0, 2, 4, 7])
        #expect(tree.nodes.map(\.depth) == [0, 1, 2, 3])
        #expect(tree.nodes.map(\.stringDepth) == [0, 1, 1, 2])
        #expect(tree.nodes.map(\.parent) == [nil, 0, 1, 2])
        #expect(tree.nodes.map(\.holdsDER) == [true, false, true, false])
    }

    @Test(arguments: [
        "04 03 02 02 05",  // a length that does not fit
        "04 04 02 01 05 00",  // a byte after the value
        "04 03 13 01 40",  // @ is not allowed in a PrintableString
        "04 03 80 01 05",  // a tag without meaning at the top level
        "04 04 02 02 00 05",  // an INTEGER that is not minimal
        "03 04 01 02 01 04",  // unused bits
        "04 00", "03 00", "03 01 00",
    ])
    func otherStringsAreNotExpanded(text: String) throws {
        #expect(DERTree(try derOctets(text)).nodes.count == 1)
    }

    @Test func onlyValidTimesInStringsAreExpanded() throws {
        // OCTET STRING { UTCTime 260101000000Z }, and with the month 13.
        #expect(DERTree(try derOctets("04 0f 17 0d 323630313031303030303030 5a")).nodes.count == 2)
        #expect(DERTree(try derOctets("04 0f 17 0d 323631333031303030303030 5a")).nodes.count == 1)
    }

    @Test func indefiniteLengthsEndAtTheEndOfContentsOctets() throws {
        let tree = DERTree(try derOctets("30 80 02 01 05 00 00 05 00"))
        #expect(tree.nodes.map(tree.length) == [nil, 1, 0, 0])
        #expect(tree.nodes.map(\.depth) == [0, 1, 1, 0])
        #expect(tree.nodes[0].content == 2..<5)
        #expect(tree.error == nil)
    }

    @Test(arguments: [
        ("30 80 02 01 05", IssueCode.missing, 5, 2), ("30 05 02 01 05", .lengthOverrun, 1, 2),
        ("30 03 02 05 05 05 00", .lengthOverrun, 3, 3), ("30", .truncated, 0, 0),
        ("30 82 01", .truncated, 0, 0), ("1f 81", .truncated, 0, 0), ("02 80 00 00", .indefiniteLength, 1, 0),
        ("3f 81 81 81 81 81 01 00", .tagTooLarge, 0, 0),
        ("04 88 01 01 01 01 01 01 01 01", .lengthTooLarge, 1, 0),
    ])
    func unreadablePartsAreReportedAndTheRestShown(
        text: String, code: IssueCode, offset: Int, nodes: Int
    ) throws {
        let tree = DERTree(try derOctets(text))
        #expect(tree.error?.code == code)
        #expect(tree.error?.offset == offset)
        #expect(tree.nodes.count == nodes)
    }

    @Test func aTruncatedValueHasTheRemainingContent() throws {
        let tree = DERTree(try derOctets("30 03 02 05 05 05 00"))
        #expect(tree.nodes.map(\.isCut) == [false, true, false])
        #expect(tree.length(of: tree.nodes[1]) == 5)
        #expect(tree.nodes[1].content == 4..<5)
        // The values after the SEQUENCE are still read.
        #expect(tree.nodes[2].tag == .null)
    }

    @Test func depthIsLimited() throws {
        let deep = (0..<300).flatMap { _ in [0x30, 0x80] as [UInt8] }
        let tree = DERTree(deep)
        #expect(tree.error?.code == .limit)
        #expect(tree.nodes.count == DERLimits.standard.nesting + 1)
    }

    @Test func theNodeAtAnOffsetIsTheInnermost() throws {
        let tree = DERTree(try derOctets("30 06 02 01 05 04 01 07"))
        #expect(tree.node(at: 0) == 0)
        #expect(tree.node(at: 1) == 0)
        #expect(tree.node(at: 4) == 1)
        #expect(tree.node(at: 7) == 2)
        #expect(tree.node(at: 8) == nil)
    }

    /// A certificate truncated or changed anywhere still has a tree whose nodes are within the bytes.
    @Test func damagedInputsStillHaveATree() throws {
        let bytes = try AsnParse.File(path: "seeds/github.com.pem").firstObject()
        var numbers = SeededNumbers(seed: 1)
        for cut in 0..<bytes.count {
            var damaged = Array(bytes[..<cut])
            if cut % 2 == 0, cut > 0 {
                damaged = bytes
                damaged[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next())
            } else {
                #expect(cut == 0 || DERTree(damaged).error != nil)
            }
            for node in DERTree(damaged).nodes {
                let isInside =
                    node.offset >= 0 && node.content.lowerBound == node.offset + node.headerLength
                    && node.content.upperBound <= damaged.count
                #expect(isInside)
            }
        }
    }
}

/// The answers of `openssl asn1parse` in Tests/Vectors/asn1parse, made by Tests/Tools/make/asn1parse.py.
enum AsnParse {
    struct Row: Equatable {
        let offset: Int
        let depth: Int
        let headerLength: Int
        let length: Int?
        let isConstructed: Bool
        let tag: String
    }

    struct File: CustomTestStringConvertible {
        let path: String
        var rows: [Row] = []

        var testDescription: String { path }

        /// Returns the bytes that openssl reads: the first PEM block, or the file.
        func firstObject() throws -> [UInt8] {
            let bytes = try Vectors.bytes(path)
            var reader = PEM.Reader(bytes)
            guard let block = reader.next() else { return bytes }
            return try block.get().derBytes
        }
    }

    static func files() throws -> [File] {
        var files: [File] = []
        for line in try Vectors.text("asn1parse/answers.tsv").split(separator: "\n") {
            let fields = line.split(separator: "\t").map(String.init)
            if fields[0] == "file" {
                files.append(File(path: fields[1]))
                continue
            }
            let row = Row(
                offset: try #require(Int(fields[0])), depth: try #require(Int(fields[1])),
                headerLength: try #require(Int(fields[2])), length: Int(fields[3]),
                isConstructed: fields[4] == "cons", tag: fields[5])
            files[files.count - 1].rows.append(row)
        }
        return files
    }

    /// Returns the name that openssl prints for a tag.
    static func name(of tag: DERTag) -> String {
        switch tag.tagClass {
        case .universal: return universal[tag.number] ?? "<ASN1 \(tag.number)>"
        case .application: return "appl [ \(tag.number) ]"
        case .contextSpecific: return "cont [ \(tag.number) ]"
        case .private: return "priv [ \(tag.number) ]"
        }
    }

    private static let universal: [UInt32: String] = [
        0: "EOC", 1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL", 6: "OBJECT",
        10: "ENUMERATED", 12: "UTF8STRING", 16: "SEQUENCE", 17: "SET", 18: "NUMERICSTRING",
        19: "PRINTABLESTRING", 20: "T61STRING", 22: "IA5STRING", 23: "UTCTIME", 24: "GENERALIZEDTIME",
        26: "VISIBLESTRING", 27: "GENERALSTRING", 28: "UNIVERSALSTRING", 30: "BMPSTRING",
    ]
}

/// Returns the octets of hex text with spaces anywhere.
private func derOctets(_ text: String) throws -> [UInt8] {
    try #require(bytes(hex: text.filter { $0 != " " }))
}
