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

    /// Colons are between octets only.
    @Test(arguments: [
        ("0b", "", true), ("0b", ":", true), ("0", ":", false), ("0b0b", ":", false), ("0b", "::", false),
    ]) func colonsSeparateOctets(_ group: String, _ colon: String, _ isRead: Bool) {
        let groups = [String](repeating: group, count: 64 / group.utf8.count)
        #expect((CertificateFingerprint(hex: groups.joined(separator: colon)) != nil) == isRead)
    }
}
