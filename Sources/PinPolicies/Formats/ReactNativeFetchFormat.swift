import SPKIHash

/// The options `pkPinning` and `sslPinning` that `fetch` of react-native-ssl-pinning takes (its README). On
/// Android the pins go to OkHttp's `CertificatePinner`; on iOS the plugin ignores them, and compares the keys
/// of the .cer files in the app (RNSslPinning.m). Without `pkPinning`, the entries are names of certificate files.
enum ReactNativeFetchFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "react-native-ssl-pinning", reaches: [.exact], hostRule: "one host name", keys: [.any],
            holds: [.labels, .overlap]),
        signs: [switchKey, "\(listKey):", "\"\(listKey)\":"], rank: 21, pins: .okHttp,
        read: { (text, _) throws(PolicyError) in
            var reader = ReactNativeFetchReader(SourceGroups(try SourceFile(text, .javaScript)))
            return try reader.read()
        }, emit: { (policy, _) in emit(policy) })

    static let switchKey = "pkPinning"
    static let listKey = "sslPinning"

    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            "// Made from a pin policy; edit the policy, not this file.",
            "// fetch(url, { ...pinnedHosts['host'], method: 'GET' })",
            "// On iOS, react-native-ssl-pinning ignores these pins: it compares the keys of the .cer files in the app.",
            "export const pinnedHosts = {",
        ]
        for rule in policy.rules {
            lines += [
                "  '\(rule.pattern.host)': {", "    \(switchKey): true,", "    \(listKey): {",
                "      certs: [",
            ]
            lines += rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map { (member) in
                "        '\(member.pin.formatted(.okhttp))'," + (member.annotation.map { " // \($0)" } ?? "")
            }
            lines += ["      ],", "    },", "  },"]
        }
        return (lines + ["};", ""]).joined(separator: "\n")
    }
}

private struct ReactNativeFetchReader {
    private let groups: SourceGroups
    private var findings = ReadingFindings(.reactNativeFetch)
    /// The pins of each host; several requests may use the same one.
    private var pins = Grouped<HostName, PinSet.Member>()
    /// The pins that the plugin takes for names of files, which are reported.
    private var names: Set<Pin> = []

    init(_ groups: SourceGroups) {
        self.groups = groups
    }

    private var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        for bracket in groups.brackets(with: ReactNativeFetchFormat.listKey) {
            do throws(PolicyError) {
                try read(bracket)
            } catch {
                try findings.omit(error, at: groups.position(of: bracket))
            }
        }
        for bracket in groups.brackets(with: ReactNativeFetchFormat.switchKey)
        where !groups.names(in: bracket).contains(where: { $0.name == ReactNativeFetchFormat.listKey }) {
            findings.omit(
                "\(ReactNativeFetchFormat.switchKey) without \(ReactNativeFetchFormat.listKey)",
                hint: "write the pins into \(ReactNativeFetchFormat.listKey)",
                at: groups.position(of: bracket))
        }
        let known = names.union(pins.groups.flatMap { $0.values }.map { $0.pin })
        findings.checkUnread(
            in: file, read: known,
            hint: "write it into \(ReactNativeFetchFormat.listKey) of its host, or remove it"
        ) { $0.hasPrefix("sha256/") }
        return try findings.reading(
            try pins.groups.map { (host, members) throws(PolicyError) in
                PinPolicy.Rule(try HostPattern(host), [.publicKey(PinSet(members), at: .any)])
            })
    }

    private mutating func read(_ bracket: Int) throws(PolicyError) {
        guard let options = try groups.value(ReactNativeFetchFormat.listKey, in: bracket) else { return }
        // In a type declaration, the value is a type.
        let list = options.entries?.last { $0.key.string?.text == "certs" }?.value
        if list?.word == "string" { return }
        guard let elements = list?.array, !elements.isEmpty else {
            throw PolicyError(
                .notUnderstood,
                "\(ReactNativeFetchFormat.listKey) has no list 'certs' that is defined in this file",
                hint: "write certs: ['sha256/…'], or define its constant in the same file",
                position: options.position)
        }
        let name = try host(of: bracket)
        guard case .word("true")? = try groups.value(ReactNativeFetchFormat.switchKey, in: bracket)?.kind
        else {
            names.formUnion(elements.compactMap { $0.string.flatMap { try? Pin($0.text) } })
            let files = elements.compactMap { $0.string?.text }.map { displayed("\($0).cer") }
            findings.notRead(
                "\(name.map { displayed($0) } ?? "a request") pins the certificates in the app's files "
                    + "\(files.joined(separator: ", ")), because \(ReactNativeFetchFormat.switchKey) is not true",
                .error, hint: "read these files, or pin keys with \(ReactNativeFetchFormat.switchKey): true")
            return
        }
        guard let name else {
            throw PolicyError(
                .missingHost, "the address of the request is not defined in this file",
                hint: "write the address as a string literal, or define its constant in the same file")
        }
        let host = try findings.host(name)
        for element in elements {
            let member = try findings.entry(at: element.position) { (findings) throws(PolicyError) in
                try findings.member(element, in: host.description)
            }
            if let member, !pins[host].contains(where: { $0.pin == member.pin }) {
                pins.append(member, for: host)
            }
        }
    }

    /// Returns the host of the request or entry that contains these options, or `nil` if the file does not
    /// contain it.
    private func host(of bracket: Int) throws(PolicyError) -> String? {
        if let name = try groups.name(of: bracket)?.string?.text { return name }
        guard file.isSign(bracket - 1, ","), let call = groups.bracket(around: bracket),
            file.isSign(call, "(")
        else { return nil }
        var place = call + 1
        guard let address = try file.value(at: &place).string?.text else { return nil }
        return SourceAddress.host(of: address)
    }
}
