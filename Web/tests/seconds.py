#!/usr/bin/env python3
"""Prints how long pages take in headless Chromium, in turns, with the processor time of all processes of the browser.

    seconds.py [--mistake COUNT] PAGE...      each page as FILE.html, medians of seven

Ready is the time until the tool has started. The certificate is pasted, and the file of 1,000 certificates is chosen, in
the page that is ready. With --mistake, a pin that none of COUNT certificates explains is compared with all mistakes, once,
in the last page.
"""
import os
import pathlib
import statistics
import sys
import tempfile
import time

import drive
from playwright.sync_api import sync_playwright

PASTE = """async (text) => {
    const [began, clipboardData] = [performance.now(), new DataTransfer()];
    clipboardData.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData }));
    while (!document.querySelector(".copyable.pin, #objects button")) await new Promise((resolve) => setTimeout(resolve, 1));
    return (performance.now() - began) / 1000;
}"""


def processor_seconds():
    """Returns those of all descendants of this process that are alive."""
    parents, used = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)], used[int(folder.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    total, found = 0, [os.getpid()]
    for parent in found:
        children = [pid for pid in parents if parents[pid] == parent]
        found += children
        total += sum(used[pid] for pid in children)
    return total / os.sysconf("SC_CLK_TCK")


def measured(browser, certificates):
    page = browser.page()
    page.wait_for_function("() => !document.body.classList.contains('busy')")
    pasted = page.evaluate(PASTE, drive.CERTIFICATE.read_text())
    page.wait_for_function("() => !document.body.classList.contains('busy')")
    page.click("#clear")
    began, used = time.monotonic(), processor_seconds()
    page.set_input_files("#files", certificates)
    page.wait_for_selector(".card")
    row = page.seconds, pasted, time.monotonic() - began, processor_seconds() - used
    page.context.close()
    return row


def mistake(browser, count):
    page = browser.page()
    file = {"name": "many.pem", "mimeType": "", "buffer": drive.many(count)[1]}
    page.set_input_files("#files", [file])
    drive.settled(page, ".card")
    began, used = time.monotonic(), processor_seconds()
    page.evaluate("""(text) => { const box = document.getElementById("question"); box.value = text;
        box.dispatchEvent(new Event("input")); }""", drive.digest(b"another"))
    drive.settled(page, "#answer:not([hidden])")
    print(f"a wrong pin against {count:,} certificates: {time.monotonic() - began:.1f} s, "
          f"{processor_seconds() - used:.1f} s of processor time: {page.inner_text('#verdict')}")


def main():
    words = sys.argv[1:]
    count = int(words[1]) if words[:1] == ["--mistake"] else 0
    pages = [pathlib.Path(word).resolve() for word in words[2 if count else 0:]]
    if not pages:
        sys.exit(__doc__)
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    rows = {page: [] for page in pages}
    with sync_playwright() as playwright, tempfile.NamedTemporaryFile(suffix=".pem") as file:
        file.write(drive.many(1000)[1])
        file.flush()
        browser = drive.Browser(playwright)
        for _ in range(7):
            for page in pages:
                drive.PAGE = page
                rows[page].append(measured(browser, file.name))
        for page, found in rows.items():
            ready, pasted, many, used = [statistics.median(column) for column in zip(*found)]
            print(f"{page}: ready {ready:.2f} s; a pasted certificate {pasted:.3f} s; 1,000 certificates {many:.2f} s, "
                  f"{used:.2f} s of processor time")
        if count:
            mistake(browser, count)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
