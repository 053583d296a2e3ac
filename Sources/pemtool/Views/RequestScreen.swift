import DERKit
import X509Model

extension Screen {
    /// The rows of a certification request.
    mutating func show(_ request: CertificationRequest) {
        row("subject", name(request.subject))
        row("version", String(request.version))
        show(request.subjectPublicKeyInfo)
        row("signed with", algorithm(request.signatureAlgorithm))
        for (place, attribute) in request.attributes.enumerated() {
            row(place == 0 ? "attributes" : "", FieldText.name(attribute.type))
        }
        show(request.requestedExtensions, under: "asks for")
    }
}
