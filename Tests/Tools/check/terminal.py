#!/usr/bin/env python3
"""Checks the screens of every command in a real terminal of 80 and of 40 columns.

    Tests/Tools/check/terminal.py PEMTOOL

No line may be wider than the terminal unless a single word is (a pin, a hash, a name), none may end in a space, and
none has an escape. Prints the number of screens.
"""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios

tool = os.path.abspath(sys.argv[1])
vectors = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Vectors")
os.chdir(vectors)
certificate, key = "seeds/github.com.pem", "seeds/api.github.com-public-key.pem"
wrong = "Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU="
scratch = tempfile.TemporaryDirectory()
manifest = os.path.join(scratch.name, "p.json")
with open(manifest, "w", encoding="utf-8") as file:
    file.write('{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"**.example.com","pins":["%s"]}]}' % wrong)
cut = os.path.join(scratch.name, "cut.der")
with open(cut, "wb") as file:
    der = subprocess.run(["openssl", "x509", "-in", certificate, "-outform", "der"], capture_output=True, check=True)
    file.write(der.stdout[:151] + b"\x7f" + der.stdout[152:])

names = re.findall(r"^  (\w+)  ", subprocess.run([tool, "--help"], capture_output=True, text=True).stdout, re.M)
assert len(names) >= 11, names
commands = [[], ["--help"], ["inpsect"], ["--json", certificate], ["nowhere.pem"]]
commands += [["help", name] for name in names]
commands += [["help", "policy", name] for name in ("emit", "read", "diff")]
commands += [
    [certificate], ["inspect", "--full", certificate], ["inspect", "csr"], ["inspect", "p7"], ["inspect", "policy"],
    ["explain", certificate], ["explain", key], ["explain", "key"], ["wrap", key], ["inspect", cut],
    ["diagnose", wrong, key], ["diagnose", wrong, certificate], ["dump", key], ["dump", "--at", "13", key],
    ["dump", certificate],
    ["check", "--pin", wrong, certificate], ["check", "--for", "all", manifest],
    ["check", "--chain", "policy/chain-p521.pem", manifest],
    ["policy", "diff", manifest, manifest], ["pin", "--fromat", "hex", key], ["inspect", "--fromat", key],
]  # fmt: skip


def screen(words, columns, environment):
    """Returns the tool's output on a terminal with the given number of columns."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [tool, *words], stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, close_fds=True,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **environment},
    )  # fmt: skip
    # This end of the terminal stays open until all is read: what a process wrote may be lost when the last end closes.
    output, end = b"", None
    while end is None or not output.endswith(end):
        if end is None and process.poll() is not None:
            end = b"the end of the screen"
            os.write(terminal, end)
        if select.select([main], [], [], 0.02)[0]:
            output += os.read(main, 1 << 16)
    os.close(terminal)
    os.close(main)
    assert process.returncode in (0, 1, 2, 3), (words, process.returncode)
    return output[: -len(end)].decode().replace("\r\n", "\n")


problems = []
count = 0
for words in commands:
    for columns in (80, 40):
        plain = screen(words, columns, {"TERM": "xterm"})
        count += 1
        if "\x1b" in plain:
            problems.append((words, columns, "an escape"))
        for line in plain.split("\n"):
            if line != line.rstrip():
                problems.append((words, columns, "a space at the end: " + line))
            if len(line) <= columns:
                continue
            # A word that is too long by itself may follow its label; the numbers of the tree are a table.
            rest = line.strip().split(" ")
            if len(rest) > 1 and max(map(len, rest)) < columns - 24:
                problems.append((words, columns, "too wide: " + line))
# A command that prints nothing else says on a terminal what it did.
output = os.path.join(scratch.name, "spki.der")
for words, said in (["policy", "diff", manifest, manifest], "ok: the policies agree"), (
    ["convert", "--extract", "spki", "--output", output, certificate], f"wrote {output}"
):  # fmt: skip
    shown = screen(words, 200, {"TERM": "dumb"})
    if shown != f"pemtool: {said}\n":
        problems.append((words, "expected: " + said, shown))
for problem in problems:
    print(*problem, sep=": ", file=sys.stderr)
print(f"{count} screens of {len(commands)} commands, {len(problems)} problems")
sys.exit(1 if problems else 0)
