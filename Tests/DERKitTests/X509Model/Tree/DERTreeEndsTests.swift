import DERKit
import Testing
import X509Model

/// The value after each value and its members. By X.690 section 8.1.1, members lie within the contents octets, so
/// this is the first value that starts at or after their end.
@Suite struct DERTreeEndsTests {
    @Test(arguments: [
        ("", []),
        ("05 00", [1]),
        // SEQUENCE { SEQUENCE { INTEGER, NULL }, BOOLEAN, SET {} }
        ("30 0c 30 05 02 01 05 05 00 01 01 ff 31 00", [6, 4, 3, 4, 5, 6]),
        // SEQUENCE { SEQUENCE { SEQUENCE { NULL } } }, NULL: several end at once
        ("30 06 30 04 30 02 05 00 05 00", [4, 4, 4, 4, 5]),
        // two values at the top, each with members
        ("30 02 05 00 30 04 05 00 05 00", [2, 2, 5, 4, 5]),
        // OCTET STRING { SEQUENCE { NULL } }, NULL
        ("04 04 30 02 05 00 05 00", [3, 3, 3, 4]),
    ]) func aValueEndsAtTheIndexOfTheNextValueOutsideIt(text: String, ends: [Int]) throws {
        #expect(DERTree(try #require(bytes(hex: text.filter { $0 != " " }))).ends == ends)
    }

    @Test(arguments: try AsnParse.files())
    func aValueEndsAtTheFirstValueAfterItsContent(file: AsnParse.File) throws {
        let tree = DERTree(try file.firstObject())
        let expected = tree.nodes.map { (node) in
            // An indefinite length ends with the two end-of-contents octets, section 8.1.5.
            let end = node.content.upperBound + (node.form == .indefinite ? 2 : 0)
            return tree.nodes.firstIndex { $0.offset >= end } ?? tree.nodes.count
        }
        #expect(tree.ends == expected)
    }
}
