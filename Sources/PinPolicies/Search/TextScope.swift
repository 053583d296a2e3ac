/// A host in text: a literal, or a name that stands for one.
enum HostMention: Hashable {
    case literal(TextHost)
    case name(Range<Int>)

    var range: Range<Int> {
        switch self {
        case .literal(let host): host.range
        case .name(let range): range
        }
    }
}

/// A setting for the pins in the same brackets, under a name that several libraries share: in lower case, without the
/// prefixes of TrustKit's constants and without separators.
enum TextSetting: String {
    case includesubdomains, nsincludessubdomains, expirationdate, expires, enforcepinning, isenforced,
        enforce, position, kind, match
    /// TrustKit's setting that excludes a host from the pins of its parent domain.
    case excludesubdomainfromparentpolicy

    /// Returns whether a value is true or false in any language; `nil` if it is known only at run time.
    static func truth(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "true", "yes", "1", "kcfbooleantrue": true
        case "false", "no", "0", "kcfbooleanfalse", "nil", "null", "none", "undefined": false
        default: nil
        }
    }
}

extension [TextSetting: Range<Int>] {
    /// Adds a setting, unless it is already there: the first value counts.
    mutating func add(_ setting: TextSetting, _ value: Range<Int>) { self[setting] = self[setting] ?? value }
}

/// A key or name of at most 255 bytes. Many pins have one, so the offsets take only as much memory as a text of 64 MiB
/// needs.
struct TextKey: Hashable, Sendable {
    private let start: UInt32
    private let count: UInt8
    /// The place of the brackets that contain the key.
    let scope: UInt32

    init?(_ range: Range<Int>, inScopeAt place: Int) {
        guard let start = UInt32(exactly: range.lowerBound), let count = UInt8(exactly: range.count),
            let scope = UInt32(exactly: place)
        else { return nil }
        (self.start, self.count, self.scope) = (start, count, scope)
    }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// A pin in text, or the use of a name that stands for pins.
struct TextMention {
    /// The digest; `nil` for a use of a name that stands for pins.
    let digest: TextDigest?
    let range: Range<Int>
    /// The number of enclosing brackets, not counting literals.
    let level: Int
    /// The names that are keys or first arguments of the enclosing calls, innermost first, each with a Boolean value
    /// that indicates whether the call is to `add`.
    var arguments: [(name: Range<Int>, isOfAdd: Bool)] = []
    /// The hosts in the key or argument to which the mention belongs. They do not count if a name in ``arguments``
    /// stands for a host.
    var hosts: [HostMention] = []
    /// The level of the brackets that name the hosts; `nil` if there are none.
    var hostLevel: Int?
    /// A Boolean value that indicates whether the mention belongs to a literal host.
    var isOfHost: Bool { if case .literal? = hosts.first { true } else { false } }
    /// The nearest literal host.
    var nearby: TextHost?
    /// The only host in the comment before the mention or after it.
    var heading: TextHost?
    /// A Boolean value that indicates whether the mention belongs to a host that is defined elsewhere, so that no other
    /// host counts.
    var hasOtherHost = false
    /// The name that stands for the mention, and whether the name is a property rather than a constant.
    var name: Range<Int>?
    var isProperty = false
    /// The innermost name, and the name of the enclosing type.
    var ownName: Range<Int>?
    var type: Range<Int>?
    /// The innermost key or name of the value.
    var key: TextKey?
    /// The place at which the body of the enclosing function begins.
    var function: Int?
    /// The place of the list that contains the mention.
    var list: Int?
    /// The position in the chain that an enclosing name indicates, such as the name of the list.
    var position: ChainPosition?
    var isInComment = false
    var isConditional = false
    /// A Boolean value that indicates whether other values precede the mention in its call or object, as in
    /// `add(HOST, pin)`, so that one of them may be its host.
    var isOfEntry = false
    /// A Boolean value that indicates whether another place of the text uses the mention by its name.
    var isFollowed = false
    /// A Boolean value that indicates whether the mention is a whole literal.
    var isWhole = false
    /// A Boolean value that indicates whether the mention is near several hosts, so that none is the nearest.
    var isAmbiguous = false
    /// A Boolean value that indicates whether something nearby identifies the mention as a pin.
    var isSigned = false
    /// A Boolean value that indicates whether a name identifies the digest as a key, a secret or another digest.
    var isOther = false
    /// The comment after the mention on the same line.
    var comment: Range<Int>?
    var settings: [TextSetting: Range<Int>] = [:]
    /// The other items of the mention's list that look like pins of the wrong length.
    var cutPins: [Range<Int>] = []
    /// The names near the mention in places where a pin may be; ``TextResolution`` keeps those that the text does not
    /// define.
    var itemNames: [Range<Int>] = []
    /// The hosts after name resolution, and how they were found.
    var found: [TextHost] = []
    var source: PinsInText.HostSource?
}

/// Brackets, an indented block, an element, a literal or a comment, while it is being read.
struct TextScope {
    enum Kind: Hashable {
        case file, indentation, literal, comment
        /// A bracket or an element, given by its opening character. For an element, this is `<`.
        case bracket(UInt8)
    }

