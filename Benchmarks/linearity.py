#!/usr/bin/env python3
"""Shows that cost grows with the size of the input and no faster: more certificates, more extensions or name parts in
one certificate, larger objects.

    Benchmarks/linearity.py [--write]

Each table has the cost of one unit; the exponent is the slope of time over size in logarithms, 1 for a proportional
cost. --write puts the tables in Documentation/Evidence/Speed.md.
"""
import base64
import math
import os
import pathlib
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT / "Tests/Tools/make"))
from der import oid, tlv  # noqa: E402
WORK = HERE / ".build" / "linearity"


def name(count):
    return tlv(0x30, *(tlv(0x31, tlv(0x30, oid("2.5.4.11"), tlv(0x0c, b"unit %06d" % i)))
                       for i in range(count)))


def certificate(extensions=1, parts=1, octets=20):
    """Returns a certificate with the given number and size of extensions, and number of parts in the subject."""
    algorithm = tlv(0x30, oid("1.2.840.10045.4.3.2"))
    key = tlv(0x30, tlv(0x30, oid("1.2.840.10045.2.1"), oid("1.2.840.10045.3.1.7")),
              tlv(0x03, b"\0\4" + bytes(range(64))))
    dates = tlv(0x30, tlv(0x17, b"250101000000Z"), tlv(0x17, b"350101000000Z"))
    body = (tlv(0x30, oid(f"1.3.6.1.4.1.99999.{i}"), tlv(0x04, b"x" * octets)) for i in range(extensions))
    signed = tlv(0x30, tlv(0xa0, tlv(0x02, b"\2")), tlv(0x02, b"\1"), algorithm, name(1), dates, name(parts), key,
                 tlv(0xa3, tlv(0x30, *body)))
    return tlv(0x30, signed, algorithm, tlv(0x03, b"\0" + bytes(64)))


def pem(der):
    text = base64.b64encode(der).decode()
    lines = "\n".join(text[i:i + 64] for i in range(0, len(text), 64))
    return f"-----BEGIN CERTIFICATE-----\n{lines}\n-----END CERTIFICATE-----\n"


def in_process(der, work):
    """Returns the nanoseconds for one certificate in memory: the minimum of several runs."""
    (WORK / "one.der").write_bytes(der)
    (WORK / "one.idx").write_bytes(struct.pack("<3I", 1, 0, len(der)))
    iterations = max(1, 20_000_000 // len(der) // 20)
    runs = []
    for _ in range(5):
        text = subprocess.run([HERE / ".build/release/peerbench", work, WORK / "one", str(iterations)],
                              check=True, capture_output=True, text=True).stdout
        assert " err 0 " in text, text
        runs.append(float(re.search(r"us/cert (\S+)", text)[1]) * 1000)
    return min(runs)


def whole_program(path, *options):
    """Returns the processor seconds of pemtool for a file, without those of its start."""
    runs = []
    for _ in range(3):
        process = subprocess.Popen([ROOT / ".build/release/pemtool", "pin", "--jobs", "1", *options, path],
                                   stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        assert status == 0
        runs.append(usage.ru_utime + usage.ru_stime)
    return min(runs)


def table(title, unit, sizes, nanoseconds):
    points = [(math.log(s), math.log(n)) for s, n in zip(sizes, nanoseconds)][len(sizes) // 2:]
    mean_x, mean_y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    exponent = (sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points))
    each = [n / s for s, n in zip(sizes, nanoseconds)]
    lines = [f"\n### {title}\n", f"Exponent over the upper half: {exponent:.2f}.\n",
             f"| {unit} | ns each | time for all, in logarithms |", "| ---: | ---: | --- |"]
    lines += [f"| {s:,} | {e:,.1f} | {'▇' * (1 + round(3 * math.log10(n / min(nanoseconds))))} |"
              for s, e, n in zip(sizes, each, nanoseconds)]
    print("\n".join(lines), flush=True)
    return "\n".join(lines), exponent


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    for product, folder in (("peerbench", HERE), ("pemtool", ROOT)):
        subprocess.run(["swift", "build", "-c", "release", "--product", product], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    results = []
    counts = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    one = pem(certificate(extensions=8, parts=3))
    times = []
    for count in counts:
        with open(WORK / "many.pem", "w") as file:
            for _ in range(count):
                file.write(one)
        times.append(whole_program(WORK / "many.pem") * 1e9)
    (WORK / "many.pem").unlink()
    results.append(table("Certificates in a file, `pemtool pin`, start of the process included", "certificates",
                         counts, times))
    fields = [1, 10, 100, 500, 1_000, 2_000, 5_000]
    for what, make in (("Extensions", lambda n: certificate(extensions=n)),
                       ("Parts of a name", lambda n: certificate(parts=n))):
        for work, how in (("w1", "read and pinned"), ("w1-full", "every field decoded")):
            results.append(table(f"{what} in one certificate, {how}", what.lower(), fields,
                                 [in_process(make(n), work) for n in fields]))
    octets = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
    results.append(table("Bytes of one object, decoded from PEM and read, `pemtool pin`, start included", "bytes",
                         octets, [object_time(n) for n in octets]))
    if "--write" in sys.argv:
        page = ROOT / "Documentation" / "Evidence" / "Speed.md"
        before, _, rest = page.read_text().partition("<!-- linearity -->\n")
        _, _, after = rest.partition("<!-- end linearity -->\n")
        text = "\n".join(text for text, _ in results)
        page.write_text(f"{before}<!-- linearity -->\n{text}\n<!-- end linearity -->\n{after}")
    if any(exponent > 1.15 for _, exponent in results):
        sys.exit("a cost grows faster than its input")


def object_time(octets):
    path = WORK / "object.pem"
    path.write_text(pem(certificate(octets=octets)))
    seconds = whole_program(path)
    path.unlink()
    return seconds * 1e9


if __name__ == "__main__":
    main()
