#!/usr/bin/env python3
"""Writes Tests/Vectors/spoilt: the private key kinds/p-256.traditional.der in files with one flaw each, which other
programs may still read, and as text without BEGIN and END. No command may show its private part."""
import base64
import pathlib

from der import tlv

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Vectors"
OUT = VECTORS / "spoilt"


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
    bag = tlv(0x30, bytes.fromhex("060b2a864886f70d010c0a0101"), tlv(0xA0, pkcs8))
    safe = tlv(0x30, data, tlv(0xA0, tlv(4, tlv(0x30, bag))))
    key = sec1[2:] if sec1[1] < 128 else sec1[3:]
    files = {
        "one-sequence-more.der": tlv(0x30, sec1),
        "no-version.der": tlv(0x30, algorithm, tlv(4, sec1)),
        "no-version-cut-short.der": tlv(0x30, algorithm, tlv(4, sec1[:-1])),
        "indefinite-in-data.p7": tlv(0x30, data, tlv(0xA0, tlv(4, b"\x30\x80" + key + b"\0\0"))),
        "indefinite-in-safe.p12": tlv(
            0x30, b"\2\1\3", tlv(0x30, data, tlv(0xA0, tlv(4, b"\x30\x80" + safe + b"\0\0")))),
        "octet-behind-safe.p12": tlv(
            0x30, b"\2\1\3", tlv(0x30, data, tlv(0xA0, tlv(4, tlv(0x30, safe) + b"\0")))),
        "version-in-two-octets.der": tlv(0x30, b"\2\2\0\1", key[3:]),
        "without-version-sec1.der": tlv(0x30, key[3:]),
        "set.der": b"\x31" + sec1[1:],
        "header-missing.der": key,
        "version-in-sequence.der": tlv(0x30, tlv(0x30, key[:3]), key[3:]),
        "zero-before.der": b"\0" + pkcs8,
        "implicit.der": tlv(0x80, key),
        "in-certificates.p7": tlv(
            0x30, bytes.fromhex("06092a864886f70d010702"),
            tlv(0xA0, tlv(0x30, b"\2\1\1\x31\0", tlv(0x30, data), tlv(0xA0, pkcs8), b"\x31\0"))),
        "lower-case.pem": armored(sec1, "private key"),
        "two-spaces.pem": armored(tlv(0x30, key[3:]), "PRIVATE  KEY"),
        "behind-trusted.pem": armored(trusted + tlv(0x30, tlv(0xA1, sec1)), "TRUSTED CERTIFICATE"),
        "base64.txt": base64.b64encode(pkcs8),
        "hex.txt": pkcs8.hex().encode(),
        "utf-16.pem": (VECTORS / "kinds/p-256.key.pem").read_text().encode("utf-16"),
    }
    for name, content in files.items():
        (OUT / name).write_bytes(content)


main()
