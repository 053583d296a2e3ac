import X509Model

/// The kind of object that a command needs. Every object of an input either meets the need or is reported.
enum ObjectRequirement: Sendable {
    /// Every object that can be read.
    case object
    case key
    /// A certificate; only certificates are compared with a policy.
    case certificate

    /// The reason an object gives no answer, and whether that is an error.
    struct Shortfall {
        let error: InputError
        /// A Boolean value that indicates whether such objects are usual in a file next to those that meet
        /// the need.
        let isSkipped: Bool
    }

    /// Returns the reason `content` gives no answer, or `nil` if it gives one or its members follow.
    func shortfall(of content: InputObject.Content) -> Shortfall? {
        switch (self, content) {
        case (_, .certificate), (.object, _): return nil
        case (.key, _):
            return content.missingKey.map { Shortfall(error: $0, isSkipped: content.isKeyless) }
        case (.certificate, _):
            guard content.certificate == nil else { return nil }
            if content.isContainer, !content.lacksOnlyPrivateKeys {
                return content.missingKey.map { Shortfall(error: $0, isSkipped: false) }
            }
            // A server's file often has its private key next to the chain. Skipping it loses nothing that a
            // certificate says, and a nonzero status would break every script that uses such a file.
            let what = content.isContainer ? "its private keys were " : ""
            let error = InputError(
                .noCertificate, "\(what)skipped; only certificates are used here", kind: content.kind)
            return Shortfall(error: error, isSkipped: true)
        }
    }

    /// Returns whether `content` itself gives an answer.
    func isMet(by content: InputObject.Content) -> Bool {
        if case .certificate = content { return true }
        switch self {
        case .object: return true
        case .key: return content.subjectPublicKeyInfo != nil
        case .certificate: return content.certificate != nil
        }
    }

    /// Advice for an input without any answer.
    var advice: String? {
        switch self {
        case .object, .key: nil
        case .certificate:
            "openssl s_client -connect HOST:443 -showcerts </dev/null prints the chain of a server; "
                + "pemtool pin prints the pin of a key"
        }
    }
}
