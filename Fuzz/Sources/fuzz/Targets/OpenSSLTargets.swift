import COpenSSL
import SPKIHash
import X509Model

// Comparison with OpenSSL's answer for the same bytes.
extension Targets {
    /// SHA-256, compared with OpenSSL's.
    @Sendable static func sha256(_ input: [UInt8]) {
        var wanted = [UInt8](repeating: 0, count: 32)
        SHA256(input, input.count, &wanted)
        guard SPKIHash.SHA256.hash(input) == wanted else {
            Finding.report("another digest than OpenSSL's")
        }
    }

    /// OpenSSL accepts everything that we accept, and finds the same key bytes.
    ///
    /// The one exception is a name with a value that OpenSSL does not show: those are told apart by the error
    /// that it gives, and pass.
    @Sendable static func certificateAndOpenSSL(_ input: [UInt8]) {
        guard let certificate = try? Certificate(der: input) else { return }
        var accepted: OpaquePointer?
        var isWhole = false
        input.withUnsafeBufferPointer { (buffer) in
            var next = buffer.baseAddress
            ERR_clear_error()
            accepted = d2i_X509(nil, &next, buffer.count)
            isWhole = next == buffer.baseAddress.map { $0 + buffer.count }
        }
        defer { X509_free(accepted) }
        guard let accepted else {
            // ASN1_R_MSTRING_WRONG_TAG
            if ERR_peek_error() & 0x7f_ffff == 140 { return }
            Finding.report("accepted, and OpenSSL refuses it")
        }
        guard isWhole else { Finding.report("accepted, and OpenSSL leaves bytes behind") }
        var bits: UnsafePointer<UInt8>?
        var count: Int32 = 0
        X509_PUBKEY_get0_param(nil, &bits, &count, nil, X509_get_X509_PUBKEY(accepted))
        let key = bits.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
        guard key == certificate.subjectPublicKeyInfo.subjectPublicKey.bytes else {
            Finding.report("OpenSSL takes other bytes for the key")
        }
    }
}
