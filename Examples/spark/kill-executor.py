"""Kills the first Spark executor that runs a pemtool, among the descendants of the process with the given id."""
import os
import signal
import sys
import time


def processes():
    """Returns the parent and name of every process."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                text = file.read()
        except OSError:
            continue
        # The name is in parentheses and may contain anything.
        end = text.rindex(")")
        found[int(name)] = (int(text[end + 2:].split()[1]), text[text.index("(") + 1:end])
    return found


def ancestors(process, table):
    while process in table:
        yield process
        process = table[process][0]


def main():
    root = int(sys.argv[1])
    while True:
        table = processes()
        if root not in table:
            sys.exit("kill-executor.py: the job ended before any executor had a pemtool at work")
        for process, (_, name) in table.items():
            line = list(ancestors(process, table))
            if name == "pemtool" and root in line:
                executor = next(above for above in line if table[above][1] == "java")
                os.kill(executor, signal.SIGKILL)
                print(f"killed executor {executor} while pemtool {process} was at work")
                return
        time.sleep(0.005)


if __name__ == "__main__":
    main()
