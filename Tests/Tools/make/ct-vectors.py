#!/usr/bin/env python3
"""Writes Tests/Vectors/ct: answer.json, a log's response to get-entries, and expected.tsv, its contents.

The entries are built to RFC 6962 sections 3.1 to 3.4 and 4.6 from certificates that Python's cryptography makes.
A precertificate's leaf holds the TBSCertificate of the final certificate, which is made at the same time. The expected
values are then read back from answer.json by the reader below, which shares nothing with the builder. The script fails
if the two disagree. Each run makes new keys and certificates.

Columns of expected.tsv: entry, timestamp (ms), type, sha256 of the certificate or precertificate, its pin, the issuer
key hash of a precertificate, the pins of its chain (`-` for a certificate that cannot be read), or instead of these
the code and the path of the error.
"""
import base64
import datetime
import hashlib
import json
import pathlib
import struct

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import NameOID, ObjectIdentifier

folder = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "ct"
DER, SPKI = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
day = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)


# The builder.

def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def spki(key):
    return key.public_key().public_bytes(DER, SPKI)


def certificate(subject, key, issuer, issuer_key, serial, *extensions):
    builder = x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
    builder = builder.public_key(key.public_key()).serial_number(serial)
    builder = builder.not_valid_before(day).not_valid_after(day + datetime.timedelta(days=90))
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    digest = None if isinstance(issuer_key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    return builder.sign(issuer_key, digest)


def der(made):
    return made.public_bytes(DER)


def vector(octets, content):
    return len(content).to_bytes(octets, "big") + content


def leaf(timestamp, kind, entry, extensions=b""):
    return struct.pack(">BBQH", 0, 0, timestamp, kind) + entry + vector(2, extensions)


def chain(*members):
    return vector(3, b"".join(vector(3, member) for member in members))


def entry(leaf_input, extra_data):
    return {"leaf_input": base64.b64encode(leaf_input).decode(),
            "extra_data": base64.b64encode(extra_data).decode()}


def build():
    root_key, middle_key, signer_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    ca = (x509.BasicConstraints(True, None), True)
    root = certificate("Root", root_key, "Root", root_key, 1, ca)
    middle = certificate("Middle", middle_key, "Root", root_key, 2, ca)
    signing = (x509.ExtendedKeyUsage([ObjectIdentifier("1.3.6.1.4.1.11129.2.4.4")]), True)
    signer = certificate("Precertificate Signing", signer_key, "Middle", middle_key, 3, ca, signing)
    san = (x509.SubjectAlternativeName([x509.DNSName("a.example"), x509.DNSName("b.example")]), False)
    poison = (x509.PrecertPoison(), True)
    rest = [der(middle), der(root)]
    middle_hash = hashlib.sha256(spki(middle_key)).digest()

    p256, small = ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048)
    p384, ed = ec.generate_private_key(ec.SECP384R1()), ed25519.Ed25519PrivateKey.generate()
    plain = certificate("x509.example", p256, "Middle", middle_key, 10, san)
    pre = certificate("pre.example", small, "Middle", middle_key, 11, san, poison)
    final = certificate("pre.example", small, "Middle", middle_key, 11, san)
    pre2 = certificate("other.example", p384, "Precertificate Signing", signer_key, 12, san, poison)
    final2 = certificate("other.example", p384, "Middle", middle_key, 12, san)
    own = certificate("self.example", ed, "self.example", ed, 13)
    assert all(made.extensions.get_extension_for_class(x509.PrecertPoison) for made in (pre, pre2))

    def signed(made):
        return middle_hash + vector(3, made.tbs_certificate_bytes)

    good = leaf(1767312000001, 0, vector(3, der(plain)))
    good_pre = leaf(1767312000002, 1, signed(final))
    pre_extra = vector(3, der(pre)) + chain(*rest)
    cut_tbs = middle_hash + vector(3, final.tbs_certificate_bytes[:-1])
    return [
        entry(good, chain(*rest)),
        entry(good_pre, pre_extra),
        # Signed with a Precertificate Signing Certificate: the leaf names the final issuer, section 3.1.
        entry(leaf(1767312000003, 1, signed(final2)), vector(3, der(pre2)) + chain(der(signer), *rest)),
        # No chain, undefined extensions, the largest timestamp.
        entry(leaf(2**63 - 1, 0, vector(3, der(own)), b"\0\1\2"), chain()),
        # A member of the chain that is not a certificate does not affect the others.
        entry(good, chain(der(middle), b"\x30\x03\x02\x01\x05", der(root))),
        # The rest are errors.
        entry(good[:-3], chain(*rest)),
        entry(b"\1" + good[1:], chain(*rest)),
        entry(leaf(1, 2, vector(3, der(plain))), chain(*rest)),
        entry(leaf(1, 0, vector(3, b"")), chain(*rest)),
        entry(leaf(1, 1, cut_tbs), pre_extra),
        entry(good_pre, vector(3, der(plain)) + chain(*rest)),
        entry(good, chain(*rest) + b"\0"),
        entry(good, chain(*rest)[:-1]),
        entry(good_pre, b""),
        {"leaf_input": entry(good, b"")["leaf_input"]},
        {"leaf_input": "AA=A", "extra_data": ""},
        {"leaf_input": 1, "extra_data": ""},
        None,
    ]


