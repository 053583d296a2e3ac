import Testing
import X509Model

@Suite struct IPAddressTests {
    private func octets(_ groups: [UInt16]) -> [UInt8] {
        groups.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    // RFC 5952 section 4 and 5; the same as Python's module ipaddress except for IPv4-mapped addresses.
    @Test(
        arguments: [
            ([0x2001, 0xdb8, 0, 0, 0, 0, 2, 1], "2001:db8::2:1"),
            ([0x2001, 0xdb8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
            ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"),
            ([0x2001, 0xdb8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
            ([0, 0, 0, 0, 0, 0, 0, 0], "::"), ([0, 0, 0, 0, 0, 0, 0, 1], "::1"),
            ([1, 0, 0, 0, 0, 0, 0, 0], "1::"), ([0, 0, 1, 1, 1, 1, 1, 1], "::1:1:1:1:1:1"),
            ([1, 1, 1, 1, 1, 1, 0, 0], "1:1:1:1:1:1::"), ([0, 1, 1, 1, 1, 1, 1, 0], "0:1:1:1:1:1:1:0"),
            ([0xabcd, 0xef01, 2, 3, 4, 5, 6, 7], "abcd:ef01:2:3:4:5:6:7"),
            ([0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0201], "::ffff:192.0.2.1"),
        ] as [([UInt16], String)]) func ipv6AddressesAreCanonical(_ groups: [UInt16], _ text: String)
    {
        #expect(GeneralName.IPAddress(octets(groups)).description == text)
    }

    @Test func addressesOfAnyLengthAreShown() {
        #expect(GeneralName.IPAddress([192, 0, 2, 255]).description == "192.0.2.255")
        #expect(GeneralName.IPAddress([0, 0, 0, 0]).description == "0.0.0.0")
        #expect(GeneralName.IPAddress([]).description == "")
        #expect(GeneralName.IPAddress([1, 2, 3]).description == "010203")
        #expect(GeneralName.IPAddress([0, 0, 0, 0, 255, 255, 255, 0]).description == "00000000ffffff00")
    }

    @Test func anAddressAndAMaskAreShown() {
        #expect(GeneralName.IPAddress([192, 0, 2, 0, 255, 255, 255, 0]).subnet == "192.0.2.0/24")
        #expect(GeneralName.IPAddress([10, 0, 0, 0, 255, 128, 0, 0]).subnet == "10.0.0.0/9")
        #expect(GeneralName.IPAddress([0, 0, 0, 0, 0, 0, 0, 0]).subnet == "0.0.0.0/0")
        #expect(GeneralName.IPAddress([1, 2, 3, 4, 255, 255, 255, 255]).subnet == "1.2.3.4/32")
        #expect(GeneralName.IPAddress([1, 2, 3, 4, 255, 0, 255, 0]).subnet == "1.2.3.4/255.0.255.0")
        #expect(GeneralName.IPAddress([1, 2, 3, 4, 255, 160, 0, 0]).subnet == "1.2.3.4/255.160.0.0")
        #expect(
            GeneralName.IPAddress(
                octets([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0, 0xffff, 0xffff, 0, 0, 0, 0, 0, 0])
            ).subnet
                == "2001:db8::/32")
        #expect(GeneralName.IPAddress([192, 0, 2, 0]).subnet == nil)
        #expect(GeneralName.IPAddress([1, 2, 3]).subnet == nil)
    }
}
