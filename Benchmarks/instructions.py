#!/usr/bin/env python3
"""Counts instructions with valgrind and fails if any work takes 5 % more than in instructions.tsv.

    Benchmarks/instructions.py [BUILD]            compare
    Benchmarks/instructions.py --write [BUILD]    take today's counts as the new thresholds

BUILD is the folder of a release build of the package, such as .build/install/release; without it, one is built. The works
are those of peerbench, compiled against its modules.

Counts do not depend on what else the machine does, so a slowdown shows without a clock. Valgrind hides the SHA
instructions from the program: SHA-256 is the plain form here. Each count is the difference between a long and a short
run, so that the start of the process does not count. Thresholds hold for one compiler, which instructions.tsv names;
with another the counts are printed and nothing fails.
"""
import base64
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORK = HERE / ".build" / "instructions"
THRESHOLDS = HERE / "instructions.tsv"
ALLOWED = 1.05


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


def make_bundle(times):
    """Returns copies of the certificates, each in its own file; a file that is read in parts is of no use here."""
    path = WORK / f"vectors-{times}.pem"
    with open(path, "w") as file:
        for der in certificates() * times:
            text = base64.b64encode(der).decode()
            file.write("-----BEGIN CERTIFICATE-----\n" + "\n".join(re.findall(".{1,64}", text))
                       + "\n-----END CERTIFICATE-----\n")
    return path


def count(*words):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={WORK}/callgrind.out", *map(str, words)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    report = done.stderr
    found = not done.returncode and re.search(r"Collected : (\d+)", report)
    if not found:
        sys.exit(f"{words[0]}: exit status {done.returncode}, or valgrind counted nothing:\n{report}")
    return int(found[1])


def compile_works(build, program):
    """Compiles peerbench against the modules of a release build; without Swift's debug information, which valgrind
    cannot read."""
    objects = [file for name in ("DERKit", "X509Model", "SPKIHash", "SHA256Instructions")
               for file in sorted((build / f"{name}.build").glob("*.o"))]
    subprocess.run(["swiftc", "-O", "-wmo", "-swift-version", "6", "-module-name", "peerbench", "-I", build / "Modules",
                    *sorted((HERE / "Sources/peerbench").glob("*.swift")), *objects, "-Xlinker", "-s", "-o", program],
                   check=True)


def main():
    folders = [word for word in sys.argv[1:] if word != "--write"]
    build = pathlib.Path(folders[0]) if folders else HERE.parent / ".build/release"
    if not folders:
        subprocess.run(["swift", "build", "-c", "release", "--product", "pemtool"], cwd=HERE.parent, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    total = make_corpus()
    program = WORK / "peerbench"
    compile_works(build, program)
    counts = {}
    for work in ("w1", "w1-full"):
        few, many = (count(program, work, WORK / "vectors", n) for n in (2, 12))
        counts[f"{work}, a certificate"] = (many - few) // (10 * total)
    few, many = (count(program, "w4-rounds", WORK / "vectors.pem", n) for n in (5, 55))
    counts["w4, the seeds' PEM blocks"] = (many - few) // 50
    for name, words in [("json, a certificate", ["inspect", "--jsonl", "--jobs", "1"]),
                        ("pin --jsonl, a certificate", ["pin", "--jsonl", "--jobs", "1"]),
                        ("screen, a certificate", ["inspect"]), ("dump, a certificate", ["dump"])]:
        few, many = (count(build / "pemtool", *words, make_bundle(n)) for n in (1, 3))
        counts[name] = (many - few) // (2 * total)
    compiler = re.search(r"Swift version \S+", subprocess.run(
        ["swift", "--version"], capture_output=True, text=True).stdout)[0]
    if "--write" in sys.argv:
        rows = "".join(f"{name}\t{value}\n" for name, value in counts.items())
        THRESHOLDS.write_text(f"compiler\t{compiler}\n{rows}")
    expected = dict(line.split("\t") for line in THRESHOLDS.read_text().splitlines())
    is_same = expected.pop("compiler") == compiler
    failed = False
    for name, value in counts.items():
        ratio = value / int(expected[name])
        failed |= ratio > ALLOWED
        print(f"{name}: {value} instructions, {ratio:.3f} of the threshold")
    if failed and is_same:
        sys.exit("slower than instructions.tsv allows")


if __name__ == "__main__":
    main()
