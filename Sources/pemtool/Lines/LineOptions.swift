extension Command {
    /// The options for one object per line and for log entries.
    static let lineOptions = [
        Option("--lines", help: "read one object per line, in base64 or hex; print one JSON object per line"),
        Option("--der-field", "NAME", help: "with --lines: read the object from this field of a JSON object"),
        Option(
            "--ct",
            help: "read get-entries responses of a log (RFC 6962) or, with --lines, one entry per line"),
        Option("--start", "N", help: "with --ct: the log index of the first entry"),
    ]
}
