import DERKit

/// The types and objects whose members a text names, as in `Config.HOST`. The text may not define all of them.
final class TextOwners {
    private let text: [UInt8]
    private var types: Set<String> = []
    private var found: [String: Bool] = [:]

    /// The maximum number of types, and of other owners, each of which is searched in the whole text.
    private static let (mostTypes, mostOthers) = (10_000, 64)
    /// Owners that no text defines, although it may define their members.
    private static let implicit: Set<String> = [
        "self", "Self", "this", "cls", "super", "companion", "Companion", "local",
    ]

    init(_ text: [UInt8]) { self.text = text }

    /// Notes a type that the text defines.
    func add(type: ArraySlice<UInt8>) {
        guard types.count < TextOwners.mostTypes else { return }
        types.insert(String(decoding: TextNames.lastPart(type), as: UTF8.self))
    }

    func isType(_ owner: String) -> Bool { types.contains(owner) }

    /// Returns whether the text says more about an owner than the names of its members: each other use may be its
    /// definition.
    func isDefined(_ owner: String) -> Bool {
        if TextOwners.implicit.contains(owner) { return true }
        if let known = found[owner] { return known }
        guard found.count < TextOwners.mostOthers else { return true }
        var rest = text[...]
        var isDefined = false
        while !isDefined, let place = rest.firstIndex(ofText: owner) {
            rest = rest[(place + owner.utf8.count)...]
            let isWord = place == 0 || !TextPass.isWord(text[place - 1])
            isDefined = isWord && rest.first.map { !TextPass.isWord($0) && $0 != UInt8(ascii: ".") } ?? true
        }
        found[owner] = isDefined
        return isDefined
    }
}
