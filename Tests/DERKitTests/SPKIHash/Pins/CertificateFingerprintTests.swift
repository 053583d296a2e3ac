import SPKIHash
import Testing

@Suite struct CertificateFingerprintTests {
    /// A longer text is not a fingerprint with its label.
    @Test(arguments: [(255, true), (256, true), (257, false)])
    func textOfAtMost256OctetsIsAFingerprint(count: Int, isRead: Bool) {
        let words = " fingerprint=" + String(repeating: "0b", count: 32)
        let text = String(repeating: "x", count: count - words.utf8.count) + words
        let read = FingerprintText(text)
        #expect((read != nil) == isRead)
        #expect(read?.digest == (isRead ? "SHA-256" : nil))
    }
}
