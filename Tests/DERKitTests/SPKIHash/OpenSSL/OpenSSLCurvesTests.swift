import DERKit
import Testing

@testable import X509Model

/// `openssl ecparam` for each of its named curves: Tests/Tools/make/curves.py.
@Suite struct OpenSSLCurvesTests {
    @Test func curvesMatchOpenSSL() throws {
        let rows = try Vectors.table("ecparameters/curves.tsv")
        #expect(rows.count == 80)
        for row in rows {
            let identifier = try #require(ASN1ObjectIdentifier(try row("identifier")))
            #expect(
                String(NamedCurve(identifier)?.fieldOctets ?? 0) == (try row("bytes")), "\(identifier)")
            // WTLS has other identifiers for two curves of SEC 2, whose parameters are recognized as those.
            guard try row("field") == "prime", !"\(identifier)".hasPrefix("2.23.43.") else { continue }
            #expect(
                (KnownDomain.domain(identifier)?.seed.map { hex($0) } ?? "-") == (try row("seed")),
                "\(identifier)")
        }
    }
}
