#!/usr/bin/env python3
"""Measures commands on whole objects (inspect, pin, explain and dump), diagnose, check and the decoding of every field,
compared with an earlier pemtool and with programs that answer the same questions with Go's standard library, Python's
cryptography, OpenSSL and GnuTLS. PEMTOOL is in the folder of a release build, whose modules peerbench is compiled with.

    Benchmarks/objects.py [--rounds N] [--write] [--before PEMTOOL] PEMTOOL

Makes the corpora of compare.py. Each program reads CERTIFICATES certificates of one PEM file, and the time of an empty
run is subtracted. All programs run once per round, in turn. The tables show the median processor time per certificate,
and its ratio to that of `pemtool pin`: on a machine with other work, the ratios tell more. Before that, each program's
answers about each certificate are compared with those of pemtool. A program that is not installed is left out, and a
line says so; the questions need Go 1.24. --write puts the tables in Documentation/Evidence/Speed.md.
"""
import argparse
import functools
import hashlib
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import compare
import instructions
from compare import HERE, ROOT, WORK, peak_memory, processor_seconds, rounds, run, table

CERTIFICATES = 50_000
COPIES = 10  # of the system's roots, so that the start of a process is a small part
END = "-----END CERTIFICATE-----\n"
OPENSSL = "OpenSSL " + run("openssl", "version").split()[1]
CORPORA = {"roots": "system roots", "leaves": "leaves", "web": "leaves with SCTs"}
PEERS = HERE / "Peers"


def make_bundles():
    for name in CORPORA:
        blocks = compare.blocks((WORK / f"{name}.pem").read_text())
        text = (WORK / f"{name}.pem").read_text()
        count = CERTIFICATES // len(blocks)
        (WORK / f"{name}-many.pem").write_text(text * count)
        lines = "".join(compare.base64.b64encode(der).decode() + "\n" for der in blocks)
        (WORK / f"{name}-many.b64").write_text(lines * count)
        yield name, len(blocks), count * len(blocks)


def described(words, pem):
    """Returns what a program says of each certificate: its pin, hash, version, serial number, dates and extensions."""
    found = []
    for line in run(*words, pem).splitlines():
        one = json.loads(line)
        if one.get("error"):
            sys.exit(f"{words[0]}: does not read certificate {len(found)} of {pem}")
        found.append({
            "pin": one["pin"], "sha256": one["sha256"], "version": one["version"],
            "serial": int(one["serial"].replace(":", "") or "0", 16),
            "dates": [one[name].replace("+00:00", "Z") for name in ("not_before", "not_after")],
            "extensions": [(value["oid"], value["critical"]) for value in one["extensions"] or []],
        })
    return found


def measured(works, count):
    values = {}
    for name, words in rounds(count, works):
        values.setdefault(name, []).append(processor_seconds(words)[1])
    return {name: statistics.median(value) for name, value in values.items()}


def bulk_table(tool, before, count):
    rows, pins, peaks = {}, {}, {}
    for name, count_of_one, total in make_bundles():
        pem, lines = WORK / f"{name}-many.pem", WORK / f"{name}-many.b64"
        works = []
        for label, program in [("", tool)] + ([("before: ", before)] if before else []):
            one = ["--jobs", "1"]
            works += [(label + "pemtool pin", [program, "pin", *one, pem]),
                      (label + "pemtool pin --jsonl", [program, "pin", "--jsonl", *one, pem]),
                      (label + "pemtool pin --lines", [program, "pin", "--lines", lines]),
                      (label + "pemtool inspect --jsonl", [program, "inspect", "--jsonl", *one, pem])]
        if go := questions():
            works += [(f"{go_version()}, pin and encoding/json", [go, "pin", pem]),
                      (f"{go_version()}, pin and encoding/json, lines", [go, "lines", lines])]
            run("go", "build", "-o", WORK / "go-json", PEERS / "json/main.go")
            works.append((go_version() + ", crypto/x509 and encoding/json", [WORK / "go-json", pem]))
        works.append(("Python, cryptography and json", [sys.executable, PEERS / "json/peer.py", pem]))
        answers = {"pemtool inspect --jsonl": [tool, "inspect", "--jsonl"]}
        answers |= {label: words[:-1] for label, words in works if label.endswith(("and json", "x509 and encoding/json"))}
        answers = {label: described(words, WORK / f"{name}.pem") for label, words in answers.items()}
        compare.same(answers, f"certificates of {name}")
        assert len(answers["pemtool inspect --jsonl"]) == count_of_one, name
        same_pins = [[json.loads(line)["pin"] if line.startswith("{") else line
                      for line in run(*words).splitlines()[:count_of_one]]
                     for label, words in works
                     if label.endswith(("pin", "pin --lines", "pin and encoding/json", "json, lines"))]
        assert all(pins == same_pins[0] for pins in same_pins), f"pins of {name}"
        for label, seconds in measured(works, count).items():
            rows.setdefault(label, []).append(seconds / total * 1e6)
        peaks = {label: peak_memory(words) for label, words in works}
        pins[name] = rows["pemtool pin"][-1]
    return table(f"{CERTIFICATES:,} certificates in a PEM file, one thread, whole program", [
        "microseconds per certificate", *CORPORA.values(), *(f"{name}, times pin" for name in CORPORA.values()),
        f"peak MiB, {list(CORPORA.values())[-1]}"],
        [(label, *(f"{value:.2f}" for value in values), *(f"{value / pins[name]:.1f}" for value, name in zip(
            values, CORPORA)), f"{peaks[label]:.0f}") for label, values in rows.items()])


