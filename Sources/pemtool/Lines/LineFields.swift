import DERKit
import X509Model

/// The fields of a JSON object in a line: the requested ones, and the others, which are passed through.
struct LineFields {
    /// The values of the requested fields, in the requested order.
    private(set) var wanted: [JSONScanner.ScannedValue?]
    /// The name and value of every other field, in order.
    private var others: [(name: Range<Int>, value: Range<Int>)] = []
    private var hasControlSpace = false
    private let names: [[UInt8]]

    /// Reads the next object in `scanner`, and finds the fields with these names.
    ///
    /// Offsets in errors count from `start`.
    init(
        _ scanner: inout JSONScanner, names: [[UInt8]], start: Int, in text: Span<UInt8>
    ) throws(LineError) {
        self.names = names
        wanted = Array(repeating: nil, count: names.count)
        let hadControlSpace = scanner.hasControlSpace
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
        hasControlSpace = scanner.hasControlSpace || hadControlSpace
    }

    private mutating func add(
        _ name: JSONScanner.Text, _ value: JSONScanner.ScannedValue, in text: Span<UInt8>
    ) throws(JSONScanner.Failure) {
        guard let place = names.firstIndex(where: { LineFields.equal(name, $0, in: text) }) else {
            others.append((name.quoted, value.range))
            return
        }
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

    /// Adds the other fields as one object: names and values as written, without surrounding white space. A string
    /// with a private key is replaced.
    func writeOthers(to output: inout [UInt8], from text: Span<UInt8>) {
        output.append(UInt8(ascii: "{"))
        for (place, field) in others.enumerated() {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            copy(field.name, to: &output, from: text)
            output.append(UInt8(ascii: ":"))
            copy(field.value, to: &output, from: text)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Copies JSON. If it has white space that some readers would treat as the end of a line, such as a carriage
    /// return, all white space between its parts is left out.
    private func copy(_ range: Range<Int>, to output: inout [UInt8], from text: Span<UInt8>) {
        let quote = UInt8(ascii: "\"")
        var place = range.lowerBound
        while place < range.upperBound {
            let start = place
            place += 1
            guard text[start] == quote else {
                if text[start] > 0x20 || !hasControlSpace { output.append(text[start]) }
                continue
            }
            var hasEscapes = false
            while place < range.upperBound, text[place] != quote {
                hasEscapes = hasEscapes || text[place] == UInt8(ascii: "\\")
                place += text[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            let string = JSONScanner.Text(range: start + 1..<place, hasEscapes: hasEscapes)
            place += 1
            if PrivateText.isPossibleStart(text[start + 1]),
                PrivateText.isPrivateKey(JSONScanner.unescaped(string, in: text))
            {
                output.append(literal: "\"private key withheld\"")
            } else {
                output.append(octets: text.extracting(start..<place))
            }
        }
    }
}
