#!/usr/bin/env python3
"""Writes Tests/Vectors/rawkey/keys.tsv with Python's cryptography: raw keys and their headers.

Columns: algorithm, raw key as in the BIT STRING (hex), header (hex), pin (base64). RSA moduli and the
private scalars come from SHA-512 in counter mode, so that every run has the same output.
"""
import base64
import hashlib
import pathlib

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa, x448, x25519

FORM = serialization.PublicFormat


def octets(label, count):
    blocks = (hashlib.sha512(f"{label} {number}".encode()).digest() for number in range(count // 64 + 1))
    return b"".join(blocks)[:count]


def rsa_key(bits, exponent):
    number = int.from_bytes(octets(f"rsa {bits} {exponent}", (bits + 7) // 8), "big")
    number &= (1 << bits) - 1
    return rsa.RSAPublicNumbers(exponent, number | 1 << (bits - 1) | 1).public_key()


rows = []


def add(name, key, raw):
    spki = key.public_bytes(serialization.Encoding.DER, FORM.SubjectPublicKeyInfo)
    assert spki.endswith(raw)
    pin = base64.b64encode(hashlib.sha256(spki).digest()).decode()
    rows.append((name, raw.hex(), spki[: -len(raw)].hex(), pin))


for bits, exponent in [(1024, 65537), (2048, 65537), (3072, 65537), (4096, 65537), (2048, 3), (2048, 17),
                       (2047, 65537), (2056, 65537), (1536, 65537), (2048, (1 << 32) + 1), (2048, 2147483649)]:
    key = rsa_key(bits, exponent)
    add("RSA", key, key.public_bytes(serialization.Encoding.DER, FORM.PKCS1))
for name, curve in [("P-224", ec.SECP224R1()), ("P-256", ec.SECP256R1()), ("P-384", ec.SECP384R1()),
                    ("P-521", ec.SECP521R1()), ("secp256k1", ec.SECP256K1())]:
    key = ec.derive_private_key(int.from_bytes(octets(name, 20), "big"), curve).public_key()
    add(name, key, key.public_bytes(serialization.Encoding.X962, FORM.UncompressedPoint))
for name, kind, count in [("Ed25519", ed25519.Ed25519PrivateKey, 32), ("X25519", x25519.X25519PrivateKey, 32),
                          ("Ed448", ed448.Ed448PrivateKey, 57), ("X448", x448.X448PrivateKey, 56)]:
    key = kind.from_private_bytes(octets(name, count)).public_key()
    add(name, key, key.public_bytes_raw())

target = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "rawkey" / "keys.tsv"
target.parent.mkdir(parents=True, exist_ok=True)
target.write_text("".join("\t".join(row) + "\n" for row in rows))
