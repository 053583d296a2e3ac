/// Pins in any other text.
enum AnyTextFormat {
    static let row = PolicyFormat.Row(capabilities: .everything("the text"), signs: [], rank: 100)
}
