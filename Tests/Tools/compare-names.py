#!/usr/bin/env python3
"""Compares the names that pemtool prints with two oracles, where those agree with each other.

    pemtool inspect --jsonl FOLDER | compare-names.py ORACLE.jsonl [--examples N]

Each line of ORACLE.jsonl is an object with "sha256", "subject" and "issuer" (OpenSSL's RFC2253 text, in which
every octet above 7F is \\XX) and "subject_rfc4514_cryptography" (the form of Python's cryptography). An issuer has
one oracle only, and is compared with that.

Both texts and pemtool's are brought to one form first: escapes \\XX become the octets they stand for, and an
escaped character itself is kept with its backslash. What is left differs for a reason, which
Documentation/Name-differences.md gives by the names of the classes that are counted here.

Exit status: 1 where a name differs in a way that has no class, else 0.
"""
import argparse
import collections
import json
import re
import sys

# Characters that do not show as themselves: pemtool writes them as \XX always.
HEX = re.compile(rb"\\([0-9A-Fa-f]{2})")


def octets(text):
    """The text as octets, with \\XX escapes resolved; a backslash before any other character stays."""
    return HEX.sub(lambda match: bytes([int(match.group(1), 16)]), text.encode("utf-8", "surrogatepass"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oracle")
    parser.add_argument("--examples", type=int, default=3)
    arguments = parser.parse_args()
    oracle = {}
    for line in open(arguments.oracle, encoding="utf-8"):
        record = json.loads(line)
        oracle[record["sha256"]] = record
    counts = collections.Counter()
    examples = collections.defaultdict(list)
    for line in sys.stdin:
        record = json.loads(line)
        known = oracle.get(record.get("sha256"))
        if not record["ok"] or not known or "subject" not in known:
            continue
        for field in ("subject", "issuer"):
            ours = octets(record[field])
            openssl = octets(known[field])
            other = known.get(field + "_rfc4514_cryptography")
            if other is None:
                kind = field + (": equal to OpenSSL" if ours == openssl else ": differs from OpenSSL, the only oracle")
            elif octets(other) == openssl:
                kind = field + (": equal to both" if ours == openssl else ": DIFFERS FROM BOTH")
            else:
                kind = field + ": oracles differ, " + (
                    "equal to OpenSSL" if ours == openssl
                    else "equal to cryptography" if ours == octets(other) else "equal to neither")
            counts[kind] += 1
            if "equal to" not in kind or "neither" in kind:
                examples[kind].append((record["sha256"], record[field], known[field], other))
    for kind in sorted(counts):
        print("%8d  %s" % (counts[kind], kind))
        for sha256, *texts in examples[kind][: arguments.examples]:
            print("          " + sha256)
            for name, text in zip(("pemtool", "OpenSSL", "cryptography"), texts):
                if text is not None:
                    print("            %-12s %s" % (name, text))
    sys.exit(1 if any("DIFFERS" in kind for kind in counts) else 0)


main()
