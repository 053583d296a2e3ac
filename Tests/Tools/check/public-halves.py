#!/usr/bin/env python3
"""Checks the public halves of random keys: Tests/Tools/check/public-halves.py PEMTOOL [COUNT]

Compares COUNT keys (1,000 unless given) of each kind, as PKCS #8 without the public half, with Python's cryptography.
"""
import base64
import hashlib
import pathlib
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed448, ed25519, x448, x25519

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "make"))
from der import oid, tlv  # noqa: E402

tool = pathlib.Path(sys.argv[1]).resolve()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
CURVES = {ec.SECP256R1: "1.2.840.10045.3.1.7", ec.SECP384R1: "1.3.132.0.34", ec.SECP521R1: "1.3.132.0.35",
          ec.SECP256K1: "1.3.132.0.10", ec.BrainpoolP256R1: "1.3.36.3.3.2.8.1.1.7",
          ec.BrainpoolP512R1: "1.3.36.3.3.2.8.1.1.13", ec.SECP224R1: "1.3.132.0.33", ec.SECP192R1: "1.2.840.10045.3.1.1"}


def elliptic(curve, key):
    """Returns a PKCS #8 key without the point."""
    secret = key.private_numbers().private_value.to_bytes((curve().key_size + 7) // 8, "big")
    return tlv(0x30, tlv(2, b"\0"), tlv(0x30, oid("1.2.840.10045.2.1"), oid(CURVES[curve])),
               tlv(4, tlv(0x30, tlv(2, b"\1"), tlv(4, secret))))


def plain(key):
    return key.private_bytes(s.Encoding.DER, s.PrivateFormat.PKCS8, s.NoEncryption())


def kinds():
    for curve in CURVES:
        # The ends of the range first, where incomplete formulas fail.
        fixed = [ec.derive_private_key(value, curve()) for value in (1, 2, 3, 4, 5)]
        yield curve.name, fixed + [ec.generate_private_key(curve()) for _ in range(count - 5)], \
            lambda key, curve=curve: elliptic(curve, key)
    for kind in (ed25519.Ed25519PrivateKey, ed448.Ed448PrivateKey, x25519.X25519PrivateKey, x448.X448PrivateKey):
        yield kind.__name__, [kind.generate() for _ in range(count)], plain
    parameters = dsa.generate_parameters(1024)
    yield "DSA", [parameters.generate_private_key() for _ in range(min(count, 200))], plain


wrong = 0
for name, keys, encode in kinds():
    with tempfile.NamedTemporaryFile(suffix=".der") as file:
        for key in keys:
            file.write(encode(key))
        file.flush()
        said = subprocess.run([tool, "pin", file.name], capture_output=True, text=True).stdout.split()
    expected = [base64.b64encode(hashlib.sha256(key.public_key().public_bytes(
        s.Encoding.DER, s.PublicFormat.SubjectPublicKeyInfo)).digest()).decode() for key in keys]
    differing = sum(one != other for one, other in zip(said, expected)) + abs(len(said) - len(expected))
    wrong += differing
    print(f"{name}: {len(keys)} keys, {differing} differ", flush=True)
sys.exit(1 if wrong else 0)
