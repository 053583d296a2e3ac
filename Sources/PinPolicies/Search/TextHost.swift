import SPKIHash

/// A literal in text that names a host. Many other literals resemble hosts: the names of packages, files and keys.
struct TextHost: Hashable {
    /// The name or pattern, without scheme, port and path.
    let range: Range<Int>
    /// The labels before the name, which is then the origin of a zone file (RFC 1035 section 5.1).
    var labels: Range<Int>?
    /// The whole literal.
    let literal: Range<Int>
    /// A Boolean value that indicates whether the literal is the host argument of OkHttp's `add`.
    var isArgument = false
    /// A Boolean value that indicates whether the literal can only be a host: a URL, a pattern, or a name in a
    /// well-known top-level domain.
    let isCertain: Bool
    /// The place of the brackets that list the host along with other hosts.
    var group: Int?
    /// A Boolean value that indicates whether the name before the literal identifies it as a host.
    var isNamed = false
    /// A Boolean value that indicates whether the host is that of an address in prose, which belongs only to the pins of
    /// the same line.
    var isReference = false
    /// The place of the map in which the literal is a key, if the literal may be a file name.
    var map: Int?

    /// Creates a host from a literal where a consumer expects one, although it is not the name of a host.
    init(unread literal: Range<Int>) { (range, self.literal, isCertain) = (literal, literal, false) }

