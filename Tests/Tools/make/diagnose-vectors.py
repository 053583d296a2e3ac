#!/usr/bin/env python3
"""Writes Tests/Vectors/diagnose: the results of every mistake for fifteen kinds of key.

For each kind, KIND.pem contains a certificate, its issuer and a request for the same key, and KIND.tsv one line for
each different series of bytes that a mistake may hash: digests of them in base64, then the names of the recipes that
give these bytes, each with the number of the object in the file. The digests are SHA-256, SHA-1, SHA-512 and SHA-256 of
SHA-256, but only SHA-256 for RARE, and for the kinds in FULL also MD5, SHA-224, SHA-384, SHA-512/256 and SHA3-256.
issuer.tsv has the lines of the issuer, which is the same in all files. identifiers.tsv has the values of certificates
that look like hashes. Bytes come from the openssl command line and from Python's cryptography, hashes from hashlib.
Keys are made only for a KIND.pem that does not exist.
"""
import base64
import hashlib
import json
import pathlib
import re
import subprocess
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed448, ed25519, rsa, x25519

from der import tlv

ENCODING, FORM = serialization.Encoding, serialization.PublicFormat
TARGET = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "diagnose"
KINDS = {
    "rsa-1024": ["RSA", "rsa_keygen_bits:1024"], "rsa-2048": ["RSA", "rsa_keygen_bits:2048"],
    "rsa-3072": ["RSA", "rsa_keygen_bits:3072"], "rsa-4096": ["RSA", "rsa_keygen_bits:4096"],
    "rsa-pss": ["RSA-PSS", "rsa_keygen_bits:2048"],
    "p-224": ["EC", "ec_paramgen_curve:P-224"], "p-256": ["EC", "ec_paramgen_curve:P-256"],
    "p-384": ["EC", "ec_paramgen_curve:P-384"], "p-521": ["EC", "ec_paramgen_curve:P-521"],
    "secp256k1": ["EC", "ec_paramgen_curve:secp256k1"],
    "brainpool": ["EC", "ec_paramgen_curve:brainpoolP256r1"],
    "ed25519": ["ED25519"], "ed448": ["ED448"], "x25519": ["X25519"], "dsa": None,
}


def openssl(*arguments, data=None):
    done = subprocess.run(["openssl", *arguments], input=data, capture_output=True)
    assert done.returncode == 0, (arguments, done.stderr.decode())
    return done.stdout


def inside(der):
    """Returns the content of the outermost value."""
    return der[2 if der[1] < 128 else 2 + (der[1] & 0x7F):]


def headers():
    """Returns cryptography's headers for the kinds of keys that have constants in code."""
    def of(key, raw):
        spki = key.public_bytes(ENCODING.DER, FORM.SubjectPublicKeyInfo)
        assert spki.endswith(raw)
        return spki[: len(spki) - len(raw)]

    found = {}
    for bits in [1024, 2048, 3072, 4096]:
        key = rsa.RSAPublicNumbers(65537, (1 << bits) - 1).public_key()
        found[f"rsa-{bits}"] = of(key, key.public_bytes(ENCODING.DER, FORM.PKCS1))
    for name, curve in [("p-256", ec.SECP256R1()), ("p-384", ec.SECP384R1()), ("p-521", ec.SECP521R1()),
                        ("secp256k1", ec.SECP256K1())]:
        key = ec.derive_private_key(7, curve).public_key()
        found[name] = of(key, key.public_bytes(ENCODING.X962, FORM.UncompressedPoint))
    for name, kind in [("ed25519", ed25519.Ed25519PrivateKey), ("x25519", x25519.X25519PrivateKey)]:
        key = kind.generate().public_key()
        found[name] = of(key, key.public_bytes_raw())
    return found


HEADERS = headers()


FULL = {"rsa-2048", "rsa-4096", "p-256", "p-384", "ed25519", "issuer"}


