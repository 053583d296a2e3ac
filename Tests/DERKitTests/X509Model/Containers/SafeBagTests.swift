import DERKit
import Testing

@testable import X509Model

@Suite struct SafeBagTests {
    /// RFC 7292 section 4.2.6: SafeContents inside each other.
    @Test func nestedContentsAreReadUpToTheLimit() throws {
        let type = try #require(ASN1ObjectIdentifier("1.2.840.113549.1.12.10.1.6"))
        let limit = DERLimits.standard.segmentNesting
        var octets: [UInt8] = [0x30, 0]
        for level in 1...limit {
            #expect(try SafeBag.bags(in: octets).isEmpty, "\(level)")
            octets = DERWriter.bytes { (writer) in
                writer.append(.sequence) { (bags) in
                    bags.append(.sequence) { (bag) in
                        bag.append(type)
                        bag.append(.contextConstructed(0)) { $0.append(encoded: octets) }
                    }
                }
            }
        }
        #expect(derError { () throws(DERError) in try SafeBag.bags(in: octets) }?.code == .limit)
    }
}
