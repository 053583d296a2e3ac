import PinPolicies
import SPKIHash
import Testing

/// Every written form of a pin is read back as the same pin.
@Suite struct PinFormsTests {
    @Test(arguments: Pin.Format.allCases) func writtenFormsAreReadBack(_ format: Pin.Format) throws {
        // Base64 of these begins with each of the 64 characters, so with a slash too: `sha256/` in front of it
        // looks like curl's `sha256//`.
        for first in UInt8.min...UInt8.max {
            let pin = try #require(Pin(bytes: [first] + [UInt8](repeating: 0xa5, count: 31)))
            #expect(try Pin(pin.formatted(format)) == pin, "\(pin.formatted(format))")
        }
    }

    @Test func everyFormatContainsThePin() throws {
        let pin = try Pin("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=")
        let digits = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"
        #expect(pin.formatted(.tlsa) == "3 1 1 \(digits)")
        #expect(pin.formatted(.tlsaAuthority) == "2 1 1 \(digits)")
        #expect(pin.formatted(.android) == #"<pin digest="SHA-256">\#(pin.base64)</pin>"#)
        #expect(pin.formatted(.trustKit) == "<string>\(pin.base64)</string>")
        #expect(
            pin.formatted(.nsPinnedDomains)
                == "<dict><key>SPKI-SHA256-BASE64</key><string>\(pin.base64)</string></dict>")
        #expect(pin.formatted(.envoy) == pin.base64)
        #expect(pin.formatted(.swift) == "\"\(pin.base64)\",")
    }

    /// Curl's two slashes and a digest that begins with one, with and without padding.
    @Test(arguments: [
        "sha256//8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss=",
        "sha256///8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss=",
        "sha256//8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss",
    ])
    func leadingSlashesBelongToThePinOrThePrefix(_ text: String) throws {
        #expect(try Pin(text).base64 == "/8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss=")
    }

    /// `android.util.Base64` accepts at most the padding that the digits need; Okio removes any.
    @Test(arguments: [("", true, true), ("=", true, true), ("==", false, true), ("===", false, true)])
    func paddingIsJudgedByTheConsumersRules(_ padding: String, _ android: Bool, _ okio: Bool) throws {
        let pin = try Pin("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=")
        let text = pin.base64.dropLast() + padding
        #expect(PinConsumer.android.form.isForm(of: pin, String(text)) == android)
        #expect(PinConsumer.okHttp.form.isForm(of: pin, "sha256/" + text) == okio)
    }

    @Test func pinsAreFoundInText() throws {
        let text = """
            // sha256/AAAA is too short, and sha256/... is none
            val a = "sha256//8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss="
            curl --pinnedpubkey 'sha256//azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=;sha256//7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U='
            """
        let findings = PinsInText(Array(text.utf8)).sightings
        #expect(
            findings.map(\.pin?.base64) == [
                "/8oAZ2wOTkJdmL+SMzgmQlROYnNUALNWTkG96LV3nss=",
                "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=",
                "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=",
            ])
        #expect(findings.map(\.position.line) == [2, 3, 3])
        #expect(findings.first?.position.column == 10)
    }
}
