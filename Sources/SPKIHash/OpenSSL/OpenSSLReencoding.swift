import X509Model

/// The output of `openssl x509 -pubkey | openssl pkey -pubin -outform der` for a key.
///
/// The pipeline decodes and re-encodes the key, so its output is not always the bytes in the certificate, which a pin
/// covers. For a key that OpenSSL cannot decode, the pipeline prints nothing. The rules here are those of OpenSSL 3.0,
/// determined by running it. If the result is uncertain, the reason is ``Reason/unknown``.
package struct OpenSSLReencoding: Sendable, Hashable {
    /// The SubjectPublicKeyInfo that OpenSSL writes; `nil` if it writes none or if the output is unknown.
    package let derBytes: [UInt8]?
    package let reason: Reason

    /// The result: the same bytes, the reason why OpenSSL writes others, or the error for a key that it does not write.
    package enum Reason: String, Error, CaseIterable {
        case same = "same"
        /// RSA without the NULL parameters that RFC 3279 requires, or with other parameters: OpenSSL writes NULL.
        case rsaParameters = "rsa-parameters"
        /// RSA or DSA under an old identifier, such as 2.5.8.1.1, or SM2 under the identifier of its curve:
        /// OpenSSL writes the common identifier.
        case oldIdentifier = "old-identifier"
        /// RSASSA-PSS parameters with explicit default values, or without a NULL.
        case pssParameters = "pss-parameters"
        /// Explicit curve parameters without a cofactor, or in a form that differs from OpenSSL's.
        case explicitParameters = "explicit-parameters"
        /// The key inside the BIT STRING is not DER.
        case keyEncoding = "key-encoding"
        case unknownAlgorithm = "unknown-algorithm"
        case unreadableParameters = "unreadable-parameters"
        /// The key does not have the form that its algorithm requires.
        case unreadableKey = "unreadable-key"

        /// The output of OpenSSL is unknown: for curves over binary fields, explicit parameters of unknown
        /// curves, and encodings that no tool produces.
        case unknown = "unknown"

        /// A description in one sentence without a final period.
        package var message: String {
            switch self {
            case .same: "the same bytes"
            case .rsaParameters:
                "the algorithm's parameters are not NULL, and OpenSSL writes NULL"
            case .oldIdentifier: "the algorithm has an uncommon identifier, and OpenSSL writes the common one"
            case .pssParameters: "OpenSSL writes the RSASSA-PSS parameters in another form"
            case .explicitParameters: "OpenSSL writes the explicit curve parameters in another form"
            case .keyEncoding: "the key inside is not minimal DER, and OpenSSL re-encodes it"
            case .unknownAlgorithm: "OpenSSL 3.0 does not support public keys of this algorithm"
            case .unreadableParameters: "OpenSSL cannot read the algorithm's parameters"
            case .unreadableKey: "OpenSSL cannot read the key"
            case .unknown: "OpenSSL's output for this key is unknown"
            }
        }
    }
}

extension SubjectPublicKeyInfo {
    package var openSSLReencoding: OpenSSLReencoding {
        if isUsualRSA || PrimeCurve.hasUsualPoint(self) {
            return OpenSSLReencoding(derBytes: derBytes, reason: .same)
        }
        do throws(OpenSSLReencoding.Reason) {
            let (identifier, key, change) = try OpenSSLReencoding.parts(algorithm, subjectPublicKey.bytes)
            let (written, original) = (SubjectPublicKeyInfo.bytes(identifier, key), derBytes)
            guard written != original else { return OpenSSLReencoding(derBytes: original, reason: .same) }
            let isKeyAlone = identifier == algorithm.derBytes
            return OpenSSLReencoding(derBytes: written, reason: isKeyAlone ? .keyEncoding : change)
        } catch {
            return OpenSSLReencoding(derBytes: nil, reason: error)
        }
    }

    /// A Boolean value that indicates whether this is rsaEncryption with NULL and two positive numbers in DER, like
    /// nearly all keys; OpenSSL writes such keys unchanged.
    private var isUsualRSA: Bool {
        let bytes = input.span
        let key = layout.subjectPublicKey
        guard key.unusedBits == 0,
            bytes.extracting(layout.algorithm.range).isEqual(to: OpenSSLReencoding.rsaIdentifier)
        else { return false }
        guard var numbers = try? DERCursor(contentOfSequence: key.range, in: bytes) else { return false }
        for _ in 0..<2 {
            guard let number = try? numbers.next(.integer, in: bytes),
                (try? number.checkInteger(in: bytes)) != nil, bytes[number.contentStart] < 0x80
            else { return false }
        }
        return numbers.isAtEnd
    }

    /// The hash that OpenSSL's pipeline prints, which may not be this key's pin; `nil` if it prints none or is unknown.
    package var openSSLPin: Pin? {
        openSSLReencoding.derBytes.flatMap { Pin(bytes: SHA256.hash($0)) }
    }
}

extension OpenSSLReencoding {
    typealias Parts = (identifier: [UInt8], key: [UInt8], change: Reason)

    fileprivate static let rsaIdentifier = RawKeyAlgorithm.rsa.identifierBytes

