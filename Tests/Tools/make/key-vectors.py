#!/usr/bin/env python3
"""Makes public keys with openssl 3, and the answers of openssl and Python's cryptography for them:

    Tests/Tools/make/key-vectors.py Tests/Vectors/keys

curves.tsv: a key on every curve that openssl knows by name and number, with the curve named and, on the prime
curves, written out; the point in each of its forms in turn. "bits" is what `openssl pkey -text` calls the size.

pss-signature.der: a certificate signed by RSASSA-PSS with SHA-384, MGF1 with SHA-384 and 48 octets of salt.

keys.tsv: keys of the other algorithms; "numbers" are the parts that cryptography reads, as name=HEX.
"""
import os
import re
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.asymmetric import dh, dsa, rsa
from cryptography.hazmat.primitives.serialization import load_der_public_key


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def public_half(private):
    return openssl("pkey", "-inform", "der", "-pubout", "-outform", "der", data=private)


def bits(public):
    text = openssl("pkey", "-pubin", "-inform", "der", "-noout", "-text", data=public).decode()
    found = re.search(r"\((\d+) bit\)", text)
    return found.group(1) if found else ""


def curves(folder):
    listed = openssl("ecparam", "-list_curves").decode()
    forms = ["uncompressed", "compressed", "hybrid"]
    rows = []
    for number, (curve, kind) in enumerate(re.findall(r"^\s*([\w-]+)\s*:([^\n]*)", listed, re.M)):
        try:
            openssl("ecparam", "-name", curve, "-outform", "der")
            private = openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:" + curve,
                              "-outform", "der")
        except subprocess.CalledProcessError:
            continue
        is_prime = "prime" in kind
        # Explicit binary parameters for only two curves: they are read, but have no name.
        written = is_prime and not curve.startswith("wap") or curve in ("sect283k1", "sect571r1")
        for encoding in ["named_curve"] + ["explicit"] * written:
            form = forms[number % 3]
            try:
                public = openssl("pkey", "-inform", "der", "-pubout", "-outform", "der", "-ec_param_enc", encoding,
                                 "-ec_conv_form", form, data=private)
            except subprocess.CalledProcessError:
                if curve != "SM2":  # a curve without a number
                    continue
                public = openssl("ec", "-inform", "der", "-pubout", "-outform", "der", "-param_enc", encoding,
                                 "-conv_form", form, data=private)
            rows.append([curve, encoding, form, bits(public), public.hex()])
    write(os.path.join(folder, "curves.tsv"), ["curve", "encoding", "form", "bits", "spki"], rows)


def numbers(public):
    key = load_der_public_key(public)
    if isinstance(key, rsa.RSAPublicKey):
        parts = {"n": key.public_numbers().n, "e": key.public_numbers().e}
    elif isinstance(key, dsa.DSAPublicKey):
        group = key.public_numbers().parameter_numbers
        parts = {"p": group.p, "q": group.q, "g": group.g, "y": key.public_numbers().y}
    elif isinstance(key, dh.DHPublicKey):
        group = key.public_numbers().parameter_numbers
        parts = {"p": group.p, "g": group.g, "y": key.public_numbers().y}
        # For a well-known group, the library knows q even though PKCS #3 parameters cannot contain it.
        if group.q and bytes.fromhex("2a8648ce3e0201") in public:
            parts["q"] = group.q
    else:
        return key.public_bytes_raw().hex()
    return " ".join("%s=%s%X" % (name, "0" * (len("%X" % value) % 2), value) for name, value in parts.items())


def keys(folder):
    rows = []

    def add(name, *arguments):
        public = public_half(openssl("genpkey", *arguments, "-outform", "der"))
        rows.append([name, bits(public), numbers(public), public.hex()])

    for size in ("1024", "1023", "2048"):
        add("RSA", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:" + size)
    add("RSA", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-pkeyopt", "rsa_keygen_pubexp:3")
    pss = ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1024"]
    add("RSASSA-PSS", *pss)
    add("RSASSA-PSS sha256 mgf1 sha256 salt 32", *pss, "-pkeyopt", "rsa_pss_keygen_md:sha256",
        "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha256", "-pkeyopt", "rsa_pss_keygen_saltlen:32")
    add("RSASSA-PSS sha384 mgf1 sha1 salt 20", *pss, "-pkeyopt", "rsa_pss_keygen_md:sha384",
        "-pkeyopt", "rsa_pss_keygen_mgf1_md:sha1", "-pkeyopt", "rsa_pss_keygen_saltlen:20")
    parameters = openssl("genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt", "dsa_paramgen_bits:1024")
    parameters_file = os.path.join(folder, "parameters.pem")
    with open(parameters_file, "wb") as file:
        file.write(parameters)
    add("DSA", "-paramfile", parameters_file)
    os.remove(parameters_file)
    add("DH", "-algorithm", "DH", "-pkeyopt", "group:modp_1536")
    add("DH", "-algorithm", "DHX", "-pkeyopt", "dh_rfc5114:1")
    for name in ("ED25519", "ED448", "X25519", "X448"):
        add(name.capitalize() if name.startswith("E") else name, "-algorithm", name)
    write(os.path.join(folder, "keys.tsv"), ["key", "bits", "numbers", "spki"], rows)


def write(path, names, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in [names] + rows:
            file.write("\t".join(row) + "\n")


def signature(folder):
    with tempfile.TemporaryDirectory() as work:
        openssl("req", "-x509", "-newkey", "rsa:1024", "-nodes", "-keyout", os.path.join(work, "key.pem"), "-subj",
                "/CN=pss", "-days", "36500", "-sha384", "-sigopt", "rsa_padding_mode:pss", "-sigopt",
                "rsa_pss_saltlen:48", "-outform", "der", "-out", os.path.join(folder, "pss-signature.der"))


os.makedirs(sys.argv[1], exist_ok=True)
signature(sys.argv[1])
curves(sys.argv[1])
keys(sys.argv[1])
