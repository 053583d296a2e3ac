import DERKit
import SPKIHash

/// The output of `diagnose` for the fingerprint of a certificate.
///
///     the SHA-256 fingerprint of certificate 1 (CN=api.example.com) of chain.pem
struct FingerprintReport {
    let fingerprint: FingerprintText
    private let found: [DiagnosedObject]
    /// What the text is instead, if a known mistake shows it.
    private let diagnosis: PinDiagnosis
    private let objects: [DiagnosedObject]
    private let isComplete: Bool

    init(_ fingerprint: FingerprintText, _ diagnosis: PinDiagnosis, _ inputs: DiagnosedInputs) {
        self.fingerprint = fingerprint
        self.diagnosis = diagnosis
        objects = inputs.objects
        found = objects.filter { $0.certificate.map(fingerprint.isFingerprint) ?? false }
        isComplete = !inputs.hasFailed
    }

    var isRight: Bool { !found.isEmpty }

    var title: String { displayed(fingerprint.text) }

    var lines: [String] {
        guard found.isEmpty else {
            return found.flatMap { (object) in
                let subject = object.subject.map { " (\($0))" } ?? ""
                return paragraph(
                    "the \(fingerprint.digest) fingerprint of \(spokenKind(object.kind)) \(object.index + 1)\(subject) "
                        + "of \(PathName.ofInput(object.file))", indent: 2)
            }
        }
        var lines = ["not the fingerprint of any certificate given"]
        if !isComplete { lines += row("but", "part of the input could not be used") }
        for match in diagnosis.matches.prefix(1) {
            let object = match.objectIndex.flatMap { objects.indices.contains($0) ? objects[$0].name : nil }
            lines += row("it is", match.message + (object.map { ": \($0)" } ?? ""))
        }
        return lines
    }

    private func row(_ name: String, _ text: String) -> [String] {
        paragraph(text, lead: "  " + padded(name, 7) + "  ")
    }

    var json: JSON.Fields {
        [
            ("schema", "pemtool/1"), ("kind", "fingerprint"), ("fingerprint", .string(hex(fingerprint.octets))),
            ("digest", .string(fingerprint.digest)), ("right", .bool(isRight)), ("complete", .bool(isComplete)),
            (
                "objects",
                .objects(found) { (object) in
                    [
                        ("file", .string(object.file)), ("index", .count(object.index)),
                        ("kind", .string(object.kind)), ("pin", .pin(object.pin)),
                    ]
                }
            ),
        ]
    }
}
