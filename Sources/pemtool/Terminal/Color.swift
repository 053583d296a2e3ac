/// Colors for a terminal, by the meaning of text rather than its appearance. Without color, text stays
/// unchanged.
struct Color: Sendable {
    /// The meaning of text.
    enum Role: String, Sendable {
        /// Secondary numbers.
        case faint = "2"
        /// The name of a field.
        case name = "1"
        /// A type.
        case type = "36"
        /// A value.
        case value = "32"
        /// Something wrong or hidden.
        case warning = "31"
    }

    let isOn: Bool

    /// Creates colors according to `--color`; by default only on a terminal, and never with NO_COLOR or
    /// TERM=dumb.
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
