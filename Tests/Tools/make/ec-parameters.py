#!/usr/bin/env python3
"""Prints private keys with explicit curve parameters, and the SubjectPublicKeyInfo that OpenSSL derives from each.

    Tests/Tools/make/ec-parameters.py > Tests/Vectors/ecparameters/keys.tsv

OpenSSL writes the coefficients of a prime curve in as many octets as the field has; older software wrote them without
leading zeros. Each key is here in both forms, and OpenSSL's answer to each is the expected value.
"""
import subprocess

from der import tlv


def openssl(*words, given=b""):
    return subprocess.run(["openssl", *words], input=given, capture_output=True, check=True).stdout


def read(data, place=0):
    """Returns tag, content, and the offset after them."""
    tag, length, place = data[place], data[place + 1], place + 2
    if length & 0x80:
        count = length & 0x7f
        length, place = int.from_bytes(data[place:place + count], "big"), place + count
    return tag, data[place:place + length], place + length


def members(content):
    place, result = 0, []
    while place < len(content):
        tag, inner, place = read(content, place)
        result.append((tag, inner))
    return result


def shortened(key):
    """Returns the key with the shortest coefficients of its curve."""
    fields = members(read(key)[1])
    for index, (tag, content) in enumerate(fields):
        if tag == 0xa0:
            domain = members(read(content)[1])
            curve = [(t, c.lstrip(b"\0") or b"\0") if t == 4 else (t, c) for t, c in members(domain[2][1])]
            domain[2] = (0x30, b"".join(tlv(*one) for one in curve))
            fields[index] = (tag, tlv(0x30, b"".join(tlv(*one) for one in domain)))
    return tlv(0x30, b"".join(tlv(*one) for one in fields))


print("curve\tform\tsec1\tspki")
for curve in ("prime256v1", "secp256k1", "secp521r1", "brainpoolP224r1", "sect283k1"):
    pem = openssl("ecparam", "-name", curve, "-genkey", "-noout", "-param_enc", "explicit")
    key = openssl("ec", "-outform", "DER", "-param_enc", "explicit", given=pem)
    forms = [("full", key)]
    if not curve.startswith("sect"):
        forms.append(("short", shortened(key)))
    for form, octets in forms:
        spki = openssl("pkey", "-inform", "DER", "-pubout", "-outform", "DER", given=octets)
        print(curve, form, octets.hex(), spki.hex(), sep="\t")
