import SPKIHash
import X509Model

/// An object that a pin was compared with, with the details that reports need.
struct DiagnosedObject {
    let file: String
    let index: Int
    let kind: String
    let pin: Pin
    let subject: String?
    let pointForm: String?
    /// The object; `nil` if only its pin is known, from a failure message.
    let candidate: PinDiagnosis.Object?
    /// The certificate, if it is one.
    var certificate: Certificate? { candidate?.certificate }

    init(_ candidate: PinDiagnosis.Object, at place: Chain.Place) {
        file = place.file
        index = place.index
        kind = candidate.kind
        pin = candidate.subjectPublicKeyInfo.pin
        pointForm = candidate.subjectPublicKeyInfo.pointForm
        subject = candidate.certificate?.subject.description
        self.candidate = candidate
    }

    /// Creates the object for a pin in a failure message.
    init(_ sent: PinFailure.Certificate, _ pin: Pin, at place: Chain.Place) {
        (file, index, kind, self.pin) = (place.file, place.index, "certificate", pin)
        (pointForm, candidate) = (nil, nil)
        subject = sent.name.isEmpty ? nil : escapedForDisplay(sent.name)
    }

    /// The name of the object in messages: file, number and subject.
    var name: String {
        let place = PathName.ofInput(file)
        let what = "\(spokenKind(kind)) \(index + 1)"
        return subject.map { "\(what) of \(place), \($0)" } ?? "\(what) of \(place)"
    }
}

extension SubjectPublicKeyInfo {
    /// The form of an elliptic curve point that certificates do not have; `nil` for uncompressed points and for other keys.
    var pointForm: String? {
        guard algorithm.algorithm.name == "id-ecPublicKey", let first = subjectPublicKey.bytes.first else {
            return nil
        }
        return first == 4 ? nil : first == 2 || first == 3 ? "compressed" : "hybrid"
    }
}

extension Certificate {
    /// Returns what contradicts a TLSA record about this certificate, RFC 7671 sections 5.1 and 5.2: usages 1 and 3 are
    /// for the server's own certificate, usages 0 and 2 for a CA's. A self-signed certificate may be either, unless it
    /// is the issuer of another.
    func contradiction(tlsaUsage usage: Character, isIssuer: Bool) -> String? {
        switch usage {
        case "0", "2":
            isCertificateAuthority || isSelfSigned
                ? nil : "not a CA certificate, but usage \(usage) matches only CAs"
        default:
            isCertificateAuthority && (isIssuer || !isSelfSigned)
                ? "a CA certificate, but usage \(usage) matches only the server's own certificate" : nil
        }
    }
}
