import X509Model

extension CertificatePaths {
    /// A Boolean value that indicates whether the names in the server's own certificate show that it is of none of the
    /// hosts of a pattern; false if there is no such certificate, or not all is known of its names.
    func isOfAnotherHost(than pattern: HostPattern) -> Bool {
        !leaves.isEmpty
            && leaves.allSatisfy { (place) in
                guard let certificate = self[place], let names = certificate.serverNames, !names.isEmpty
                else { return false }
                return !names.contains { (name) in
                    switch name {
                    case .dnsName(let text):
                        // What is not a pattern of hosts may be one to a client that is less strict.
                        (try? HostPattern(String(decoding: text.bytes, as: UTF8.self)))
                            .map { $0.overlaps(pattern) } ?? true
                    case .ipAddress(let address): pattern.host.labels == address.bytes.map { "\($0)" }
                    default: false
                    }
                }
            }
    }
}
