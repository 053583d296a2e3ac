import DERKit

extension Certificate {
    private var times: [(path: [String], element: DERElement, time: Time)] {
        let validity = validity
        return [
            (["tbsCertificate", "validity", "notBefore"], tbs.validity.notBefore, validity.notBefore),
            (["tbsCertificate", "validity", "notAfter"], tbs.validity.notAfter, validity.notAfter),
        ]
    }

    /// A date whose octets name no moment.
    var unreadableTimeNotes: [Note] {
        times.compactMap { (path, _, time) in
            guard case .failure(let error) = time.moment else { return nil }
            return Note(.unreadableTime, error.message, at: error.offset, path)
        }
    }

    /// Both moments, where the octets name them.
    private var moments: (notBefore: DERTime, notAfter: DERTime)? {
        let validity = validity
        guard case .success(let notBefore) = validity.notBefore.moment,
            case .success(let notAfter) = validity.notAfter.moment
        else { return nil }
        return (notBefore, notAfter)
    }

    /// The end must not come before the beginning.
    var dateOrderNotes: [Note] {
        guard let (notBefore, notAfter) = moments, notAfter < notBefore else { return [] }
        return [
            Note(
                .datesOutOfOrder, "notAfter \(notAfter) is before notBefore \(notBefore)",
                at: tbs.validity.notAfter.start, ["tbsCertificate", "validity"])
        ]
    }

    /// UTCTime through 2049, GeneralizedTime from 2050.
    var timeTypeNotes: [Note] {
        var notes: [Note] = []
        for (path, element, time) in times {
            guard case .success(let moment) = time.moment else { continue }
            if time.tag == .generalizedTime, moment.year < 2050, moment.year >= 1950 {
                notes.append(
                    Note(
                        .generalizedTimeBefore2050,
                        "GeneralizedTime for the year \(moment.year); expected UTCTime through 2049",
                        at: element.start, path))
            }
        }
        // The two digits of a year from 50 mean 19xx, so that an end in 2050 turns up before the beginning.
        if let (notBefore, notAfter) = moments, validity.notAfter.tag == .utcTime, notAfter < notBefore,
            notAfter.year < 2000, let end = times.last
        {
            notes.append(
                Note(
                    .utcTimePast2049,
                    "UTCTime that means \(notAfter.year); \(notAfter.year + 100) requires GeneralizedTime",
                    at: end.element.start, end.path))
        }
        return notes
    }

    /// Whether a moment lies within the validity.
    func validityNotes(at now: DERTime) -> [Note] {
        let validity = validity
        if case .success(let notBefore) = validity.notBefore.moment, now < notBefore {
            return [
                Note(
                    .notYetValid, "not valid before \(notBefore)", at: tbs.validity.notBefore.start,
                    ["tbsCertificate", "validity", "notBefore"])
            ]
        }
        if case .success(let notAfter) = validity.notAfter.moment, notAfter < now {
            return [
                Note(
                    .expired, "expired \(notAfter)", at: tbs.validity.notAfter.start,
                    ["tbsCertificate", "validity", "notAfter"])
            ]
        }
        return []
    }
}
