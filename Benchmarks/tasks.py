#!/usr/bin/env python3
"""Compares this package with swift-certificates and swift-asn1 in the same tasks: lines, processor time of a build from
scratch, and size.

    Benchmarks/tasks.py [--write]

Each file in Benchmarks/Tasks has the same functions for one library, and becomes a program of its own. No figure counts
unless all programs give the same answers for the same input. --write puts the tables in
Documentation/DERKit.docc/BesideSwiftCertificates.md.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time

from compare import HERE, ROOT, blocks, processor_seconds, run, same

WORK = HERE / ".build" / "tasks"
PAGE = ROOT / "Documentation" / "DERKit.docc" / "BesideSwiftCertificates.md"
VECTORS = ROOT / "Tests" / "Vectors"

# The functions, how a program calls each and prints the result, and what the table calls it.
TASKS = {
    "facts": ("try facts(of: text).forEach { print($0) }",
              "subject, issuer, expiration date, CA flag and host names of a certificate"),
    "pin": ("print(try pin(of: bytes))", "the pin of a certificate"),
    "publicKeyInfo": ("print(try publicKeyInfo(of: bytes))", "the SubjectPublicKeyInfo of a raw P-256 key"),
    "pins": ("try pins(of: text).forEach { print($0) }", "the pins of a PEM bundle"),
    "bind": ("print(try bind(of: bytes))", "the LDAP bind request"),
}
MAIN = """\
import %s

