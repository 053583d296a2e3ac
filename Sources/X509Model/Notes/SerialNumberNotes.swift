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
        if number.isNegative { note(.serialNegative, "negative serial number") }
        if number.isZero { note(.serialZero, "serial number is zero") }
        if count > 20 { note(.serialTooLong, "serial number of \(count) bytes; expected at most 20") }
        return notes
    }
}
