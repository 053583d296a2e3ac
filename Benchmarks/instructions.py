#!/usr/bin/env python3
"""Counts instructions and allocations with valgrind and fails if any workload takes 5 % more than in instructions.tsv.

    Benchmarks/instructions.py [BUILD]            compare
    Benchmarks/instructions.py --write [BUILD]    take today's counts as the new thresholds

BUILD is the folder of a release build of the package, such as .build/install/release; without it, one is built. The
workloads are those of peerbench, compiled against its modules.

Counts do not depend on what else the machine does, so a slowdown shows without a clock. Valgrind hides the SHA
instructions from the program, so SHA-256 uses its portable form. Each count is the difference between a long and a
short run, so that the start of the process does not count. Thresholds hold for one compiler, which instructions.tsv
names; with another the counts are printed and nothing fails.
"""
import base64
import functools
import hashlib
import os
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORK = HERE / ".build" / "instructions"
THRESHOLDS = HERE / "instructions.tsv"
# A pin that no key has, and the policy of an Android app, with two such pins.
UNKNOWN_PIN = "AbtYXa2JlKxQyB1FnBObb2Wv8Q+bUxjsG8b1cwzm1uQ="
POLICY = """<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
    <domain-config>
        <domain includeSubdomains="true">example.com</domain>
        <pin-set>
            <pin digest="SHA-256">AbtYXa2JlKxQyB1FnBObb2Wv8Q+bUxjsG8b1cwzm1uQ=</pin>
            <pin digest="SHA-256">Zbn2lVY8uVQWEkZ2tqBmXbdyTFUzKXgcCnY0s0RSUpg=</pin>
        </pin-set>
    </domain-config>
</network-security-config>
"""
ALLOWED = 1.05


@functools.cache
def certificates():
    """Returns the DER of the certificates among the test vectors, by file name."""
    found = []
    for folder in ("seeds", "cert"):
        for file in sorted((HERE.parent / "Tests/Vectors" / folder).glob("*.pem")):
            shown = subprocess.run(["openssl", "x509", "-in", file, "-outform", "DER"], capture_output=True)
            if shown.returncode == 0:
                found.append(shown.stdout)
    return found


