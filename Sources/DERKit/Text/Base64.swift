/// Base64, RFC 4648 sections 4 and 5.
package enum Base64 {
    /// The two alphabets, which differ in the last two of their 64 characters.
    package enum Alphabet: Sendable {
        /// `+` and `/`, padded with `=`: RFC 4648 section 4.
        case standard
        /// `-` and `_`, without padding: RFC 4648 section 5.
        case url
    }
}
