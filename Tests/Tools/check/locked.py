#!/usr/bin/env python3
"""Checks how pemtool reads locked files: Tests/Tools/check/locked.py PEMTOOL [FOLDER]

Each file that Tests/Tools/make/locked.py wrote into FOLDER (Tests/Vectors/locked unless given) gives the pins in INDEX.tsv with
its password, and none with another password. Exit status 1 if any file does not.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

tool = pathlib.Path(sys.argv[1]).resolve()
folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parents[2] / "Vectors/locked")
wrong, slowest = 0, (0, "")
rows = [line.split("\t") for line in (folder / "INDEX.tsv").read_text().splitlines()[1:]]
for file, made_by, password, pins, _ in rows:
    start = time.monotonic()
    with tempfile.NamedTemporaryFile() as secret:
        secret.write(password.encode() + b"\n")
        secret.flush()
        words = [] if password in ("-", "") else ["--password-file", secret.name]
        right = subprocess.run([tool, "pin", *words, folder / file], capture_output=True, text=True)
    slowest = max(slowest, (time.monotonic() - start, file))
    if right.returncode or sorted(right.stdout.split()) != sorted(pins.split(",")):
        wrong += 1
        print(f"{file} ({made_by}): status {right.returncode}, {right.stdout.split()}, expected {pins}; {right.stderr}")
    if password in ("-", "") or file.startswith("openssl-plain"):
        continue
    # A JKS file has unencrypted certificates, but a wrong password is still an error.
    other = subprocess.run([tool, "pin", "--password-env", "WRONG", folder / file], capture_output=True, text=True,
                           env={**os.environ, "WRONG": "battery staple"})
    # Without a MAC, nothing shows that the password is wrong, and unencrypted certificates do not need one.
    shown = set(other.stdout.split())
    if other.returncode != 3 or shown and not ("no-mac" in file and shown <= set(pins.split(","))):
        wrong += 1
        print(f"{file}: with a wrong password status {other.returncode}, {other.stdout}")
print(f"{len(rows)} files, {wrong} wrong, the slowest {slowest[1]}: {slowest[0]:.1f} s")
sys.exit(1 if wrong or not rows else 0)
