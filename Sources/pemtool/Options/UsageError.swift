import PinPolicies
import SPKIHash
import X509Model

/// An error that ends a command. It is one pointer, because every `try` on its way copies it.
indirect enum UsageError: Error {
    /// An error in the command line, and a hint about what was meant.
    case usage(message: String, hint: String?)
    /// An input that the command needs cannot be used; the reason has been reported.
    case unreadable

    init(_ message: String, hint: String? = nil) { self = .usage(message: message, hint: hint) }

    var message: String { if case .usage(let message, _) = self { message } else { "" } }
    var hint: String? { if case .usage(_, let hint) = self { hint } else { nil } }

    /// Returns the error for an unknown word, with a suggestion.
    static func unknown(_ what: String, _ word: String, among known: [String], help: String) -> UsageError {
        let nearest = nearestWord(to: word, among: known)
        return UsageError(
            "unknown \(what) '\(word.isEmpty ? word : PathName.displayed(word))'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? help)
    }
}

/// Returns the word in `known` that `word` was most likely meant to be, or `nil` if none is similar.
///
/// Words are similar if one begins with the other, or if at most a third of the letters differ.
func nearestWord(to word: String, among known: [String]) -> String? {
    let best = known.map { (word: $0, distance: Spelling.changes(Array(word.utf8), Array($0.utf8))) }
        .min { $0.distance < $1.distance }
    if let best, best.distance <= max(1, best.word.utf8.count / 3) { return best.word }
    return known.first { word.utf8.count >= 3 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
}
