import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Which `add` in a Kotlin or Java file belongs to a pinner. The code is as in OkHttp's documentation and in apps.
@Suite struct PinnerCallsTests {
    private static let one = "sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    /// Returns rules as `pattern: pins`, with the names of the pins above, and the notes.
    private func lines(_ text: String, _ format: PolicyFormat = .okhttpKotlin) throws -> [String] {
        let reading = try format.read(Array(text.utf8))
        return reading.policy.rules.map { (rule) in
            let pins = rule.strategies.compactMap(\.pinSet).flatMap(\.members).map { (member) in
                member.pin.formatted(.okhttp) == Self.one ? "one" : "two"
            }
            return "\(rule.pattern): \(pins.joined(separator: " "))"
        } + reading.notes
            + reading.omissions.map { "line \($0.position?.line ?? 0): \($0.message)" }
    }

    private static let nowhere = "which is not defined in this file"

    /// A client with headers, lists and sets next to its pinner.
    @Test func otherCallsOfAdd() throws {
        let text = """
            class Client(private val hosts: List<String>) {
                private val interceptor = Interceptor { chain ->
                    val headers = Headers.Builder().add("Accept", "application/json").add("X-Key", key).build()
                    val all = headers.newBuilder().add("Accept-Language", "en").build()
                    chain.proceed(chain.request().newBuilder().headers(all).build())
                }
                val seen = mutableListOf<String>().apply { add("hello") }
                init { seen.add("www.example.com"); seen.add(0, "x"); seen.add(other) }
                val pinner = CertificatePinner.Builder()
                    .add("api.example.com", "\(Self.one)") // active
                    .add("api.example.com", "\(Self.two)")
                    .build()
                val client = OkHttpClient.Builder().certificatePinner(pinner).build()
                fun form() = FormBody.Builder().add("name", "value").add("user.name", "x").build()
            }
            """
        #expect(try lines(text) == ["api.example.com: one two"])
    }

