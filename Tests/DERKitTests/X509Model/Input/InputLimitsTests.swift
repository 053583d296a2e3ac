import DERKit
import Testing
import X509Model

/// Each limit on reading objects: input at the limit is read, and one more causes the error `limit` at its position.
@Suite struct InputLimitsTests {
    private func value(_ tag: DERTag, count: Int) -> [UInt8] {
        var writer = DERWriter()
        writer.append(tag, content: [UInt8](repeating: 1, count: count))
        return writer.bytes
    }

    private func sequence(_ tag: DERTag = .sequence, _ values: [UInt8]...) -> [UInt8] {
        var writer = DERWriter()
        writer.append(tag, content: Array(values.joined()))
        return writer.bytes
    }

    private func standard(_ property: WritableKeyPath<DERLimits, Int>, _ value: Int?) -> DERLimits {
        var limits = DERLimits.standard
        if let value { limits[keyPath: property] = value }
        return limits
    }

    private func error(_ bytes: [UInt8], _ limits: DERLimits) -> InputError? {
        let first = InputReader(bytes, limits: limits).first { _ in true }
        guard case .failure(let error) = first?.contentResult else { return nil }
        return error
    }

    // MARK: Size

    @Test func theSizeOfACertificateIsLimited() throws {
        let bytes = try CertificateParts().der().bytes
        var limits = DERLimits.standard
        limits.objectSize = bytes.count
        #expect(try Certificate(der: bytes, limits: limits).derBytes == bytes)
        #expect(try Certificate(der: bytes[...], limits: limits).derBytes == bytes)
        #expect(error(bytes, limits) == nil)
        limits.objectSize -= 1
        let found = derError { () throws(DERError) in try Certificate(der: bytes, limits: limits) }
        #expect(found?.code == .limit)
        #expect(found?.offset == 0)
        #expect(found?.found == "\(bytes.count) bytes")
        #expect(found?.expected == "at most \(bytes.count - 1) (objectSize) bytes")
        #expect(error(bytes, limits)?.code == "limit")
        let pem = error(Array(PEM.encode(bytes, label: "CERTIFICATE").utf8), limits)
        #expect(pem?.code == "pem-limit")
        #expect(pem?.position?.line == 1)
    }

    @Test(.enabled(if: Sweep.isWhole, "a quarter of a gigabyte"), arguments: [0, 1])
    func theStandardLimitsBoundTheSizeOfCertificates(_ more: Int) {
        var bytes: [UInt8] = [0x30, 0x84, 0x0f, 0xff, 0xff, UInt8(0xfa + more), 0x04, 0x84, 0x0f, 0xff, 0xff]
        bytes.append(UInt8(0xf4 + more))
        bytes += [UInt8](repeating: 0, count: 0x0fff_fff4 + more)
        let found = derError { () throws(DERError) in try Certificate(der: bytes) }
        // It is not a certificate, but only the part that is too large is skipped.
        #expect(found?.code == (more == 0 ? .unexpectedTag : .limit))
        #expect(found?.offset == (more == 0 ? 6 : 0))
    }

    // MARK: Integers and identifiers

    @Test(arguments: [nil, 1, 20, 100_000])
    func theLengthOfASerialNumberIsLimited(_ length: Int?) throws {
        let limits = standard(\.integerLength, length)
        for more in [0, 1] {
            let serial = value(.integer, count: limits.integerLength + more)
            let (bytes, offset) = try CertificateParts().replacing("serialNumber", by: hex(serial))
                .der(offsetOf: "serialNumber")
            let found = derError { () throws(DERError) in try Certificate(der: bytes, limits: limits) }
            #expect(found?.code == (more == 0 ? nil : .limit))
            #expect(found?.offset == (more == 0 ? nil : offset))
            #expect(error(bytes, limits)?.code == (more == 0 ? nil : "limit"))
        }
    }

    @Test(arguments: [nil, 20, 100_000])
    func theLengthOfAnAlgorithmIdentifierIsLimited(_ length: Int?) throws {
        let limits = standard(\.identifierLength, length)
        for more in [0, 1] {
            let algorithm = sequence(
                .sequence, value(.objectIdentifier, count: limits.identifierLength + more))
            let (bytes, offset) = try CertificateParts().replacing("signatureAlgorithm", by: hex(algorithm))
                .der(offsetOf: "signatureAlgorithm")
            let found = derError { () throws(DERError) in try Certificate(der: bytes, limits: limits) }
            #expect(found?.code == (more == 0 ? nil : .limit))
            let header = algorithm.count - (limits.identifierLength + more)
            #expect(found?.offset == (more == 0 ? nil : offset + (header == 4 ? 2 : header == 8 ? 4 : 5)))
        }
    }

    /// Keys, requests and lists are checked too, and errors about a private key contain only the rule.
    @Test(arguments: [
        "kinds/rsa2048.request.der", "kinds/rsa2048.public.der", "kinds/rsa2048.key.der",
        "kinds/rsa2048.traditional.der", "kinds/rsa2048.p7b.der",
    ])
    func theLimitsApplyToEveryKind(_ file: String) throws {
        let bytes = try Vectors.bytes(file)
        #expect(error(bytes, .standard) == nil)
        let size = error(bytes, standard(\.objectSize, bytes.count - 1))
        #expect(size?.code == "limit")
        #expect(size?.offset == 0)
        #expect(error(bytes, standard(\.objectSize, bytes.count)) == nil)
        let identifier = error(bytes, standard(\.identifierLength, 2))
        #expect(file.contains("traditional") || identifier?.code == "limit")
        if file.contains("traditional") {
            let integer = error(bytes, standard(\.integerLength, 256))
            #expect(integer?.code == "limit")
            #expect(integer?.message == "expected at most 256 (integerLength) bytes")
            #expect(error(bytes, standard(\.integerLength, 257)) == nil)
        }
    }

