#!/usr/bin/env python3
"""Counts by source the certificates that a peer reads: peerreader FOLDER | peer_counts.py ORACLE.jsonl.gz"""
import collections
import gzip
import json
import sys

read = set(sys.stdin.read().split())
counts = collections.Counter()
with gzip.open(sys.argv[1], "rt", encoding="utf-8") as oracle:
    for line in oracle:
        record = json.loads(line)
        if record["sha256"] in read:
            counts[record["sources"][0][0]] += 1
            counts["all"] += 1
for source in sorted(counts):
    print(source, counts[source], sep="\t")
