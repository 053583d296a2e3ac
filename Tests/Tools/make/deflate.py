#!/usr/bin/env python3
"""Writes Tests/Vectors/archives/codes.tsv: DEFLATE blocks that zlib never writes, and what zlib reads in them.

    Tests/Tools/make/deflate.py

The columns are the compressed data in hex, the number of bytes, and their SHA-256; or, if zlib rejects the data, the
number of bytes that were meant, and zlib's message. The encoder is written from RFC 1951: it has every length and every
distance symbol, with the least and the greatest extra bits, codes of every length, and one flaw of each kind.
"""
import hashlib
import pathlib
import zlib

OUT = pathlib.Path(__file__).resolve().parents[2] / "Vectors/archives/codes.tsv"
LENGTHS = [(3 + n, 0) if n < 8 else (((4 + n % 4) << (n // 4 - 1)) + 3, n // 4 - 1) for n in range(28)] + [(258, 0)]
DISTANCES = [(1 + n, 0) if n < 4 else (((2 + n % 2) << (n // 2 - 1)) + 1, n // 2 - 1) for n in range(30)]
ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]


class Bits:
    """Bits in the order of RFC 1951: numbers begin with their lowest bit, codes with their highest."""

    def __init__(self):
        self.bits = []

    def number(self, value, width):
        self.bits += [value >> n & 1 for n in range(width)]
        return self

    def code(self, code):
        self.bits += [int(bit) for bit in code]
        return self

    def bytes(self):
        bits = self.bits + [0] * (-len(self.bits) % 8)
        return bytes(sum(bits[at + n] << n for n in range(8)) for at in range(0, len(bits), 8))


def codes(lengths):
    """Returns the code of each symbol with a length (RFC 1951 section 3.2.2)."""
    code, found = 0, {}
    for width in range(1, 16):
        code <<= 1
        for symbol, length in enumerate(lengths):
            if length == width:
                found[symbol] = format(code, f"0{width}b")[-width:]
                code += 1
    return found


FIXED = codes([8] * 144 + [9] * 112 + [7] * 24 + [8] * 8), codes([5] * 30 + [0, 0])


def tokens(bits, stream, literals, distances):
    """Writes literals (numbers) and copies: (length symbol, extra, distance symbol, extra)."""
    for token in stream:
        if isinstance(token, int):
            bits.code(literals[token])
            continue
        length, more, distance, further = token
        bits.code(literals[257 + length])
        if length < 29:
            bits.number(more, LENGTHS[length][1])
        bits.code(distances[distance])
        if distance < 30:
            bits.number(further, DISTANCES[distance][1])
    return bits.code(literals[256])


def fixed(stream, last=1):
    return tokens(Bits().number(last, 1).number(1, 2), stream, *FIXED).bytes()


# 13 codes of 4 bits and 6 of 5: 13/16 + 6/32 = 1.
LEVEL = [4] * 13 + [5] * 6


def dynamic(stream, literals, distances, steps=None, used=19, counts=None, level=LEVEL):
    """Writes a block with codes of these lengths. The steps are the symbols that list the lengths, with extra bits."""
    bits = Bits().number(1, 1).number(2, 2)
    for value, width in zip(counts or (len(literals) - 257, len(distances) - 1, used - 4), (5, 5, 4)):
        bits.number(value, width)
    for symbol in ORDER[:used]:
        bits.number(level[symbol], 3)
    meta = codes(level)
    for symbol, *extra in steps or [(length,) for length in literals + distances]:
        bits.code(meta[symbol])
        if extra:
            bits.number(extra[0], {16: 2, 17: 3, 18: 7}[symbol])
    return tokens(bits, stream, codes(literals), codes(distances)).bytes()


def zeros(count):
    """Returns the steps for as many lengths of zero."""
    rest = count % 138
    last = [(18, rest - 11)] if rest > 10 else [(17, rest - 3)] if rest > 2 else [(0,)] * rest
    return [(18, 127)] * (count // 138) + last


def lengths(count, pairs):
    found = [0] * count
    for symbol, length in pairs:
        found[symbol] = length
    return found


def valid():
    # Every length symbol, with the least and the greatest extra bits, each before a literal.
    copies = [(n, extra, 5, 1) for n in range(29) for extra in {0, 30 if n == 27 else 2 ** LENGTHS[n][1] - 1}]
    yield fixed(list(range(256)) + [token for copy in copies for token in (copy, copy[0])])
    # Every distance symbol, after 32 KB that repeat every 251 bytes.
    fill = list(range(251)) + [(28, 0, 15, 251 - 193)] * 128
    furthest = [2 ** extra - 1 for _, extra in DISTANCES]
    yield fixed(fill + [token for n in range(30) for token in (254, (3, 0, n, 0), 253, (3, 0, n, furthest[n]))])
    # Literals of eight and of nine bits.
    yield fixed([0, 143, 144, 255])
    # Codes of every length from 1 to 15, for literals and for distances.
    every = [65 + n for n in range(13)]
    ladder = [(symbol, n + 1) for n, symbol in enumerate(every)] + [(256, 14), (257, 15), (285, 15)]
    yield dynamic(every * 2 + [(0, 0, n, 0) for n in range(9)] + [(28, 0, 9, 7)], lengths(286, ladder),
                  list(range(1, 16)) + [15])
    # Each number of code lengths that are listed, the last of which is used.
    for used in range(5, 20):
        level = lengths(19, [(8, 1), (0, 2), (18 if used == 5 else ORDER[used - 1], 2)])
        eights = [(8,)] * 255 + [(0,), (8,), (0,)]
        yield dynamic([97, 98, 99], [8] * 255 + [0, 8], [0], eights, used, level=level)
    # The shortest and the longest runs of zeros, and of the last length.
    one = [(17, 7), (18, 76), (1,), (18, 127), (17, 0), (18, 0), (17, 3), (2,), (18, 17), (2,), (1,), (1,)]
    yield dynamic([97] * 3 + [(28, 0, 0, 0), (28, 0, 1, 0)], lengths(286, [(97, 1), (256, 2), (285, 2)]), [1, 1], one)
    yield dynamic([0, 1, 6], [3] * 7 + [0] * 249 + [3], [0], [(3,), (16, 3)] + zeros(249) + [(3,), (0,)])
    yield dynamic([0, 1, 2], [2] * 3 + [0] * 253 + [2], [0], [(2,)] * 3 + zeros(253) + [(2,), (0,)])
    yield dynamic([0, 1, 6], [3] * 7 + [0] * 249 + [3], [0], [(3,), (16, 0), (16, 0)] + zeros(249) + [(3,), (0,)])
    # A run that begins in the literals and ends in the distances.
    yield dynamic([0, (0, 0, 0, 0)], [1] + [0] * 255 + [2, 2], [2] * 4, [(1,)] + zeros(255) + [(2,), (16, 2)])
    # Stored blocks of no bytes and of one, before another block.
    yield b"\0\0\0\xff\xff\0\1\0\xfe\xffx" + fixed([1, 2, 3])


def wrong():
    """Yields the number of bytes that were meant, and data with one flaw."""
    yield 3, b"\x07"
    yield 1, b"\x01\x01\x00\xff\xff\x61"
    yield 1, b"\x01\x01\x00\xfe\x7f\x61"
    yield 4, fixed([97, (0, 0, 1, 0)])
    yield 6, fixed([97, 98, 99, (0, 0, 3, 0)])
    start = lambda: Bits().number(1, 1).number(1, 2).code(FIXED[0][97])
    for code in ("11110", "11111"):
        yield 4, start().code(FIXED[0][257]).code(code).number(0, 32).bytes()
    for code in ("11000110", "11000111"):
        yield 4, start().code(code).number(0, 32).bytes()
    literals, distances = lengths(258, [(97, 1), (256, 2), (257, 2)]), [1, 1]
    good = [(18, 86), (1,), (18, 127), (18, 9), (2,), (2,), (1,), (1,)]
    yield 1, dynamic([97], literals, distances, good, counts=(30, 1, 15))
    yield 1, dynamic([97], literals, distances, good, counts=(1, 30, 15))
    yield 1, dynamic([97], literals, distances, [(16, 0)] + good)
    for step in ((16, 0), (17, 0), (18, 0)):
        yield 1, dynamic([97], literals, distances, good[:-1] + [step])
    yield 1, dynamic([97], literals, distances, [(18, 86), (1,), (18, 127), (18, 9), (0,), (1,), (1,), (1,)])
    for widths in ((1, 1, 1), (1, 3, 2), (2, 2, 2)):
        steps = [(18, 86), (widths[0],), (18, 127), (18, 9), (widths[1],), (widths[2],), (1,), (1,)]
        yield 1, dynamic([97], lengths(258, zip((97, 256, 257), widths)), distances, steps)
    for widths in ([1, 1, 1], [1, 2], [2, 2, 2]):
        yield 1, dynamic([97], literals, widths, good[:-2] + [(width,) for width in widths])
    for width in (3, 5):
        yield 1, dynamic([97], literals, distances, good, level=[width] * 19)


def main():
    rows = []
    for data in valid():
        found = zlib.decompressobj(-15)
        text = found.decompress(data)
        assert found.eof, data.hex()
        rows.append(f"{data.hex()}\t{len(text)}\t{hashlib.sha256(text).hexdigest()}")
    for count, data in wrong():
        try:
            zlib.decompressobj(-15).decompress(data)
            raise SystemExit(f"zlib reads {data.hex()}")
        except zlib.error as error:
            rows.append(f"{data.hex()}\t{count}\t{str(error).split(': ')[1]}")
    OUT.write_text("\n".join(dict.fromkeys(rows)) + "\n")


main()