@functools.cache
def questions():
    """Returns the peer that answers questions with Go, or None if there is no Go or none that has SHA-3."""
    program = WORK / "go-questions"
    built = shutil.which("go") and subprocess.run(
        ["go", "build", "-o", program, *sorted(PEERS.glob("questions/*.go"))]).returncode == 0
    if not built:
        print("Go 1.24 is not installed: its answers are not measured", file=sys.stderr)
    return program if built else None


def go_version():
    return run("go", "version").split()[2].replace("go", "Go ")


def fields_table(tool, before, count):
    works = []
    for label, program in [("", tool)] + ([("before: ", before)] if before else []):
        peerbench = WORK / f"peerbench-{len(works)}"
        instructions.compile_works(program.resolve().parent, peerbench)
        works += [(f"{label}DERKit, pin", peerbench, "w1"), (f"{label}DERKit, every field decoded", peerbench, "w1-full"),
                  (f"{label}DERKit, refusal of a chain of 50", peerbench, "refusal")]
    if shutil.which("go"):
        run("go", "build", "-o", WORK / "go-peer", PEERS / "peer.go")
        works += [(f"{go_version()}, crypto/x509", WORK / "go-peer", "w1"),
                  (f"{go_version()}, a chain of 50 and two pins", WORK / "go-peer", "refusal")]
    rows = {}
    for name in CORPORA:
        compare.same({label: run(program, work, WORK / name, 0) for label, program, work in works if work != "refusal"},
                     f"pins of {name}")
        values = {}
        for label, program, work in rounds(max(5, count), works):
            each = float(re.search(r"us/\w+ (\S+) err 0", run(program, work, WORK / name, 500))[1])
            values.setdefault(label, []).append(each)
        for label in values:
            rows.setdefault(label, []).append(f"{statistics.median(values[label]):.2f}")
    return table("DER in memory, one thread", ["microseconds", *CORPORA.values()],
                 [(label, *values) for label, values in rows.items()])


def screen_table(tool, before, count):
    pem, more = WORK / "roots-copies.pem", WORK / "roots-more.pem"
    pem.write_text((WORK / "roots.pem").read_text() * COPIES)
    more.write_text(pem.read_text() * 4)
    programs = [("now", tool)] + ([("before", before)] if before else [])
    rows = []

    def measure(label, words, each=1):
        works = [(name, [program, *words]) for name, program in programs]
        works += [(name + " start", [program, "--version"]) for name, program in programs]
        found = measured(works, count)
        return (label, *(f"{(found[name] - found[name + ' start']) * 1e3 / each:.1f}" for name, _ in programs))

    for words in (["inspect"], ["inspect", "--full"], ["dump"], ["explain", "--jsonl"], ["inspect", "--json"]):
        rows.append((*measure("pemtool " + " ".join(words), [*words, pem]), *(
            f"{peak_memory([program, *words, file]):.0f}" for file in (pem, more) for _, program in programs)))
    none = [""] * 2 * len(programs)
    for name, label in CORPORA.items():
        each = len(compare.blocks((WORK / f"{name}.pem").read_text()))
        words = ["diagnose", instructions.UNKNOWN_PIN, WORK / f"{name}.pem"]
        rows.append((*measure(f"diagnose of an unknown pin, per certificate: {label}", words, each), *none))
    (WORK / "policy.xml").write_text(instructions.POLICY)
    rows.append((*measure("check of a small Android file", ["check", WORK / "policy.xml"]), *none))
    return table(f"Other commands, the system's roots {COPIES} times in one file: milliseconds without the start",
                 ["", *(name for name, _ in programs), *(
                     f"peak MiB{times}, {name}" for times in ("", " of 4 such files") for name, _ in programs)], rows)


