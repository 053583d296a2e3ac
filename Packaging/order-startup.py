#!/usr/bin/env python3
"""Writes startup.order: the functions and data that `pemtool pin FILE` uses, in the order of first use.

The linker places them next to each other, so that a start pages in half as much of the program. A name that no longer
exists does no harm. Run this again if the start has changed a lot. Needs valgrind.
"""
import bisect
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CERTIFICATE = HERE.parent / "Tests/Vectors/seeds/github.com.pem"
# Valgrind does not support the SHA instructions, so it does not see their kernel.
KERNEL = re.compile(r"^\$s18SHA256Instructions.*Z$")


def symbols(program):
    """Returns address, size and name of every symbol, sorted by address."""
    found = []
    for line in subprocess.run(["nm", "-S", program], capture_output=True, text=True, check=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 4:
            found.append((int(fields[0], 16), int(fields[1], 16), fields[3]))
    return sorted(found)


def touched(program, table):
    """Returns the names of the symbols that a run uses, in order."""
    starts = [row[0] for row in table]
    names = {}
    with tempfile.NamedTemporaryFile("r") as trace:
        subprocess.run(
            ["valgrind", "--tool=lackey", "--trace-mem=yes", f"--log-file={trace.name}", program, "pin", CERTIFICATE],
            check=True, stdout=subprocess.DEVNULL)
        for line in trace:
            if line[:2] not in ("I ", " L", " S", " M"):
                continue
            address = int(line[3:].split(",")[0], 16)
            start, size, name = table[bisect.bisect_right(starts, address) - 1]
            if start <= address < start + max(size, 1):
                names[name] = None
    return list(names)


def main():
    program = sys.argv[1] if len(sys.argv) == 2 else sys.exit("usage: order-startup.py PEMTOOL (not stripped)")
    table = symbols(program)
    kernel = [name for _, _, name in table if KERNEL.match(name)]
    order = kernel + touched(program, table)
    (HERE / "startup.order").write_text("\n".join(order) + "\n")
    print(f"{len(order)} names")


if __name__ == "__main__":
    main()