var text = ""
while let line = readLine(strippingNewline: false) { text += line }
let bytes = CommandLine.arguments.dropFirst(2).compactMap { UInt8($0) }
switch CommandLine.arguments.dropFirst().first {
%sdefault: break
}
"""

# Each program, in pairs: its name, and the packages and products that it imports.
HERE_PACKAGE = f'.package(name: "DERKit", path: "{ROOT}")'
PROGRAMS = {
    "DERKit": ("DERKit", [HERE_PACKAGE], {"X509Model": "DERKit", "SPKIHash": "DERKit"}),
    "SwiftCertificates": (
        "swift-certificates", ["swift-certificates", "swift-asn1", "swift-crypto"],
        {"X509": "swift-certificates", "SwiftASN1": "swift-asn1", "Crypto": "swift-crypto"}),
    "DERKitAlone": ("DERKit", [HERE_PACKAGE], {"DERKit": "DERKit"}),
    "SwiftASN1": ("swift-asn1", ["swift-asn1"], {"SwiftASN1": "swift-asn1"}),
}

# No key is in the bundle twice, because DERKit lists the pin of such a key only once.
BUNDLE = ["pem/chain-21.pem", "policy/chain-rsa2048.pem"]
GENERATOR = bytes.fromhex("04 6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                          "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
# A name and a password; neither; SASL with credentials, and controls.
BINDS = [bytes.fromhex(text) for text in (
    "30 16 020105 60 11 020103 0405 636e3d6d65 8005 68656c6c6f", "30 0c 020101 60 07 020103 0400 8000",
    "30 1c 02020100 60 12 020103 0400 a30b 0405 504c41494e 0402 0001 a002 3000")]


def manifest(packages, products):
    """Returns the manifest of a program; packages other than this checkout are those of Benchmarks/Package.swift."""
    known = dict(re.findall(r'(\.package\(url: "[^"]*/([^"/]+)".*\))', (HERE / "Package.swift").read_text()))
    requirements = {name: text for text, name in known.items()}
    return f"""// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "tasks", platforms: [.macOS(.v13)],
    dependencies: [{", ".join(requirements.get(package, package) for package in packages)}],
    targets: [.executableTarget(name: "tasks", dependencies: [{", ".join(
        f'.product(name: "{product}", package: "{package}")' for product, package in products.items())}])],
    swiftLanguageModes: [.v6]
)
"""


def functions(file):
    """Returns the lines of each function of a file, by its name."""
    source = (HERE / "Tasks" / f"{file}.swift").read_text()
    return {name: body.count("\n") for body, name in re.findall(r"^(func (\w+).*?^}\n)", source, re.S | re.M)}


def make(file):
    """Writes the package of a program and fetches what it depends on; returns its folder."""
    _, packages, products = PROGRAMS[file]
    folder = WORK / file
    shutil.rmtree(folder, ignore_errors=True)
    sources = folder / "Sources" / "tasks"
    sources.mkdir(parents=True)
    (folder / "Package.swift").write_text(manifest(packages, products))
    shutil.copy(HERE / "Tasks" / f"{file}.swift", sources)
    cases = "".join(f'case "{name}": {TASKS[name][0]}\n' for name in functions(file))
    (sources / "main.swift").write_text(MAIN % (next(iter(products)), cases))
    run("swift", "package", "resolve", cwd=folder, stderr=subprocess.DEVNULL)
    return folder


def answers(program, names):
    """Returns what a program prints for each task."""
    certificate = (VECTORS / "seeds" / "github.com.pem").read_text()
    bundle = "".join((VECTORS / file).read_text() for file in BUNDLE)
    inputs = {"facts": [(certificate, b"")], "pin": [("", blocks(certificate)[0])], "publicKeyInfo": [("", GENERATOR)],
              "pins": [(certificate, b""), (bundle, b"")], "bind": [("", der) for der in BINDS]}
    return {name: [run(program, name, *der, input=text) for text, der in inputs[name]] for name in names}


def measured(file):
    """Returns the answers of a program, the processor seconds of a debug build, and the MB of a release build."""
    rounds = []
    for _ in range(3):
        folder = make(file)
        _, seconds = processor_seconds(["swift", "build", "-j", 2, "--package-path", folder])
        rounds.append(seconds)
    seconds = sorted(rounds)[1]
    printed = answers(folder / ".build/debug/tasks", functions(file))
    run("swift", "build", "-j", "2", "-c", "release", "--static-swift-stdlib", cwd=folder, stderr=subprocess.DEVNULL)
    program = folder / ".build/release/tasks"
    same({"debug": printed, "release": answers(program, functions(file))}, file)
    run("strip", program)
    return printed, seconds, program.stat().st_size / 1e6


def versions():
    """Returns the name and version of each package that the programs were built with."""
    pins = (WORK / "SwiftCertificates" / "Package.resolved").read_text()
    return ", ".join(f"{name} {version}" for name, version in re.findall(
        r'"identity" : "(swift-(?:certificates|asn1|crypto))".*?"version" : "([^"]+)"', pins, re.S))


def table(ours, theirs, results):
    """Returns a table of two programs, in which a worse figure of ours is bold."""
    rows = [("lines: " + what, functions(ours)[name], functions(theirs)[name], "{}")
            for name, (_, what) in TASKS.items() if name in functions(ours)]
    rows += [("processor seconds of a debug build from scratch", results[ours][1], results[theirs][1], "{:.1f}"),
             ("MB of the stripped release program, with Swift's libraries in it", results[ours][2], results[theirs][2],
              "{:.1f}")]
    lines = [f"| | {PROGRAMS[ours][0]} | {PROGRAMS[theirs][0]} |", "| --- | ---: | ---: |"]
    for what, mine, other, form in rows:
        mark = "**" if mine > other else ""
        lines.append(f"| {what} | {mark}{form.format(mine)}{mark} | {form.format(other)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    results = {}
    for file in PROGRAMS:
        results[file] = measured(file)
        print(f"{file}: {results[file][1]:.0f} s, {results[file][2]:.1f} MB", file=sys.stderr)
    for name in TASKS:
        same({file: results[file][0][name] for file in PROGRAMS if name in results[file][0]}, name)
    swift = re.search(r"Swift version (\S+)", run("swift", "--version", stderr=subprocess.DEVNULL))[1]
    text = f"""\
Measured on {time.strftime('%Y-%m-%d')}: {versions()}, Swift {swift}.
{os.cpu_count()} processors, load {load:.1f} at the start; the figures for builds are medians of three.

{table("DERKit", "SwiftCertificates", results)}

This table compares the product `DERKit` alone with swift-asn1 alone. Neither has certificates or hashes, so the other
three tasks are missing:

{table("DERKitAlone", "SwiftASN1", results)}
"""
    print(text)
    if options.write:
        start, _, rest = PAGE.read_text().partition("<!-- tasks -->\n")
        _, _, after = rest.partition("<!-- end tasks -->\n")
        PAGE.write_text(f"{start}<!-- tasks -->\n{text}<!-- end tasks -->\n{after}")


main()
