import DERKit
import Testing

@Suite struct HexTests {
    @Test func digitsStandForOctets() {
        #expect(hex([0x00, 0x0f, 0xff]) == "000fff")
        #expect(bytes(hex: "000FfF") == [0x00, 0x0f, 0xff])
        #expect(bytes(hex: "0") == nil)
        #expect(bytes(hex: "0g") == nil)
    }
}
