import DERKit
import SPKIHash

/// The options that `initializeSslPinning` of react-native-ssl-public-key-pinning takes: hosts, and the pins
/// of each in base64 (its README and src/types.ts). On Android they go to OkHttp's `CertificatePinner`, on
/// iOS to TrustKit.
enum ReactNativeKeysFormat {
    static let row = PolicyFormat.Row(
        capabilities: PolicyCapabilities(
            consumer: "react-native-ssl-public-key-pinning", reaches: [.exact, .subdomains],
            hostRule: "one host, with or without all its subdomains (includeSubdomains)",
            subdomainFlag: "includeSubdomains: true", keys: [.any], holds: [.labels, .expiration]),
        signs: [call, hashes], rank: 20, pins: .trustKit, isHostForm: { $0 == $1 },
        read: { (text, _) throws(PolicyError) in
            var reader = ReactNativeKeysReader(SourceGroups(try SourceFile(text, .javaScript)))
            return try reader.read()
        }, emit: { (policy, _) in emit(policy) })

    fileprivate static let call = "initializeSslPinning"
    fileprivate static let hashes = "publicKeyHashes"
    fileprivate static let subdomains = "includeSubdomains"
    fileprivate static let expiration = "expirationDate"

    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            "// Made from a pin policy; edit the policy, not this file.",
            "import { \(call) } from 'react-native-ssl-public-key-pinning';", "",
            "export function initializePinning() {", "  return \(call)({",
        ]
        for rule in policy.rules {
            lines.append("    '\(rule.pattern.host)': {")
            lines.append("      \(subdomains): \(rule.pattern.reach == .subdomains),")
            if let day = rule.expiration { lines.append("      \(expiration): '\(PolicyDate.write(day))',") }
            lines.append("      \(hashes): [")
            lines += rule.strategies.compactMap { $0.pinSet }.flatMap { $0.members }.map { (member) in
                "        '\(member.pin.base64)'," + (member.annotation.map { " // \($0)" } ?? "")
            }
            lines += ["      ],", "    },"]
        }
        return (lines + ["  });", "}", ""]).joined(separator: "\n")
    }
}

/// The hosts of the calls or, as in a JSON file, of a single object.
private struct ReactNativeKeysReader {
    private let groups: SourceGroups
    private var findings = ReadingFindings(.reactNativeKeys)
    private var rules: [PinPolicy.Rule] = []
    private var hosts: Set<HostName> = []

    private static let keys = [
        ReactNativeKeysFormat.hashes, ReactNativeKeysFormat.subdomains, ReactNativeKeysFormat.expiration,
    ]
    private static let types: Set<String> = ["string", "Array", "ReadonlyArray", "readonly"]

    init(_ groups: SourceGroups) {
        self.groups = groups
    }

