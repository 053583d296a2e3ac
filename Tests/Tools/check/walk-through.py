#!/usr/bin/env python3
"""The walk-through in Documentation/Life-of-a-pin.md: runs every command and compares its output with the page.

    Tests/Tools/check/walk-through.py PEMTOOL [--write]

Commands begin with "    $ " and run in a folder with the files of Tests/Vectors/life; what they print, on both
streams, follows them with the same indentation. --write replaces the output in the page.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[3]
document = root / "Documentation/Life-of-a-pin.md"
pemtool = pathlib.Path(sys.argv[1]).resolve()
lines, commands = [], 0
with tempfile.TemporaryDirectory() as folder:
    shutil.copytree(root / "Tests/Vectors/life", folder, dirs_exist_ok=True)
    tools = pathlib.Path(folder) / "bin"
    tools.mkdir()
    (tools / "pemtool").symlink_to(pemtool)
    variables = dict(os.environ, LC_ALL="C", PATH=f"{tools}:{os.environ['PATH']}")
    for line in document.read_text().split("\n"):
        if line.startswith("    $ "):
            commands += 1
            lines.append(line)
            result = subprocess.run(
                ["/bin/sh", "-c", f"{{ {line[6:]}; }} 2>&1"], cwd=folder, env=variables, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            lines += [f"    {text}".rstrip() for text in result.stdout.splitlines()]
        elif not line.startswith("    "):
            lines.append(line)
text = "\n".join(lines)
if "--write" in sys.argv:
    document.write_text(text)
elif text != document.read_text():
    (pathlib.Path(tempfile.gettempdir()) / "walk-through.md").write_text(text)
    subprocess.run(["diff", document, pathlib.Path(tempfile.gettempdir()) / "walk-through.md"])
    sys.exit("the walk-through prints something else")
print(f"{commands} commands print what {document.name} shows")
