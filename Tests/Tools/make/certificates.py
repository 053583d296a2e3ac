#!/usr/bin/env python3
"""Writes Tests/Vectors/expected/certificates.tsv: the fields of every certificate in the files of INDEX.tsv.

All of them come from OpenSSL. If Python's cryptography also reads the certificate, the two must agree;
the field `cryptography` is then `agrees`, else `refuses`. A field that OpenSSL cannot read is empty. An extension is
written as its OID, `!` if it is critical, `=`, and the first 8 hex digits of the SHA-256 of its value.
"""
import base64
import csv
import hashlib
import pathlib
import re
import subprocess
import warnings

from cryptography import x509

warnings.simplefilter("ignore")
vectors = pathlib.Path(__file__).resolve().parents[2] / "Vectors"


def openssl(*arguments, data):
    done = subprocess.run(["openssl", *arguments], input=data, capture_output=True)
    return done.stdout.decode("utf8") if done.returncode == 0 else None


def certificates(data):
    """Returns the DER of each certificate, without the trust data of a TRUSTED CERTIFICATE."""
    if b"-----BEGIN" not in data:
        return [data]
    bodies = re.findall(rb"-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----(.*?)-----END", data, re.S)
    return [base64.b64decode(body.split(b"\n\n")[-1]) for body in bodies]


def dotted(content):
    numbers, number = [], 0
    for octet in content:
        number = number << 7 | octet & 127
        if octet < 128:
            numbers.append(number)
            number = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first] + numbers[1:]))


class Node:
    def __init__(self, line, der):
        place, depth, header, length, kind = re.match(
            r"\s*(\d+):d=(\d+)\s+hl=(\d+)\s+l=\s*(\d+) (?:prim|cons): (.*?)\s*(?::.*)?$", line).groups()
        self.depth, self.kind, self.children = int(depth), kind.strip(), []
        start = int(place) + int(header)
        self.content = der[start:start + int(length)]


def tree(der):
    """Returns the values of a certificate in the order of openssl asn1parse."""
    root = Node("0:d=0 hl=0 l=0 cons: root", der)
    root.depth = -1
    stack = [root]
    for line in openssl("asn1parse", "-inform", "DER", data=der).splitlines():
        node = Node(line, der)
        while stack[-1].depth >= node.depth:
            stack.pop()
        stack[-1].children.append(node)
        stack.append(node)
    return root.children[0]


def fields(der):
    text = openssl("x509", "-inform", "DER", "-noout", "-serial", "-subject", "-issuer", "-nameopt",
                   "RFC2253,-esc_msb,utf8", "-startdate", "-enddate", "-dateopt", "iso_8601", data=der)
    if text is None:
        return None
    shown = dict(line.split("=", 1) for line in text.splitlines())

    def moment(value):
        return value.replace(" ", "T") if value.endswith("Z") else ""

    certificate = tree(der)
    tbs = list(certificate.children[0].children)
    version = 1
    if tbs[0].kind == "cont [ 0 ]":
        version = int.from_bytes(tbs.pop(0).children[0].content, "big") + 1
    extensions = []
    for node in tbs[6:]:
        if node.kind != "cont [ 3 ]":
            continue
        for extension in node.children[0].children:
            oid, *critical, value = extension.children
            is_critical = bool(critical) and critical[0].content != b"\0"
            extensions.append((dotted(oid.content), is_critical, value.content))
    key = tbs[5]
    row = {
        "sha256": hashlib.sha256(der).hexdigest(),
        "version": str(version),
        "serial": shown["serial"],
        "subject": shown["subject"],
        "issuer": shown["issuer"],
        "not_before": moment(shown["notBefore"]),
        "not_after": moment(shown["notAfter"]),
        "signature_algorithm": dotted(certificate.children[1].children[0].content),
        "public_key_algorithm": dotted(key.children[0].children[0].content),
        "raw_key_sha256": hashlib.sha256(key.children[1].content[1:]).hexdigest(),
        "signature_sha256": hashlib.sha256(certificate.children[2].content[1:]).hexdigest(),
        "extensions": " ".join(
            f"{oid}{'!' if critical else ''}={hashlib.sha256(value).hexdigest()[:8]}" for oid, critical, value in extensions),
    }
    row["cryptography"] = "agrees" if agrees(der, row, extensions) else "refuses"
    return row


def agrees(der, row, extensions):
    try:
        other = x509.load_der_x509_certificate(der)
    except ValueError:
        return False
    serial = other.serial_number
    digits = f"{abs(serial):X}"
    shown = ("-" if serial < 0 else "") + "0" * (len(digits) % 2) + digits
    answers = {
        "version": str(other.version.value + 1),
        "serial": shown,
        "not_before": other.not_valid_before_utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "not_after": other.not_valid_after_utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "signature_algorithm": other.signature_algorithm_oid.dotted_string,
        "public_key_algorithm": other.public_key_algorithm_oid.dotted_string,
    }
    for name, answer in answers.items():
        assert row[name] == answer, (row["sha256"], name, row[name], answer)
    try:
        others = [(e.oid.dotted_string, e.critical) for e in other.extensions]
    except x509.UnsupportedGeneralNameType:
        return True  # a general name whose type it does not support
    assert others == [(oid, critical) for oid, critical, _ in extensions], row["sha256"]
    return True


with (vectors / "INDEX.tsv").open() as file:
    rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
lines = []
for row in rows + [{"file": "seeds/github.com.pem"}]:
    name = row["file"]
    if not name.startswith(("cert/", "pem/", "seeds/")) or name in ("pem/bad-misaligned-pad.pem", "cert/bad-trailing-octet.der"):
        continue
    for index, der in enumerate(certificates((vectors / name).read_bytes())):
        if name == "pem/trusted-certificate.pem":
            der = der[:4 + int.from_bytes(der[2:4], "big")]
        found = fields(der)
        if found is not None:
            lines.append({"file": name, "index": str(index), **found})
with (vectors / "expected/certificates.tsv").open("w") as file:
    file.write("\t".join(lines[0]) + "\n")
    for line in lines:
        file.write("\t".join(line.values()) + "\n")