    /// Returns the AlgorithmIdentifier and the key as OpenSSL writes them. Two old DSA identifiers have no name.
    static func parts(_ algorithm: AlgorithmIdentifier, _ key: [UInt8]) throws(Reason) -> Parts {
        let name = algorithm.algorithm.nameOrNumber
        switch name {
        case "rsaEncryption": return (rsaIdentifier, try rsaKey(key), .rsaParameters)
        case "id-ea-rsa": return (rsaIdentifier, try rsaKey(key), .oldIdentifier)
        case "id-RSASSA-PSS":
            let parameters = try pssParameters(algorithm.parameters)
            let identifier = AlgorithmIdentifier.bytes(algorithm.algorithm, parameters)
            return (identifier, try rsaKey(key), .pssParameters)
        case "id-dsa": return try dsa(algorithm, key, .keyEncoding)
        case "id-dsa-with-sha1", "dsaWithSHA1", "1.3.14.3.2.12", "1.3.14.3.2.13":
            return try dsa(algorithm, key, .oldIdentifier)
        case "dhKeyAgreement", "dhpublicnumber":
            try checkDH(algorithm.parameters, hasSubgroup: name == "dhpublicnumber")
            return (algorithm.derBytes, try integerKey(key), .keyEncoding)
        case "id-ecPublicKey": return try ellipticCurve(algorithm.parameters, key)
        // The identifier of the SM2 curve is also used as the identifier of an algorithm.
        case "sm2p256v1": return try ellipticCurve(algorithm.parameters, key, only: algorithm.algorithm)
        case "id-X25519", "id-X448", "id-Ed25519", "id-Ed448":
            guard let known = RawKeyAlgorithm(algorithm) else { throw .unreadableParameters }
            guard key.count == known.fixedByteCount else { throw .unreadableKey }
            return (algorithm.derBytes, key, .keyEncoding)
        default: throw .unknownAlgorithm
        }
    }

    /// Returns the two numbers of an RSA key, re-encoded as DER. In the input, lengths may be BER, and the numbers may
    /// have leading zeros or a sign bit. Bytes after the structure are dropped.
    private static func rsaKey(_ key: [UInt8]) throws(Reason) -> [UInt8] {
        guard let numbers = unsignedIntegers(key.span), numbers.count == 2 else { throw .unreadableKey }
        return integers(numbers)
    }

    /// Returns the parts of a DSA key, which must have parameters: OpenSSL does not inherit p, q and g from an issuer.
    private static func dsa(
        _ algorithm: AlgorithmIdentifier, _ key: [UInt8], _ change: Reason
    ) throws(Reason) -> Parts {
        guard let parameters = algorithm.parameters, parameters.first == 0x30,
            let numbers = unsignedIntegers(parameters.span), numbers.count == 3
        else { throw .unreadableParameters }
        return (AlgorithmIdentifier.bytes(.dsa, integers(numbers)), try integerKey(key), change)
    }

    /// Returns a key that consists of one INTEGER, RFC 3279 sections 2.3.2 and 2.3.3. Trailing bytes are dropped.
    private static func integerKey(_ key: [UInt8]) throws(Reason) -> [UInt8] {
        let bytes = key.span
        var cursor = BERCursor(0..<bytes.count)
        guard let content = integerContent(&cursor, in: bytes),
            let number = DERInteger(twosComplement: content)
        else { throw .unreadableKey }
        return DERWriter.bytes { $0.append(number) }
    }

    /// Checks that OpenSSL writes the parameters unchanged: they must be p, g and an optional length or, with a
    /// subgroup, p, g, q and an optional fourth number, in DER.
    private static func checkDH(_ parameters: [UInt8]?, hasSubgroup: Bool) throws(Reason) {
        guard let parameters, parameters.first == 0x30 else { throw .unreadableParameters }
        let bytes = parameters.span
        guard var fields = try? DERCursor(contentOfSequence: parameters.indices, in: bytes) else {
            throw .unknown
        }
        var numbers = 0
        while let element = try? fields.nextIfPresent(.integer, in: bytes) {
            guard let number = try? element.integer(in: bytes), !number.isNegative else { throw .unknown }
            // OpenSSL reads the length of the private number as a small number, and omits it if it is zero.
            if numbers == 2, !hasSubgroup, number.bitWidth > 31 || number.isZero {
                throw .unknown
            }
            numbers += 1
        }
        let isComplete = hasSubgroup ? numbers == 3 || numbers == 4 : numbers == 2 || numbers == 3
        guard numbers > 1 else { throw fields.isAtEnd ? .unreadableParameters : .unknown }
        guard isComplete, fields.isAtEnd else { throw .unknown }
    }

    /// Returns the values in a SEQUENCE as unsigned numbers, or `nil` if the bytes are not a SEQUENCE of at most three
    /// INTEGERs.
    private static func unsignedIntegers(_ bytes: Span<UInt8>) -> [DERInteger]? {
        var outer = BERCursor(0..<bytes.count)
        guard let sequence = try? outer.next(.sequence, in: bytes) else { return nil }
        var fields = BERCursor(contentOf: sequence)
        var numbers: [DERInteger] = []
        while !fields.isAtEnd {
            guard numbers.count < 3, let content = integerContent(&fields, in: bytes) else { return nil }
            numbers.append(DERInteger(unsigned: content))
        }
        return numbers
    }

    /// Returns the content of the next value, or `nil` if the value is not an INTEGER that OpenSSL reads.
    private static func integerContent(_ fields: inout BERCursor, in bytes: Span<UInt8>) -> [UInt8]? {
        guard let element = try? fields.next(.integer, in: bytes) else { return nil }
        // After a length in the long form, OpenSSL requires another octet, even if the length is zero.
        let isLongForm = element.content.lowerBound - element.start > 2
        guard !isLongForm || !element.content.isEmpty || !fields.isAtEnd else { return nil }
        return bytes.array(element.content)
    }

    /// Returns a SEQUENCE of INTEGERs.
    private static func integers(_ numbers: [DERInteger]) -> [UInt8] {
        DERWriter.bytes { (writer) in
            writer.append(.sequence) { (fields) in
                for number in numbers { fields.append(number) }
            }
        }
    }
}