def questions_table(tool, count):
    """Compares the times of pemtool and other programs for the same questions, each without the time of its start."""
    go = questions()
    if go:
        compare_questions(tool, go)
    (WORK / "policy.xml").write_text(instructions.POLICY)
    pem, der = WORK / "roots-copies.pem", WORK / "roots-copies.der"
    pem.write_text((WORK / "roots.pem").read_text() * COPIES)
    der.write_bytes((WORK / "roots.der").read_bytes() * COPIES)
    ours, theirs = "pemtool", go and go_version()
    programs = {ours: ("--version", lambda *words: [tool, *words]), theirs: ("start", lambda *words: [go, *words]),
                OPENSSL: ("version", lambda *words: ["openssl", *words]),
                "certtool": ("--version", lambda *words: ["certtool", *words])}
    works = [("inspect", ours, "inspect", pem), ("inspect", theirs, "inspect", pem),
             ("inspect", OPENSSL, "storeutl", "-noout", "-text", "-certs", pem), ("inspect", "certtool", "-i", "--infile", pem),
             ("dump", ours, "dump", pem), ("dump", theirs, "dump", pem),
             ("dump", OPENSSL, "asn1parse", "-inform", "der", "-in", der),
             ("explain --jsonl", ours, "explain", "--jsonl", pem), ("explain --jsonl", theirs, "explain", pem)]
    for name, label in CORPORA.items():
        works += [(f"diagnose of an unknown pin, {label}", program, "diagnose", instructions.UNKNOWN_PIN, WORK / f"{name}.pem")
                  for program in (ours, theirs)]
    works += [("check of a small Android file", program, "check", WORK / "policy.xml") for program in (ours, theirs)]
    works = [work for work in works if work[1] and (work[1] != "certtool" or shutil.which("certtool"))]
    started = [(("start", name), make(word)) for name, (word, make) in programs.items() if name in {w[1] for w in works}]
    commands = {(work, name): programs[name][1](*words) for work, name, *words in works}
    found = measured(started + list(commands.items()), count)
    rows = []
    for (work, name), words in commands.items():
        own, least = (found[work, one] - found["start", one] for one in (name, ours))
        rows.append((work, name, f"{own * 1e3:.1f}", f"{own / least:.1f}", f"{peak_memory(words):.0f}"))
    return table(f"Other commands and their peers, the system's roots {COPIES} times in one file; diagnose and check once",
                 ["", "program", "milliseconds without the start", "times ours", "peak MiB"], rows)


def rows_of(text):
    """Returns the place, depth and sizes of each row of `dump`, and of `openssl asn1parse`, whose places are in the file."""
    found, start = [], 0
    for row in re.findall(r"^ *(\d+)(?: +|:d=) *(\d+)(?: +|  hl=)(\d+)(?: +| l= *)(\d+)", text, re.M):
        place, depth, *sizes = map(int, row)
        start = place if depth == 0 else start
        found.append((place - start, depth, *sizes))
    return found


def is_in_order(some, all_rows):
    rest = iter(all_rows)
    return all(row in rest for row in some)


def known_mistakes(name):
    """Returns wrong pins of the first certificate: hashes of other bytes, and one digest of another kind."""
    der = compare.blocks((WORK / f"{name}.pem").read_text())[0]
    key = run("openssl", "x509", "-in", WORK / f"{name}.pem", "-noout", "-pubkey")
    spki = compare.base64.b64decode("".join(key.splitlines()[1:-1]))
    base64 = compare.base64.b64encode
    found = [hashlib.sha256(octets).digest() for octets in (
        der, base64(spki), base64(der) + b"\n", spki.hex().encode(), str(list(spki)).encode(), hashlib.sha256(spki).digest())]
    return [base64(digest).decode() for digest in (*found, hashlib.sha512(spki).digest()[:32], hashlib.sha3_256(der).digest())]