    /// The kind of content in braces or indented lines, which indicates the purpose of a host there.
    enum Content { case values, block, function, type }

    /// A piece of text.
    enum Piece {
        case none, digest
        case host(TextHost)
        case literal(Range<Int>)
        case name(Range<Int>)
        case sign(UInt8)
        /// A closing bracket, with the only host or name between the brackets.
        case closed(UInt8, HostMention?)
    }

    /// The hosts, pins and kind of a statement.
    struct Statement {
        var hosts: [TextHost] = []
        var pins: [Int] = []
        /// A Boolean value that indicates whether hosts follow their pins, as in `[pin: "a.example.com"]`.
        var isReversed = false
        /// The host before a pin; `nil` if it already is that of another pin before it.
        var lastHost: TextHost? { isReversed ? nil : hosts.last }
        /// The place at which a command of curl or Wget begins.
        var command: Int?
        var isConditional = false
        /// A Boolean value that indicates whether the block after the condition is for other hosts than the one in it, as
        /// after `guard`.
        var isInverted = false
        /// A Boolean value that indicates whether the condition compares a host so that the block is for other hosts.
        var isForOthers = false
        var isBlock = false
        var isFunction = false
        var isType = false
        /// A Boolean value that indicates whether the statement begins with a label, as in `case "a.example.com":`.
        var isLabel = false
        /// A Boolean value that indicates whether braces after parentheses have the values of a new object.
        var isNew = false
        /// A Boolean value that indicates whether the statement may have a body.
        var isDeclaration: Bool { isBlock || isFunction || isType }
        /// The name of the type.
        var type: Range<Int>?
        /// The name before the first parentheses.
        var function: Range<Int>?
        /// The words in the last parentheses, which may be the parameters of a function.
        var parameters: [Range<Int>] = []
    }

    let kind: Kind
    var content = Content.values
    let level: Int
    /// The column of the lines of an indented block.
    var column = 0
    /// A Boolean value that indicates whether the block is an item of a list.
    var isItem = false
    /// A Boolean value that indicates whether the block is a section of TOML or INI, whose names are those of properties.
    var isSection = false
    /// The number of mentions before the scope, or before the document of YAML.
    private(set) var start: Int
    /// The place in the text at which the scope begins.
    var place = 0
    var isConditional = false
    /// A Boolean value that indicates whether the block is for other hosts than the one in its condition.
    var isForOthers = false
    /// The element's name.
    var element: Range<Int>?
    /// The name of the type whose members the scope contains.
    var type: Range<Int>?
    /// The name of the function whose statements the scope contains.
    var function: Range<Int>?