# The forms that are tried with SHA-256 only.
RARE = re.compile(r"-(cr|bom|bom-crlf|utf-16|utf-16-lf|utf-16-le|utf-16-be)@|-hex-(upper-case-)?(hyphens|0x)-text")


def line_ends(name, text):
    crlf = text.replace(b"\n", b"\r\n")
    return {name: text, name + "-without-last-newline": text[:-1], name + "-crlf": crlf,
            name + "-crlf-without-last-newline": crlf[:-2], name + "-one-line": text.replace(b"\n", b""),
            name + "-escaped-lines": text.replace(b"\n", b"\\n"),
            name + "-bom": text.decode().encode("utf-8-sig"), name + "-bom-crlf": crlf.decode().encode("utf-8-sig"),
            name + "-utf-16": b"\xff\xfe" + crlf.decode().encode("utf-16-le"),
            name + "-utf-16-lf": b"\xff\xfe" + text.decode().encode("utf-16-le"),
            name + "-utf-16-le": text.decode().encode("utf-16-le")}


def url(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=")


def base64_texts(name, der):
    text = base64.b64encode(der)
    found = {name + "-base64-text": text, name + "-base64-text-newline": text + b"\n"}
    if url(der) != text:
        found |= {name + "-base64url-text": url(der), name + "-base64url-text-newline": url(der) + b"\n"}
    return found


def words(octets):
    return octets.hex(" ", -4)


def texts(name, der):
    """Returns all the forms in which bytes are printed."""
    found = base64_texts(name, der)
    lines = subprocess.run(["base64", "-w", "64"], input=der, capture_output=True).stdout
    longer = subprocess.run(["base64", "-w", "76"], input=der, capture_output=True).stdout
    found[name + "-base64-lines"] = lines
    if len(der) > 48:
        crlf = longer.replace(b"\n", b"\r\n")
        found |= {name + "-base64-lines-without-last-newline": lines[:-1],
                  name + "-base64-lines-crlf": lines[:-1].replace(b"\n", b"\r\n"),
                  name + "-base64-lines-76": longer, name + "-base64-lines-76-without-last-newline": longer[:-1],
                  name + "-base64-lines-76-crlf": crlf[:-2], name + "-base64-lines-76-crlf-newline": crlf}
    for infix, between in [("", ""), ("colons-", ":"), ("spaces-", " "), ("hyphens-", "-"), ("0x-", "")]:
        digits = der.hex(between) if between else der.hex()
        start = "0x" if infix == "0x-" else ""
        for case, written in [("", start + digits), ("upper-case-", start + digits.upper())]:
            found |= {f"{name}-hex-{case}{infix}text": written.encode(),
                      f"{name}-hex-{case}{infix}text-newline": (written + "\n").encode()}
    if len(der) > 30:
        found[name + "-hex-lines"] = subprocess.run(["xxd", "-p"], input=der, capture_output=True).stdout
    short = words(der) if len(der) <= 24 else f"{words(der[:16])} ... {words(der[-8:])}"
    found |= {name + "-byte-count-text": f"{len(der)} bytes".encode(),
              name + "-optional-byte-count-text": f"Optional({len(der)} bytes)".encode(),
              name + "-optional-base64-text": b'Optional("' + base64.b64encode(der) + b'")',
              name + "-nsdata-text": f"<{words(der)}>".encode(),
              name + "-nsdata-short-text": f"{{length = {len(der)}, bytes = 0x{short}}}".encode(),
              name + "-latin-1-text": der.decode("latin-1").encode(),
              name + "-utf-8-text": der.decode("utf-8", "replace").encode()}
    return found


def hash_texts(spki):
    """Returns the printed forms of the right hash."""
    digest = hashlib.sha256(spki).digest()
    pin = base64.b64encode(digest)
    return texts("spki-hash", digest) | {
        "spki-hash-okhttp-text": b"sha256/" + pin, "spki-hash-okhttp-text-newline": b"sha256/" + pin + b"\n",
        "spki-hash-curl-text": b"sha256//" + pin, "spki-hash-digest-text": b"SHA256 digest: " + digest.hex().encode(),
        "spki-hash-openssl-line": openssl("dgst", "-sha256", data=spki),
        "spki-hash-old-openssl-line": b"(stdin)= " + digest.hex().encode() + b"\n",
        "spki-hash-sum-line": subprocess.run(["sha256sum"], input=spki, capture_output=True).stdout}


def integer(octets):
    """Returns what Java's BigInteger.toByteArray() returns."""
    value = int.from_bytes(octets, "big")
    return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def json_web_key(key):
    """Returns the required members of a JSON Web Key, sorted by name (RFC 7638 section 3)."""
    def number(value, size=None):
        return url(value.to_bytes(size or (value.bit_length() + 7) // 8, "big")).decode()

    if isinstance(key, rsa.RSAPublicKey):
        numbers = key.public_numbers()
        members = {"kty": "RSA", "n": number(numbers.n), "e": number(numbers.e)}
    elif isinstance(key, ec.EllipticCurvePublicKey):
        names = {"secp224r1": "P-224", "secp256r1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521",
                 "secp256k1": "secp256k1"}
        if key.curve.name not in names:
            return None
        size = (key.curve.key_size + 7) // 8
        numbers = key.public_numbers()
        members = {"kty": "EC", "crv": names[key.curve.name], "x": number(numbers.x, size),
                   "y": number(numbers.y, size)}
    elif isinstance(key, (ed25519.Ed25519PublicKey, ed448.Ed448PublicKey, x25519.X25519PublicKey)):
        name = type(key).__name__.lstrip("_").removesuffix("PublicKey")
        members = {"kty": "OKP", "crv": name, "x": url(key.public_bytes_raw()).decode()}
    else:
        return None
    return json.dumps(members, sort_keys=True, separators=(",", ":")).encode()


def ssh_key(key):
    """Returns the bytes that ssh-keygen -l hashes; cryptography does not support Ed448 (RFC 8709 section 4)."""
    if isinstance(key, ed448.Ed448PublicKey):
        parts = [b"ssh-ed448", key.public_bytes_raw()]
        return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    if isinstance(key, (dsa.DSAPublicKey, x25519.X25519PublicKey)):
        return None
    if isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name not in ["secp256r1", "secp384r1", "secp521r1"]:
        return None
    return base64.b64decode(key.public_bytes(ENCODING.OpenSSH, FORM.OpenSSH).split()[1])


def identifiers(certificate):
    """Returns the values of a certificate that look like hashes."""
    found = {"serial-number": integer(certificate.serial_number.to_bytes(20, "big")).lstrip(b"\0")}
    for value in certificate.extensions:
        if isinstance(value.value, x509.SubjectKeyIdentifier):
            found["subject-key-identifier"] = value.value.digest
        if isinstance(value.value, x509.AuthorityKeyIdentifier):
            found["authority-key-identifier"] = value.value.key_identifier
    return found


def recipes(pem):
    """Returns recipe names and bytes, for a certificate or a request."""
    is_request = b"REQUEST" in pem
    tool = "req" if is_request else "x509"
    der = openssl(tool, "-outform", "DER", data=pem)
    public_pem = openssl(tool, "-pubkey", "-noout", data=pem)
    spki = openssl("pkey", "-pubin", "-outform", "DER", data=public_pem)
    signed = (x509.load_der_x509_csr(der).tbs_certrequest_bytes if is_request
              else x509.load_der_x509_certificate(der).tbs_certificate_bytes)
    # The raw key is the content of the last value of the outer SEQUENCE.
    dump = openssl("asn1parse", "-inform", "DER", data=spki).decode().splitlines()
    offset = int(re.match(r" *(\d+):", [line for line in dump if "BIT STRING" in line][-1]).group(1))
    bits = spki[offset:]
    raw = inside(bits)[1:]
    found = {"spki": spki, "raw-key": raw, "bit-string": bits, "bit-string-content": b"\0" + raw,
             "spki-content": inside(spki), "spki-newline": spki + b"\n"}
    forms = {"raw-key": raw, "spki": spki}
    text = openssl("pkey", "-pubin", "-noout", "-text", data=public_pem).decode()
    if "Modulus" in text:
        line = openssl(tool, "-noout", "-modulus", data=pem)
        # OpenSSL does not print the modulus of an RSASSA-PSS key with -modulus, but its text has it.
        if b"Wrong" in line or b"No modulus" in line or b"unsupported" in line.lower():
            digits = "".join(re.search(r"Modulus:\n((?: +[0-9a-f:]+\n)+)", text).group(1).split())
            modulus = bytes.fromhex(digits.replace(":", "")).lstrip(b"\0")
            line = b"Modulus=" + modulus.hex().upper().encode() + b"\n"
        modulus = bytes.fromhex(line.decode().strip().split("=")[1])
        found |= {"pkcs1": raw, "pkcs1-content": inside(raw), "modulus": modulus,
                  "modulus-integer": b"\0" + modulus if modulus[0] > 127 else modulus,
                  "modulus-line": line, "modulus-line-without-last-newline": line[:-1]}
        for name, digits in [("hex", modulus.hex().upper()), ("hex-lower-case", modulus.hex())]:
            found |= {f"modulus-{name}": digits.encode(), f"modulus-{name}-newline": digits.encode() + b"\n"}
        found |= base64_texts("modulus", modulus)
        forms["modulus"] = modulus
        body = subprocess.run(["base64", "-w", "64"], input=raw, capture_output=True).stdout
        found |= line_ends("rsa-public-key-pem",
                           b"-----BEGIN RSA PUBLIC KEY-----\n" + body + b"-----END RSA PUBLIC KEY-----\n")
    elif "pub:" in text and raw[0] == 4 and "ASN1 OID" in text:
        compressed = openssl("ec", "-pubin", "-conv_form", "compressed", "-outform", "DER", data=public_pem)
        point = compressed[-(len(raw) // 2 + 1):]
        x, y = point[1:], raw[1 + len(raw) // 2:]
        found |= {"x": x, "y": y, "x-and-y": raw[1:], "compressed-point": point, "spki-compressed-point": compressed,
                  "spki-explicit-parameters":
                      openssl("ec", "-pubin", "-param_enc", "explicit", "-outform", "DER", data=public_pem)}
        forms |= {"x": point[1:], "x-and-y": raw[1:], "compressed-point": point}
    found |= line_ends("pem", pem) | line_ends("public-key-pem", public_pem)
    found |= line_ends("public-key-and-object-pem", openssl(tool, "-pubkey", data=pem))
    found |= texts("spki", spki) | texts("raw-key", raw) | hash_texts(spki)
    key = serialization.load_der_public_key(spki)
    jwk, ssh = json_web_key(key), ssh_key(key)
    if jwk:
        found["jwk"] = jwk
    if ssh:
        found["ssh-key"] = ssh
    subject = (x509.load_der_x509_csr(der) if is_request else x509.load_der_x509_certificate(der)).subject
    found["subject"] = subject.public_bytes()
    if is_request:
        found |= {"request": der, "request-info": signed}
    else:
        found |= {"certificate": der, "certificate-newline": der + b"\n", "tbs-certificate": signed}
        found |= texts("certificate", der)
        fingerprint = hashlib.sha256(der)
        pairs = fingerprint.digest().hex(":").upper()
        for form, written in [("base64-text", base64.b64encode(fingerprint.digest()).decode()),
                              ("hex-text", fingerprint.hexdigest())]:
            found |= {f"certificate-hash-{form}": written.encode(),
                      f"certificate-hash-{form}-newline": f"{written}\n".encode()}
        found["certificate-hash-hex-upper-case-colons-text"] = pairs.encode()
    for name, header in HEADERS.items():
        for form, octets in forms.items():
            if header + octets != spki:
                found[f"{name}-header-before-{form}"] = header + octets
    return found


def write(name, rows):
    """Writes rows of (recipe@object, bytes), and joins those with the same bytes."""
    joined = {}
    for recipe, octets in rows:
        joined.setdefault(octets, []).append(recipe)
    with (TARGET / f"{name}.tsv").open("w") as out:
        for octets, names in joined.items():
            once = hashlib.sha256(octets).digest()
            if all(RARE.search(recipe) for recipe in names):
                out.write(f"{base64.b64encode(once).decode()}\t{' '.join(names)}\n")
                continue
            digests = [once, hashlib.sha1(octets).digest(), hashlib.sha512(octets).digest(),
                       hashlib.sha256(once).digest()]
            if name in FULL:
                digests += [hashlib.new(other, octets).digest()
                            for other in ["md5", "sha224", "sha384", "sha512_256", "sha3_256"]]
            out.write("\t".join([base64.b64encode(digest).decode() for digest in digests] + [" ".join(names)]) + "\n")


def make(kind, options, folder, ca, ca_key):
    """Makes a certificate, its issuer's and a request."""
    key, public, request = folder / f"{kind}.key", folder / f"{kind}.pub", folder / f"{kind}.csr"
    if kind == "dsa":
        openssl("genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt", "dsa_paramgen_bits:1024", "-pkeyopt",
                "dsa_paramgen_q_bits:160", "-out", str(folder / "dsa.params"))
        openssl("genpkey", "-paramfile", str(folder / "dsa.params"), "-out", str(key))
    else:
        extra = [word for option in options[1:] for word in ("-pkeyopt", option)]
        openssl("genpkey", "-algorithm", options[0], *extra, "-out", str(key))
    openssl("pkey", "-in", str(key), "-pubout", "-out", str(public))
    signer = key if kind != "x25519" else ca_key
    openssl("req", "-new", "-key", str(signer), "-subj", f"/CN={kind}", "-out", str(request))
    leaf = openssl("x509", "-req", "-in", str(request), "-force_pubkey", str(public), "-CA", str(ca), "-CAkey",
                   str(ca_key), "-days", "3650", "-set_serial", str(len(kind)))
    return leaf + ca.read_bytes() + (request.read_bytes() if kind != "x25519" else b"")


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        ca_key, ca = folder / "ca.key", folder / "ca.pem"
        if not all((TARGET / f"{kind}.pem").exists() for kind in KINDS):
            openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(ca_key))
            openssl("req", "-x509", "-new", "-key", str(ca_key), "-subj", "/CN=Issuer", "-days", "3650", "-out",
                    str(ca))
            for kind, options in KINDS.items():
                (TARGET / f"{kind}.pem").write_bytes(make(kind, options, folder, ca, ca_key))
    values = []
    for kind in KINDS:
        whole = (TARGET / f"{kind}.pem").read_bytes()
        blocks = [block + b"\n" for block in re.findall(rb"-----BEGIN.*?-----END [A-Z ]*-----", whole, re.S)]
        if kind == "rsa-1024":
            write("issuer", [(f"{name}@1", octets) for name, octets in recipes(blocks[1]).items()])
        rows = []
        for number in [0, 2][: len(blocks) - 1]:
            rows += [(f"{name}@{number}", octets) for name, octets in recipes(blocks[number]).items()]
        for number in range(len(blocks)):
            rows += [(f"file@{number}", whole), (f"file-without-last-newline@{number}", whole[:-1]),
                     (f"file-crlf@{number}", whole.replace(b"\n", b"\r\n"))]
        write(kind, rows)
        for number in [0, 1]:
            for name, octets in identifiers(x509.load_pem_x509_certificate(blocks[number])).items():
                values.append(f"{kind}\t{octets.hex()}\t{name}@{number}\n")
        for number, block in enumerate(blocks):
            found = recipes(block)
            values += [f"{kind}\t{found[name].hex()}\t{name}-unhashed@{number}\n"
                       for name in ["raw-key", "x", "y", "x-and-y"] if name in found]
    (TARGET / "identifiers.tsv").write_text("".join(values))
    print(openssl("version").decode().strip())


main()
