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
            guard let seed = OpenSSLCurves.seed(identifier) else { continue }
            #expect(hex(seed) == (try row("seed")), "\(identifier)")
        }
    }
}
