/// PEM in quoted-printable encoding, as e-mail programs send it.
extension WildTests {
    static let quotedRows: [Row] = [
        Row("e-mail in quoted-printable", ["quoted-printable"]) { quoted(each($0, "", "")) },
        Row("e-mail with carriage returns", ["quoted-printable"]) {
            "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
                + quoted(each($0, "", "")).replacing("\n", with: "\r\n")
        },
        Row("e-mail with joined lines", ["quoted-printable", "pem-layout"]) {
            quoted("{\"a\": \"" + each($0, "", "", "\\n"))
        },
        Row("e-mail with joined lines and spaces", ["quoted-printable", "pem-layout"]) {
            quoted("{\"a\": \"" + each($0, "", "", "\\n")).replacing("=\n", with: "= \t\r\n")
        },
    ]

    /// Returns text as RFC 2045 section 6.7 encodes it, in lines of 76 characters.
    private static func quoted(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { (line) in
            var rows = [""]
            for character in line {
                let octets = character == "=" ? "=3D" : String(character)
                if (rows.last?.count ?? 0) + octets.count > 75 { rows.append("") }
                rows[rows.count - 1] += octets
            }
            return rows.joined(separator: "=\n")
        }.joined(separator: "\n")
    }
}
