import DERKit

/// A value that occurs in extensions.
package protocol ExtensionContent: Sendable {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError)
}

extension Array: ExtensionContent where Element: ExtensionContent {
    package init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        self = try cursor.sequence(in: bytes, of: Element.init)
    }
}

extension GeneralName: ExtensionContent {}
