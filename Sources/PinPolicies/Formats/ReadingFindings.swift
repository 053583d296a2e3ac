import DERKit
import SPKIHash
import X509Model

/// What the reader of a format meets beside the policy: pins that its consumer would refuse, and parts that no
/// policy holds.
struct ReadingFindings {
    let format: PolicyFormat
    private(set) var all: [PolicyFinding] = []
    /// What was not understood, in the order of the file.
    private(set) var omissions: [PolicyError] = []
    /// The formats of other configurations in the file.
    private(set) var others: [PolicyFormat] = []

    init(_ format: PolicyFormat) {
        self.format = format
    }

    /// A part of the file that did not go into the policy.
    mutating func notRead(
        _ message: String, _ severity: PolicyFinding.Severity = .warning,
        hint: String = "check that part of the file by hand"
    ) {
        all.append(PolicyFinding(PolicyRule.notRead, severity, message, hint: hint))
    }

    /// Something that was not understood, so that it is not in the policy.
    mutating func omit(
        _ message: String, hint: String, at position: TextPosition?,
        _ code: PolicyError.Code = .notUnderstood
    ) {
        omissions.append(PolicyError(code, message, hint: hint, position: position))
    }

    /// Reads an entry; one that is wrong is left out and reported, and the rest of the file is read.
    ///
    /// - Throws: ``PolicyError``, `limit`, for what stops the reading of the whole file.
    mutating func entry<Value>(
        at position: TextPosition?, _ read: (inout ReadingFindings) throws(PolicyError) -> Value
    ) throws(PolicyError) -> Value? {
        do throws(PolicyError) {
            return try read(&self)
        } catch {
            try omit(error, at: position)
            return nil
        }
    }

    /// Leaves out an entry that is wrong.
    ///
    /// - Throws: ``PolicyError``, `limit`, for what stops the reading of the whole file.
    mutating func omit(_ error: PolicyError, at position: TextPosition?) throws(PolicyError) {
        guard error.code != .limit else { throw error }
        omissions.append(error.at(position))
    }

    /// Reports a key that the consumer does not know.
    mutating func unknownKey(
        _ key: String, in place: String, known: [String], at position: TextPosition?
    ) {
        let meant = Spelling.nearest(to: key, among: known)
        omit(
            "\(place): unknown key '\(displayed(key))'",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? "expected one of \(known.joined(separator: ", "))",
            at: position)
    }

    /// The policy of what was understood.
    ///
    /// - Throws: ``PolicyError``: if nothing was understood, what was wrong with the only entry.
    func reading(
        _ rules: [PinPolicy.Rule], unlistedHosts: PinPolicy.UnlistedHosts = .accept,
        certificates: [Certificate] = []
    ) throws(PolicyError) -> PolicyReading {
        if rules.isEmpty, omissions.count == 1, let only = omissions.first { throw only }
        return PolicyReading(
            policy: try PinPolicy(rules, unlistedHosts: unlistedHosts), findings: all, omissions: omissions,
            certificates: certificates, others: others)
    }

    /// Reads a pin, and says so if it is not written as the consumer reads it.
    ///
    /// - Throws: ``PolicyError``, `bad-pin`, with what is wrong with the text.
    mutating func pin(_ text: String, in name: String) throws(PolicyError) -> Pin {
        let pin = try Pin(policyText: text, in: name)
        guard let form = format.pinForm, !form.isForm(of: pin, text) else { return pin }
        let found = PinForm.name(of: pin, text)
        all.append(
            PolicyFinding(
                PolicyRule.pinForm, .error,
                "\(name): \(format.capabilities.consumer) accepts only \(form.name) here, but this is \(found)",
                hint: "write \(pin.formatted(form.format))", consumer: format))
        return pin
    }
}

extension ReadingFindings {
    /// A configuration of another consumer in the same file.
    mutating func other(_ format: PolicyFormat) {
        others.append(format)
        notRead(
            "the file also has pins for \(format.capabilities.consumer)",
            hint: "read them separately, in the format '\(format.rawValue)'")
    }

    /// Something for which the consumer refuses the whole file, and an app with it does not start.
    mutating func refused(_ message: String, hint: String) {
        all.append(PolicyFinding(PolicyRule.fileRefused, .error, message, hint: hint, consumer: format))
    }

    /// Reads a name that a pattern may have been written for, and looks at how it is written.
    ///
    /// - Throws: ``PolicyError``, `bad-host`.
    mutating func host(_ text: String) throws(PolicyError) -> HostName {
        guard !text.utf8.contains(UInt8(ascii: "*")) else {
            let isPattern = (try? HostPattern(text)) != nil
            let flag = isPattern ? format.capabilities.subdomainFlag : nil
            throw PolicyError(
                .badHost, "\(displayed(text)): \(format.capabilities.consumer) does not support wildcards",
                hint: flag.map { "write the host without the wildcard, with \($0)" }
                    ?? "list each host separately")
        }
        let host = try HostName(text)
        check(text, of: host)
        return host
    }

    /// Looks at a host that was written `text`: a consumer that compares letters never comes to one that is written
    /// otherwise than it asks.
    mutating func check(_ text: some StringProtocol, of host: HostName) {
        guard let isHostForm = format.row.isHostForm, !isHostForm(String(text), host.description) else {
            return
        }
        all.append(
            PolicyFinding(
                PolicyRule.hostForm, .error,
                "\(displayed(String(text))): \(format.capabilities.consumer) compares host names literally and never asks for this one",
                hint: "write \(host)", consumer: format))
    }

    /// Hosts without pins. One below a host that is pinned with its subdomains is let off by the file alone.
    ///
    /// - Parameter orphan: what to say of a host below none.
    mutating func unpinned(
        _ hosts: [HostName], beside rules: [PinPolicy.Rule],
        orphan: (HostName, inout ReadingFindings) -> Void
    ) {
        let above = Set(
            rules.map { $0.pattern }.filter { $0.reach == .subdomains }.map { $0.host.labels[...] })
        for host in hosts {
            guard
                let start = host.labels.indices.dropFirst().first(where: {
                    above.contains(host.labels[$0...])
                })
            else {
                orphan(host, &self)
                continue
            }
            let pattern = "**.\(host.labels[start...].joined(separator: "."))"
            notRead(
                "\(host): excluded from the pins of \(pattern), which a policy cannot express", .error,
                hint: "list each pinned subdomain separately, with its pins")
        }
    }
}

extension PolicyFinding {
    fileprivate init(
        _ rule: PolicyRule, _ severity: Severity, _ message: String, hint: String,
        consumer: PolicyFormat? = nil
    ) {
        self.init(
            rule: rule.code, severity: severity, pattern: nil, consumer: consumer, message: message,
            hint: hint, source: rule.source)
    }
}
