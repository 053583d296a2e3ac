// The part of Apple's Security framework that AppPinning uses. The types of Core Foundation are those that Swift converts
// them to, because their conversion needs the Objective-C runtime.

import Foundation

public final class SecCertificate {}
public final class SecTrust {}

public func SecCertificateCopyData(_ certificate: SecCertificate) -> Data { Data() }

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> [AnyObject]? { nil }
