#!/usr/bin/env python3
"""Turns pemtool's JSON Lines into the answers that the corpora's check.py compares with its oracles.

    pemtool inspect --jsonl FOLDER | answers.py KIND

Where files are named by the SHA-256 of what they hold, a file is one answer: accepted if all of it is one object of
that kind (the members of a container apart), and read. The oracles refuse zeros and line ends after it, which pemtool
only notes.
"""
import json
import os
import re
import sys

# The names that pemtool uses for the kinds of the corpora.
KINDS = {
    "cert": ["certificate", "trusted-certificate"], "tcert": ["trusted-certificate", "certificate"],
    "csr": ["certificate-request"], "spki": ["public-key"], "rsapub": ["rsa-public-key"],
    "rsapriv": ["private-key"], "dsapriv": ["private-key"], "sec1": ["private-key"], "pkcs8": ["private-key"],
    "epkcs8": ["encrypted-private-key"], "crl": ["crl"], "pkcs7": ["pkcs7"], "p12": ["pkcs12"],
}


def answer(records, sha256):
    """Returns one answer for the records of one file."""
    whole = [r for r in records if "container" not in r]
    record = whole[0]
    ok = len(whole) == 1 and record["ok"] and record["kind"] in KINDS[kind]
    ok = ok and not any(note["code"] == "filling" for note in record.get("notes", []))
    result = {"sha256": sha256, "ok": ok, "pin": record.get("pin"), "kind": kind}
    if ok:
        result["spki_bits_sha256"] = record.get("raw_key_sha256")
        for name in ("version", "serial", "not_before", "not_after"):
            result[name] = record.get(name)
        if "signature_algorithm" in record:
            result["sig_alg"] = record["signature_algorithm"]["oid"]
        if "public_key" in record:
            result["spki_alg"] = record["public_key"]["oid"]
        if "extensions" in record:
            result["extensions"] = [[e["oid"], e["critical"]] for e in record["extensions"]]
        result["certs"] = [r["sha256"] for r in records if r.get("container") == record["index"]
                           and r.get("kind") != "crl"]
    else:
        failed = next((r for r in whole if not r["ok"]), None)
        result["error"] = (failed["error"]["code"] + " " + failed["error"]["path"] if failed
                           else "%d objects, %s" % (len(whole), record.get("kind")))
    return result


def flush(records):
    if not records:
        return
    name = os.path.splitext(os.path.basename(records[0]["file"]))[0]
    if re.fullmatch("[0-9a-f]{64}", name):
        print(json.dumps(answer(records, name)))
        return
    for record in records:
        if "sha256" in record:
            print(json.dumps(answer([record], record["sha256"])))


kind = sys.argv[1]
pending = []
for line in sys.stdin:
    record = json.loads(line)
    if pending and pending[0]["file"] != record["file"]:
        flush(pending)
        pending = []
    pending.append(record)
flush(pending)
