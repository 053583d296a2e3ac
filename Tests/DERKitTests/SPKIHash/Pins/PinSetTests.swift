import SPKIHash
import Testing

@Suite struct PinSetTests {
    private func pin(_ number: UInt8) throws -> Pin {
        try #require(Pin(bytes: [UInt8](repeating: number, count: 32)))
    }

    @Test func setsAreEqualRegardlessOfLabels() throws {
        let labeled = PinSet([
            PinSet.Member(try pin(1), label: "safe", role: .backup), PinSet.Member(try pin(2)),
        ])
        let plain: PinSet = [try pin(2), try pin(1)]
        #expect(labeled == plain && labeled.hashValue == plain.hashValue)
        #expect(labeled != [try pin(1)])
        #expect(PinStrategy.publicKey(plain, at: .any) != .publicKey(plain, at: .leaf))
        #expect(PinStrategy.publicKey(plain, at: .any) == .publicKey([try pin(1), try pin(2)], at: .any))
    }
}
