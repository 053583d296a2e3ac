#!/usr/bin/env python3
"""Prints the certificates in a Certificate Transparency log's answer to get-entries, one per line in base64.

    curl -s 'https://LOG/ct/v1/get-entries?start=0&end=99' | Examples/log-entries.py | pemtool pin --lines -

The certificate of an entry is in its leaf_input (RFC 6962 section 3.4), a precertificate in its extra_data (section 4.6).
"""
import base64
import json
import sys

for entry in json.load(sys.stdin)["entries"]:
    leaf, extra = (base64.b64decode(entry[name]) for name in ("leaf_input", "extra_data"))
    # Version, leaf type, timestamp (8 bytes) and entry type (2 bytes), then the certificate after its length (3 bytes).
    data = leaf[12:] if leaf[10:12] == b"\0\0" else extra
    print(base64.b64encode(data[3:3 + int.from_bytes(data[:3], "big")]).decode())
