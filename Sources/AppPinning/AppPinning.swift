@_exported import DERKit
import Foundation
@_exported import PinPolicies
@_exported import SPKIHash
@_exported import X509Model

extension Pin {
    /// Reads the pin of the only key in a file of any supported format.
    ///
    /// - Throws: the ``X509Model/InputError`` of ``SPKIHash/Pin/init(file:)``, or a Foundation error if the file cannot
    ///   be opened.
    public init(contentsOf url: URL) throws {
        try self.init(file: Data(contentsOf: url))
    }
}

extension Certificate {
    /// Reads a file that contains one certificate, in PEM or DER.
    ///
    /// - Throws: ``DERKit/DERError`` (DER) or ``X509Model/InputError`` (PEM) if the file does not contain exactly one
    ///   readable certificate, or a Foundation error if the file cannot be opened.
    public init(contentsOf url: URL) throws {
        let bytes = try Data(contentsOf: url)
        self = try bytes.first == 0x30 ? Certificate(der: bytes) : Certificate(pem: bytes)
    }
}

extension PolicyReading {
    /// Reads a policy file in the format that its content indicates.
    ///
    /// - Parameters:
    ///   - url: the location of the file.
    ///   - pattern: the hosts for pins that the file does not assign to any host.
    /// - Throws: ``PinPolicies/PolicyError``, or a Foundation error if the file cannot be opened.
    public init(contentsOf url: URL, for pattern: HostPattern? = nil) throws {
        try self.init(file: Data(contentsOf: url), for: pattern)
    }
}

extension DERTime {
    /// Creates a time from a date, without the fraction of a second; `nil` if the year is outside 0 to 9999.
    public init?(_ date: Date) {
        guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
        self.init(secondsSince1970: seconds)
    }

    /// The time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }
}

extension DERError: LocalizedError {
    /// The description of the error.
    public var errorDescription: String? { description }
}

extension PEMError: LocalizedError {
    /// The description of the error.
    public var errorDescription: String? { description }
}

extension InputError: LocalizedError {
    /// The description of the error, which includes the hint.
    public var errorDescription: String? { description }
}

extension Pin.TextError: LocalizedError {
    /// The description of the error.
    public var errorDescription: String? { description }
}

extension RawKeyError: LocalizedError {
    /// The description of the error.
    public var errorDescription: String? { description }
}

extension PolicyError: LocalizedError {
    /// The description of the error, which includes the hint.
    public var errorDescription: String? { description }
}
