import SPKIHash

// Failure messages, in text of any kind.
extension Targets {
    /// The failures of a log, and the fingerprint that its text may be.
    @Sendable static func messages(_ input: [UInt8]) {
        for failure in PinFailure.failures(in: input) {
            if failure.pinned.contains("") { Finding.report("a pin without text") }
            if failure.host?.isEmpty ?? false { Finding.report("a host without text") }
            for certificate in failure.sent where certificate.pin != nil && certificate.part != nil {
                Finding.report("a whole pin with a part")
            }
        }
        let text = String(decoding: input, as: UTF8.self)
        if let fingerprint = FingerprintText(text), fingerprint.octets.count < 16 {
            Finding.report("a short fingerprint")
        }
        _ = withoutKeys(text)
    }
}
