import DERKit
import Testing

@Suite struct FieldTests {
    @Test func fieldReturnsTheValueOrAddsItsNameToTheError() throws {
        #expect(try field("a") { () throws(DERError) in 5 } == 5)
        let error = derError { () throws(DERError) in
            try field("outer") { () throws(DERError) in
                try field("inner") { () throws(DERError) -> Int in
                    throw DERError(.limit, at: 1, expected: "less")
                }
            }
        }
        #expect(error == DERError(.limit, at: 1, expected: "less", path: ["outer", "inner"]))
    }
}