    // MARK: Numbers

    @Test(arguments: Sweep.isWhole ? [nil, 0, 1, 2, 10] : [0, 1, 2, 10])
    func theNumberOfObjectsInAnInputIsLimited(_ count: Int?) {
        let limits = standard(\.objectCount, count)
        // A key of Ed25519, RFC 8410 section 4: a million errors would take long to record.
        let key =
            [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
            + [UInt8](repeating: 9, count: 32)
        var objects: [UInt8] = []
        for _ in 0..<limits.objectCount { objects += key }
        var read = 0
        if !objects.isEmpty {
            for object in InputReader(objects, limits: limits) {
                if case .failure(let error) = object.contentResult { Issue.record("\(error)") }
                read += 1
            }
        }
        #expect(read == limits.objectCount)
        var last: InputObject?
        read = 0
        for object in InputReader(objects + key + key, limits: limits) {
            read += 1
            last = object
        }
        #expect(read == limits.objectCount + 1)
        #expect(last?.index == limits.objectCount)
        #expect(last?.offset == objects.count)
        guard case .failure(let error) = last?.contentResult else { return }
        #expect(error.code == "too-many-objects")
        #expect(
            error.message
                == "too many objects; expected at most \(limits.objectCount) (objectCount) in one input")
    }

    @Test func theNumberOfObjectsInPEMIsLimited() throws {
        let text = try Vectors.bytes("kinds/rsa2048.p7b.pem")
        let all = Array(InputReader(text))
        #expect(all.count > 1)
        // The members of a container count with it.
        for limit in 0..<all.count {
            let some = Array(InputReader(text, limits: standard(\.objectCount, limit)))
            #expect(some.count == limit + 1)
            guard case .failure(let error) = some.last?.contentResult else {
                Issue.record("\(limit) objects and one more")
                continue
            }
            #expect(error.code == "too-many-objects")
        }
        #expect(Array(InputReader(text, limits: standard(\.objectCount, all.count))).count == all.count)
    }

    @Test(arguments: [nil, 0, 1, 100])
    func theNumberOfMembersOfAContainerIsLimited(_ count: Int?) throws {
        let limits = standard(\.memberCount, count)
        func signedData(_ members: Int, _ member: [UInt8] = [0x30, 0]) -> [UInt8] {
            let content = sequence(
                .sequence, [2, 1, 1], [0x31, 0],
                sequence(.sequence, [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]),
                sequence(.contextConstructed(0), (0..<members).flatMap { _ in member }), [0x31, 0])
            return sequence(
                .sequence, [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2],
                sequence(.contextConstructed(0), content))
        }
        let whole = try SignedData(ber: signedData(limits.memberCount), limits: limits)
        #expect(whole.certificates.count == limits.memberCount)
        let bytes = signedData(limits.memberCount + 1)
        let found = derError { () throws(DERError) in try SignedData(ber: bytes, limits: limits) }
        #expect(found?.code == .limit)
        // The last member, in front of the empty set of signatures.
        #expect(found?.offset == bytes.count - 4)
        #expect(found?.path == ["content", "certificates"])
        let others = signedData(limits.memberCount + 1, [0xa2, 0])
        #expect(
            derError { () throws(DERError) in try SignedData(ber: others, limits: limits) }?.code == .limit)
    }

    @Test(arguments: Sweep.isWhole ? [nil, 0, 1, 100] : [0, 1, 100])
    func theNumberOfMembersOfAPFXIsLimited(_ count: Int?) throws {
        let limits = standard(\.memberCount, count)
        func data(_ content: [UInt8]) -> [UInt8] {
            sequence(
                .sequence, [6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1],
                sequence(.contextConstructed(0), sequence(.octetString, content)))
        }
        func pfx(_ members: Int) -> [UInt8] {
            let type: [UInt8] = [6, 11, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 10, 1, 3]
            let x509: [UInt8] = [6, 10, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 22, 1]
            let value = sequence(.sequence, x509, sequence(.contextConstructed(0), [4, 2, 0x30, 0]))
            let bag = sequence(.sequence, type, sequence(.contextConstructed(0), value))
            let bags = sequence(.sequence, (0..<members).flatMap { _ in bag })
            return sequence(
                .sequence, [2, 1, 3], data(sequence(.sequence, members == 0 ? [] : data(bags))))
        }
        let whole = try PFX(ber: pfx(limits.memberCount), limits: limits)
        #expect(whole.certificates.count == limits.memberCount)
        let bytes = pfx(limits.memberCount + 1)
        let found = derError { () throws(DERError) in try PFX(ber: bytes, limits: limits) }
        #expect(found?.code == .limit)
        #expect(found?.path == ["authSafe"])
        // Parts of an unknown type.
        let part = sequence(.sequence, [6, 1, 0x2a])
        let parts = sequence(.sequence, (0...limits.memberCount).flatMap { _ in part })
        let others = sequence(.sequence, [2, 1, 3], data(parts))
        #expect(derError { () throws(DERError) in try PFX(ber: others, limits: limits) }?.code == .limit)
        #expect(
            found?.message
                == "expected at most \(limits.memberCount) (memberCount) members of one kind in a container")
    }
}