    var last = Piece.none
    /// The number of pieces in the current item, and the number of items before it.
    var pieces = 0
    var items = 0
    /// The only host in the comment before the current statement.
    var heading: TextHost?
    /// The hosts that are the keys of the current item, and the number of pieces up to them.
    var keys: [TextHost] = []
    var keyPieces = 0
    /// The hosts of the last label, as in `case "a.example.com":`.
    var label: [TextHost] = []
    /// The preceding hosts that share the next key sign.
    var alternatives: [TextHost] = []
    /// A Boolean value that indicates whether the value of the name is a host.
    var isDefined = false
    /// The last name that is declared in the item, as `host` in `String host`.
    var declared: Range<Int>?
    /// The number of mentions before the name.
    var nameStart = 0
    /// The name of the current item, and the sign after the name.
    var name: Range<Int>?
    var nameSign: UInt8 = 0
    /// A Boolean value that indicates whether the last name follows square brackets, as the type of an array does.
    var isType = false
    /// The last name before an equals sign.
    var lastName: Range<Int>?
    /// A Boolean value that indicates whether the key of the current item indicates that its value is a host.
    var expectsHost = false
    /// The setting whose value follows.
    var expected: TextSetting?
    /// The number of question marks of conditional expressions whose colon follows.
    var questions = 0
    /// A Boolean value that indicates whether the value is the second one of a conditional expression.
    var isAlternative = false
    /// The first argument: a host or a name.
    var first: HostMention?
    /// The first words in brackets.
    var words: [Range<Int>] = []
    /// A Boolean value that indicates whether the brackets contain the arguments of `add`.
    var isOfAdd = false
    /// A Boolean value that indicates whether the brackets contain the arguments of `format`.
    var isOfFormat = false
    /// The last literal that looks like a pin of the wrong length, and all such literals that end an item.
    var cutPin: Range<Int>?
    var cutPins: [Range<Int>] = []
    /// The names that end an item where a pin may be: in a list or after the host of `add`.
    var itemNames: [Range<Int>] = []
    /// The hosts in properties whose names indicate a host.
    var named: NamedHosts
    var settings: [TextSetting: Range<Int>] = [:]

    /// The distinct literal hosts in the scope, at most ``mostHosts``.
    var hosts: [TextHost] = []
    /// The pins in the scope that have no host yet.
    var pending: [Int] = []
    var statement = Statement()

    static let mostHosts = 8
    /// The maximum number of lists of hosts that are kept.
    static let mostGroups = 10_000
    /// The maximum number of hosts that share pins; each of these pins lists all of the hosts.
    static let mostKeys = 64

    /// Notes the current item if it looks like a pin of the wrong length or may be the name of a pin.
    mutating func noteItem() {
        if keys.isEmpty, name == nil,
            isOfAdd ? items > 0 : kind == .bracket(UInt8(ascii: "[")) && pieces == 1
        {
            switch last {
            // As in `pin` and `getString(pin)`.
            case .name(let range), .closed(_, .name(let range)?): itemNames.append(range)
            default: break
            }
        }
        if case .literal = last, let cutPin, keys.isEmpty, name == nil { cutPins.append(cutPin) }
        cutPin = nil
    }

    init(kind: Kind, content: Content = .values, level: Int, start: Int) {
        (self.kind, self.content, self.level, self.start) = (kind, content, level, start)
        named = NamedHosts(after: start)
    }

    /// Notes a host in a property whose name indicates a host, which may begin the next entry.
    mutating func note(_ host: HostMention, in text: [UInt8], after mentions: Int) {
        if named.note(host, by: name, in: text, after: mentions) { first = nil }
    }

    /// Forgets the hosts before the end of a document of YAML.
    mutating func startDocument(after mentions: Int) {
        (hosts, pending, named, start) = ([], [], NamedHosts(after: mentions), mentions)
    }

    /// Notes the last host as one of several that share the next key sign.
    mutating func noteAlternative() {
        guard case .host(let host) = last, alternatives.count < TextScope.mostHosts else {
            return alternatives = []
        }
        alternatives.append(host)
    }

    /// Ends the current item: notes it, if needed, and then forgets it.
    mutating func endItem() {
        noteItem()
        (keys, alternatives, name, nameSign, lastName, expected) = ([], [], nil, 0, nil, nil)
        (expectsHost, questions, isAlternative, pieces, last) = (false, 0, false, 0, .none)
    }

    /// A Boolean value that indicates whether the first item may be the key of the others: in braces, only if it has no
    /// name of its own.
    var mayBeginWithKey: Bool { kind != .bracket(UInt8(ascii: "{")) || name == nil }
    var isEnclosure: Bool { kind == .literal || kind == .comment }
    /// A Boolean value that indicates whether a line end may end a statement.
    var hasStatements: Bool { kind == .bracket(UInt8(ascii: "{")) || isEnclosure }
    var isIndented: Bool { kind == .file || kind == .indentation }
}
