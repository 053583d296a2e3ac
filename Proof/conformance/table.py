#!/usr/bin/env python3
"""Writes the conformance table: how many certificates of other projects pemtool and five other parsers read.

    table.py ORACLE.jsonl.gz ANSWERS.jsonl PEERS.tsv > Documentation/Evidence/Conformance.md

ANSWERS comes from answers.py, ORACLE from the corpora. PEERS.tsv has the counts for swift-certificates, which
takes minutes to build and so is not asked again in each run (`Proof/conformance/run FOLDER --peers` does): source, files
read.
"""
import collections
import gzip
import json
import sys

FIELDS = ("version", "serial", "not_before", "not_after", "sig_alg", "spki_alg", "spki_bits_sha256", "extensions")


def normalised(field, value):
    if field == "serial":
        value = value.lower()
        sign = "-" if value.startswith("-") else ""
        return sign + (value.lstrip("-").lstrip("0") or "0")
    if field == "extensions":
        return [[oid, bool(critical)] for oid, critical in value]
    return value


def main():
    oracle_path, answers_path, peers_path = sys.argv[1:4]
    answers = {}
    for line in open(answers_path, encoding="utf-8"):
        answer = json.loads(line)
        answers.setdefault(answer["sha256"], answer)
    peers = dict(line.rstrip("\n").split("\t") for line in open(peers_path, encoding="utf-8"))
    rows = collections.defaultdict(collections.Counter)
    with gzip.open(oracle_path, "rt", encoding="utf-8") as oracle:
        for line in oracle:
            record = json.loads(line)
            answer = answers.get(record["sha256"], {"ok": False})
            # A fuzzer's input is a damaged certificate; the other sources wrote each file on purpose.
            source = record["sources"][0][0]
            for row in (rows[source], rows["all"]):
                row["files"] += 1
                row["pemtool"] += answer["ok"]
                for name in ("openssl", "openssl35", "cryptography", "go"):
                    row[name] += bool(record.get(name + "_ok"))
                both = record.get("openssl_ok"), record.get("cryptography_ok")
                row["refused, both read"] += both == (True, True) and not answer["ok"]
                row["read, both refuse"] += both == (False, False) and answer["ok"]
                if not answer["ok"]:
                    continue
                if record.get("pin"):
                    row["pins"] += 1
                    row["pins equal"] += answer["pin"] == record["pin"]
                for field in FIELDS:
                    if answer.get(field) is None or record.get(field) is None:
                        continue
                    row["fields"] += 1
                    row["fields equal"] += normalised(field, answer[field]) == normalised(field, record[field])
    columns = ["pemtool", "openssl", "openssl35", "cryptography", "go"]
    print("""# Conformance

The table shows how many certificates from other projects' test suites and fuzz corpora each program reads. DERKit must
read every file that both OpenSSL and Python's cryptography read, and reject every file that both reject. Two columns
count the exceptions. If OpenSSL and cryptography disagree, DERKit reads the files whose structure is unambiguous.

`Proof/conformance/run FOLDER` compares this file with the corpora in FOLDER and fails on any difference. With `--write` it
updates the file; with `--peers` it also runs swift-certificates again (`Benchmarks/Sources/peerreader`).

| source | files | pemtool | OpenSSL 3.0 | OpenSSL 3.5 | cryptography 48 | Go | swift-certificates 1.21 | refused, both read | read, both refuse | pins equal | fields equal |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |""")
    for source in sorted(rows, key=lambda name: (name == "all", -rows[name]["files"], name)):
        row = rows[source]
        cells = [source, row["files"]] + [row[name] for name in columns] + [peers.get(source, "")]
        cells += [row["refused, both read"], row["read, both refuse"]]
        cells += ["%d of %d" % (row["pins equal"], row["pins"]), "%d of %d" % (row["fields equal"], row["fields"])]
        print("| " + " | ".join(map(str, cells)) + " |")
    print("""
Pins are compared with the SHA-256 of the exact SubjectPublicKeyInfo bytes that OpenSSL or cryptography found. Fields
(version, serial number, dates, algorithms, raw key, extensions with critical flags) are compared if either gives a value.""")


main()