# The reader. It reads only the tags and lengths of DER.

class Unreadable(Exception):
    pass


def value(data, at, path):
    if at + 2 > len(data):
        raise Unreadable("truncated", path)
    length, body = data[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7f
        length, body = int.from_bytes(data[body:body + count], "big"), body + count
    if body + length > len(data):
        raise Unreadable("length-overrun", path)
    return data[at], body, body + length


def key_of(tbs, path):
    """Returns the SubjectPublicKeyInfo of a TBSCertificate: the sixth field after the optional version."""
    _, at, end = value(tbs, 0, path)
    fields = []
    while at < end:
        tag, _, after = value(tbs, at, path)
        fields.append((tag, tbs[at:after]))
        at = after
    return fields[6 if fields[0][0] == 0xa0 else 5][1]


def pin(spki_bytes):
    return base64.b64encode(hashlib.sha256(spki_bytes).digest()).decode()


def pin_of(made, path):
    tag, at, end = value(made, 0, path)
    inner, _, after = value(made, at, path)
    if inner != 0x30:
        raise Unreadable("unexpected-tag", path)
    return pin(key_of(made[at:after], path))


class Bytes:
    def __init__(self, data, path):
        self.data, self.path, self.at = data, path, 0

    def take(self, count, code="truncated", path=""):
        if self.at + count > len(self.data):
            raise Unreadable(code, self.path + path)
        self.at += count
        return self.data[self.at - count:self.at]

    def vector(self, octets, path):
        return self.take(int.from_bytes(self.take(octets, path=path), "big"), "length-overrun", path)

    def finish(self, path=""):
        if self.at < len(self.data):
            raise Unreadable("trailing-data", self.path + path)


def field(record, wanted):
    if not isinstance(record, dict):
        raise Unreadable("invalid-json", "")
    if wanted not in record:
        raise Unreadable("missing-field", "")
    if not isinstance(record[wanted], str):
        raise Unreadable("not-a-string", "")
    try:
        return base64.b64decode(record[wanted], validate=True)
    except ValueError:
        raise Unreadable("invalid-padding", "") from None


def read_chain(data, path):
    members = Bytes(data.vector(3, path), "")
    data.finish(path)
    pins = []
    while members.at < len(members.data):
        member = members.vector(3, "")
        try:
            pins.append(pin_of(member, ""))
        except Unreadable:
            pins.append("-")
    return ",".join(pins)


def read(record):
    leaf_input, extra_data = field(record, "leaf_input"), field(record, "extra_data")
    fields, extra = Bytes(leaf_input, "leaf_input"), Bytes(extra_data, "extra_data")
    if fields.take(1) != b"\0":
        raise Unreadable("invalid-value", "leaf_input.version")
    assert fields.take(1) == b"\0"
    timestamp, kind = struct.unpack(">QH", fields.take(10))
    if kind > 1:
        raise Unreadable("invalid-value", "leaf_input.entry_type")
    issuer = fields.take(32) if kind else b""
    inner = ".signed_entry" + (".tbs_certificate" if kind else "")
    body = fields.vector(3, inner)
    if not body:
        raise Unreadable("invalid-value", "leaf_input" + inner)
    shown = pin(key_of(body, "leaf_input" + inner)) if kind else pin_of(body, "leaf_input" + inner)
    fields.vector(2, ".extensions")
    fields.finish()
    if kind:
        body = extra.vector(3, ".pre_certificate")
        if pin_of(body, "extra_data.pre_certificate") != shown:
            raise Unreadable("invalid-value", "extra_data.pre_certificate")
    pins = read_chain(extra, ".precertificate_chain" if kind else ".certificate_chain")
    return [str(timestamp), "precert_entry" if kind else "x509_entry", hashlib.sha256(body).hexdigest(), shown,
            base64.b64encode(issuer).decode(), pins, "", ""]


def main():
    folder.mkdir(exist_ok=True)
    (folder / "answer.json").write_text(json.dumps({"entries": build()}, indent=1) + "\n")
    rows = ["entry\ttimestamp\ttype\tsha256\tpin\tissuer_key_hash\tchain\terror\tpath"]
    for index, record in enumerate(json.loads((folder / "answer.json").read_text())["entries"]):
        try:
            columns = read(record)
        except Unreadable as error:
            columns = [""] * 6 + list(error.args)
        rows.append("\t".join([str(index)] + columns))
    # What the builder intended: five good entries, with the first certificates' keys as cryptography reads them.
    first = json.loads((folder / "answer.json").read_text())["entries"][:2]
    body = base64.b64decode(first[0]["leaf_input"])[15:-2]
    for row, made in ((rows[1], body), (rows[2], precertificate(first[1]))):
        seen = x509.load_der_x509_certificate(made).public_key().public_bytes(DER, SPKI)
        assert row.split("\t")[4] == pin(seen)
    assert [bool(row.split("\t")[4]) for row in rows[1:]] == [True] * 5 + [False] * 13
    (folder / "expected.tsv").write_text("\n".join(rows) + "\n")


def precertificate(record):
    data = base64.b64decode(record["extra_data"])
    return data[3:3 + int.from_bytes(data[:3], "big")]


if __name__ == "__main__":
    main()
