import DERKit
import Foundation
import X509Model

@testable import pemtool

/// The value of an extension as OpenSSL prints it, converted to the lines of `inspect --full`.
struct OpenSSLExtension {
    private let theirs: OpenSSLText.Extension
    private let lines: [String]

    init(_ theirs: OpenSSLText.Extension) {
        self.theirs = theirs
        lines = theirs.lines.filter { !$0.isEmpty }
    }

    /// Returns the expected lines.
    ///
    /// - Parameter ours: used only for values that OpenSSL shows as bare octets, and for names that it does not print.
    func lines(for ours: Certificate.Extension) -> [String] {
        let first = lines.first ?? ""
        switch theirs.name {
        case "X509v3 Basic Constraints":
            let parts = first.components(separatedBy: ", pathlen:")
            return [
                (parts[0] == "CA:TRUE" ? "CA" : "not a CA")
                    + (parts.count > 1 ? ", path length \(parts[1])" : "")
            ]
        case "X509v3 Key Usage": return [translated(first, OpenSSLNames.keyUsages)]
        case "X509v3 Extended Key Usage": return [translated(first, OpenSSLNames.purposes)]
        case "Netscape Cert Type": return [translated(first, OpenSSLNames.certificateTypes)]
        case "X509v3 Subject Key Identifier": return [octets(first)]
        case "X509v3 Authority Key Identifier": return lines.map(keyIdentifier)
        case "X509v3 Subject Alternative Name", "X509v3 Issuer Alternative Name":
            guard let names = generalNames(first) else { return opaque(ours) }
            return names
        case "X509v3 CRL Distribution Points", "X509v3 Freshest CRL": return distributionPoints
        case "Authority Information Access", "Subject Information Access":
            return lines.map { (line) in
                let parts = line.components(separatedBy: " - ")
                return "\(OpenSSLNames.methods[parts[0]] ?? parts[0]): \(generalName(parts[1]))"
            }
        case "X509v3 Certificate Policies": return policies
        case "X509v3 Policy Constraints":
            return first.components(separatedBy: ", ").map {
                $0.replacingOccurrences(of: "Require Explicit Policy:", with: "explicit policy after ")
                    .replacingOccurrences(of: "Inhibit Policy Mapping:", with: "no policy mapping after ")
            }
        case "X509v3 Policy Mappings":
            return first.components(separatedBy: ", ").map { $0.replacingOccurrences(of: ":", with: " is ") }
        case "X509v3 Inhibit Any Policy": return ["after \(first)"]
        case "X509v3 Name Constraints": return nameConstraints
        case "TLS Feature":
            return [
                first.replacingOccurrences(of: "status_request_v2", with: "status_request_v2 (17)")
                    .replacingOccurrences(
                        of: "status_request(?!_)", with: "status_request (5)", options: .regularExpression)
            ]
        case "OCSP No Check": return ["not to be checked for revocation"]
        case "CT Precertificate SCTs": return timestamps
        case "Signing Tool of Issuer":
            let texts = lines.map { "\"\($0.components(separatedBy: ": ").last ?? "")\"" }
            return [hex(ours.value)] + texts
        case "Signing Tool of Subject": return [hex(ours.value), "\"\(first)\""]
        case let name where name.hasPrefix("Netscape"): return [first]
        default: return opaque(ours)
        }
    }

    /// OpenSSL prints the octets as characters, with a dot for unprintable ones; the octets of `ours` must match them.
    private func opaque(_ ours: Certificate.Extension) -> [String] {
        let octets = ours.value.map { (0x20...0x7e).contains($0) || $0 == 0x0a || $0 == 0x0d ? $0 : 0x2e }
        let printed = String(decoding: octets, as: UTF8.self)
        let expected = theirs.lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
        guard
            printed.trimmingCharacters(in: .newlines) == expected
                || first(of: ours) == "X400Name:<unsupported>"
        else { return ["openssl: \(expected)"] }
        return ours.lines(isFull: true)
    }

    private func first(of ours: Certificate.Extension) -> String { lines.first ?? "" }

    private func translated(_ list: String, _ names: [String: String]) -> String {
        list.components(separatedBy: ", ").map { names[$0] ?? $0 }.joined(separator: ", ")
    }

    private func octets(_ text: String) -> String { text.filter { $0 != ":" }.lowercased() }

    private func keyIdentifier(_ line: String) -> String {
        if line.hasPrefix("keyid:") { return octets(String(line.dropFirst(6))) }
        if line.hasPrefix("serial:") { return "serial \(octets(String(line.dropFirst(7))).uppercased())" }
        if line.hasPrefix("DirName:") { return "issuer \(generalName(line))" }
        return octets(line)
    }

    /// Returns the names of a list, which a comma and a space separate; nil if they are not shown.
    private func generalNames(_ text: String) -> [String]? {
        let kinds = "DNS|IP Address|email|URI|Registered ID|othername|DirName"
        guard !text.contains("<unsupported>") else { return nil }
        let marked = text.replacingOccurrences(
            of: "(^|, )(?=(\(kinds)):)", with: "\n", options: .regularExpression)
        guard marked.hasPrefix("\n") else { return nil }
        return marked.split(separator: "\n").map { generalName(String($0)) }
    }

