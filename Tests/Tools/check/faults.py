#!/usr/bin/env python3
"""Makes each system call of pemtool fail in turn, and checks its response.

    Tests/Tools/check/faults.py [--short] PEMTOOL

A library that is loaded before the C library (faults.c) makes one call fail, be interrupted, or read or write only one
octet, or makes the disk full after some octets. In each command, this happens to each of the first thousand calls of a
kind; with --short, to a few of them. Either nothing is different, or the exit status is 3 or 4 with a message, the
output is a part of the usual output or says what could not be read, and files are complete or missing. If memory runs
out, the Swift runtime ends the program by a signal; the output until then must be the beginning of the usual output.

PEMTOOL has to be linked with the C library dynamically. Exit status 1 if an answer is wrong.
"""
import collections
import concurrent.futures
import errno
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parents[1] / "Vectors"
# How each call fails. A number is a value of errno.
HOW = {
    "open": [errno.EACCES, errno.EMFILE], "read": [errno.EIO, errno.EINTR, "short", f"all:{errno.EIO}"],
    "write": [errno.ENOSPC, errno.EINTR, errno.EPIPE, "short", f"all:{errno.ENOSPC}"], "close": [errno.EIO],
    "stat": [errno.EACCES, errno.EIO], "lstat": [errno.EIO], "fstat": [errno.EIO], "opendir": [errno.EMFILE],
    "readdir": [errno.EIO], "fchmod": [errno.EIO], "rename": [errno.EIO], "link": [errno.EIO], "unlink": [errno.EIO],
    "pthread_create": [errno.EAGAIN, f"all:{errno.EAGAIN}"],
    "malloc": [errno.ENOMEM], "calloc": [errno.ENOMEM], "realloc": [errno.ENOMEM],
    "posix_memalign": [errno.ENOMEM], "aligned_alloc": [errno.ENOMEM],
}
MEMORY = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]
PIN = "jeHmKR1BO+YKvR3Re25kVbbBci7g3TE513U0i1o2l8I="

# A day on which the certificate is valid.
DAY = "2021-06-01"

# The commands, run in a folder with these files and an empty folder `out`.
FILES = {"leaf.pem": "seeds/github.com.pem", "chain.pem": "pem/chain-with-garbage.pem", "key.pem": "key/spki-x448.pem"}
COMMANDS = [
    "pin leaf.pem", "pin leaf.pem key.pem", "pin folder", "pin -", "pin --jsonl folder", "pin --lines lines.txt",
    "inspect leaf.pem", "inspect --json leaf.pem key.pem", "inspect --jsonl folder", "explain leaf.pem",
    "explain --json leaf.pem", f"diagnose --pin {PIN} leaf.pem", "dump chain.pem", "dump --json key.pem",
    "dump --text leaf.pem", "assemble --output out/leaf.der leaf.txt", "assemble leaf.txt",
    "convert --to der --output out/leaf.der leaf.pem", "convert --to pem leaf.pem key.pem",
    "convert --split --output out folder", "convert --force --to der --output out/former.der leaf.pem",
    f"check --pin {PIN} leaf.pem", "wrap --algorithm X448 raw.der",
    f"check --at {DAY} --chain leaf.pem --host github.com pins.json", f"check --json --at {DAY} pins.json",
    f"check --host github.com --at {DAY} pins.json leaf.pem", "policy emit --to okhttp pins.json",
    "policy read folder", f"policy new --host a.example --at {DAY} leaf.pem",
]


def prepare(folder, tool):
    (folder / "folder/inside").mkdir(parents=True)
    for name, vector in FILES.items():
        shutil.copy(VECTORS / vector, folder / name)
        shutil.copy(VECTORS / vector, folder / "folder/inside" / name)
        shutil.copy(VECTORS / vector, folder / "folder" / f"2-{name}")

    def made(name, *words):
        with open(folder / name, "wb") as file:
            done = subprocess.run([tool, *words], cwd=folder, stdout=file, stderr=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"{name} cannot be made: status {done.returncode}")

    made("leaf.txt", "dump", "--text", "leaf.pem")
    made("raw.der", "convert", "--extract", "raw-key", "--to", "der", "key.pem")
    made("lines.txt", "convert", "--to", "base64", "leaf.pem")
    made("pins.json", "policy", "new", "--host", "github.com", "--at", DAY, "leaf.pem")


class Runner:
    def __init__(self, tool, library, template):
        self.tool, self.library, self.template = tool, library, template

    def run(self, command, fault=None, counts=None):
        """Returns status, standard output, standard error, and the files that were written."""
        with tempfile.TemporaryDirectory() as out:
            words = [self.tool]
            for word in command.split():
                words.append(word.replace("out", out, 1) if word.split("/")[0] == "out" else word)
            if "former" in command:
                former = pathlib.Path(out) / "former.der"
                former.write_bytes(b"former")
                former.chmod(0o600)
            environment = {"PATH": os.environ["PATH"], "LD_PRELOAD": str(self.library), "LLVM_PROFILE_FILE": "/dev/null",
                           "SWIFT_BACKTRACE": "enable=no"}
            if fault:
                environment["FAULT"] = fault
            if counts:
                environment["FAULT_COUNTS"] = str(counts)
            with open(self.template / "leaf.pem", "rb") as source:
                try:
                    done = subprocess.run(words, cwd=self.template, stdin=source, capture_output=True, timeout=60,
                                          env=environment)
                except subprocess.TimeoutExpired:
                    return None, b"", b"", {}
            files = {path.name: (path.read_bytes(), path.stat().st_mode & 0o777)
                     for path in pathlib.Path(out).iterdir()}
            texts = [text.replace(out.encode(), b"out") for text in (done.stdout, done.stderr)]
            return done.returncode, *texts, files


