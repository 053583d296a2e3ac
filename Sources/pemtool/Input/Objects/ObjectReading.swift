import LockedFiles
import PinPolicies

/// The way to read objects and open locked ones. It uses the standard limits but allows any number of objects, because
/// each is printed before the next is read.
struct ObjectReading: Sendable {
    var unlocker = Unlocker()
    var limits: DERLimits = {
        var limits = DERLimits.standard
        limits.objectCount = .max
        return limits
    }()

    /// A function that returns the digest of an object that may contain a private key, whose bytes the reader drops.
    static let fingerprint: @Sendable ([UInt8]) -> [UInt8] = { SHA256.hash($0.span) }

    /// Returns the objects of an input.
    func objects(in bytes: [UInt8]) -> InputReader { prepared(InputReader(bytes, limits: limits)) }

    /// Returns the objects in a part of PEM text.
    func objects(inPart bytes: [UInt8]) -> InputReader { prepared(InputReader(part: bytes)) }

    private func prepared(_ reader: InputReader) -> InputReader {
        var reader = reader
        reader.fingerprint = ObjectReading.fingerprint
        reader.unlocking = unlocker.unlocking
        return reader
    }
}

/// The kind of object that a command needs. Every object of an input either meets the requirement or is reported.
enum ObjectRequirement: Sendable {
    /// Every object that can be read.
    case object
    case key
    /// A certificate, because only certificates are compared with a policy.
    case certificate

    /// Returns the reason why `content` does not yield an answer, and whether to skip the object, because it often
    /// accompanies suitable objects; `nil` if it yields one or its members are read next.
    func shortfall(of content: InputObject.Content) -> (error: InputError, isSkipped: Bool)? {
        switch self {
        case .object: return nil
        case .key: return content.missingKey.map { (error: $0, isSkipped: content.isKeyless) }
        case .certificate:
            guard content.certificate == nil else { return nil }
            if content.isContainer, !content.lacksOnlyPrivateKeys {
                return content.missingKey.map { (error: $0, isSkipped: false) }
            }
            // A server's file often has its private key next to the chain. Skipping the key loses no information about
            // the certificates, and a nonzero status would break every script that uses such a file.
            let what = content.isContainer ? "its private keys were " : ""
            let error = InputError(
                .noCertificate, "\(what)skipped; only certificates are used here", kind: content.kind)
            return (error, true)
        }
    }

    /// Returns whether `content` itself yields an answer.
    func isMet(by content: InputObject.Content) -> Bool {
        switch self {
        case .object: true
        case .key: content.subjectPublicKeyInfo != nil
        case .certificate: content.certificate != nil
        }
    }

    /// The advice for an input that does not yield any answer.
    var advice: String? {
        switch self {
        case .object, .key: nil
        case .certificate:
            "openssl s_client -connect HOST:443 -showcerts </dev/null prints the chain of a server; "
                + "pemtool pin prints the pin of a key"
        }
    }
}

extension InputObject {
    /// Returns the same object or, if nothing could be read, an error that identifies the whole input as a policy or as
    /// bytes that `wrap` accepts or refuses.
    func identified(in input: [UInt8]) -> InputObject {
        guard case .failure(let error) = contentResult else { return self }
        if error.code == .rawKey { return refused(error, as: WrapInput.refusal(of: input)) }
        guard error.isNoObject || error.foreignFormat == .jsonWebKey,
            let format = PolicyFormat.detect(input), (try? PolicyReading(file: input)) != nil
        else { return self }
        return failing(
            with: InputError(
                .policyFile, "this is a policy (\(format.rawValue)), not a certificate or key",
                hint: "pemtool policy read FILE prints the pins in it"))
    }

    /// Returns the same object with the reason why `wrap` refuses bytes in the form of a point, if it does. Only the
    /// curve's equation distinguishes a P-384 point from a P-256 private key.
    private func refused(_ error: InputError, as refusal: RawKeyError?) -> InputObject {
        guard let refusal else { return self }
        var message = "\(error.message): \(refusal)"
        var advice = "use the certificate, or the key in PEM or DER with its header"
        if case .isPrivateKey(let curve) = refusal {
            message = "raw private key for \(curve.rawValue) (04, X, Y and the private number)"
            advice = "use its public key, as SecKeyCopyPublicKey returns it"
        }
        return failing(with: InputError(error.code, message, hint: advice))
    }
}
