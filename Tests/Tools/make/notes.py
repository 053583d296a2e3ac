#!/usr/bin/env python3
"""Writes Tests/Vectors/notes: certificates with one oddity each, and the expected notes.

The certificates are assembled field by field, so the oddity of each is known.
expected.tsv: file, code of the note, its offset in the file, its path; a file without a note has empty fields.
Dates are checked as of 2026-01-01T00:00:00Z.
"""
import hashlib
import pathlib

from der import oid, tlv as der

folder = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "notes"


def seq(*parts):
    return der(0x30, *parts)


def integer(number):
    return der(2, number.to_bytes(number.bit_length() // 8 + 1, "big"))


NULL = b"\x05\x00"
TRUE = b"\x01\x01\xff"
FALSE = b"\x01\x01\x00"
SHA256_RSA = seq(oid("1.2.840.113549.1.1.11"), NULL)
ECDSA_SHA256 = seq(oid("1.2.840.10045.4.3.2"))
RSA = oid("1.2.840.113549.1.1.1")


def attribute(type_, tag, text):
    return seq(oid(type_), der(tag, text))


def name(*rdns):
    return seq(*[der(0x31, *rdn) for rdn in rdns])


def rsa_key(bits, parameters=NULL):
    seed = b"".join(hashlib.sha256(bytes([i])).digest() for i in range(bits // 256 + 1))
    modulus = int.from_bytes(seed, "big") >> (len(seed) * 8 - bits) | 1 << (bits - 1) | 1
    key = seq(integer(modulus), integer(65537))
    return seq(seq(RSA, parameters), der(3, b"\0", key))


def ext(type_, value, critical=b""):
    return seq(oid(type_), critical, der(4, value))


SAN = ext("2.5.29.17", seq(der(0x82, b"example.com")))
CN = "2.5.4.3"
ISSUER = name([attribute("2.5.4.10", 12, b"Example")], [attribute(CN, 12, b"Example CA")])
SUBJECT = name([attribute(CN, 12, b"example.com")])
BEFORE, AFTER = der(23, b"250101000000Z"), der(23, b"270101000000Z")
UNSET = object()


def certificate(version=2, serial=b"\x01\x02", inner=SHA256_RSA, outer=None, issuer=ISSUER, before=BEFORE,
                after=AFTER, subject=SUBJECT, spki=UNSET, unique=b"", extensions=(SAN,)):
    tbs = seq(
        b"" if version is None else der(0xA0, der(2, bytes([version]))), der(2, serial), inner, issuer,
        seq(before, after), subject, rsa_key(2048) if spki is UNSET else spki, unique,
        der(0xA3, seq(*extensions)) if extensions else b"")
    return seq(tbs, outer or inner, der(3, b"\0", hashlib.sha512(tbs).digest() * 4))


rows = []


def case(file, expected=(), **fields):
    """`expected`: (code, bytes at the offset, path), the bytes are searched from the end if they begin with None."""
    data = certificate(**fields)
    (folder / f"{file}.der").write_bytes(data)
    for code, place, path in expected:
        if isinstance(place, tuple):
            offset = data.rindex(place[0]) + place[1]
        else:
            assert data.count(place) == 1, (file, code, data.count(place))
            offset = data.index(place)
        rows.append((f"notes/{file}.der", code, str(offset), path))
    if not expected:
        rows.append((f"notes/{file}.der", "", "", ""))


def inside(element):
    """Returns the place of the content of a short element."""
    return (element, 2)


T = "tbsCertificate"
E = T + ".extensions"
case("good")
case("good-v1", version=None, extensions=())
case("good-ca", extensions=(ext("2.5.29.19", seq(TRUE), TRUE),))
case("good-client", extensions=(ext("2.5.29.37", seq(oid("1.3.6.1.5.5.7.3.2"))),))
case("good-20-octet-serial", serial=b"\x7f" * 20)
case("good-2050", after=der(24, b"20500101000000Z"))
rdn = sorted([attribute(CN, 12, b"example.com"), attribute("2.5.4.10", 12, b"Example")])
case("good-two-attributes", subject=name(rdn))

case("unknown-version", [("unknown-version", der(0xA0, der(2, b"\x04")), T + ".version")], version=4)
case("version-too-low", [("version-too-low", SAN, E)], version=1)
case("version-too-low-unique-id",
     [("version-too-low", (b"\x81\x03\x00\xaa\xbb", 3), T + ".issuerUniqueID")], version=None,
     unique=b"\x81\x03\x00\xaa\xbb", extensions=())
case("serial-negative", [("serial-negative", (b"\x02\x01\x80", 2), T + ".serialNumber")], serial=b"\x80")
case("serial-zero", [("serial-zero", (b"\x02\x01\x00" + SHA256_RSA, 2), T + ".serialNumber")], serial=b"\0")
case("serial-too-long", [("serial-too-long", b"\x11" * 21, T + ".serialNumber")], serial=b"\x11" * 21)
case("signature-algorithm-differs", [("signature-algorithm-differs", ECDSA_SHA256, "signatureAlgorithm")],
     outer=ECDSA_SHA256)
for file, number, code in [("signature-sha1", "1.2.840.113549.1.1.5", "signature-sha1"),
                           ("signature-md5", "1.2.840.113549.1.1.4", "signature-md5"),
                           ("signature-md2", "1.2.840.113549.1.1.2", "signature-md5")]:
    algorithm = seq(oid(number), NULL)
    case(file, [(code, (algorithm, 0), "signatureAlgorithm")], inner=algorithm)
pss = seq(oid("1.2.840.113549.1.1.10"), seq())
case("signature-sha1-pss", [("signature-sha1", (pss, 0), "signatureAlgorithm")], inner=pss)
bare = seq(oid("1.2.840.113549.1.1.11"))
case("rsa-without-null", [("rsa-without-null", seq(RSA), T + ".subjectPublicKeyInfo.algorithm")],
     spki=rsa_key(2048, b""))
case("rsa-without-null-signature",
     [("rsa-without-null", bare + ISSUER, T + ".signature"), ("rsa-without-null", (bare, 0), "signatureAlgorithm")],
     inner=bare)
case("rsa-key-short", [("rsa-key-short", rsa_key(1024), T + ".subjectPublicKeyInfo")], spki=rsa_key(1024))
broken = seq(seq(RSA, NULL), der(3, b"\0", seq(integer(5))))
case("malformed-key",
     [("malformed-key", (integer(5), 3), T + ".subjectPublicKeyInfo.subjectPublicKey.publicExponent")],
     spki=broken)
case("unreadable-time", [("unreadable-time", (b"\x17\x0d271301000000Z", 2), T + ".validity.notAfter")],
     after=der(23, b"271301000000Z"))
case("dates-out-of-order",
     [("dates-out-of-order", (AFTER + BEFORE, 15), T + ".validity"),
      ("not-yet-valid", AFTER, T + ".validity.notBefore")], before=AFTER, after=BEFORE)
case("utctime-past-2049",
     [("dates-out-of-order", der(23, b"500101000000Z"), T + ".validity"),
      ("utctime-past-2049", der(23, b"500101000000Z"), T + ".validity.notAfter"),
      ("expired", der(23, b"500101000000Z"), T + ".validity.notAfter")], after=der(23, b"500101000000Z"))
case("dates-out-of-order-2000",
     [("dates-out-of-order", der(23, b"000101000000Z"), T + ".validity"),
      ("expired", der(23, b"000101000000Z"), T + ".validity.notAfter")], after=der(23, b"000101000000Z"))
case("generalizedtime-before-2050",
     [("generalizedtime-before-2050", der(24, b"20270101000000Z"), T + ".validity.notAfter")],
     after=der(24, b"20270101000000Z"))
case("not-yet-valid", [("not-yet-valid", der(23, b"260601000000Z"), T + ".validity.notBefore")],
     before=der(23, b"260601000000Z"))
case("expired", [("expired", der(23, b"250601000000Z"), T + ".validity.notAfter")],
     after=der(23, b"250601000000Z"))
case("string-alphabet", [("string-alphabet", der(19, b"a@example.com"), T + ".subject.CN")],
     subject=name([attribute(CN, 19, b"a@example.com")]))
foreign = seq(der(0x82, "bücher.example".encode()))
case("string-alphabet-dns", [("string-alphabet", foreign, E + ".subjectAltName")],
     extensions=(ext("2.5.29.17", foreign),))
case("set-not-sorted", [("set-not-sorted", der(0x31, *reversed(rdn)), T + ".subject")],
     subject=name(list(reversed(rdn))))
case("empty-rdn", [("empty-rdn", b"\x31\x00", T + ".subject")],
     subject=name([attribute(CN, 12, b"example.com")], []))
case("default-encoded-version", [("default-encoded", b"\xa0\x03\x02\x01\x00", T + ".version")], version=0,
     extensions=())
usage = ext("2.5.29.15", b"\x03\x02\x05\xa0", FALSE)
case("default-encoded-critical",
     [("default-encoded", b"\x03\x02\x05\xa0", E + ".keyUsage.critical")], extensions=(SAN, usage))
case("default-encoded-ca", [("default-encoded", seq(FALSE), E + ".basicConstraints.cA")],
     extensions=(SAN, ext("2.5.29.19", seq(FALSE))))
other = ext("2.5.29.17", seq(der(0x82, b"example.org")))
case("duplicate-extension", [("duplicate-extension", (other, 9), E + ".subjectAltName")],
     extensions=(SAN, other))
case("malformed-extension", [("malformed-extension", b"\x02\x01\x05\x02\x01\x06", E + ".subjectKeyIdentifier")],
     extensions=(SAN, ext("2.5.29.14", b"\x02\x01\x05\x02\x01\x06")))
case("no-subject-alternative-name", [("no-subject-alternative-name", (SUBJECT, 0), E)],
     extensions=(ext("2.5.29.15", b"\x03\x02\x05\xa0"),))
(folder / "expected.tsv").write_text(
    "file\tcode\toffset\tpath\n" + "".join("\t".join(row) + "\n" for row in rows))
