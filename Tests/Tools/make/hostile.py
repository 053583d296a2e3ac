#!/usr/bin/env python3
"""Writes Tests/Vectors/hostile: certificates whose text would deceive a terminal or a reader if shown unescaped.

names.pem has, in subject, issuer and extensions: terminal escapes, line ends, NUL, a right-to-left override, a
zero-width space, a backslash that looks like an escape, and C1 controls. texts.pem has the same in every extension
that holds text, request.pem and list.pem in a certificate request and a revocation list; labels.pem and around.pem
have it in the text around objects, and none.txt has nothing else. Made with Python's cryptography, with a new key in
each run.
"""
import datetime
import pathlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import AttributeOID, AuthorityInformationAccessOID, NameOID

folder = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "hostile"
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

# The same text in every place that can hold text: UTF-8 if allowed, otherwise ASCII.
TEXT = "\x1b[31m\x00\u202e\u2028\n\x9b]<script>&\"'"
ASCII = "\x1b[31m\x00\n\x7f<script>&\"'"
names = [
    NameOID.COMMON_NAME, NameOID.SURNAME, NameOID.GIVEN_NAME, NameOID.TITLE, NameOID.PSEUDONYM, NameOID.USER_ID,
    NameOID.STREET_ADDRESS, NameOID.BUSINESS_CATEGORY, NameOID.POSTAL_CODE, NameOID.ORGANIZATION_IDENTIFIER,
    x509.ObjectIdentifier("1.2.3.4.5")]
name = x509.Name(
    [x509.NameAttribute(kind, TEXT) for kind in names]
    + [x509.NameAttribute(kind, ASCII) for kind in (NameOID.EMAIL_ADDRESS, NameOID.DOMAIN_COMPONENT)])
dns, mail, uri = x509.DNSName(ASCII), x509.RFC822Name(ASCII), x509.UniformResourceIdentifier(ASCII)
folder_name = x509.DirectoryName(name)


def unknown(identifier, octets):
    return x509.UnrecognizedExtension(x509.ObjectIdentifier(identifier), octets)


extensions = [
    x509.SubjectAlternativeName([
        dns, mail, uri, folder_name, x509.OtherName(x509.ObjectIdentifier("1.3.6.1.5.5.7.8.9"), b"\x0c\x05\x1b[0m\n"),
        x509.OtherName(x509.ObjectIdentifier("1.2.3"), b"\x1e\x04\x20\x2e\x00\x1b")]),
    x509.IssuerAlternativeName([dns]),
    x509.CRLDistributionPoints([
        x509.DistributionPoint([uri], None, None, [folder_name]),
        x509.DistributionPoint(
            None, x509.RelativeDistinguishedName([x509.NameAttribute(NameOID.COMMON_NAME, TEXT)]), None, None)]),
    x509.AuthorityInformationAccess([
        x509.AccessDescription(AuthorityInformationAccessOID.OCSP, uri),
        x509.AccessDescription(x509.ObjectIdentifier("1.2.3"), mail)]),
    x509.NameConstraints([dns, uri, folder_name], [mail]),
    x509.CertificatePolicies([x509.PolicyInformation(
        x509.ObjectIdentifier("1.2.3"), [ASCII, x509.UserNotice(x509.NoticeReference(TEXT, [1, 2]), TEXT)])]),
    x509.AuthorityKeyIdentifier(b"\x1b[31m", [folder_name], 5),
    x509.SubjectKeyIdentifier(b"\x1b\n"),
    # Netscape comment and revocation URL, Microsoft's template name, QcPDS with its URL and QcCClegislation, and two
    # unknown extensions.
    unknown("2.16.840.1.113730.1.13", b"\x16\x06\x1b[31m\n"),
    unknown("2.16.840.1.113730.1.3", b"\x16\x06\x1b[31m\n"),
    unknown("1.3.6.1.4.1.311.20.2", b"\x1e\x06\x00\x1b\x20\x2e\x00\n"),
    unknown("1.3.6.1.5.5.7.1.3", bytes.fromhex(
        "302c" "3018" "06060400 8e460105" "300e" "300c" "1606 1b5b33316d0a" "1302 1b0a"
        "3010" "06060400 8e460107" "3006" "1304 1b5b6d0a")),
    unknown("1.2.3.4", b"\x1b[31m\n\x00"),
    unknown("1.2.3.5", b"\x30\x10\x14\x06\x1b[31m\n\x16\x06\x1b[31m\x00"),
]


def with_extensions(builder, extensions):
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder


start, end = datetime.datetime(2026, 1, 1), datetime.datetime(2027, 1, 1)
certificate = with_extensions(
    x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    .not_valid_before(start).not_valid_after(end), extensions).sign(key, hashes.SHA256())
pem = certificate.public_bytes(serialization.Encoding.PEM).decode()
(folder / "texts.pem").write_text(pem)
request = (
    with_extensions(x509.CertificateSigningRequestBuilder().subject_name(name), extensions[:1])
    .add_attribute(AttributeOID.CHALLENGE_PASSWORD, ASCII.encode()).sign(key, hashes.SHA256()))
(folder / "request.pem").write_bytes(request.public_bytes(serialization.Encoding.PEM))
entry = (
    x509.RevokedCertificateBuilder().serial_number(5).revocation_date(start)
    .add_extension(x509.CertificateIssuer([folder_name, dns]), critical=True).build())
revoked = (
    x509.CertificateRevocationListBuilder().issuer_name(name).last_update(start).next_update(end)
    .add_revoked_certificate(entry).add_extension(
        x509.IssuingDistributionPoint([uri], None, False, False, None, False, False), critical=True)
    .sign(key, hashes.SHA256()))
(folder / "list.pem").write_bytes(revoked.public_bytes(serialization.Encoding.PEM))

# Text around objects, and text without objects.
AROUND = "\x1b[31m\u202e\x9b\x07"
body = pem.split("-----")[2]
(folder / "labels.pem").write_text(
    f"-----BEGIN {AROUND}-----{body}-----END {AROUND}-----\n-----BEGIN X{AROUND}-----\nAAAA\n-----END X-----\n"
    f"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: {AROUND},00\n\nAAAA\n"
    f"-----END RSA PRIVATE KEY-----\n"
    f"-----BEGIN CERTIFICATE-----\n{AROUND}: x\n\n!{AROUND}\n-----END CERTIFICATE-----\n")
(folder / "around.pem").write_text(
    f"subject={AROUND}\n-----BEGIN CERTIFICATE-----{AROUND}{body}-----END CERTIFICATE-----{AROUND}\n"
    f"{AROUND}-----BEGIN CERTIFICATE-----{body[:100]}{AROUND}{body[100:]}----END CERTIFICATE-----\n")
(folder / "none.txt").write_text(AROUND * 100)
