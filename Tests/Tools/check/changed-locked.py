#!/usr/bin/env python3
"""Checks that a truncated or changed locked file never gives a different pin: Tests/Tools/check/changed-locked.py PEMTOOL [FILE...]

Tries every truncation of each file in Tests/Vectors/locked, or of each named file, and two other values for every
octet, with the right password. UNPROTECTED lists the files without protection, with the reason. Exit status 1 if
another file gives a pin that is not openssl's.
"""
import base64
import pathlib
import random
import re
import subprocess
import sys
import tempfile

tool = pathlib.Path(sys.argv[1]).resolve()
folder = pathlib.Path(__file__).resolve().parents[2] / "Vectors/locked"
VALUES = 2
# SECURITY.md: an encrypted key outside a PKCS #12 file, and a PKCS #12 file without a MAC, have no check against changes.
# A change to a key with a public half makes the two disagree. These files have only a seed, with nothing to compare
# it to, or an unencrypted certificate.
UNPROTECTED = {
    "openssl-no-mac.p12": "no MAC",
    "pkcs8-ed25519.pem": "a seed alone", "pkcs8-ed448.pem": "a seed alone",
    "pkcs8-x25519.pem": "a seed alone", "pkcs8-x448.pem": "a seed alone", "pkcs8-dsa.pem": "no public number",
}  # fmt: skip
PEM = re.compile(rb"(-----BEGIN [^\n]*\n(?:[^\n]*:[^\n]*\n)*\n?)(.*?)(-----END .*)", re.S)


def changed(content):
    """Yields each truncation of the file, and the file with each octet (of its decoded PEM, if it is PEM) replaced."""
    for count in range(len(content)):
        yield content[:count]
    block = PEM.fullmatch(content)
    octets = base64.b64decode(block[2]) if block else content
    for place in range(len(octets)):
        # One flipped bit, then any value.
        for other in [octets[place] ^ 1 << random.randrange(8), random.randrange(256)][:VALUES]:
            new = octets[:place] + bytes([other]) + octets[place + 1:]
            yield block[1] + base64.encodebytes(new) + block[3] if block else new


random.seed(24)
total, wrong, found = 0, 0, {}
for row in (folder / "INDEX.tsv").read_text().splitlines()[1:]:
    name, _, password, pins, _ = row.split("\t")
    if sys.argv[2:] and name not in sys.argv[2:]:
        continue
    with tempfile.TemporaryDirectory() as work:
        files = pathlib.Path(work, "files")
        files.mkdir()
        secret = pathlib.Path(work, "password")
        secret.write_text(password + "\n")
        count = 0
        for count, content in enumerate(changed((folder / name).read_bytes()), 1):
            (files / f"{count}.{name.rsplit('.')[-1]}").write_bytes(content)
        words = [] if password in ("-", "") else ["--password-file", secret]
        # A changed number of iterations must not take minutes.
        done = subprocess.run([tool, "pin", "--names", "--max-iterations", "20000", *words, files],
                              capture_output=True, text=True)
    total += count
    if done.returncode not in (0, 3):
        wrong += 1
        print(f"{name}: status {done.returncode}; {done.stderr[-300:]}")
    others = [line for line in done.stdout.splitlines() if line[:44] not in pins.split(",")]
    found[name] = len(others)
    if others and name not in UNPROTECTED:
        wrong += 1
        print(f"{name}: {len(others)} of {count} give another pin, the first {others[0]}")
unprotected = ", ".join(f"{name} {found[name]}" for name in UNPROTECTED if found.get(name))
print(f"{len(found)} files, {total} changed ones, {wrong} wrong; other pins of those that nothing protects: {unprotected}")
sys.exit(1 if wrong or not found else 0)
