import Testing
import X509Model

/// Inputs that once went wrong, each with what must come of it now.
@Suite struct RegressionTests {
    @Test func certificatesAreRefusedOrReadAsNoted() throws {
        let rows = try Vectors.table("regressions/INDEX.tsv")
        #expect(!rows.isEmpty)
        for row in rows {
            let file = try row("file")
            let why = try row("why")
            let isWanted = try row("verdict") == "read"
            let isRead = (try? Certificate(der: try Vectors.bytes("regressions/" + file))) != nil
            #expect(isRead == isWanted, "\(file): \(why)")
        }
    }
}
