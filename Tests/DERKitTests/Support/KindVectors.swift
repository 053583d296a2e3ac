/// The files under Tests/Vectors/kinds: one key of each kind in every form; the pins are those of openssl's pipeline.
enum KindVectors {
    /// The forms that have a pin, and the kind of object in each.
    static let forms: [(suffix: String, kind: String)] = [
        ("certificate.pem", "certificate"), ("certificate.der", "certificate"),
        ("request.pem", "certificate-request"), ("request.der", "certificate-request"),
        ("public.pem", "public-key"), ("public.der", "public-key"),
        ("rsa-public.pem", "rsa-public-key"),
        ("key.pem", "private-key"), ("key.der", "private-key"),
        ("traditional.pem", "private-key"), ("traditional.der", "private-key"),
        ("p7b.pem", "pkcs7"), ("p7b.der", "pkcs7"), ("ber.p7b.der", "pkcs7"),
    ]

    /// Keys whose PKCS #8 form comes without the public half.
    static let lacking: Set = ["ed25519", "ed448", "x25519", "dsa"]

    static func pins() throws -> [(name: String, pin: String)] {
        try Vectors.text("kinds/pins.tsv").split(separator: "\n").map { (line) in
            let fields = line.split(separator: "\t")
            return (String(fields[0]), String(fields[1]))
        }
    }

    /// Returns the forms of a key that exist: not every algorithm has every one.
    static func files(_ name: String) throws -> [(file: String, bytes: [UInt8], kind: String)] {
        var files: [(file: String, bytes: [UInt8], kind: String)] = []
        for form in forms {
            let isRSA = name.hasPrefix("rsa") && name != "rsa-pss"
            switch form.suffix {
            case "rsa-public.pem" where !isRSA: continue
            case "traditional.pem", "traditional.der":
                guard
                    isRSA || name.hasPrefix("p-") || name == "secp256k1" || name == "dsa"
                        || name.hasPrefix("brainpool")
                else { continue }
            case "key.pem", "key.der", "public.pem", "public.der": break
            default: if name == "x25519" { continue }
            }
            let file = "kinds/\(name).\(form.suffix)"
            files.append((file, try Vectors.bytes(file), form.kind))
        }
        return files
    }
}
