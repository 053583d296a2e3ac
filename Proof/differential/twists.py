"""What can be wrong, or odd, in one value of a certificate. Each twist has a name and the values that it applies to."""
from structures import Value, oid

INTEGERS = {
    "is 2": lambda octets: b"\2",
    "even": lambda octets: octets[:-1] + bytes([octets[-1] & 0xFE]),
    "empty": lambda octets: b"",
    "zero": lambda octets: b"\0",
    "negative": lambda octets: b"\x80" + octets[1:],
    "padded with 00": lambda octets: b"\0" + octets,
    "padded with ff": lambda octets: b"\xff\x80" + octets,
    "20 octets": lambda octets: b"\x7f" * 20,
    "21 octets": lambda octets: b"\x7f" * 21,
    "200 octets": lambda octets: b"\x7f" * 200,
    "20000 octets": lambda octets: b"\x7f" * 20000,
    "is 1": lambda octets: b"\1",
    "is 3": lambda octets: b"\3",
    "is 2^32": lambda octets: b"\1\0\0\0\0",
    "is 2^64": lambda octets: b"\1" + bytes(8),
    "is -1": lambda octets: b"\xff",
}
BOOLEANS = {
    "01": lambda octets: b"\1", "fe": lambda octets: b"\xfe", "00": lambda octets: b"\0",
    "empty": lambda octets: b"", "two octets": lambda octets: b"\xff\xff",
}
BIT_STRINGS = {
    "empty": lambda octets: b"",
    "no octets, 0 unused": lambda octets: b"\0",
    "no octets, 7 unused": lambda octets: b"\7",
    "1 unused, padded with 0": lambda octets: b"\1" + octets[1:-1] + b"\2",
    "1 unused, padded with 1": lambda octets: b"\1" + octets[1:-1] + b"\3",
    "7 unused, padded with 0": lambda octets: b"\7" + octets[1:-1] + b"\x80",
    "8 unused": lambda octets: b"\x08" + octets[1:],
    "255 unused": lambda octets: b"\xff" + octets[1:],
    "zeros at the end": lambda octets: octets + b"\0\0",
    "one octet less": lambda octets: octets[:-1],
    "last bit other": lambda octets: octets[:-1] + bytes([octets[-1] ^ 1]),
    "form 02": lambda octets: octets[:1] + b"\2" + octets[2:len(octets) // 2 + 1],
    "form 03": lambda octets: octets[:1] + b"\3" + octets[2:len(octets) // 2 + 1],
    "form 06": lambda octets: octets[:1] + b"\6" + octets[2:],
    "form 07": lambda octets: octets[:1] + b"\7" + octets[2:],
    "a single zero": lambda octets: b"\0\0",
    "all ff": lambda octets: octets[:2] + b"\xff" * (len(octets) - 2),
    "all zero": lambda octets: octets[:2] + bytes(len(octets) - 2),
}
IDENTIFIERS = {
    "empty": lambda octets: b"",
    "padded first arc": lambda octets: b"\x80" + octets,
    "padded later arc": lambda octets: octets[:1] + b"\x80" + octets[1:],
    "unterminated": lambda octets: octets + b"\x81",
    "one octet": lambda octets: octets[:1],
    "arc of 2^31": lambda octets: octets + b"\x88\x80\x80\x80\x00",
    "arc of 2^32": lambda octets: octets + b"\x90\x80\x80\x80\x00",
    "arc of 2^64": lambda octets: octets + b"\x82\x80\x80\x80\x80\x80\x80\x80\x80\x00",
    "arc of 2^200": lambda octets: octets + b"\x90" + b"\x80" * 28 + b"\x00",
    "first arc 2.999": lambda octets: b"\x88\x37",
    "100 arcs": lambda octets: octets + b"\1" * 100,
    "1000 octets": lambda octets: octets + b"\1" * 1000,
    "5000 octets": lambda octets: octets + b"\1" * 5000,
    "unknown": lambda octets: oid("1.2.3.4.5.6.7.8")[2:],
}
NULLS = {"one octet": lambda octets: b"\0", "many octets": lambda octets: bytes(130)}
STRINGS = {"empty": lambda octets: b"", "70000 octets": lambda octets: b"a" * 70000}
CONTENTS = {1: BOOLEANS, 2: INTEGERS, 3: BIT_STRINGS, 5: NULLS, 6: IDENTIFIERS, 4: STRINGS, 0x82: STRINGS,
            0x86: STRINGS, 0x87: STRINGS, 0x81: BIT_STRINGS}
TIMES = {
    0x17: ["2501010000Z", "250101000000", "250101000000+0000", "250101000000+0100", "2501010000+0100",
           "250101000000.5Z", "250101000060Z", "250101240000Z", "250100000000Z", "250132000000Z", "251301000000Z",
           "250001000000Z", "250229000000Z", "000229000000Z", "500101000000Z", "491231235959Z", "25010100000 Z",
           "250101000000z", "25O101000000Z", "", "250101000000ZZ", "250101000000Z\0", "250101006000Z", "+50101000000Z"],
    0x18: ["20250101000000Z", "20500101000000Z", "202501010000Z", "2025010100Z", "20250101000000",
           "20250101000000.5Z", "20250101000000.0Z", "20250101000000,5Z", "20250101000000+0000", "20250101000000+0100",
           "99991231235959Z", "00000101000000Z", "19000229000000Z", "20000229000000Z", "20250101000060Z",
           "20250101240000Z", "20250132000000Z", "", "120250101000000Z", "19491231235959Z"],
}
TEXTS = {
    "UTF8String": (0x0C, b"a\xc3\xa4"), "UTF8String, invalid": (0x0C, b"a\xff\xc3"),
    "UTF8String, overlong": (0x0C, b"\xc0\xaf"), "UTF8String, surrogate": (0x0C, b"\xed\xa0\x80"),
    "UTF8String, NUL": (0x0C, b"a\0b"), "UTF8String, empty": (0x0C, b""),
    "NumericString": (0x12, b"12 3"), "NumericString, letter": (0x12, b"1a"),
    "PrintableString": (0x13, b"a"), "PrintableString, @": (0x13, b"a@b"), "PrintableString, *": (0x13, b"*.a"),
    "PrintableString, &": (0x13, b"a&b"), "PrintableString, 8 bits": (0x13, b"a\xe4"),
    "PrintableString, empty": (0x13, b""), "PrintableString, NUL": (0x13, b"a\0"),
    "TeletexString": (0x14, b"a"), "TeletexString, 8 bits": (0x14, b"\xe4\xff"),
    "VideotexString": (0x15, b"a"), "IA5String": (0x16, b"a@b"), "IA5String, 8 bits": (0x16, b"a\xe4"),
    "GraphicString": (0x19, b"a"), "VisibleString": (0x1A, b"a"), "VisibleString, control": (0x1A, b"a\7"),
    "GeneralString": (0x1B, b"a\xe4"), "UniversalString": (0x1C, b"\0\0\0a"),
    "UniversalString, 3 octets": (0x1C, b"\0\0a"), "UniversalString, too large": (0x1C, b"\0\x11\0\0"),
    "BMPString": (0x1E, b"\0a"), "BMPString, 3 octets": (0x1E, b"\0a\0"), "BMPString, surrogate": (0x1E, b"\xd8\0"),
    "BIT STRING": (3, b"\0\1"), "BIT STRING, empty": (3, b""), "OCTET STRING": (4, b"ab"), "INTEGER": (2, b"\1"),
    "INTEGER, padded": (2, b"\0\1"), "BOOLEAN, 01": (1, b"\1"), "NULL": (5, b""), "SEQUENCE": (0x30, b""),
    "SEQUENCE, malformed": (0x30, b"\4\7"), "OBJECT IDENTIFIER, padded": (6, b"\x80\1"), "UTCTime": (0x17, b"x"),
    "ENUMERATED": (0x0A, b"\1"), "tag 15": (0x0F, b"a"), "tag 0": (0, b""), "[0]": (0x80, b"a"),
}
FORMS = ["one zero octet more", "long form", "one too long", "2^32 too long", "2^64 too long", "reserved"]


def structural(value):
    """Yields the twists for any value: its length, its tag, and its place among its neighbors."""
    def form(name):
        return lambda: setattr(value, "form", name)

    def tag(octets):
        return lambda: setattr(value, "tag", octets)

    def content(octets):
        return lambda: setattr(value, "content", octets)

    for name in FORMS:
        if name != "long form" or len(value.octets()) < 128:
            yield "length: " + name, form(name)
    number = value.number
    yield "tag: other class", tag(bytes([number ^ 0x80]))
    yield "tag: private class", tag(bytes([number | 0xC0]))
    yield "tag: constructed bit", tag(bytes([number ^ 0x20]))
    yield "tag: next number", tag(bytes([number + 1]))
    yield "tag: high form", tag(bytes([number | 0x1F, number & 0x1F]))
    yield "tag: high form, padded", tag(bytes([number | 0x1F, 0x80, number & 0x1F]))
    yield "value: zero tag and length", lambda: setattr(value, "raw", b"\0\0")
    if number & 0x20:
        yield "length: indefinite", form("indefinite")
        yield "content: none", content(b"")
        for name, octets in {"a NULL": b"\5\0", "[9]": b"\x89\1a", "one octet": b"\0", "a BOOLEAN": b"\1\1\xff",
                             "zero tag and length": b"\0\0", "half a value": b"\4\7a"}.items():
            yield f"more at the end: {name}", lambda octets=octets: setattr(value, "suffix", octets)
    elif number not in (5, 6):
        octets = value.octets()
        lead = octets[:1] if number in (3, 0x81) else b""
        rest, plain = octets[len(lead):], bytes([number & 0x1F if number < 0x80 else 4])
        half = len(rest) // 2
        pieces = [piece for piece in (rest[:half], rest[half:])]
        if all(len(lead + piece) < 128 for piece in pieces):
            segments = b"".join(plain + bytes([len(lead + piece)]) + lead + piece for piece in pieces)

            def segmented(kind):
                value.tag, value.content, value.form = bytes([number | 0x20]), segments, kind
            yield "segments: definite", lambda: segmented("definite")
            yield "segments: indefinite", lambda: segmented("indefinite")
    for depth in (1, 20, 1000):
        def wrapped(depth=depth):
            octets = value.encoded()
            for _ in range(depth):
                octets = Value(0x30, octets, "").encoded()
            value.raw = octets
        yield f"value: in {depth} SEQUENCEs", wrapped
    if value.parent:
        yield "neighbors: missing", lambda: setattr(value, "raw", b"")
        yield "neighbors: twice", lambda: setattr(value, "raw", value.encoded() * 2)
        siblings = value.parent.content
        place = next(index for index, part in enumerate(siblings) if part is value)
        if place + 1 < len(siblings):
            def swapped():
                siblings[place], siblings[place + 1] = siblings[place + 1], siblings[place]
            yield "neighbors: swapped with the next", swapped
    else:
        for name, octets in {"one octet": b"\0", "line end": b"\n", "a NULL": b"\5\0"}.items():
            yield f"after the certificate: {name}", lambda octets=octets: setattr(
                value, "raw", value.encoded() + octets)


def special(value):
    """Yields the twists for the type of a value, or for its place."""
    number, octets = value.number, value.octets()
    for name, change in CONTENTS.get(number, {}).items():
        yield "content: " + name, lambda change=change: setattr(value, "content", change(octets))

    def become(tag, content):
        return lambda: (setattr(value, "tag", bytes([tag])), setattr(value, "content", content))

    if number == 0x17:
        for tag, texts in TIMES.items():
            kind = "UTCTime" if tag == 0x17 else "GeneralizedTime"
            for text in texts:
                yield f"{kind} {text!r}", become(tag, text.encode())
    if value.place.endswith("attribute.value") or value.place == "unknownExtension":
        for name, (tag, content) in TEXTS.items():
            yield "text: " + name, become(tag, content)
    if value.place.endswith(".part"):
        yield "part: empty", become(0x31, b"")
        yield "part: attribute without value", become(0x31, b"\x30\5\6\3U\4\3")
        yield "part: attribute with two values", become(0x31, b"\x30\x0b\6\3U\4\3\x0c\1a\x0c\1b")
        one, other = b"\x30\x08\6\3U\4\3\x0c\1a", b"\x30\x08\6\3U\4\3\x0c\1b"
        yield "part: two attributes", become(0x31, one + other)
        yield "part: two attributes, out of order", become(0x31, other + one)
        yield "part: the same attribute twice", become(0x31, one + one)
    if value.place.endswith("lgorithm.parameters") or value.place == "tbs.signature.parameters":
        yield "parameters: empty SEQUENCE", become(0x30, b"")
        yield "parameters: UTF8String", become(0x0C, b"a")
        yield "parameters: malformed SEQUENCE", become(0x30, b"\4\7")
        yield "parameters: absent", lambda: setattr(value, "raw", b"")
    if value.place == "extension.extnID":
        yield "critical: FALSE written out", lambda: setattr(value, "raw", value.encoded() + b"\1\1\0")
    if value.place == "extension.extnValue":
        for name, content in {"empty": b"", "not DER": b"\xff\xff", "more after it": octets + b"\5\0"}.items():
            yield "extnValue: " + name, lambda content=content: setattr(value, "content", content)
    if value.place == "extensions":
        yield "extensions: none", become(0x30, b"")
    if value.place == "tbsCertificate" and value.content[0].place == "[0]":
        # Another twist may have changed the content.
        version = value.content[0]
        yield "version: v1 written out", lambda: setattr(version, "raw", b"\xa0\3\2\1\0")
        yield "version: v1 left out", lambda: setattr(version, "raw", b"")


def twists(root):
    """Yields every twist of a certificate, as (name and place, function that applies it)."""
    for value in list(root.each()):
        for name, apply in [*structural(value), *special(value)]:
            yield f"{name} | {value.place}", apply
