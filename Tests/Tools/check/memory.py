#!/usr/bin/env python3
"""Checks that a certificate takes only a few times its size in memory: Tests/Tools/check/memory.py PEMTOOL

Each certificate repeats one extension (subjectAltName, an unknown one, keyUsage) to four megabytes. A command may take
eight times that, in addition to what it takes for a small certificate. Exit status 1 if one takes more or if its status
is not the same for both.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "make"))
from der import oid, tlv  # noqa: E402

SIZE, TIMES = 4 << 20, 8
PIN = 43 * "A" + "="
COMMANDS = ["pin", "inspect", "inspect --full", "inspect --jsonl", "explain", "explain --json", f"check --pin {PIN}",
            f"diagnose {PIN}"]
EXTENSIONS = [("2.5.29.17", tlv(0x30, tlv(0x82, b"a.example"))), ("1.2.3.4", b"\5\0"), ("2.5.29.15", b"\3\2\7\x80")]
# A process sees only the highest peak of its children, so each child has its own parent.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def certificate(extension, count):
    algorithm = tlv(0x30, oid("1.2.840.10045.4.3.2"))
    name = tlv(0x30, tlv(0x31, tlv(0x30, oid("2.5.4.3"), tlv(0x0C, b"a.example"))))
    validity = tlv(0x30, tlv(0x17, b"260101000000Z"), tlv(0x17, b"270101000000Z"))
    key = tlv(0x30, tlv(0x30, oid("1.3.101.112")), tlv(3, bytes(33)))
    body = tlv(0x30, tlv(0xA0, b"\2\1\2"), b"\2\1\1", algorithm, name, validity, name, key,
               tlv(0xA3, tlv(0x30, extension * count)))
    return tlv(0x30, body, algorithm, tlv(3, bytes(65)))


def peak(tool, words, path):
    """Returns the exit status and the peak memory in bytes."""
    out = subprocess.run([sys.executable, "-c", MEASURE, tool, *words.split(), path], capture_output=True, text=True)
    status, kilobytes = out.stdout.split()
    return int(status), int(kilobytes) * 1024


tool, wrong = sys.argv[1], 0
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "certificate.der"
    for what, content in EXTENSIONS:
        extension = tlv(0x30, oid(what), tlv(4, content))
        for words in COMMANDS:
            path.write_bytes(certificate(extension, 1))
            usual, least = peak(tool, words, path)
            path.write_bytes(certificate(extension, SIZE // len(extension)))
            status, most = peak(tool, words, path)
            times = (most - least) / path.stat().st_size
            wrong += status != usual or usual not in (0, 1) or times > TIMES
            print(f"{words.replace(PIN, 'PIN'):18} {what:10} {times:5.1f} times, status {status}, expected {usual}")
print(f"{wrong} of {len(EXTENSIONS) * len(COMMANDS)} with more than {TIMES} times the size or another status")
sys.exit(1 if wrong else 0)
