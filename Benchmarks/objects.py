#!/usr/bin/env python3
"""Measures commands on whole objects (inspect, pin, explain and dump), compared with an earlier pemtool and with
programs that print the same fields with Go's crypto/x509 and encoding/json and with Python's cryptography.

    Benchmarks/objects.py [--rounds N] [--write] [--before PEMTOOL] PEMTOOL

Makes the corpora of compare.py. Each program reads CERTIFICATES of one PEM file, and the time of an empty run is taken
away; all run once a round, in turns, and the tables show medians of processor time by certificate, and how often that of
`pemtool pin` goes into it: on a machine with other work the ratios tell more. Before that, each program's answers about
each certificate are compared with those of pemtool. --write puts the tables in Documentation/Evidence/Speed.md.
"""
import argparse
import json
import pathlib
import shutil
import statistics
import sys
import time

import compare
from compare import HERE, ROOT, WORK, peak_memory, processor_seconds, rounds, run, table

CERTIFICATES = 50_000
COPIES = 10  # of the system's roots, so that the start of a process is a small part
PEERS = HERE / "Peers" / "json"


def make_bundles():
    for name in ("roots", "leaves"):
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
            run("go", "build", "-o", WORK / "go-json", PEERS / "main.go")
            works.append((run("go", "version").split()[2].replace("go", "Go ") + ", crypto/x509 and encoding/json",
                          [WORK / "go-json", pem]))
        works.append(("Python, cryptography and json", [sys.executable, PEERS / "peer.py", pem]))
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
        "microseconds a certificate", "system roots", "leaves", "times pin", "times pin", "peak MiB, leaves"],
        [(label, *(f"{value:.2f}" for value in values), *(f"{value / pins[name]:.1f}" for value, name in zip(
            values, ("roots", "leaves"))), f"{peaks[label]:.0f}") for label, values in rows.items()])


def screen_table(tool, before, count):
    pem, more = WORK / "roots-copies.pem", WORK / "roots-more.pem"
    pem.write_text((WORK / "roots.pem").read_text() * COPIES)
    more.write_text(pem.read_text() * 4)
    programs = [("now", tool)] + ([("before", before)] if before else [])
    rows = []
    for words in (["inspect"], ["inspect", "--full"], ["dump"], ["explain", "--jsonl"], ["inspect", "--json"]):
        works = [(name, [program, *words, pem]) for name, program in programs]
        works += [(name + " start", [program, "--version"]) for name, program in programs]
        found = measured(works, count)
        rows.append(("pemtool " + " ".join(words), *(
            f"{(found[name] - found[name + ' start']) * 1e3:.1f}" for name, _ in programs), *(
            f"{peak_memory([program, *words, file]):.0f}" for file in (pem, more) for _, program in programs)))
    return table(f"The system's roots, {COPIES} times in one file, milliseconds without the start of the process",
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
