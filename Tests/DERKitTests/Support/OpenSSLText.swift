import Foundation
import Testing

/// The output of `openssl x509 -text` for a certificate: a file of Tests/Vectors/inspect, made by
/// Tests/Tools/make/inspect.sh.
struct OpenSSLText: CustomTestStringConvertible {
    struct Extension {
        let name: String
        let isCritical: Bool
        /// The lines of its value, without the sixteen spaces before each.
        var lines: [String]
    }

    let name: String
    /// The certificate, named from Tests/Vectors.
    let file: String
    /// The text before each colon, and the first value after it on the same line.
    private var values: [String: String] = [:]
    /// The octets in hex on the lines after a heading.
    private var hex: [String: String] = [:]
    private(set) var extensions: [Extension] = []

    var testDescription: String { name }

    static func all() throws -> [OpenSSLText] {
        try FileManager.default.contentsOfDirectory(atPath: Vectors.path("inspect"))
            .filter { $0.hasSuffix(".txt") && !$0.hasPrefix("bad-") }.sorted().map(OpenSSLText.init)
    }

    init(_ name: String) throws {
        self.name = name
        // A list of reasons is on the line of the name before it.
        let text = try Vectors.text("inspect/\(name)")
            .replacingOccurrences(of: "                Reasons:", with: "\n                Reasons:")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        file = String(lines.removeFirst().dropFirst("File: ".count))
        var heading = ""
        var isInExtensions = false
        for line in lines where !line.contains(":error:") {
            let indent = line.prefix { $0 == " " }.count
            if indent == 4 || (indent == 0 && line.contains("Fingerprint=")) { isInExtensions = false }
            if indent == 8, line.hasSuffix("X509v3 extensions:") {
                isInExtensions = true
            } else if isInExtensions {
                addToExtensions(line, indent)
            } else {
                add(line.trimmingCharacters(in: .whitespaces), &heading)
            }
        }
    }

    private mutating func addToExtensions(_ line: String, _ indent: Int) {
        if indent == 12, let colon = line.range(of: ": ", options: .backwards) {
            extensions.append(
                Extension(
                    name: line[..<colon.lowerBound].trimmingCharacters(in: .whitespaces),
                    isCritical: line[colon.upperBound...].hasPrefix("critical"), lines: []))
        } else if !extensions.isEmpty {
            extensions[extensions.count - 1].lines.append(String(line.dropFirst(min(indent, 16))))
        }
    }

    private mutating func add(_ line: String, _ heading: inout String) {
        let octets = line.filter { $0 != ":" }
        let isHex = line.range(of: "^([0-9a-f]{2}:)*[0-9a-f]{2}:?$", options: .regularExpression) != nil
        if !heading.isEmpty, isHex {
            hex[heading, default: ""] += octets.lowercased()
            return
        }
        let parts = line.split(separator: line.contains("Fingerprint=") ? "=" : ":", maxSplits: 1)
        guard let name = parts.first else { return }
        heading = name.trimmingCharacters(in: .whitespaces)
        // The signature comes twice: inside the signed part, and around it.
        guard values[heading] == nil else { return }
        values[heading] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    }

    subscript(_ name: String) -> String? { values[name] }

    /// Returns the octets below a heading, in lower-case hex.
    func octets(_ heading: String) -> String? { hex[heading] }

    /// The serial number: "5 (0x5)", "-5 (-0x5)", or a long one in hex.
    var serial: String? {
        guard let digits = octets("Serial Number") else { return values["Serial Number"] }
        return (values["Serial Number"]?.contains("Negative") == true ? "-" : "") + digits.uppercased()
    }

    /// Returns a date as ISO 8601: from `Nov 21 14:38:07 2026 GMT`.
    static func isoDate(_ text: String) -> String? {
        let parts = text.split(separator: " ").map(String.init)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 5, let month = months.firstIndex(of: parts[0]), let day = Int(parts[1]) else {
            return nil
        }
        let year = String(repeating: "0", count: 4 - parts[3].count) + parts[3]
        return "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day < 10 ? "0" : "")\(day)T\(parts[2])Z"
    }

    /// Returns a name in the form of RFC 2253 with its octets above 7F as characters.
    static func unescaped(_ name: String) -> String {
        var octets: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let octet = rest.popFirst() {
            let next = String(decoding: rest.prefix(2), as: UTF8.self)
            if octet == UInt8(ascii: "\\"), let value = UInt8(next, radix: 16), next.count == 2, value >= 0x80
            {
                octets.append(value)
                rest = rest.dropFirst(2)
            } else {
                octets.append(octet)
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
