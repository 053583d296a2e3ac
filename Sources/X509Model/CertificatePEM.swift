import DERKit

extension Certificate {
    /// Reads the one certificate of a PEM text. Blocks with other labels, such as a private key, are passed over.
    ///
    /// - Throws: ``InputError`` where the certificate cannot be read, where there is none, and where there are
    ///   several; read those with ``InputReader``.
    public init(pem text: some StringProtocol) throws(InputError) {
        var found: Certificate?
        for block in PEM.Reader(Array(text.utf8)) {
            let block = try block.mapError(InputError.init).get()
            guard let kind = ObjectKind(label: block.label, derBytes: block.derBytes), kind != .publicKey
            else { continue }
            guard found == nil else { throw .severalCertificates(block) }
            do throws(DERError) {
                if case .certificate(let certificate) = try kind.read(block.derBytes) { found = certificate }
            } catch {
                throw InputError(error, kind: kind.rawValue, in: block, of: Array(text.utf8))
            }
        }
        guard let found else { throw .noCertificate }
        self = found
    }
}
