#!/usr/bin/env python3
"""Prints where the time of each workload goes, and its allocations, as a Markdown table of workloads and builds.

    Benchmarks/profile.py [NAME=]BUILD...    a BUILD is the folder of a release build of pemtool

`perf` samples peerbench, compiled with the modules of the build, and pemtool over the certificates of compare.py with
timestamps; each name of a function belongs to a part. Valgrind counts the allocations for one more certificate or, if
only one is read, those of a process minus those of `--version`.
"""
import pathlib
import re
import subprocess
import sys

import compare
import instructions
from compare import WORK

END = "-----END CERTIFICATE-----\n"
# The first expression that matches a line of the report names the part.
PARTS = [
    ("digests", r"SHA\d|8SPKIHash3MD5|[fF]orEachBlock"),
    ("PEM, base64", r"6DERKit(3PEM|.*Base64|9TextBytes|12LineEndCount)|LineReader"),
    ("reference counts, allocation, metadata",
     r"libswiftCore\S* +\[\.\] (_?swift_|_Z)|libc\S* +\[\.\] (?!_*mem)|WO\w$|Vw\w\w$|Ow\w\w$|Wl$|Ma$|CfD$"),
    ("Strings, arrays, hashing, copies", r"libswiftCore|_*mem(move|cpy|set|cmp|chr)|\$s[Ss]"),
    ("text into the output", r"\$s7pemtool|FieldSink|[wW]rite|append|describe|escape"),
    ("structures, checks, notes", r"\$s(9X509Model|6DERKit)"),
    ("pins, mistakes, policies", r"\$s(8SPKIHash|11PinPolicies)"),
    ("system, start, rest", r"."),
]


def copies(count, ending=".pem", most=None):
    """Returns a file that repeats the certificates, or the first ones, in PEM or one per line."""
    path = WORK / f"web-{count}-{most}{ending}"
    text = (WORK / "web.pem").read_text()
    found = [f"{block}{END}" for block in text.split(END)[:-1]]
    if ending == ".b64":
        found = [compare.base64.b64encode(der).decode() + "\n" for der in compare.blocks(text)]
    path.write_text("".join(found[:most]) * count)
    return path


def works(folder):
    """Yields the name of each workload, a function that returns its command for a number of copies or rounds, and that
    number for the profile; 0 if a process reads only one."""
    pemtool, peerbench = folder / "pemtool", folder / "peerbench"
    yield "pin in memory", lambda n: [peerbench, "w1", WORK / "web", n], 10_000
    yield "every field decoded", lambda n: [peerbench, "w1-full", WORK / "web", n], 3000
    for words in ("pin --jsonl --jobs 1", "inspect --jsonl --jobs 1", "inspect", "dump", "explain --jsonl"):
        name = f"`{words.replace(' --jobs 1', '')}`"
        yield name, lambda n, words=words: [pemtool, *words.split(), copies(n)], 50 if words == "dump" else 150
    for words in ("pin --lines", "inspect --lines"):
        yield f"`{words}`", lambda n, words=words: [pemtool, *words.split(), copies(n, ".b64")], 150
    yield ("`diagnose` of an unknown pin",
           lambda n: [pemtool, "diagnose", instructions.UNKNOWN_PIN, copies(n, most=2)], 200)
    yield "`check` of a small Android file", lambda n: [pemtool, "check", WORK / "policy.xml"], 0
    yield "refusal of a chain of 50", lambda n: [peerbench, "refusal", WORK / "web", n], 300_000


def shares(words, count):
    """Returns the percentage of each part, from samples of one or more processes of a command."""
    record = WORK / "perf.data"
    times = 1 if count else 200
    subprocess.run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "8000", "-o", record, "--", "sh", "-c",
                    f'for i in $(seq {times}); do "$@" >/dev/null; done', "sh", *map(str, words)], capture_output=True)
    report = subprocess.run(["perf", "report", "-i", record, "--stdio", "--no-demangle", "--comm", words[0].name],
                            capture_output=True, text=True).stdout
    total = {}
    for share, rest in re.findall(r"^ +([\d.]+)% +(.*?) *$", report, re.M):
        if "ld-linux" in rest:
            continue  # The program that `install` makes needs no linker at its start.
        part = next(name for name, pattern in PARTS if re.search(pattern, rest))
        total[part] = total.get(part, 0) + float(share)
    whole = sum(total.values())
    return [f"{100 * total.get(name, 0) / whole:.0f} %" for name, _ in PARTS]


def allocations(words):
    """Returns the allocations per certificate, chain or process."""
    few, many = (instructions.allocations(*words(n)) for n in (1, 3))
    each = 1 if "refusal" in words(1) else 2 if "diagnose" in words(1) else compare.LEAVES
    if few == many:
        few, each = instructions.allocations(words(1)[0], "--version"), 0.5
    return round((many - few) / 2 / each)


def main():
    (WORK / "policy.xml").write_text(instructions.POLICY)
    instructions.WORK.mkdir(parents=True, exist_ok=True)
    rows = {}
    for word in sys.argv[1:]:
        name, _, build = word.rpartition("=")
        folders = []
        for options in ([], instructions.STRIPPED):
            folders.append(WORK / f"profile-{name}{len(options)}")
            folders[-1].mkdir(exist_ok=True)
            instructions.compile_works(pathlib.Path(build).resolve(), folders[-1] / "peerbench", options)
            instructions.link_tool(pathlib.Path(build).resolve(), folders[-1] / "pemtool", options)
        for (work, words, count), (_, stripped, _) in zip(works(folders[0]), works(folders[1])):
            rows.setdefault(work, []).append((f"{work}, {name}" if name else work, *shares(words(count), count),
                                              allocations(stripped)))
            print(rows[work][-1], file=sys.stderr)
    print(compare.table("Parts of the time, and allocations", ["", *(name for name, _ in PARTS), "allocations"],
                        [row for found in rows.values() for row in found]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
