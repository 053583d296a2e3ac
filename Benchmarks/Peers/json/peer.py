"""Prints the output of `pemtool inspect --jsonl` as far as Python's cryptography decodes it: one line of JSON for
each certificate of a PEM file."""
import base64
import hashlib
import json
import sys

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def public_key(key):
    found = {"bits": getattr(key, "key_size", None)}
    if isinstance(key, rsa.RSAPublicKey):
        numbers = key.public_numbers()
        found |= {"modulus": f"{numbers.n:X}", "exponent": numbers.e}
    elif isinstance(key, ec.EllipticCurvePublicKey):
        found["curve"] = key.curve.name
    return found


def describe(certificate, file, index):
    der = certificate.public_bytes(Encoding.DER)
    key = certificate.public_key()
    spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    names = []
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
        names = ["DNS:" + name for name in found.value.get_values_for_type(x509.DNSName)]
    except x509.ExtensionNotFound:
        pass
    return {
        "schema": "peer/1", "file": file, "index": index, "sha256": hashlib.sha256(der).hexdigest(),
        "sha1": hashlib.sha1(der).hexdigest(), "pin": base64.b64encode(hashlib.sha256(spki).digest()).decode(),
        "version": certificate.version.value + 1, "serial": f"{certificate.serial_number:X}",
        "subject": certificate.subject.rfc4514_string(), "issuer": certificate.issuer.rfc4514_string(),
        "not_before": certificate.not_valid_before_utc.isoformat(), "not_after": certificate.not_valid_after_utc.isoformat(),
        "signature_algorithm": certificate.signature_algorithm_oid.dotted_string, "public_key": public_key(key),
        "extensions": [{"oid": one.oid.dotted_string, "critical": one.critical, "value": one.value.public_bytes().hex()}
                       for one in certificate.extensions],
        "subject_alt_names": names, "signature": certificate.signature.hex(),
    }


text = open(sys.argv[1], "rb").read()
END = b"-----END CERTIFICATE-----\n"
for index, block in enumerate(text.split(END)[:-1]):
    print(json.dumps(describe(x509.load_pem_x509_certificate(block + END), sys.argv[1], index)))
