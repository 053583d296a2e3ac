#!/usr/bin/env python3
"""Measures commands on whole objects (inspect, pin, explain and dump) and the decoding of every field, compared with an
earlier pemtool and with programs that print the same fields with Go's crypto/x509 and encoding/json and with Python's
cryptography. PEMTOOL is in the folder of a release build, whose modules peerbench is compiled with.

    Benchmarks/objects.py [--rounds N] [--write] [--before PEMTOOL] PEMTOOL

Makes the corpora of compare.py. Each program reads CERTIFICATES of one PEM file, and the time of an empty run is taken
away; all run once a round, in turns, and the tables show medians of processor time by certificate, and how often that of
`pemtool pin` goes into it: on a machine with other work the ratios tell more. Before that, each program's answers about
each certificate are compared with those of pemtool. --write puts the tables in Documentation/Evidence/Speed.md.
"""
import argparse
import json
import pathlib
import re
import shutil
import statistics
import sys
import time

import compare
import instructions
from compare import HERE, ROOT, WORK, peak_memory, processor_seconds, rounds, run, table

CERTIFICATES = 50_000
COPIES = 10  # of the system's roots, so that the start of a process is a small part
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
        if shutil.which("go"):
            run("go", "build", "-o", WORK / "go-json", PEERS / "json/main.go")
            works.append((go_version() + ", crypto/x509 and encoding/json", [WORK / "go-json", pem]))
        works.append(("Python, cryptography and json", [sys.executable, PEERS / "json/peer.py", pem]))
        answers = {"pemtool inspect --jsonl": [tool, "inspect", "--jsonl"]}
        answers |= {label: words[:-1] for label, words in works if label.startswith(("Go", "Python"))}
        answers = {label: described(words, WORK / f"{name}.pem") for label, words in answers.items()}
        compare.same(answers, f"certificates of {name}")
        assert len(answers["pemtool inspect --jsonl"]) == count_of_one, name
        same_pins = [[json.loads(line)["pin"] if line.startswith("{") else line
                      for line in run(*words).splitlines()[:count_of_one]]
                     for label, words in works if label.endswith(("pin", "pin --lines"))]
        assert all(pins == same_pins[0] for pins in same_pins), f"pins of {name}"
        for label, seconds in measured(works, count).items():
            rows.setdefault(label, []).append(seconds / total * 1e6)
        peaks = {label: peak_memory(words) for label, words in works}
        pins[name] = rows["pemtool pin"][-1]
    return table(f"{CERTIFICATES:,} certificates in a PEM file, one thread, whole program", [
        "microseconds a certificate", *CORPORA.values(), *["times pin"] * len(CORPORA), "peak MiB, the last"],
        [(label, *(f"{value:.2f}" for value in values), *(f"{value / pins[name]:.1f}" for value, name in zip(
            values, CORPORA)), f"{peaks[label]:.0f}") for label, values in rows.items()])


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
        works.append((f"{go_version()}, crypto/x509", WORK / "go-peer", "w1"))
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
    return table(f"The system's roots, {COPIES} times in one file, and other questions: milliseconds without the start",
                 ["", *(name for name, _ in programs), *(
                     f"peak MiB{times}, {name}" for times in ("", " of 4 such files") for name, _ in programs)], rows)


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
    parts = [f"Measured on {time.strftime('%Y-%m-%d')}: {compare.os.cpu_count()} cores, load {load:.1f} at the start, "
             f"{options.rounds} rounds, medians."]
    parts.append(bulk_table(options.tool, options.before, options.rounds))
    parts.append(fields_table(options.tool, options.before, options.rounds))
    parts.append(screen_table(options.tool, options.before, options.rounds))
    text = "\n".join(parts)
    print(text)
    if options.write:
        page = ROOT / "Documentation" / "Evidence" / "Speed.md"
        start, _, rest = page.read_text().partition("<!-- objects -->\n")
        _, _, after = rest.partition("<!-- end objects -->\n")
        page.write_text(f"{start}<!-- objects -->\n{text}\n<!-- end objects -->\n{after}")


if __name__ == "__main__":
    main()
