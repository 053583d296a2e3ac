/// What a pinned key or certificate is kept for.
public enum PinRole: String, Sendable, CaseIterable {
    /// The server presents it now.
    case active
    /// It is kept offline, for the day on which the active one is lost: RFC 7469 section 4.3.
    case backup
}

/// The pins of one set, each with a label and a role. Two pins are the same where their digests are, however
/// they were written.
public struct PinSet: Sendable, Hashable {
    /// One pin of the set.
    public struct Member: Sendable, Hashable {
        /// The pin.
        public let pin: Pin
        /// The common name of the key; empty if no one named it.
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

    /// The pins in the order in which they were given.
    public let members: [Member]
    private let places: [Pin: Int]

    /// Creates a set of pins; of a digest that occurs twice, the first stays.
    public init(_ members: some Sequence<Member>) {
        var kept: [Member] = []
        var places: [Pin: Int] = [:]
        for member in members where places[member.pin] == nil {
            places[member.pin] = kept.count
            kept.append(member)
        }
        self.members = kept
        self.places = places
    }

    /// Creates a set of active pins without labels.
    public init(_ pins: some Sequence<Pin>) {
        self.init(pins.map { Member($0) })
    }

    /// The member with this pin, or nil.
    package func member(_ pin: Pin) -> Member? { places[pin].map { members[$0] } }
}
