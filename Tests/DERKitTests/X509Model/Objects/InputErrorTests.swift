import DERKit
import Testing
import X509Model

@Suite struct InputErrorTests {
    private func error(_ input: [UInt8]) throws -> InputError {
        let object = try #require(InputReader(input).first { _ in true })
        guard case .failure(let error) = object.contentResult else {
            throw VectorError(description: "the input is read")
        }
        return error
    }

    @Test func anErrorInDERHasOffsetAndPathButNoLine() throws {
        let parts = CertificateParts().replacing("serialNumber", by: "02 02 00 05")
        let (der, offset) = try parts.der(offsetOf: "serialNumber")
        let error = try error(der)
        #expect(error.code == "not-canonical" && error.offset == offset + 2 && error.position == nil)
        #expect(error.path == ["tbsCertificate", "serialNumber"] && error.kind == "certificate")
        #expect(error.hint == nil && !error.isNoObject)
        #expect(
            error.description == "tbsCertificate.serialNumber: 00 before 05; expected an INTEGER without "
                + "redundant leading bytes (offset \(offset + 2))")
    }

    @Test func reportsThatAFileLooksTruncated() throws {
        let der = try CertificateParts().der().bytes
        for length in [20, der.count - 1] {
            let error = try error(Array(der[..<length]))
            #expect(error.code == "length-overrun" && error.hint?.contains("truncated") == true)
        }
    }

    @Test func namesTheLabelOfAnUnknownBlockSafely() throws {
        let error = try error(Array("-----BEGIN A\u{1b}]B-----\nAAEC\n-----END A\u{1b}]B-----\n".utf8))
        #expect(error.code == "unsupported-label")
        #expect(error.message == "unsupported object 'A\\1B]B'")
        #expect(error.position == TextPosition(line: 1, column: 1))
    }

    @Test func errorsAboutParametersHaveAPosition() throws {
        let parameters = try error(
            Array("-----BEGIN DSA PARAMETERS-----\nMAA=\n-----END DSA PARAMETERS-----\n".utf8))
        #expect(parameters.code == "no-key" && parameters.position == TextPosition(line: 1, column: 1))
    }

    @Test func reportsThatAFileIsEmpty() throws {
        #expect(try error([]).description == "empty input (offset 0)")
        #expect(try error([]).code == "empty-input" && error([]).isNoObject)
        #expect(
            try error(Array("text".utf8)).description.contains(
                "; a PEM file has a line -----BEGIN CERTIFICATE-----"))
    }
}
