import X509Model

/// The role of a pinned key or certificate.
public enum PinRole: String, Sendable, CaseIterable {
    /// The server currently presents the key.
    case active
    /// The key is kept offline in case the active key is lost, RFC 7469 section 4.3.
    case backup
}

/// A set of pins, each with a label and a role. Two pins are equal if their digests are equal, regardless of their
/// spelling.
public struct PinSet: Sendable, SetAlgebra, Hashable {
    /// A pin in the set.
    public struct Member: Sendable, Hashable {
        /// The pin.
        public let pin: Pin
        /// A name for the key; empty by default.
        public let label: String
        /// The role: active or backup.
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
    /// The indexes of the pins; empty if there are so few pins that a linear search is as fast.
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

    /// Creates an empty set.
    public init() { self.init([Member]()) }

    /// A Boolean value that indicates whether the set has no pins.
    public var isEmpty: Bool { members.isEmpty }

    /// Returns the pins that are in either set. Pins in both sets keep the labels and roles of this set.
    public func union(_ other: PinSet) -> PinSet { PinSet(members + other.members) }
    /// Returns the pins that are in both sets.
    public func intersection(_ other: PinSet) -> PinSet { PinSet(members.filter { other.contains($0.pin) }) }
    /// Returns the pins that are in only one of the sets.
    public func symmetricDifference(_ other: PinSet) -> PinSet {
        PinSet((members + other.members).filter { contains($0.pin) != other.contains($0.pin) })
    }

    /// Adds the pins of another set.
    public mutating func formUnion(_ other: PinSet) { self = union(other) }
    /// Removes the pins that another set does not contain.
    public mutating func formIntersection(_ other: PinSet) { self = intersection(other) }
    /// Removes the pins that another set also contains, and adds the remaining pins of that set.
    public mutating func formSymmetricDifference(_ other: PinSet) { self = symmetricDifference(other) }

    /// Adds an active pin without a label if the set does not contain the pin.
    @discardableResult
    public mutating func insert(_ pin: Pin) -> (inserted: Bool, memberAfterInsert: Pin) {
        defer { formUnion([pin]) }
        return (!contains(pin), pin)
    }

    /// Adds an active pin without a label, or returns the pin if the set already contains it.
    @discardableResult
    public mutating func update(with pin: Pin) -> Pin? { insert(pin).inserted ? nil : pin }

    /// Removes a pin and returns it, or returns `nil` if the set does not contain it.
    @discardableResult
    public mutating func remove(_ pin: Pin) -> Pin? {
        defer { self = PinSet(members.filter { $0.pin != pin }) }
        return contains(pin) ? pin : nil
    }

    /// Returns whether both sets have the same pins, in any order and with any labels and roles, as `SetAlgebra`
    /// requires. To compare labels and roles too, compare the sets of ``members``.
    public static func == (one: PinSet, other: PinSet) -> Bool { Set(one) == Set(other) }

    /// Hashes the pins, regardless of their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(Set(self)) }
}

/// A set of pinned whole certificates, each with a label and a role.
public struct CertificateSet: Sendable {
    /// One pinned certificate.
    public struct Member: Sendable {
        /// The SHA-256 of the certificate, which decides whether it matches.
        public let fingerprint: CertificateFingerprint
        /// The certificate; `nil` if unknown. Formats that contain whole certificates require it.
        package let certificate: Certificate?
        /// A human-readable name; empty by default.
        public let label: String
        /// The role: active or backup.
        public let role: PinRole

        /// Creates a member from a certificate.
        public init(_ certificate: Certificate, label: String = "", role: PinRole = .active) {
            self.init(certificate, CertificateFingerprint(certificate), label: label, role: role)
        }

        /// Creates a member from a known fingerprint and, if there is one, its certificate.
        package init(
            _ certificate: Certificate?, _ fingerprint: CertificateFingerprint, label: String, role: PinRole
        ) {
            self.fingerprint = fingerprint
            self.certificate = certificate
            self.label = label
            self.role = role
        }

        /// Creates a member from a fingerprint, if the certificate itself is not known.
        public init(_ fingerprint: CertificateFingerprint, label: String = "", role: PinRole = .active) {
            self.init(nil, fingerprint, label: label, role: role)
        }
    }

    /// The certificates in the given order.
    public let members: [Member]
    private let places: [CertificateFingerprint: Int]

    /// Creates a set of certificates; of any duplicates, the first is kept.
    public init(_ members: some Sequence<Member>) {
        var kept: [Member] = []
        var places: [CertificateFingerprint: Int] = [:]
        for member in members where places[member.fingerprint] == nil {
            places[member.fingerprint] = kept.count
            kept.append(member)
        }
        self.members = kept
        self.places = places
    }

    package func member(_ fingerprint: CertificateFingerprint) -> Member? {
        places[fingerprint].map { members[$0] }
    }
}

extension CertificateSet.Member: Hashable {
    /// Returns whether the fingerprints, labels and roles are equal, even if only one of the certificates is known.
    public static func == (one: CertificateSet.Member, other: CertificateSet.Member) -> Bool {
        one.fingerprint == other.fingerprint && one.label == other.label && one.role == other.role
    }

    /// Hashes the fingerprint, label and role.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
        hasher.combine(label)
        hasher.combine(role)
    }
}

extension CertificateSet: Hashable, CustomStringConvertible {
    /// Returns whether both sets have the same members, including labels and roles, in any order.
    public static func == (one: CertificateSet, other: CertificateSet) -> Bool {
        Set(one.members) == Set(other.members)
    }

    /// Hashes the members, regardless of their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(Set(members)) }

    /// The fingerprints, separated by commas.
    public var description: String { "[\(members.map { "\($0.fingerprint)" }.joined(separator: ", "))]" }
}
