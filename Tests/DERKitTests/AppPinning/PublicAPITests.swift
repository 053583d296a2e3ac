import PinTesting
import Testing

/// Typical uses of the libraries, with only the public API.
@Suite struct PublicAPITests {
    private func url(_ name: String) -> URL { Vectors.folder.appendingPathComponent(name) }

    private func certificate(_ name: String = "seeds/github.com.pem") throws -> Certificate {
        try Certificate(contentsOf: url(name))
    }

    @Test(arguments: [0, 1, 3, 1000]) func everyInitializerAcceptsDataWithAnyStartIndex(_ start: Int) throws {
        func slice(_ bytes: [UInt8]) -> Data {
            Data([UInt8](repeating: 0x30, count: start) + bytes + [0xff]).dropFirst(start).dropLast()
        }
        let certificate = try certificate()
        let pem = try Vectors.bytes("seeds/github.com.pem")
        let request = try Vectors.bytes("kinds/p-256.request.der")
        let manifest = try Vectors.bytes("plist/info.plist")
        let key = certificate.subjectPublicKeyInfo
        let attribute = try X509Attribute(.extensionRequest, values: [certificate.extensions.derBytes])
        #expect(try Certificate(der: slice(certificate.derBytes)) == certificate)
        #expect(try Certificate(pem: slice(pem)) == certificate)
        #expect(try CertificationRequest(der: slice(request)) == CertificationRequest(der: request))
        let text = PEM.encode(request, label: "CERTIFICATE REQUEST")
        #expect(try CertificationRequest(pem: slice(Array(text.utf8))) == CertificationRequest(pem: text))
        #expect(try SubjectPublicKeyInfo(der: slice(key.derBytes)) == key)
        #expect(try SubjectPublicKeyInfo(rawKey: slice(key.subjectPublicKey.bytes)) == key)
        #expect(
            try SubjectPublicKeyInfo(
                algorithm: key.algorithm, subjectPublicKey: slice(key.subjectPublicKey.bytes))
                == key)
        #expect(try AlgorithmIdentifier(der: slice(key.algorithm.derBytes)) == key.algorithm)
        #expect(try DistinguishedName(der: slice(certificate.subject.derBytes)) == certificate.subject)
        #expect(
            try Certificate.Extensions(der: slice(certificate.extensions.derBytes)) == certificate.extensions)
        #expect(try X509Attribute(der: slice(attribute.derBytes)) == attribute)
        for each in certificate.extensions {
            #expect(
                Certificate.Extension(each.oid, isCritical: each.isCritical, value: slice(each.value)) == each
            )
        }
        #expect(try Pin(file: slice(pem)) == certificate.pin)
        #expect(Pin(bytes: slice(certificate.pin.bytes)) == certificate.pin)
        let fingerprint = CertificateFingerprint(certificate)
        #expect(CertificateFingerprint(bytes: slice(fingerprint.bytes)) == fingerprint)
        #expect(try InputReader(slice(pem)).pins() == [certificate.pin])
        #expect(try InputReader(slice(pem), password: "").pins() == [certificate.pin])
        #expect(Array(PEM.objects(in: slice(pem))).count == 1)
        #expect(PEM.encode(slice(certificate.derBytes), label: "CERTIFICATE").utf8.elementsEqual(pem))
        #expect(try PolicyReading(file: slice(manifest)) == PolicyReading(file: manifest))
        let rsa = try #require(try? self.certificate("cert/rsa3072.pem").subjectPublicKeyInfo.publicKey.rsa)
        #expect(try RSAPublicKey(der: slice(rsa.derBytes)) == rsa)
        #expect(DERInteger(unsigned: slice(rsa.modulus.magnitude)) == rsa.modulus)
        #expect(DERWriter.bytes { $0.append(octetString: slice([1])) } == [4, 1, 1])
        #expect(DERWriter.bytes { $0.append(bitString: slice([1])) } == [3, 2, 0, 1])
        #expect(DERWriter.bytes { $0.append(encoded: slice([5, 0])) } == [5, 0])
        #expect(DERWriter.bytes { $0.append(.octetString, content: slice([1])) } == [4, 1, 1])
        // The values in a slice have the bytes and offsets of those in an array.
        let (value, whole) = (
            try DERValue(der: slice(certificate.derBytes)), try DERValue(der: certificate.derBytes)
        )
        var (fields, others) = (DERReader(slice(certificate.derBytes)), whole.fields)
        #expect(value == whole && value.bytes == whole.bytes && value.offset == 0)
        #expect(try fields.next() == whole && fields.isAtEnd)
        fields = value.fields
        while !others.isAtEnd {
            let (one, other) = (try fields.next(), try others.next())
            #expect(one == other && one.offset == other.offset && one.bytes == other.bytes)
        }
        try fields.finish()
        let cut = certificate.derBytes.dropLast()
        let error = #expect(throws: DERError.self) { try Certificate(der: slice(Array(cut))) }
        let same = #expect(throws: DERError.self) { try Certificate(der: cut) }
        #expect(error == same)
        let prefixed = Array("text\n".utf8) + pem
        let blocks = [slice(prefixed)].flatMap { Array(PEM.objects(in: $0)) }
        #expect(try blocks.map { try $0.get().offset } == [5])
        #expect(InputReader(slice(prefixed)).map(\.offset) == [5])
    }

    /// openssl x509 -checkhost and -checkip.
    @Test(arguments: [
        ("github.com", true), ("www.github.com", true), ("GITHUB.com.", true), ("api.github.com", false),
        ("", false),
        ("140.82.121.4", false),
    ])
    func hostsAreComparedWithTheCertificate(host: String, isFor: Bool) throws {
        #expect(try certificate().matches(host: host) == isFor)
    }

    @Test func aRequestIsReadFromPEM() throws {
        let request = try CertificationRequest(pem: Vectors.text("csr/rsa-sha1.pem"))
        #expect("\(request)" == "certificate request \(request.subject)" && request.attributes.isEmpty)
        for other in ["seeds/github.com.pem", "INDEX.tsv"] {
            #expect(throws: InputError.self) { try CertificationRequest(pem: Vectors.bytes(other)) }
        }
    }

    @Test(arguments: [
        ("certificate.der", "Certificate(der:)"), ("csr/rsa-sha1.pem", "CertificationRequest(pem:)"),
        ("INDEX.tsv", "-----BEGIN CERTIFICATE-----"),
    ])
    func inputThatIsNotAPEMCertificateHasAHint(name: String, hint: String) throws {
        let bytes =
            name == "certificate.der" ? try certificate().derBytes : try Vectors.bytes(name)
        let error = #expect(throws: InputError.self) { try Certificate(pem: bytes) }
        #expect(error?.hint?.contains(hint) == true)
    }

    @Test func aChainIsPutInOrder() throws {
        let chain = try InputReader(Vectors.bytes("policy/chain-rsa2048.pem")).compactMap {
            try $0.certificate
        }
        for given in [chain, chain.reversed(), [chain[1], chain[0], chain[2], chain[0]]] {
            let paths = CertificatePaths(given)
            #expect(paths.certificates == chain)
            #expect(paths.isInOrder == (given == chain))
        }
    }

    @Test func otherExtensionsHaveProperties() throws {
        func extensions(_ name: String) throws -> Certificate.Extensions {
            try Certificate(der: Vectors.bytes("extensions/\(name).der")).extensions
        }
        // Tests/Vectors/extensions/answers.tsv, by Python's cryptography.
        let points = try #require(try extensions("cRLDistributionPoints").crlDistributionPoints)
        #expect(
            points.map { $0.names.map(\.text) } == [
                ["URI:http://example.com/a.crl", "URI:ldap://example.com/cn=a"],
                ["URI:http://example.com/b.crl"], [],
            ])
        #expect(points[1].crlIssuer?.map(\.text) == ["dirName:O=Example BV,C=NL"])
        let policies = try #require(try extensions("certificatePolicies").certificatePolicies)
        #expect(
            policies.map { "\($0.policyIdentifier)" } == [
                "2.23.140.1.2.1", "1.3.6.1.4.1.99999.1", "2.5.29.32.0",
            ])
        #expect(policies[1].cpsURIs.map(\.text) == ["http://example.com/cps", "http://example.com/other"])
        let constraints = try #require(try extensions("nameConstraints").nameConstraints)
        #expect(constraints.permittedSubtrees?.first?.text == "DNS:example.com")
        #expect(constraints.excludedSubtrees?.count == 3)
        #expect(try extensions("keyUsage").nameConstraints == nil)
    }

    @Test func structuresAreWrittenAndReadBack() throws {
        let certificate = try certificate()
        let key = certificate.subjectPublicKeyInfo
        #expect(
            try AlgorithmIdentifier(key.algorithm.algorithm, parameters: key.algorithm.parameters)
                == key.algorithm)
        #expect(throws: DERError.self) { try AlgorithmIdentifier(.commonName, parameters: [5]) }
        for each in certificate.extensions { #expect(certificate.derBytes.contains(each.derBytes)) }
        let built: Certificate.Extensions = [
            Certificate.Extension(.keyUsage, isCritical: true, value: [3, 2, 7, 0x80]),
            Certificate.Extension(.extendedKeyUsage, value: [0x30, 10, 6, 8, 43, 6, 1, 5, 5, 7, 3, 1]),
        ]
        #expect(try built.extendedKeyUsage == [.serverAuth])
        #expect(built[.keyUsage]?.isCritical == true && built.count == 2)
        let attribute = try X509Attribute(.extensionRequest, values: [built.derBytes])
        #expect(try Certificate.Extensions(der: #require(attribute.values.first)) == built)
        // openssl req -in rsa2048.request.pem -text
        let request = try CertificationRequest(der: Vectors.bytes("kinds/rsa2048.request.der"))
        #expect(request.attributes.map(\.type) == [.extensionRequest])
        #expect(request.derBytes.contains(request.attributes[0].derBytes))
        #expect(request.requestedExtensions.derBytes == request.attributes[0].values[0])
    }

    /// Tests/Vectors/locked/INDEX.tsv has the pins.
    @Test func aPasswordOpensAnIdentity() throws {
        let file = url("locked/openssl-chain.p12")
        let pins = try InputReader(contentsOf: file, password: "correct horse").pins().map(\.base64)
        #expect(
            pins == [
                "xL6w16Ny7Xuoag7QeqhHTBfXqtK5xxNPVUlFkrYzJRM=",
                "pJqLaCAQhx9Eaw7Lqm4SPlX7KPu2BQGjYUegjqp42ws=",
            ])
        let error = #expect(throws: InputError.self) {
            try InputReader(contentsOf: file, password: "horse").pins()
        }
        #expect(error?.code.rawValue == "wrong-password")
        // Without encryption of the certificates' part, an empty password opens it.
        #expect(try InputReader(contentsOf: url("locked/openssl-empty-password.p12")).pins().count == 1)
    }

    /// The members `n` and `e` of a JSON Web Key, RFC 7517 section 9.3, and `x` and `y`.
    @Test func aJSONWebKeyBecomesAnSPKI() throws {
        for name in ["cert/rsa3072.pem"] {
            let key = try certificate(name).subjectPublicKeyInfo
            let rsa = try #require(key.publicKey.rsa)
            let (n, e) = (rsa.modulus.magnitude, rsa.publicExponent.magnitude)
            let made = RSAPublicKey(modulus: DERInteger(unsigned: n), publicExponent: DERInteger(unsigned: e))
            #expect(try SubjectPublicKeyInfo(rawKey: made.derBytes).pin == key.pin)
        }
        let key = try certificate().subjectPublicKeyInfo
        let point = key.subjectPublicKey.bytes
        #expect(try SubjectPublicKeyInfo(rawKey: point.dropFirst(), algorithm: .p256) == key)
    }

    @Test func setsAreEqualRegardlessOfOrder() throws {
        let pins = try [
            "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=", "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=",
        ]
        .map { try Pin($0) }
        let (one, other): (PinSet, PinSet) = ([pins[0], pins[1]], [pins[1], pins[0]])
        #expect(one == other && one.hashValue == other.hashValue && Set([one, other]).count == 1)
        #expect(one != PinSet([pins[0]]))
        #expect(PinSet([PinSet.Member(pins[0], label: "a")]) == PinSet([pins[0]]))
        func rule(_ host: String, _ pins: PinSet) throws -> PinPolicy.Rule {
            try PinPolicy.Rule(HostPattern(host), [.publicKey(pins, at: .any)])
        }
        let labeled = PinSet(one.members.map { PinSet.Member($0.pin, label: "a") })
        #expect(try rule("a.example.com", labeled) != rule("a.example.com", one))
        let policies = try [
            [rule("a.example.com", one), rule("b.example.com", other)],
            [rule("b.example.com", one), rule("a.example.com", other)],
        ].map { try PinPolicy($0, unlistedHosts: .accept) }
        #expect(policies[0] == policies[1] && policies[0].hashValue == policies[1].hashValue)
        #expect(
            policies[0].description == "a.example.com: 2 pins; b.example.com: 2 pins; other hosts: accept")
        let certificates = try [certificate(), certificate("cert/rsa3072.pem")].map {
            CertificateSet.Member($0)
        }
        #expect(CertificateSet(certificates) == CertificateSet(certificates.reversed()))
    }

    @Test func descriptionsShowNoInternals() throws {
        let certificate = try certificate()
        let key = certificate.subjectPublicKeyInfo
        let request = try CertificationRequest(der: Vectors.bytes("kinds/p-256.request.der"))
        let pins: PinSet = [certificate.pin]
        let rule = PinPolicy.Rule(try HostPattern("example.com"), [.publicKey(pins, at: .any)])
        let values: [Any] = [
            certificate, key, key.algorithm, key.subjectPublicKey, certificate.extensions,
            certificate.extensions[0],
            certificate.subject.rdnSequence, certificate.signatureValue, certificate.validity, request,
            request.attributes, pins, rule, try PinPolicy([rule], unlistedHosts: .refuse),
            CertificateSet([CertificateSet.Member(certificate)]), CertificateFingerprint(certificate),
            try certificate.extensions.keyUsage as Any,
            try certificate.extensions.authorityInfoAccess as Any,
            try certificate.extensions.certificatePolicies as Any,
            try certificate.extensions.basicConstraints as Any,
            try self.certificate("cert/rsa3072.pem").subjectPublicKeyInfo.publicKey.rsa as Any,
            try DERValue(der: certificate.derBytes), CertificatePaths([certificate]),
            try #require(Array(InputReader(certificate.derBytes)).first),
            try #require(Array(PEM.objects(in: Vectors.bytes("seeds/github.com.pem"))).first).get(),
        ]
        for value in values {
            let text = "\(value)"
            #expect(!text.contains(/\d+, \d+, \d+/), "\(type(of: value)): \(text.prefix(200))")
            #expect(text.count < 400, "\(type(of: value)): \(text.prefix(200))")
        }
    }
}
