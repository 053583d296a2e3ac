#!/usr/bin/env python3
"""Checks that `pemtool assemble` restores each file from `pemtool dump --text`, octet by octet.

    Tests/Tools/check/dump-text.py PEMTOOL [--mutants N] [FOLDER...]

Reads the files in the folders (default: Tests/Vectors; .tar.zst archives are unpacked). A file without the dashes of
PEM is one object; in any other file, each block is one, as Python's base64 decodes it. The objects and N mutants of
them are dumped with a NULL before them, so that no private key is recognized, which dump --text refuses by design.
Objects that look like DER are also dumped without it, and those that are then refused are counted. Exit status 1 if an
octet differs.
"""
import argparse
import base64
import binascii
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BLOCK = re.compile(rb"-----BEGIN ([^\n-]*)-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END \1-----")
NULL = b"\x05\x00"
BATCH = 200


def is_der(octets):
    """Returns whether pemtool treats a file as DER, whatever text it may be."""
    return len(octets) > 1 and octets[0] == 0x30 and (octets[1] >= 0x80 or octets[1] + 2 == len(octets))


def objects(octets):
    """Returns the DER, or intended DER, in a file."""
    if is_der(octets) or b"-----" not in octets:
        return [octets] if octets else []
    found = []
    for _, text in BLOCK.findall(octets):
        try:
            found.append(base64.b64decode(b"".join(text.split()), validate=True))
        except binascii.Error:
            pass
    return [der for der in found if der]


def mutant(octets, rng):
    octets = bytearray(octets)
    for _ in range(rng.randint(1, 4)):
        place = rng.randint(0, len(octets))
        end = min(len(octets), place + rng.randint(0, 12))
        kind = rng.randrange(5)
        if kind == 0:
            del octets[place:end]
        elif kind == 1:
            octets[place:place] = rng.randbytes(rng.randint(1, 4))
        elif kind == 2:
            octets[place:place] = octets[place:end]
        elif kind == 3 and place < len(octets):
            octets[place] ^= 1 << rng.randrange(8)
        elif place < len(octets):
            # Octets that occur in headers.
            octets[place] = rng.choice(b"\x00\x01\x02\x03\x04\x05\x06\x1f\x30\x31\x3f\x7f\x80\x81\x82\x84\xa0\xbf\xff")
    return bytes(octets)


class Checker:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder

    def back(self, paths, *options):
        """Returns the reassembled files, and dump's standard error."""
        text = subprocess.run([self.tool, "dump", "--text", *options, *paths], capture_output=True, cwd=self.folder)
        done = subprocess.run([self.tool, "assemble", "-"], input=text.stdout, capture_output=True)
        if text.returncode not in (0, 3) or done.returncode:
            return None, text.stderr + done.stderr
        return done.stdout, text.stderr

    def check(self, batch):
        """Returns the objects that differ, and how many objects of the batch are rejected without the NULL."""
        number, octets = batch
        names, failed, refused = [], [], 0
        for place, one in enumerate(octets):
            names.append(f"{number}-{place}")
            (self.folder / names[-1]).write_bytes(NULL + one)
        if self.back(names, "--unknown")[0] != b"".join(NULL + one for one in octets):
            failed = [one for name, one in zip(names, octets) if self.back([name], "--unknown")[0] != NULL + one]
        plain = [(name, one) for name, one in zip(names, octets) if is_der(one)]
        for name, one in plain:
            (self.folder / name).write_bytes(one)
        text, errors = self.back([name for name, _ in plain], "--unknown") if plain else (b"", b"")
        kept = [one for name, one in plain if f"pemtool: {name}: ".encode() not in errors]
        refused = len(plain) - len(kept)
        if text != b"".join(kept):
            for name, one in plain:
                text, errors = self.back([name], "--unknown")
                if text != one and not errors:
                    failed.append(one)
        for name in names:
            (self.folder / name).unlink()
        return failed, refused


def files(folders, scratch):
    for folder in folders:
        for archive in sorted(folder.glob("*.tar.zst")):
            subprocess.run(["tar", "--use-compress-program=zstd -d --long=27", "-xf", archive, "-C", scratch], check=True)
        yield from sorted(path for path in folder.rglob("*") if path.is_file() and ".zst" not in path.suffixes
                          and path.suffix not in (".gz", ".py", ".md"))
    yield from sorted(path for path in scratch.rglob("*") if path.is_file())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool", metavar="PEMTOOL")
    parser.add_argument("--mutants", type=int, default=2000)
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    rng = random.Random(25)
    failed, refused, count, file_count = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = pathlib.Path(scratch)
        (scratch / "files").mkdir()
        (scratch / "archives").mkdir()
        checker = Checker(pathlib.Path(options.tool).resolve(), scratch / "files")
        plain = []
        for path in files(options.folders or [HERE.parents[1] / "Vectors"], scratch / "archives"):
            found = objects(path.read_bytes())
            file_count += bool(found)
            plain += found
        plain = [one for one in plain if len(one) < 1 << 20]
        small = [one for one in plain if len(one) < 4096]
        changed = [mutant(rng.choice(small), rng) for _ in range(options.mutants)]
        everything = plain + changed
        batches = [(start, everything[start:start + BATCH]) for start in range(0, len(everything), BATCH)]
        for wrong, hidden in pool.map(checker.check, batches):
            failed += wrong
            refused += hidden
    for one in failed[:20]:
        print(f"differs: {one.hex()[:300]}")
    print(f"{file_count} files with {len(plain)} objects, {len(changed)} mutants: {len(failed)} differ; as they are, "
          f"{refused} are not written as text")
    sys.exit(1 if failed else 0)


main()
