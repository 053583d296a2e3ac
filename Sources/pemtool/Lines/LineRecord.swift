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
    let isFull: Bool
    /// The moment at which notes about dates are made.
    let now: DERTime?
    /// True for the entries of revocation lists too.
    let hasEntries: Bool
    /// The line so far.
    private(set) var text: [UInt8] = []

    init(isFull: Bool, now: DERTime?, hasEntries: Bool) {
        self.isFull = isFull
        self.now = now
        self.hasEntries = hasEntries
    }

    /// Begins a new line, with what and where the object is.
    mutating func begin(_ file: String, index: Int, offset: Int) {
        text.removeAll(keepingCapacity: true)
        text.append(UInt8(ascii: "{"))
        let fields: JSON.Fields = [
            ("schema", .string("pemtool/1")), ("file", .string(file)), ("index", .count(index)),
            ("offset", .count(offset)),
        ]
        JSON.writeFields(fields, to: &text)
    }

    /// Adds the fields of an object that was read.
    mutating func add(_ object: InputObject) { add(fields(of: object)) }

    /// Adds the fields of a log's entry: those of its certificate or precertificate, and `ct`.
    ///
    /// - Parameter index: its number in the log, if that is known.
    mutating func add(_ entry: LogEntry, index: Int64?) {
        var own = fields(ofDER: entry.certificate.derBytes)
        if entry.isPrecertificate, let place = own.firstIndex(where: { $0.name == "kind" }) {
            own[place].value = .string("precertificate")
        }
        var ct: JSON.Fields = []
        if let index { ct.append(("index", .number(index))) }
        // Beyond this many milliseconds, 292 million years, there is no number to write it.
        ct.append(("timestamp", Int64(exactly: entry.leaf.timestamp).map(JSON.number) ?? .null))
        switch entry.leaf.signedEntry {
        case .x509: ct.append(("entry_type", .string("x509_entry")))
        case .precertificate(let signed):
            ct.append(("entry_type", .string("precert_entry")))
            ct.append(("issuer_key_hash", .string(Base64.encode(signed.issuerKeyHash))))
        }
        ct.append(("chain", .array(entry.chain.map(chainMember))))
        add(own + [("ct", .object(ct))])
    }

    /// Adds why there is no object; `line` counts from 1.
    mutating func add(_ error: LineError, line: Int?) { add(error.fields(line: line)) }

    /// Adds the fields that are passed through.
    mutating func add(_ fields: LineFields, from input: Span<UInt8>) {
        text += ",\"input\":".utf8
        fields.writeOthers(to: &text, from: input)
    }

    mutating func end() { text.append(UInt8(ascii: "}")) }

    private mutating func add(_ fields: JSON.Fields) {
        text.append(UInt8(ascii: ","))
        JSON.writeFields(fields, to: &text)
    }

    private func chainMember(_ member: Result<Certificate, DERError>) -> JSON {
        switch member {
        case .success(let certificate): .object(fields(ofDER: certificate.derBytes))
        case .failure(let error): .object(LineError(error).fields(line: nil))
        }
    }

    /// What the command prints of DER that is known to be a certificate.
    private func fields(ofDER derBytes: [UInt8]) -> JSON.Fields {
        var reader = InputReader(derBytes)
        return reader.next().map(fields) ?? []
    }

    /// What the command prints of an object, without the fields that say where it is.
    private func fields(of object: InputObject) -> JSON.Fields {
        var fields =
            isFull
            ? ObjectJSON.full(object, in: "", at: now, entries: hasEntries)
            : ObjectJSON.summary(object, in: "")
        if let place = fields.firstIndex(where: { $0.name == "ok" }) { fields.removeSubrange(..<place) }
        return fields
    }
}
