#!/usr/bin/env python3
"""Writes Tests/Vectors/hostile: certificates whose text would deceive a terminal or a reader if shown as it is.

names.pem has, in subject, issuer and extensions: terminal escapes, line ends, NUL, a right-to-left override, a
zero-width space, a backslash that looks like an escape, and C1 controls. Made with Python's cryptography, the
key anew at each run.
"""
import datetime
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

folder = pathlib.Path(__file__).parent.parent / "Vectors" / "hostile"
folder.mkdir(exist_ok=True)
key = ec.generate_private_key(ec.SECP256R1())
subject = x509.Name([
    x509.NameAttribute(NameOID.COMMON_NAME, "www.example.com\0.evil.example"),
    x509.NameAttribute(NameOID.ORGANIZATION_NAME, "\x1b[2J\x1b[31mred\x1b]0;title\x07"),
    x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "line\r\npemtool: all is well\n"),
    x509.NameAttribute(NameOID.LOCALITY_NAME, "\u202egnp.exe\u202c\u200b"),
    x509.NameAttribute(NameOID.STATE_OR_PROVINCE_NAME, "\\1B[31m\u009b31m\u2028\ufeff"),
])
issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "\u2066issuer\u2069\x08\x7f")])
policy = x509.PolicyInformation(
    x509.ObjectIdentifier("1.2.3.4"),
    ["https://example.com/\x1b[0m", x509.UserNotice(None, "notice\x1b[5m\u202e\n")])
certificate = (
    x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    .serial_number(4711).not_valid_before(datetime.datetime(2026, 1, 1))
    .not_valid_after(datetime.datetime(2027, 1, 1))
    .add_extension(x509.SubjectAlternativeName([
        x509.DNSName("a\x1b[31m.example.com\n"), x509.RFC822Name("a@example.com\r\nBcc: b"),
        x509.UniformResourceIdentifier("https://example.com/\x07"), x509.DirectoryName(issuer),
        x509.DNSName("xn--" + "a\u202eb\u200b".encode("punycode").decode() + ".example"),
        x509.OtherName(x509.ObjectIdentifier("1.3.6.1.4.1.311.20.2.3"), b"\x0c\x05\x1b[0m\n"),
    ]), critical=False)
    .add_extension(x509.CertificatePolicies([policy]), critical=False)
    .add_extension(x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.5"), b"\x0c\x06\x1b[31m!"), False)
    .sign(key, hashes.SHA256()))
(folder / "names.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
