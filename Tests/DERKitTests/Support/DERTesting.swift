import DERKit
import Testing

/// Returns the octets of hex text with spaces anywhere.
func octets(_ text: String) throws -> [UInt8] {
    try #require(bytes(hex: text.filter { $0 != " " }), "\(text) is not hex")
}

/// Returns the error that `body` throws, or nil if it throws none.
func derError<Value>(_ body: () throws(DERError) -> Value) -> DERError? {
    do throws(DERError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// Returns the only value in `der`.
func onlyElement(_ der: [UInt8]) throws(DERError) -> DERElement {
    var cursor = DERCursor(0..<der.count)
    let element = try cursor.next(in: der.span)
    try cursor.finish()
    return element
}

/// DER in hex that a reader rejects, with the code, offset and message of the error.
struct Refused: Sendable, CustomTestStringConvertible {
    let hex: String
    let code: IssueCode
    let offset: Int
    let message: String

    init(_ hex: String, _ code: IssueCode, at offset: Int, _ message: String) {
        self.hex = hex
        self.code = code
        self.offset = offset
        self.message = message
    }

    /// Checks that `read` fails in exactly this way for the value in the hex.
    func check<Value>(
        _ read: (DERElement, [UInt8]) throws(DERError) -> Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let der = try octets(hex)
        let element = try onlyElement(der)
        let error = derError { () throws(DERError) in try read(element, der) }
        #expect(error?.code == code, "\(hex)", sourceLocation: sourceLocation)
        #expect(error?.offset == offset, "\(hex)", sourceLocation: sourceLocation)
        #expect(error?.message == message, "\(hex)", sourceLocation: sourceLocation)
        #expect(error?.path == [], "\(hex)", sourceLocation: sourceLocation)
    }

    var testDescription: String { hex }
}

/// Pseudorandom numbers, the same in every run: splitmix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
