import X509Model

extension CertificatePaths {
    /// Returns whether the names in the server's own certificate rule out every host of a pattern; false if
    /// there is no such certificate or some of its names cannot be read.
    package func isOfAnotherHost(than pattern: HostPattern) -> Bool {
        !leaves.isEmpty
            && leaves.allSatisfy { (place) in
                guard let certificate = self[place], let names = certificate.serverNames, !names.isEmpty
                else { return false }
                return !names.contains { (name) in
                    switch name {
                    case .dnsName(let text):
                        // A name that is not a host pattern may be one for a less strict client.
                        (try? HostPattern(String(decoding: text.bytes, as: UTF8.self)))
                            .map { $0.overlaps(pattern) } ?? true
                    case .ipAddress(let address): pattern.host.labels == address.bytes.map { "\($0)" }
                    default: false
                    }
                }
            }
    }
}
