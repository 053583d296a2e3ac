import PinPolicies

/// The certificates in files, with the place of each.
struct Chain {
    /// The place of a certificate: its file, and the index of the object in the file, as in `inspect`.
    struct Place: Equatable {
        let file: String
        let index: Int
    }

    private(set) var certificates: [Certificate] = []
    private(set) var places: [Place] = []
    /// The other objects in the files, from which a pin may have been made.
    private(set) var objects: [PinDiagnosis.Object] = []
    /// A Boolean value that indicates whether the order is significant; `false` if a certificate came from a container.
    private(set) var isOrdered = true
    /// A Boolean value that indicates whether the chain is complete; `false` if an unusable object may belong to it.
    var isWhole = true

    init() {}

    /// Reads the certificates in the operands. Other objects are reported, and tried as the sources of wrong pins.
    init(_ arguments: Arguments) throws(UsageError) {
        var inputs = try Inputs(arguments, for: .certificate)
        inputs.forEachObject { (file, object) in add(object, in: file) }
        isWhole = !inputs.hasFailed
    }

    /// Appends the certificates of another chain.
    mutating func append(_ other: Chain) {
        certificates += other.certificates
        places += other.places
        objects += other.objects
        isOrdered = isOrdered && other.isOrdered
        isWhole = isWhole && other.isWhole
    }

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
}

/// The ordered chain of a server, with names for its certificates: the number in `inspect`, and the file if several.
struct PresentedChain {
    let chain: Chain
    let roots: Roots?
    let paths: CertificatePaths
    /// The names of the chain's files, in order.
    let title: String
    /// The file and index of each certificate, by its index in ``paths``.
    let places: [Chain.Place]
    /// The names of the certificates in messages, by index.
    let names: [String]

    /// - Parameter isSingle: whether this is the only chain; otherwise, the names of certificates include the file.
    init(_ chain: Chain, roots: Roots?, host: HostName?, isSingle: Bool = true) {
        self.chain = chain
        self.roots = roots
        let authorities = roots?.chain ?? Chain()
        paths = CertificatePaths(
            chain.certificates, roots: authorities.certificates,
            host: host.flatMap { ServerName($0.description) }, isOrdered: chain.isOrdered)
        var seen: Set<String> = []
        let files = chain.places.map { $0.file }.filter { seen.insert($0).inserted }
        title = files.isEmpty ? "the chain" : files.map { PathName.ofInput($0) }.joined(separator: "+")
        let rootPlaces = Dictionary(grouping: zip(authorities.certificates, authorities.places)) { $0.0 }
        places = chain.places + paths.roots.compactMap { rootPlaces[$0]?.first?.1 }
        let isSingle = isSingle && Set(places.map { $0.file }).count <= 1
        names = places.map { (place) in
            "certificate \(place.index + 1)" + (isSingle ? "" : " of \(PathName.ofInput(place.file))")
        }
    }

    /// The certificates that end a path because their issuer is missing, each with the issuer's name.
    var missingIssuers: [(place: Int, issuer: DistinguishedName)] {
        var seen: Set<Int> = []
        let ends = paths.paths.filter { !$0.isComplete && !$0.isAnchored }.compactMap { $0.members.last }
        let open = ends.filter { paths.unfitIssuers[$0] == nil && seen.insert($0).inserted }
        return open.compactMap { (last) in paths[last].map { (last, $0.issuer) } }
    }

    /// Returns the certificates of CAs to which paths from the chain lead, judging by names and key identifiers.
    func authorities(among known: [Certificate]) -> Set<Certificate> {
        Set(CertificatePaths(chain.certificates, roots: known, isOrdered: chain.isOrdered).roots)
    }

    /// Returns advice on how to find the issuer of the certificate at an index, and the option that helps.
    func issuerAdvice(_ place: Int) -> (text: String, option: String) {
        roots == nil
            ? (
                paths.issuerHint(place, roots: "add the CA certificates above it"),
                ", with --roots system or --roots FILE"
            )
            : ("none of the roots has the issuer's name and key identifier; add the missing certificate", "")
    }

    /// Returns the name of the first certificate in ``roots`` with a pin that no path contains; `nil` if there is none.
    func strayRoot(with pin: Pin) -> String? {
        guard let roots, let index = roots.byPin[pin] else { return nil }
        let (certificate, place) = (roots.chain.certificates[index], roots.chain.places[index])
        return "certificate \(place.index + 1) of \(PathName.ofInput(place.file)), \(certificate.subject)"
    }

    /// Returns the name of the certificate at an index, for messages.
    func name(_ place: Int) -> String {
        names.indices.contains(place) ? names[place] : "certificate \(place + 1)"
    }

    /// Writes the fields that identify a certificate.
    func write(_ place: Int, to json: inout JSONWriter) {
        guard places.indices.contains(place) else { return json.count("index", place) }
        json.count("index", places[place].index)
        json.string("file", places[place].file)
    }
}

/// CA certificates that platforms may trust: candidates for the end of a path.
struct Roots {
    let chain: Chain
    /// The index of the first certificate with each pin.
    let byPin: [Pin: Int]

    static let option = Command.Option(
        "--roots FILE",
        "CA certificates in any format, or 'system' for those of this system; signatures are not verified"
    )

    /// The advice to provide roots.
    static let advice = "add --roots system, or --roots and a PEM file of CA certificates"

    /// The caveat for conclusions that depend on roots.
    static let caveat =
        "paths to the roots were found by name and key identifier; signatures were not verified"

    /// Reads the roots of `--roots`; `nil` without the option.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let names = arguments.lists[Roots.option.name] else { return nil }
        let files = try names.map { (name) throws(UsageError) -> String in
            guard name == "system" else {
                if !PathName.isInput(name), nearestWord(to: name, among: ["system"]) != nil {
                    throw .unknown("value of --roots", name, among: ["system"], help: Roots.advice)
                }
                return name
            }
            guard let file = Roots.systemFile else {
                throw UsageError(
                    "cannot find the CA certificates of this system",
                    hint: "use --roots with a PEM file, such as Mozilla's from https://curl.se/ca/cacert.pem")
            }
            return file
        }
        chain = try Chain(arguments.files(files))
        let pins = chain.certificates.map { $0.pin }
        byPin = Dictionary(grouping: pins.indices) { pins[$0] }.compactMapValues { $0.first }
    }

    /// A Boolean value that indicates whether all objects in the files could be used, and there are certificates among
    /// them. Otherwise, a root may be missing.
    var isWhole: Bool { chain.isWhole && !chain.certificates.isEmpty }

    /// The files in which systems keep the CA certificates that they trust.
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
