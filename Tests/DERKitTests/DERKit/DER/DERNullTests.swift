import DERKit
import Testing

@Suite struct DERNullTests {
    @Test func hasNoContent() throws {
        try onlyElement([5, 0]).null()
    }

    @Test(arguments: [
        Refused("05 01 00", .invalidValue, at: 2, "1 byte; expected an empty NULL"),
        Refused("05 02 00 00", .invalidValue, at: 2, "2 bytes; expected an empty NULL"),
    ]) func refusesContent(_ expected: Refused) throws {
        try expected.check { (element, _) throws(DERError) in try element.null() }
    }
}
