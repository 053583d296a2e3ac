import DERKit

/// An object whose content or public half requires a password or computation. ``InputReader`` passes it to a
/// function of the caller, and keeps none of it.
package struct LockedObject {
    package enum Form {
        case pkcs12(PFX)
        case encryptedPrivateKey(EncryptedPrivateKeyInfo)
        /// A private key whose file lacks the public half.
        case privateKey(Certificate.PrivateKey)
        case keyStore(ForeignFormat)
    }

    package let form: Form
    package let bytes: [UInt8]
    package let limits: DERLimits
}

/// The result of opening a locked object.
package struct UnlockedObject {
    /// A member of a container, which follows it as a separate object.
    package struct Member: Sendable {
        package enum Kind: Sendable {
            case certificate, certificateList, privateKey
            /// A member that could not be opened.
            case failure(InputError)
        }

        package let kind: Kind
        package let bytes: [UInt8]
        package let name: MemberName?

        package init(_ kind: Kind, _ bytes: [UInt8], name: MemberName? = nil) {
            self.kind = kind
            self.bytes = bytes
            self.name = name
        }
    }

    package let content: Result<InputObject.Content, InputError>
    package let members: [Member]

    package init(_ content: Result<InputObject.Content, InputError>, members: [Member] = []) {
        self.content = content
        self.members = members
    }
}

/// A function that opens a locked object, or returns `nil` to leave it locked.
package typealias Unlocking = @Sendable (LockedObject) -> UnlockedObject?

extension LockedObject.Form {
    /// Creates the locked form of the content; `nil` if it is not locked.
    init?(_ content: InputObject.Content) {
        switch content {
        case .pkcs12(let pfx): self = .pkcs12(pfx)
        case .encryptedPrivateKey(let key): self = .encryptedPrivateKey(key)
        case .privateKey(let key) where key.subjectPublicKeyInfo == nil: self = .privateKey(key)
        default: return nil
        }
    }
}
