#!/usr/bin/env python3
"""Writes Tests/Vectors/diagnose: what every mistake makes of fifteen kinds of key.

For each kind KIND.pem holds a certificate, its issuer and a request for the same key, and KIND.tsv one line for each
different series of bytes that a mistake may hash: SHA-256, SHA-1, SHA-512 and SHA-256 of SHA-256 in base64, then the
names of the recipes that give these bytes, each with the number of the object in the file. issuer.tsv has the lines of
the issuer, which is the same in all files. Bytes come from the openssl command line and from Python's cryptography,
hashes from hashlib; keys are made anew in each run.
"""
import base64
import hashlib
import pathlib
import re
import subprocess
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, x25519

ENCODING, FORM = serialization.Encoding, serialization.PublicFormat
TARGET = pathlib.Path(__file__).resolve().parent.parent / "Vectors" / "diagnose"
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


def tlv(tag, content):
    size = len(content)
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([size]) if size < 128 else bytes([0x80 | len(length)]) + length) + content


def inside(der):
    """The content of the outermost value."""
    return der[2 if der[1] < 128 else 2 + (der[1] & 0x7F):]


def headers():
    """What cryptography writes before raw keys of the kinds that code has constants for."""
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


def line_ends(name, text):
    crlf = text.replace(b"\n", b"\r\n")
    return {name: text, name + "-without-last-newline": text[:-1], name + "-crlf": crlf,
            name + "-crlf-without-last-newline": crlf[:-2]}


def texts(name, der):
    lines = subprocess.run(["base64", "-w", "64"], input=der, capture_output=True).stdout
    return {name + "-base64-text": base64.b64encode(der), name + "-base64-lines": lines,
            name + "-hex-text": der.hex().encode(), name + "-hex-upper-case-text": der.hex().upper().encode()}


def recipes(pem):
    """Recipe name to bytes, for a certificate or a request."""
    is_request = b"REQUEST" in pem
    tool = "req" if is_request else "x509"
    der = openssl(tool, "-outform", "DER", data=pem)
    public_pem = openssl(tool, "-pubkey", "-noout", data=pem)
    spki = openssl("pkey", "-pubin", "-outform", "DER", data=public_pem)
    signed = (x509.load_der_x509_csr(der).tbs_certrequest_bytes if is_request
              else x509.load_der_x509_certificate(der).tbs_certificate_bytes)
    # The raw key is what the last value of the outer SEQUENCE holds.
    dump = openssl("asn1parse", "-inform", "DER", data=spki).decode().splitlines()
    offset = int(re.match(r" *(\d+):", [line for line in dump if "BIT STRING" in line][-1]).group(1))
    bits = spki[offset:]
    raw = inside(bits)[1:]
    found = {"spki": spki, "raw-key": raw, "bit-string": bits, "bit-string-content": b"\0" + raw,
             "spki-content": inside(spki)}
    forms = {"raw-key": raw, "spki": spki}
    text = openssl("pkey", "-pubin", "-noout", "-text", data=public_pem).decode()
    if "Modulus" in text:
        line = openssl(tool, "-noout", "-modulus", data=pem)
        # OpenSSL prints no modulus of a key that is for RSASSA-PSS alone; its text has it.
        if b"Wrong" in line or b"No modulus" in line or b"unsupported" in line.lower():
            digits = "".join(re.search(r"Modulus:\n((?: +[0-9a-f:]+\n)+)", text).group(1).split())
            modulus = bytes.fromhex(digits.replace(":", "")).lstrip(b"\0")
            line = b"Modulus=" + modulus.hex().upper().encode() + b"\n"
        modulus = bytes.fromhex(line.decode().strip().split("=")[1])
        found |= {"pkcs1": raw, "pkcs1-content": inside(raw), "modulus": modulus,
                  "modulus-integer": b"\0" + modulus if modulus[0] > 127 else modulus,
                  "modulus-hex": modulus.hex().upper().encode(), "modulus-line": line}
        forms["modulus"] = modulus
        body = subprocess.run(["base64", "-w", "64"], input=raw, capture_output=True).stdout
        found |= line_ends("rsa-public-key-pem",
                           b"-----BEGIN RSA PUBLIC KEY-----\n" + body + b"-----END RSA PUBLIC KEY-----\n")
    elif "pub:" in text and raw[0] == 4 and "ASN1 OID" in text:
        compressed = openssl("ec", "-pubin", "-conv_form", "compressed", "-outform", "DER", data=public_pem)
        point = compressed[-(len(raw) // 2 + 1):]
        found |= {"x": point[1:], "y": raw[1 + len(raw) // 2:], "x-and-y": raw[1:], "compressed-point": point}
        forms |= {"x": point[1:], "x-and-y": raw[1:], "compressed-point": point}
    found |= line_ends("pem", pem) | line_ends("public-key-pem", public_pem)
    found |= texts("spki", spki) | texts("raw-key", raw)
    if is_request:
        found |= {"request": der, "request-info": signed}
    else:
        found |= {"certificate": der, "tbs-certificate": signed} | texts("certificate", der)
    for name, header in HEADERS.items():
        for form, octets in forms.items():
            if header + octets != spki:
                found[f"{name}-header-before-{form}"] = header + octets
    return found


def write(name, rows):
    """Rows of (recipe@object, bytes), those with the same bytes joined."""
    joined = {}
    for recipe, octets in rows:
        joined.setdefault(octets, []).append(recipe)
    with (TARGET / f"{name}.tsv").open("w") as out:
        for octets, names in joined.items():
            once = hashlib.sha256(octets).digest()
            digests = [once, hashlib.sha1(octets).digest(), hashlib.sha512(octets).digest(),
                       hashlib.sha256(once).digest()]
            out.write("\t".join([base64.b64encode(digest).decode() for digest in digests] + [" ".join(names)]) + "\n")


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        ca_key, ca = folder / "ca.key", folder / "ca.pem"
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(ca_key))
        openssl("req", "-x509", "-new", "-key", str(ca_key), "-subj", "/CN=Issuer", "-days", "3650", "-out", str(ca))
        issuer = ca.read_bytes()
        write("issuer", [(f"{name}@1", octets) for name, octets in recipes(issuer).items()])
        for kind, options in KINDS.items():
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
            asked = request.read_bytes() if kind != "x25519" else None
            whole = leaf + issuer + (asked or b"")
            (TARGET / f"{kind}.pem").write_bytes(whole)
            rows = [(f"{name}@0", octets) for name, octets in recipes(leaf).items()]
            if asked:
                rows += [(f"{name}@2", octets) for name, octets in recipes(asked).items()]
            for number in [0, 1, 2] if asked else [0, 1]:
                rows += [(f"file@{number}", whole), (f"file-without-last-newline@{number}", whole[:-1]),
                         (f"file-crlf@{number}", whole.replace(b"\n", b"\r\n"))]
            write(kind, rows)
    print(openssl("version").decode().strip())


main()
