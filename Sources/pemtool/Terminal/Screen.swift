import SPKIHash

/// The output of `inspect` for one object: names on the left and values on the right, as wide as ``textWidth``.
///
/// A value that is too long continues on the next line; on a narrow terminal, it is below its name. Callers must escape
/// the values that they add.
struct Screen {
    /// The column of the values: two spaces, twelve columns for the name, and two more spaces.
    static let valueColumn = 16

    /// Options for the screen.
    struct Options: Sendable {
        /// A Boolean value that indicates whether to show everything, including details such as signatures.
        var isFull = false
        /// The time at which to check dates.
        var now: DERTime?
        /// A Boolean value that indicates whether to show the entries of revocation lists.
        var hasEntries = false
        /// The table that names the owner of a key; `nil` for none.
        var caKeys: CAKeys?
    }

    /// A name and its value.
    struct Row: Sendable {
        /// The name on the left; empty for another value of the preceding name.
        let name: String
        let value: String
        /// The indentation of lines after the first, relative to the first.
        var indent = 0
    }

    let options: Options
    private(set) var rows: [Row] = []
    /// The column of the last name's values.
    private var column: Int = Screen.valueColumn
    /// A Boolean value that indicates whether a certificate has a note.
    var hasNotes = false

    init(_ options: Options = Options()) {
        self.options = options
    }

    /// Adds a value with a name; an empty name adds another value to the preceding name.
    mutating func row(_ name: String, _ value: String, hanging indent: Int = 0) {
        rows.append(Row(name: name, value: value, indent: indent))
    }

    var lines: [String] {
        var screen = self
        var lines: [String] = []
        screen.emitRows { lines.append($0) }
        return lines
    }

    /// Calls `emit` with the rows as text if there are many, because rows take many times the memory of the data that
    /// they show.
    ///
    /// On a narrow terminal, rows are kept until all values of a name are known, because any of them may affect the
    /// column of the values.
    mutating func emitManyRows(_ emit: (String) -> Void) {
        if rows.count >= 256, !isNarrow { emitRows(emit) }
    }

    /// Calls `emit` with the rows as text, and removes them.
    mutating func emitRows(_ emit: (String) -> Void) {
        for (place, row) in rows.enumerated() {
            // A row without a name is another value of the name above it, in the same column.
            if !row.name.isEmpty { column = valueColumn(ofRowsFrom: place) }
            var lead = padded("  " + row.name, column)
            if column < Screen.valueColumn, !row.name.isEmpty {
                emit("  " + row.name)
                lead = spaces(column)
            }
            let parts = Screen.wrapped(row.value, to: textWidth - column, indent: row.indent)
            for (line, part) in parts.enumerated() { emit((line == 0 ? lead : spaces(column)) + part) }
        }
        rows.removeAll(keepingCapacity: true)
    }

    /// Returns the column of a name's values: next to the name or, if one is long on a narrow terminal, below the name.
    private func valueColumn(ofRowsFrom place: Int) -> Int {
        guard isNarrow else { return Screen.valueColumn }
        let further = rows[(place + 1)...].prefix { $0.name.isEmpty }
        let fits = ([rows[place]] + further).allSatisfy {
            Screen.wrapped($0.value, to: textWidth - Screen.valueColumn).count <= 1
        }
        return fits ? Screen.valueColumn : 4
    }

    /// Returns `text` in lines of at most `width` columns, broken after spaces and commas if possible. Lines after the
    /// first begin with `indent` spaces, which count toward the width.
    static func wrapped(_ text: String, to width: Int, indent: Int = 0) -> [String] {
        let octets = text.utf8
        guard octets.allSatisfy({ $0 < 0x80 && $0 != 0x0d }) else {
            return wrapped(Array(text), " ", ",", columnWidth, to: width, indent: indent) { String($0) }
        }
        // Most text fits on one line.
        if octets.count <= width, let last = octets.last, last != 0x20 { return [text] }
        return wrapped(Array(octets), 0x20, 0x2c, { (_) in 1 }, to: width, indent: indent) {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Wraps text given as ASCII octets, which is faster, or as characters.
    private static func wrapped<Unit: Equatable>(
        _ text: [Unit], _ space: Unit, _ comma: Unit, _ columns: (Unit) -> Int, to width: Int, indent: Int,
        _ string: (ArraySlice<Unit>) -> String
    ) -> [String] {
        var lines: [String] = []
        var line: [Unit] = []
        var lineWidth = 0
        /// A Boolean value that indicates whether the line contains anything other than spaces.
        var hasText = false
        /// The number of units up to the last place where the line may be broken.
        var breakPlace: Int?
        func trimmed(_ line: ArraySlice<Unit>) -> String {
            var line = line
            while line.last == space { line.removeLast() }
            return string(line)
        }
        for unit in text {
            let unitWidth = columns(unit)
            if lineWidth + unitWidth > width, !line.isEmpty {
                let lead = [Unit](repeating: space, count: indent)
                if let place = breakPlace, place > (lines.isEmpty ? 0 : indent) {
                    lines.append(trimmed(line[..<place]))
                    line = lead + line[place...].drop { $0 == space }
                } else {
                    lines.append(string(line[...]))
                    line = lead
                }
                lineWidth = line.reduce(0) { $0 + columns($1) }
                hasText = line.contains { $0 != space }
                breakPlace = nil
            }
            line.append(unit)
            lineWidth += unitWidth
            hasText = hasText || unit != space
            if unit == comma || (unit == space && hasText) { breakPlace = line.count }
        }
        if !line.isEmpty { lines.append(trimmed(line[...])) }
        return lines
    }

    /// Returns the number of columns of a character on a terminal: two for East Asian wide characters and emoji.
    private static func columnWidth(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
        switch scalar.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
            return 2
        default: return 1
        }
    }
}
