import Foundation
import Testing
import X509Model

@Suite struct InternationalHostNameTests {
    /// Python's `encode("punycode")` of each label, and samples of RFC 3492 section 7.1.
    @Test(arguments: [
        ("xn--bcher-kva.example", "bücher.example"), ("*.xn--biztosts-fza2j.hu", "*.biztosítás.hu"),
        ("XN--BCHER-KVA.example", "BüCHER.example"),
        ("xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa.jp", "なぜみんな日本語を話してくれないのか.jp"),
        ("xn--ihqwcrb4cv8a8dqg056pqjye.cn", "他们为什么不说中文.cn"), ("xn--ls8h.la", "💩.la"),
        ("example.com", nil), ("xn--", nil), ("xn--a-", nil), ("xn--99999999", nil), ("xn--\u{fc}", nil),
    ])
    func labels(name: String, unicode: String?) {
        let decoded = InternationalHostName.unicode(name)
        #expect(decoded == unicode)
    }
}
