import SPKIHash

extension CheckContext {
    /// The words that make a pin the backup, if the policy's format can express roles.
    var withBackupRole: String { format.capabilities.isEverything ? " with role 'backup'" : "" }

    /// Returns advice on a backup for a rule; at position `ca`, the server's own key never matches.
    ///
    /// - Parameter hint: the advice for a rule that accepts keys of the server.
    func backupHint(_ rule: PinPolicy.Rule, else hint: String) -> String {
        let positions = Set(rule.strategies.map { $0.position })
        guard positions.contains(.certificateAuthority), rule.mustMatchAll || !positions.contains(.any) else {
            return hint
        }
        let role = withBackupRole.isEmpty ? "" : ",\(withBackupRole)"
        let ofCA = "add the pin of another CA that can issue for \(rule.pattern.host)\(role)"
        let leaf = format.capabilities.word(for: .leaf).map { "in \($0)" } ?? "at position 'leaf'"
        guard positions.count > 1 else {
            return "\(ofCA); a key of your own belongs \(leaf)"
        }
        let authority =
            format.capabilities.word(for: .certificateAuthority).map { "in \($0)" } ?? "at position 'ca'"
        return rule.mustMatchAll ? "\(hint) \(leaf); \(authority), \(ofCA)" : "\(hint) \(leaf)"
    }
}
