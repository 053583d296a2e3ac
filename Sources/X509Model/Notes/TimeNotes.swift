import DERKit

extension CertificateFacts {
    /// Finds dates that are invalid, in the wrong order or of the wrong type, and notes if `now` is not between
    /// them.
    func findTimeNotes(at now: DERTime?, _ report: Certificate.Note.Report) {
        let elements = certificate.tbs.validity
        func note(_ code: IssueCode, _ message: String, at offset: Int, _ field: String?) {
            report(code, message, offset, ["tbsCertificate", "validity"] + (field.map { [$0] } ?? []))
        }
        func checkReadable(_ name: String, _ time: Result<DERTime, DERError>) {
            guard case .failure(let error) = time else { return }
            note(.unreadableTime, error.message, at: error.offset, name)
        }
        checkReadable("notBefore", self.notBefore)
        checkReadable("notAfter", self.notAfter)
        let notBefore = try? self.notBefore.get()
        let notAfter = try? self.notAfter.get()
        // The end must not come before the beginning.
        var isReversed = false
        if let notBefore, let notAfter, notAfter < notBefore {
            isReversed = true
            let message = "notAfter \(notAfter) is before notBefore \(notBefore)"
            note(.datesOutOfOrder, message, at: elements.notAfter.start, nil)
        }
        // UTCTime through 2049, GeneralizedTime from 2050.
        func checkType(_ name: String, _ element: DERElement, _ moment: DERTime?) {
            guard element.tag == .generalizedTime, let moment, (1950..<2050).contains(moment.year) else {
                return
            }
            let message = "GeneralizedTime for the year \(moment.year); expected UTCTime through 2049"
            note(.generalizedTimeBefore2050, message, at: element.start, name)
        }
        checkType("notBefore", elements.notBefore, notBefore)
        checkType("notAfter", elements.notAfter, notAfter)
        // The two digits of a year from 50 mean 19xx, so an end in 2050 comes before the beginning.
        if isReversed, let notAfter, elements.notAfter.tag == .utcTime, notAfter.year < 2000 {
            let message =
                "UTCTime that means \(notAfter.year); \(notAfter.year + 100) requires GeneralizedTime"
            note(.utcTimePast2049, message, at: elements.notAfter.start, "notAfter")
        }
        guard let now else { return }
        if let notBefore, now < notBefore {
            note(.notYetValid, "not valid before \(notBefore)", at: elements.notBefore.start, "notBefore")
        } else if let notAfter, notAfter < now {
            note(.expired, "expired \(notAfter)", at: elements.notAfter.start, "notAfter")
        }
    }
}
