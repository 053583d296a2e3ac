#!/usr/bin/env python3
"""Writes Tests/Vectors/hash/digests.tsv: digests of messages with lengths near the block boundaries.

The message of a length is the bytes (7 * place + length) mod 256. Columns: length, SHA-1, SHA-512, MD5, SHA-224,
SHA-384, SHA-512/256, SHA3-256, in hex.
"""
import hashlib
import pathlib

lengths = [0, 1, 3, 55, 56, 57, 63, 64, 65, 111, 112, 113, 119, 120, 127, 128, 129, 135, 136, 137, 239, 240, 241, 255, 256,
           257, 271, 272, 273, 1000, 10007]
target = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "hash" / "digests.tsv"
target.parent.mkdir(parents=True, exist_ok=True)
with target.open("w") as out:
    for length in lengths:
        message = bytes((7 * place + length) % 256 for place in range(length))
        names = ["sha1", "sha512", "md5", "sha224", "sha384", "sha512_256", "sha3_256"]
        digests = [hashlib.new(name, message).hexdigest() for name in names]
        out.write("\t".join([str(length), *digests]) + "\n")
