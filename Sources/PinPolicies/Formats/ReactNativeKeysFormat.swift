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
            var reader = ReactNativeKeysReader(groups: SourceGroups(try SourceFile(text, .javaScript)))
            return try reader.read()
        }, emit: { (policy, _) in emit(policy) })

    fileprivate static let call = "initializeSslPinning"
    fileprivate static let hashes = "publicKeyHashes"
    fileprivate static let subdomains = "includeSubdomains"
    fileprivate static let expiration = "expirationDate"

    static func emit(_ policy: PinPolicy) -> String {
        var lines = [
            PolicyFormat.notice, "import { \(call) } from 'react-native-ssl-public-key-pinning';", "",
            "export function initializePinning() {", "  return \(call)({",
        ]
        for rule in policy.rules {
            lines.append("    '\(rule.pattern.host)': {")
            lines.append("      \(subdomains): \(rule.pattern.reach == .subdomains),")
            if let day = rule.expiration { lines.append("      \(expiration): '\(PolicyDate.write(day))',") }
            lines.append("      \(hashes): [")
            lines += rule.lines { "        '\($0)'," }
            lines += ["      ],", "    },"]
        }
        return (lines + ["  });", "}", ""]).joined(separator: "\n")
    }
}

/// The hosts of the calls or, as in a JSON file, of a single object.
private struct ReactNativeKeysReader {
    private let groups: SourceGroups
    private let findings = ReadingFindings(.reactNativeKeys)
    private var reader: HostOptionsReader

    static let types: Set<String> = ["string", "Array", "ReadonlyArray", "readonly"]

    init(groups: SourceGroups) {
        self.groups = groups
        reader = HostOptionsReader(
            findings,
            HostKeys(
                hashes: ReactNativeKeysFormat.hashes, subdomains: ReactNativeKeysFormat.subdomains,
                expiration: ReactNativeKeysFormat.expiration))
    }

    var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        let calls = file.tokens.indices.filter { (place) in
            file.has(place, ReactNativeKeysFormat.call, "(") && !file.has(place - 1, "function")
        }
        if calls.count > 1 {
            findings.notRead(
                "\(ReactNativeKeysFormat.call) is called \(calls.count) times; the pins are merged, but a call replaces "
                    + "those of the one before it",
                hint: "check each call in a separate file")
        }
        for call in calls where file.conditionsOfBuilds.contains(call) {
            findings.conditional(
                "\(ReactNativeKeysFormat.call) is called", at: file.tokens[call].position)
        }
        var rules: [PinPolicy.Rule] = []
        for call in calls {
            rules +=
                try findings.entry(at: file.tokens[call].position) { () throws(PolicyError) in
                    try self.rules(of: call)
                } ?? []
        }
        if calls.isEmpty {
            for bracket in groups.brackets(with: ReactNativeKeysFormat.hashes) {
                guard let host = try groups.name(of: bracket) else { continue }
                let rule = try findings.entry(at: host.position) { () throws(PolicyError) in
                    try self.rule(of: bracket, host)
                }
                if let rule { rules.append(rule) }
            }
        } else {
            findings.checkUnread(
                in: file, read: Set(rules.flatMap { $0.pins }.map { $0.pin }),
                hint: "write it into \(ReactNativeKeysFormat.hashes) of its host, or remove it"
            ) { $0.utf8.count == 44 && $0.hasSuffix("=") }
        }
        let requests = groups.brackets(with: ReactNativeFetchFormat.listKey)
        if requests.contains(where: { groups.has(ReactNativeFetchFormat.switchKey, in: $0) }) {
            findings.other(.reactNativeFetch)
        }
        return try findings.reading(rules)
    }

    private mutating func rules(of call: Int) throws(PolicyError) -> [PinPolicy.Rule] {
        let hosts = try file.value(at: call + 2)
        guard let entries = hosts.entries else {
            throw PolicyError(
                .notUnderstood, "the hosts are \(hosts.name), which is not defined in this file",
                hint: "write the hosts as an object literal, or as a constant of the same file",
                position: hosts.position)
        }
        return try findings.entries(entries, at: { $0.key.position }) { (host, options) throws(PolicyError) in
            try rule(host, options)
        }
    }

    /// Reads an object that contains the pins of a host, or returns `nil` for the declaration of a type.
    private mutating func rule(of bracket: Int, _ host: SourceValue) throws(PolicyError) -> PinPolicy.Rule? {
        let options = try file.value(at: bracket)
        if let word = options.property(ReactNativeKeysFormat.hashes)?.word,
            ReactNativeKeysReader.types.contains(word)
        {
            return nil
        }
        return try rule(host, options)
    }

    private mutating func rule(
        _ key: SourceValue, _ options: SourceValue
    ) throws(PolicyError) -> PinPolicy.Rule? {
        let host = try SourceValue.literal(key, for: "host").text
        var value = DataValue(options)
        if let entries = value.entries {
            // The last of several values for a key counts, as after `...`.
            var seen: Set<String> = []
            value = DataValue(
                .dictionary(entries.reversed().filter { seen.insert($0.key).inserted }.reversed()),
                at: options.position)
        }
        return try reader.rule(DataValue.Entry(key: host, value: value, position: key.position))
    }
}
