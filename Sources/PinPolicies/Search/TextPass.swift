import SPKIHash

/// A reader that reads a text once, without a list of tokens. It recognizes literals, names, brackets and
/// comments in the notation of most languages, and keeps only the open brackets.
///
/// This file contains the main loop and reads the starts of lines. Other files split the text into literals
/// (`TextPassLiterals`) and words (`TextPassWords`), determine the keys and brackets around them (`TextPassKeys`,
/// `TextPassScopes`), and note the values of names (`TextPassNames`) and the pins (`TextPassMentions`).
/// ``TextResolution`` then resolves the names.
struct TextPass {
    /// A literal or a comment whose content is being read.
    struct Enclosure {
        let kind: TextScope.Kind
        let end: Int
        let after: Int
        let scopes: Int
    }

    let text: [UInt8]
    /// The names whose uses count; `nil` in the first pass, which looks for digests.
    let interest: TextNames?
    /// A Boolean value that indicates whether the text is XML.
    let isXML: Bool
    /// A Boolean value that indicates whether text other than XML contains elements of a configuration.
    let hasElements: Bool
    var mentions: [TextMention] = []
    /// The hosts that are excluded from the pins of their parent domains.
    var exclusions: [HostMention] = []
    /// The lists and calls that contain constants instead of pins.
    var absent: [TextMention] = []
    /// The distinct hosts outside comments; only the first ones in a long text.
    var distinctHosts: [TextHost] = []
    /// The places of the maps with keys that are certainly hosts.
    var hostMaps: Set<Int> = []
    /// The hosts in lists, by ``TextHost/group``.
    var groups: [Int: [TextHost]] = [:]
    /// The constants that stand for hosts.
    var constants = TextConstants()
    var scopes: [TextScope] = [TextScope(kind: .file, level: 0, start: 0)]
    var place: Int
    /// The end of the innermost literal or comment, or of the text.
    var end: Int
    var enclosures: [Enclosure] = []
    /// The offset up to which the quotation marks of each kind are unpaired, by the octet of the mark.
    var unpaired: [UInt8: Int] = [:]
    var isInTag = false
    /// The number of enclosing `#if` directives.
    var directives = 0
    /// The end of the last line that looks like a pin but belongs to a private key.
    var keyEnd: Int?
    /// The numbers and digits of a TLSA record.
    var record: TextRecord?
    /// The domain to which the relative names of a zone file belong.
    var origin: TextHost?
    /// A Boolean value that indicates whether the text is a zone file with control entries (RFC 1035 section 5.1).
    lazy var isZone = ["$ORIGIN", "$INCLUDE", "$TTL"].contains { text[...].firstIndex(ofText: $0) != nil }
    /// A Boolean value that indicates whether the text may contain a command of curl or Wget.
    lazy var hasCommands = ["curl ", "wget "].contains { text[...].firstIndex(ofText: $0) != nil }
    /// A Boolean value that indicates whether the text has code for OkHttp.
    lazy var isOfOkHttp = text[...].firstIndex(ofText: "CertificatePinner") != nil
    lazy var isOfSwift = ["let ", "func "].contains { text[...].firstIndex(ofText: $0) != nil }
    /// The place of the last end of a block comment.
    lazy var lastBlockEnd = text[...].lastEnd(ofText: "*/") ?? 0
    /// A Boolean value that indicates whether block comments may be nested, as in Kotlin, Scala, Swift and Rust; false
    /// after one that does not end.
    lazy var isNesting =
        isOfSwift || ["val ", "fun ", "fn "].contains { text[...].firstIndex(ofText: $0) != nil }
    /// The number of hosts of all pins. Pins have no hosts if there are too many in total.
    var hostCount = 0
    /// The maximum number of pins, and of hosts of all pins.
    let most: Int
    var isFull: Bool { mentions.count > most }

    static let deepest = 200

    var top: Int { scopes.count - 1 }
    /// The number of enclosing brackets, not counting literals and comments.
    var level: Int { scopes[top].level }

    init(_ text: [UInt8], interest: TextNames? = nil, most: Int = PinsInText.mostSightings) {
        (self.text, self.most) = (text, most)
        self.interest = interest
        place = text.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        end = text.count
        isXML = text.isElement
        hasElements = !isXML && ["</key>", "</domain>"].contains { text[...].firstIndex(ofText: $0) != nil }
    }

    /// The elements that are read in text other than XML, such as documentation.
    static let elements: Set<String> = [
        "dict", "key", "array", "string", "network-security-config", "domain-config", "domain", "pin-set",
        "pin",
    ]

    mutating func run() {
        startLine()
        while !isFull {
            while let inner = enclosures.last, place >= inner.end { leave(inner) }
            guard place < text.count else { break }
            step()
        }
        while let inner = enclosures.last { leave(inner) }
        while scopes.count > 1 { closeScope() }
        endStatement()
        settlePending()
    }

    func peek(_ offset: Int = 1) -> UInt8 { place + offset < end ? text[place + offset] : 0 }

    /// The octet before this place.
    var before: UInt8 { place > 0 ? text[place - 1] : 0x0a }

