/// The maximum width of text: that of the terminal, but at least 24 and at most 80 columns. COLUMNS takes precedence
/// over the terminal, as in ls and man.
let textWidth: Int = {
    let columns =
        System.environment("COLUMNS").flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        ?? System.columns(ofTerminal: 1)
    return max(24, min(columns ?? usualTextWidth, usualTextWidth))
}()

/// The traditional width of a terminal.
let usualTextWidth = 80

/// A Boolean value that indicates whether the terminal is too narrow for tables with columns side by side.
let isNarrow = textWidth < 60

/// Returns lines of at most `width` columns. The first begins with `lead`; the others are indented by `indent` columns,
/// by default the length of `lead`. A longer word gets its own line.
func paragraph(
    _ text: String, lead: String = "", indent: Int? = nil, width: Int = textWidth
) -> [String] {
    let margin = spaces(indent ?? lead.count)
    var lines: [String] = []
    var line = lead
    var isEmpty = true
    for word in text.split(separator: " ") {
        if !isEmpty, line.count + 1 + word.count > width {
            lines.append(line)
            line = margin
            isEmpty = true
        }
        line += (isEmpty ? "" : " ") + word
        isEmpty = false
    }
    return lines + [line]
}

/// Returns the lines of a table with two columns: side by side or, on a narrow terminal, the right one below the left.
func table(_ rows: [(left: String, right: String)]) -> [String] {
    let width = textWidth
    let column = 2 + (rows.map { $0.left.count }.max() ?? 0)
    let fits = rows.allSatisfy { $0.right.count <= width - column }
    return rows.flatMap { (row) -> [String] in
        guard fits || width - column >= 28 else {
            return [row.left] + paragraph(row.right, lead: "      ", width: width)
        }
        return paragraph(row.right, lead: padded(row.left, column), width: width)
    }
}

/// Returns a sentence as one line for programs, or as wrapped lines for a terminal.
func sentence(_ text: String, lead: String = "", terminal: Int32 = 1) -> [String] {
    guard System.isTerminal(terminal), let columns = System.columns(ofTerminal: terminal),
        lead.count + text.count > columns
    else { return [lead + text] }
    return paragraph(text, lead: lead, indent: lead.count + 2, width: columns)
}

/// Returns a number of spaces; none if the number is negative.
func spaces(_ count: Int) -> String {
    String(decoding: [UInt8](repeating: 0x20, count: max(0, count)), as: UTF8.self)
}

/// Returns `text` padded with trailing spaces to `width` characters.
func padded(_ text: String, _ width: Int) -> String {
    text + spaces(width - text.count)
}

/// Returns `text` padded with leading spaces to `width` characters.
func leftPadded(_ text: String, _ width: Int) -> String {
    spaces(width - text.count) + text
}

/// Returns a kind of object in plain words: `certificate request`, `PKCS #12 file`.
func spokenKind(_ kind: String) -> String {
    switch kind {
    case "pkcs7", "pkcs12": "PKCS #\(kind.dropFirst(4)) file"
    case "crl": "CRL"
    default: String(kind.map { $0 == "-" ? " " : $0 })
    }
}
