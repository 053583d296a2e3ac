import DERKit
import SPKIHash
import Testing
import X509Model

/// Two numbers are an RSA key only if a label says so, or if they cannot be anything else.
@Suite struct TwoNumbersTests {
    private func sequence(_ numbers: [[UInt8]]) -> [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence) { (sequence) in
            for number in numbers {
                let isNegative = (number.first ?? 0) >= 0x80
                if let value = DERInteger(twosComplement: isNegative ? [0] + number : number) {
                    sequence.append(value)
                }
            }
        }
        return writer.bytes
    }

    private func number(_ count: Int, last: UInt8 = 0xc5) -> [UInt8] {
        (1..<count).map { UInt8(truncatingIfNeeded: 0x91 &+ $0 &* 37) | 0x80 } + [last]
    }

    private func keys(_ input: [UInt8]) -> Int {
        InputReader(input).count { (try? $0.content)?.subjectPublicKeyInfo != nil }
    }

    @Test func parametersAreNotAKey() throws {
        let parameters = sequence([number(256), [2]])
        for label in [
            "DH PARAMETERS", "X9.42 DH PARAMETERS", "DSA PARAMETERS", "DSA SIGNATURE", "CERTIFICATE", "X",
        ] {
            #expect(keys(Array(PEM.encode(parameters, label: label).utf8)) == 0, "\(label)")
            #expect(
                keys(Array(PEM.encode(sequence([number(256), [3]]), label: label).utf8)) == 0, "\(label)")
        }
        for generator in [[2], [5]] as [[UInt8]] { #expect(keys(sequence([number(256), generator])) == 0) }
    }

    @Test func twoNumbersAreLabeledAsTheLikeliestStructure() {
        let names = { (octets: [UInt8], label: String?) in
            TreeLabels(DERTree(octets), label: label).structures.compactMap { $0 }
        }
        for generator in [[2], [5]] as [[UInt8]] {
            let parameters = sequence([number(256), generator])
            #expect(names(parameters, nil) == ["DHParameter"])
            #expect(TreeLabels(DERTree(parameters)).name(of: 0) == "DHParameter")
            #expect(names(parameters, "RSA PUBLIC KEY") == ["RSAPublicKey"])
        }
        #expect(names(sequence([number(256), [1, 0, 1]]), nil) == ["RSAPublicKey"])
    }

    @Test func parametersNextToAKeyAreSkipped() throws {
        let text = PEM.encode(sequence([number(256), [2]]), label: "DH PARAMETERS")
        guard
            case .failure(let error)? = InputReader(Array(text.utf8)).first(where: { _ in true })?
                .contentResult
        else {
            Issue.record("DH parameters are read")
            return
        }
        #expect(error.code == "no-key" && error.isKeyless && error.position?.line == 1)
    }

    @Test func aSignatureIsNotAKey() {
        for count in [20, 28, 32, 48, 64, 66] {
            #expect(keys(sequence([number(count), number(count)])) == 0, "\(count)")
        }
    }

    @Test func twoPartsOfAPrivateKeyAreNotShown() {
        let (n, d, p, q) = (number(256), number(255), number(128), number(128, last: 0x91))
        for pair in [[n, d], [p, q], [d, n], [q, p], [p, d]] {
            let objects = Array(InputReader(sequence(pair)))
            #expect(objects.count == 1 && objects[0].derBytes.isEmpty && keys(sequence(pair)) == 0)
        }
    }

    @Test func aKeyIsReadWhereverItIs() {
        for exponent in [[3], [17], [1, 0, 1]] as [[UInt8]] {
            let key = sequence([number(256), exponent])
            #expect(keys(key) == 1)
            #expect(keys(Array(PEM.encode(key, label: "RSA PUBLIC KEY").utf8)) == 1)
            #expect(keys(Array(PEM.encode(key, label: "PUBLIC KEY").utf8)) == 1)
            #expect(keys(Array(PEM.encode(key, label: "RSA PRIVATE KEY").utf8)) == 0)
        }
        // The label says so.
        #expect(keys(Array(PEM.encode(sequence([number(40), [2]]), label: "RSA PUBLIC KEY").utf8)) == 1)
    }
}
