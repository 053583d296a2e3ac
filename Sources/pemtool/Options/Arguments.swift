import SPKIHash

/// The words after the name of a command, split into options and operands.
struct Arguments: Sendable {
    /// The values of the given options, in order; more than one if an option was repeated. The value of an option
    /// without a value is the empty string.
    private(set) var lists: [String: [String]] = [:]
    /// The words that are not options: files, folders and `-`.
    private(set) var operands: [String] = []

    func has(_ option: String) -> Bool { lists[option] != nil }

    subscript(_ option: String) -> String? { lists[option]?.last }

    /// Returns arguments that consist of other operands and the options that open locked files.
    func files(_ operands: [String]) -> Arguments {
        var arguments = self
        arguments.operands = operands
        arguments.lists = lists.filter { (list) in Passwords.options.contains { $0.name == list.key } }
        return arguments
    }

    /// Splits `words` according to the options of `command`. After `--`, everything is an operand.
    init(_ words: [String], for command: Command) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-", !(command.hasPinOperands && Arguments.isPin(word)) else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                String.init)
            let name = parts[0] == "-h" ? "--help" : parts[0]
            guard let option = command.option(name) else {
                if name.utf8.count == 2,
                    let long = command.allOptions.first(where: { $0.name.hasPrefix("-\(name)") })
                {
                    throw UsageError("unknown option '\(name)'", hint: "did you mean '\(long.name)'?")
                }
                let known = command.allOptions.map { $0.name }
                let isMistyped = nearestWord(to: name, among: known) != nil
                throw .unknown(
                    "option", isMistyped ? name : Arguments.optionName(in: name), among: known,
                    help: Arguments.advice(name, for: command))
            }
            let value = try Arguments.value(of: option, parts.count > 1 ? parts[1] : nil, &rest)
            // A hyphen stands for standard output, which is the default.
            if name == "--output", value == PathName.standardInput { continue }
            if let other = self[name], other != value, !Arguments.repeatable.contains(name) {
                throw UsageError(
                    "\(name) is given twice: \(Pin.shown(other)) and \(Pin.shown(value))",
                    hint: "keep one of them")
            }
            lists[name, default: []].append(value)
        }
        try checkFiles()
    }

    /// Checks that standard input is read only once, and that the output does not replace an input.
    private func checkFiles() throws(UsageError) {
        let inputs = lists.filter { $0.key != "--output" }.flatMap { $0.value } + operands
        guard inputs.filter({ $0 == PathName.standardInput }).count <= 1 else {
            throw UsageError("standard input (-) can be read only once")
        }
        guard let output = self["--output"], !has("--force") else { return }
        guard !inputs.contains(where: { System.isSameFile($0, output) }) else {
            throw UsageError(
                "\(PathName.displayed(output)) is an input, and --output would replace it",
                hint: "choose another file for the output")
        }
    }

    /// The options whose values are all used. If any other option were repeated, a value would be ignored.
    private static let repeatable: Set<String> = [
        "--allow-loss", "--backup", "--chain", "--for", "--next", "--password-env", "--password-file",
        "--pin", "--roots",
    ]

    /// Returns whether a word that begins like an option is a base64url pin, complete or truncated.
    private static func isPin(_ word: String) -> Bool {
        if PinSpelling(word).pin != nil || word.hasPrefix("-----BEGIN ") { return true }
        let letters = word.utf8.filter { $0 != UInt8(ascii: "=") }
        return letters.allSatisfy { isWordCharacter($0) || $0 == UInt8(ascii: "-") } && letters.count >= 20
            && letters.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            && letters.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the part of an unknown word that can only be the name of an option. The rest may be a password, as in
    /// `-pPASSWORD` or `--password:PASSWORD` of other programs.
    private static func optionName(in word: String) -> String {
        let isLong = word.hasPrefix("--")
        return String(isLong ? word.prefix { $0 == "-" || ("a"..."z").contains($0) } : word.prefix(2))
    }

    /// Returns advice on an unknown option: a similar option, the command that has it, or the help to read.
    private static func advice(_ name: String, for command: Command) -> String {
        let others = Command.pages.filter { $0.name != command.name }
        let known = Set(others.flatMap { $0.command.options }.map { $0.name }).sorted()
        guard let nearest = known.contains(name) ? name : nearestWord(to: name, among: known),
            let other = others.first(where: { $0.command.options.contains { $0.name == nearest } })
        else { return "see pemtool \(command.name) --help" }
        return "\(nearest) is an option of pemtool \(other.name); see pemtool \(command.name) --help"
    }

    private static func value(
        of option: Command.Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let valueName = option.valueName else {
            guard attached == nil else { throw UsageError("\(option.name) does not accept a value") }
            return ""
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("\(option.name) requires a value: \(option.name) \(valueName)")
        }
        guard option.values.isEmpty || option.values.contains(value) else {
            throw .unknown(
                "\(valueName.lowercased())", value, among: option.values,
                help: "\(option.name) accepts \(option.values.joined(separator: ", "))")
        }
        return value
    }
}
