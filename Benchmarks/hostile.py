#!/usr/bin/env python3
"""Measures inputs made to be slow, and endless text, at 1, 10 and 100 MB: the time must stay in proportion to the
size.

    Benchmarks/hostile.py [--write]

Measures the processor time and peak memory of the release build on each, with `pemtool pin` unless another command is
named. Fails if a size takes more than 12 times as long as the size before it. --write puts the table in
Documentation/Speed.md.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = ROOT / ".build" / "release" / "pemtool"
SIZES = (1_000_000, 10_000_000, 100_000_000)
BEGIN = b"-----BEGIN CERTIFICATE-----\n"
END = b"-----END CERTIFICATE-----\n"


def repeated(piece, size):
    """Yields `piece` repeatedly, in small parts, because child processes would inherit the memory of this one."""
    whole = piece * max(1, (1 << 16) // len(piece))
    for _ in range(size // len(whole)):
        yield whole
    yield piece * (size % len(whole) // len(piece))


def nested(size):
    """Yields nested SEQUENCEs, each with a correct length in four octets."""
    count = size // 6
    for level in range(count):
        yield b"\x30\x84" + (6 * (count - 1 - level)).to_bytes(4, "big")


def block(body):
    yield BEGIN
    yield from body
    yield b"\n" + END


def value(tag, content):
    """Returns a DER value."""
    count = len(content)
    octets = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([count]) if count < 128 else bytes([0x80 + len(octets)]) + octets) + content


def certificate(size):
    """Yields a version 1 certificate whose subject has one common name of `size` letters, with an Ed25519 key."""
    algorithm = value(0x30, bytes.fromhex("06032b6570"))
    subject = value(0x30, value(0x31, value(0x30, bytes.fromhex("0603550403") + value(0x0C, b"a" * size))))
    validity = value(0x30, value(0x17, b"260101000000Z") + value(0x17, b"270101000000Z"))
    key = value(0x30, algorithm + value(0x03, bytes(33)))
    signed = value(0x30, b"\x02\x01\x01" + algorithm + b"\x30\x00" + validity + subject + key)
    yield value(0x30, signed + algorithm + value(0x03, bytes(65)))


INPUTS = {
    "dashes": lambda size: repeated(b"-", size),
    "BEGIN lines": lambda size: repeated(BEGIN, size),
    "newlines in a block": lambda size: block(repeated(b"\n", size)),
    "nested SEQUENCEs": nested,
    "one long line": lambda size: block(repeated(b"MMMM", size)),
    "spaces before BEGIN": lambda size: (part for half in (repeated(b" ", size), block([])) for part in half),
    "headers": lambda size: block(repeated(b"X: y\n", size)),
}
PIN = "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
# Commands that show, hash or search a name of that size, each with its expected exit status.
COMMANDS = {
    "inspect": (["inspect"], 0),
    "inspect --json": (["inspect", "--json"], 0),
    "dump": (["dump"], 0),
    "explain --html": (["explain", "--html", "-"], 0),
    "convert": (["convert", "--to", "pem"], 0),
    "verify": (["verify", "--pin", PIN], 1),
    "diagnose": (["diagnose", PIN], 1),
}
ROWS = [(name, ["pin"], 3, make) for name, make in INPUTS.items()]
ROWS += [("a name of text, `%s`" % name, *how, certificate) for name, how in COMMANDS.items()]


def measure(command, expected, path):
    """Returns the minimum processor seconds of three runs, and the peak memory in MB, as the system counts them."""
    best, peak = None, 0
    for _ in range(3):
        process = subprocess.Popen([TOOL, *command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != expected:
            sys.exit("%s: exit status %d, %d was expected" % (command[0], process.returncode, expected))
        seconds = usage.ru_utime + usage.ru_stime
        best = seconds if best is None else min(best, seconds)
        peak = max(peak, usage.ru_maxrss * 1024 / 1e6)
    return best, peak


def main():
    if not TOOL.exists():
        sys.exit("build it first: swift build -c release")
    lines = ["", "| input | 1 MB, s | 10 MB, s | 100 MB, s | peak memory at 100 MB |", "| --- | ---: | ---: | ---: | ---: |"]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        for name, command, status, make in ROWS:
            results = []
            for size in SIZES:
                with open(path, "wb") as file:
                    file.writelines(make(size))
                results.append(measure(command, status, path))
            seconds = [result[0] for result in results]
            # Below a few milliseconds, only the start of the process is measured.
            slow = any(after > 12 * max(before, 0.005) for before, after in zip(seconds, seconds[1:]))
            failed = failed or slow
            lines.append("| %s | %.3f | %.3f | %.3f | %.0f MB |%s" % (name, *seconds, results[-1][1], " too slow" if slow else ""))
            print(lines[-1], flush=True)
    if "--write" in sys.argv:
        document = ROOT / "Documentation" / "Speed.md"
        text = document.read_text()
        head, rest = text.split("<!-- hostile -->")
        tail = rest.split("<!-- end hostile -->")[1]
        document.write_text(head + "<!-- hostile -->" + "\n".join(lines) + "\n\n<!-- end hostile -->" + tail)
    sys.exit(1 if failed else 0)


main()
