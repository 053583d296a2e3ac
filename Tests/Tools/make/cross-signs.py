#!/usr/bin/env python3
"""Makes Tests/Vectors/crosssigned: chains with the structure of Let's Encrypt's, and the paths through each.

    Tests/Tools/make/cross-signs.py

Root X1 was once signed by Root X3, which has expired; Root X2 is signed by X1 too; the issuing CA E7 is signed by X2 and
by X1, R12 by X1. None of the keys is Let's Encrypt's, and none of the chains has a root, because servers do not send
it:

    rsa.pem             server key RSA, R12
    ecdsa.pem           server key P-256, E7 signed by X1
    ecdsa-x2.pem        server key P-256, E7 signed by X2, X2 signed by X1
    long.pem            server key RSA, R12, X1 signed by X3
    wrong-order.pem     E7 signed by X2, X2 signed by X1, the server's certificate last
    two-leaves.pem      the certificates of both server keys, R12, E7 signed by X1
    unrelated.pem       server key RSA, R12, and an issuing CA of another company
    roots.pem           X1 and X2 themselves; roots-old.pem X1 and X3; roots-new.pem X2 alone

paths.tsv has a line for each path of each chain with each file of roots: which certificate of which file is above which,
by the signatures, as Python's cryptography verifies them. The private keys are thrown away. Needs python3-cryptography.
"""
import datetime
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

OUT = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "crosssigned"
HOST = "www.example.com"
serial = 0x2000


def name(common, organization="Example Trust"):
    return x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "US"),
                      x509.NameAttribute(NameOID.ORGANIZATION_NAME, organization),
                      x509.NameAttribute(NameOID.COMMON_NAME, common)])


def key(kind):
    return ec.generate_private_key(kind()) if kind != "rsa" else rsa.generate_private_key(65537, 2048)


def issue(subject, subject_key, issuer, issuer_key, start, end, length=None, ca=True):
    global serial
    serial += 1
    subject_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)]) if not ca else name(*subject)
    builder = (x509.CertificateBuilder().subject_name(subject_name).issuer_name(name(*issuer))
               .public_key(subject_key.public_key()).serial_number(serial)
               .not_valid_before(datetime.datetime(*start)).not_valid_after(datetime.datetime(*end))
               .add_extension(x509.BasicConstraints(ca, length), True)
               .add_extension(x509.SubjectKeyIdentifier.from_public_key(subject_key.public_key()), False))
    if subject != issuer:
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False)
    builder = builder.add_extension(x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=ca, crl_sign=ca, encipher_only=False, decipher_only=False), True)
    if not ca:
        builder = (builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
                   .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), False))
    return builder.sign(issuer_key, hashes.SHA384() if isinstance(issuer_key, ec.EllipticCurvePrivateKey)
                        and issuer_key.curve.name == "secp384r1" else hashes.SHA256())


def is_issued(child, parent):
    """Returns whether the signature of one verifies with the key of the other, and the names match."""
    try:
        child.verify_directly_issued_by(parent)
        return True
    except Exception:
        return False


def paths(start, pool, anchors):
    """Returns all paths upward from a certificate; none contains the same name and key twice."""
    def up(path):
        last = path[-1][1]
        if last.subject == last.issuer:
            return [path]
        used = {(c.subject, c.public_key().public_numbers()) for _, c in path}
        above = [(place, c) for place, c in pool
                 if is_issued(last, c) and (c.subject, c.public_key().public_numbers()) not in used]
        return [p for one in above for p in up(path + [one])] or [path]

    found = up([start])
    trusted = [p for p in found if p[-1][1] in anchors]
    # If one path reaches a root, those that end before one do not count.
    return [p for p in found if not trusted or p[-1][1].subject == p[-1][1].issuer]


def main():
    OUT.mkdir(exist_ok=True)
    keys = {"X1": key("rsa"), "X2": key(ec.SECP384R1), "X3": key("rsa"), "R12": key("rsa"), "E7": key(ec.SECP384R1),
            "server": key("rsa"), "server-ec": key(ec.SECP256R1), "other": key("rsa"), "other root": key("rsa")}
    names = {n: (f"Root {n}" if n[0] == "X" else n,) for n in ("X1", "X2", "R12", "E7")}
    names["X3"] = ("Root CA X3", "Older Trust Co.")
    names["other"], names["other root"] = ("Issuing CA 1", "Other Company"), ("Root CA", "Other Company")

    def ca(which, by, start, end, length=None):
        return issue(names[which], keys[which], names[by], keys[by], start, end, length)

    x1, x2 = ca("X1", "X1", (2015, 6, 4), (2035, 6, 4)), ca("X2", "X2", (2020, 9, 4), (2040, 9, 17))
    x3 = ca("X3", "X3", (2000, 9, 30), (2021, 9, 30))
    x1_by_x3 = ca("X1", "X3", (2021, 1, 20), (2024, 9, 30))
    x2_by_x1 = ca("X2", "X1", (2020, 9, 4), (2030, 9, 15))
    r12 = ca("R12", "X1", (2024, 3, 13), (2029, 3, 12), 0)
    e7, e7_by_x1 = ca("E7", "X2", (2024, 3, 13), (2029, 3, 12), 0), ca("E7", "X1", (2024, 3, 13), (2029, 3, 12), 0)
    other = ca("other", "other root", (2024, 1, 1), (2034, 1, 1), 0)
    day = (2026, 11, 1), (2027, 1, 30)
    leaf = issue(None, keys["server"], names["R12"], keys["R12"], *day, ca=False)
    leaf_ec = issue(None, keys["server-ec"], names["E7"], keys["E7"], *day, ca=False)
    chains = {
        "rsa": [leaf, r12], "ecdsa": [leaf_ec, e7_by_x1], "ecdsa-x2": [leaf_ec, e7, x2_by_x1],
        "long": [leaf, r12, x1_by_x3], "wrong-order": [e7, x2_by_x1, leaf_ec],
        "two-leaves": [leaf, leaf_ec, r12, e7_by_x1], "unrelated": [leaf, r12, other],
    }
    roots = {"roots": [x1, x2], "roots-old": [x1, x3], "roots-new": [x2]}
    for title, certificates in {**chains, **roots}.items():
        text = b"".join(c.public_bytes(serialization.Encoding.PEM) for c in certificates)
        (OUT / f"{title}.pem").write_bytes(text)
    lines = []
    for chain, given in chains.items():
        for file, anchors in {"-": [], **roots}.items():
            pool = [(f"{chain}.pem:{n}", c) for n, c in enumerate(given)]
            pool += [(f"{file}.pem:{n}", c) for n, c in enumerate(anchors) if c not in given]
            for start in [(place, c) for place, c in pool if c in (leaf, leaf_ec)]:
                lines += ["\t".join([chain, file, " ".join(place for place, _ in path)])
                          for path in paths(start, pool, anchors)]
    (OUT / "paths.tsv").write_text("\n".join(["chain\troots\tpath", *sorted(lines)]) + "\n")
    print(f"{len(lines)} paths")


main()
