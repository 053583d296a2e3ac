import PinPolicies
import SPKIHash
import X509Model

/// The certificates of files, and where each is.
struct Chain {
    /// Where a certificate is: its file, and the index of the object in it, as `inspect` counts.
    struct Place {
        let file: String
        let index: Int
    }

    private(set) var certificates: [Certificate] = []
    private(set) var places: [Place] = []
    /// What else the files have that a pin may have been made from.
    private(set) var objects: [PinDiagnosis.Object] = []
    /// False if a certificate came out of a container, which is a set without an order.
    private(set) var isOrdered = true
    /// False if something that could not be used may be a member of the chain.
    var isWhole = true

    /// A chain without certificates.
    init() {}

    /// The certificates in the operands. Whatever else is in there is reported, and tried as the source of a wrong pin.
    init(_ arguments: Arguments) throws(UsageError) {
        var inputs = try Inputs(arguments, for: .certificate)
        var chain = Chain()
        inputs.forEachObject { (file, object) in chain.add(object, in: file) }
        chain.isWhole = !inputs.hasFailed
        self = chain
    }

    /// Adds an object of a file.
    mutating func add(_ object: InputObject, in file: String) {
        guard case .success(let content) = object.contentResult else { return }
        if let certificate = content.certificate {
            certificates.append(certificate)
            places.append(Place(file: file, index: object.index))
            if object.container != nil { isOrdered = false }
        } else if let key = PinDiagnosis.Object(object) {
            objects.append(key)
        }
    }

    /// The certificates of the files that the option names, each time it was given; `nil` without it.
    init?(option: String, _ arguments: Arguments) throws(UsageError) {
        guard let files = arguments.lists[option] else { return nil }
        try self.init(arguments.files(files))
    }
}

/// The chain of a server put in order, and what its certificates are called: by number as `inspect` counts them, and
/// by file if there are several.
struct PresentedChain {
    let chain: Chain
    let roots: Roots?
    let paths: CertificatePaths
    /// Where each certificate is, by its place in ``paths``.
    let places: [Chain.Place]
    /// What messages call the certificates, by their places.
    let names: [String]

    init(_ chain: Chain, roots: Roots?, host: HostName?) {
        self.chain = chain
        self.roots = roots
        paths = CertificatePaths(
            chain.certificates, roots: roots?.chain.certificates ?? [],
            host: host.flatMap { ServerName($0.description) }, isOrdered: chain.isOrdered)
        var rootPlaces: [Certificate: Chain.Place] = [:]
        if let roots, !paths.roots.isEmpty {
            let used = Set(paths.roots)
            for (certificate, place) in zip(roots.chain.certificates, roots.chain.places)
            where used.contains(certificate) && rootPlaces[certificate] == nil {
                rootPlaces[certificate] = place
            }
        }
        places = chain.places + paths.roots.compactMap { rootPlaces[$0] }
        let isSingle = Set(places.map { $0.file }).count <= 1
        names = places.map { (place) in
            "certificate \(place.index + 1)" + (isSingle ? "" : " of \(PathName.ofInput(place.file))")
        }
    }

    /// A Boolean value that indicates whether a decision holds whatever could not be used.
    ///
    /// A match does, unless the server's own certificate is missing; a mismatch does not, since what is missing may
    /// match.
    func supports(_ decision: PinDecision) -> Bool {
        switch decision.reason {
        case .unlisted, .expired: true
        case .matched: chain.isWhole || !paths.leaves.isEmpty
        case .mismatched, .undecided, .emptyChain: chain.isWhole && roots?.isWhole ?? true
        }
    }

    /// The certificates with which a path ends whose issuer is not at hand, each with the issuer's name.
    var missingIssuers: [(place: Int, issuer: DistinguishedName)] {
        var result: [(place: Int, issuer: DistinguishedName)] = []
        for path in paths.paths where !path.isComplete && !path.isAnchored {
            guard let last = path.members.last, let certificate = paths[last],
                !result.contains(where: { $0.place == last })
            else { continue }
            result.append((last, certificate.issuer))
        }
        return result
    }

    /// The first certificate of ``roots`` with this pin to which no path leads, as messages call it.
    func strayRoot(with pin: Pin) -> String? {
        guard let roots = roots?.chain else { return nil }
        for (certificate, place) in zip(roots.certificates, roots.places)
        where certificate.subjectPublicKeyInfo.pin == pin {
            return "certificate \(place.index + 1) of \(PathName.ofInput(place.file)), \(certificate.subject)"
        }
        return nil
    }

    /// What messages call the certificate at a place.
    func name(_ place: Int) -> String {
        names.indices.contains(place) ? names[place] : "certificate \(place + 1)"
    }

    /// The fields of JSON that say which certificate one is.
    func fields(_ place: Int) -> JSON.Fields {
        guard places.indices.contains(place) else { return [("index", .count(place))] }
        return [
            ("index", .count(places[place].index)), ("file", .string(places[place].file)),
        ]
    }
}

/// Certificates of CAs that platforms may know: candidates for the end of a path.
struct Roots {
    let chain: Chain

    static let option = Command.Option(
        "--roots", "FILE",
        help:
            "CA certificates in PEM, or 'system' for those of this system; signatures are not verified"
    )

    /// The roots of `--roots`; `nil` without the option.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let names = arguments.lists[Roots.option.name] else { return nil }
        var files: [String] = []
        for name in names {
            guard name == "system" else {
                files.append(name)
                continue
            }
            guard let file = Roots.systemFile else {
                throw UsageError(
                    "cannot find the CA certificates of this system",
                    hint: "use --roots with a PEM file, such as Mozilla's from https://curl.se/ca/cacert.pem")
            }
            files.append(file)
        }
        chain = try Chain(Arguments(operands: files))
    }

    /// False if something in the files could not be used, and one of the roots may be missing.
    var isWhole: Bool { chain.isWhole && !chain.certificates.isEmpty }

    /// Where systems keep the CA certificates that they trust, in one file.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Gentoo
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora, RHEL
        "/etc/pki/tls/certs/ca-bundle.crt",  // older RHEL
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // macOS, Alpine, OpenBSD
        "/usr/local/etc/ssl/cert.pem",  // FreeBSD
        "/opt/homebrew/etc/ca-certificates/cert.pem", "/usr/local/etc/ca-certificates/cert.pem",  // Homebrew
    ]

    private static var systemFile: String? {
        systemFiles.first { (path) in
            if case .file(let count)? = try? System.kind(ofPath: path) { count > 0 } else { false }
        }
    }
}
