#!/usr/bin/env python3
"""Writes the output of `openssl asn1parse` for every file in Tests/Vectors that it reads. One line per value: offset,
depth, header length, content length (inf for the indefinite form), cons or prim, and
the tag in openssl's words, separated by tabs; a line "file<TAB>path" begins each file. openssl reads only the first
block of a PEM file.
"""
import pathlib
import re
import subprocess

vectors = pathlib.Path(__file__).resolve().parents[2] / "Vectors"
folders = ["cert", "csr", "crl", "key", "p7", "pem", "seeds", "notes", "inspect"]
row = re.compile(r" *(\d+):d=(\d+) +hl=(\d+) +l= *(\d+|inf) +(cons|prim): (.{18})")
out = []
for path in sorted(p for f in folders for p in (vectors / f).glob("*")):
    if path.suffix not in (".pem", ".der", ".p7b"):
        continue
    form = "PEM" if b"-----BEGIN" in path.read_bytes() else "DER"
    run = subprocess.run(["openssl", "asn1parse", "-inform", form, "-in", path], capture_output=True)
    if run.returncode != 0:
        continue
    out.append(f"file\t{path.relative_to(vectors)}")
    for line in run.stdout.decode("latin-1").split("\n"):
        if match := row.match(line):
            out.append("\t".join([*match.groups()[:5], match[6].strip()]))
(vectors / "asn1parse" / "answers.tsv").write_text("\n".join(out) + "\n")
