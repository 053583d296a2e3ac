#!/usr/bin/env python3
"""Writes Tests/Vectors/expected/object-identifiers.tsv: content octets of OBJECT IDENTIFIERs and their dotted form.

The numbers are Python's own integers, which have no upper limit; the encoding follows X.690 section 8.19.
"""
import pathlib
import random
import uuid

random.seed(8_19)
names = [(0, 0), (0, 39), (1, 0), (1, 39), (2, 0), (2, 39), (2, 40), (2, 47), (2, 48), (2, 999),
         (1, 2, 840, 113549, 1, 1, 1), (1, 2, 840, 10045, 3, 1, 7), (2, 5, 29, 17), (0, 9, 2342, 19200300, 100, 1, 25)]
# The values around every change in the number of octets, as a later arc and as the second arc under 2.
for groups in (1, 2, 3, 4, 8, 9, 10, 18, 19, 37):
    for value in (128 ** groups - 1, 128 ** groups):
        names += [(1, 3, value), (1, 3, value, 1), (2, value - 80, 5)]
for bits in (31, 32, 63, 64, 65, 127, 128, 256, 2048):
    names += [(1, 2, 2 ** bits - 1), (1, 2, 2 ** bits), (2, 2 ** bits - 1), (2, 2 ** bits)]
# Decimal digits with long runs of zeros, and borrows across them under 2.
for power in (17, 18, 19, 35, 36, 37, 54, 72):
    names += [(1, 2, 10 ** power), (2, 10 ** power), (2, 10 ** power - 80), (2, 10 ** power - 1), (2, 10 ** power - 79)]
# X.667: a UUID as one arc under 2.25.
for _ in range(20):
    names.append((2, 25, uuid.UUID(int=random.getrandbits(128)).int))
names += [(2, 25, 2 ** 128 - 1), (1, 2, 128 ** 511), (1, 2, 128 ** 512 - 1), (2, 128 ** 512 - 81)]
for _ in range(60):
    first = random.randrange(3)
    second = random.randrange(40) if first < 2 else random.getrandbits(random.randrange(1, 100))
    names.append((first, second) + tuple(random.getrandbits(random.randrange(1, 300)) for _ in range(random.randrange(6))))


def base128(number):
    groups = [number & 127]
    while number := number >> 7:
        groups.append(number & 127 | 128)
    return bytes(reversed(groups))


out = pathlib.Path(__file__).resolve().parents[2] / "Vectors/expected/object-identifiers.tsv"
with out.open("w") as file:
    file.write("content\tdotted\n")
    for arcs in dict.fromkeys(names):
        content = b"".join(map(base128, (arcs[0] * 40 + arcs[1],) + arcs[2:]))
        file.write(content.hex() + "\t" + ".".join(map(str, arcs)) + "\n")
