import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// One line of output: the JSON that stands for one line, or one entry of a log.
///
/// It has the fields of schema `pemtool/1` as without `--lines`, then `ct` for an entry of a log, then `input` with
/// the fields that were passed through. The parts are written one after the other into a buffer that is used again.
struct LineRecord {
    /// True for everything that `inspect` tells, false for what `pin` does.
    var isFull: Bool { view.detail == .full }
    private let view: ObjectJSON
    private var json = JSONWriter()
    /// The line so far.
    var text: [UInt8] { json.bytes }

    /// - Parameter view: how objects are written.
    init(_ view: ObjectJSON) { self.view = view }

    /// Begins a new line, with what and where the object is.
    mutating func begin(_ file: String, index: Int, offset: Int) {
        json.restart()
        json.open("{")
        ObjectJSON.writePlace(file, index, offset, to: &json)
    }

    /// Adds the fields of an object that was read.
    mutating func add(_ object: InputObject) { view.writeAnswer(object, to: &json) }

    /// Adds the fields of a log's entry: those of its certificate or precertificate, and `ct`.
    ///
    /// - Parameter index: its number in the log, if that is known.
    mutating func add(_ entry: LogEntry, index: Int64?) {
        let view = view
        let kind = entry.isPrecertificate ? "precertificate" : nil
        view.writeAnswer(ofDER: entry.certificate.derBytes, kind: kind, to: &json)
        json.object("ct") { (json) in
            if let index { json.number("index", index) }
            // Beyond this many milliseconds, 292 million years, there is no number to write it.
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

    /// Adds why there is no object; `line` counts from 1.
    mutating func add(_ error: LineError, line: Int?) { error.write(line: line, to: &json) }

    /// Adds the fields that are passed through.
    mutating func add(_ fields: LineFields, from input: Span<UInt8>) {
        json.name("input")
        fields.writeOthers(to: &json.bytes, from: input)
    }

    mutating func end() { json.close("}") }
}
