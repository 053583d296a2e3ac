#!/usr/bin/env python3
"""Writes Tests/Vectors/spoilt: the private key kinds/p-256.traditional.der in files with one flaw each, which other
programs may still read, and as text without BEGIN and END. No command may show its private part."""
import base64
import pathlib

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "Vectors"
OUT = VECTORS / "spoilt"


def value(tag, *parts):
    content = b"".join(parts)
    length = len(content)
    if length < 128:
        return bytes([tag, length]) + content
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 128 + len(octets)]) + octets + content


def armored(der, label):
    return ("-----BEGIN %s-----\n%s-----END %s-----\n" % (
        label, base64.encodebytes(der).decode(), label)).encode()


def main():
    OUT.mkdir(exist_ok=True)
    sec1 = (VECTORS / "kinds/p-256.traditional.der").read_bytes()
    pkcs8 = (VECTORS / "kinds/p-256.key.der").read_bytes()
    trusted = base64.b64decode("".join(
        line for line in (VECTORS / "seeds/github.com.pem").read_text().splitlines() if "-----" not in line))
    algorithm = bytes.fromhex("301306072a8648ce3d020106082a8648ce3d030107")
    data = bytes.fromhex("06092a864886f70d010701")
    bag = value(0x30, bytes.fromhex("060b2a864886f70d010c0a0101"), value(0xA0, pkcs8))
    safe = value(0x30, data, value(0xA0, value(4, value(0x30, bag))))
    key = sec1[2:] if sec1[1] < 128 else sec1[3:]
    files = {
        "one-sequence-more.der": value(0x30, sec1),
        "no-version.der": value(0x30, algorithm, value(4, sec1)),
        "no-version-cut-short.der": value(0x30, algorithm, value(4, sec1[:-1])),
        "indefinite-in-data.p7": value(0x30, data, value(0xA0, value(4, b"\x30\x80" + key + b"\0\0"))),
        "indefinite-in-safe.p12": value(
            0x30, b"\2\1\3", value(0x30, data, value(0xA0, value(4, b"\x30\x80" + safe + b"\0\0")))),
        "octet-behind-safe.p12": value(
            0x30, b"\2\1\3", value(0x30, data, value(0xA0, value(4, value(0x30, safe) + b"\0")))),
        "version-in-two-octets.der": value(0x30, b"\2\2\0\1", key[3:]),
        "without-version-sec1.der": value(0x30, key[3:]),
        "set.der": b"\x31" + sec1[1:],
        "header-missing.der": key,
        "version-in-sequence.der": value(0x30, value(0x30, key[:3]), key[3:]),
        "zero-before.der": b"\0" + pkcs8,
        "implicit.der": value(0x80, key),
        "in-certificates.p7": value(
            0x30, bytes.fromhex("06092a864886f70d010702"),
            value(0xA0, value(0x30, b"\2\1\1\x31\0", value(0x30, data), value(0xA0, pkcs8), b"\x31\0"))),
        "lower-case.pem": armored(sec1, "private key"),
        "two-spaces.pem": armored(value(0x30, key[3:]), "PRIVATE  KEY"),
        "behind-trusted.pem": armored(trusted + value(0x30, value(0xA1, sec1)), "TRUSTED CERTIFICATE"),
        "base64.txt": base64.b64encode(pkcs8),
        "hex.txt": pkcs8.hex().encode(),
        "utf-16.pem": (VECTORS / "kinds/p-256.key.pem").read_text().encode("utf-16"),
    }
    for name, content in files.items():
        (OUT / name).write_bytes(content)


main()
