/// The columns that text for people keeps within: 80, or those of a terminal that is narrower. COLUMNS counts where
/// it is set, as for ls and man.
let textWidth: Int = {
    let columns = System.environment("COLUMNS").flatMap { Int($0) } ?? System.columns(ofTerminal: 1)
    return max(24, min(columns ?? usualTextWidth, usualTextWidth))
}()

/// The columns that every terminal used to have.
let usualTextWidth = 80

/// True if tables do not fit, so that what is on the right goes below what is on the left.
let isNarrow = textWidth < 60

/// Lines of at most `width` columns that begin with `lead` and go on under its end; words that are longer are
/// whole on a line of their own.
func paragraph(
    _ text: String, lead: String = "", indent: Int? = nil, width: Int = textWidth
) -> [String] {
    let margin = String(repeating: " ", count: indent ?? lead.count)
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

/// The lines of a table of two columns: the right one beside the left, or on a narrow terminal below it.
func table(_ rows: [(left: String, right: String)], width: Int = textWidth) -> [String] {
    let column = 2 + (rows.map { $0.left.count }.max() ?? 0)
    let fits = rows.allSatisfy { $0.right.count <= width - column }
    return rows.flatMap { (row) -> [String] in
        guard fits || width - column >= 28 else {
            return [row.left] + paragraph(row.right, lead: "      ", width: width)
        }
        return paragraph(row.right, lead: padded(row.left, column), width: width)
    }
}

/// A sentence that is one line for a program, and for a person at a terminal breaks between words.
func sentence(_ text: String, lead: String = "", terminal: Int32 = 1) -> [String] {
    guard System.isTerminal(terminal), let columns = System.columns(ofTerminal: terminal),
        lead.count + text.count > columns
    else { return [lead + text] }
    return paragraph(text, lead: lead, indent: lead.count + 2, width: columns)
}

/// `text` with spaces after it up to `width` characters.
func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// `text` with spaces before it up to `width` characters.
func leftPadded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// A kind of object as a person says it: `certificate request`.
func spokenKind(_ kind: String) -> String { String(kind.map { $0 == "-" ? " " : $0 }) }
