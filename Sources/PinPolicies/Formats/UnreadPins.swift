import SPKIHash

extension ReadingFindings {
    /// Reports the pins in source code that are not in any rule, because only the code shows what they are
    /// for.
    ///
    /// - Parameters:
    ///   - calls: the tokens of calls that were read, or reported, as a whole.
    ///   - read: the pins of the policy.
    ///   - isPin: returns true for text that may be a pin.
    mutating func checkUnread(
        in file: SourceFile, except calls: [Range<Int>] = [], read: Set<Pin>, hint: String,
        _ isPin: (String) -> Bool
    ) {
        // Pins of an omitted entry have been reported with the entry.
        guard omissions.isEmpty else { return }
        var calls = calls.sorted { $0.lowerBound < $1.lowerBound }[...]
        // The opening brackets around a token, and whether each belongs to a call with a host name.
        var open: [Bool] = []
        for (place, token) in file.tokens.enumerated() {
            if token.kind == .sign { ReadingFindings.follow(token.text, place, file, &open) }
            while let first = calls.first, first.upperBound <= place { calls = calls.dropFirst() }
            guard token.kind == .string, calls.first?.contains(place) != true,
                (43...52).contains(token.text.utf8.count), isPin(token.text), let pin = try? Pin(token.text),
                !read.contains(pin) || open.last == true
            else { continue }
            omit("the pin \(pin) is in the code but not in a host rule", hint: hint, at: token.position)
        }
    }

    private static func follow(_ sign: String, _ place: Int, _ file: SourceFile, _ open: inout [Bool]) {
        switch sign {
        case "(":
            let host = file.tokens.indices.contains(place + 1) ? file.tokens[place + 1] : nil
            let name = host.flatMap { $0.kind == .string ? try? HostPattern($0.text) : nil }
            open.append(file.isWord(place - 1) && (name?.host.labels.count ?? 0) > 1)
        case "[", "{": open.append(false)
        case ")", "]", "}": _ = open.popLast()
        default: break
        }
    }
}
