#!/usr/bin/env python3
"""Makes Tests/Vectors/plist: property lists in binary form, and their contents.

    Tests/Tools/make/property-lists.py

    plistlib.plist    every type of value, by Python's plistlib
    plistutil.plist   the same, by plistutil of libplist
    info.plist        an Info.plist with NSPinnedDomains, with enough objects for references of two bytes
    trustkit.plist    TrustKit's configuration
    values.tsv        file, path of a value, type, value, as plistlib reads them
    damaged.tsv       name, the bytes in hex, and whether plistlib reads them: lists that have to be refused

Needs the Debian package libplist-utils.
"""

import base64
import datetime
import pathlib
import plistlib
import random
import struct
import subprocess

OUT = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "plist"
rng = random.Random(19)


def pin():
    return base64.b64encode(rng.randbytes(32)).decode()


def everything():
    return {
        "strings": ["", "a", "x" * 14, "x" * 15, "x" * 300, "Grüße", "日本", "\U0001f511", "é" * 200],
        "integers": [0, 1, -1, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**31),
                     -(2**31) - 1, 2**63 - 1, -(2**63), 2**63, 2**64 - 1],
        "reals": [0.0, 1.0, 0.5, -1e300],
        "flags": [True, False],
        "data": [b"", b"\0\1\2", rng.randbytes(400)],
        "date": datetime.datetime(2027, 1, 31),
        "empty": [{}, []],
        "nested": {"a": [{"b": [{"c": {"d": "e"}}]}]},
        "Schlüssel": "an umlaut in a key",
        "many": list(range(300)),
    }


def info():
    leaf = {"NSIncludesSubdomains": True, "NSPinnedLeafIdentities": [{"SPKI-SHA256-BASE64": pin()} for _ in range(2)]}
    root = {"NSPinnedCAIdentities": [{"SPKI-SHA256-BASE64": pin()}]}
    result = {f"Key {i}": f"Value {i}" for i in range(200)}
    return result | {"CFBundleIdentifier": "com.example.app", "MinimumOSVersion": 16.0, "LSRequiresIPhoneOS": True,
                     "CFBundleName": "Müsli", "UIDeviceFamily": [1, 2], "NSAppTransportSecurity": {
                         "NSPinnedDomains": {"example.com": leaf, "www.example.org": root}}}


def trustkit():
    hosts = {"example.com": {"TSKIncludeSubdomains": True, "TSKEnforcePinning": False, "TSKExpirationDate": "2027-01-31",
                             "TSKPublicKeyHashes": [pin(), pin()]},
             "example.org": {"TSKIncludeSubdomains": 0, "TSKPublicKeyHashes": [pin(), pin()]}}
    return {"TSKConfiguration": {"TSKSwizzleNetworkDelegates": False, "TSKPinnedDomains": hosts}}


def rows(name, value, path=""):
    if isinstance(value, dict):
        yield name, path, "dictionary", str(len(value))
        for key, inner in value.items():
            yield from rows(name, inner, f"{path}/{key}")
    elif isinstance(value, list):
        yield name, path, "array", str(len(value))
        for index, inner in enumerate(value):
            yield from rows(name, inner, f"{path}/{index}")
    elif isinstance(value, bool):
        yield name, path, "bool", str(value).lower()
    elif isinstance(value, int):
        yield name, path, "number", str(value)
    elif isinstance(value, float):
        yield name, path, "real", str(value)
    elif isinstance(value, bytes):
        yield name, path, "data", ""
    elif isinstance(value, datetime.datetime):
        yield name, path, "date", ""
    else:
        yield name, path, "string", value


def build(objects, top=0, width=1, count=None, table=None, reference=1, magic=b"bplist00", more=()):
    """Returns a list of exactly these objects; `more` has additional offsets."""
    body, offsets = magic, []
    for part in objects:
        offsets.append(len(body))
        body += part
    start = len(body) if table is None else table
    offsets += more
    body += b"".join(offset.to_bytes(width, "big") for offset in offsets)
    return body + struct.pack(">6xBBQQQ", width, reference, len(offsets) if count is None else count, top, start)