    private func generalName(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":") else { return text }
        let value = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "IP Address", "IP": return "IP:\(address(value))"
        case "Registered ID": return "RID:\(value)"
        case "DirName": return "dirName:\(directoryName(value))"
        case "othername":
            let parts = value.trimmingCharacters(in: .whitespaces).components(separatedBy: "::")
            return "otherName:\(parts[0] == "UPN" ? "userPrincipalName" : parts[0]):\(parts[1])"
        case "DNS":
            let unicode = [
                "xn--bcher-kva.example": "bücher.example", "xn--biztosts-fza2j.hu": "biztosítás.hu",
                "*.xn--biztosts-fza2j.hu": "*.biztosítás.hu",
            ]
            return text + (unicode[value].map { " (\($0))" } ?? "")
        default: return text
        }
    }

    /// `/C=DE/O=Example` and `C = DE, O = Example` the way of RFC 4514: the last part first.
    private func directoryName(_ text: String) -> String {
        let isPath = text.hasPrefix("/")
        let parts =
            isPath
            ? text.dropFirst().components(separatedBy: "/")
            : text.components(separatedBy: ", ").map { $0.replacingOccurrences(of: " = ", with: "=") }
        let escaped = parts.map { isPath ? $0.replacingOccurrences(of: ",", with: "\\,") : $0 }
        return escaped.reversed().joined(separator: ",")
    }

    /// Returns an address, or an address and a mask, as RFC 5952 writes it.
    private func address(_ text: String) -> String {
        let parts = text.components(separatedBy: "/").map(oneAddress)
        guard parts.count == 2 else { return parts[0] }
        let lengths = ["255.255.255.0": "24", "ffff:ffff::": "32"]
        return "\(parts[0])/\(lengths[parts[1]] ?? parts[1])"
    }

    private func oneAddress(_ text: String) -> String {
        var octets = in6_addr()
        guard text.contains(":"), inet_pton(AF_INET6, text, &octets) == 1 else { return text }
        var buffer = [CChar](repeating: 0, count: 64)
        guard inet_ntop(AF_INET6, &octets, &buffer, 64) != nil else { return text }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private var distributionPoints: [String] {
        var result: [String] = []
        var heading = ""
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if ["Full Name:", "Reasons:", "CRL Issuer:"].contains(text) {
                heading = text
            } else if heading == "Reasons:" {
                result.append("reasons: \(translated(text, OpenSSLNames.reasons))")
            } else {
                result.append((heading == "CRL Issuer:" ? "CRL issuer " : "") + generalName(text))
            }
        }
        return result
    }

    private var nameConstraints: [String] {
        var result: [String] = []
        var heading = ""
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text == "Permitted:" || text == "Excluded:" {
                heading = text.dropLast().lowercased()
            } else {
                result.append("\(heading) \(generalName(text))")
            }
        }
        return result
    }

    private var policies: [String] {
        var result: [String] = []
        var organization = ""
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            let parts = text.components(separatedBy: ": ")
            let value = parts.dropFirst().joined(separator: ": ")
            switch parts[0] {
            case "Policy":
                let number = OpenSSLNames.policies[value] ?? value
                let name = ASN1ObjectIdentifier(number)?.name
                result.append(name.map { "\($0) (\(number))" } ?? number)
            case "CPS": result.append("  CPS \(value)")
            case "Organization": organization = value
            case "Number", "Numbers": result.append("  notice \(value) of \(organization)")
            case "Explicit Text": result.append("  notice \(value)")
            default: continue
            }
        }
        return result
    }

    private var timestamps: [String] {
        var result: [String] = []
        var heading = ""
        var parts: [String: String] = [:]
        func finish() {
            guard !parts.isEmpty else { return }
            let time = (parts["Timestamp"] ?? "").components(separatedBy: ".")
            // "Sep 26 20:56:33.769 2018 GMT": the fraction is in the middle.
            let date = OpenSSLText.isoDate(time[0] + String(time[1].dropFirst(3))) ?? ""
            result.append("version 1, \(date.dropLast()).\(time[1].prefix(3))Z")
            result.append("  log \(parts["Log ID", default: ""])")
            result.append("  ecdsa-sha256 \(parts["Signature", default: ""])")
            parts = [:]
        }
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text == "Signed Certificate Timestamp:" {
                finish()
            } else if let colon = text.range(of: " : ") ?? text.range(of: ": "),
                text.first?.isUppercase == true,
                text.range(of: "^[0-9A-F]{2}:", options: .regularExpression) == nil
            {
                heading = text[..<colon.lowerBound].trimmingCharacters(in: .whitespaces)
                let value = String(text[colon.upperBound...])
                parts[heading] = heading == "Log ID" ? octets(value) : heading == "Signature" ? "" : value
            } else {
                parts[heading, default: ""] += octets(text)
            }
        }
        finish()
        return result
    }
}
