extension Command {
    /// The options for objects that come one a line, and for entries of logs.
    static let lineOptions = [
        Option("--lines", help: "read one object a line, base64 or hex; print one JSON object a line"),
        Option("--der-field", "NAME", help: "with --lines: each line is a JSON object with this field"),
        Option("--ct", help: "read get-entries answers of a log (RFC 6962), or with --lines an entry a line"),
        Option("--start", "N", help: "with --ct: the number in the log of the first entry"),
    ]
}
