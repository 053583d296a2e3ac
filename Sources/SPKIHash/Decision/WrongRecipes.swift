import X509Model

/// The pins that were made incorrectly from certificates. Every source of a certificate is hashed once,
/// however many pins there are.
package struct WrongRecipes {
    private let recipes: [CertificateFingerprint: [Pin: PinDiagnosis.Match]]

    /// Compares `pins` with every known mistake for each of the certificates.
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

    /// Returns the first of `pins` that was made incorrectly from a certificate, with the mistake, or `nil` if
    /// there is none.
    package func first(
        of pins: [Pin], from certificate: CertificateFingerprint
    ) -> (recipe: PinDiagnosis.Match, pin: Pin)? {
        guard let found = recipes[certificate], !found.isEmpty else { return nil }
        for pin in pins {
            if let match = found[pin] { return (match, pin) }
        }
        return nil
    }

    /// Returns the pins that were made incorrectly from a certificate, in any order.
    package func all(from certificate: CertificateFingerprint) -> [Pin: PinDiagnosis.Match] {
        recipes[certificate] ?? [:]
    }
}
