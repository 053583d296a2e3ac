/// The columns that text for people keeps within.
let textWidth = 80

/// Lines of at most `width` columns that begin with `lead` and go on under its end; words that are longer stand
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
