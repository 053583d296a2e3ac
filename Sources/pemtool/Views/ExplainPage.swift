import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The page of `explain --html`, without scripts and external resources. It is also well-formed XML.
struct ExplainPage {
    /// A function that receives the text of the page piece by piece.
    typealias Emitter = (String) throws(System.Failure) -> Void

    /// The heading and the bytes of each object.
    private var sections: [(heading: String, bytes: ExplainBytes)] = []
    private var title = ""

    mutating func append(
        _ object: InputObject, _ content: InputObject.Content, _ key: SubjectPublicKeyInfo, in file: String
    ) {
        let kind = spokenKind(content.kind)
        let place = PathName.ofInput(file)
        let name = "\(kind) \(object.index + 1) of \(place)"
        if title.isEmpty { title = name }
        let raw = key.subjectPublicKey.bytes
        let heading = """
            <section class="object">
            <h2>\(xmlEscaped(name)), \(xmlEscaped(key.keyName))</h2>
            \(subject(content))<p>A pin is the SHA-256 of the <b>SPKI</b>: a header of \(key.header.count) bytes, which says \
            what kind of key follows, and the raw key of \(raw.count) bytes. Many APIs return only the raw key, which has a \
            different hash. Both are marked in the bytes of the \(kind) below.</p>
            <dl class="hashes">
            <dt>SHA-256 of the SPKI, header + raw key: <b>the pin</b></dt>
            <dd><code>\(key.pin.base64)</code></dd>
            <dt>SHA-256 of only the raw key: not a pin</dt>
            <dd><code>\(Base64.encode(SHA256.hash(raw)))</code></dd>
            \(openSSL(key))</dl>
            <h3>Which API returns which</h3>
            <ul class="forms">
            \(forms(key))</ul>
            <h3>The header as a constant to paste</h3>
            <pre tabindex="0">\(xmlEscaped(ExplainText.swift(key.header).joined(separator: "\n")))</pre>
            <h3>All bytes</h3>

            """
        sections.append((heading, ExplainBytes(content, key)))
    }

    /// Writes the page piece by piece, because it is many times as large as its objects.
    func write(_ emit: Emitter) throws(System.Failure) {
        try emit(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <title>The pin of \(xmlEscaped(title))</title>
            <style>
            \(ExplainPage.style)
            </style>
            </head>
            <body>
            <main>
            <h1>Why do the two hashes differ?</h1>

            """)
        for (heading, bytes) in sections {
            try emit(heading)
            try bytes.write(emit)
            try emit("</section>\n")
        }
        try emit("</main>\n</body>\n</html>\n")
    }

    private func subject(_ content: InputObject.Content) -> String {
        guard let certificate = content.certificate else { return "" }
        return "<p class=\"subject\">\(xmlEscaped(certificate.subject.description))</p>\n"
    }

    private func openSSL(_ key: SubjectPublicKeyInfo) -> String {
        let reencoding = key.openSSLReencoding
        guard reencoding.reason != .same else { return "" }
        let printed =
            key.openSSLPin.map { "<code>\($0.base64)</code>" }
            ?? (reencoding.reason == .unknown ? "not known" : "nothing")
        let reason = xmlEscaped(reencoding.reason.message)
        return "<dt>What openssl's pipeline prints: \(reason)</dt>\n<dd>\(printed)</dd>\n"
    }

    private func forms(_ key: SubjectPublicKeyInfo) -> String {
        key.keyForms.filter { !$0.sources.isEmpty }.map { (form) in
            let sources = form.sources.map { "<code>\(xmlEscaped($0))</code>" }.joined(
                separator: ", ")
            return
                "<li><b>\(xmlEscaped(form.name))</b>, \(form.bytes.count) bytes: \(sources)</li>\n"
        }.joined()
    }
}