    @Test func variables() throws {
        let kotlin = """
            val builder = CertificatePinner.Builder()
            for (pin in pins) { builder.add("api.example.com", pin) }
            builder.add("www.example.com", "\(Self.one)").add(HOST, *PINS)
            hosts.forEach { builder.add(it, "\(Self.two)") }
            headers.forEach { builder.add("Accept", "text") }
            """
        #expect(
            try lines(kotlin) == [
                "www.example.com: one", "line 2: api.example.com: the pin is 'pin', \(Self.nowhere)",
                "line 3: the host is 'HOST', \(Self.nowhere)", "line 4: the host is 'it', \(Self.nowhere)",
            ])
        let java = """
            public void pin(okhttp3.CertificatePinner.Builder pins, List<String> names) {
                pins.add(names.get(0), Pins.FIRST);
                names.add(0, names.get(1));
                names.add("\(Self.one)");
            }
            void more(Target target) { target.add("a.com", Pins.FIRST); target.add("b.com", "\(Self.two)"); }
            """
        #expect(
            try lines(java, .okhttpJava) == [
                "b.com: two", "line 4: a pin is added without a host",
                "line 2: the host is 'names.get(…)', \(Self.nowhere)",
                "line 6: a.com: the pin is 'Pins.FIRST', \(Self.nowhere)",
            ])
        let typed = """
            private val pins: CertificatePinner.Builder? = CertificatePinner.Builder()
            fun all() { pins!!.add(HOST, PIN); pins?.add(HOST, PIN) }
            fun other(names: MutableList<String>) { names.add(FIRST, SECOND) }
            """
        #expect(try lines(typed).count == 2)
    }

    @Test(arguments: ["apply", "also", "run"]) func scopes(_ function: String) throws {
        let text = """
            val pinner = CertificatePinner.Builder().\(function) {
                add("a.com", "\(Self.one)")
                hosts.forEach { host -> add(host, PIN) }
                it.add("b.com")
                list.add("hello")
            }.add("c.com", "\(Self.two)").build()
            val list = buildList { add("hello"); add("x.y") }
            """
        #expect(
            try lines(text) == [
                "a.com: one", "c.com: two", "line 3: the host is 'host', \(Self.nowhere)",
                "line 4: missing pin for b.com",
            ])
    }

    @Test func scopeOfWith() throws {
        let text = """
            val pinner = with(CertificatePinner.Builder()) {
                add("a.com", "\(Self.one)")
                add(HOST, PIN)
                build()
            }
            """
        #expect(
            try lines(text) == [
                "a.com: one", "line 3: the host is 'HOST', \(Self.nowhere)",
            ])
    }

    /// Strings with interpolated values, as in build variants; a dollar sign after a backslash is literal.
    @Test func placeholders() throws {
        let text = """
            CertificatePinner.Builder()
                .add("api.$domain", "\(Self.one)")
                .add("*.${BuildConfig.HOST}", "\(Self.one)")
                .add("a.com", "sha256/$PIN", "sha256/${Pins["b"]}", "\(Self.two)")
                .add(pattern = "b.com", "\(Self.one)")
            """
        #expect(
            try lines(text) == [
                "a.com: two", "b.com: one", "line 2: the host is an expression, \(Self.nowhere)",
                "line 3: the host is an expression, \(Self.nowhere)",
                "line 4: a.com: the pin is an expression, \(Self.nowhere)",
                "line 4: a.com: the pin is an expression, \(Self.nowhere)",
            ])
        #expect(throws: PolicyError.self) {
            try lines("CertificatePinner.Builder().add(\"\\$a.com\", \"\(Self.one)\")")
        }
    }

    /// A chain without pins is not an error, but is reported.
    @Test func noPins() throws {
        #expect(throws: PolicyError.self) {
            try lines("pins.forEach { CertificatePinner.Builder().add(\"api.example.com\", it) }")
        }
        #expect(
            try lines("import okhttp3.CertificatePinner\nval p = CertificatePinner.DEFAULT") == [
                "missing pins of a CertificatePinner in the source"
            ])
    }

    @Test func severalPinners() throws {
        let java = """
            final class Pins {
                static CertificatePinner debug() {
                    return new CertificatePinner.Builder().add("a.com", BACKUP).build();
                }
                static CertificatePinner release() {
                    return new CertificatePinner.Builder().add("a.com", "\(Self.one)").build();
                }
            }
            """
        #expect(
            try lines(java, .okhttpJava) == [
                "a.com: one", "the source has 2 pinners; their pins are merged",
                "line 3: a.com: the pin is 'BACKUP', \(Self.nowhere)",
            ])
        let finding = try PolicyFormat.okhttpJava.read(Array(java.utf8)).findings.first
        #expect(finding?.severity == .warning)
        #expect(finding?.hint == "check each in a separate file")
    }

    @Test func mistakesInAPinner() {
        for (text, code) in [
            ("CertificatePinner.Builder().add(\"a b\", PIN)", PolicyError.Code.badHost),
            ("CertificatePinner.Builder().add(\"a.com\", \"AAAA\")", .badPin),
            ("builder.add(\"a.com\", \"sha256/AAAA\")", .badPin),
            ("builder.add(\"*\", \"\(Self.one)\")", .badHost),
        ] {
            var found: PolicyError.Code?
            do throws(PolicyError) { _ = try PolicyFormat.okhttpKotlin.read(Array(text.utf8)) } catch {
                found = error.code
            }
            #expect(found == code, "\(text)")
        }
    }

    /// Builders in builders, names with many dots, and chains on chains.
    @Test(arguments: [
        "CertificatePinner.Builder(", "CertificatePinner.Builder.", "a.CertificatePinner.Builder().add(b).",
        "b = CertificatePinner.Builder() b.add(b.add(b)).", "CertificatePinner.Builder().apply{",
        "CertificatePinner.Builder(){", "!!b.",
    ])
    func deep(_ piece: String) {
        let text =
            "b = CertificatePinner.Builder() " + String(repeating: piece, count: 2_000)
            + String(repeating: ")", count: 2_000)
        let reading = try? PolicyFormat.okhttpKotlin.read(Array(text.utf8))
        #expect(reading?.policy.rules.isEmpty != false)
    }
}
