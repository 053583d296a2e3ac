import SPKIHash

extension PinPolicy.Rule {
    /// What makes a backup for the rule: at the position of CAs a key of one's own never matches.
    ///
    /// - Parameter hint: what to say of a rule that takes keys of the server.
    func backupHint(else hint: String) -> String {
        let positions = Set(strategies.map { $0.position })
        guard positions.contains(.certificateAuthority), mustMatchAll || !positions.contains(.any) else {
            return hint
        }
        let ofCA = "add the pin of another CA that can issue for \(pattern.host), with role 'backup'"
        guard positions.count > 1 else {
            return "\(ofCA); a key of your own belongs at position 'leaf'"
        }
        return mustMatchAll
            ? "\(hint) at position 'leaf'; at position 'ca', \(ofCA)" : "\(hint) at position 'leaf'"
    }
}