    var isInLiteral: Bool { enclosures.contains { $0.kind == .literal } }
    var isInComment: Bool { enclosures.contains { $0.kind == .comment } }

    private mutating func step() {
        let byte = text[place]
        if let mark = commentMark() { return comment(from: place + mark.start.utf8.count, to: mark.end) }
        switch byte {
        case 0x0a:
            place += 1
            startLine()
        // An at sign precedes each literal in Objective-C.
        case 0x20, 0x09, 0x0d, UInt8(ascii: "@"): place += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): quote(byte, width: 1)
        case UInt8(ascii: "\\"): backslash()
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            open(byte)
            place += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            close(byte)
            place += 1
        case UInt8(ascii: ","), UInt8(ascii: ";"):
            separate(byte)
            place += 1
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "!"): keySign(byte)
        case UInt8(ascii: "/") where peek() == byte || peek() == UInt8(ascii: "*"): slashes()
        case UInt8(ascii: "#"): hash()
        case UInt8(ascii: "<"): angle()
        case UInt8(ascii: ">") where isXML || isInTag: endTag()
        default:
            guard TextPass.isWord(byte) || Base64.isDigit(byte) || byte == UInt8(ascii: "*") else {
                sign(byte)
                place += 1
                return
            }
            word()
        }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        isWordCharacter(byte) || byte == UInt8(ascii: "$") || byte >= 0x80
    }

    // MARK: Lines

    /// Reads the white space at the start of a line, which may begin or end an indented block.
    private mutating func startLine() {
        let start = place
        while place < end, text[place] == 0x20 || text[place] == 0x09 || text[place] == 0x0d { place += 1 }
        guard place < end, text[place] != 0x0a, !isContinued else { return }
        let tabs = text[start..<place].count { $0 == 0x09 }
        // An Objective-C method has its type in parentheses.
        let isMethod =
            "-+".utf8.contains(text[place]) && text[place..<end].prefix(3).dropFirst().contains(0x28)
        let isDash = text[place] == UInt8(ascii: "-") && peek() == 0x20 && !isMethod
        // The column is doubled, so that the item of a list is deeper than a key in the same column. A tab counts as
        // four columns, because other lines may have spaces instead.
        let column = 2 * (place - start + 3 * tabs) + (isDash ? 1 : 0)
        defer { if isMethod { scopes[top].statement.isFunction = true } }
        if column == 0, text[place..<end].starts(with: "---".utf8), "\r\n".utf8.contains(peek(3)) {
            place += 3
            return startDocument()
        }
        guard scopes[top].isIndented else {
            if scopes[top].hasStatements { endStatement() }
            return
        }
        while scopes.count > 1, scopes[top].kind == .indentation, scopes[top].column > column {
            closeScope()
            // The next item of a list has the same key as the last one.
            if column > scopes[top].column { settleStatement() } else { endStatement() }
        }
        let isDeeper = column > scopes[top].column
        if isDash {
            var content = place + 1
            while content < end, text[content] == 0x20 { content += 1 }
            pushIndentation(2 * (content - start + 3 * tabs))
            scopes[top].isItem = true
            place = content
        } else if isDeeper {
            pushIndentation(column)
        } else {
            endStatement()
        }
    }

    /// Begins a document of YAML (YAML 1.2.2, section 9.1), or a part of a configuration of curl, whose hosts are its own.
    mutating func startDocument() {
        while scopes[top].kind == .indentation { closeScope() }
        endStatement()
        guard scopes[top].kind == .file else { return }
        settlePending()
        scopes[top].startDocument(after: mentions.count)
    }

    /// A Boolean value that indicates whether the last line continues on the next one.
    private var isContinued: Bool {
        let byte = text[place]
        if byte == UInt8(ascii: "#"), peek() == UInt8(ascii: "i") || peek() == UInt8(ascii: "e") {
            return false
        }
        if case .sign(let sign) = scopes[top].last {
            if "+\\|&?,=-".utf8.contains(sign) { return true }
            if sign == UInt8(ascii: ":"), !scopes[top].isIndented { return true }
        }
        // As in `class Api` above a brace that is alone on its line; other such braces may follow a command in a log.
        if byte == UInt8(ascii: "{"), Base64.isWhiteSpace(peek()),
            scopes[top].hasStatements && scopes[top].pieces + scopes[top].items > 0
                || scopes[top].statement.isDeclaration || hasParentheses
        {
            return true
        }
        // As in `<key>a.example.com</key>` above `<dict>`.
        if byte == UInt8(ascii: "<"), case .closed(byte, _) = scopes[top].last {
            return scopes[top].name != nil || !scopes[top].keys.isEmpty
        }
        return ".)]}+?|&".utf8.contains(byte) || byte == UInt8(ascii: ":") && !isXML
    }

    private mutating func pushIndentation(_ column: Int) {
        guard scopes.count < TextPass.deepest else { return }
        push(.indentation, content: contentOfBlock(isBody: true, byArrow: false))
        scopes[top].column = column
    }
}
