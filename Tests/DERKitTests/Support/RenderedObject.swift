import DERKit
import PinPolicies
import Testing
import X509Model

@testable import pemtool

extension InputObject {
    /// Returns the output of `inspect --json` for the object, without notes about its dates.
    func json(in file: String, hasEntries: Bool = false) -> String {
        var json = JSONWriter()
        ObjectJSON(isFull: true, options: Screen.Options(hasEntries: hasEntries)).write(
            self, in: file, to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns the names of its fields in order; those of nested objects follow a dot.
    func fieldNames(hasEntries: Bool = false) throws -> [String] {
        let text = Array(json(in: "-", hasEntries: hasEntries).utf8)
        return try InputObject.names(in: text, 0..<text.count, after: "")
    }

    private static func names(in text: [UInt8], _ range: Range<Int>, after prefix: String) throws -> [String]
    {
        var scanner = JSONScanner(range.lowerBound + 1..<range.upperBound)
        var names: [String] = []
        while let found = try? scanner.name(in: text.span) {
            let name = prefix + String(decoding: text[found.range], as: UTF8.self)
            let value = try scanner.value(in: text.span).range
            names.append(name)
            if text[value.lowerBound] == UInt8(ascii: "{") {
                names += try InputObject.names(in: text, value, after: name + ".")
            }
            _ = scanner.take(UInt8(ascii: ","), in: text.span)
        }
        return names
    }
}

extension Screen {
    /// Returns the screen of an object with few rows.
    init(_ content: InputObject.Content, _ options: Options) {
        self.init(options)
        show(content) { (_) in Issue.record("more rows than stay") }
    }
}

extension DumpScreen {
    /// The tree, one line per value.
    var lines: [String] {
        var lines: [String] = []
        forEachLine { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }
}

extension JSONScanner.ScannedValue {
    /// The range of the whole value, including quotes.
    fileprivate var range: Range<Int> {
        switch self {
        case .string(let text): text.quoted
        case .other(let range): range
        }
    }
}
