@_exported import AppPinning
@_exported import Foundation
@_exported import LockedFiles

extension InputReader {
    /// Creates a reader for a file, with the password that opens it: for example the identity of a test client.
    ///
    /// - Parameters:
    ///   - url: the location of the file.
    ///   - password: the password of a .p12, .jks or .pem file; an empty one is always tried.
    /// - Throws: an error of Foundation if the file cannot be opened. The reader returns an object that it cannot open as
    ///   an error.
    public init(contentsOf url: URL, password: String = "") throws {
        try self.init(Data(contentsOf: url), password: password)
    }
}
