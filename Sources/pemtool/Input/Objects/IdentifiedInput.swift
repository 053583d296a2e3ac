import PinPolicies
import SPKIHash
import X509Model

extension InputObject {
    /// Returns whether the object is of a file in a folder that is neither PEM nor DER, nor named as if it were.
    func isSkipped(inFolderAs path: String) -> Bool {
        guard case .failure(let error) = contentResult else { return false }
        return error.isNoObject && !PathName.namesObject(path)
    }

    /// Returns the same object or, if nothing could be read, an error that identifies the input: a policy,
    /// or bytes that `wrap` accepts or refuses.
    ///
    /// - Parameter input: the whole input.
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

    /// Returns the same object with the reason why `wrap` refuses bytes in the form of a point, if it does:
    /// only the curve's equation distinguishes a P-384 point from a P-256 private key.
    private func refused(_ error: InputError, as refusal: RawKeyError?) -> InputObject {
        guard let refusal else { return self }
        guard case .isPrivateKey(let curve) = refusal else {
            return failing(
                with: InputError(
                    error.code, "\(error.message): \(refusal)",
                    hint: "use the certificate, or the key in PEM or DER with its header"))
        }
        return failing(
            with: InputError(
                error.code, "raw private key for \(curve.rawValue) (04, X, Y and the private number)",
                hint: "use its public key, as SecKeyCopyPublicKey returns it"))
    }
}
