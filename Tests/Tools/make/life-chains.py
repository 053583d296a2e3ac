#!/usr/bin/env python3
"""Makes Tests/Vectors/life: the chains of one server, api.example.com, over the years of an app.

    Tests/Tools/make/life-chains.py

    today.pem              key A, intermediate 1, no root, as servers send it; valid from 2026-06-01 for 180 days
    same-key.pem           key A again, intermediate 1
    new-key.pem            key B, of which backup.csr is the request
    new-intermediate.pem   key A, intermediate 2 of the same root
    new-root.pem           key A, intermediate 3 of another root
    other-key.pem          key C, intermediate 1
    cross-signed.pem       as new-root.pem, with the other root signed by the first
    long-lived.pem         key B, lives 400 days, and is for clients too
    roots.pem              both roots
    backup.csr             a request for key B, kept offline
    offline-key.pub        another public key

The private keys are thrown away. Needs the package python3-cryptography.
"""

import datetime
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

OUT = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "life"
PEM = serialization.Encoding.PEM
HOST = "api.example.com"
serial = 0x1000


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"),
                      x509.NameAttribute(NameOID.COMMON_NAME, text)])


def key():
    return ec.generate_private_key(ec.SECP256R1())


def day(*parts):
    return datetime.datetime(*parts)


def issue(subject, subject_key, issuer, issuer_key, start, end, ca, clients=False):
    global serial
    serial += 1
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
               .public_key(subject_key.public_key()).serial_number(serial)
               .not_valid_before(start).not_valid_after(end)
               .add_extension(x509.BasicConstraints(ca, None), True)
               .add_extension(x509.SubjectKeyIdentifier.from_public_key(subject_key.public_key()), False)
               .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False))
    if not ca:
        uses = [ExtendedKeyUsageOID.SERVER_AUTH] + ([ExtendedKeyUsageOID.CLIENT_AUTH] if clients else [])
        builder = (builder.add_extension(x509.ExtendedKeyUsage(uses), False)
                   .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), False))
    return builder.sign(issuer_key, hashes.SHA256()).public_bytes(PEM).decode()


def main():
    OUT.mkdir(exist_ok=True)
    long = day(2020, 1, 1), day(2040, 1, 1)
    k = {n: key() for n in ("root 1", "root 2", "intermediate 1", "intermediate 2", "intermediate 3", *"ABC")}
    root = {n: issue(f"Root {n}", k[f"root {n}"], f"Root {n}", k[f"root {n}"], *long, True) for n in "12"}
    middle = {n: issue(f"Intermediate {n}", k[f"intermediate {n}"], f"Root {r}", k[f"root {r}"], *long, True)
              for n, r in (("1", "1"), ("2", "1"), ("3", "2"))}
    cross = issue("Root 2", k["root 2"], "Root 1", k["root 1"], *long, True)

    def leaf(which, n, start, days, clients=False):
        end = start + datetime.timedelta(days=days, seconds=-1)
        return issue(HOST, k[which], f"Intermediate {n}", k[f"intermediate {n}"], start, end, False, clients)

    files = {
        "today": leaf("A", "1", day(2026, 6, 1), 180) + middle["1"],
        "same-key": leaf("A", "1", day(2026, 11, 1), 180) + middle["1"],
        "new-key": leaf("B", "1", day(2026, 11, 1), 180) + middle["1"],
        "new-intermediate": leaf("A", "2", day(2026, 11, 1), 180) + middle["2"],
        "new-root": leaf("A", "3", day(2026, 11, 1), 180) + middle["3"],
        "other-key": leaf("C", "1", day(2026, 11, 1), 180) + middle["1"],
        "long-lived": leaf("B", "1", day(2026, 11, 1), 400, True) + middle["1"],
        "roots": root["1"] + root["2"],
    }
    files["cross-signed"] = files["new-root"] + cross
    for title, text in files.items():
        (OUT / f"{title}.pem").write_text(text)
    request = x509.CertificateSigningRequestBuilder().subject_name(name(HOST)).sign(k["B"], hashes.SHA256())
    (OUT / "backup.csr").write_bytes(request.public_bytes(PEM))
    (OUT / "offline-key.pub").write_bytes(key().public_key().public_bytes(
        PEM, serialization.PublicFormat.SubjectPublicKeyInfo))


main()
