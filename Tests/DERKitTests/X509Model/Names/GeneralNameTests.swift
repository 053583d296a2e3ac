import DERKit
import Testing
import X509Model

@Suite struct GeneralNameTests {
    private func dnsName(_ octets: [UInt8]) -> GeneralName { .dnsName(IA5Text(octets)) }

    private func dnsName(_ text: String) -> GeneralName { dnsName(Array(text.utf8)) }

    @Test func theTextPropertyIsNotEscaped() {
        #expect(dnsName("a.example").text == "DNS:a.example")
        #expect(dnsName("a\\b\nc\u{1b}[2J").text == "DNS:a\\b\nc\u{1b}[2J")
        #expect(dnsName("健診予約.com").text == "DNS:健診予約.com")
        #expect(dnsName([0x61, 0xe9, 0x62]).text == "DNS:a\\xe9b")
        // Part of it is valid UTF-8, but not all of it.
        #expect(dnsName([0xc3, 0xa9, 0xff]).text == "DNS:\\xc3\\xa9\\xff")
    }

    @Test func theDescriptionEscapesHiddenCharacters() {
        #expect(dnsName("a.example").description == "DNS:a.example")
        #expect(dnsName("a\0.example").description == "DNS:a\\00.example")
        #expect(dnsName("a\\b\nc\u{1b}[2J").description == "DNS:a\\5Cb\\0Ac\\1B[2J")
        #expect(dnsName("\u{202e}moc.elpmaxe").description == "DNS:\\E2\\80\\AEmoc.elpmaxe")
        #expect(dnsName("健診予約.com").description == "DNS:健診予約.com")
        #expect(dnsName([0x61, 0xe9, 0x62]).description == "DNS:a\\E9b")
    }

    @Test func everyKindHasItsPrefix() throws {
        let text = IA5Text(Array("x".utf8))
        let identifier = try #require(ASN1ObjectIdentifier("1.2.3"))
        #expect(GeneralName.rfc822Name(text).text == "email:x")
        #expect(GeneralName.uri(text).text == "URI:x")
        #expect(GeneralName.registeredID(identifier).text == "RID:1.2.3")
        #expect(GeneralName.ipAddress(GeneralName.IPAddress([192, 0, 2, 1])).text == "IP:192.0.2.1")
        #expect(GeneralName.x400Address([]).text == "x400Address")
        let name = try DistinguishedName(der: try #require(bytes(hex: "300c310a300806035504030c0141")))
        #expect(GeneralName.directoryName(name).text == "dirName:CN=A")
    }

    // The U-labels are what Python's codec "idna" decodes these names to.
    @Test(arguments: [
        ("xn--bcher-kva.example", "bücher.example"), ("XN--BCHER-KVA.example", "bücher.example"),
        ("www.xn--fiqs8s", "www.中国"), ("*.xn--d1acufc.xn--p1ai", "*.домен.рф"),
        ("xn--mnchen-3ya.de", "münchen.de"),
    ]) func anInternationalizedDomainIsShownInItsOwnScript(_ name: String, _ unicode: String) {
        #expect(dnsName(name).unicodeName == unicode)
    }

    @Test func aLabelThatIsNotAnALabelIsUnchanged() {
        #expect(dnsName("www.example.com").unicodeName == nil)
        #expect(dnsName("xn--").unicodeName == nil)
        // A digit that Punycode does not have, and an integer without an end.
        #expect(dnsName("xn--a!b.example").unicodeName == nil)
        #expect(dnsName("xn--bcher-kv.xn--99999999").unicodeName == nil)
        // Only ASCII after the prefix.
        #expect(dnsName("xn--abc-.example").unicodeName == nil)
    }

    @Test func theDomainOfAnEmailAddressAndTheHostOfAURIAreDecoded() {
        let email = GeneralName.rfc822Name(IA5Text(Array("xn--bcher-kva@xn--bcher-kva.example".utf8)))
        #expect(email.unicodeName == "xn--bcher-kva@bücher.example")
        let uri = "https://xn--bcher-kva@xn--bcher-kva.example:8443/xn--bcher-kva?q#f"
        #expect(
            GeneralName.uri(IA5Text(Array(uri.utf8))).unicodeName
                == "https://xn--bcher-kva@bücher.example:8443/xn--bcher-kva?q#f")
        let country = GeneralName.uri(IA5Text(Array("http://www.xn--fiqs8s/a".utf8)))
        #expect(country.unicodeName == "http://www.中国/a")
        #expect(GeneralName.rfc822Name(IA5Text(Array("xn--bcher-kva".utf8))).unicodeName == nil)
        #expect(
            GeneralName.uri(IA5Text(Array("urn:xn--bcher-kva".utf8))).unicodeName == nil
        )
    }

    // The output of Python's codec "punycode" for a right-to-left override.
    @Test func invisibleDecodedCharactersAreEscaped() {
        #expect(dnsName("xn--ab-g4t.example").unicodeName == "a\\E2\\80\\AEb.example")
    }
}
