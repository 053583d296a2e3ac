import Testing

@testable import PinPolicies
@testable import SPKIHash

/// TrustKit's configuration in Swift and Objective-C, as apps write it.
@Suite struct TrustKitSourceTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    private func read(_ text: String) throws -> PolicyReading {
        try PolicyFormat.trustKitSwift.read(Array(text.utf8))
    }

    private func lines(_ text: String) throws -> [String] {
        let reading = try read(text)
        return reading.policy.rules.map {
            "\($0.pattern): \($0.digestCount)\($0.isEnforced ? "" : " reported")"
        }
            + reading.notes + reading.omissions.map(\.message)
    }

    @Test func severalConfigurations() throws {
        let text = """
            #if DEBUG
            let config: [String: Any] = [kTSKPinnedDomains: ["a.com": [kTSKPublicKeyHashes: ["\(Self.one)"]]]]
            #else
            let config: [String: Any] = [kTSKPinnedDomains: ["a.com": [kTSKPublicKeyHashes: ["\(Self.two)"]]]]
            #endif
            TrustKit.initSharedInstance(withConfiguration: config)
            """
        #expect(
            try lines(text) == [
                "a.com: 1", "kTSKPinnedDomains appears 2 times; only the first is read",
                "kTSKPinnedDomains is set under a condition that cannot be evaluated",
            ])
        #expect(try read(text).omissions.first?.hint == "check each configuration in a separate file")
    }

    /// Keys that are used before they are assigned, or assigned with a subscript.
    @Test func otherUsesOfTheKey() throws {
        let asked = """
            func domains() -> [String: Any]? { config[kTSKPinnedDomains] as? [String: Any] }
            let config: [String: Any] = [kTSKPinnedDomains: ["a.com": [kTSKPublicKeyHashes: ["\(Self.one)"]]]]
            """
        #expect(try lines(asked) == ["a.com: 1"])
        let set = """
            var config: [String: Any] = [kTSKSwizzleNetworkDelegates: false]
            config[kTSKPinnedDomains] = ["a.com": [kTSKPublicKeyHashes: ["\(Self.one)", "\(Self.two)"]]]
            """
        #expect(try lines(set) == ["a.com: 2"])
        #expect(throws: PolicyError.self) { try read("let key = kTSKPinnedDomains") }
        #expect(throws: PolicyError.self) { try read("kTSKPinnedDomains") }
    }

    /// Booleans of Objective-C: a literal, boxed, and made by a message.
    @Test(arguments: ["@NO", "@(NO)", "@( false )", "[NSNumber numberWithBool:NO]", "NSNumber(value: false)"])
    func booleans(_ value: String) throws {
        let text = """
            NSDictionary *config = @{kTSKPinnedDomains: @{@"a.com": @{
                kTSKEnforcePinning: \(value), kTSKIncludeSubdomains: @(YES),
                kTSKPublicKeyHashes: @[@"\(Self.one)"]}}};
            """
        #expect(try lines(text) == ["**.a.com: 1 reported"])
    }

    @Test(arguments: [
        "Constants.pins", "pins", "[Constants pins]", "[[Constants shared] pinsOf:@\"a.com\" in:self]",
        "Pins.all(for: \"a.com\")", "Constants.pins + [\"\(one)\"]", "isDebug ? [] : Constants.pins",
        "pins ?? []",
    ])
    func pinsThatAreNoLiterals(_ value: String) throws {
        let text = """
            let config = [kTSKPinnedDomains: [
                "a.com": [kTSKPublicKeyHashes: \(value), kTSKIncludeSubdomains: true] as [String: Any],
                "b.com": [kTSKPublicKeyHashes: ["\(Self.two)"]],
            ]]
            """
        let reading = try read(text)
        #expect(reading.policy.rules.map(\.pattern.description) == ["b.com"])
        #expect(reading.notes == [] && reading.omissions.count == 1)
        #expect(reading.omissions.first?.message.hasPrefix("a.com: its pins are") == true)
        #expect(reading.omissions.first?.position?.line == 2)
    }

    @Test func partsThatAreNotLiterals() throws {
        func notes(_ domain: String) throws -> [String] {
            try lines("kTSKPinnedDomains: [\"a.com\": \(domain)]")
        }
        #expect(
            try notes("[kTSKPublicKeyHashes: [Constants.active, \"\(Self.one)\"]]") == [
                "a.com: 1",
                "a.com: a pin is 'Constants.active', which is not defined in this file; expected a string",
            ])
        #expect(
            try notes("[kTSKPublicKeyHashes: [Pins.active, \"a\" + b]]") == [
                "a.com: a pin is 'Pins.active', which is not defined in this file; expected a string",
                "a.com: a pin is an expression, which is not defined in this file; expected a string",
            ])
        #expect(
            try notes(#"[kTSKPublicKeyHashes: ["\(Pins.active)", "\#(Self.one)"]]"#) == [
                "a.com: 1",
                "a.com: a pin is an expression, which is not defined in this file; expected a string",
            ])
        #expect(throws: PolicyError.self) { try notes("Constants.configuration") }
        for empty in ["[:]", "[]", "[kTSKPublicKeyHashes: []]", "[kTSKEnforcePinning: true]"] {
            #expect(try notes(empty) == ["a.com: TrustKit refuses to start with a host without pins"])
        }
        #expect(throws: PolicyError.self) {
            try notes("[kTSKPublicKeyHashes: [\"\(Self.one)\"], kTSKEnforcePinning: flag ? a : b]")
        }
    }
}
