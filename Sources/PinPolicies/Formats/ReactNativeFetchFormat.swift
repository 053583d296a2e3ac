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
            var reader = ReactNativeFetchReader(groups: SourceGroups(try SourceFile(text, .javaScript)))
            return try reader.read()
        }, emit: { (policy, _) in emit(policy) })

    static let switchKey = "pkPinning"
    static let listKey = "sslPinning"

    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice, "// fetch(url, { ...pinnedHosts['host'], method: 'GET' })",
            "// On iOS, react-native-ssl-pinning ignores these pins: it compares the keys of the .cer files in the app.",
            "export const pinnedHosts = {",
        ]
        for rule in policy.rules {
            lines += [
                "  '\(rule.pattern.host)': {", "    \(switchKey): true,", "    \(listKey): {",
                "      certs: [",
            ]
            lines += rule.lines(.okhttp) { "        '\($0)'," }
            lines += ["      ],", "    },", "  },"]
        }
        return (lines + ["};", ""]).joined(separator: "\n")
    }
}

private struct ReactNativeFetchReader {
    let groups: SourceGroups
    let findings = ReadingFindings(.reactNativeFetch)
    /// The pins of each host; several requests may use the same one.
    var pins = Grouped<HostName, PinStrategy>()
    /// The pins in the lists, also those that the plugin takes for names of files, which are reported.
    var listed: Set<Pin> = []

    var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        for bracket in groups.brackets(with: ReactNativeFetchFormat.listKey) {
            try findings.entry(at: groups.position(of: bracket)) { () throws(PolicyError) in
                try read(bracket)
            }
        }
        for bracket in groups.brackets(with: ReactNativeFetchFormat.switchKey)
        where !groups.has(ReactNativeFetchFormat.listKey, in: bracket) {
            findings.omit(
                "\(ReactNativeFetchFormat.switchKey) without \(ReactNativeFetchFormat.listKey)",
                hint: "write the pins into \(ReactNativeFetchFormat.listKey)",
                at: groups.position(of: bracket))
        }
        findings.checkUnread(
            in: file, read: listed,
            hint: "write it into \(ReactNativeFetchFormat.listKey) of its host, or remove it"
        ) { $0.hasPrefix("sha256/") }
        return try findings.reading(pins)
    }

    private mutating func read(_ bracket: Int) throws(PolicyError) {
        guard let options = try groups.value(ReactNativeFetchFormat.listKey, in: bracket) else { return }
        // In a type declaration, the value is a type.
        let list = options.property("certs")
        if list?.word == "string" { return }
        guard let elements = list?.array, !elements.isEmpty else {
            throw PolicyError(
                .notUnderstood,
                "\(ReactNativeFetchFormat.listKey) has no list 'certs' that is defined in this file",
                hint: "write certs: ['sha256/…'], or define its constant in the same file",
                position: options.position)
        }
        let name = try host(of: bracket)
        if file.conditionsOfBuilds.contains(bracket) {
            findings.conditional("a request is pinned", at: groups.position(of: bracket))
        }
        guard case .word("true")? = try groups.value(ReactNativeFetchFormat.switchKey, in: bracket)?.kind
        else {
            listed.formUnion(elements.compactMap { $0.string.flatMap { try? Pin($0.text) } })
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
        let members = try findings.members(elements, in: host.description)
        listed.formUnion(members.map { $0.pin })
        if !members.isEmpty { pins.append(.publicKey(PinSet(members), at: .any), for: host) }
    }

    /// Returns the host of the request or entry that contains these options, or `nil` if the file does not
    /// contain it.
    private func host(of bracket: Int) throws(PolicyError) -> String? {
        if let name = try groups.name(of: bracket)?.string?.text { return name }
        guard file.has(bracket - 1, ","), let call = groups.bracket(around: bracket), file.has(call, "("),
            let address = try file.value(at: call + 1).string?.text
        else { return nil }
        return SourceAddress.host(of: address)
    }
}
