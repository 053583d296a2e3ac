import X509Model

// Tests compare codes with the names that JSON promises.

extension InputError.Code: ExpressibleByStringLiteral {
    /// Creates a code from its name in JSON.
    public init(stringLiteral name: String) { self.init(rawValue: name) }
}

extension InputNote.Code: ExpressibleByStringLiteral {
    /// Creates a code from its name in JSON.
    public init(stringLiteral name: String) { self.init(rawValue: name) }
}
