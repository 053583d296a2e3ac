#!/usr/bin/env python3
"""Runs SHA-256, compiled for arm64, under emulation: the kernel of SHA256Instructions and the portable form.

    Tests/Tools/check/arm64.py

Both are built from their sources in Embedded Swift, whose arm64 library every toolchain has, with the flags of
Package.swift, and linked with a small main in C. qemu-aarch64 runs the result. They must give the digests of NIST's
vectors (short, long and Monte Carlo messages) and Python's of messages of 0 to 300 bytes, in a debug build and in a
release build. Then the instructions of a block are counted. On Debian it needs qemu-user, gcc-aarch64-linux-gnu and
libc6-dev-arm64-cross.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
VECTORS = ROOT / "Tests/Vectors"
PATHS = ["portable", "instructions"]

# Called by main: one digest.
ENTRY = """
import SPKIHash

@_cdecl("digest")
public func digest(
    _ path: Int, _ message: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>
) {
    let path: SHA256Path = path == 0 ? .portable : .instructions
    let bytes = UnsafeBufferPointer(start: message, count: count).span
    let result = SHA256.hash(bytes, path)
    for place in 0..<32 { output[place] = result[place] }
}
"""
# Converts lines `PATH once HEX` or `PATH monte SEED` to digests; with an argument, hashes one message of that many
# bytes.
MAIN = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void digest(long path, const uint8_t *message, long count, uint8_t *output);
void arc4random_buf(void *buffer, size_t count) { memset(buffer, 0x5a, count); }

static void print(const uint8_t *bytes) {
    for (int i = 0; i < 32; i++) printf("%02x", bytes[i]);
    putchar('\n');
}

int main(int count, char **words) {
    static char line[100000], way[16];
    static uint8_t message[50000], output[32];
    int path, place;
    if (count == 3) { digest(atoi(words[1]), message, atoi(words[2]), output); return 0; }
    while (fgets(line, sizeof line, stdin) && sscanf(line, "%d %15s %n", &path, way, &place) == 2) {
        long bytes = 0;
        for (char *text = line + place; sscanf(text, "%2hhx", &message[bytes]) == 1; text += 2) bytes++;
        if (strcmp(way, "monte")) {
            digest(path, message, bytes, output);
            print(output);
            continue;
        }
        for (int turn = 0; turn < 100; turn++) {
            memcpy(message + 32, message, 32);
            memcpy(message + 64, message, 32);
            for (int i = 0; i < 1000; i++) {
                digest(path, message, 96, output);
                memmove(message, message + 32, 64);
                memcpy(message + 64, output, 32);
            }
            memcpy(message, output, 32);
            print(output);
        }
    }
}
"""


def run(*words, **options):
    return subprocess.run([str(w) for w in words], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def toolchain():
    """Returns the folder of the toolchain's programs."""
    return pathlib.Path(json.loads(run("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"], "../../bin")


def manifest_flags(folder):
    """Returns the flags for the kernel in Package.swift."""
    manifest = run("swift", "package", "--scratch-path", folder / "scratch", "dump-package", cwd=ROOT)
    targets = json.loads(manifest)["targets"]
    settings = next(t for t in targets if t["name"] == "SHA256Instructions")["settings"]
    return [flag for s in settings for flag in s["kind"].get("unsafeFlags", {}).get("_0", [])]


def build(folder, optimization):
    program = folder / f"sha256{optimization}"
    (folder / "entry.swift").write_text(ENTRY)
    (folder / "main.c").write_text(MAIN)
    common = ["swiftc", "-target", "aarch64-none-none-elf", "-enable-experimental-feature", "Embedded", "-wmo",
              "-parse-as-library", "-swift-version", "6", "-package-name", "derkit", optimization, "-I", folder,
              # These flags are for all three modules, because Embedded Swift recompiles what a module uses of another
              # one.
              *manifest_flags(folder)]
    objects = []
    # SHA-256 imports DERKit only for what Apple's systems lack.
    (folder / "DERKit.swift").write_text("")
    for module, sources in [
            ("DERKit", [folder / "DERKit.swift"]),
            ("SHA256Instructions", sorted((ROOT / "Sources/SHA256Instructions").glob("*.swift"))),
            ("SPKIHash", sorted((ROOT / "Sources/SPKIHash/Digests").glob("SHA2*.swift"))),
            ("Entry", [folder / "entry.swift"])]:
        objects.append(folder / f"{module}{optimization}.o")
        run(*common, "-module-name", module, "-emit-module", "-emit-module-path",
            folder / f"{module}.swiftmodule", "-c", "-o", objects[-1], *sources)
    # The GNU linker rejects Swift's objects; the toolchain's linker accepts them.
    run("aarch64-linux-gnu-gcc", "-O2", "-static", "-no-pie", "-fuse-ld=lld", f"-B{toolchain()}", "-Wl,-z,nocopyreloc",
        folder / "main.c", *objects, "-o", program)
    return program


def records(name):
    """Yields the digests in a NIST file, each with the values set before it."""
    values = {}
    for key, value in re.findall(r"^(\w+) = (\w+)", (VECTORS / f"cavp/SHA256{name}.rsp").read_text(), re.M):
        values[key] = value
        if key == "MD":
            yield values


def questions():
    """Yields pairs: a line for main without the path, and the expected digests."""
    for name in ("ShortMsg", "LongMsg"):
        for record in records(name):
            message = record["Msg"][:int(record["Len"]) // 4]
            yield f"once {message}", [record["MD"]]
    monte = list(map(dict, records("Monte")))
    yield f"monte {monte[0]['Seed']}", [record["MD"] for record in monte]
    for length in range(301):
        message = bytes(i * 7 % 256 for i in range(length))
        yield f"once {message.hex()}", [hashlib.sha256(message).hexdigest()]


def check(program):
    asked = list(questions())
    for path, name in enumerate(PATHS):
        answers = run("qemu-aarch64", program, input="".join(f"{path} {q}\n" for q, _ in asked)).split()
        expected = [digest for _, digests in asked for digest in digests]
        wrong = sum(a != e for a, e in zip(answers, expected)) + abs(len(answers) - len(expected))
        print(f"{program.name} {name}: {len(expected)} digests, {wrong} wrong")
        if wrong or len(expected) < 500:
            sys.exit(1)


def instructions(program, path, bytes):
    """Returns the number of instructions of a run: in single-step mode, qemu logs each as a separate block."""
    log = program.with_suffix(".log")
    run("qemu-aarch64", "-singlestep", "-d", "exec,nochain", "-D", log, program, path, bytes)
    with open(log) as lines:
        return sum(line.startswith("Trace") for line in lines)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for optimization in ("-Onone", "-O"):
            program = build(folder, optimization)
            check(program)
        for path, name in enumerate(PATHS):
            few, many = (instructions(program, path, bytes) for bytes in (1024, 3072))
            short = {bytes: instructions(program, path, bytes) - instructions(program, path, 0) for bytes in (91, 294)}
            print(f"{name}: {(many - few) / 32:.0f} instructions a block; more than for the empty message: "
                  + ", ".join(f"{count} for {bytes} bytes" for bytes, count in short.items()))


if __name__ == "__main__":
    main()
