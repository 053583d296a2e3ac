#!/usr/bin/env python3
"""Writes Tests/Vectors/openssl/reencoding.tsv: SubjectPublicKeyInfo in odd forms, and what OpenSSL 3.0 writes.

Columns: name, the SubjectPublicKeyInfo (hex), and what `openssl pkey -pubin -outform der` prints of it (hex), or
`none` if it prints nothing. unknown.tsv has the same for keys whose result pemtool reports as unknown.
"""
import pathlib
import subprocess

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from der import oid, tlv


def seq(*parts):
    return tlv(0x30, *parts)


def integer(number):
    return tlv(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def spki(algorithm, key, unused=0):
    return seq(algorithm, tlv(3, bytes([unused]), key))


NULL = tlv(5)
RSA, PSS = oid("1.2.840.113549.1.1.1"), oid("1.2.840.113549.1.1.10")
modulus = tlv(2, b"\0" + b"\xa5" * 64)
rsa = seq(modulus, integer(65537))
cases = {
    "rsa": spki(seq(RSA, NULL), rsa),
    "rsa-without-null": spki(seq(RSA), rsa),
    "rsa-with-integer": spki(seq(RSA, integer(5)), rsa),
    "rsa-x500": spki(seq(oid("2.5.8.1.1"), NULL), rsa),
    "rsa-x500-without-null": spki(seq(oid("2.5.8.1.1")), rsa),
    "rsa-negative-modulus": spki(seq(RSA, NULL), seq(tlv(2, b"\xa5" * 64), integer(65537))),
    "rsa-least-negative-modulus": spki(seq(RSA, NULL), seq(tlv(2, b"\x80" + b"\xa5" * 63), integer(65537))),
    "rsa-long-modulus": spki(seq(RSA, NULL), seq(tlv(2, b"\0\0" + b"\xa5" * 64), integer(65537))),
    "rsa-trailing": spki(seq(RSA, NULL), rsa + b"\0\0"),
    "rsa-third-number": spki(seq(RSA, NULL), seq(modulus, integer(65537), integer(1))),
    "rsa-empty": spki(seq(RSA, NULL), b""),
    "rsa-unused-bits": spki(seq(RSA, NULL), seq(modulus, integer(65544)), 3),
    "rsa-oaep": spki(seq(oid("1.2.840.113549.1.1.7"), NULL), rsa),
    "pss": spki(seq(PSS), rsa),
    "pss-null": spki(seq(PSS, NULL), rsa),
    "pss-empty": spki(seq(PSS, seq()), rsa),
}
SHA1, MGF1 = "1.3.14.3.2.26", oid("1.2.840.113549.1.1.8")
SHA2 = "2.16.840.1.101.3.4.2."


def pss(name, *fields):
    cases["pss-" + name] = spki(seq(PSS, seq(*fields)), rsa)


for name, number in [("sha1", SHA1), ("sha224", SHA2 + "4"), ("sha256", SHA2 + "1"), ("sha384", SHA2 + "2"),
                     ("sha512", SHA2 + "3"), ("sha512-224", SHA2 + "5"), ("sha512-256", SHA2 + "6"),
                     ("sha3-256", SHA2 + "8"), ("md5", "1.2.840.113549.2.5")]:
    for form, null in [("", NULL), ("-without-null", b"")]:
        digest = seq(oid(number), null)
        mask = tlv(0xA1, seq(MGF1, digest))
        pss(name + form + "-salt-20", tlv(0xA0, digest), mask, tlv(0xA2, integer(20)))
        pss(name + form + "-salt-32", tlv(0xA0, digest), mask, tlv(0xA2, integer(32)))
sha256 = seq(oid(SHA2 + "1"), NULL)
pss("hash-alone", tlv(0xA0, sha256))
pss("mask-alone", tlv(0xA1, seq(MGF1, sha256)))
pss("mask-sha1", tlv(0xA0, sha256), tlv(0xA1, seq(MGF1, seq(oid(SHA1), NULL))))
pss("other-mask", tlv(0xA1, seq(oid(SHA2 + "1"), sha256)))
pss("trailer-1", tlv(0xA3, integer(1)))
pss("trailer-2", tlv(0xA3, integer(2)))
pss("negative-salt", tlv(0xA2, tlv(2, b"\xff")))
SHA256 = oid(SHA2 + "1")
for name, digest in [("null-with-content", seq(SHA256, b"\5\1\0")), ("two-nulls", seq(SHA256, NULL, NULL)),
                     ("octet-string", seq(SHA256, tlv(4, b"a"))), ("integer-padded", seq(SHA256, b"\2\2\0\1")),
                     ("context", seq(SHA256, tlv(0x85))), ("identifier-empty", seq(SHA256, tlv(6))),
                     ("two-identifiers", seq(SHA256, SHA256, NULL)), ("octet-after", seq(SHA256, NULL, b"\0"))]:
    pss("hash-" + name, tlv(0xA0, digest))
    pss("mask-" + name, tlv(0xA1, seq(MGF1, digest)))
pss("mask-two-hashes", tlv(0xA1, seq(MGF1, sha256, sha256)))
pss("salt-octet-string", tlv(0xA2, tlv(4, b"\x20")))
pss("salt-enumerated", tlv(0xA2, tlv(0x0A, b"\x20")))
pss("salt-context", tlv(0xA2, tlv(0x82, b"\x20")))
pss("trailer-boolean", tlv(0xA3, tlv(1, b"\1")))

EC, P256 = oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")
public = ec.derive_private_key(0x1234567, ec.SECP256R1()).public_key()
point = public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
odd = point[-1] & 1
cases |= {
    "ec": spki(seq(EC, P256), point),
    "ec-compressed": spki(seq(EC, P256), bytes([2 + odd]) + point[1:33]),
    "ec-hybrid": spki(seq(EC, P256), bytes([6 + odd]) + point[1:]),
    "ec-wrong-hybrid": spki(seq(EC, P256), bytes([7 - odd]) + point[1:]),
    "ec-infinity": spki(seq(EC, P256), b"\0"),
    "ec-empty": spki(seq(EC, P256), b""),
    "ec-without-curve": spki(seq(EC), point),
    "ec-null": spki(seq(EC, NULL), point),
    "ec-unknown-curve": spki(seq(EC, oid("1.2.3.4")), point),
    "ec-dh": spki(seq(oid("1.3.132.1.12"), P256), point),
}
q = 2**256 - 2**224 + 2**192 + 2**96 - 1
b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
n = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
base = bytes.fromhex("046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                     "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")


def element(number, size=32):
    return tlv(4, number.to_bytes(size, "big"))


def explicit(name, version=integer(1), curve=None, generator=base, order=integer(n), cofactor=integer(1)):
    field = seq(oid("1.2.840.10045.1.1"), integer(q))
    curve = curve or seq(element(q - 3), element(b))
    parameters = seq(version, field, curve, tlv(4, generator), order, cofactor)
    cases["explicit-" + name] = spki(seq(EC, parameters), point)


explicit("plain")
explicit("without-cofactor", cofactor=b"")
explicit("cofactor-2", cofactor=integer(2))
explicit("negative-cofactor", cofactor=tlv(2, b"\xff"))
explicit("version-3", version=integer(3))
for name, number in [("largest", 2**31 - 1), ("too-large", 2**31), ("2-to-32", 2**32), ("2-to-64", 2**64)]:
    explicit("version-" + name, version=integer(number))
explicit("version-smallest", version=tlv(2, b"\x80\0\0\0"))
explicit("version-too-small", version=tlv(2, b"\xff\x7f\xff\xff\xff"))
for name, seed in [("own", b"\0" + bytes.fromhex("c49d360886e704936a6678e1139d26b7819f7e90")), ("empty", b"\0"),
                   ("other", b"\0" + b"\x11" * 20), ("short", b"\0\x11"), ("unused-bits", b"\7" + b"\x80" * 20)]:
    explicit("seed-" + name, curve=seq(element(q - 3), element(b), tlv(3, seed)))
explicit("long-coefficient", curve=seq(element(q - 3, 33), element(b)))
explicit("hybrid-base", generator=bytes([7]) + base[1:])
explicit("negative-order", order=tlv(2, n.to_bytes(32, "big")))

# The parameters are arbitrary numbers, because OpenSSL does not check them when it decodes.
dsa = seq(integer((1 << 511) + 187), integer((1 << 159) + 7), integer(3))
y = integer((1 << 500) + 5)
for name, number in [("dsa", "1.2.840.10040.4.1"), ("dsa-oiw", "1.3.14.3.2.12"), ("dsa-oiw-sha", "1.3.14.3.2.13"),
                     ("dsa-oiw-sha1", "1.3.14.3.2.27"), ("dsa-with-sha1", "1.2.840.10040.4.3")]:
    cases[name] = spki(seq(oid(number), dsa), y)
DSA = oid("1.2.840.10040.4.1")
cases |= {
    "dsa-inherited": spki(seq(DSA), y),
    "dsa-null": spki(seq(DSA, NULL), y),
    "dsa-trailing": spki(seq(DSA, dsa), y + b"\0"),
    "dsa-negative": spki(seq(DSA, dsa), tlv(2, b"\xff" * 20)),
}
for name, number, size in [("x25519", 110, 32), ("x448", 111, 56), ("ed25519", 112, 32), ("ed448", 113, 57)]:
    algorithm = oid(f"1.3.101.{number}")
    cases[name] = spki(seq(algorithm), b"\7" * size)
    cases[name + "-null"] = spki(seq(algorithm, NULL), b"\7" * size)
    cases[name + "-short"] = spki(seq(algorithm), b"\7" * (size - 1))
for name, number in [("ml-dsa-44", "2.16.840.1.101.3.4.3.17"), ("ml-kem-512", "2.16.840.1.101.3.4.4.1"),
                     ("slh-dsa", "2.16.840.1.101.3.4.3.20"), ("gost", "1.2.643.7.1.1.1.1"), ("none", "1.2.3.4")]:
    cases["unknown-" + name] = spki(seq(oid(number)), b"\7" * 40)

# Numbers without content, with lengths in the short and the long form, as the last value of a structure or before others.
for name, none in [("short", "0200"), ("long", "028100"), ("longer", "02820000")]:
    none = bytes.fromhex(none)
    p, q, g = integer((1 << 511) + 187), integer((1 << 159) + 7), integer(3)
    cases |= {
        f"rsa-no-modulus-{name}": spki(seq(RSA, NULL), seq(none, integer(65537))),
        f"rsa-no-exponent-{name}": spki(seq(RSA, NULL), seq(modulus, none)),
        f"rsa-no-exponent-{name}-trailing": spki(seq(RSA, NULL), seq(modulus, none) + b"\0"),
        f"dsa-no-q-{name}": spki(seq(DSA, seq(p, none, g)), y),
        f"dsa-no-g-{name}": spki(seq(DSA, seq(p, q, none)), y),
        f"dsa-no-key-{name}": spki(seq(DSA, dsa), none),
        f"dsa-no-key-{name}-trailing": spki(seq(DSA, dsa), none + b"\0"),
    }

ber = {
    "pss-inner-length": seq(bytes.fromhex("a28103") + integer(32)),
    "pss-indefinite": seq(bytes.fromhex("a280") + integer(32) + b"\0\0"),
    "pss-high-tag": seq(bytes.fromhex("bf0203") + integer(32)),
}
unknown = {name: spki(seq(PSS, parameters), rsa) for name, parameters in ber.items()}


def write(cases, file):
    lines = []
    for name, der in cases.items():
        done = subprocess.run(["openssl", "pkey", "-pubin", "-inform", "DER", "-outform", "DER"], input=der,
                              capture_output=True)
        lines.append(f"{name}\t{der.hex()}\t{done.stdout.hex() or 'none'}\n")
    target = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "openssl" / file
    target.write_text("".join(lines))


write(cases, "reencoding.tsv")
write(unknown, "unknown.tsv")
