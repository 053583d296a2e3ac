import X509Model

/// Reads a Java key store. No standard describes the formats: JKS and JCEKS are defined by OpenJDK's JavaKeyStore and
/// JceKeyStore, and BKS by Bouncy Castle's BcKeyStoreSpi. Numbers are big-endian.
///
/// Certificates are not encrypted, and the certificate for a private key contains the public half, so nothing is
/// decrypted here. A password only proves that the file has not been changed.
struct KeyStoreReader {
    private var octets: OctetReader
    private let limits: DERLimits
    private var certificateCount = 0

    private init(_ bytes: [UInt8], limits: DERLimits) {
        octets = OctetReader(bytes)
        self.limits = limits
    }

    /// Returns the key store in the bytes.
    ///
    /// - Parameter passwords: the passwords to try; if there are any, one of them must be correct.
    /// - Throws: `wrongPassword` if there are passwords and none is correct, `unsupported` for a JCEKS file with a secret
    ///   key, `malformed` if the bytes are not a key store or are truncated or damaged, or `limit`.
    static func read(
        _ bytes: [UInt8], passwords: [Password], limits: DERLimits
    ) throws(LockError) -> KeyStore {
        try LockError.check(bytes.count, .objectSize, of: limits)
        var reader = KeyStoreReader(bytes, limits: limits)
        guard bytes.first == 0xfe || bytes.first == 0xce else { return try reader.bouncyCastle(passwords) }
        return try reader.java(passwords)
    }

    /// Reads the magic number, version, number of entries, entries, and the SHA-1 of the password and all of these.
    private mutating func java(_ passwords: [Password]) throws(LockError) -> KeyStore {
        let format: KeyStore.Format = try octets.number() == 0xfeed_feed ? .jks : .jceks
        let version = try octets.number()
        guard version == 1 || version == 2 else { throw .malformed }
        var entries: [KeyStore.Entry] = []
        for _ in 0..<(try octets.number()) {
            let tag = try octets.number()
            let alias = try octets.text()
            // Skip the creation time.
            try octets.pass(8)
            switch tag {
            case 1:
                try octets.pass(try octets.count())
                var chain: [[UInt8]] = []
                for _ in 0..<(try octets.number()) { chain.append(try certificate(hasType: version == 2)) }
                entries.append(KeyStore.Entry(alias: alias, kind: .privateKey, certificates: chain))
            case 2:
                let certificate = try certificate(hasType: version == 2)
                entries.append(
                    KeyStore.Entry(alias: alias, kind: .trustedCertificate, certificates: [certificate]))
            case 3 where format == .jceks:
                // Only Java's serialization says how long the entry is.
                throw .unsupported("a secret key in a JCEKS file")
            default: throw .malformed
            }
        }
        let content = octets.before
        let digest = try octets.take(20)
        guard octets.isFilling else { throw .malformed }
        let salt = Array("Mighty Aphrodite".utf8)
        let isVerified = passwords.contains { (password) in
            Digest.sha1.hash(password.javaOctets + salt + content) == digest
        }
        guard isVerified || passwords.isEmpty else { throw .wrongPassword }
        return KeyStore(format: format, entries: entries, isVerified: isVerified)
    }

    private mutating func certificate(hasType: Bool) throws(LockError) -> [UInt8] {
        certificateCount += 1
        try LockError.check(certificateCount, .memberCount, of: limits)
        // In version 1 of a Java key store, every certificate is X.509.
        if hasType { _ = try octets.text() }
        return try octets.take(try octets.count())
    }

    /// Reads the version, the MAC's salt and iteration count, the entries, a zero, and the HMAC-SHA-1 of the entries.
    private mutating func bouncyCastle(_ passwords: [Password]) throws(LockError) -> KeyStore {
        let version = try octets.number()
        guard version <= 2 else { throw .malformed }
        let salt = try octets.take(try octets.count())
        let iterations = try octets.count()
        let start = octets.before.count
        var entries: [KeyStore.Entry] = []
        while true {
            let tag = try octets.octet()
            if tag == 0 { break }
            entries.append(try bouncyCastleEntry(tag))
        }
        let content = Array(octets.before[start...])
        let code = try octets.take(20)
        guard octets.isFilling else { throw .malformed }
        guard !passwords.isEmpty else { return KeyStore(format: .bks, entries: entries, isVerified: false) }
        try LockError.check(iterations, .iterationCount, of: limits)
        // Versions before 2 confused bytes with bits: the key has 20 bits, rounded down to 2 bytes.
        let count = version == 2 ? 20 : 2
        // All forms are tried, because an empty password has no terminator in this format.
        let isVerified = passwords.flatMap { $0.forms }.contains { (form) in
            let key = Digest.sha1.pkcs12(
                form.utf16, salt: salt, iterations: iterations, .integrityKey, count: count)
            return Digest.sha1.code(of: content, key: key) == code
        }
        guard isVerified else { throw .wrongPassword }
        return KeyStore(format: .bks, entries: entries, isVerified: true)
    }

    private mutating func bouncyCastleEntry(_ tag: UInt8) throws(LockError) -> KeyStore.Entry {
        let alias = try octets.text()
        try octets.pass(8)
        var chain: [[UInt8]] = []
        for _ in 0..<(try octets.number()) { chain.append(try certificate(hasType: true)) }
        switch tag {
        case 1:
            chain.append(try certificate(hasType: true))
            return KeyStore.Entry(alias: alias, kind: .trustedCertificate, certificates: chain)
        case 2:
            // An unencrypted key: its kind, format and algorithm.
            let kind = try octets.octet()
            _ = try octets.text()
            _ = try octets.text()
            try octets.pass(try octets.count())
            return KeyStore.Entry(
                alias: alias, kind: kind == 0 ? .privateKey : .secretKey, certificates: chain)
        case 3, 4:
            try octets.pass(try octets.count())
            return KeyStore.Entry(
                alias: alias, kind: chain.isEmpty ? .secretKey : .privateKey, certificates: chain)
        default: throw .malformed
        }
    }
}

/// A reader of the output of Java's DataOutputStream.
struct OctetReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A Boolean value that indicates whether the remaining bytes are only padding.
    var isFilling: Bool { bytes[position...].allSatisfy { $0 == 0 || Base64.isWhiteSpace($0) } }

    /// The bytes that have been read so far.
    var before: [UInt8] { Array(bytes[..<position]) }

    mutating func octet() throws(LockError) -> UInt8 { try take(1)[0] }

    mutating func take(_ count: Int) throws(LockError) -> [UInt8] {
        let start = position
        try pass(count)
        return Array(bytes[start..<position])
    }

    mutating func pass(_ count: Int) throws(LockError) {
        guard count >= 0, count <= bytes.count - position else { throw .malformed }
        position += count
    }

    mutating func number() throws(LockError) -> UInt32 {
        try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a nonnegative number.
    mutating func count() throws(LockError) -> Int {
        let number = try number()
        guard number <= UInt32(Int32.max) else { throw .malformed }
        return Int(number)
    }

    /// Reads text in writeUTF's modified UTF-8, in which one to three octets represent a UTF-16 unit.
    mutating func text() throws(LockError) -> String {
        var units: [UInt16] = []
        for octet in try take(try take(2).reduce(0) { $0 << 8 | Int($1) }) {
            if octet & 0xc0 == 0x80, let last = units.popLast() {
                units.append(last << 6 | UInt16(octet & 0x3f))
            } else {
                // The bits of the first octet that are part of the unit; the shifts above drop the others.
                units.append(UInt16(octet < 0x80 ? octet : octet < 0xe0 ? octet & 0x1f : octet & 0x0f))
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
