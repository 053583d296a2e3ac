#!/usr/bin/env python3
"""Writes Tests/Vectors/expected/sha256-lengths.tsv: SHA-256, by hashlib, of messages of 0 to 300 bytes.

Byte i of each message is i * 7 mod 256.
"""
import hashlib
import pathlib

out = pathlib.Path(__file__).resolve().parents[2] / "Vectors/expected/sha256-lengths.tsv"
with out.open("w") as file:
    file.write("length\tsha256\n")
    for length in range(301):
        message = bytes(i * 7 % 256 for i in range(length))
        file.write(f"{length}\t{hashlib.sha256(message).hexdigest()}\n")
