import DERKit

extension Certificate {
    /// The serial number must be positive and have at most 20 octets.
    var serialNumberNotes: [Note] {
        let number = serialNumber
        let count = tbs.serialNumber.count
        var notes: [Note] = []
        func note(_ code: Note.Code, _ message: String) {
            notes.append(
                Note(code, message, at: tbs.serialNumber.lowerBound, ["tbsCertificate", "serialNumber"]))
        }
        if number.isNegative { note(.serialNegative, "a negative serial number") }
        if number.isZero { note(.serialZero, "a serial number of zero") }
        if count > 20 { note(.serialTooLong, "a serial number of \(count) bytes, where 20 are allowed") }
        return notes
    }
}
