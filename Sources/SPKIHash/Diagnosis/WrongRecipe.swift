import X509Model

extension PinDiagnosis {
    /// The recipe by which one of `pins` was made from a certificate, though not from its SPKI alone, and that pin; nil
    /// where none was.
    static func wrongRecipe(of pins: Set<Pin>, from certificate: Certificate) -> (recipe: Match, pin: Pin)? {
        // A set has no order of its own, and the answer must always be the same.
        let pins = pins.subtracting([certificate.pin]).sorted { $0.base64 < $1.base64 }
        var search = PinSearch(pins.map(\.base64))
        search.examine(Object(certificate))
        for (number, pin) in pins.enumerated() {
            if let match = search.diagnosis(number).matches.first(where: { $0.objectIndex != nil }) {
                return (match, pin)
            }
        }
        return nil
    }
}
