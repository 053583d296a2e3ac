import X509Model

/// The report on an object that could not be read: its place, the error, the bytes with the error marked, and advice.
///
///     pemtool: broken.pem: certificate 2, line 31: tbsCertificate.validity: a length of 127, expected …
///       offset 135  30 1e 17 7f 32 31 30 33
///                         ^^
struct ErrorReport {
    let error: InputError
    let object: InputObject
    let file: String

    /// The report, as messages for ``complain(_:)``.
    var lines: [String] {
        let kind = error.kind.map { escapedForDisplay("\(spokenKind($0)) \(object.index + 1)") }
        let position = error.position.map {
            "line \($0.line)" + (error.isInDER ? "" : ", column \($0.column)")
        }
        let place = [kind, position].compactMap { $0 }.joined(separator: ", ")
        let parts = [PathName.ofInput(file), place, error.path.joined(separator: "."), error.message]
        return [parts.filter { !$0.isEmpty }.joined(separator: ": ") + excerpt]
            + (error.advice(about: try? object.content).map {
                ["hint: \(isFile ? ErrorReport.naming(file, in: $0) : advice(onPart: $0))"]
            } ?? [])
    }

    /// A Boolean value that indicates whether the object is a separate file that other programs can open.
    private var isFile: Bool {
        object.notes.isEmpty && file != PathName.standardInput && PathName.isInput(file)
    }

    /// Returns advice on an object in other text, in an archive or on standard input.
    private func advice(onPart advice: String) -> String {
        advice.containsText("FILE") ? "save it as FILE; \(advice)" : advice
    }

    /// Returns advice with the file's name in its command, quoted for a shell.
    static func naming(_ file: String, in advice: String) -> String {
        let file = PathName.inCommand(file)
        return advice.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0 == "FILE" ? file : $0 == "FILE," ? file + "," : String($0) }.joined(separator: " ")
    }

    func print() { lines.forEach(complain) }

    /// The bytes around the offset of an error in DER, with carets under the byte there; only the offset if the bytes
    /// may belong to a private key.
    private var excerpt: String {
        guard error.isInDER else { return "" }
        // Bytes that may belong to a private key are not shown.
        guard ErrorReport.canShow(object, at: error.offset) else { return "\n  offset \(error.offset)" }
        return ErrorReport.excerpt(of: object.derBytes, at: error.offset)
    }

    /// The maximum size of an object for which a tree is created. A tree takes many times the memory of its bytes.
    private static let largestTree = 1 << 20

    private static func canShow(_ object: InputObject, at offset: Int) -> Bool {
        guard !object.derBytes.isEmpty, object.derBytes.count <= largestTree else { return false }
        let tree = DERTree(object.derBytes)
        let disclosure = TreeDisclosure(tree, TreeLabels(tree), label: object.label)
        return disclosure.canShowDamage(in: shown(of: object.derBytes, at: offset))
    }

    /// Returns the range of the bytes that are shown around an offset.
    static func shown(of bytes: [UInt8], at place: Int) -> Range<Int> {
        let count = isNarrow ? 6 : 12
        let start = max(0, min(min(place, bytes.count) - count / 3, bytes.count - count))
        return start..<min(start + count, bytes.count)
    }

    /// Returns the bytes around an offset on a separate line, with carets under the byte at the offset.
    static func excerpt(of bytes: [UInt8], at place: Int) -> String {
        let offset = min(place, bytes.count)
        let range = shown(of: bytes, at: place)
        let lead = "  offset \(place)  " + (range.lowerBound > 0 ? "... " : "")
        let tail = range.upperBound < bytes.count ? " ..." : ""
        let mark = spaces(lead.count + 3 * (offset - range.lowerBound)) + "^^"
        return "\n\(lead)\(hex(bytes[range], separator: " "))\(tail)\n\(mark)"
    }
}
