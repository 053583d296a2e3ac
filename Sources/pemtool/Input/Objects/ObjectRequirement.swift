import X509Model

/// What a command makes its answer from. Every object of an input either meets the need, or is reported.
enum ObjectRequirement: Sendable {
    /// Every object that can be read.
    case object
    /// An object with a public key.
    case key
    /// A certificate. Nothing else is compared with a policy.
    case certificate

    /// Why an object that was read gives no answer, and whether the input is good without it.
    struct Shortfall {
        let error: InputError
        /// True for what is usually in a file beside the objects that meet the need.
        let isSkipped: Bool
    }

    /// The reason why `content` gives no answer; `nil` if it gives one, or if its members follow.
    func shortfall(of content: InputObject.Content) -> Shortfall? {
        switch (self, content) {
        case (_, .certificate), (.object, _): return nil
        case (.key, _):
            return content.missingKey.map { Shortfall(error: $0, isSkipped: content.isKeyless) }
        case (.certificate, _):
            guard content.certificate == nil else { return nil }
            if content.isContainer {
                return content.missingKey.map { Shortfall(error: $0, isSkipped: false) }
            }
            // A server's file often has its private key beside the chain. What a certificate says is not in there,
            // so nothing is lost, and a warning status would break every script that names such a file.
            let error = InputError(
                code: "no-certificate", message: "skipped; only certificates are used here", hint: nil,
                kind: content.kind)
            return Shortfall(error: error, isSkipped: true)
        }
    }

    /// A Boolean value that indicates whether `content` gives an answer itself.
    func isMet(by content: InputObject.Content) -> Bool {
        if case .certificate = content { return true }
        switch self {
        case .object: return true
        case .key: return content.subjectPublicKeyInfo != nil
        case .certificate: return content.certificate != nil
        }
    }

    /// What to give instead of an input without any answer.
    var advice: String? {
        switch self {
        case .object, .key: nil
        case .certificate:
            "openssl s_client -connect HOST:443 -showcerts </dev/null prints the chain of a server; "
                + "pemtool pin prints the pin of a key"
        }
    }
}
