import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

@Suite struct OpenSSLReencodingTests {
    /// The vectors come from Tests/Tools/make/reencoding-vectors.py, which runs OpenSSL 3.0.
    @Test func unusualKeysMatchOpenSSL() throws {
        let lines = try Vectors.lines("openssl/reencoding.tsv")
        #expect(lines.count == 156)
        var differing = 0
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            let input = try #require(bytes(hex: fields[1]))
            // Input that the strict reader rejects has no pin for comparison.
            guard let key = try? SubjectPublicKeyInfo(der: input) else { continue }
            let reencoding = key.openSSLReencoding
            #expect(reencoding.derBytes.map { hex($0) } ?? "none" == fields[2], "\(fields[0])")
            #expect((reencoding.reason == .same) == (fields[1] == fields[2]), "\(fields[0])")
            #expect(key.openSSLPin == bytes(hex: fields[2]).flatMap { Pin(bytes: SHA256.hash($0)) })
            if fields[1] != fields[2] { differing += 1 }
        }
        #expect(differing == 135)
    }

    /// Keys that OpenSSL reads, but whose result is unknown here, are not reported as having none.
    @Test func unknownOutputIsNotReportedAsNoOutput() throws {
        let lines = try Vectors.lines("openssl/unknown.tsv")
        #expect(lines.count == 3)
        for line in lines {
            let fields = line.split(separator: "\t").map(String.init)
            let key = try SubjectPublicKeyInfo(der: try #require(bytes(hex: fields[1])))
            #expect(fields[2] != "none" && key.openSSLReencoding.reason == .unknown, "\(fields[0])")
            #expect(key.openSSLPin == nil, "\(fields[0])")
        }
    }

    /// INDEX.tsv's last columns: the pin of the exact bytes, and what openssl's pipeline printed.
    @Test func vectorsMatchTheOutputOfThePipeline() throws {
        var compared = 0
        var differing = 0
        for line in try Vectors.lines("INDEX.tsv").dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 11, !fields[9].isEmpty, let input = try? Vectors.bytes(fields[0]) else {
                continue
            }
            for object in InputReader(input) {
                guard case .success(let content) = object.contentResult,
                    let key = content.subjectPublicKeyInfo,
                    key.pin.base64 == fields[9], key.openSSLReencoding.reason != .unknown
                else { continue }
                #expect(key.openSSLPin?.base64 ?? "" == fields[10], "\(fields[0])")
                compared += 1
                if fields[9] != fields[10] { differing += 1 }
            }
        }
        #expect(compared >= 35)
        #expect(differing >= 8)
    }

    @Test func eachKindOfKeyHasItsReason() throws {
        func reason(_ name: String) throws -> OpenSSLReencoding.Reason {
            let object = try #require(Array(InputReader(try Vectors.bytes(name))).first)
            return try #require(try object.content.subjectPublicKeyInfo).openSSLReencoding.reason
        }
        #expect(try reason("cert/rsa3072.pem") == .same)
        #expect(try reason("cert/rsa-x500-oid.pem") == .oldIdentifier)
        #expect(try reason("cert/mldsa44.pem") == .unknownAlgorithm)
        #expect(try reason("cert/dsa-inherited-params.der") == .unreadableParameters)
    }
}
