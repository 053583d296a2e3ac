import X509Model

/// Text from a file or the command line as a message shows it: escaped, and cut where it is long.
func displayed(_ text: String) -> String {
    let shown = escapedForDisplay(String(text.prefix(60)))
    return text.count > 60 ? shown + "…" : shown
}
