#!/usr/bin/env python3
"""Runs two builds of pemtool over every test vector and reports what they print differently.

    Tests/Tools/check/compare-output.py OLD NEW [FOLDER]    FOLDER is Tests/Vectors unless given

Standard output, standard error and the exit status of 15 command lines per file must be the same. Exit status 1 if
any differs; the first 20 differences are shown.
"""
import concurrent.futures
import difflib
import os
import subprocess
import sys

if len(sys.argv) not in (3, 4):
    sys.exit(__doc__)
old, new = map(os.path.abspath, sys.argv[1:3])
here = os.path.dirname(os.path.abspath(__file__))
os.chdir(sys.argv[3] if len(sys.argv) == 4 else os.path.join(here, "../../Vectors"))
PIN = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
COMMANDS = [
    ["pin"], ["pin", "--json"], ["pin", "--format", "okhttp"], ["inspect"], ["inspect", "--full"],
    ["inspect", "--json", "--full"], ["explain"], ["explain", "--json"], ["diagnose", PIN],
    ["diagnose", "--json", PIN], ["dump"], ["check", "--json", "--pin", PIN], ["policy", "read"],
    ["check", "--at", "2026-11-22", "--json"], ["policy", "emit", "trustkit"],
]


def answer(tool, words):
    done = subprocess.run([tool, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
    return done.stdout + b"-- standard error\n" + done.stderr + b"-- status %d\n" % done.returncode


def different(words):
    one, other = answer(old, words), answer(new, words)
    return None if one == other else (words, one, other)


files = sorted(os.path.join(folder, name)[2:] for folder, _, names in os.walk(".") for name in names)
lines = [[*command, file] for file in files for command in COMMANDS]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = [one for one in pool.map(different, lines) if one]
for words, one, other in found[:20]:
    print("pemtool", *words)
    texts = [text.decode("utf-8", "backslashreplace").splitlines() for text in (one, other)]
    print(*[line[:200] for line in list(difflib.unified_diff(*texts, "old", "new", n=0, lineterm=""))[2:12]], sep="\n")
print(f"{len(lines)} command lines over {len(files)} files, {len(found)} with another answer")
sys.exit(1 if found else 0)
