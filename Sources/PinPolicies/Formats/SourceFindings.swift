import DERKit
import SPKIHash

extension ReadingFindings {
    /// Reports pins in code that does not always run.
    func conditional(_ what: String, at position: TextPosition?) {
        omit(
            "\(what) under a condition that cannot be evaluated",
            hint: "check each variant of the code in a separate file, without the condition", at: position)
    }

    /// Reports pins that only some builds use, although all builds have them.
    ///
    /// - Parameter signs: the words of the uses, each with the sign that follows it.
    func checkUses(in file: SourceFile, _ signs: [String: String], _ what: String) {
        let uses = file.tokens.indices.filter { (place) in
            file.isWord(place) && !file.has(place - 1, "fun") && !file.has(place - 1, "func")
                && signs[file.tokens[place].text].map { file.has(place + 1, $0) } ?? false
        }
        // Pins of an omitted entry have been reported with the entry.
        guard omissions.isEmpty, let first = uses.first,
            uses.allSatisfy({ file.conditionsOfBuilds.contains($0) })
        else { return }
        conditional(what, at: file.tokens[first].position)
    }

    /// Reports the pins in source code that are not in any rule, because only the code shows what they are
    /// for.
    ///
    /// - Parameters:
    ///   - calls: the tokens of calls that were read, or reported, as a whole.
    ///   - read: the pins of the policy.
    ///   - isPin: returns true for text that may be a pin.
    func checkUnread(
        in file: SourceFile, except calls: [Range<Int>] = [], read: Set<Pin>, hint: String,
        _ isPin: (String) -> Bool
    ) {
        // Pins of an omitted entry have been reported with the entry.
        guard omissions.isEmpty else { return }
        var calls = calls.sorted { $0.lowerBound < $1.lowerBound }[...]
        let groups = SourceGroups(file)
        for (place, token) in file.tokens.enumerated() where token.kind == .string {
            while let first = calls.first, first.upperBound <= place { calls = calls.dropFirst() }
            guard calls.first?.contains(place) != true, (43...52).contains(token.text.utf8.count),
                isPin(token.text), let pin = try? Pin(token.text),
                !read.contains(pin) || groups.isInCallWithHost(place)
            else { continue }
            omit("the pin \(pin) is in the code but not in a host rule", hint: hint, at: token.position)
        }
    }
}
