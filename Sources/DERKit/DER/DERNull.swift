extension DERElement {
    /// Checks that a NULL has no content, X.690 section 8.8.2.
    ///
    /// - Throws: `invalidValue`.
    @inlinable
    package func null() throws(DERError) {
        guard count == 0 else {
            throw DERError(
                .invalidValue, at: contentStart, expected: "an empty NULL", found: byteCount(count))
        }
    }
}