    /// Creates the host in a literal; `nil` if the literal is something else.
    ///
    /// - Parameters:
    ///   - isArgument: whether a host is expected here, so that a path may follow it.
    ///   - mayBeFile: whether to accept a host that looks like a file name.
    init?(_ text: [UInt8], in literal: Range<Int>, isArgument: Bool = false, mayBeFile: Bool = false) {
        var range = text.withoutBlanks(literal)
        guard (4...1024).contains(range.count) else { return nil }
        let end = range.upperBound
        let isAddress = TextHost.strip(&range, of: text)
        let path = String(decoding: text[range.upperBound..<end], as: UTF8.self).lowercased()
        guard !isAddress || !TextHost.files.contains(where: path.hasSuffix) else { return nil }
        if isArgument {
            range =
                range.lowerBound..<(text[range].firstIndex { "/?#".utf8.contains($0) } ?? range.upperBound)
        }
        let name = text[range]
        var labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPattern =
            labels.first?.allSatisfy { $0 == UInt8(ascii: "*") } ?? false && labels.first?.isEmpty == false
        if isPattern { labels.removeFirst() }
        if labels.last?.isEmpty == true { labels.removeLast() }
        guard name.count <= 255, labels.allSatisfy(TextHost.isLabel), let last = labels.last,
            !last.contains(UInt8(ascii: "*"))
        else { return nil }
        (self.range, self.literal) = (range, literal)
        let top = String(decoding: last, as: UTF8.self).lowercased()
        // A single label is a host only in a URL, in a pattern, or if it is localhost (RFC 6761 section 6.3).
        let isOfTopLevel = isPattern && TextHost.topLevels.contains(top)
        guard labels.count > 1 || isAddress && !isPattern || isOfTopLevel || top == "localhost"
        else { return nil }
        if top.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Four numbers may be an address or a version.
            guard labels.count == 4, labels.allSatisfy({ UInt8(String(decoding: $0, as: UTF8.self)) != nil })
            else { return nil }
            isCertain = isAddress
            return
        }
        guard top.utf8.count > 1,
            labels.count == 1 || top.hasPrefix("xn--") || last.allSatisfy({ isASCIILetter($0) || $0 >= 0x80 })
        else { return nil }
        let isKnown = TextHost.topLevels.contains(top) || top.utf8.count == 2
        if !isAddress, !isPattern {
            // bank.id may be a host or a file, but api.bank.id is a host.
            let isFile =
                TextHost.extensions.contains(top)
                || !mayBeFile && labels.count < 3 && TextHost.countries.contains(top)
            guard !isFile, isArgument || !TextHost.isPackage(labels), isKnown || labels.count > 2 else {
                return nil
            }
        }
        // user.account.id is a property in most languages.
        isCertain = labels.count > 1 && (isAddress || isPattern || isKnown && top != "id")
    }

    /// Returns whether another host is in the same list.
    func isBeside(_ other: TextHost) -> Bool {
        (group ?? range.lowerBound) == (other.group ?? other.range.lowerBound)
    }

    /// Removes the scheme, the user, the port and the path of a URL; returns whether there was a scheme.
    private static func strip(_ range: inout Range<Int>, of text: [UInt8]) -> Bool {
        var isAddress = false
        if let colon = text[range].prefix(12).firstIndex(of: UInt8(ascii: ":")), colon + 2 < range.upperBound,
            text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/"),
            text[range.lowerBound..<colon].allSatisfy(isASCIILetter)
        {
            isAddress = true
            let rest = (colon + 3)..<range.upperBound
            let end = text[rest].firstIndex { "/?#\\$ ".utf8.contains($0) } ?? rest.upperBound
            let start =
                text[rest.lowerBound..<end].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? rest.lowerBound
            range = start..<end
        }
        if let colon = text[range].lastIndex(of: UInt8(ascii: ":")), range.upperBound - colon <= 6,
            text[(colon + 1)..<range.upperBound].allSatisfy({ (0x30...0x39).contains($0) })
        {
            range = range.lowerBound..<colon
        }
        return isAddress
    }

    /// Returns whether text may be a label. Asterisks are accepted, so that a pattern that consumers cannot read is
    /// reported.
    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        !label.isEmpty && label.count <= 63
            && label.allSatisfy { isWordCharacter($0) || "-*".utf8.contains($0) || $0 >= 0x80 }
    }

    /// Returns whether labels form the name of a package, `com.example.app`, or of a setting, `ssl.pins.live`.
    private static func isPackage(_ labels: [ArraySlice<UInt8>]) -> Bool {
        let words = labels.map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard let first = words.first, let last = words.last else { return false }
        let isGeneric = ["com", "org", "net", "test"].contains(last)
        // As in `pin.api.example.com=sha256/…`.
        if ["pin", "pins"].contains(first) { return labels.count > 2 }
        if ["com", "org", "net"].contains(first) { return labels.count > 2 && !isGeneric }
        return !isGeneric && last.utf8.count != 2
            && (["android", "androidx", "java", "javax", "kotlin", "kotlinx"].contains(first)
                || words.contains { ["pin", "pins", "pinning", "spki"].contains($0) })
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map { String($0) })
    }

    /// The endings of the addresses of CA certificates and repositories.
    private static let files = [".pem", ".crt", ".cer", ".der", ".crl", ".p7c", ".git"]
    private static let topLevels = words(
        "com org net edu gov mil int info biz name pro mobi app dev xyz online site tech store cloud live bank finance"
            + " money shop health care world today digital agency systems solutions services network media news club"
            + " test example invalid local internal lan intranet corp home localdomain travel jobs asia cat coop page"
            + " google android apple amazon aws azure microsoft space fun run ventures insure credit loans games game"
            + " social chat works work software host website email blog wiki design energy academy school university localhost"
    )
    /// File name extensions.
    fileprivate static let extensions = words(
        "pem crt cer der csr p7b p7c p8 key json xml plist yaml yml txt js ts jsx tsx kt kts java swift dart rb go gz db"
            + " cs hs html css png jpg jpeg gif svg zip jar aar apk ipa lock log conf cfg ini properties proto"
            + " toml gradle bundle framework mobileprovision p12 pfx jks bks storyboard xib cpp hpp php csv dll exe bin"
            + " title message text label error default value type")
    /// File name extensions that are also country-code domains.
    fileprivate static let countries = words("py cc rs sh so pl ps md id")
}

extension PinsInText {
    /// Returns whether a word ends like a file name.
    package static func namesFile(_ word: String) -> Bool {
        let ending = word.split(separator: ".").dropFirst().last?.lowercased() ?? ""
        return TextHost.extensions.contains(ending) || TextHost.countries.contains(ending)
    }
}
