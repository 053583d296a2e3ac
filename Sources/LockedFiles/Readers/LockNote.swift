import X509Model

/// A program that cannot open a file because of its encryption, with a source.
package struct LockNote: Sendable, Hashable {
    package let code: String
    /// The program, and the reason.
    package let message: String
    /// The page that documents or reports it.
    package let source: String
}

extension InputObject.Content {
    /// The programs that cannot open the object, each once.
    package var lockNotes: [LockNote] {
        let locks = locks
        var isContainer = false
        if case .pkcs12 = self { isContainer = true }
        return LockNote.rows.filter { (row) in
            (isContainer || !row.isOfContainers) && locks.contains(where: row.applies)
        }.map { $0.note }
    }
}

extension LockNote {
    fileprivate struct Row: Sendable {
        let note: LockNote
        /// A Boolean value that indicates whether the source is only about PKCS #12.
        let isOfContainers: Bool
        let applies: @Sendable (LockDescription) -> Bool
    }

    fileprivate static let rows: [Row] = [
        Row(
            note: LockNote(
                code: "openssl-3-legacy",
                message: "OpenSSL 3 opens RC2, RC4 and DES only with its legacy provider (-legacy)",
                source: "https://docs.openssl.org/3.0/man7/OSSL_PROVIDER-legacy/"),
            isOfContainers: false
        ) { (lock) in
            lock.part == .content && ["RC2", "RC4", "DES"].contains { lock.algorithm.hasPrefix($0) }
        },
        Row(
            note: LockNote(
                code: "apple-pbes2",
                message: "Apple's import has rejected PBES2 and SHA-256 MACs with a wrong-password error",
                source: "https://github.com/openssl/openssl/issues/19871"),
            isOfContainers: true
        ) { (lock) in
            lock.derivation?.hasPrefix("PBKDF2") == true && lock.part == .content
                || lock.part == .integrity && lock.algorithm == "HMAC-SHA-256"
        },
        Row(
            note: LockNote(
                code: "java-mac-sha256",
                message: "Java before 8u301, 11.0.12 and 12 cannot open files with a SHA-256 MAC",
                source: "https://bugs.openjdk.org/browse/JDK-8267701"),
            isOfContainers: true
        ) { (lock) in lock.part == .integrity && lock.algorithm == "HMAC-SHA-256" },
        Row(
            note: LockNote(
                code: "openssl-pbmac1", message: "OpenSSL before 3.4 cannot open files with PBMAC1",
                source: "https://docs.openssl.org/3.5/man3/PBMAC1_get1_pbkdf2_param/"),
            isOfContainers: true
        ) { (lock) in lock.algorithm.hasPrefix("PBMAC1") },
    ]
}
