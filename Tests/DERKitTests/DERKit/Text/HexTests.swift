import DERKit
import Testing

@Suite struct HexTests {
    @Test func hexDigitsAreDecoded() {
        #expect(hex([0x00, 0x0f, 0xff]) == "000fff")
        #expect(bytes(hex: "000FfF") == [0x00, 0x0f, 0xff])
        #expect(bytes(hex: "0") == nil)
        #expect(bytes(hex: "0g") == nil)
    }

    @Test func everyOctetIsReadBack() {
        let all = Array(UInt8.min...UInt8.max)
        #expect(bytes(hex: hex(all)) == all)
        #expect(bytes(hex: hex(all, uppercase: true)) == all)
        #expect(hex(0x0a) == "0a")
    }

    @Test func hexMayHaveSeparatorsAndUpperCaseDigits() {
        #expect(hex([0xab, 0xcd, 0x01], separator: ":", uppercase: true) == "AB:CD:01")
        #expect(hex([0xab], separator: ":") == "ab")
        #expect(hex([UInt8](), separator: ":") == "")
    }

    @Test func onlyHexDigitsAreRead() {
        #expect(bytes(hex: "") == [])
        let digits = "0123456789abcdefABCDEF"
        for value in UInt8(0)...127 {
            let character = Character(Unicode.Scalar(value))
            #expect((bytes(hex: "0\(character)") != nil) == digits.contains(character))
            #expect((bytes(hex: "\(character)0") != nil) == digits.contains(character))
        }
        // Digits of other scripts, and the wide forms.
        for text in ["٣٣", "１２", "ａａ", "0x0a"] { #expect(bytes(hex: text) == nil) }
    }
}
