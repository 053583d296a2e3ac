import DERKit

/// The input as text of one byte a character where it is ASCII.
struct InputText: Sendable {
    /// The text.
    let bytes: [UInt8]
    /// What had to be repaired to get it.
    let notes: [InputNote]

    init(plain bytes: [UInt8]) {
        self.bytes = bytes
        notes = []
    }

    init(_ input: [UInt8]) {
        self.init(plain: input)
    }

    /// The offset in the input of a place in the text.
    func offset(_ place: Int) -> Int { place }
}

extension DERSeries {
    init?(unarmoured text: InputText) { return nil }
}
