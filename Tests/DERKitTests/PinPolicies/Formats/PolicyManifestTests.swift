import Testing

@testable import PinPolicies
@testable import SPKIHash

/// The texts that are recognized as a manifest of any version.
@Suite struct PolicyManifestTests {
    private let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

    /// RFC 8259 section 7: a slash may be escaped, as PHP and Swift's JSONEncoder do; a manifest of any version is
    /// read only by the manifest reader.
    @Test func manifestsAreRecognizedDespiteEscapedSlashes() throws {
        let manifest =
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.example","pins":["sha256/\#(one)"]}]}"#
        let escaped = manifest.replacing("/", with: #"\/"#)
        for text in [manifest, escaped] {
            #expect(PolicyFormat.detect(Array(text.utf8)) == .manifest)
            #expect(try PolicyVectors.lines(text) == ["a.example any \(one)"])
        }
        for text in [manifest, escaped].map({ $0.replacing(#"/1","un"#, with: #"/2","un"#) }) {
            #expect(PolicyFormat.detect(Array(text.utf8)) == .manifest)
            #expect(
                throws: PolicyError(
                    .unknownSchema, "unsupported schema 'pemtool-policy/2'",
                    hint: "this version reads pemtool-policy/1"
                )
            ) {
                try PolicyFormat.manifest.read(Array(text.utf8))
            }
        }
    }

    /// Text that only mentions manifests is not a manifest.
    @Test func invalidManifestsAreErrors() {
        for text in [
            #"{"schema":"pemtool/1","ok":true}"#, "pemtool-policy/1", #"{"policy":"pemtool-policy"}"#,
        ] {
            #expect(PolicyFormat.detect(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
