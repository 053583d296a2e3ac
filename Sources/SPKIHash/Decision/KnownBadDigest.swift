import DERKit

/// Digests that circulate as pins but are not the pin of any key in use.
package enum KnownBadDigest {
    /// Returns what a digest really is, or `nil` if it may be a pin.
    package static func what(_ digest: [UInt8]) -> String? {
        if let first = digest.first, digest.allSatisfy({ $0 == first }) {
            return first == 0 ? "all zeros, a placeholder" : "one byte repeated, a placeholder"
        }
        let letters = Base64.encode(digest).utf8.dropLast(2)
        // A made-up text ends with the letter it begins with, or with any letter that gives 32 bytes, because
        // only four bits of the last letter count.
        if let letter = letters.first, letters.allSatisfy({ $0 == letter }) {
            return "\(Unicode.Scalar(letter)) repeated in base64, a placeholder"
        }
        return table[digest]
    }

    /// Most are the SHA-256 of the output of a broken pipeline: the error message goes to the terminal, and
    /// nothing or an empty line goes to the hash.
    private static let table: [[UInt8]: String] = {
        var table: [[UInt8]: String] = [:]
        for source in PinDiagnosis.independentSources {
            table[SHA256.hash(source.bytes)] = "the SHA-256 of \(source.what)"
        }
        // https://developer.android.com/privacy-and-security/security-config#CertificatePinning
        for text in [
            "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=", "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=",
        ] {
            table[(try? Base64.decode(text)) ?? []] = "an example in Android's documentation"
        }
        return table
    }()
}
