#!/usr/bin/env python3
"""Changes the readers in small ways, and lists the changes that no test notices.

    Tests/Tools/check/mutants.py [--seed N] [--count N] [--folder FOLDER] [--only N,N...]

Draws places in DERKit, X509Model, SPKIHash and the judgment of PinPolicies: comparisons, operators, integer constants,
conditions and statements.
All changes are in one build, a copy of the package in FOLDER: a changed operator gets its own name, and its function
does something else if $MUTANT is its number. Changes that do not compile are dropped. Each of the others gets a run of
all tests up to the first that fails, and is caught if the run fails, crashes or takes ten times as long as usual.

Fast tests run first. FOLDER keeps the build and results.tsv, so that a run continues where it was stopped; it is for one
state of the sources. --only repeats these numbers.
Exit status 1 if a change survived that is not in mutants.tsv, which lists place, kind, change and the reason.

Left out: the rest of PinPolicies; comments, strings and data (tables of names, domains, keys and the rounds of digests),
where a change makes a different table, not different logic; lines that declare types, operators or where clauses, which
are not expressions.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULES = ["DERKit", "X509Model", "SPKIHash", "PinPolicies"]
LEFT_OUT = re.compile(r"PinPolicies/(?!Judgment|Check)")
DATA = re.compile(r"/Schema/ASN1Definitions|Domains\.swift|/KnownKeys/|Names\.swift|Texts?\.swift|Identifiers/|"
                  r"SHA\d+(Portable)?\.swift|DiagnosisSources")
# What each operator may become, and the generic parameter, types and precedence of the operator that replaces it.
COMPARABLE = ("<T: Comparable>", "T", "Bool", "ComparisonPrecedence")
EQUATABLE = ("<T: Equatable>", "T", "Bool", "ComparisonPrecedence")
SUM = ("<T: FixedWidthInteger>", "T", "T", "AdditionPrecedence")
PRODUCT = ("<T: FixedWidthInteger>", "T", "T", "MultiplicationPrecedence")
SHIFT = ("<T: FixedWidthInteger>", "T", "T", "BitwiseShiftPrecedence")
RANGE = ("<T: FixedWidthInteger>", "T", "Range<T>", "RangeFormationPrecedence")
OPERATORS = {
    "<": (["a <= b", "a >= b"], COMPARABLE), "<=": (["a < b", "a > b"], COMPARABLE),
    ">": (["a >= b", "a <= b"], COMPARABLE), ">=": (["a > b", "a < b"], COMPARABLE),
    "==": (["a != b"], EQUATABLE), "!=": (["a == b"], EQUATABLE),
    "+": (["a &- b"], SUM), "-": (["a &+ b"], SUM), "&+": (["a &- b"], SUM), "&-": (["a &+ b"], SUM),
    "|": (["a & b", "a ^ b"], SUM), "&": (["a | b"], PRODUCT), "*": (["a &+ b"], PRODUCT),
    "<<": (["a >> b"], SHIFT), ">>": (["a << b"], SHIFT), "..<": (["a ..< (b &+ 1)"], RANGE),
}
HELPERS = """#if canImport(Glibc)
import Glibc
#endif
public let mutant: Int = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
public func mutated<T: FixedWidthInteger>(_ id: Int, _ n: T) -> T { mutant == id ? n &+ 1 : n }
public func doubled<T: FixedWidthInteger>(_ id: Int, _ n: T) -> T { mutant == id ? n &* 2 : n }
public func negated(_ id: Int, _ condition: Bool) -> Bool { (mutant == id) != condition }
"""


def code_only(line):
    """Returns the line with its comment and strings blanked, so that the columns stay."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda match: '"' + "\x01" * (len(match[0]) - 2) + '"', line)
    return re.sub(r"//.*", lambda match: " " * len(match[0]), line)