def damaged():
    a = b"\x51a"
    deep = [b"\xa1" + bytes([i + 1]) for i in range(200)] + [a]
    laughs = [b"\xaa" + bytes([i + 1]) * 10 for i in range(30)] + [a]
    # A thousand strings, each nearly as large as the file.
    overlap = b"\x5f\x11\x08\x00" * 1000
    whole = plistlib.dumps(info(), fmt=plistlib.FMT_BINARY)
    yield "empty", b"bplist00"
    yield "trailer alone", build([], count=0)
    yield "version 01", build([a], magic=b"bplist01")
    yield "version 16", build([a], magic=b"bplist16")
    yield "cut", whole[:-1]
    yield "cut at half", whole[:len(whole) // 2]
    yield "a byte at the end", whole + b"\0"
    yield "top object missing", build([a], top=1)
    yield "top object of 2^63", build([a], top=1 << 63)
    yield "2^64 - 1 objects", build([a], count=(1 << 64) - 1)
    yield "2^61 objects", build([a], count=1 << 61)
    yield "table of 2^64 - 1", build([a], table=(1 << 64) - 1)
    yield "table in the trailer", build([a], table=15)
    yield "offsets of no byte", build([], width=1, count=1)[:-26] + b"\0\1" + build([a])[-24:]
    yield "references of no byte", build([b"\xa1\1", a], reference=0)
    yield "references of 9 bytes", build([b"\xa1" + bytes(8) + b"\1", a], reference=9)
    yield "offset in the header", build([b"\xa1\1", a], more=[0], top=2)
    yield "offset in the table", build([b"\xa1\1", a], more=[12], top=2)
    yield "reference to nothing", build([b"\xa1\7", a])
    yield "itself", build([b"\xa1\0"])
    yield "itself as a value", build([b"\xd1\1\0", a])
    yield "itself two steps on", build([b"\xa1\1", b"\xa1\2", b"\xd1\3\0", a])
    yield "200 deep", build(deep, width=2)
    yield "10^30 elements", build(laughs, width=2)
    yield "texts that overlap", build([b"\xaf\x11\x03\xe8" + b"".join(struct.pack(">H", i + 1) for i in range(1000)),
                                        overlap, a * 1024], width=2, reference=2, more=range(3000, 5998, 3))
    yield "key twice", build([b"\xd2\1\1\2\2", a, b"\x51b"])
    yield "equal keys", build([b"\xd2\1\2\3\3", a, a, b"\x51b"])
    yield "a number as key", build([b"\xd1\1\2", b"\x10\1", a])
    yield "an array as key", build([b"\xd1\1\2", b"\xa0", a])
    yield "text longer than the file", build([b"\x5f\x10\x64abc"])
    yield "text of 2^63 - 1", build([b"\x5f\x13" + b"\x7f" + b"\xff" * 7 + b"abc"])
    yield "text of -1", build([b"\x5f\x13" + b"\xff" * 8 + b"abc"])
    yield "UTF-16 of 2^62", build([b"\x6f\x13\x40" + bytes(7) + b"abc"])
    yield "array of 2^62", build([b"\xaf\x13\x40" + bytes(7) + b"\0"])
    yield "dictionary of 2^62", build([b"\xdf\x13\x40" + bytes(7) + b"\0"])
    yield "data longer than the file", build([b"\x4f\x10\x64abc"])
    yield "count that is a text", build([b"\x5f\x51\x03abc"])
    yield "count that is missing", build([b"\x5f"])
    yield "integer of 32 bytes", build([b"\x15" + bytes(32)])
    yield "integer cut", build([b"\x13\0\0"])
    yield "real of 2 bytes", build([b"\x21\0\0"])
    yield "date cut", build([b"\x33\0\0"])
    yield "not ASCII", build([b"\x52\xc3\xa9"])
    yield "half a surrogate pair", build([b"\x61\xd8\x3d"])
    yield "surrogates in disorder", build([b"\x62\xdd\x11\xd8\x3d"])
    yield "31 marks", build([b"\x6f\x10\x20" + "a".encode("utf-16-be") + "\u0301".encode("utf-16-be") * 31])
    yield "constant 1", build([b"\x01"])
    yield "type 7", build([b"\x71a"])
    yield "type 9", build([b"\x91a"])
    yield "type 14", build([b"\xe1a"])


def verdict(data):
    try:
        plistlib.loads(data, fmt=plistlib.FMT_BINARY)
        return "read"
    except Exception:
        return "refused"


def main():
    OUT.mkdir(exist_ok=True)
    lists = {"plistlib.plist": everything(), "info.plist": info(), "trustkit.plist": trustkit()}
    for name, value in lists.items():
        (OUT / name).write_bytes(plistlib.dumps(value, fmt=plistlib.FMT_BINARY))
    xml = plistlib.dumps(everything())
    subprocess.run(["plistutil", "-f", "bin", "-o", OUT / "plistutil.plist"], input=xml, check=True)
    table = []
    for name in sorted(lists) + ["plistutil.plist"]:
        table += rows(name, plistlib.loads((OUT / name).read_bytes()))
    (OUT / "values.tsv").write_text("file\tpath\ttype\tvalue\n" + "".join("\t".join(row) + "\n" for row in table))
    bad = [(name, data.hex(), verdict(data)) for name, data in damaged()]
    (OUT / "damaged.tsv").write_text("name\t" + "hex\tplistlib\n" + "".join("\t".join(row) + "\n" for row in bad))


main()
