import DERKit

/// The types and objects whose members a text names, as in `Config.HOST`. The text may not define all of them.
final class TextOwners {
    private let text: [UInt8]
    private var types: Set<String> = []
    private var found: [String: Bool] = [:]
    /// The number of octets that may still be searched for other owners.
    private var budget: Int

    private static let mostTypes = 10_000
    /// The maximum number of times that the text is searched.
    private static let mostSearches = 64
    /// Owners that no text defines, although it may define their members. `local` is Terraform's.
    private static let implicit: Set<String> = [
        "self", "Self", "this", "cls", "super", "companion", "Companion", "local",
    ]

    init(_ text: [UInt8]) {
        self.text = text
        budget = Int(clamping: Int64(TextOwners.mostSearches) * Int64(text.count))
    }

    /// Notes a type that the text defines.
    func add(type: ArraySlice<UInt8>) {
        guard types.count < TextOwners.mostTypes else { return }
        types.insert(String(decoding: TextNames.lastPart(type), as: UTF8.self))
    }

    func isType(_ owner: String) -> Bool { types.contains(owner) }

    /// Returns whether the text says more about an owner than the names of its members: each use other than an import
    /// may be its definition, and so may the name of a file.
    func isDefined(_ owner: String) -> Bool {
        if TextOwners.implicit.contains(owner) { return true }
        if let known = found[owner] { return known }
        // Kotlin's `$` may come before a dot without a name between them.
        guard budget > 0, !owner.isEmpty else { return false }
        var rest = text[...]
        var isDefined = false
        while !isDefined, let place = rest.firstIndex(ofText: owner) {
            rest = rest[(place + owner.utf8.count)...]
            isDefined =
                (place == 0 || !TextPass.isWord(text[place - 1])) && isDefinition(place..<rest.startIndex)
        }
        budget -= isDefined ? rest.startIndex : text.count
        found[owner] = isDefined
        return isDefined
    }

    private func isDefinition(_ owner: Range<Int>) -> Bool {
        guard let next = text[owner.upperBound...].first else { return true }
        if next == UInt8(ascii: ".") {
            let ending = text[owner.upperBound...].dropFirst().prefix(16).prefix(while: TextPass.isWord)
            return PinsInText.namesFile("file." + String(decoding: ending, as: UTF8.self))
        }
        let line = text[..<owner.lowerBound].suffix(256).reversed().prefix { $0 != 0x0a }
        let first = Array(line.reversed()).drop(while: Base64.isWhiteSpace).prefix(while: isASCIILetter)
        return !TextPass.isWord(next)
            && !["import", "from", "using", "use"].contains { first.elementsEqual($0.utf8) }
    }
}
