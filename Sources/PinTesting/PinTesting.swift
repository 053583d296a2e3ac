@_exported import AppPinning
@_exported import Foundation
@_exported import LockedFiles

extension InputReader {
    /// Creates a reader for a file that may require a password, such as the identity of a test client.
    ///
    /// - Parameters:
    ///   - url: the location of the file.
    ///   - password: the password of a .p12, .jks or .pem file; an empty password is always tried.
    /// - Throws: a Foundation error if the file cannot be opened. For an object that the password does not open, the
    ///   reader returns an error.
    public init(contentsOf url: URL, password: String = "") throws {
        try self.init(Data(contentsOf: url), password: password)
    }
}
