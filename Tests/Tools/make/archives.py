#!/usr/bin/env python3
"""Makes Tests/Vectors/archives: apps with known pins, and archives that must be rejected.

    Tests/Tools/make/archives.py

    app.apk        a network security configuration and a manifest compiled by aapt2, a class with a pin among its
                   strings, a certificate, a Kotlin file
    app.ipa        property lists by plistlib (XML and binary), a binary with a pin among its strings
    pins.tsv       what was put in: archive, entry, pin, hosts
    bomb.zip       10 GiB announced, and 300 MiB in a few KiB
    lying.zip      more bytes than announced
    overlap.zip    two entries of the same data
    dots.zip       an entry with .. in its path
    encrypted.zip  an entry with a password, by zip
    damaged.zip    a byte changed
    cut.zip        the end missing
    names.zip      an entry with one name in the directory, and another in its header
    deflate.tsv    data compressed by zlib at every level and strategy: hex, length, SHA-256

Needs the Debian packages aapt and zip, and python3-cryptography.
"""

import base64
import hashlib
import io
import pathlib
import plistlib
import random
import struct
import subprocess
import tempfile
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2] / "Vectors"
OUT = ROOT / "archives"
rng = random.Random(7)


def pin():
    return base64.b64encode(rng.randbytes(32)).decode()


def write(name, entries, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(OUT / name, "w", method) as archive:
        for path, content in entries:
            info = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if path.endswith(".arsc") else method
            archive.writestr(info, content)


def apk(rows):
    first, second, third, fourth = pin(), pin(), pin(), pin()
    config = f"""<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
    <domain-config cleartextTrafficPermitted="false">
        <domain includeSubdomains="true">example.com</domain>
        <domain>api.example.org</domain>
        <pin-set expiration="2028-01-31">
            <pin digest="SHA-256">{first}</pin>
            <pin digest="SHA-256">{second}</pin>
        </pin-set>
    </domain-config>
</network-security-config>
"""
    manifest = '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.app"/>'
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "res/xml").mkdir(parents=True)
        (folder / "res/xml/network_security_config.xml").write_text(config)
        (folder / "AndroidManifest.xml").write_text(manifest)
        run = lambda *words: subprocess.run(words, cwd=folder, check=True, capture_output=True)
        run("aapt2", "compile", "--dir", "res", "-o", "res.zip")
        run("aapt2", "link", "-o", "linked.apk", "--manifest", "AndroidManifest.xml", "res.zip")
        with zipfile.ZipFile(folder / "linked.apk") as linked:
            entries = [(i.filename, linked.read(i)) for i in linked.infolist()]
    config = next(name for name, _ in entries if name.startswith("res/"))
    strings = b"dex\n035\0" + rng.randbytes(200) + b"\x33sha256/" + third.encode() + b"\0" + rng.randbytes(100)
    entries += [
        ("classes.dex", strings),
        ("assets/github.der", pem_to_der((ROOT / "seeds/github.com.pem").read_text())),
        ("assets/Pins.kt", f'val pinner = CertificatePinner.Builder().add("*.example.net", "sha256/{fourth}").build()\n'),
    ]
    write("app.apk", entries)
    rows += [("app.apk", config, first, "**.example.com,api.example.org"),
             ("app.apk", config, second, "**.example.com,api.example.org"),
             ("app.apk", "classes.dex", third, ""), ("app.apk", "assets/Pins.kt", fourth, "*.example.net")]


def pem_to_der(text):
    body = text.split("-----BEGIN CERTIFICATE-----")[1].split("-----END")[0]
    return base64.b64decode("".join(body.split()))


def ipa(rows):
    first, second, third = pin(), pin(), pin()
    info = {"CFBundleIdentifier": "com.example.app", "NSAppTransportSecurity": {"NSPinnedDomains": {
        "example.com": {"NSIncludesSubdomains": True, "NSPinnedLeafIdentities": [{"SPKI-SHA256-BASE64": first}]}}}}
    other = {"TSKConfiguration": {"TSKPinnedDomains": {"example.org": {
        "TSKIncludeSubdomains": True, "TSKPublicKeyHashes": [second, second[::-1][1:] + "="]}}}}
    other["TSKConfiguration"]["TSKPinnedDomains"]["example.org"]["TSKPublicKeyHashes"][1] = third
    binary = b"\xcf\xfa\xed\xfe" + rng.randbytes(300) + b"\0sha256/" + third.encode() + b"\0" + rng.randbytes(50)
    write("app.ipa", [("Payload/", b""), ("Payload/App.app/Info.plist", plistlib.dumps(info, fmt=plistlib.FMT_BINARY)),
                      ("Payload/App.app/TrustKit.plist", plistlib.dumps(other)), ("Payload/App.app/App", binary)])
    rows += [("app.ipa", "Payload/App.app/Info.plist", first, "example.com,*.example.com"),
             ("app.ipa", "Payload/App.app/TrustKit.plist", second, "**.example.org"),
             ("app.ipa", "Payload/App.app/TrustKit.plist", third, "**.example.org"),
             ("app.ipa", "Payload/App.app/App", third, "")]