def places():
    """Returns every change: file, line, start and end column, kind, and what it becomes."""
    found = []
    for path in sorted(path for module in MODULES for path in (ROOT / "Sources" / module).rglob("*.swift")):
        name = str(path.relative_to(ROOT))
        in_text = False
        for number, line in enumerate([] if DATA.search(name) or LEFT_OUT.search(name) else path.read_text().split("\n")):
            in_text ^= line.count('"""') % 2 == 1
            code = code_only(line)
            if in_text or '"""' in line or re.search(r"\b(where|operator|typealias|import|@\w+\(|static func [<=&|+-])", code):
                continue
            for match in re.finditer(r"(?<= )(\S+)(?= )|(?<=[\w)])(\.\.<)(?=[\w(])", code):
                operator = match[1] or match[2]
                for change in OPERATORS.get(operator, ([], 0))[0]:
                    found.append((name, number, match.start(), match.end(), operator, change))
                if operator in ("&&", "||"):
                    found.append((name, number, match.start(), match.end(), operator, {"&&": "||", "||": "&&"}[operator]))
            for match in re.finditer(r"(?<![\w.$])(0x[\da-fA-F_]+|\d[\d_]*)(?![\w.]*\w)", code):
                for change in ("mutated", "doubled"):
                    if change == "mutated" or match[0] != "0":
                        found.append((name, number, match.start(), match.end(), "constant", change))
            match = re.match(r"(\s*(?:guard|(?:\} else )?if) )([^{},]+?)(?= else \{| \{)", code)
            if match and not re.search(r"\b(let|var|case|try)\b", match[2]):
                found.append((name, number, match.start(2), match.end(2), "condition", "negated"))
            match = re.match(r"\s*(throw [^{}]+|\w[\w.]* [&+*-]{1,2}= [^{}]+|[\w.]+\.append\([^{}]*\))$", code)
            if match and match[1].count("(") == match[1].count(")") and not line.endswith(("+", "(")):
                found.append((name, number, match.start(1), match.end(1), "statement", "dropped"))
    return found


def signs(number):
    """Returns a number spelled in characters that the name of an operator may contain."""
    return "╱" + "".join("─━│┃┄┅┆┇┈┉"[int(digit)] for digit in str(number))


def schema(drawn, names, folder):
    """Writes the sources with all changes, and the operators; returns the changes by file and line."""
    helpers, by_line = HELPERS, {}
    lines = {name: (ROOT / name).read_text().split("\n") for name in names}
    for number, (name, row, start, end, kind, change) in sorted(drawn.items(), key=lambda item: item[1][:3], reverse=True):
        by_line.setdefault((name, row + 1), []).append(number)
        line = lines[name][row]
        text = line[start:end]
        if kind in ("constant", "condition"):
            text = f"{change}({number}, {text})"
        elif kind == "statement":
            text = f"if mutant != {number} {{ {text} }}"
        else:
            sign = ("<" if kind == "..<" else kind) + signs(number)
            if kind in ("&&", "||"):
                precedence = "LogicalConjunctionPrecedence" if kind == "&&" else "LogicalDisjunctionPrecedence"
                function = ("(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                            f"{{ try mutant == {number} ? a {change} b() : a {kind} b() }}")
            else:
                generic, operand, result, precedence = OPERATORS[kind][1]
                function = (f"{generic}(a: {operand}, b: {operand}) -> {result} "
                            f"{{ mutant == {number} ? {change} : a {kind} b }}")
            helpers += f"infix operator {sign}: {precedence}\npublic func {sign} {function}\n"
            text = sign
        lines[name][row] = line[:start] + text + line[end:]
    for name, content in lines.items():
        text = "\n".join(content)
        if not name.startswith("Sources/DERKit") and "import DERKit" not in text:
            text = text.replace("\n", "\nimport DERKit\n", 1) if text.startswith("//") else "import DERKit; " + text
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
    (folder / "Sources/DERKit/Mutants.swift").write_text(helpers)
    return by_line


def copy(folder, changed):
    """Copies the package; schema() writes the changed files."""
    for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
        target = folder / name
        if name not in changed and (ROOT / name).is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


def build(drawn, folder, unusable):
    """Builds the copy, and drops changes that do not compile until it builds."""
    names = {place[0] for place in drawn.values()}
    while True:
        by_line = schema(drawn, names, folder)
        command = ["swift", "build", "--build-tests", "--package-path", str(folder)]
        run = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, OPTIMIZED_TESTS="1"))
        if run.returncode == 0:
            return
        (folder / "build.log").write_text(run.stdout + run.stderr)
        wrong = set()
        for name, line in re.findall(r"(Sources/\S+\.swift):(\d+):\d+: error:", run.stdout + run.stderr):
            # A missing `return` is reported at the end of the function: the change before it is to blame. The type of a
            # closure is reported where the closure begins.
            rows = [row for file, row in by_line if file == name]
            before = [row for row in rows if row <= int(line)]
            wrong.update(by_line[name, max(before) if before else min(rows)] if rows else [])
        if not wrong:
            sys.exit(f"no change explains why the copy does not build: {folder}/build.log")
        for number in wrong:
            del drawn[number]
        with unusable.open("a") as file:
            print(*sorted(wrong), file=file)
        print(f"dropped {len(wrong)} that do not compile, {len(drawn)} are left", flush=True)


