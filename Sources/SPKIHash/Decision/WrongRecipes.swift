import X509Model

/// Which pins were made from which certificates, though not from their SPKI alone. Every source of a certificate is
/// hashed once, however many pins there are.
package struct WrongRecipes {
    private let recipes: [CertificateFingerprint: [Pin: PinDiagnosis.Match]]

    /// Compares `pins` with every recipe over each of the certificates.
    package init(
        of pins: Set<Pin>,
        from certificates: [(fingerprint: CertificateFingerprint, certificate: Certificate)]
    ) {
        guard !pins.isEmpty else {
            recipes = [:]
            return
        }
        let pins = Array(pins)
        let search = PinSearch(pins.map { $0.base64 })
        var recipes: [CertificateFingerprint: [Pin: PinDiagnosis.Match]] = [:]
        for (fingerprint, certificate) in certificates where recipes[fingerprint] == nil {
            var found: [Pin: PinDiagnosis.Match] = [:]
            for (number, match) in search.recipes(from: PinDiagnosis.Object(certificate)) {
                found[pins[number]] = match
            }
            recipes[fingerprint] = found
        }
        self.recipes = recipes
    }

    /// The recipe by which one of `pins` was made from a certificate, and that pin, the first of them in their order;
    /// nil if none was.
    package func first(
        of pins: [Pin], from certificate: CertificateFingerprint
    ) -> (recipe: PinDiagnosis.Match, pin: Pin)? {
        guard let found = recipes[certificate], !found.isEmpty else { return nil }
        for pin in pins {
            if let match = found[pin] { return (match, pin) }
        }
        return nil
    }

    /// The pins that were made from a certificate by a wrong recipe, in no order.
    package func all(from certificate: CertificateFingerprint) -> [Pin: PinDiagnosis.Match] {
        recipes[certificate] ?? [:]
    }
}
