@_exported import DERKit
@_exported import Foundation
@_exported import PinPolicies
@_exported import SPKIHash
@_exported import X509Model

extension Pin {
    /// Reads a file of any supported form and returns the pin of the one key in it.
    ///
    /// - Throws: ``X509Model/InputError`` as ``SPKIHash/Pin/init(file:)`` does, or an error of Foundation if the file
    ///   cannot be opened.
    public init(contentsOf url: URL) throws {
        try self.init(file: Data(contentsOf: url))
    }
}

extension Certificate {
    /// Reads a file that has one certificate, in PEM or DER.
    ///
    /// - Throws: ``X509Model/InputError`` if it cannot be read, or an error of Foundation if the file cannot be opened.
    public init(contentsOf url: URL) throws {
        let bytes = try Data(contentsOf: url)
        self = try bytes.first == 0x30 ? Certificate(der: bytes) : Certificate(pem: bytes)
    }
}

extension PolicyReading {
    /// Reads a policy file, in whatever format its content shows.
    ///
    /// - Parameters:
    ///   - url: where the file is.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Throws: ``PinPolicies/PolicyError``, or an error of Foundation if the file cannot be opened.
    public init(contentsOf url: URL, for pattern: HostPattern? = nil) throws {
        try self.init(file: Data(contentsOf: url), for: pattern)
    }
}

extension DERError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension PEMError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension InputError: LocalizedError {
    /// The description, with the hint.
    public var errorDescription: String? { description + (hint.map { "; \($0)" } ?? "") }
}

extension Pin.TextError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension RawKeyError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension PolicyError: LocalizedError {
    /// The description, with the hint.
    public var errorDescription: String? { description + (hint.map { "; \($0)" } ?? "") }
}