def make_corpus():
    WORK.mkdir(parents=True, exist_ok=True)
    offset, index = 0, []
    for der in certificates():
        index += [offset, len(der)]
        offset += len(der)
    (WORK / "vectors.der").write_bytes(b"".join(certificates()))
    (WORK / "vectors.idx").write_bytes(struct.pack(f"<{len(index) + 1}I", len(index) // 2, *index))
    with open(WORK / "vectors.pem", "w") as file:
        for pem in sorted((HERE.parent / "Tests/Vectors/seeds").glob("*.pem")):
            file.write(pem.read_text())
    return len(index) // 2


def make_bundle(times, words=(), most=None):
    """Returns copies of the certificates, or of the first ones, in PEM or one per line. The file must be too small to
    be read in parts."""
    path = WORK / f"vectors-{times}-{most}{''.join(words)}.pem"
    texts = [base64.b64encode(der).decode() for der in certificates()[:most]] * times
    if "--lines" in words:
        path.write_text("".join(f"{text}\n" for text in texts))
    else:
        path.write_text("".join("-----BEGIN CERTIFICATE-----\n" + "\n".join(re.findall(".{1,64}", text))
                                + "\n-----END CERTIFICATE-----\n" for text in texts))
    return path


def valgrind(tool, pattern, words):
    done = subprocess.run(
        ["valgrind", f"--tool={tool}", f"--{tool}-out-file={WORK}/{tool}.out", *map(str, words)],
        # Each environment variable makes the start of a process longer, so there are only two. The second makes the
        # order of dictionaries the same in each process.
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={"PATH": os.environ["PATH"], "SWIFT_DETERMINISTIC_HASHING": "1"})
    report = done.stderr
    # 1 is the answer "no", for example that a pin is unknown.
    found = done.returncode in (0, 1) and re.search(pattern, report)
    if not found:
        sys.exit(f"{words[0]}: exit status {done.returncode}, or valgrind counted nothing:\n{report}")
    return int(found[1].replace(",", ""))


def count(*words):
    return valgrind("callgrind", r"Collected : (\d+)", words)


def allocations(*words):
    return valgrind("dhat", r"Total: .* in ([\d,]+) blocks", words)


STRIPPED = ["-Xlinker", "-s"]  # valgrind cannot read Swift's debug information


def link_tool(build, program, options=STRIPPED):
    """Links pemtool's objects with the shared C library, whose allocations valgrind can count."""
    objects = [file for folder in sorted(build.glob("*.build")) for file in sorted(folder.glob("*.o"))]
    # SwiftPM gives the entry a name of its own, for tests.
    subprocess.run(["swiftc", *objects, "-Xlinker", "--defsym=main=pemtool_main", *options, "-o", program],
                   check=True)


def compile_works(build, program, options=STRIPPED):
    """Compiles peerbench against the modules of a release build."""
    objects = [file for name in ("DERKit", "X509Model", "SPKIHash", "SHA256Instructions")
               for file in sorted((build / f"{name}.build").glob("*.o"))]
    subprocess.run(["swiftc", "-O", "-wmo", "-swift-version", "6", "-module-name", "peerbench", "-I", build / "Modules",
                    *sorted((HERE / "Sources/peerbench").glob("*.swift")), *objects, *options, "-o", program],
                   check=True)


def once(tool, one):
    """Returns, by name, the commands that are run on one small file, or on none."""
    backup, text, manifest, policy = (WORK / name for name in ("backup.pem", "dump.txt", "manifest.json", "policy.xml"))
    backup.write_text(make_bundle(1, most=2).read_text().removeprefix(one.read_text()))
    for path, words in [(text, ["dump", "--text", one]), (manifest, ["policy", "read", policy])]:
        with open(path, "w") as file:
            subprocess.run([tool, *words], check=True, stdout=file)
    return {
        "assemble, a certificate": ["assemble", text],
        "wrap, a key of 32 bytes": ["wrap", "--algorithm", "Ed25519", "00" * 32],
        "policy new": ["policy", "new", "--host", "example.com", "--backup", backup, one],
        "policy emit": ["policy", "emit", "--format", "android", manifest],
        "policy read": ["policy", "read", policy],
        "policy diff": ["policy", "diff", manifest, policy],
        "completion bash": ["completion", "bash"],
        "man": ["man"],
    }


def main():
    folders = [word for word in sys.argv[1:] if word != "--write"]
    build = pathlib.Path(folders[0]) if folders else HERE.parent / ".build/release"
    if not folders:
        subprocess.run(["swift", "build", "-c", "release", "--product", "pemtool"], cwd=HERE.parent, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    total = make_corpus()
    program = WORK / "peerbench"
    compile_works(build, program)
    tool, shared = WORK / "pemtool", WORK / "pemtool-shared"
    # As `install` links it, however BUILD was linked: the start of the process counts, too.
    link_tool(build, tool, ["-static-executable", "-use-ld=lld", *STRIPPED])
    link_tool(build, shared)
    counts = {}
    for work in ("w1", "w1-full"):
        few, many = (count(program, work, WORK / "vectors", n) for n in (2, 12))
        counts[f"{work}, a certificate"] = (many - few) // (10 * total)
    few, many = (count(program, "w4-rounds", WORK / "vectors.pem", n) for n in (5, 55))
    counts["w4, the seeds' PEM blocks"] = (many - few) // 50
    few, many = (count(program, "refusal", WORK / "vectors", n) for n in (2, 12))
    counts["refusal of a chain of 50"] = (many - few) // 10
    for name, *words in [("json", "inspect", "--jsonl", "--jobs", "1"), ("pin --jsonl", "pin", "--jsonl", "--jobs", "1"),
                         ("inspect --lines", "inspect", "--lines"), ("pin --lines", "pin", "--lines"),
                         ("screen", "inspect"), ("dump", "dump"), ("explain --jsonl", "explain", "--jsonl"),
                         ("convert", "convert", "--to", "der")]:
        few, many = (count(tool, *words, make_bundle(n, words)) for n in (1, 3))
        counts[f"{name}, a certificate"] = (many - few) // (2 * total)
        if "--jobs" in words:
            few, many = (allocations(shared, *words, make_bundle(n)) for n in (1, 3))
            if few == many:
                sys.exit(f"{name}: valgrind counted no allocation")
            counts[f"{name}, a certificate, allocations"] = (many - few) // (2 * total)
    few, many = (count(tool, "diagnose", UNKNOWN_PIN, make_bundle(n, most=2)) for n in (1, 3))
    counts["diagnose of an unknown pin, a certificate"] = (many - few) // 4
    one = make_bundle(1, most=1)
    start = counts["start of the process and the pin of a certificate"] = count(tool, "pin", one)
    wrong_pin = base64.b64encode(hashlib.sha256(certificates()[0]).digest()).decode()
    counts["diagnose of the hash of a certificate"] = count(tool, "diagnose", wrong_pin, one) - start
    (WORK / "policy.xml").write_text(POLICY)
    counts["check of a small Android file"] = count(tool, "check", WORK / "policy.xml") - start
    for name, words in once(tool, one).items():
        counts[name] = count(tool, *words) - start
    compiler = re.search(r"Swift version \S+", subprocess.run(
        ["swift", "--version"], capture_output=True, text=True).stdout)[0]
    if "--write" in sys.argv:
        rows = "".join(f"{name}\t{value}\n" for name, value in counts.items())
        THRESHOLDS.write_text(f"compiler\t{compiler}\n{rows}")
    expected = dict(line.split("\t") for line in THRESHOLDS.read_text().splitlines())
    is_same = expected.pop("compiler") == compiler
    if expected.keys() != counts.keys():
        sys.exit(f"instructions.tsv has other works: {', '.join(sorted(expected.keys() ^ counts.keys()))}")
    failed = False
    for name, value in counts.items():
        ratio = value / int(expected[name])
        failed |= ratio > ALLOWED
        unit = "" if name.endswith("allocations") else " instructions"
        print(f"{name}: {value}{unit}, {ratio:.3f} of the threshold")
    if failed and is_same:
        sys.exit("slower than instructions.tsv allows")


if __name__ == "__main__":
    main()
