#!/usr/bin/env python3
"""Compares the PEM blocks that pemtool finds with those that OpenSSL finds.

    pemtool inspect --jsonl FOLDER | pem_blocks.py ORACLE.jsonl [--markdown]

A block is compared by its label and the SHA-256 of its decoded bytes. The files are named by their SHA-256. Every block that
OpenSSL finds must be found. Other blocks count only if OpenSSL stopped early or if a rule of RFC 7468 that
OpenSSL insists on was repaired, and are listed with the reason. Exit status 1 where a block is missing, or one too
many has no reason.
"""
import collections
import json
import os
import sys

HEAD = """# PEM blocks that OpenSSL does not find

`Proof/conformance/pem_blocks.py --markdown` writes this page from public test suites and fuzz corpora. Blocks are
compared by their labels and the SHA-256 of their decoded bytes. In %d of %d files, pemtool finds the same blocks as
OpenSSL 3.0, and no block that OpenSSL finds is missing. In %d files, pemtool finds more:

| file (SHA-256) | from | extra blocks | OpenSSL | notes on the blocks |
| --- | --- | --- | --- | --- |"""

ENDS = {
    "bad end line": "OpenSSL stops at a malformed END line",
    "error": "OpenSSL stops at an error",
    "bad base64 decode": "OpenSSL stops at malformed base64",
    "eof": "OpenSSL skips it",
}


def main():
    markdown = "--markdown" in sys.argv
    found = collections.defaultdict(list)
    notes = collections.defaultdict(set)
    for line in sys.stdin:
        record = json.loads(line)
        if "container" in record:
            continue
        name = os.path.splitext(os.path.basename(record["file"]))[0]
        if "label" in record and "sha256" in record:
            found[name].append((record["label"], record["sha256"]))
            notes[name] |= {n["code"] for n in record.get("notes", [])}
    files = same = 0
    missing, more = [], []
    for line in open(sys.argv[1]):
        oracle = json.loads(line)
        files += 1
        want = [(b[0], b[1]) for b in oracle["openssl_blocks"]]
        got = found[oracle["sha256"]]
        if got == want:
            same += 1
            continue
        lacking = collections.Counter(want) - collections.Counter(got)
        extra = collections.Counter(got) - collections.Counter(want)
        if lacking:
            missing.append((oracle, sorted(lacking)))
        if extra:
            reason = ENDS[oracle["openssl_end"]]
            repaired = ", ".join(sorted(notes[oracle["sha256"]]))
            more.append((oracle, sum(extra.values()), reason, repaired))
    if markdown:
        print(HEAD % (same, files, len(more)))
        for oracle, count, reason, repaired in sorted(more, key=lambda m: m[0]["sha256"]):
            origin = "/".join(str(part) for part in oracle["source"])
            print("| `%s` | %s | %d | %s | %s |" % (oracle["sha256"][:12], origin, count, reason, repaired))
        return
    print("files %d, same blocks %d, more blocks %d, missing blocks %d" % (files, same, len(more), len(missing)))
    for oracle, lacking in missing:
        print("missing", oracle["sha256"], oracle["source"], oracle["openssl_end"], lacking[:3])
    for oracle, count, reason, repaired in more:
        print("more", oracle["sha256"], oracle["source"], count, reason, repaired)
    sys.exit(1 if missing else 0)


main()
