#!/usr/bin/env python3
"""Measures the processor time of builds from scratch: a release build of pemtool, and a debug build, with tests, of the
package that the README shows.

    Benchmarks/builds.py [--write] [--before REVISION]

Builds clones of the checkout's last commit and of REVISION, one after the other. --write puts the table in
Documentation/Evidence/Speed.md.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time

from compare import ROOT, table


def seconds(folder, *words):
    """Returns the processor seconds of a command in a folder, which depend less on other work than the seconds of a
    clock."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - start.ru_utime + end.ru_stime - start.ru_stime


def app(clone, folder):
    """Writes the README's package, with the clone instead of the address."""
    pages = (clone / "README.md").read_text() + (clone / "Documentation/DERKit.docc/PinInATest.md").read_text()
    samples = re.findall(r"^```swift\n(.*?)^```", pages, re.S | re.M)
    tests = folder / "Tests" / "AppTests"
    tests.mkdir(parents=True)
    manifest = next(sample for sample in samples if "// swift-tools-version" in sample)
    (folder / "Package.swift").write_text(re.sub(r'url: "[^"]+", from: "[^"]+"', f'path: "{clone}"', manifest))
    (tests / "PinTests.swift").write_text(next(sample for sample in samples if "@Test" in sample))


def measured(revision):
    with tempfile.TemporaryDirectory() as scratch:
        clone, folder = pathlib.Path(scratch) / "DERKit", pathlib.Path(scratch) / "app"
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        subprocess.run(["git", "checkout", "-q", revision], cwd=clone, check=True)
        app(clone, folder)
        return (seconds(clone, "swift", "build", "-c", "release", "--product", "pemtool"),
                seconds(folder, "swift", "build", "--build-tests"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--before")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    columns = [("now", measured("HEAD"))] + ([("before", measured(options.before))] if options.before else [])
    rows = [(name, *(f"{times[place]:.1f}" for _, times in columns)) for place, name in enumerate(
        ["release build of pemtool", "debug build of the README's package and tests"])]
    text = (f"Measured on {time.strftime('%Y-%m-%d')} on {os.cpu_count()} cores, with load {load:.1f} at the start; one build of "
            "each.\n" + table("From scratch, seconds of processor time", ["", *(name for name, _ in columns)], rows))
    print(text)
    if options.write:
        page = ROOT / "Documentation" / "Evidence" / "Speed.md"
        start, _, rest = page.read_text().partition("<!-- builds -->\n")
        _, _, after = rest.partition("<!-- end builds -->\n")
        page.write_text(f"{start}<!-- builds -->\n{text}\n<!-- end builds -->\n{after}")


if __name__ == "__main__":
    main()
