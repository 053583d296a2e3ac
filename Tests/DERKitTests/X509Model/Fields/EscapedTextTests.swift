import DERKit
import Testing
import X509Model

@Suite struct EscapedTextTests {
    @Test(arguments: [
        ("", ""), ("plain text, with \"signs\" +;<>", "plain text, with \"signs\" +;<>"), ("é中😀", "é中😀"),
        ("a\\b", "a\\5Cb"), ("\u{1b}]0;title\u{7}", "\\1B]0;title\\07"), ("a\r\nb", "a\\0D\\0Ab"),
        ("\0", "\\00"), ("\u{7f}", "\\7F"), ("\u{9b}31m", "\\C2\\9B31m"),
        ("\u{202e}evil", "\\E2\\80\\AEevil"),
        ("a\u{2028}b", "a\\E2\\80\\A8b"), ("\u{e000}", "\\EE\\80\\80"), ("\u{ad}", "\\C2\\AD"),
        ("\u{3164}", "\\E3\\85\\A4"), ("\u{fe0f}", "\\EF\\B8\\8F"), ("\u{34f}", "\\CD\\8F"),
        ("\u{e0100}", "\\F3\\A0\\84\\80"),
    ]) func onlyTextReachesATerminal(_ text: String, _ shown: String) {
        #expect(escapedForDisplay(text) == shown)
    }

    @Test func noControlCharacterIsLeftUnescaped() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = escapedForDisplay("<\(scalar)>")
            let isShown = shown == "<\(scalar)>"
            let isControl = value < 0x20 || (0x7f...0x9f).contains(value)
            let isDirection = (0x200b...0x200f).contains(value) || (0x202a...0x202e).contains(value)
            if isShown, isControl || isDirection { Issue.record("U+\(String(value, radix: 16)): \(shown)") }
        }
    }
}
