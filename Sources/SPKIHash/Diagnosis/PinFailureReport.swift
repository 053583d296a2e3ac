import DERKit
import X509Model

// A minimal JSON reader for the reports of RFC 7469 section 3.
extension PinFailure {
    /// Reads the reports in text: the outermost JSON objects, or else all of the text.
    static func reports(_ text: String) -> [PinFailure] {
        let found = objects(in: text).compactMap { PinFailure(report: $0) }
        return found.isEmpty ? [PinFailure(report: text)].compactMap { $0 } : found
    }

    private static func objects(in text: String) -> [String] {
        var objects: [String] = []
        let octets = Array(text.utf8)
        var (depth, start, isString, isEscaped) = (0, 0, false, false)
        for (place, octet) in octets.enumerated() {
            switch octet {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isString
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "{") where !isString:
                if depth == 0 { start = place }
                depth &+= 1
            case UInt8(ascii: "}") where !isString && depth > 0:
                depth &-= 1
                if depth == 0 { objects.append(String(decoding: octets[start...place], as: UTF8.self)) }
            default: continue
            }
        }
        return objects
    }

    /// Reads `"known-pins"`, a list of pins, and `"validated-certificate-chain"`, a list of certificates in
    /// PEM, in JSON.
    private init?(report text: String) {
        guard let known = PinFailure.list("known-pins", in: text), !known.isEmpty,
            let chain = PinFailure.list("validated-certificate-chain", in: text)
                ?? PinFailure.list("served-certificate-chain", in: text)
        else { return nil }
        let sent = chain.compactMap { PinFailure.certificate(pem: $0) }
        guard !sent.isEmpty, sent.count == chain.count else { return nil }
        self.init(.report, PinFailure.text("hostname", in: text), sent, known)
    }

    private static func certificate(pem text: String) -> Certificate? {
        for case .certificate(let certificate) in InputReader(Array(text.utf8)).compactMap({
            try? $0.content
        }) {
            return Certificate(
                pin: certificate.subjectPublicKeyInfo.pin, name: certificate.subject.description,
                isIssuer: false)
        }
        return nil
    }

    /// Returns the strings of the list with a name, or `nil` if the report lacks it.
    static func list(_ name: String, in text: String) -> [String]? {
        guard var rest = value(name, in: text), rest.popFirst() == UInt8(ascii: "[") else { return nil }
        var members: [String] = []
        while true {
            rest = rest.drop { Base64.isWhiteSpace($0) || $0 == UInt8(ascii: ",") }
            if rest.first == UInt8(ascii: "]") { return members }
            guard let member = string(&rest) else { return nil }
            members.append(member)
        }
    }

    static func text(_ name: String, in text: String) -> String? {
        guard var rest = value(name, in: text) else { return nil }
        return string(&rest)
    }

    /// Returns the text after a name and its colon.
    private static func value(_ name: String, in text: String) -> ArraySlice<UInt8>? {
        let octets = Array(text.utf8)
        guard let place = octets[...].firstIndex(ofText: "\"\(name)\"") else { return nil }
        let rest = octets[place...].dropFirst(name.utf8.count + 2).drop { Base64.isWhiteSpace($0) }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        return rest.dropFirst().drop { Base64.isWhiteSpace($0) }
    }

    /// Reads a string in quotes.
    private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var octets: [UInt8] = []
        while let octet = rest.popFirst() {
            switch octet {
            case UInt8(ascii: "\""): return String(decoding: octets, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { return nil }
                switch next {
                case UInt8(ascii: "n"): octets.append(0x0a)
                case UInt8(ascii: "r"): octets.append(0x0d)
                case UInt8(ascii: "t"): octets.append(0x09)
                case UInt8(ascii: "u"):
                    let digits = rest.prefix(4)
                    rest = rest.dropFirst(4)
                    guard let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                        let scalar = Unicode.Scalar(code)
                    else { return nil }
                    octets += String(scalar).utf8
                default: octets.append(next)
                }
            default: octets.append(octet)
            }
        }
        return nil
    }
}
