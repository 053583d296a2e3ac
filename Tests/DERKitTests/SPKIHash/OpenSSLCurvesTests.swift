import DERKit
import Testing

@testable import SPKIHash

/// `openssl ecparam` for each of its named curves: Tests/Tools/make-curves.py.
@Suite struct OpenSSLCurvesTests {
    @Test func curvesAreThoseOfOpenSSL() throws {
        let rows = try Vectors.table("ecparameters/curves.tsv")
        #expect(rows.count == 80)
        for row in rows {
            let identifier = try #require(ASN1ObjectIdentifier(try row("identifier")))
            #expect(
                String(OpenSSLCurves.coordinateByteCount(identifier) ?? 0) == (try row("bytes")),
                "\(identifier)")
            // WTLS has other identifiers for two curves of SEC 2, whose parameters are recognized as those.
            guard try row("field") == "prime", !"\(identifier)".hasPrefix("2.23.43.") else { continue }
            #expect(
                (OpenSSLCurves.seed(identifier).map { hex($0) } ?? "-") == (try row("seed")), "\(identifier)")
        }
    }
}
