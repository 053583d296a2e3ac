#if os(Linux)
    import DERKit
    import Foundation
    import SPKIHash
    import Testing
    import X509Model

    /// The CAs that the system trusts, pinned here and by OpenSSL's pipeline.
    @Suite struct SystemCertificatesTests {
        private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

        /// Splits a bundle into 001.pem, 002.pem and so on, and prints the SHA-256 of each key as in OpenSSL.
        private static let pipeline = """
            set -euo pipefail
            # Without this OpenSSL loads the whole bundle each time that it starts.
            export SSL_CERT_FILE=/dev/null
            cd "$1"
            awk '/-----BEGIN CERTIFICATE-----/ { n++ } n { print > sprintf("%03d.pem", n) }' "$2"
            for file in *.pem; do
                openssl x509 -in "$file" -pubkey -noout | openssl pkey -pubin -outform der -out "${file%.pem}.spki"
            done
            openssl dgst -sha256 -r *.spki
            """

        @Test func everyPinMatchesTheOpenSSLPipeline() throws {
            guard FileManager.default.isReadableFile(atPath: SystemCertificatesTests.bundle) else {
                Issue.record(
                    "no \(SystemCertificatesTests.bundle): install the Debian package ca-certificates")
                return
            }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let answers = try openSSLDigests(in: folder)
            #expect(answers.count > 50)

            let bundle = try Data(contentsOf: URL(fileURLWithPath: SystemCertificatesTests.bundle))
            let pins = try InputReader(bundle).map { try $0.content.subjectPublicKeyInfo?.pin }
            #expect(pins.map { $0?.formatted(.hex) } == answers.map(\.digest))

            for (name, digest) in answers {
                let file = try Data(contentsOf: folder.appendingPathComponent("\(name).pem"))
                let certificate = try Certificate(pem: String(decoding: file, as: UTF8.self))
                #expect(certificate.pin.formatted(.hex) == digest, "\(certificate)")
                #expect(try Certificate(der: certificate.derBytes).pin == certificate.pin, "\(certificate)")
            }
        }

        /// Returns the digest of each certificate's key in hex, with the name of the certificate's file.
        private func openSSLDigests(in folder: URL) throws -> [(name: String, digest: String)] {
            let answer = try Program(path: "/usr/bin/env").run([
                "bash", "-c", SystemCertificatesTests.pipeline, "bash", folder.path,
                SystemCertificatesTests.bundle,
            ])
            try #require(
                answer.status == 0, "the pipeline failed: install the Debian packages bash, awk, openssl")
            return try answer.output.split(separator: "\n").map { (line) in
                let parts = line.split(separator: " ")
                try #require(parts.count == 2, "\(line)")
                return (String(parts[1].dropFirst().prefix { $0 != "." }), String(parts[0]))
            }
        }
    }
#endif
