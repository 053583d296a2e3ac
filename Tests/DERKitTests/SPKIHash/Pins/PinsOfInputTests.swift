import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Tasks that take one call: the pins of a file, names, extensions.
@Suite struct PinsOfInputTests {
    // openssl x509 -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64
    private static let github = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    @Test func aFileWithOneKeyHasOnePin() throws {
        let pem = try Vectors.bytes("seeds/github.com.pem")
        #expect(try Pin(file: pem).base64 == Self.github)
        #expect(try Pin(file: Certificate(pem: pem).derBytes).base64 == Self.github)
        // A repeated key counts once.
        #expect(try Pin(file: pem + pem).base64 == Self.github)
    }

    @Test func aFileWithSeveralKeysOrNoneIsAnError() throws {
        let chain = try Vectors.bytes("pem/chain-21.pem")
        #expect(throws: InputError.self) { try Pin(file: chain) }
        #expect(try InputReader(chain).pins().count == 21)
        #expect(throws: InputError.self) { try Pin(file: [UInt8]()) }
        #expect(throws: InputError.self) { try Pin(file: Array("hello".utf8)) }
        #expect(throws: InputError.self) { try InputReader(chain.dropLast(400) + Array("!".utf8)).pins() }
    }

    @Test func pinsCanBeSortedAndPutIntoSets() throws {
        let pins = try InputReader(Vectors.bytes("pem/chain-21.pem")).pins()
        #expect(pins.sorted().map { hex($0.bytes) } == pins.map { hex($0.bytes) }.sorted())
        let set = PinSet(pins)
        #expect(set.count == 21 && Array(set) == pins && set.contains(pins[20]))
        #expect(try !set.contains(Pin("sha256/" + Self.github)))
    }

    @Test func namesAndExtensionsAreRead() throws {
        let certificate = try Certificate(pem: Vectors.bytes("seeds/github.com.pem"))
        #expect(certificate.dnsNames == ["github.com", "www.github.com"])
        #expect(certificate.subject.commonName == "github.com")
        #expect(certificate.issuer.text(.countryName) == "US")
        #expect(try certificate.extensions.basicConstraints?.isCertificateAuthority == false)
        #expect(try certificate.extensions.nameConstraints == nil)
        #expect(certificate.extensions[.keyUsage]?.isCritical == true)
    }

    @Test func pemInsteadOfDERIsReported() throws {
        let pem = try Vectors.bytes("seeds/github.com.pem")
        let error = #expect(throws: DERError.self) { try Certificate(der: pem) }
        #expect(error?.description.hasSuffix("the bytes seem to be PEM, not DER") == true)
        let other = #expect(throws: DERError.self) { try Certificate(der: [4, 0]) }
        #expect(other?.hint == nil)
    }

    @Test func aPolicyIsReadFromText() throws {
        let text = "sha256//" + Self.github
        let pattern = try HostPattern("example.com")
        let bytes = try PolicyFormat.curl.read(Array(text.utf8), for: pattern)
        #expect(try PolicyFormat.curl.read(text, for: pattern) == bytes)
        let manifest = try bytes.policy.text(as: .manifest)
        #expect(try PolicyReading(text: manifest).policy == bytes.policy)
        #expect(throws: PolicyError.self) { try PolicyReading(text: "nothing") }
    }
}
