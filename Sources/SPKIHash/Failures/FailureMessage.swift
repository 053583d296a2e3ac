/// A message that software writes when pinning fails: its wording, its source, and its meaning.
struct FailureMessage: Sendable {
    /// The way to read the rest of a message.
    enum Reading: String, Sendable {
        /// Only the phrases of the row are read.
        case phrases
        case okHttpChain, trustKitAndroid, report, urlSession
        /// A line of TrustKit's log: the name of a certificate, its digest, or the end of an accepted connection.
        case logName, logDigest, logAccepted
        /// The line that ends TrustKit's log of a refused connection.
        case logEnd
        /// An error number in SecureTransport.h, which determines the meaning.
        case streamCode
        /// The result of a verification, in the words of ``FailureMessage/verifyErrors`` or in other words. The
        /// result follows the sign or the phrase before the detail.
        case verification
        /// The result of a verification in another form: a list, known words only, words that begin with the sign, or
        /// the causes of an exception, of which the last counts.
        case list, known, words, trace
    }

    /// A part of a message that follows a phrase: the host, the sent pin, the expected pin, or a detail.
    enum Part: String, Sendable {
        case host, sent, pinned, detail
    }

    let source: PinFailure.Source
    let meaning: PinFailure.Meaning
    /// The text to search for.
    private(set) var sign = ""
    /// Texts that must be near the sign. If a text begins with a space, it must follow the word after the sign.
    private(set) var also: [String] = []
    /// Texts that must not be near the sign. If a text begins with a space or a comma, it must not follow the sign.
    private(set) var unless: [String] = []
    /// The phrases before the parts of the message.
    private var phrases: [Part: String] = [:]
    private(set) var reading = Reading.phrases
    /// A Boolean value that indicates whether this message is superfluous if others about the same failure say more.
    private(set) var isGeneral = false

    /// Returns the phrase before a part of the message, or `nil` if the message lacks the part.
    subscript(_ part: Part) -> String? { phrases[part] }
}

// The tables of messages. A line that begins with `# ` names the software that writes the messages below it, and the
// files that have them. Most lines were written without access to these files. Every other line has fields that end
// with `|`, or with the line:
//
// - words: the meaning, the reading if it is not `phrases`, `general` for ``FailureMessage/isGeneral``, and each part that
//   the sign itself precedes.
// - signs: each is a message of its own.
// - `also=`, `unless=`, `host=`, `sent=`, `pinned=` or `detail=`, with a phrase for all signs of the line.
// - `after=`, with text that precedes the signs; with several of them, each sign occurs after each.
extension FailureMessage {
    static let all: [FailureMessage] = {
        var rows: [FailureMessage] = []
        var source: PinFailure.Source?
        for line in lines(platforms) + lines(programs) {
            if line[0].hasPrefix("# ") {
                source = PinFailure.Source(rawValue: String(line[0].dropFirst(2).prefix { $0 != ":" }))
            } else if let source {
                rows += messages(of: source, line)
            }
        }
        return rows
    }()

    /// The meanings of the libraries' words for errors; `untrusted` for words that say nothing about the chain.
    static let verifyErrors: [(text: String, meaning: PinFailure.Meaning)] = lines(errors).flatMap { (line) in
        PinFailure.Meaning(rawValue: line[0]).map { (meaning) in line.dropFirst().map { ($0, meaning) } }
            ?? []
    }

    /// Returns the fields of each line.
    private static func lines(_ text: String) -> [[String]] {
        parts(of: text, "\n").map { parts(of: $0, "|") }
    }

    /// Splits a text as octets, which is much faster than splitting characters.
    private static func parts(of text: String, _ separator: Unicode.Scalar) -> [String] {
        text.utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
    }

    private static func messages(of source: PinFailure.Source, _ line: [String]) -> [FailureMessage] {
        let words = parts(of: line[0], " ")
        guard let meaning = words.first.flatMap(PinFailure.Meaning.init) else { return [] }
        var row = FailureMessage(source: source, meaning: meaning)
        row.reading = words.lazy.compactMap { Reading(rawValue: $0) }.first ?? .phrases
        row.isGeneral = words.contains("general")
        var (signs, leads) = ([String](), [String]())
        for field in line.dropFirst() {
            let key = field.utf8.prefix { $0 != UInt8(ascii: "=") }
            let name = String(Substring(key))
            let phrase = String(Substring(field.utf8.dropFirst(key.count + 1)))
            switch name {
            case "also": row.also.append(phrase)
            case "unless": row.unless.append(phrase)
            case "after": leads.append(phrase)
            default:
                if let part = Part(rawValue: name) {
                    row.phrases[part] = phrase
                } else {
                    signs.append(field)
                }
            }
        }
        return signs.flatMap { (sign) in
            (leads.isEmpty ? [""] : leads).map { (lead) in
                row.sign = lead + sign
                for part in words.compactMap({ Part(rawValue: $0) }) { row.phrases[part] = row.sign }
                return row
            }
        }
    }

    private static let errors = """
        missing-issuer|unable to get local issuer certificate|unable to get issuer certificate
        missing-issuer|unable to verify the first certificate|locally verify the issuer|signer not found
        missing-issuer|have a known issuer|issuer is unknown|UnknownIssuer|unknown issuer|PartialChain|PARTIAL_CHAIN
        missing-issuer|UNTRUSTED_ROOT|Root is not trusted|certificate is not trusted|PKIX path building failed
        missing-issuer|not correctly signed by the trusted CA|Path does not chain with any of the trust anchors
        missing-issuer|issuer is not trusted|untrusted issuer|issuer is not known|linked to a trust anchor
        missing-issuer|CERT_NOT_TRUSTED|FLAG_NOT_TRUSTED|UnknownCA
        tlsa-record|no matching DANE TLSA records
        self-signed|self signed certificate|elf-signed certificate|UntrustedRoot|SelfSigned
        untrusted|’ is not trusted|certificate is NOT trusted|RemoteCertificateChainErrors
        distrust|FLAG_USER_ERROR
        expired|has expired|is expired|not yet valid|expired certificate|certificate expired|Expired|CERT_EXPIRED
        expired|FLAG_EXPIRED|_FUTURE|InFuture|validity starts in the future|expired or not yet valid|NotTimeValid
        expired|NotValidYet|not valid yet|not activated|NotYetValid|timestamp check failed|validity check failed
        revoked|The CRL is not correctly signed by the trusted CA|The CRL is |BADCRL_|CRL has expired|CRL is not yet valid
        revoked|certificate CRL|revoked|Revoked|evocation|REVOCATION|_REVOKED|Response is unreliable
        host-name|ostname mismatch|IP address mismatch|name does not match|not match hostname|does not match the expected
        host-name|(CN) does not match|not valid for name|NotValidForName|NameMismatch|WRONG_PRINCIPAL|CN_MISMATCH
        host-name|issued for a different hostname|no matching domain name|server name was not found in the chain
        """
}
