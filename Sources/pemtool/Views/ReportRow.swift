/// A row of a report, for the screen and for JSON.
struct ReportRow {
    /// The name on the left: empty for another text below it, `nil` for a title.
    var name: String?
    let text: String
    /// What only the screen shows after the text: a command or option that helps.
    var onScreen = ""
    /// The part of the text that a person copies.
    var copy: String?
    /// The indentation of lines after the first.
    var indent = 0

    static func title(_ text: String) -> [ReportRow] { [ReportRow(text: text)] }

    /// Returns the rows as lines, with names of at most `width` characters.
    static func lines(_ rows: [ReportRow], width: Int) -> [String] {
        rows.flatMap { (row) in
            let lead = row.name.map { "  " + padded($0, width) + "  " } ?? ""
            let indent = row.name == nil ? 2 : lead.count + row.indent
            return paragraph(row.text + row.onScreen, lead: lead, indent: indent)
        }
    }

    /// Returns the rows as JSON: the first as a title.
    static func json(_ rows: [ReportRow]) -> JSON.Fields {
        func fields(_ row: ReportRow) -> JSON.Fields {
            [("name", .string(row.name ?? "")), ("text", .string(row.text)), ("copy", .text(row.copy))]
        }
        return [("title", .text(rows.first?.text)), ("report", .objects(Array(rows.dropFirst()), fields))]
    }
}
