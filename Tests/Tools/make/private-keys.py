#!/usr/bin/env python3
"""Writes Tests/Vectors/dump: private keys in every form, and private.tsv with the octets that must not be shown.

private.tsv: file (from Tests/Vectors), and the secret numbers in hex, separated by commas. Each run makes new keys.
The keys of the other vectors are listed too.
"""
import pathlib
import subprocess

from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import dh, dsa, ec, ed448, ed25519, rsa, x448, x25519

vectors = pathlib.Path(__file__).resolve().parents[2] / "Vectors"
folder = vectors / "dump"
NONE = s.NoEncryption()


def octets(number):
    return number.to_bytes((number.bit_length() + 7) // 8, "big").hex()


def secrets(key):
    if isinstance(key, rsa.RSAPrivateKey):
        n = key.private_numbers()
        return [octets(x) for x in (n.d, n.p, n.q, n.dmp1, n.dmq1, n.iqmp)]
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return [octets(key.private_numbers().private_value)]
    if isinstance(key, (dsa.DSAPrivateKey, dh.DHPrivateKey)):
        return [octets(key.private_numbers().x)]
    return [key.private_bytes(s.Encoding.Raw, s.PrivateFormat.Raw, NONE).hex()]


def gost(wrapped):
    """Returns a key of GOST R 34.10-2012 in PKCS #8 (RFC 9215 section 4.1 and RFC 4357 section 5.1): the number is in
    the PrivateKey as an OCTET STRING, as an INTEGER, or without a header."""
    algorithm = bytes.fromhex("301f06082a85030701010101301306072a85030202230106082a85030701010202")
    content = b"\2\1\0" + algorithm + bytes([4, len(wrapped)]) + wrapped
    return bytes([0x30, len(content)]) + content


keys = {
    "rsa": rsa.generate_private_key(65537, 1024), "ec": ec.generate_private_key(ec.SECP384R1()),
    "dsa": dsa.generate_private_key(1024), "ed25519": ed25519.Ed25519PrivateKey.generate(),
    "ed448": ed448.Ed448PrivateKey.generate(), "x25519": x25519.X25519PrivateKey.generate(),
    "x448": x448.X448PrivateKey.generate(), "dh": dh.generate_parameters(2, 512).generate_private_key(),
    "ascii": ed25519.Ed25519PrivateKey.from_private_bytes(b"Jx7qVzKw0ZbQhYpXfGkWuJmTq5vRnCdL"),
}
rows = ["file\tsecrets"]
for name, key in keys.items():
    forms = {"pkcs8": s.PrivateFormat.PKCS8}
    if name in ("rsa", "ec", "dsa"):
        forms["traditional"] = s.PrivateFormat.TraditionalOpenSSL
    for form, format_ in forms.items():
        path = folder / f"{name}-{form}.der"
        path.write_bytes(key.private_bytes(s.Encoding.DER, format_, NONE))
        rows.append(f"dump/{path.name}\t{','.join(secrets(key))}")
number = keys["ed25519"].private_bytes(s.Encoding.Raw, s.PrivateFormat.Raw, NONE)[:31] + b"\x55"
for form, lead in (("octets", b"\4\x20"), ("integer", b"\2\x20"), ("bare", b"")):
    (folder / f"gost-{form}.der").write_bytes(gost(lead + number))
    rows.append(f"dump/gost-{form}.der\t{number.hex()}")
for name in ["dsa-traditional", "pkcs8-ec", "pkcs8-ed25519", "pkcs8-rsa", "sec1-ecparams"]:
    text = (vectors / "key" / f"{name}.pem").read_bytes()
    key = s.load_pem_private_key(text[text.index(b"-----BEGIN"):], None)
    rows.append(f"key/{name}.pem\t{','.join(secrets(key))}")
# A key in a PKCS #12 file without encryption.
subprocess.run(
    ["openssl", "pkcs12", "-export", "-keypbe", "NONE", "-nomac", "-nocerts", "-passout", "pass:", "-inkey", "/dev/stdin",
     "-out", folder / "ec-bag.p12"],
    input=keys["ec"].private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, NONE), check=True, capture_output=True)
rows.append(f"dump/ec-bag.p12\t{secrets(keys['ec'])[0]}")
(folder / "private.tsv").write_text("\n".join(rows) + "\n")
