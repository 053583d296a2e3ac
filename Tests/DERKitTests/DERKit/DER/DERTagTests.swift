import DERKit
import Testing

@Suite struct DERTagTests {
    @Test func shorthandsHaveTheRightClassAndNumber() {
        #expect(DERTag.sequence == DERTag(class: .universal, number: 16, isConstructed: true))
        #expect(DERTag.set == DERTag(class: .universal, number: 17, isConstructed: true))
        #expect(
            DERTag.contextPrimitive(2) == DERTag(class: .contextSpecific, number: 2, isConstructed: false))
        #expect(
            DERTag.contextConstructed(3) == DERTag(class: .contextSpecific, number: 3, isConstructed: true))
        #expect(DERTag.contextPrimitive(3) != DERTag.contextConstructed(3))
        #expect(DERTag.universal(3) != DERTag.contextPrimitive(3))
    }

    @Test func bitsBeyondThe29thOfATagNumberAreDropped() {
        #expect(DERTag.largestNumber == 536_870_911)
        for number in [DERTag.largestNumber, .max] {
            let tag = DERTag(class: .private, number: number, isConstructed: false)
            #expect(tag.number == DERTag.largestNumber && tag.tagClass == .private && !tag.isConstructed)
            #expect(DERTag.universal(number).tagClass == .universal)
            #expect(DERTag.contextPrimitive(number).isConstructed == false)
            #expect(DERTag.contextConstructed(number).tagClass == .contextSpecific)
        }
    }

    // X.680 section 8.6.
    @Test(arguments: [
        (DERTag.boolean, 1, "BOOLEAN"), (.integer, 2, "INTEGER"), (.bitString, 3, "BIT STRING"),
        (.octetString, 4, "OCTET STRING"), (.null, 5, "NULL"), (.objectIdentifier, 6, "OBJECT IDENTIFIER"),
        (.enumerated, 10, "ENUMERATED"), (.utf8String, 12, "UTF8String"), (.sequence, 16, "SEQUENCE"),
        (.set, 17, "SET"), (.numericString, 18, "NumericString"), (.printableString, 19, "PrintableString"),
        (.teletexString, 20, "TeletexString"), (.ia5String, 22, "IA5String"), (.utcTime, 23, "UTCTime"),
        (.generalizedTime, 24, "GeneralizedTime"), (.visibleString, 26, "VisibleString"),
        (.generalString, 27, "GeneralString"), (.universalString, 28, "UniversalString"),
        (.bmpString, 30, "BMPString"),
    ]) func universalTagsAreNamedAfterTheirType(_ tag: DERTag, _ number: UInt32, _ name: String) {
        #expect(tag.tagClass == .universal && tag.number == number && "\(tag)" == name)
        #expect(tag.isConstructed == (number == 16 || number == 17))
    }

    @Test(arguments: [
        (DERTag(class: .universal, number: 16, isConstructed: false), "primitive SEQUENCE"),
        (DERTag(class: .universal, number: 4, isConstructed: true), "constructed OCTET STRING"),
        (DERTag(class: .universal, number: 8, isConstructed: true), "EXTERNAL"),
        (DERTag(class: .universal, number: 0, isConstructed: false), "END OF CONTENTS"),
        (DERTag(class: .universal, number: 15, isConstructed: false), "UNIVERSAL 15"),
        (DERTag(class: .universal, number: 400, isConstructed: true), "constructed UNIVERSAL 400"),
        (DERTag(class: .application, number: 7, isConstructed: true), "[APPLICATION 7]"),
        (DERTag(class: .contextSpecific, number: 0, isConstructed: false), "[0]"),
        (DERTag(class: .contextSpecific, number: 3, isConstructed: true), "[3]"),
        (DERTag(class: .private, number: 536_870_911, isConstructed: true), "[PRIVATE 536870911]"),
    ]) func otherTagsAreDescribedByClassAndNumber(_ tag: DERTag, _ text: String) {
        #expect("\(tag)" == text)
    }
}
