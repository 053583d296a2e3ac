#!/usr/bin/env python3
"""Writes Tests/Vectors/openssl/variants.tsv: public keys in hundreds of encodings, and what OpenSSL 3.0 writes for each.

Columns: name; SubjectPublicKeyInfo in hex; base64 SHA-256 of what `openssl pkey -pubin -pubout` writes, or - for
nothing. Each run makes new keys."""
import base64
import hashlib
import pathlib
import subprocess

OUT = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "openssl" / "variants.tsv"
NULL = b"\5\0"
PRIME = ["prime256v1", "secp112r2", "secp224r1", "SM2"]
BINARY = ["sect163k1", "sect113r1"]
rows = {}


def run(*command, data=None):
    result = subprocess.run(command, input=data, capture_output=True)
    return result.stdout if result.returncode == 0 else b""


def value(tag, *parts, long=False):
    content = b"".join(parts)
    count = len(content)
    if long:
        return bytes([tag, 0x84]) + count.to_bytes(4, "big") + content
    if count < 128:
        return bytes([tag, count]) + content
    octets = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 + len(octets)]) + octets + content


def sequence(*parts):
    return value(0x30, *parts)


def integer(number):
    return value(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def members(content):
    """Returns (content, whole) of each value."""
    found, place = [], 0
    while place < len(content):
        length, start = content[place + 1], place + 2
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(content[place + 2:start], "big")
        found.append((content[start:start + length], content[place:start + length]))
        place = start + length
    return found


def parts(spki):
    """Returns the OBJECT IDENTIFIER, parameters (content, whole) and raw key."""
    outer = members(members(spki)[0][0])
    algorithm = members(outer[0][0])
    return algorithm[0][1], algorithm[1] if len(algorithm) > 1 else (b"", b""), outer[1][0][1:]


def add(name, algorithm, key):
    rows[name] = sequence(algorithm, value(3, b"\0", key))


def flipped(octets, place):
    octets = bytearray(octets)
    octets[place] ^= 1
    return bytes(octets)


def curve(name):
    key = run("openssl", "ecparam", "-name", name, "-genkey", "-noout")
    forms = ["uncompressed", "compressed", "hybrid"]

    def public(form, encoding):
        return parts(run("openssl", "ec", "-pubout", "-outform", "der", "-conv_form", form, "-param_enc", encoding,
                         data=key))

    points = {form: public(form, "named_curve")[2] for form in forms}
    oid, named, _ = public("uncompressed", "named_curve")
    for form, point in points.items():
        add(f"{name} {form}", sequence(oid, named[1]), point)
        add(f"{name} {form} other point", sequence(oid, named[1]), flipped(point, -1))
        add(f"{name} {form} other form", sequence(oid, named[1]), flipped(point, 0))
        add(f"{name} {form} too long", sequence(oid, named[1]), point + b"\0")
    add(f"{name} infinity", sequence(oid, named[1]), b"\0")
    add(f"{name} all ff", sequence(oid, named[1]), b"\2" + b"\xff" * (len(points["compressed"]) - 1))
    for form in forms:
        fields = members(public(form, "explicit")[1][0])
        whole = [field[1] for field in fields]
        coefficients = members(fields[2][0])
        a, b = coefficients[0][0], coefficients[1][0]
        seed = b"".join(field[1] for field in coefficients[2:])
        variants = {
            "": whole, "no cofactor": whole[:5], "cofactor 5": whole[:5] + [integer(5)],
            "version 2": [integer(2)] + whole[1:], "version 0": [integer(0)] + whole[1:],
            "no seed": whole[:2] + [sequence(value(4, a), value(4, b))] + whole[3:],
            "padded": whole[:2] + [sequence(value(4, b"\0\0" + a), value(4, b), seed)] + whole[3:],
            "stripped": whole[:2] + [sequence(value(4, a.lstrip(b"\0")), value(4, b), seed)] + whole[3:],
            "other b": whole[:2] + [sequence(value(4, a), value(4, flipped(b, -1)), seed)] + whole[3:],
            "other base": whole[:3] + [value(4, flipped(fields[3][0], 1))] + whole[4:],
            "other form": whole[:3] + [value(4, flipped(fields[3][0], 0))] + whole[4:],
            "other order": whole[:4] + [integer(int.from_bytes(fields[4][0], "big") - 2)] + whole[5:],
        }
        for variant, fields in variants.items():
            add(f"{name} explicit {form} {variant}", sequence(oid, sequence(*fields)), points["uncompressed"])
        for point in forms[1:]:
            add(f"{name} explicit {form} point {point}", sequence(oid, sequence(*whole)), points[point])


def rsa():
    n = int.from_bytes(hashlib.sha512(b"n").digest(), "big") | 1 << 511 | 1
    magnitude = n.to_bytes(64, "big")
    good = sequence(integer(n), integer(65537))
    keys = {
        "good": good, "n without 00": sequence(value(2, magnitude), integer(65537)),
        "n with 0000": sequence(value(2, b"\0\0", magnitude), integer(65537)),
        "e with 00": sequence(integer(n), value(2, b"\0\1\0\1")),
        "long length": value(0x30, integer(n), integer(65537), long=True),
        "long n": sequence(value(2, b"\0", magnitude, long=True), integer(65537)),
        "indefinite": b"\x30\x80" + integer(n) + integer(65537) + b"\0\0",
        "empty e": sequence(integer(n), b"\2\0"), "empty n": sequence(b"\2\0", integer(3)),
        "empty both": sequence(b"\2\0\2\0"), "e 0": sequence(integer(n), integer(0)),
        "e negative": sequence(integer(n), value(2, b"\xfd")), "trailing": good + b"\0",
        "third": sequence(integer(n), integer(3), integer(1)), "one": sequence(integer(n)),
        "set": value(0x31, integer(n), integer(3)), "n constructed": sequence(value(0x22, integer(n)), integer(3)),
        "n ffff": sequence(value(2, b"\xff\xff\1"), integer(3)), "e large": sequence(integer(n), integer(n - 2)),
    }
    oid = bytes.fromhex("06092a864886f70d010101")
    pss = bytes.fromhex("06092a864886f70d01010a")
    old = bytes.fromhex("060455080101")
    for name, key in keys.items():
        for kind, algorithm in (("rsa", [oid, NULL]), ("old", [old, NULL]), ("pss", [pss])):
            add(f"{kind} {name}", sequence(*algorithm), key)
    for name, parameters in {"none": b"", "sequence": sequence(), "number": integer(1024)}.items():
        add(f"rsa parameters {name}", sequence(oid, parameters), good)
        add(f"old parameters {name}", sequence(old, parameters), good)
    sha256 = sequence(bytes.fromhex("0609608648016503040201"), NULL)
    for name, content in {
        "salt 20": value(0xA2, integer(20)), "salt 32": value(0xA2, integer(32)),
        "salt 2^31-1": value(0xA2, integer(2**31 - 1)), "salt 2^31": value(0xA2, integer(2**31)),
        "salt 2^40": value(0xA2, integer(2**40)), "salt empty": value(0xA2, b"\2\0"),
        "two in one": value(0xA0, sha256, NULL), "twice": value(0xA0, sha256) * 2,
        "order": value(0xA2, integer(32)) + value(0xA0, sha256), "fifth": value(0xA4, integer(1)),
    }.items():
        add(f"pss parameters {name}", sequence(pss, sequence(content)), good)


def numbers(kind, spki):
    """Writes variants of DSA and Diffie-Hellman keys."""
    oid, parameters, key = parts(spki)
    fields = members(parameters[0])
    whole = [field[1] for field in fields]
    y = members(key)[0][0]
    for name, variant in {
        "good": value(2, y), "negative": value(2, b"\x9a", y[-30:]), "ff": value(2, b"\xff"),
        "80": value(2, b"\x80"), "00 more": value(2, b"\0\0", y), "zero": integer(0), "empty": b"\2\0",
        "long": value(2, y, long=True), "trailing": value(2, y) + b"\0", "octets": value(4, y),
    }.items():
        add(f"{kind} y {name}", sequence(oid, parameters[1]), variant)
    p, rest = fields[0][0], whole[1:]
    for name, variant in {
        "none": b"", "null": NULL, "empty": sequence(), "p alone": sequence(whole[0]),
        "p negative": sequence(value(2, p.lstrip(b"\0")), *rest), "p 00 more": sequence(value(2, b"\0\0", p), *rest),
        "p long": sequence(value(2, p, long=True), *rest), "g empty": sequence(*whole[:-1], b"\2\0"),
        "g negative": sequence(*whole[:-1], value(2, b"\xfe")), "more": sequence(*whole, integer(225)),
        "more zero": sequence(*whole, integer(0)), "more negative": sequence(*whole, value(2, b"\xff")),
        "more large": sequence(*whole, integer(2**70)), "two more": sequence(*whole, integer(225), integer(3)),
        "validation": sequence(*whole, sequence(value(3, b"\0ab"), integer(5))), "octets": value(4, b"a"),
        "small": sequence(integer(23), *[integer(11)] * (len(whole) - 1)), "set": value(0x31, *whole),
    }.items():
        add(f"{kind} parameters {name}", sequence(oid, variant), value(2, y))


def sm2():
    """Writes keys under the identifier of the curve of SM2, which OpenSSL reads with that curve alone."""
    oid = bytes.fromhex("06082a811ccf5501822d")
    for name in ("SM2", "prime256v1"):
        key = run("openssl", "ecparam", "-name", name, "-genkey", "-noout")
        for encoding in ("named_curve", "explicit"):
            for form in ("uncompressed", "compressed", "hybrid"):
                _, parameters, point = parts(run("openssl", "ec", "-pubout", "-outform", "der", "-conv_form", form,
                                                 "-param_enc", encoding, data=key))
                add(f"sm2 {name} {encoding} {form}", sequence(oid, parameters[1]), point)
        add(f"sm2 {name} other point", sequence(oid, parameters[1]), flipped(point, -1))
    add("sm2 none", sequence(oid), point)
    add("sm2 null", sequence(oid, NULL), point)


def fixed():
    for number, count in ((0x6E, 32), (0x6F, 56), (0x70, 32), (0x71, 57)):
        oid = bytes([6, 3, 0x2B, 0x65, number])
        for name, algorithm, size in (("good", sequence(oid), count), ("null", sequence(oid, NULL), count),
                                      ("short", sequence(oid), count - 1), ("long", sequence(oid), count + 1)):
            add(f"1.3.101.{number} {name}", algorithm, bytes(size))
    for other in ("06082a85030701010101", "06062a8503020213", "0609608648016503040311", "06032a0304"):
        add(f"other {other}", sequence(bytes.fromhex(other)), b"\4\2ab")


def main():
    for name in PRIME + BINARY:
        curve(name)
    rsa()
    dsa = run("openssl", "genpkey", "-paramfile", "/dev/stdin", data=run("openssl", "dsaparam", "1024"))
    numbers("dsa", run("openssl", "pkey", "-pubout", "-outform", "der", data=dsa))
    for kind, options in (("dh", ["DH", "-pkeyopt", "group:modp_1536"]),
                          ("dhx", ["DHX", "-pkeyopt", "group:dh_1024_160"])):
        key = run("openssl", "genpkey", "-algorithm", *options)
        numbers(kind, run("openssl", "pkey", "-pubout", "-outform", "der", data=key))
    fixed()
    sm2()
    with OUT.open("w") as out:
        for name, der in rows.items():
            written = run("openssl", "pkey", "-pubin", "-inform", "der", "-pubout", "-outform", "der", data=der)
            pin = base64.b64encode(hashlib.sha256(written).digest()).decode() if written else "-"
            out.write(f"{name}\t{der.hex()}\t{pin}\n")


if __name__ == "__main__":
    main()
