import DERKit
import X509Model

/// The requested fields of a JSON object in a line.
struct LineFields {
    /// The values of the requested fields, in the requested order.
    private(set) var wanted: [JSONScanner.ScannedValue?]
    private let names: [[UInt8]]

    /// Reads the next object in `scanner`, and finds the fields with these names.
    ///
    /// Offsets in errors count from `start`.
    init(
        _ scanner: inout JSONScanner, names: [[UInt8]], start: Int, in text: Span<UInt8>
    ) throws(LineError) {
        self.names = names
        wanted = Array(repeating: nil, count: names.count)
        do throws(JSONScanner.Failure) {
            try scanner.require(UInt8(ascii: "{"), in: text)
            if !scanner.take(UInt8(ascii: "}"), in: text) {
                repeat {
                    let name = try scanner.name(in: text)
                    let value = try scanner.value(in: text)
                    try add(name, value, in: text)
                } while scanner.take(UInt8(ascii: ","), in: text)
                guard scanner.take(UInt8(ascii: "}"), in: text) else {
                    throw scanner.unexpected("',' or '}'", in: text)
                }
            }
        } catch {
            throw .text(error.code, error.message, at: error.offset, from: start)
        }
    }

    private mutating func add(
        _ name: JSONScanner.Text, _ value: JSONScanner.ScannedValue, in text: Span<UInt8>
    ) throws(JSONScanner.Failure) {
        guard let place = names.firstIndex(where: { LineFields.equal(name, $0, in: text) }) else { return }
        guard wanted[place] == nil else {
            throw JSONScanner.Failure(
                code: "duplicate-name",
                message:
                    "duplicate field '\(escapedForDisplay(String(decoding: names[place], as: UTF8.self)))'",
                offset: name.quoted.lowerBound)
        }
        wanted[place] = value
    }

    private static func equal(_ name: JSONScanner.Text, _ wanted: [UInt8], in text: Span<UInt8>) -> Bool {
        if name.hasEscapes { return JSONScanner.unescaped(name, in: text) == wanted }
        guard name.range.count == wanted.count else { return false }
        return wanted.indices.allSatisfy { text[name.range.lowerBound + $0] == wanted[$0] }
    }

    /// Returns the string in the requested field at `place` among the names.
    func string(_ place: Int, start: Int) throws(LineError) -> JSONScanner.Text {
        let name = String(decoding: names[place], as: UTF8.self)
        switch wanted[place] {
        case .string(let text): return text
        case nil: throw .missing(name)
        case .other(let range):
            throw .text(
                "not-a-string", "the field '\(escapedForDisplay(name))' is not a string",
                at: range.lowerBound,
                from: start)
        }
    }
}
