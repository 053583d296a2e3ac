#!/usr/bin/env python3
"""Prints where W1 spends its time, by `perf record` over peerbench, after compare.py has made the corpora."""
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# The first expression that matches a line of the report names the part.
PARTS = [
    ("SHA-256", r"SHA256|8SPKIHash"),
    ("text of the pin", r"6Base64O"),
    ("object identifiers", r"16ObjectIdentifierV|checkObjectIdentifier"),
    ("strings and other open values", r"isASCII|checkStringEncoding|checkContent|checkForm|canBe"),
    ("names", r"\$s9X509Model(21AttributeType|25Relative|4Name)"),
    ("extensions", r"\$s9X509Model(9Extension|14TBSCertificateO14readExt)"),
    ("other structures", r"\$s9X509Model|\$s6DERKit"),
    ("allocation, reference counts, copies", r"libswiftCore|libc\.so|Wo|ypW|\$sS"),
    ("loop around, system", r"."),
]

for corpus in ("roots", "leaves"):
    record = HERE / ".build" / "perf.data"
    subprocess.run(["perf", "record", "-e", "cpu-clock", "-F", "8000", "-o", record, HERE / ".build/release/peerbench",
                    "w1", HERE / ".build/compare" / corpus, "6000"], check=True, capture_output=True)
    report = subprocess.run(["perf", "report", "-i", record, "--stdio"], capture_output=True, text=True).stdout
    total = {}
    for share, rest in re.findall(r"^ +([\d.]+)% +(.*)$", report, re.M):
        part = next(name for name, pattern in PARTS if re.search(pattern, rest))
        total[part] = total.get(part, 0) + float(share)
    print(f"{corpus}: " + ", ".join(f"{name} {total.get(name, 0):.0f} %" for name, _ in PARTS))
