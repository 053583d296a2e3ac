import DERKit

extension SubjectPublicKeyInfo {
    /// The key, decoded by the algorithm it is for; ``Certificate/PublicKey/other(_:)`` for an unknown algorithm.
    ///
    /// - Throws: ``DERKit/DERError`` with its offset in the input and the path from `subjectPublicKeyInfo` down; bytes
    ///   and pin do not depend on it.
    public var publicKey: Certificate.PublicKey { get throws(DERError) { try publicKeyResult.get() } }

    package var publicKeyResult: Result<Certificate.PublicKey, DERError> {
        do throws(DERError) {
            return .success(try decode())
        } catch {
            return .failure(error.inside("subjectPublicKeyInfo"))
        }
    }

    /// The raw key, if it has the form that its algorithm asks for, or if that algorithm is unknown; `nil` for anything
    /// else, which may be a private key instead of the public one and should not be shown.
    package var provenRawKey: [UInt8]? {
        guard case .success = publicKeyResult else { return nil }
        return subjectPublicKey.bytes
    }

    private func decode() throws(DERError) -> Certificate.PublicKey {
        let bytes = input.span
        let identifier = algorithmIdentifier
        let parameters = layout.algorithm.parameters
        let key = layout.subjectPublicKey
        guard let family = SubjectPublicKeyInfo.families[identifier] else {
            if let key = try FixedLengthKey(identifier, key: key.range, in: bytes) {
                return .fixedLength(key)
            }
            return .other(identifier)
        }
        switch family {
        case .rsa: return .rsa(try rsaPublicKey())
        case .rsaesOAEP: return .rsaesOAEP(try rsaPublicKey())
        case .rsassaPSS:
            let restriction = try field("algorithm") { () throws(DERError) in
                try field("parameters") { () throws(DERError) in
                    try RSASSAPSSParameters.ifPresent(parameters, in: bytes)
                }
            }
            return .rsassaPSS(try rsaPublicKey(), restriction)
        case .ec: return .ec(try ECPublicKey(parameters: parameters, point: key, in: bytes))
        case .dsa: return .dsa(try DSAPublicKey(parameters: parameters, key: key.range, in: bytes))
        case .dh(let hasSubgroup):
            return .dh(
                try DHPublicKey(
                    parameters: parameters, hasSubgroup: hasSubgroup, key: key.range, in: bytes))
        case .gost(let bits):
            return .gost(try GOSTPublicKey(bits: bits, parameters: parameters, key: key.range, in: bytes))
        }
    }

    private func rsaPublicKey() throws(DERError) -> RSAPublicKey {
        try field("subjectPublicKey") { () throws(DERError) in
            var cursor = DERCursor(layout.subjectPublicKey.range)
            let key = try RSAPublicKey(&cursor, in: input.span)
            try cursor.finish()
            return key
        }
    }

    /// True for the algorithms whose keys ``publicKey`` decodes.
    static func isKeyAlgorithm(_ identifier: ASN1ObjectIdentifier) -> Bool {
        families[identifier] != nil || FixedLengthKey.isKnown(identifier)
    }

    private enum Family: Sendable {
        case rsa, rsassaPSS, rsaesOAEP, ec, dsa
        case dh(hasSubgroup: Bool)
        case gost(bits: Int)
    }

    /// The algorithms whose keys have a structure.
    private static let families = familyTable.byIdentifier { $0.value }

    private static let familyTable: [NumberedValue<Family>] = [
        NumberedValue("1.2.840.113549.1.1.1", .rsa), NumberedValue("2.5.8.1.1", .rsa),
        NumberedValue("1.2.840.113549.1.1.7", .rsaesOAEP), NumberedValue("1.2.840.113549.1.1.10", .rsassaPSS),
        NumberedValue("1.2.840.10045.2.1", .ec), NumberedValue("1.3.132.1.12", .ec),
        NumberedValue("1.3.132.1.13", .ec), NumberedValue("1.2.840.10040.4.1", .dsa),
        NumberedValue("1.2.840.10046.2.1", .dh(hasSubgroup: true)),
        NumberedValue("1.2.840.113549.1.3.1", .dh(hasSubgroup: false)),
        NumberedValue("1.2.643.2.2.19", .gost(bits: 256)),
        NumberedValue("1.2.643.7.1.1.1.1", .gost(bits: 256)),
        NumberedValue("1.2.643.7.1.1.1.2", .gost(bits: 512)),
    ]
}
