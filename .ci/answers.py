#!/usr/bin/env python3
"""Turns pemtool's JSON Lines into the answers that the corpora's check.py compares with its oracles.

    pemtool inspect --jsonl FOLDER | answers.py KIND
"""
import json
import sys

kind = sys.argv[1]
for line in sys.stdin:
    record = json.loads(line)
    if "sha256" not in record:
        continue
    answer = {"sha256": record["sha256"], "ok": record["ok"], "pin": record.get("pin"), "kind": kind}
    if record["ok"]:
        answer["spki_bits_sha256"] = record.get("raw_key_sha256")
        for name in ("version", "serial", "not_before", "not_after"):
            answer[name] = record.get(name)
        if "signature_algorithm" in record:
            answer["sig_alg"] = record["signature_algorithm"]["oid"]
        if "public_key" in record:
            answer["spki_alg"] = record["public_key"]["oid"]
        if "extensions" in record:
            answer["extensions"] = [[e["oid"], e["critical"]] for e in record["extensions"]]
    else:
        answer["error"] = record["error"]["code"] + " " + record["error"]["path"]
    print(json.dumps(answer))
