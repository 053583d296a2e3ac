import X509Model

/// A program that answers instead of the server, with its own certificates, to read the traffic. Only people who use
/// the program trust its CA, so an app must not pin that CA.
package struct InterceptingProxy {
    /// The index of the certificate that the program issued.
    package let place: Int
    private let name: String

    /// Creates a value for the first program that issued a certificate in a path, according to the issuer's name; `nil`
    /// if there is none.
    package init?(in chain: CertificatePaths) {
        for place in chain.paths.flatMap({ $0.members }) {
            for attribute in chain[place]?.issuer.rdnSequence.flatMap({ $0.attributes }) ?? [] {
                guard let name = InterceptingProxy.name(in: attribute.text ?? "") else { continue }
                (self.place, self.name) = (place, name)
                return
            }
        }
        return nil
    }

    /// The text of the message after the certificate's name.
    package var message: String {
        "was issued by \(name), which intercepts connections to the server"
    }

    package var advice: String { "provide the chain as the server sends it, without \(name) in between" }

    /// Returns the name of the program that a text mentions, or `nil` if it does not mention any.
    package static func name(in text: String) -> String? {
        let text = text.lowercased()
        return rows.first { text.containsText($0.word) }?.name
    }

    /// Lowercase words in the names of the CAs that these programs create, each with the program's name.
    private static let rows: [(word: String, name: String)] = [
        ("charles proxy", "Charles"), ("mitmproxy", "mitmproxy"), ("proxyman ca", "Proxyman"),
        ("do_not_trust_fiddlerroot", "Fiddler"), ("fiddler root certificate", "Fiddler"),
        ("portswigger ca", "Burp Suite"), ("http toolkit ca", "HTTP Toolkit"),
        ("owasp zed attack proxy", "ZAP"), ("owasp root ca", "ZAP"), ("anyproxy", "AnyProxy"),
        ("surge generated ca", "Surge"), ("zscaler", "Zscaler"), ("netskope", "Netskope"),
        ("goskope.com", "Netskope"), ("cisco umbrella", "Cisco Umbrella"), ("fortigate", "FortiGate"),
        ("fortinet_ca_ssl", "FortiGate"), ("websense", "Forcepoint"), ("forcepoint cloud ca", "Forcepoint"),
        ("blue coat", "Blue Coat"), ("gateway ca - cloudflare", "Cloudflare Gateway"),
        ("cloudflare for teams", "Cloudflare Gateway"), ("kaspersky anti-virus", "Kaspersky"),
        ("avast! web/mail shield", "Avast"), ("avast web/mail shield", "Avast"),
        ("avg web/mail shield", "AVG"),
        ("eset ssl filter ca", "ESET"), ("bitdefender personal ca", "Bitdefender"),
        ("adguard personal ca", "AdGuard"),
    ]
}

extension CertificatePaths {
    /// Returns advice for a missing issuer. If a given certificate has the issuer's name, the advice says why it is not
    /// the issuer: it is not a CA, or it has another key or serial number.
    package func missing(_ issuer: String) -> String {
        let namesakes = strangers.compactMap { self[$0] }.filter { "\($0.subject)" == issuer }
        let reason =
            namesakes.contains { $0.isAuthority } ? "has another key or serial number" : "is not a CA"
        return "add the missing certificate of \(issuer)"
            + (namesakes.isEmpty ? "" : "; the one with this name \(reason)")
    }
}
