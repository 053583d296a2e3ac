#!/usr/bin/env python3
"""Measures how the time of each command grows with its input: Tests/Tools/check/growth.py PEMTOOL [MEGABYTES]

Each input repeats one thing: extensions, certificates, messages, what memory.py repeats, or files: chains, policies,
certificates, and the members of an archive, of which there are 1,000 per megabyte. Measures the processor time
of each command, the least of three runs, for inputs of half of MEGABYTES (1 unless given) and of the whole.
Prints the exponent of the growth from a half to the whole, with the worst input of each command last. Exits with status
1 if an exponent is above 1.3 and the command takes at least a fifth of a second. The exponent is 1 if the time is
proportional to the input.
"""
import io
import itertools
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import memory

MOST, LEAST = 1.3, 0.2
MESSAGE = (b"javax.net.ssl.SSLPeerUnverifiedException: Certificate pinning failure!\n  Peer certificate chain:\n"
           b"    sha256/%s: CN=h%d.example.com\n  Pinned certificates for h%d.example.com:\n    sha256/%s\n")


def inputs(size):
    """Yields inputs of about a size: a name, the content, and the commands."""
    for name in memory.TEXTS:
        yield name, memory.text(name, size)[0], memory.TEXT_COMMANDS
    objects = memory.COMMANDS + ["dump FILE", "dump --json FILE", "convert --to der FILE", "convert --to pem FILE"]
    for what, content in memory.EXTENSIONS:
        extension = memory.tlv(0x30, memory.oid(what), memory.tlv(4, content))
        yield f"extensions {what}", memory.certificate(extension, size // len(extension)), objects
    pem = pathlib.Path(memory.SEED).read_bytes()
    chains = ["check --pin PIN FILE", "check --pin PIN --chain FILE", "policy new --host example.com FILE"]
    yield "one certificate again", pem * (size // len(pem)), objects[:6] + chains + [f"diagnose {memory.PIN} FILE"]
    half = size // 140
    hosts, pins = (b",".join(b'"%s"' % one for one in ones) for ones in (
        (b"h%d.example.com" % n for n in range(half)), (b"sha256/" + memory.pin(n) for n in range(half))))
    yield "a list of hosts beside a list of pins", b'{"hosts":[%s],"pins":[%s]}' % (hosts, pins), memory.TEXT_COMMANDS
    few = [b'"h%d.example.com"' % n for n in range(size // 200)]
    entries = [b"name%d" % n for n in range(size // 25)], [b'"%s"' % memory.pin(n)[:40] for n in range(size // 100)]
    for name, entry in zip(("names", "cut pins"), entries):
        content = b'{"hosts":[%s],"pins":["sha256/%s",%s]}' % (b",".join(few), memory.pin(0), b",".join(entry))
        yield f"a pin and {name} beside hosts", content, memory.TEXT_COMMANDS
    count = size // len(MESSAGE % (memory.pin(0), 0, 0, memory.pin(0)))
    messages = b"".join(MESSAGE % (memory.pin(n), n, n, memory.pin(n + 1)) for n in range(count))
    yield "messages", messages, ["diagnose FILE", "diagnose --json FILE", f"diagnose FILE {memory.SEED}"]


def files(size):
    """Yields lists of files: a name, the contents, and the commands. A policy with one pin is the first file."""
    numbers = range(size // 1000)
    certificates = [memory.certificate(memory.tlv(0x30, memory.oid("1.2.3.4"), memory.tlv(4, b"%d" % n)), 1) for n in numbers]
    policies = [b'{"a.example":["sha256/%s"]}' % memory.pin(n) for n in numbers]
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as archive:
            for number, one in enumerate(certificates):
                archive.writestr(f"{number}.der", one)
        members = file.getvalue()
    yield "chains", policies[:1] + certificates, [
        "check FIRST CHAINS", "check --host a.example FIRST CHAINS", "check --pin PIN CHAINS"]
    yield "policies", policies, [f"check --chain {memory.SEED} FIRST OTHERS", "check FIRST OTHERS", "policy diff FIRST OTHERS"]
    yield "files", policies[:1] + certificates, [
        "pin OTHERS", "inspect OTHERS", "dump OTHERS", "explain OTHERS", "diagnose PIN OTHERS", "check OTHERS", "policy diff OTHERS"]
    yield "members", [members], ["pin FIRST", "inspect FIRST", "policy read FIRST", "diagnose PIN FIRST"]


def seconds(tool, words, path, others=()):
    """Returns the least processor seconds of three runs."""
    words = words if "FI" in words or "OTHERS" in words else words + " FILE"
    meanings = {"FILE": [path], "FIRST": [path], "PIN": [memory.PIN], "OTHERS": others,
                "CHAINS": [word for other in others for word in ("--chain", other)]}
    words = [meaning for word in words.split() for meaning in meanings.get(word, [word])]
    found = []
    for _ in range(3):
        process = subprocess.Popen([tool, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if not 0 <= process.returncode <= 3:
            sys.exit(f"{words}: status {process.returncode}")
        found.append(usage.ru_utime + usage.ru_stime)
    return min(found)


def written(folder, size, rows):
    """Writes each input of a size, and yields its name, the files and the commands."""
    for name, contents, commands in rows:
        where = os.path.join(folder, str(size))
        os.makedirs(where, exist_ok=True)
        paths = [os.path.join(where, str(number)) for number in range(len(contents))]
        for each, content in zip(paths, contents):
            pathlib.Path(each).write_bytes(content)
        yield name, paths, commands


def main():
    tool = sys.argv[1]
    size = int(1_000_000 * (float(sys.argv[2]) if len(sys.argv) > 2 else 1))
    worst, count, wrong = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        pathlib.Path(path).write_bytes(b"")
        start = seconds(tool, "pin FILE", path)
        both = [written(folder, part, itertools.chain(
            ((name, [content], commands) for name, content, commands in inputs(part)), files(part)))
            for part in (size // 2, size)]
        for (name, few, commands), (_, many, _) in zip(*both):
            for words in commands:
                # A machine with other work gives too high an exponent now and then, but not three times.
                for _ in range(3):
                    half, whole = (max(seconds(tool, words, one, others) - start, 1e-4) for one, *others in (few, many))
                    exponent = math.log2(whole / half)
                    if exponent <= MOST or whole < LEAST:
                        break
                count += 1
                wrong += exponent > MOST and whole >= LEAST
                row = (exponent if whole >= LEAST / 4 else 0, name, whole)
                short = words.replace(" FILE", "")
                worst[short] = max(worst.get(short, row), row)
                print(f"{words.replace(memory.PIN, 'PIN').replace(memory.SEED, 'CERTIFICATE'):55} {name:25} "
                      f"{whole:7.3f} s  {exponent:5.2f}", flush=True)
    print()
    for words, (exponent, name, whole) in worst.items():
        shown = words.replace(memory.PIN, "PIN").replace(memory.SEED, "CERTIFICATE")
        print(f"| `{shown}` | {exponent:.2f} | {name} | {whole:.2f} |" if exponent else f"| `{shown}` | | none takes 0.05 s | |")
    print(f"{wrong} of {count} grow faster than their input")
    sys.exit(1 if wrong else 0)


main()
