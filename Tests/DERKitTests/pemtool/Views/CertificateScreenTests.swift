import DERKit
import Foundation
import Testing
import X509Model

@testable import pemtool

@Suite struct CertificateScreenTests {
    /// `inspect --full` shows the same values as `openssl x509 -text`.
    @Test(arguments: try OpenSSLText.all())
    func theScreenMatchesOpenSSL(openssl: OpenSSLText) throws {
        let certificate = try certificate(openssl.file)
        let rows = Rows(certificate)
        #expect(openssl["Version"]?.hasPrefix(rows["version"] ?? "none") == true)
        #expect(rows["serial"] == openssl.serial)
        #expect(rows["subject"] == openssl["Subject"].map(name))
        #expect(rows["issuer"] == openssl["Issuer"].map(name))
        for (row, theirs) in [("not before", "Not Before"), ("not after", "Not After")] {
            #expect(rows[row] == openssl[theirs].flatMap(OpenSSLText.isoDate))
        }
        let fingerprint = openssl["sha256 Fingerprint"]?.filter { $0 != ":" }.lowercased()
        #expect(rows["SHA-256"] == fingerprint)
        try checkKey(rows, openssl)
        try checkSignature(rows, openssl)
        #expect(certificate.extensions.count == openssl.extensions.count)
        for (ours, theirs) in zip(certificate.extensions, openssl.extensions) {
            #expect(ours.isCritical == theirs.isCritical)
            let expected = OpenSSLExtension(theirs).lines(for: ours)
            #expect(ours.lines(isFull: true) == expected, "\(theirs.name)")
        }
    }

    @Test func thirtyCertificatesAreCompared() throws { #expect(try OpenSSLText.all().count >= 30) }

    private func name(_ theirs: String) -> String {
        theirs.isEmpty ? "(empty)" : OpenSSLText.unescaped(theirs)
    }

    private func checkKey(_ rows: Rows, _ openssl: OpenSSLText) throws {
        let algorithm = try #require(openssl["Public Key Algorithm"])
        #expect(rows["algorithm"]?.hasPrefix((OpenSSLNames.algorithms[algorithm] ?? algorithm)) == true)
        if let bits = openssl["Public-Key"]?.split(separator: " ").first?.dropFirst() {
            let key = rows["key"] ?? ""
            let isCurve = openssl.octets("pub") != nil && openssl.octets("P") == nil
            #expect(isCurve || key.contains("\(bits) bits"), "\(key)")
        }
        if let modulus = openssl.octets("Modulus") {
            #expect(rows["modulus"]?.lowercased() == withoutZeros(modulus))
        }
        if let exponent = openssl["Exponent"]?.split(separator: " ").first {
            #expect(rows["exponent"] == String(exponent))
        }
        if let point = openssl.octets("pub") {
            let raw = try #require(rows["raw key"])
            // DSA keys are INTEGERs inside the raw key.
            #expect(
                openssl.octets("P") == nil ? raw == point : rows["y"]?.lowercased() == withoutZeros(point))
        }
        for (ours, theirs) in [("p", "P"), ("q", "Q"), ("g", "G")] {
            guard let octets = openssl.octets(theirs) else { continue }
            #expect(rows[ours].map { withoutZeros($0.lowercased()) } == withoutZeros(octets), "\(theirs)")
        }
        if let curve = openssl["ASN1 OID"] {
            let key = rows["key"] ?? ""
            #expect(key.contains(OpenSSLNames.curves[curve] ?? curve), "\(key)")
            #expect(openssl["NIST CURVE"].map(key.contains) ?? true)
        }
        if let hash = openssl["Minimum Salt Length"] {
            #expect(
                rows.all.contains(
                    "only with sha256, id-mgf1 with sha256, salt of at least \(hash) bytes, trailer 1"))
        }
    }

    private func checkSignature(_ rows: Rows, _ openssl: OpenSSLText) throws {
        let algorithm = try #require(openssl["Signature Algorithm"])
        var expected = OpenSSLNames.algorithms[algorithm] ?? algorithm
        if let hash = openssl["Hash Algorithm"], algorithm == "rsassaPss" {
            let mask = try #require(openssl["Mask Algorithm"])
            let salt = try #require(openssl["Salt Length"].flatMap { Int($0.dropFirst(2), radix: 16) })
            expected += ", \(hash), id-\(mask), salt \(salt) bytes, trailer 1"
        }
        #expect(rows["signed with"] == expected)
        let signature = try #require(rows["signature"])
        if let octets = openssl.octets("Signature Value") ?? openssl.octets("Trailer Field") {
            #expect(signature == octets)
        } else {
            // OpenSSL shows the two numbers of a DSA signature.
            for part in ["r", "s"] { #expect(signature.contains(try #require(openssl.octets(part)))) }
        }
    }

    private func withoutZeros(_ hex: String) -> String {
        var rest = hex[...]
        while rest.hasPrefix("00") { rest = rest.dropFirst(2) }
        return String(rest)
    }

    /// No line is wider than the terminal, and wrapping loses nothing.
    @Test(arguments: try OpenSSLText.all())
    func theScreenFits80Columns(openssl: OpenSSLText) throws {
        let certificate = try certificate(openssl.file)
        for isFull in [false, true] {
            let now = DERTime(year: 2026, month: 1, day: 1)
            let screen = Screen(.certificate(certificate), Screen.Options(isFull: isFull, now: now))
            for line in screen.lines { #expect(line.count <= 80, "\(line)") }
            let all = screen.rows.map(\.value).joined().filter { $0 != " " }
            let shown = screen.lines.map { $0.dropFirst(Screen.valueColumn) }.joined().filter { $0 != " " }
            #expect(shown == all)
        }
    }
}

/// The rows of a certificate's full screen by name.
private struct Rows {
    let all: [String]
    private var values: [String: String] = [:]

    init(_ certificate: Certificate) {
        let screen = Screen(.certificate(certificate), Screen.Options(isFull: true, now: nil))
        all = screen.rows.map(\.value)
        for row in screen.rows where !row.name.isEmpty && values[row.name] == nil {
            values[row.name] = row.value
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}

/// Returns the first certificate in a file of Tests/Vectors.
func certificate(_ file: String) throws -> Certificate {
    for object in InputReader(try Vectors.bytes(file)) {
        if case .success(.certificate(let certificate)) = object.contentResult { return certificate }
    }
    throw VectorError(description: "no certificate in \(file)")
}