def objects(text):
    """Returns the JSON objects of an output, or None if it is something else."""
    try:
        value = json.loads(text)
        return value if isinstance(value, list) else [value]
    except ValueError:
        try:
            return [json.loads(line) for line in text.splitlines()]
        except ValueError:
            return None


def is_part(text, usual):
    """Returns whether an output is the beginning of the usual one, or some of its lines or objects with error reports."""
    if usual.startswith(text):
        return True
    found, known = objects(text), objects(usual)
    if found is not None and known is not None:
        names = ("index", "offset")
        plain = [{key: value for key, value in one.items() if key not in names} for one in known]
        return all(one.get("ok") is False
                   or {key: value for key, value in one.items() if key not in names} in plain for one in found)
    lines = usual.splitlines()
    return all(line in lines for line in text.splitlines())


def problem(call, how, usual, got):
    """Returns the error in an answer, or None."""
    status, output, errors, files = got
    if status is None:
        return "does not end"
    if (status, output, files) == (usual[0], usual[1], usual[3]):
        return None
    if call in MEMORY and status < 0:
        return None if usual[1].startswith(output) else "prints something else"
    if str(how).endswith(str(errno.EPIPE)) and status == -signal.SIGPIPE:
        return None if usual[1].startswith(output) else "prints something else"
    if status < 0:
        return f"ends by signal {-status}"
    # A missing object changes the numbers in the names of the others.
    complete = [*usual[3].values(), (b"former", 0o600)]
    strange = {name: file for name, file in files.items() if file not in complete or name.endswith(".tmp")}
    if strange and not (call == "unlink" and "all" in str(how)):
        return f"leaves {', '.join(f'{name} ({len(file[0])} bytes, {file[1]:o})' for name, file in strange.items())}"
    # A failed write concerns the output; other calls may concern an input or the file that is written.
    if status != 4 and (call == "write" or status != 3):
        return f"exit status {status}"
    if not errors and call != "write":
        return "no message"
    return None if is_part(output, usual[1]) else "prints something else"


def faults(counts, is_short):
    """Yields the faults to try for a command with that many calls."""
    for call, count in counts.items():
        limit = min(count, 1000)
        numbers = range(1, limit + 1)
        if is_short and limit > 2:
            numbers = [1, limit]
        for number in numbers:
            for how in HOW[call]:
                yield call, how, f"{call}:{number}:{how}"
    for size in range(0, 1025, 341 if is_short else 1):
        for how in (errno.ENOSPC, errno.EPIPE):
            yield "write", how, f"full:{size}:{how}"


def main():
    words = [word for word in sys.argv[1:] if word != "--short"]
    if len(words) != 1 or words[0].startswith("-"):
        sys.exit(__doc__)
    tool, is_short = pathlib.Path(words[0]).resolve(), "--short" in sys.argv
    failed, tried, ended = 0, collections.Counter(), 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        scratch = pathlib.Path(scratch)
        library, template = scratch / "faults.so", scratch / "files"
        subprocess.run(["clang", "-O2", "-shared", "-fPIC", "-o", library, HERE / "faults.c"], check=True)
        prepare(template, tool)
        runner = Runner(tool, library, template)
        for command in COMMANDS:
            (scratch / "counts").unlink(missing_ok=True)
            usual = runner.run(command, counts=scratch / "counts")
            if not (scratch / "counts").exists():
                sys.exit(f"{tool} cannot be preloaded to: it is not linked with the C library dynamically")
            if usual[0] is None or usual[0] < 0:
                sys.exit(f"{command}: status {usual[0]} without any fault: {usual[2].decode()[:400]}")
            counts = {call: int(count) for call, count in
                      (line.split() for line in (scratch / "counts").read_text().splitlines())}
            cases = list(faults(counts, is_short))
            for (call, how, fault), got in zip(cases, pool.map(lambda case: runner.run(command, case[2]), cases)):
                tried[call] += 1
                ended += call in MEMORY and (got[0] or 0) < 0
                wrong = problem(call, how, usual, got)
                if wrong:
                    failed += 1
                    print(f"{command}: {fault}: {wrong}; {got[2].decode(errors='replace').strip()[:200]}", flush=True)
    print(", ".join(f"{call} {count}" for call, count in sorted(tried.items())))
    print(f"{len(COMMANDS)} commands, {sum(tried.values())} faults, {failed} wrong answers; {ended} times without memory "
          "the program was ended by a signal")
    sys.exit(1 if failed else 0)


main()
