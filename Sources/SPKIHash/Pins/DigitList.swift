import DERKit

/// Returns text in which each list that may be a key is cut to its first piece. Such a list has bytes in hex or
/// decimal, or digits in pieces of equal length, with any punctuation or spaces between them.
///
/// - Parameter isPin: whether a pin or an option is expected, in which case shorter lists may also be keys.
func withoutLists(_ text: String, isPin: Bool, _ isCut: Bool) -> String {
    guard text.utf8.count > (isPin ? 16 : 2 * longestList) else { return text }
    let octets = Array(text.utf8)
    var (shown, place) = ([UInt8](), 0)
    while place < octets.count {
        let isStart = place == 0 || !isWordCharacter(octets[place - 1])
        if isStart, isWordCharacter(octets[place]), let list = DigitList.longest(in: octets[place...], isCut),
            list.isLong(isPin: isPin)
        {
            shown += octets[place..<list.firstEnd] + Array("…".utf8)
            place = list.end
        } else {
            shown.append(octets[place])
            place += 1
        }
    }
    return String(decoding: shown, as: UTF8.self)
}

/// The number of bytes in the longest list that is shown, a SHA-256 digest.
private let longestList = 32

/// A list of bytes in hex or decimal, or of base64 or hex digits in pieces of equal length.
private struct DigitList {
    private var (count, mixedCount, digitCount) = (0, 0, 0)
    private var (areBytes, areEqual, areHex) = (true, true, true)
    /// A Boolean value that indicates whether the pieces before the last one have equal lengths.
    private var wereEqual = true
    private var length = 0
    private var goesOn = false
    /// The end of the first piece (at most four digits of it), and the end of the list.
    private(set) var (firstEnd, end): (Int, Int)

    /// Returns whether the list is long enough to be a key rather than an address, a version, a SHA-1 or a SHA-256.
    func isLong(isPin: Bool) -> Bool {
        guard isPin, ![20, longestList].contains(byteCount) else { return byteCount > longestList }
        return byteCount > (!areBytes ? 16 : wereEqual && length == 2 ? 8 : 20)
    }

    var byteCount: Int {
        goesOn ? longestList + 1 : areBytes ? count : areHex ? digitCount / 2 : digitCount * 3 / 4
    }

    /// The maximum number of digits in a piece. A longer piece is recognized on its own.
    private static let longestPiece = 12

    /// Returns the list at the beginning of a text, with the signs of base64 as digits or as separators, whichever
    /// gives the longer list; `nil` if the list has fewer than three pieces or may be words.
    static func longest(in text: ArraySlice<UInt8>, _ isCut: Bool) -> DigitList? {
        let (plain, signed) = (
            DigitList(text, isCut, hasSigns: false), DigitList(text, isCut, hasSigns: true)
        )
        guard let plain, let signed else { return plain ?? signed }
        return plain.byteCount < signed.byteCount ? signed : plain
    }

    private init?(_ text: ArraySlice<UInt8>, _ isCut: Bool, hasSigns: Bool) {
        (firstEnd, end) = (text.startIndex, text.startIndex)
        func isDigit(_ octet: UInt8) -> Bool {
            isWordCharacter(octet)
                ? octet != 0x5f : hasSigns && (octet == 0x2b || octet == 0x2f || octet == 0x3d)
        }
        var (place, gap) = (text.startIndex, text[..<text.startIndex])
        while place < text.endIndex {
            var piece = text[place...].prefix(Self.longestPiece + 3).prefix(while: isDigit)
            // The `0x` of `0x30` and the `x` of `\\x30` are not digits.
            if piece.starts(with: "0x".utf8), piece.count <= 4 { piece = piece.dropFirst(2) }
            if piece.first == UInt8(ascii: "x"), piece.count <= 3 { piece = piece.dropFirst() }
            // The last piece of a key may be shorter.
            if piece.count < length, !areBytes, !text[end..<place].elementsEqual(gap) { break }
            gap = text[end..<place]
            guard take(piece) else { break }
            if count == 1 { firstEnd = piece.prefix(4).endIndex }
            end = piece.endIndex
            place = text[end...].prefix(8).firstIndex(where: isDigit) ?? text.endIndex
            if piece.count < length, !areBytes { break }
        }
        goesOn = isCut && text.endIndex - place <= Self.longestPiece && byteCount > longestList / 4
        guard count > 2, areBytes || 4 * mixedCount >= count else { return nil }
    }

    /// Adds a piece, or returns `false` if the piece does not continue the list.
    private mutating func take(_ piece: ArraySlice<UInt8>) -> Bool {
        guard (1...Self.longestPiece).contains(piece.count) else { return false }
        let isHex = piece.allSatisfy { hexDigit($0) != nil }
        let isByte = areBytes && isHex && piece.count <= 3
        let isEqual = areEqual && (count == 0 || piece.count == length)
        let isLast = areEqual && count > 4 && piece.count < length
        let mixed = mixedCount + (Self.isMixed(piece) ? 1 : 0)
        guard isByte || (isEqual || isLast) && (count < 8 || 4 * mixed > count) && !(areBytes && count > 2)
        else { return false }
        if count == 0 { length = piece.count }
        wereEqual = areEqual
        (areBytes, areEqual, areHex, mixedCount) = (isByte, isEqual, areHex && isHex, mixed)
        (count, digitCount) = (count + 1, digitCount + piece.count)
        return true
    }

    /// Returns whether digits are neither a number nor a word, because they have both letters and numerals, or both
    /// small letters and capitals after the first character.
    private static func isMixed(_ piece: ArraySlice<UInt8>) -> Bool {
        let numerals = piece.count { $0 & 0x40 == 0 }
        guard numerals == 0 else { return numerals < piece.count }
        return piece.contains { $0 & 0x20 == 0 } && piece.dropFirst().contains { $0 & 0x20 != 0 }
            && piece.dropFirst().contains { $0 & 0x20 == 0 }
    }
}