    private var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        let calls = file.tokens.indices.filter { (place) in
            file.isWord(place, ReactNativeKeysFormat.call) && file.isSign(place + 1, "(")
                && !file.isWord(place - 1, "function")
        }
        if calls.count > 1 {
            findings.notRead(
                "\(ReactNativeKeysFormat.call) is called \(calls.count) times; the pins are merged, but a call replaces "
                    + "those of the one before it",
                hint: "check each call in a separate file")
        }
        for call in calls { try readCall(call) }
        if calls.isEmpty {
            for bracket in groups.brackets(with: ReactNativeKeysFormat.hashes) { try readObject(bracket) }
        } else {
            let pins = rules.flatMap { $0.strategies }.compactMap { $0.pinSet }.flatMap { $0.members }
            findings.checkUnread(
                in: file, read: Set(pins.map { $0.pin }),
                hint: "write it into \(ReactNativeKeysFormat.hashes) of its host, or remove it"
            ) { $0.utf8.count == 44 && $0.hasSuffix("=") }
        }
        let requests = groups.brackets(with: ReactNativeFetchFormat.listKey)
        if requests.contains(where: {
            groups.names(in: $0).contains { $0.name == ReactNativeFetchFormat.switchKey }
        }) {
            findings.other(.reactNativeFetch)
        }
        return try findings.reading(rules)
    }

    private mutating func readCall(_ call: Int) throws(PolicyError) {
        do throws(PolicyError) {
            var place = call + 2
            let hosts = try file.value(at: &place)
            guard let entries = hosts.entries else {
                throw PolicyError(
                    .notUnderstood, "the hosts are \(hosts.name), which is not defined in this file",
                    hint: "write the hosts as an object literal, or as a constant of the same file",
                    position: hosts.position)
            }
            for (host, options) in entries { try readHost(host, options) }
        } catch {
            try findings.omit(error, at: file.tokens[call].position)
        }
    }

    /// Reads an object that contains the pins of a host.
    private mutating func readObject(_ bracket: Int) throws(PolicyError) {
        guard let host = try groups.name(of: bracket) else { return }
        var place = bracket
        let options: SourceValue
        do throws(PolicyError) {
            options = try file.value(at: &place)
        } catch {
            return try findings.omit(error, at: host.position)
        }
        // A type declaration is not a host.
        if let word = options.entries?.last(where: { $0.key.string?.text == ReactNativeKeysFormat.hashes })?
            .value
            .word, ReactNativeKeysReader.types.contains(word)
        {
            return
        }
        try readHost(host, options)
    }

    private mutating func readHost(_ host: SourceValue, _ options: SourceValue) throws(PolicyError) {
        do throws(PolicyError) {
            rules.append(try rule(host, options))
        } catch {
            try findings.omit(error, at: host.position)
        }
    }

    private mutating func rule(
        _ key: SourceValue, _ options: SourceValue
    ) throws(PolicyError) -> PinPolicy.Rule {
        let text = try SourceValue.literal(key, for: "host").text
        let name = displayed(text)
        let host = try findings.host(text)
        guard hosts.insert(host).inserted else {
            throw PolicyError(.duplicateHost, "duplicate host \(host)", hint: "put its pins into one entry")
        }
        guard let entries = options.entries else {
            throw PolicyError(
                .notUnderstood, "\(name): its options are \(options.name), which is not defined in this file",
                hint: "write them as an object literal, or as a constant of the same file")
        }
        var values: [String: SourceValue] = [:]
        for entry in entries {
            let option = entry.key.string?.text ?? entry.key.name
            values[option] = entry.value
            if !ReactNativeKeysReader.keys.contains(option) {
                findings.unknownKey(
                    option, in: name, known: ReactNativeKeysReader.keys, at: entry.key.position)
            }
        }
        let reach: HostPattern.Reach =
            try flag(values[ReactNativeKeysFormat.subdomains], name) ? .subdomains : .exact
        return PinPolicy.Rule(
            try HostPattern(host, reach),
            [.publicKey(try pins(values[ReactNativeKeysFormat.hashes], name), at: .any)],
            expiration: try day(values[ReactNativeKeysFormat.expiration], name))
    }

    private func flag(_ value: SourceValue?, _ name: String) throws(PolicyError) -> Bool {
        switch value?.kind {
        case nil, .word("false"): return false
        case .word("true"): return true
        default:
            throw PolicyError(
                .notUnderstood, "\(name): \(ReactNativeKeysFormat.subdomains) is neither true nor false",
                hint: "write true or false", position: value?.position)
        }
    }

    private func day(_ value: SourceValue?, _ name: String) throws(PolicyError) -> DERTime? {
        guard let value else { return nil }
        guard let text = value.string?.text else {
            throw PolicyError(
                .notUnderstood,
                "\(name): \(ReactNativeKeysFormat.expiration) is \(value.name); expected a string",
                hint: "write it as '2027-01-31'", position: value.position)
        }
        do throws(PolicyError) { return try PolicyDate.read(text) } catch { throw error.at(value.position) }
    }

    private mutating func pins(_ value: SourceValue?, _ name: String) throws(PolicyError) -> PinSet {
        guard let elements = value?.array else {
            throw PolicyError(
                .notUnderstood,
                value.map { "\(name): its pins are \($0.name), which is not defined in this file" }
                    ?? "\(name): missing \(ReactNativeKeysFormat.hashes)",
                hint: "write the pins as string literals, or define their constant in the same file",
                position: value?.position)
        }
        var members: [PinSet.Member] = []
        for element in elements {
            let member = try findings.entry(at: element.position) { (findings) throws(PolicyError) in
                try findings.member(element, in: name)
            }
            if let member { members.append(member) }
        }
        guard !members.isEmpty else {
            throw PolicyError(
                .badPin, "\(name): no pin in \(ReactNativeKeysFormat.hashes)",
                hint: "add the pins of its keys")
        }
        return PinSet(members)
    }
}

extension ReadingFindings {
    /// Reads a pin in source code, and the comment after it.
    ///
    /// - Throws: ``PolicyError`` if the value is not a pin.
    mutating func member(_ value: SourceValue?, in name: String) throws(PolicyError) -> PinSet.Member {
        let (text, comment) = try SourceValue.literal(value, for: "pin", of: name)
        return PinSet.Member(try pin(text, in: name), comment: comment)
    }
}
