/// Colors for a terminal, by what a text is and not by how it looks; without color a text stays as it is.
struct Color: Sendable {
    /// What a text is.
    enum Role: String, Sendable {
        /// Numbers at the side.
        case faint = "2"
        /// The name of a field.
        case name = "1"
        /// A type.
        case type = "36"
        /// A value.
        case value = "32"
        /// Something wrong, or kept back.
        case warning = "31"
    }

    let isOn: Bool

    /// As `--color` asks; without it, on a terminal only, and never with NO_COLOR or TERM=dumb.
    init(_ mode: String?) {
        switch mode {
        case "always": isOn = true
        case "never": isOn = false
        default:
            isOn =
                System.isTerminal(1) && (System.environment("NO_COLOR") ?? "").isEmpty
                && System.environment("TERM") != "dumb"
        }
    }

    init(isOn: Bool) { self.isOn = isOn }

    func paint(_ text: String, _ role: Role) -> String {
        isOn && !text.isEmpty ? "\u{1b}[\(role.rawValue)m\(text)\u{1b}[0m" : text
    }
}
