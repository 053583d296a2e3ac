import Testing

@testable import pemtool

/// Text that is a server instead of a pin or a file.
@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("example.com", "example.com:443"), ("example.com:8443", "example.com:8443"),
            ("https://example.com/a?b", "example.com:443"),
            ("HTTPS://me@Example.com:8443#top", "example.com:8443"),
            ("example.com/path", "example.com:443"), ("example.com:8443/a.pem?b#c", "example.com:8443"),
            ("me@host", "host:443"), ("me@example.com", "example.com:443"),
            ("imaps://me:secret@host", "host:993"), ("192.0.2.1/24", "192.0.2.1:443"),
            ("example.com.", "example.com:443"), ("192.0.2.1", "192.0.2.1:443"),
            ("localhost", "localhost:443"), ("localhost:8443", "localhost:8443"),
            ("LOCALHOST/path", "localhost:443"),
            ("https://server/", "server:443"), ("imaps://mail.example", "mail.example:993"),
            ("[::1]:8443", "'[::1]:8443'"), ("[2001:db8::1]", "'[2001:db8::1]:443'"), ("::1", "'[::1]:443'"),
            ("https://[2001:db8::1]:8443/x", "'[2001:db8::1]:8443'"),
            // RFC 3492 gives this label, and the IDNA library of Python.
            ("bücher.example", "xn--bcher-kva.example:443"),
            ("https://bücher.example:8443/", "xn--bcher-kva.example:8443"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example:443"),
        ])
    func serversGetTheCommandForTheirChain(_ text: String, _ server: String) {
        #expect(
            Suggestion.chainCommand(text) == "openssl s_client -connect \(server) -showcerts </dev/null")
    }

    @Test(
        arguments: [
            "", "server.pem", "Server.PEM", "server", "/etc/ssl/server.crt", "a b.example", "my_file.old",
            "..", ":443", "example.com:", "example.com:https", "example.com:70000", "example.com:+1", "1:::2",
            "[::1", "[1]", "[::1]x", "00:11:22:33:44:55", "1:2:3:4:5:6:7:8:9", "https://",
            "no.$(id).example", "example.com/server.pem", "server/path", "@string/host", "@example", "me@",
            "write to me@example.com", "ssh-ed25519 AAAA me@host",
            "git@example.com:me/code.git",
            "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=",
        ])
    func otherTextIsNotAServer(_ text: String) {
        #expect(Suggestion.chainCommand(text) == nil)
    }

    @Test func aMissingFileInAFolderIsNotAServer() {
        #expect(Suggestion.host("example.com/path") == nil)
        #expect(Suggestion.host("https://example.com/path") != nil)
    }
}
