#!/usr/bin/env python3
"""Answers pemtool's question for a password in a real terminal: Tests/Tools/check/prompt.py PEMTOOL

Answers with the right password, a wrong one, none, the end of input and an interrupt. Checks what is printed, the exit
status, and whether the terminal hides what is typed and shows it again afterwards. Without a terminal, there must be no
question. Exit status 1 if anything differs.
"""
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import termios
import time

tool = pathlib.Path(sys.argv[1]).resolve()
folder = pathlib.Path(__file__).resolve().parents[2] / "Vectors/locked"
rows = {row[0]: row for row in (line.split("\t") for line in (folder / "INDEX.tsv").read_text().splitlines())}
RIGHT, WRONG = b"correct horse", b"battery staple"
QUESTION = b"password for "
wrong = 0


def complain(name, what):
    global wrong
    wrong += 1
    print(f"{name}: {what}")


def is_hidden(terminal):
    return not termios.tcgetattr(terminal)[3] & termios.ECHO


def conversation(words, environment):
    """Starts a command in its own terminal; returns the process, the terminal, and the output part by part."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        # A shell starts background commands with interrupts ignored, and children inherit that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.execve(words[0], words, {**os.environ, **environment})

    def parts():
        output, ends = b"", time.monotonic() + 60
        while time.monotonic() < ends:
            if not select.select([terminal], [], [], 0.1)[0]:
                continue
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:
                return
            if not part:
                return
            output += part
            yield output
        complain(" ".join(words[1:]), "it does not end")
        os.kill(child, signal.SIGKILL)

    return child, terminal, parts()


def talk(name, words, answers):
    """Returns the status and output of a command in a terminal that answers each question."""
    child, terminal, parts = conversation([str(tool), *words], {"NO_COLOR": "1"})
    output, asked = b"", 0
    for output in parts:
        if output.count(QUESTION) > asked:
            if not is_hidden(terminal):
                complain(name, "the terminal shows what is typed")
            if asked == len(answers):
                complain(name, "one question more than expected")
                os.kill(child, signal.SIGKILL)
                break
            os.write(terminal, answers[asked])
            asked += 1
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    if asked != len(answers):
        complain(name, f"{asked} questions, expected {len(answers)}")
    for secret in (RIGHT, WRONG):
        if secret in output:
            complain(name, "a password is in the output")
    return status, output.decode()


def expect(name, words, answers, status, pins=(), text=""):
    found, output = talk(name, words, answers)
    if found != status:
        complain(name, f"status {found}, expected {status}: {output}")
    if [line for line in output.split() if len(line) == 44 and line.endswith("=")] != list(pins):
        complain(name, f"other pins than expected: {output}")
    if text not in output:
        complain(name, f"expected '{text}': {output}")


def pins(file):
    return rows[file][3].split(",")


def shell(name, script, text):
    """Runs a script in a shell of the terminal, to see what the terminal does after the command."""
    child, terminal, parts = conversation(["/bin/sh", "-c", script, str(tool)], {})
    output, answered = b"", False
    for output in parts:
        if QUESTION in output and not answered:
            answered = True
            os.write(terminal, text)
    os.waitpid(child, 0)
    os.close(terminal)
    flags = output.decode().split()
    if "echo" not in flags or "-echo" in flags:
        complain(name, f"the terminal stays silent: {output.decode()}")


FILE, KEY, STORE = "openssl-modern.p12", "pkcs8-rsa.pem", "keytool.p12"
checks = [
    ("the right password", ["pin", FILE], [RIGHT + b"\n"], 0, pins(FILE)),
    ("a carriage return", ["pin", FILE], [RIGHT + b"\r"], 0, pins(FILE)),
    ("a correction", ["pin", FILE], [RIGHT + b"x\x7f\n"], 0, pins(FILE)),
    ("a wrong password", ["pin", FILE], [WRONG + b"\n"], 3, (), "wrong password, or the file was changed"),
    ("no password", ["pin", FILE], [b"\n"], 3, (), "encrypted"),
    ("the end of input", ["pin", FILE], [b"\x04"], 3, (), "encrypted"),
    ("an interrupt", ["pin", FILE], [b"\x03"], -signal.SIGINT, ()),
    ("one password for two files", ["pin", FILE, KEY], [RIGHT + b"\n"], 0, pins(FILE) + pins(KEY)),
    ("the second file asks again", ["pin", FILE, KEY], [WRONG + b"\n", RIGHT + b"\n"], 3, pins(KEY)),
    ("an interrupt at the second", ["pin", FILE, "openssl-unicode.p12"], [RIGHT + b"\n", b"\x03"], -signal.SIGINT, None),
    ("nothing to ask", ["pin", "openssl-empty-password.p12"], [], 0, pins("openssl-empty-password.p12")),
    ("a key store", ["pin", "keytool.jks"], [], 0, None),
    ("a key store after another file", ["pin", FILE, "keytool.jks"], [WRONG + b"\n"], 3, None, "pJqLaCAQhx9E"),
    ("another command", ["inspect", FILE], [RIGHT + b"\n"], 0, None, "xL6w16Ny7X"),
    ("a long line", ["pin", FILE], [b"x" * 3000 + b"\n"], 3, ()),
]  # fmt: skip
for name, words, answers, status, wanted, *text in checks:
    if wanted is None:
        found, output = talk(name, words, answers)
        if found != status or text and text[0] not in output:
            complain(name, f"status {found}, expected {status}: {output}")
    else:
        expect(name, words, answers, status, wanted, *text)
for name, text in (("after a password", RIGHT + b"\n"), ("after an interrupt", b"\x03"), ("after no password", b"\n")):
    # The shell catches the signal, so that it continues.
    shell(name, f"trap : INT; \"$0\" pin {FILE}; stty -a", text)

# Without a terminal on both ends, there is no question and no wait.
for name, streams in (("no terminal", {}), ("input from a pipe", {"stdin": subprocess.PIPE})):
    done = subprocess.Popen([tool, "pin", folder / FILE], **{"stdin": subprocess.DEVNULL, **streams},
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        # The pipe stays open, so reading it would never end.
        status = done.wait(20)
        errors = done.stderr.read().decode()
        if status != 3 or QUESTION.decode() in errors or "encrypted" not in errors:
            complain(name, f"status {status}: {errors}")
    except subprocess.TimeoutExpired:
        complain(name, "it waits")
        done.kill()
print(f"{len(checks) + 5} conversations, {wrong} wrong")
sys.exit(1 if wrong else 0)
