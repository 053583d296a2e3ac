import PinPolicies

/// The output of `diagnose` for the fingerprint of a certificate.
///
///     the SHA-256 fingerprint of certificate 1 (CN=api.example.com) of chain.pem
struct FingerprintReport {
    let fingerprint: FingerprintText
    private let found: [DiagnosedObject]
    /// The report on the text as a pin, used if a known mistake explains the text.
    private let report: DiagnosisReport

    init(_ fingerprint: FingerprintText, _ report: DiagnosisReport, _ found: [DiagnosedObject]) {
        (self.fingerprint, self.report, self.found) = (fingerprint, report, found)
    }

    var isRight: Bool { !found.isEmpty }

    var title: String { displayed(fingerprint.text) }

    var lines: [String] { ReportRow.lines(rows, width: 7) }

    private var rows: [ReportRow] {
        guard found.isEmpty else {
            return found.map { (object) in
                let subject = object.subject.map { " (\($0))" } ?? ""
                return ReportRow(
                    text:
                        "the \(fingerprint.digest) fingerprint of \(spokenKind(object.kind)) \(object.index + 1)"
                        + "\(subject) of \(PathName.ofInput(object.file))")
            }
        }
        guard !report.objects.isEmpty || !report.diagnosis.matches.isEmpty else {
            return ReportRow.title("not compared with any certificate")
        }
        let answer = "not the fingerprint of any certificate given"
        guard report.diagnosis.matches.isEmpty else { return ReportRow.title(answer) + report.rows }
        let isComplete = report.chain.chain.isWhole
        return ReportRow.title(answer + (isComplete ? "" : "; part of the input could not be used"))
    }

    /// The fields of a pin, because the text may have been meant as a pin, and the fields of the fingerprint.
    func write(to json: inout JSONWriter) {
        report.write(to: &json, showing: rows, isFingerprint: isRight)
        json.string("fingerprint_digest", fingerprint.digest)
        json.objects("fingerprint_of", found) { (object, json) in
            json.string("file", object.file)
            json.count("index", object.index)
            json.string("pin", object.pin.base64)
        }
    }
}
