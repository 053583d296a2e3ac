import Benchmark
import Crypto
@_spi(Benchmarks) import DERKit
import PinPolicies
@_spi(Benchmarks) import SPKIHash
import SwiftASN1
import X509
import X509Model

// Each benchmark does its work once for all certificates of the corpus. The names are WORK: LIBRARY.

let corpus = Corpus()
print("\(corpus.der.count) certificates, \(corpus.der.reduce(0) { $0 + $1.count }) bytes of DER")

benchmark("parse: DERKit") {
    for der in corpus.der { blackHole(try X509Model.Certificate(der: der)) }
}
benchmark("parse: swift-certificates") {
    for der in corpus.der { blackHole(try X509.Certificate(derEncoded: der)) }
}
benchmark("parse: swift-asn1, no certificate") {
    for der in corpus.der { blackHole(try DER.parse(der)) }
}

benchmark("parse and touch every field: DERKit") {
    for der in corpus.der {
        let certificate = try X509Model.Certificate(der: der)
        blackHole(certificate.serialNumber)
        blackHole(certificate.issuer.description)
        blackHole(certificate.subject.description)
        blackHole(try? certificate.validity.notBefore.secondsSince1970)
        blackHole(try? certificate.validity.notAfter.secondsSince1970)
        blackHole(certificate.subjectPublicKeyInfo.subjectPublicKey)
        blackHole(certificate.signatureAlgorithm)
        for value in certificate.extensions { blackHole(value) }
    }
}
benchmark("parse and touch every field: swift-certificates") {
    for der in corpus.der {
        let certificate = try X509.Certificate(derEncoded: der)
        blackHole(certificate.serialNumber)
        blackHole(certificate.issuer.description)
        blackHole(certificate.subject.description)
        blackHole(certificate.notValidBefore)
        blackHole(certificate.notValidAfter)
        blackHole(certificate.publicKey)
        blackHole(certificate.signatureAlgorithm)
        for value in certificate.extensions { blackHole(value) }
    }
}

benchmark("pin: DERKit") {
    for der in corpus.der { blackHole(try X509Model.Certificate(der: der).pin.base64) }
}
benchmark("pin: swift-certificates and swift-crypto") {
    for der in corpus.der {
        var serializer = DER.Serializer()
        try serializer.serialize(try X509.Certificate(derEncoded: der).publicKey)
        blackHole(MeasuredBase64.encode(Array(Crypto.SHA256.hash(data: serializer.serializedBytes))))
    }
}

for size in [91, 294, 1024, 16384] {
    let message = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    benchmark("SHA-256 of \(size) bytes: DERKit") { blackHole(MeasuredSHA256.hash(message.span)) }
    benchmark("SHA-256 of \(size) bytes: swift-crypto") { blackHole(Crypto.SHA256.hash(data: message)) }
}

let pemBytes = Array(corpus.pem.utf8)
benchmark("PEM blocks: DERKit") {
    for block in PEM.objects(in: pemBytes) { blackHole(try block.get().derBytes) }
}
benchmark("PEM blocks: swift-asn1") {
    for block in try PEMDocument.parseMultiple(pemString: corpus.pem) { blackHole(block.derBytes) }
}

// A server chooses the chain: a refusal must not cost much more than a match.
let long = try corpus.der.prefix(50).map { (der) in try X509Model.Certificate(der: der) }
let unknown = PinSet([Pin(bytes: [UInt8](repeating: 7, count: 32))].compactMap { $0 })
let known = PinSet(long.suffix(1).map { $0.pin })
benchmark("refusal of \(long.count) certificates: DERKit") { blackHole(unknown.decision(for: long).isAccepted) }
benchmark("match of \(long.count) certificates: DERKit") { blackHole(known.decision(for: long).isAccepted) }

// No other package has such a check; parsing the chain is not included.
let day = DERTime(year: 2026, month: 1, day: 1)
let checks = try corpus.der.compactMap { (der) -> PolicyCheck? in
    guard let now = day else { return nil }
    let certificate = try X509Model.Certificate(der: der)
    let other = Pin(bytes: MeasuredSHA256.hash(certificate.tbsCertificateBytes.span))
    let pins = PinSet([certificate.pin, other].compactMap { $0 })
    let policy = try PinPolicy(
        [PinPolicy.Rule(try HostPattern("example.com"), [.publicKey(pins, at: .any)])], unlistedHosts: .accept
    )
    return PolicyCheck(policy, for: PolicyFormat.allCases, chain: [certificate], at: now)
}
benchmark("policy check, every rule for every consumer: DERKit") {
    for check in checks { blackHole(check.run()) }
}

Benchmark.main()

/// Keeps the optimizer from removing unused results.
@inline(never)
func blackHole<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