def compare_questions(tool, go):
    """Fails unless the peers give pemtool's answers, as far as both have them."""
    for name in CORPORA:
        pem, der = WORK / f"{name}.pem", WORK / f"{name}.der"
        shown = {"inspect": run(tool, "inspect", pem), "Go": run(go, "inspect", pem)}
        pins = {label: re.findall(r"^  pin +sha256/(\S+)$", text, re.M) for label, text in shown.items()}
        if shutil.which("certtool"):
            pins["certtool"] = re.findall("pin-sha256:(\\S+)", run("certtool", "-i", "--infile", pem))
        compare.same(pins, f"pins in the text of {name}")
        count = len(re.findall("^Certificate:$", run("openssl", "storeutl", "-noout", "-text", "-certs", pem), re.M))
        assert count == len(pins["inspect"]), f"openssl storeutl: {count} certificates of {name}"
        rows = rows_of(run(tool, "dump", pem))
        compare.same({"dump": rows, "Go": rows_of(run(go, "dump", pem))}, f"rows of {name}")
        parsed = rows_of(run("openssl", "asn1parse", "-inform", "der", "-in", der))
        assert is_in_order(parsed, rows) and len(parsed) > len(rows) / 2, f"openssl asn1parse: rows of {name}"
        compare.same({label: [(one["pin"], one["raw_key_sha256"], one["header"], [
            (row["offset"], row["depth"], row["bytes"]) for row in one["object_fields"]]) for one in map(
                json.loads, run(*words, pem).splitlines())] for label, words in [
                    ("explain", [tool, "explain", "--jsonl"]), ("Go", [go, "explain"])]}, f"explanations of {name}")
        one = WORK / f"{name}-first.pem"
        one.write_text((WORK / f"{name}.pem").read_text().partition(END)[0] + END)
        for pin in (*known_mistakes(name), instructions.UNKNOWN_PIN):
            found = [subprocess.run([program, "diagnose", pin, one], capture_output=True, text=True) for program in (tool, go)]
            is_known = ["no known mistake" not in found[0].stdout, found[1].returncode == 0]
            assert is_known == 2 * [pin != instructions.UNKNOWN_PIN], (pin, found)
    good = instructions.POLICY
    pins = re.findall("<pin digest.*</pin>", good)
    for text in (good, good.replace(pins[1], ""), good.replace(pins[1], pins[0]), good.replace("mAbtY", "AbtY").replace(
            "uQ=", ""), good.replace('"SHA-256"', '"SHA-1"'), good.replace("<pin-set>", '<pin-set expiration="2020-01-01">'),
                 good.replace("example.com", "exa mple.com")):
        (WORK / "policy.xml").write_text(text)
        found = [subprocess.run([*words, WORK / "policy.xml"], capture_output=True).returncode == 0
                 for words in ([tool, "check", "--strict"], [go, "check"])]
        assert found[0] == found[1] == (text == good), (found, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--before", type=pathlib.Path)
    parser.add_argument("tool", type=pathlib.Path)
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    compare.BIG = compare.LEAVES
    compare.make_corpora()
    load = compare.os.getloadavg()[0]
    parts = [f"Measured on {time.strftime('%Y-%m-%d')} on {compare.os.cpu_count()} cores, with load {load:.1f} at the start; "
             f"the figures are medians of {options.rounds} rounds, or of {3 * options.rounds} for the short times at the end."]
    parts.append(bulk_table(options.tool, options.before, options.rounds))
    parts.append(fields_table(options.tool, options.before, options.rounds))
    parts.append(screen_table(options.tool, options.before, 3 * options.rounds))
    parts.append(questions_table(options.tool, 3 * options.rounds))
    text = "\n".join(parts)
    print(text)
    if options.write:
        page = ROOT / "Documentation" / "Evidence" / "Speed.md"
        start, _, rest = page.read_text().partition("<!-- objects -->\n")
        _, _, after = rest.partition("<!-- end objects -->\n")
        page.write_text(f"{start}<!-- objects -->\n{text}\n<!-- end objects -->\n{after}")


if __name__ == "__main__":
    main()
