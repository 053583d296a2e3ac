import Testing

@Suite struct VectorsTests {
    @Test func everyRowOfTheIndexNamesAFile() throws {
        let rows = try Vectors.index()
        #expect(rows.count >= 57)
        for row in rows { #expect(try !Vectors.bytes(row.file).isEmpty, "\(row.file)") }
    }

    @Test func theFieldsOfARowAreRead() throws {
        let row = try #require(try Vectors.index().first { $0.file == "cert/bad-trailing-octet.der" })
        #expect(row.blocks == ["DER"] && row.isRefusedByAll && row.isCertificate)
        #expect(row.pin == "JrD0tbO4749Ur5ypy+9lVQEXnnM38qxS8urc+VNjWZk=" && row.pinOfOpenSSL == row.pin)
        #expect(row.sha256 == "558f71b5b97986f1a01980d7f048139d2d0fd2644e417c17445651705d6bde43")
    }
}
