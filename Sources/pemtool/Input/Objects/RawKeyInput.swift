import SPKIHash

/// The raw key in an operand, or in the file that the operand names.
struct WrapInput {
    let operand: String

    /// Returns the error for an operand that is not a raw key.
    private func failure(_ message: String, hint advice: String? = nil) -> UsageError {
        complain(message)
        hint(advice)
        return .unreadable
    }

    /// Returns the key for the first valid interpretation of the operand.
    func key(_ algorithm: RawKeyAlgorithm?) throws(UsageError) -> SubjectPublicKeyInfo {
        let (name, readings, isPrivate) = try self.readings()
        guard !isPrivate, !readings.contains(where: WrapInput.isPrivateKey) else {
            let isFile = System.exists(operand) && PathName.isPlain(operand)
            throw failure(
                "\(name): wrap does not accept private keys",
                hint: "openssl pkey -in \(isFile ? operand : "KEY") -pubout prints its public half")
        }
        var first: RawKeyError?
        for bytes in readings {
            do throws(RawKeyError) {
                return try SubjectPublicKeyInfo(rawKey: bytes, algorithm: algorithm)
            } catch {
                if first == nil || !(first?.isAboutRawKeys ?? false) && error.isAboutRawKeys { first = error }
            }
        }
        let isFile = PathName.isInput(operand)
        guard !readings.isEmpty || !isFile else {
            throw failure("\(name): this text is not a raw key in hex or base64")
        }
        // Most words are valid base64, but too short to be a key.
        guard let first, isFile || readings.contains(where: { $0.count > 24 }) else {
            throw failure("\(name): neither a file nor a raw key in hex or base64")
        }
        let isWhole = readings.contains { InputReader($0).contains { (try? $0.content) != nil } }
        // The pin of such a file can be printed without wrap.
        let pinAdvice = ErrorReport.naming(operand, in: "pemtool pin FILE prints its pin")
        throw failure(
            "\(name): \(first)",
            hint: first.advice ?? (isFile && (isWhole || first == .isSubjectPublicKeyInfo) ? pinAdvice : nil))
    }

    /// Returns the reason why the contents of a file cannot be wrapped, or `nil` if they can.
    static func refusal(of contents: [UInt8]) -> RawKeyError? {
        var refusal = RawKeyError.empty
        for bytes in readings(contents) {
            do throws(RawKeyError) {
                _ = try SubjectPublicKeyInfo(rawKey: bytes)
                return nil
            } catch {
                refusal = error
            }
        }
        return refusal
    }

    /// Returns whether bytes are a private key in any form, complete or not.
    private static func isPrivateKey(_ bytes: [UInt8]) -> Bool {
        TreeLabels(DERTree(bytes)).hasPrivatePart
            || InputReader(bytes).contains { (object) in
                switch object.contentResult {
                case .success(.privateKey), .success(.encryptedPrivateKey), .success(.pkcs12): true
                default: false
                }
            }
    }

    private func readings() throws(UsageError) -> (name: String, readings: [[UInt8]], isPrivate: Bool) {
        guard operand == PathName.standardInput || System.exists(operand) else {
            let name = operand.count > 24 ? "the raw key" : PathName.displayed(operand)
            return (name, WrapInput.decoded(operand), WrapInput.hasPrivateLabel(Array(operand.utf8)))
        }
        do throws(System.Failure) {
            let bytes = try System.contents(ofInput: operand)
            return (PathName.ofInput(operand), WrapInput.readings(bytes), WrapInput.hasPrivateLabel(bytes))
        } catch {
            throw failure("\(PathName.displayed(operand)): \(error.message)")
        }
    }

    /// Returns whether PEM contains a private key block, readable or not.
    private static func hasPrivateLabel(_ contents: [UInt8]) -> Bool {
        PEM.Reader(InputDER.utf8(contents)).contains { (block) in
            switch block {
            case .success(let block): TreeDisclosure.isPrivate(label: block.label)
            case .failure(let error): TreeDisclosure.isPrivate(label: error.label)
            }
        }
    }

    /// Returns the interpretations of a file: the content of its first PEM block, the bytes themselves, or the bytes
    /// that its text encodes. Text never counts as the key itself. 64 characters could be the 64 bytes of a point, but
    /// fewer than one key in 2^40 consists only of text characters.
    private static func readings(_ contents: [UInt8]) -> [[UInt8]] {
        for case .success(let block) in PEM.objects(in: contents) { return [block.derBytes] }
        guard let text = text(contents) else { return [contents] }
        return decoded(text)
    }

    /// Returns the contents as ASCII text, or `nil` if they contain other bytes.
    private static func text(_ contents: [UInt8]) -> String? {
        var characters = InputDER.utf8(contents)[...]
        if characters.starts(with: [0xef, 0xbb, 0xbf]) { characters = characters.dropFirst(3) }
        let isText = characters.allSatisfy { (0x20...0x7e).contains($0) || (9...13).contains($0) }
        return isText && !contents.isEmpty ? String(decoding: characters, as: UTF8.self) : nil
    }

    /// Decodes text as hex or, if it is not hex, as base64. Hex comes first because its digits are also valid base64.
    private static func decoded(_ text: String) -> [[UInt8]] {
        // These are octets, because an array of Characters takes 16 times the size of a file.
        let plain = text.utf8.filter { !Base64.isWhiteSpace($0) }
        let digits = String(decoding: plain.filter { $0 != UInt8(ascii: ":") }, as: UTF8.self)
        let hex = bytes(hex: digits.hasPrefix("0x") ? digits.dropFirst(2) : digits[...])
        // Bytes in decimal have only digits that hex has, too.
        let words = text.utf8.split(whereSeparator: Base64.isWhiteSpace)
        let isHex = words.allSatisfy { (word) in
            word.count { hexDigit($0) != nil } % 2 == (word.starts(with: "0x".utf8) ? 1 : 0)
        }
        guard hex == nil || isHex else { return [] }
        let base64 = String(decoding: plain, as: UTF8.self)
        return [hex ?? PinSpelling.base64(base64)].compactMap { $0 }.filter { !$0.isEmpty }
    }
}

extension RawKeyError {
    /// A Boolean value that indicates whether the bytes look like a key, so that the error is worth reporting.
    fileprivate var isAboutRawKeys: Bool {
        switch self {
        case .ambiguous, .isSubjectPublicKeyInfo, .lacksY, .isPrivateKey, .otherCurve, .notOnCurve: true
        case .empty, .unknownForm, .wrongForm: false
        }
    }

    fileprivate var advice: String? {
        guard case .ambiguous(_, let choices) = self else { return nil }
        return "add " + choices.map { "--algorithm \($0)" }.joined(separator: " or ")
            + ", depending on the key"
    }
}
