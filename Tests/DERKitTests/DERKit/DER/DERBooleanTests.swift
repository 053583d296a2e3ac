import DERKit
import Testing

@Suite struct DERBooleanTests {
    @Test func zeroIsFalseAndFFIsTrue() throws {
        let (no, yes): ([UInt8], [UInt8]) = ([1, 1, 0x00], [1, 1, 0xff])
        #expect(try onlyElement(no).boolean(in: no.span) == false)
        #expect(try onlyElement(yes).boolean(in: yes.span) == true)
    }

    @Test func everyOtherOctetIsRefused() throws {
        for octet in UInt8(0x01)...0xfe {
            let der: [UInt8] = [1, 1, octet]
            let element = try onlyElement(der)
            let error = derError { () throws(DERError) in try element.boolean(in: der.span) }
            #expect(error?.code == .notCanonical && error?.offset == 2)
            #expect(error?.message == "\(hex(octet)); expected 00 or ff in a BOOLEAN")
        }
    }

    @Test(arguments: [
        Refused("01 00", .invalidValue, at: 0, "0 bytes; expected a BOOLEAN of 1 byte"),
        Refused("01 02 00 00", .invalidValue, at: 0, "2 bytes; expected a BOOLEAN of 1 byte"),
    ]) func refusesOtherLengths(_ expected: Refused) throws {
        try expected.check { (element, der) throws(DERError) in try element.boolean(in: der.span) }
    }
}
