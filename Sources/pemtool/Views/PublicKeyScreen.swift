import DERKit
import SPKIHash
import X509Model

extension Screen {
    mutating func show(_ key: SubjectPublicKeyInfo) {
        let decoded = try? key.publicKeyResult.get()
        row("key", decoded.map { escapedForDisplay("\($0)") } ?? "\(key.algorithm), unreadable")
        if case .rsassaPSS(_, let parameters?)? = decoded {
            row("", "only with " + FieldText.pss(parameters, salt: "salt of at least"))
        }
        if let rsa = decoded?.rsa, !options.isFull, Int64(rsa.publicExponent) != 65_537 {
            row("", "public exponent \(rsa.publicExponent.decimalOrHex)")
        }
        if options.isFull {
            row("algorithm", "\(key.algorithm) (\(key.algorithm.algorithm))")
            for part in decoded.map({ parts($0) }) ?? [] { row(part.name, part.value) }
            let count = key.subjectPublicKey.bytes.count
            row("raw key", key.provenRawKey.map { hex($0) } ?? "\(count) bytes, not a key of this algorithm")
        }
        let pin = key.pin
        row("pin", pin.description)
        if let owner = options.owner?(pin) { row("owner", owner) }
    }

    private func field(_ field: ECField) -> String {
        switch field {
        case .prime(let prime): "integers modulo \(prime)"
        case .characteristicTwo(let bits): "polynomials of \(bits) bits"
        case .other(let identifier): identifier.nameOrNumber
        }
    }

    /// Returns the numbers in a key.
    private func parts(_ key: DecodedPublicKey) -> [(name: String, value: String)] {
        if let rsa = key.rsa {
            return [
                ("modulus", rsa.modulus.description), ("exponent", rsa.publicExponent.decimalOrHex),
            ]
        }
        switch key {
        case .dsa(let dsa):
            var rows: [(name: String, value: String)] = []
            if let domain = dsa.parameters {
                rows = [
                    ("p", domain.p.description), ("q", domain.q.description), ("g", domain.g.description),
                ]
            }
            rows.append(("y", dsa.y.description))
            return rows
        case .dh(let dh):
            var rows = [(name: "p", value: dh.p.description), (name: "g", value: dh.g.description)]
            if let q = dh.q { rows.append(("q", q.description)) }
            rows.append(("y", dh.y.description))
            return rows
        case .ec(let ec):
            guard case .specifiedCurve(let domain) = ec.parameters else { return [] }
            var rows = [(name: "field", value: field(domain.field))]
            rows += [("a", hex(domain.a)), ("b", hex(domain.b)), ("base point", hex(domain.base))]
            rows.append(("order", domain.order.description))
            if let cofactor = domain.cofactor { rows.append(("cofactor", cofactor.decimalOrHex)) }
            if let seed = domain.seed { rows.append(("seed", hex(seed))) }
            return rows
        default: return []
        }
    }
}

extension DecodedPublicKey {
    /// The RSA key, whatever its algorithm.
    var rsa: RSAPublicKey? {
        switch self {
        case .rsa(let key), .rsassaPSS(let key, _), .rsaesOAEP(let key): key
        default: nil
        }
    }
}