def prepare():
    """Limits the memory of a child, and lets signals end it, also where this script runs in the background."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_tests(folder, number, options, limit=3600):
    """Runs tests with a change up to the first that fails; returns why they failed, if they did, and the output."""
    run = subprocess.Popen([folder / ".build/debug/DERKitPackageTests.xctest", "--testing-library", "swift-testing", *options],
                           cwd=folder, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           env=dict(os.environ, MUTANT=str(number), NO_COLOR="1", TERM="dumb",
                                    SWIFT_BACKTRACE="enable=no"), start_new_session=True,
                           preexec_fn=prepare)
    late = threading.Event()
    # The children of the process end, too, because one that is left would keep the output open.
    timer = threading.Timer(limit, lambda: (late.set(), os.killpg(run.pid, signal.SIGKILL)))
    timer.start()
    output, failure = [], None
    for line in run.stdout:
        output.append(line)
        if line.startswith("✘"):
            failure = line.strip()[:100]
            os.killpg(run.pid, signal.SIGKILL)
            break
    run.communicate()
    timer.cancel()
    if late.is_set():
        failure = "takes too long"
    elif not failure and run.returncode:
        failure = f"status {run.returncode}"
    return failure, "".join(output)


def parts(folder):
    """Returns options and time limits for the tests that take less than a fifth of a second, and for the others."""
    kept, failure = folder / "slow-tests", None
    if not kept.exists():
        failure, output = run_tests(folder, 0, ["--no-parallel"])
        times = re.findall(r"^✔ Test (\w+)\(.* after ([\d.]+) seconds", output, flags=re.M)
        kept.write_text("\n".join(sorted({name for name, seconds in times if float(seconds) > 0.2})))
    slow = kept.read_text().split()
    found = []
    for option in ("--skip", "--filter") if slow else ("--skip",):
        options = [word for name in slow for word in (option, rf"/{name}\(")]
        start = time.monotonic()
        failure = failure or run_tests(folder, 0, options)[0]
        found.append((options, 10 * (time.monotonic() - start) + 10))
    if failure:
        sys.exit(f"the tests fail without a change: {failure}")
    print(f"{len(slow)} slow tests; limits {[round(limit) for _, limit in found]} s", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("/tmp/derkit-mutants"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    everything = places()
    sample = random.Random(options.seed).sample(everything, min(options.count, len(everything)))
    # Two changes of one operator or constant cannot both be in the build, so only the first one drawn is kept.
    drawn = {}
    for number, place in enumerate(sample, 1):
        if not any(other[:2] == place[:2] and other[2] < place[3] and place[2] < other[3] for other in drawn.values()):
            drawn[number] = place
    print(f"seed {options.seed}: {len(everything)} places, {len(sample)} drawn, {len(drawn)} in the build", flush=True)
    results = options.folder / "results.tsv"
    known, unusable = {}, options.folder / "not-compiling"
    if results.exists() and not options.only:
        known = {int(line.split("\t")[0]): line.split("\t")[1] for line in results.read_text().splitlines()}
    for number in unusable.read_text().split() if unusable.exists() else []:
        drawn.pop(int(number), None)
    copy(options.folder, {place[0] for place in drawn.values()})
    build(drawn, options.folder, unusable)
    print(f"{len(drawn)} compile", flush=True)
    stages = parts(options.folder)
    for number, (name, row, start, _, kind, change) in sorted(drawn.items()):
        if number in known or options.only and str(number) not in options.only.split(","):
            continue
        failure = None
        for arguments, limit in stages:
            failure = failure or run_tests(options.folder, number, arguments, limit)[0]
        known[number] = "caught" if failure else "survived"
        with results.open("a") as file:
            print(number, known[number], f"{name}:{row + 1}:{start + 1}", kind, change, failure, sep="\t", file=file)
    listed = (ROOT / "Tests/Tools/check/mutants.tsv").read_text() if (ROOT / "Tests/Tools/check/mutants.tsv").exists() else ""
    survivors = [number for number, ending in known.items() if ending == "survived"]
    for number in survivors:
        name, row, _, _, kind, change = drawn[number]
        print(f"{number}: {name}:{row + 1}: {kind} becomes {change}: {(ROOT / name).read_text().splitlines()[row].strip()}")
    print(f"{len(known)} run, {len(known) - len(survivors)} caught, {len(survivors)} survived")
    changes = [f"{name}:{row + 1}:{start + 1}\t{kind}\t{change}\t"
               for name, row, start, _, kind, change in map(drawn.get, survivors)]
    sys.exit(any(change not in listed for change in changes))


main()
