import SPKIHash
import Testing

@Suite struct PinSetTests {
    private func pin(_ number: UInt8) throws -> Pin {
        try #require(Pin(bytes: [UInt8](repeating: number, count: 32)))
    }

    /// All subsets of three pins, two at a time, compared with the standard library's sets.
    @Test func operationsMatchSwiftsSet() throws {
        let pins = try [1, 2, 3].map { try pin($0) }
        let subsets = (0..<8).map { (bits) in pins.indices.filter { bits >> $0 & 1 == 1 }.map { pins[$0] } }
        for (one, other) in subsets.flatMap({ (one) in subsets.map { (one, $0) } }) {
            let (first, second) = (PinSet(one), PinSet(other))
            let (set, other) = (Set(one), Set(other))
            #expect(Set(first.union(second)) == set.union(other))
            #expect(Set(first.intersection(second)) == set.intersection(other))
            #expect(Set(first.symmetricDifference(second)) == set.symmetricDifference(other))
            #expect(Set(first.subtracting(second)) == set.subtracting(other))
            #expect(first.isSubset(of: second) == set.isSubset(of: other))
            #expect(first.isSuperset(of: second) == set.isSuperset(of: other))
            #expect(first.isDisjoint(with: second) == set.isDisjoint(with: other))
            #expect(first.isEmpty == set.isEmpty)
            var changed = first
            for pin in pins {
                #expect(changed.insert(pin).inserted != first.contains(pin))
                #expect(changed.update(with: pin) == pin)
            }
            #expect(Set(changed) == Set(pins))
            for pin in other { #expect(changed.remove(pin) == pin && changed.remove(pin) == nil) }
            #expect(Set(changed) == Set(pins).subtracting(other))
        }
    }

    @Test func labelsAndRolesOfTheFirstSetAreKept() throws {
        let backup = PinSet.Member(try pin(1), label: "safe", role: .backup)
        let (one, other): (PinSet, PinSet) = (PinSet([backup]), [try pin(1), try pin(2)])
        #expect(one.union(other).members == [backup, PinSet.Member(try pin(2))])
        #expect(one.intersection(other).members == [backup])
        var changed = one
        changed.insert(backup.pin)
        changed.formUnion(other)
        #expect(changed.members.first == backup)
    }

    /// The laws of SetAlgebra hold in spite of labels.
    @Test func setsAreEqualRegardlessOfLabels() throws {
        let labeled = PinSet([
            PinSet.Member(try pin(1), label: "safe", role: .backup), PinSet.Member(try pin(2)),
        ])
        let plain: PinSet = [try pin(2), try pin(1)]
        #expect(
            labeled == plain && labeled.hashValue == plain.hashValue && !labeled.isStrictSubset(of: plain))
        #expect(labeled.union(plain) == plain.union(labeled))
        #expect(labeled != [try pin(1)])
        #expect(PinStrategy.publicKey(plain, at: .any) != .publicKey(plain, at: .leaf))
        #expect(PinStrategy.publicKey(plain, at: .any) == .publicKey([try pin(1), try pin(2)], at: .any))
    }
}
