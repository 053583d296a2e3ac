import Testing

@testable import X509Model

/// The samples of RFC 3492 section 7.1, converted to characters by Python's codec "punycode".
@Suite struct PunycodeTests {
    @Test(arguments: [
        ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"),
        ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
        ("4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"),
        ("i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"),
        ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
        ("b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"),
        ("PorqunopuedensimplementehablarenEspaol-fmd56a", "PorquénopuedensimplementehablarenEspañol"),
        ("TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"),
        ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"),
        ("-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-SUPER-MONKEYS"),
        ("Hello-Another-Way--fc4qua05auwb3674vfr0b", "Hello-Another-Way-それぞれの場所"),
        ("2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"), ("MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"),
        ("de-jg4avhby1noc0d", "パフィーdeルンバ"), ("d9juau41awczczp", "そのスピードで"),
        ("-> $1.00 <--", "-> $1.00 <-"),
    ]) func decodesTheSamplesOfTheStandard(_ punycode: String, _ text: String) {
        #expect(Punycode.decode(Array(punycode.utf8)).map { String(String.UnicodeScalarView($0)) } == text)
    }

    @Test(arguments: [
        "a!", "kv", "99999999", "zzzzzzzzzzzzzzzzzz", "é", String(repeating: "a", count: 64), "-tda",
    ]) func invalidPunycodeIsRejected(_ punycode: String) {
        #expect(Punycode.decode(Array(punycode.utf8)) == nil)
    }
}
