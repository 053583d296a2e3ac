#!/usr/bin/env python3
"""Compares the names that pemtool prints with those of OpenSSL and of Python's cryptography.

    pemtool inspect --jsonl FOLDER | compare-names.py ORACLE.jsonl [--certificates FOLDER] [--examples N]

Each line of ORACLE.jsonl is an object with "sha256", "subject" and "issuer" (OpenSSL's RFC2253 text, in which every
octet above 7F is \\XX), "subject_rfc4514_cryptography" and, if there are any, "san", the subject alternative names in
the form of pemtool's JSON; it may be compressed by gzip. With --certificates, whose files are named SHA256.der,
cryptography is asked for the issuers too.

All texts are brought to one form first: escapes \\XX become the octets they stand for, and an escaped character
itself keeps its backslash. A name that differs from OpenSSL's is put in the class of its reason; the classes are
explained in Documentation/Evidence/Name-differences.md.

Exit status: 1 if the two agree and pemtool differs, or if a difference has no class; otherwise 0.
"""
import argparse
import collections
import gzip
import json
import os
import re
import sys
import warnings

HEX = re.compile(rb"\\([0-9A-Fa-f]{2})")
SPLIT = re.compile(rb"(?<!\\)[,+]")


def octets(text):
    """Returns the text as octets, with \\XX escapes resolved; a backslash before any other character stays."""
    return HEX.sub(lambda match: bytes([int(match.group(1), 16)]), text.encode("utf-8", "surrogatepass"))


def reason(ours, openssl):
    """Returns the reason a name differs from OpenSSL's, or None."""
    mine, theirs = SPLIT.split(ours), SPLIT.split(openssl)
    if len(mine) != len(theirs):
        return None
    reasons = set()
    for one, other in zip(mine, theirs):
        if one == other:
            continue
        type_, _, value = one.partition(b"=")
        other_type, _, other_value = other.partition(b"=")
        if re.fullmatch(rb"[0-9.]+", type_) and re.fullmatch(rb"[A-Za-z][A-Za-z0-9-]*", other_type):
            reasons.add("no-attribute")
        elif type_ == other_type and value[:3] == other_value[:3] == b"#03":
            reasons.add("bit-string")
        else:
            return None
    return "+".join(sorted(reasons)) or None


def alternative_names(record, theirs):
    """Returns the class of the subject alternative names."""
    ours = record.get("subject_alt_names")
    if not ours and theirs:
        # The extension has a fault, which a note reports; OpenSSL prints the names before it.
        faults = [note for note in record.get("notes", []) if "subjectAltName" in str(note.get("path"))]
        return "malformed" if faults else "UNEXPLAINED"
    # Only the names inside dirName have RFC 4514's escapes.
    bare = [[octets(name) if name.startswith("dirName:") else name for name in names] for names in (ours, theirs)]
    return "equal" if bare[0] == bare[1] else "UNEXPLAINED"


class Issuers:
    """Returns cryptography's RFC 4514 text of the issuers in a folder of certificates."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, sha256):
        if self.folder is None:
            return None
        from cryptography import x509
        try:
            with open(os.path.join(self.folder, sha256 + ".der"), "rb") as file:
                return x509.load_der_x509_certificate(file.read()).issuer.rfc4514_string()
        except Exception:
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("oracle")
    parser.add_argument("--certificates")
    parser.add_argument("--examples", type=int, default=3)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    issuers = Issuers(arguments.certificates)
    oracle = {}
    with (gzip.open if arguments.oracle.endswith(".gz") else open)(arguments.oracle, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            oracle[record["sha256"]] = record
    counts = collections.Counter()
    examples = collections.defaultdict(list)
    failed = False

    def count(key, *example):
        counts[key] += 1
        examples[key].append(example)

    for line in sys.stdin:
        record = json.loads(line)
        known = oracle.get(record.get("sha256"))
        if not record["ok"] or not known or "subject" not in known:
            continue
        if "san" in known:
            kind = alternative_names(record, known["san"])
            failed |= kind == "UNEXPLAINED"
            agree = "oracles agree" if known.get("cryptography_full_ok") else "OpenSSL alone"
            failed |= kind != "equal" and agree == "oracles agree"
            count(("alternative names", agree, kind), known["sha256"],
                  str(record.get("subject_alt_names")), str(known["san"]), None)
        others = {"subject": known.get("subject_rfc4514_cryptography"), "issuer": issuers(known["sha256"])}
        for field, other in others.items():
            ours, openssl = octets(record[field]), octets(known[field])
            agree = "oracles agree" if other is not None and octets(other) == openssl else (
                "OpenSSL alone" if other is None else "oracles differ")
            if ours == openssl:
                kind = "equal"
            elif other is not None and ours == octets(other):
                kind = "equal to cryptography, not to OpenSSL"
            else:
                kind = reason(ours, openssl) or "UNEXPLAINED"
            failed |= kind == "UNEXPLAINED" or agree == "oracles agree" and kind != "equal"
            count((field, agree, kind), known["sha256"], record[field], known[field], other)
    for key in sorted(counts):
        print("%8d  %s, %s: %s" % (counts[key], *key))
        if key[2] == "equal":
            continue
        for sha256, *texts in examples[key][: arguments.examples]:
            print("          " + sha256)
            for name, text in zip(("pemtool", "OpenSSL", "cryptography"), texts):
                if text is not None:
                    print("            %-12s %s" % (name, text))
    sys.exit(1 if failed else 0)


main()
