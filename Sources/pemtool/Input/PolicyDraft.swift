import PinPolicies

/// The first policy for a host, created from the chain that its server presents and from backup keys.
enum PolicyDraft {
    static func policy(
        _ pattern: HostPattern, _ position: ChainPosition, _ expiration: DERTime?, _ chain: PresentedChain,
        _ backups: [BackupKeys.Key], _ caKeys: KnownCAKeys
    ) throws(PolicyError) -> PinPolicy {
        let active = try PolicyDraft.active(position, chain)
        var members = active
        var pins = Set(active.map { $0.pin })
        let above = chain.authorities(among: backups.compactMap { $0.certificate })
        for backup in backups {
            try PolicyDraft.check(backup, position, chain, above, caKeys)
            guard pins.insert(backup.pin).inserted else {
                throw PolicyError(
                    .notExpressible, "\(backup.name): duplicate backup key",
                    hint: "list each backup key only once")
            }
            members.append(PinSet.Member(backup.pin, label: backup.label, role: .backup))
        }
        let rule = PinPolicy.Rule(
            pattern, [.publicKey(PinSet(members), at: position)], expiration: expiration)
        return try PinPolicy([rule], unlistedHosts: .accept)
    }

    /// Returns the keys that the server presents at a position.
    private static func active(
        _ position: ChainPosition, _ chain: PresentedChain
    ) throws(PolicyError) -> [PinSet.Member] {
        guard let leaf = chain.paths.leaves.first, chain.paths.leaves.count == 1,
            let certificate = chain.paths[leaf]
        else {
            let isMissing = chain.paths.leaves.isEmpty
            throw PolicyError(
                .notExpressible,
                isMissing
                    ? "the server's own certificate is missing"
                    : "\(chain.paths.leaves.count) certificates could be the server's own: "
                        + chain.paths.leaves.map(chain.name).joined(separator: ", "),
                hint: isMissing
                    ? "provide the whole chain that the server presents"
                    : "provide the chain of one server only")
        }
        guard position == .certificateAuthority else {
            let key = certificate.subjectPublicKeyInfo
            return [
                PinSet.Member(key.pin, label: escapedForDisplay("\(certificate.shortName), \(key.keyName)"))
            ]
        }
        var seen: Set<Pin> = []
        let members = chain.paths.paths.flatMap { $0.members.dropFirst() }.compactMap { chain.paths[$0] }
            .filter { $0.isAuthority && seen.insert($0.pin).inserted }
            .map { PinSet.Member($0.pin, label: escapedForDisplay($0.shortName)) }
        guard !members.isEmpty else {
            throw PolicyError(
                .notExpressible, "no CA certificate in the chain",
                hint: "provide the whole chain that the server presents, or pin at --position leaf")
        }
        return members
    }

    /// Rejects a key that cannot be a backup.
    private static func check(
        _ backup: BackupKeys.Key, _ position: ChainPosition, _ chain: PresentedChain,
        _ above: Set<Certificate>, _ caKeys: KnownCAKeys
    ) throws(PolicyError) {
        if position == .leaf, backup.isAuthority == true || caKeys[backup.pin] != nil {
            throw PolicyError(
                .notExpressible, "\(backup.name): the key of a CA never matches at position leaf",
                hint: "provide only the server's backup key, without its chain, or pin the CAs with "
                    + "--position ca")
        }
        for (place, certificate) in (chain.paths.given + chain.paths.roots).enumerated()
        where certificate.subjectPublicKeyInfo.pin == backup.pin {
            throw PolicyError(
                .notExpressible,
                "\(backup.name): not a backup, because \(chain.name(place)) in the chain has this key",
                hint: position == .certificateAuthority
                    ? "provide the certificate of another CA that can issue for the host"
                    : "make another key and keep it offline: "
                        + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out backup.key")
        }
        if position == .certificateAuthority, backup.isAuthority == false {
            throw PolicyError(
                .notExpressible, "\(backup.name): not a CA certificate, so it never matches at position ca",
                hint:
                    "provide the certificate of another CA, or pin the server's own key with --position leaf")
        }
        // The certificate may be the root, which servers do not send, or an intermediate that is missing.
        if let authority = backup.certificate, above.contains(authority) {
            throw PolicyError(
                .notExpressible, "\(backup.name): not a backup, because it is the CA above the chain",
                hint: "provide the certificate of another CA that can issue for the host")
        }
    }
}

/// The keys of `--backup`: keys in files, and pins of keys that are kept elsewhere.
struct BackupKeys {
    struct Key {
        let pin: Pin
        /// The label in a manifest.
        let label: String
        /// The name in messages.
        let name: String
        /// The object from which a pin may have been made by mistake; `nil` if only the pin is known.
        var object: PinDiagnosis.Object?
        var certificate: Certificate? { object?.certificate }
        /// A Boolean value that indicates whether the key is a CA's; `nil` if only its pin is known.
        var isAuthority: Bool? { object.map { $0.certificate?.isAuthority ?? false } }
    }

    private(set) var keys: [Key] = []
    /// A Boolean value that indicates whether everything in the files could be used.
    private(set) var isWhole = true

    init(_ arguments: Arguments) throws(UsageError) {
        var files: [String] = []
        for text in arguments.lists["--backup"] ?? [] {
            if !PathName.isInput(text), let pin = PinSpelling(text).pin {
                keys.append(Key(pin: pin, label: "backup", name: pin.description))
            } else {
                files.append(text)
            }
        }
        guard !files.isEmpty else { return }
        var inputs = try Inputs(arguments.files(files), for: .key)
        inputs.forEachObject { (file, object) in
            guard let candidate = PinDiagnosis.Object(object) else { return }
            let key = candidate.subjectPublicKeyInfo
            let place = Chain.Place(file: file, index: object.index)
            let name = DiagnosedObject(candidate, at: place).name
            let fileName: Substring =
                file == PathName.standardInput ? "backup" : file.split(separator: "/").last ?? file[...]
            let title = candidate.certificate?.shortName ?? String(fileName)
            keys.append(
                Key(
                    pin: key.pin, label: escapedForDisplay("\(title), \(key.keyName)"), name: name,
                    object: candidate))
        }
        isWhole = !inputs.hasFailed
    }
}

extension Certificate {
    /// The common name or, if absent, the first DNS name. Without either, this is the whole subject, or "no name" if it
    /// is empty.
    var shortName: String {
        for attribute in subject.rdnSequence.reversed().flatMap({ $0.attributes })
        where attribute.type == .commonName {
            if let text = attribute.text, !text.isEmpty { return text }
        }
        for case .dnsName(let name) in serverNames ?? [] {
            return String(decoding: name.bytes, as: UTF8.self)
        }
        return subject.isEmpty ? "no name" : subject.description
    }
}
