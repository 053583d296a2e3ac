import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// One line of output: the JSON for one line or one log entry.
///
/// It has the same fields of schema `pemtool/1` as without `--lines`, then `ct` for a log entry, then `input`
/// with the fields that are passed through. The parts are written in order into a buffer that is reused.
struct LineRecord {
    /// A Boolean value that indicates whether to write all fields of `inspect`, rather than those of `pin`.
    var isFull: Bool { view.detail == .full }
    private let view: ObjectJSON
    private var json = JSONWriter()
    /// The line so far.
    var text: [UInt8] { json.bytes }

    /// - Parameter view: how objects are written.
    init(_ view: ObjectJSON) { self.view = view }

    /// Begins a new line with the place of the object.
    mutating func begin(_ file: String, index: Int, offset: Int) {
        json.restart()
        json.open("{")
        ObjectJSON.writePlace(file, index, offset, to: &json)
    }

    /// Adds the fields of an object that was read.
    mutating func add(_ object: InputObject) { view.writeAnswer(object, to: &json) }

    /// Adds the fields of a log entry: those of its certificate or precertificate, and `ct`.
    ///
    /// - Parameter index: its number in the log, if known.
    mutating func add(_ entry: LogEntry, index: Int64?) {
        let view = view
        let kind = entry.isPrecertificate ? "precertificate" : nil
        view.writeAnswer(ofDER: entry.certificate.derBytes, kind: kind, to: &json)
        json.object("ct") { (json) in
            if let index { json.number("index", index) }
            // A larger number of milliseconds, 292 million years, does not fit.
            json.name("timestamp")
            if let time = Int64(exactly: entry.leaf.timestamp) { json.number(time) } else { json.null() }
            switch entry.leaf.signedEntry {
            case .x509: json.string("entry_type", "x509_entry")
            case .precertificate(let signed):
                json.string("entry_type", "precert_entry")
                json.base64("issuer_key_hash", signed.issuerKeyHash)
            }
            json.array("chain", entry.chain) { (member, json) in
                json.object { (json) in
                    switch member {
                    case .success(let certificate):
                        view.writeAnswer(ofDER: certificate.derBytes, to: &json)
                    case .failure(let error): LineError(error).write(line: nil, to: &json)
                    }
                }
            }
        }
    }

    /// Adds the error for a missing object; `line` counts from 1.
    mutating func add(_ error: LineError, line: Int?) { error.write(line: line, to: &json) }

    /// Adds the fields that are passed through.
    mutating func add(_ fields: LineFields, from input: Span<UInt8>) {
        json.name("input")
        fields.writeOthers(to: &json.bytes, from: input)
    }

    mutating func end() { json.close("}") }
}
