import DERKit
import Testing
import X509Model

/// Keys of the other algorithms: `Tests/Tools/make/key-vectors.py`, and certificates of the vectors.
@Suite struct PublicKeyTests {
    private func decoded(_ file: String) throws -> Certificate.PublicKey {
        let bytes = try Vectors.bytes(file)
        for object in InputReader(bytes)
        where object.label != "PRIVATE KEY" && object.label != "EC PARAMETERS" {
            return try #require(try object.content.subjectPublicKeyInfo).publicKeyResult.get()
        }
        throw VectorError(description: "\(file) has no public key")
    }

    /// Returns the parts of a key as the script writes them.
    private func numbers(_ key: Certificate.PublicKey) -> [String: String] {
        switch key.kind {
        case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key):
            return ["n": "\(key.modulus)", "e": "\(key.publicExponent)"]
        case .dsa(let key):
            guard let group = key.parameters else { return ["y": "\(key.y)"] }
            return ["p": "\(group.p)", "q": "\(group.q)", "g": "\(group.g)", "y": "\(key.y)"]
        case .dh(let key):
            var parts = ["p": "\(key.p)", "g": "\(key.g)", "y": "\(key.y)"]
            if let q = key.q { parts["q"] = "\(q)" }
            return parts
        default: return [:]
        }
    }

    @Test func everyNumberMatchesAnotherLibrary() throws {
        let rows = try Vectors.table("keys/keys.tsv")
        #expect(rows.count == 14)
        for row in rows {
            let key = try SubjectPublicKeyInfo(der: try #require(bytes(hex: try row("spki")))).publicKeyResult
                .get()
            let name = try row("key")
            if case .fixedLength(let key) = key.kind {
                #expect(key.algorithmName == name)
                #expect(hex(key.bytes) == (try row("numbers")))
                continue
            }
            #expect(key.bits.map(String.init) == (try row("bits")), "\(name)")
            let parts = try row("numbers").split(separator: " ").map { $0.split(separator: "=") }
            #expect(
                numbers(key) == Dictionary(uniqueKeysWithValues: parts.map { (String($0[0]), String($0[1])) })
            )
            #expect(key.description.hasPrefix(try #require(name.split(separator: " ").first)))
            #expect(key.curve == nil)
        }
    }

    @Test func parametersOfAPSSKeyAreRead() throws {
        var texts: [String] = []
        for row in try Vectors.table("keys/keys.tsv") where try row("key").hasPrefix("RSASSA-PSS") {
            let key = try SubjectPublicKeyInfo(der: try #require(bytes(hex: try row("spki")))).publicKeyResult
                .get()
            guard case .rsassaPSS(_, let parameters) = key.kind else {
                Issue.record("another type")
                continue
            }
            let text = parameters.map { parameters -> String in
                #expect(parameters.maskGenAlgorithm.name == "id-mgf1")
                #expect(parameters.trailerField == DERInteger(1))
                let salt = parameters.saltLength.int64 ?? -1
                return " \(parameters.hashAlgorithm.name ?? "") mgf1 "
                    + "\(parameters.maskGenHashAlgorithm?.name ?? "") salt \(salt)"
            }
            texts.append("RSASSA-PSS" + (text ?? ""))
            #expect(texts.last == (try row("key")))
        }
        #expect(texts.count == 3)
    }

    // Sizes from OpenSSL 3.0 for X25519 and X448, and from FIPS 203 to 205 for algorithms that it does not support.
    @Test(arguments: [
        ("cert/x25519-rfc8410.pem", "X25519", 253), ("key/spki-x448.pem", "X448", 448),
        ("cert/ed448.pem", "Ed448", 456), ("cert/mldsa44.pem", "ML-DSA-44", 10496),
        ("key/spki-mldsa44.der", "ML-DSA-44", 10496),
        ("cert/slhdsa-sha2-128s.pem", "SLH-DSA-SHA2-128s", 256),
        ("cert/gost2001-numericstring.der", "GOST R 34.10, 256 bits", 256),
        ("cert/rsa3072.pem", "RSA, 3072 bits", 3072), ("cert/rsapss-key.pem", "RSASSA-PSS, 2048 bits", 2048),
        ("cert/sm2.pem", "EC, sm2p256v1", 256), ("cert/brainpoolP256r1.pem", "EC, brainpoolP256r1", 256),
        ("cert/rsa-x500-oid.pem", "RSA, 2048 bits", 2048), ("cert/dsa1024-pkits.der", "DSA, 1024 bits", 1024),
        ("key/spki-secp256k1-explicit.pem", "EC, secp256k1", 256),
        ("cert/sect283k1-with-key.pem", "EC, sect283k1 (K-283)", 281),
    ]) func namesTheKeyAndItsSize(_ file: String, _ text: String, _ bits: Int) throws {
        let key = try decoded(file)
        #expect(key.description == text)
        #expect(key.bits == bits)
    }

    @Test func unknownAlgorithmsAreShownByIdentifier() throws {
        guard case .other(let identifier) = try decoded("cert/unknown-spki-oid.pem").kind else {
            Issue.record("another type")
            return
        }
        #expect(identifier.name == nil)
        #expect(try decoded("cert/unknown-spki-oid.pem").bits == nil)
    }

    @Test func inheritedParametersOfADSAKeyAreAbsent() throws {
        for file in ["cert/dsa-inherited-params.der", "key/spki-dsa-noparams.der"] {
            guard case .dsa(let key) = try decoded(file).kind else {
                Issue.record("another type")
                continue
            }
            #expect(key.parameters == nil && key.bits == nil)
            #expect(key.y.bitWidth > 512)
        }
    }

    @Test func curvesOfGOSTKeysAreNamed() throws {
        let key = try decoded("cert/gost2001-numericstring.der")
        guard case .gost(let gost) = key.kind else {
            Issue.record("another type")
            return
        }
        #expect(gost.point.count == 64)
        #expect(key.curve?.hasPrefix("id-GostR3410-2001-CryptoPro-") == true)
    }

    // The offsets are counted by hand.
    @Test(arguments: [
        // RSA: the publicExponent is missing
        ("3017300d06092a864886f70d01010105000306003003020101", "subjectPublicKey.publicExponent", 25),
        // Ed25519 with 2 octets
        ("300c300506032b6570030300aabb", "subjectPublicKey", 12),
        // RSASSA-PSS: the saltLength is a BOOLEAN
        (
            "3019301206092a864886f70d01010a3005a2030101ff03030001ff", "algorithm.parameters.saltLength", 19
        ),
    ]) func aMalformedKeyIsAnErrorWithAPosition(_ text: String, _ path: String, _ offset: Int) throws {
        let info = try SubjectPublicKeyInfo(der: try #require(bytes(hex: text)))
        guard case .failure(let error) = info.publicKeyResult else {
            Issue.record("read")
            return
        }
        #expect(error.path.joined(separator: ".") == "subjectPublicKeyInfo." + path)
        #expect(error.offset == offset, "\(error)")
        #expect(!info.derBytes.isEmpty)
    }
}
