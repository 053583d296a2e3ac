@_exported import AppPinning
@_exported import Foundation
@_exported import LockedFiles

extension InputReader {
    /// Creates a reader for a file that a password opens, such as the identity of a test client.
    ///
    /// - Parameters:
    ///   - url: the location of the file.
    ///   - password: the password of a .p12, .jks or .pem file; an empty password is always tried.
    /// - Throws: a Foundation error if the file cannot be opened. If the reader cannot open an object, it
    ///   returns an error in its place.
    public init(contentsOf url: URL, password: String = "") throws {
        try self.init(Data(contentsOf: url), password: password)
    }
}