class Raw:
    """Writes an archive by hand."""

    def __init__(self):
        self.file, self.directory, self.count = io.BytesIO(), b"", 0

    def add(self, name, data, size, crc, method=8, offset=None, central=None, flags=0):
        here = self.file.tell() if offset is None else offset
        common = struct.pack("<HHHHHIII", 20, flags, method, 0, 0x5c21, crc, len(data), size)
        if offset is None:
            self.file.write(b"PK\3\4" + common + struct.pack("<HH", len(name), 0) + name + data)
        name = central or name
        self.directory += (b"PK\1\2" + struct.pack("<H", 20) + common
                           + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, here) + name)
        self.count += 1

    def save(self, name):
        start = self.file.tell()
        end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, self.count, self.count, len(self.directory), start, 0)
        (OUT / name).write_bytes(self.file.getvalue() + self.directory + end)


def deflate(data, level=9):
    compressor = zlib.compressobj(level, zlib.DEFLATED, -15)
    return compressor.compress(data) + compressor.flush()


def refused():
    text = b"sha256/" + pin().encode() + b"\n"
    good = (b"good.txt", deflate(text), len(text), zlib.crc32(text))
    bomb = Raw()
    bomb.add(*good)
    zeros = deflate(bytes(300 << 20))
    bomb.add(b"zeros", zeros[:2000], 300 << 20, 0)
    bomb.add(b"huge", b"", 0xfffffffe, 0)
    bomb.save("bomb.zip")
    lying = Raw()
    lying.add(*good)
    lying.add(b"lying", deflate(bytes(100_000)), 100, zlib.crc32(bytes(100)))
    lying.save("lying.zip")
    overlap = Raw()
    overlap.add(*good)
    inner = Raw()
    inner.add(b"inner.txt", *good[1:])
    quoted = inner.file.getvalue()
    start = overlap.file.tell() + 30 + len(b"outer")
    overlap.add(b"outer", quoted, len(quoted), zlib.crc32(quoted), method=0)
    overlap.add(b"inner.txt", *good[1:], offset=start)
    overlap.add(b"good.txt", *good[1:])
    overlap.save("overlap.zip")
    dots = Raw()
    dots.add(*good)
    dots.add(b"../../etc/passwd", *good[1:])
    dots.save("dots.zip")
    names = Raw()
    names.add(*good)
    names.add(b"one.txt", *good[1:], central=b"two.txt")
    names.save("names.zip")
    cut = (OUT / "dots.zip").read_bytes()
    (OUT / "cut.zip").write_bytes(cut[:-30])
    damaged = bytearray((OUT / "names.zip").read_bytes())
    damaged[30 + 8 + 20] ^= 0x40
    (OUT / "damaged.zip").write_bytes(damaged)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "secret.txt").write_bytes(text)
        (OUT / "encrypted.zip").unlink(missing_ok=True)
        subprocess.run(["zip", "-q", "-X", "-P", "secret", OUT / "encrypted.zip", "secret.txt"], cwd=folder, check=True)


def compressed():
    lines = []
    samples = [b"", b"a", bytes(1000), bytes(range(256)) * 4, rng.randbytes(2000),
               (ROOT / "seeds/github.com.pem").read_bytes(), b"abc" * 20_000,
               bytes(rng.choice(b"ab") for _ in range(3000))]
    for data in samples:
        for level in (0, 1, 6, 9):
            for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
                compressor = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
                raw = compressor.compress(data) + compressor.flush()
                if len(raw) < 4000:
                    lines.append(f"{raw.hex()}\t{len(data)}\t{hashlib.sha256(data).hexdigest()}")
    (OUT / "deflate.tsv").write_text("\n".join(dict.fromkeys(lines)) + "\n")


def main():
    OUT.mkdir(exist_ok=True)
    rows = []
    apk(rows)
    ipa(rows)
    (OUT / "pins.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
    refused()
    compressed()


main()
