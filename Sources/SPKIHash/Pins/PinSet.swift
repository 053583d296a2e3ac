/// The role of a pinned key or certificate.
public enum PinRole: String, Sendable, CaseIterable {
    /// The server presents it now.
    case active
    /// It is kept offline in case the active one is lost: RFC 7469 section 4.3.
    case backup
}

/// A set of pins, each with a label and a role. Two pins are equal if their digests are, whatever their
/// spelling.
public struct PinSet: Sendable {
    /// One pin of the set.
    public struct Member: Sendable, Hashable {
        /// The pin.
        public let pin: Pin
        /// A name for the key; empty by default.
        public let label: String
        /// Active or backup.
        public let role: PinRole

        /// Creates a member from a pin.
        public init(_ pin: Pin, label: String = "", role: PinRole = .active) {
            self.pin = pin
            self.label = label
            self.role = role
        }
    }

    /// The pins in the given order.
    public let members: [Member]
    /// The places of the pins; empty if there are so few that a search is as fast.
    private let places: [Pin: Int]

    /// Creates a set of pins; of any duplicates, the first is kept.
    public init(_ members: some Sequence<Member>) {
        var kept: [Member] = []
        var places: [Pin: Int] = [:]
        for member in members where places[member.pin] == nil {
            places[member.pin] = kept.count
            kept.append(member)
        }
        self.members = kept
        self.places = kept.count > PinSet.mostSearched ? places : [:]
    }

    /// Creates a set of active pins without labels.
    public init(_ pins: some Sequence<Pin>) {
        self.init(pins.map { Member($0) })
    }

    private static let mostSearched = 8

    package func member(_ pin: Pin) -> Member? {
        places.isEmpty ? members.first { $0.pin == pin } : places[pin].map { members[$0] }
    }
}

extension PinSet: Hashable {
    /// Returns whether both sets have the same pins, in any order and with any labels and roles. To compare labels and
    /// roles too, compare the sets of ``members``.
    public static func == (one: PinSet, other: PinSet) -> Bool { Set(one) == Set(other) }

    /// Hashes the pins, whatever their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(Set(self)) }
}

// The pins of a set, without labels and roles.
extension PinSet: RandomAccessCollection {
    /// The first index, 0.
    public var startIndex: Int { 0 }
    /// The number of pins.
    public var endIndex: Int { members.count }
    /// The pin at an index.
    public subscript(_ place: Int) -> Pin { members[place].pin }

    /// Returns whether the set has a pin.
    public func contains(_ pin: Pin) -> Bool { member(pin) != nil }
}

extension PinSet: CustomStringConvertible {
    /// The pins, separated by commas.
    public var description: String { "[\(map { "\($0)" }.joined(separator: ", "))]" }
}

extension PinSet: ExpressibleByArrayLiteral {
    /// Creates a set of active pins without labels.
    public init(arrayLiteral pins: Pin...) { self.init(pins) }
}
