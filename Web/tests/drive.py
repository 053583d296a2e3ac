#!/usr/bin/env python3
"""Drives Web/dist/pemtool.html in headless Chromium.

    drive.py PEMTOOL [FOLDER]      with screenshots of every state, at three widths, light and dark, in FOLDER, and those
                                   of README in Documentation/Pictures: page.png and page-dark.png

Pins and hashes are compared with openssl's, and everything that the page shows of files, pins, configurations and
messages with what the native tool says of the same.
"""
import base64
import hashlib
import io
import json
import pathlib
import plistlib
import re
import shlex
import shutil
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "Web/dist/pemtool.html"
VECTORS = ROOT / "Tests/Vectors"
CERTIFICATE = VECTORS / "seeds/github.com.pem"
VIEWS = ["pin", "why", "inspect"]
RAW_PIN = "sha256/KSeGXndD4/rKAuzfT6R1azAATDNVWXuljpfEFIycaK0="
failures = []


def expect(is_right, what):
    if not is_right:
        failures.append(what)
        print(f"page: {what}", flush=True)


def openssl(*words, data=None):
    return subprocess.run(["openssl", *words], input=data, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL).stdout


def digest(data):
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def spki(certificate):
    return openssl("pkey", "-pubin", "-outform", "der", data=openssl("x509", "-in", str(certificate), "-pubkey", "-noout"))


class Browser:
    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

    def page(self, width=1440, scheme="light", fragment=""):
        """Returns a ready page in its own context. Any forbidden action is a failure."""
        context = self.chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: expect(False, f"console: {message.text}"))
        page.on("pageerror", lambda error: expect(False, f"error: {error}"))
        page.on("request", lambda request: expect(
            request.url.startswith(PAGE.as_uri()) or request.url.startswith("blob:"), f"request: {request.url}"))
        began = time.monotonic()
        page.goto(PAGE.as_uri() + fragment)
        page.wait_for_selector("body.ready")
        page.seconds = time.monotonic() - began
        return page


def show(page, view):
    page.click(f"#tab-{view}")
    page.wait_for_function("name => !document.getElementById('view-' + name).hidden", arg=view)


def settled(page, selector="body"):
    """Waits until the page has answered everything that it was asked."""
    page.wait_for_selector(selector)
    page.wait_for_function("() => !document.body.classList.contains('busy') && !state.isAnswering && !pending.size",
                           timeout=300_000)


def ask(page, text):
    page.fill("#question", text)
    settled(page)


def add(page, *files):
    page.set_input_files("#files", [str(file) for file in files])
    settled(page, "#view-pin .card, #answer:not([hidden])")


def drop_only(page, name, data):
    page.evaluate("""([name, text]) => {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name));
        for (const kind of ["dragover", "drop"]) {
            document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
        }
    }""", [name, base64.b64encode(data).decode()])


def drop(page, name, data):
    count = page.locator("#objects li").count()
    drop_only(page, name, data)
    page.wait_for_function("count => document.querySelectorAll('#objects li').length > count", arg=count)
    settled(page)


def reset(page):
    page.click("#clear")
    page.wait_for_selector("#workspace", state="hidden")
    expect(page.locator("#answer").is_hidden(), "an answer without a question")


# What the page shows, beside what the native tool says.

SHOWN = """() => ({
    verdict: document.getElementById("verdict").textContent,
    reports: [...document.querySelectorAll("#cards [data-report]")].map((card) => ({
        verdict: card.dataset.report, color: ["good", "warn", "bad"].filter((name) => card.classList.contains(name)).join(),
        title: card.querySelector("h3")?.textContent ?? document.getElementById("verdict").textContent,
        hosts: card.querySelector(".hosts")?.textContent ?? "", given: card.querySelector(".given code")?.textContent ?? "",
        rows: [...card.querySelectorAll("dl.facts .text")].map((text) => [
            text === text.parentElement.firstChild ? text.parentElement.previousSibling.textContent : "",
            text.querySelector("span").textContent, text.querySelector("button")?.getAttribute("aria-label") ?? null]),
    })),
    checks: [...document.querySelectorAll("#cards [data-check]")].map((row) => [row.dataset.check,
        row.querySelector("[data-message]").textContent, row.querySelector(".hint-text")?.textContent ?? "",
        row.querySelector(".where")?.textContent ?? ""]),
})"""
GOOD = ("right", "fingerprint", "accepted")
# The page's words for a text of which the native tool reads nothing, with status 3.
NOTHING = "not a pin, configuration or error message"
# The color of a verdict that is neither good nor bad; others are red.
COLORS = {"right": "good", "fingerprint": "good"} | dict.fromkeys(("misspelled", "misplaced", "server"), "warn")


def color(record):
    """Returns the color of what `diagnose` says; a pin or fingerprint without anything to compare with is neither."""
    waits = record.get("tried", {}).get("objects") == 0 and (
        record.get("verdict") == "unexplained" or record.get("verdict") == "not-a-pin" and "fingerprint_digest" in record)
    return "warn" if waits else COLORS.get(record.get("verdict"), "bad")


def hint(text, name):
    """Returns a hint as the page should show it: none with options of the command line, or to read a configuration."""
    if not text or "pemtool policy" in text or re.search(r"(^| )--[a-z]", text) and "FILE" not in text:
        return ""
    return "In a terminal: " + text.replace("FILE", shlex.quote(name)) if "FILE" in text else text


class Native:
    """The answers of the native tool to what the page asks: in a folder with the same files."""

    def __init__(self, tool):
        self.tool = str(pathlib.Path(tool).resolve())

    def lines(self, folder, *words):
        done = subprocess.run([self.tool, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        return [json.loads(line) for line in done.stdout.decode().splitlines()], done.returncode

    def answer(self, text, files):
        """Returns what the page should show of a text beside files, given as names and bytes."""
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                (pathlib.Path(folder) / name).write_bytes(data)
            (pathlib.Path(folder) / "the text").write_text(text)
            is_line = "\n" not in text.strip()
            words = [text.strip(), "the text"] if is_line else ["the text", text]
            is_answer = lambda records: any(record.get("verdict") != "not-a-pin" for record in records)  # noqa: E731
            first, _ = self.lines(folder, "diagnose", "--jsonl", "--", words[0], *files)
            records = first
            if not is_answer(first):
                second, _ = self.lines(folder, "diagnose", "--jsonl", "--", words[1], *files)
                records = second if is_answer(second) or not first else first
            is_failure = any(record.get("kind") == "pin-failure" for record in records)
            checks, is_policy, keys = [], False, 0
            if not is_failure:
                checks, status = self.lines(folder, "check", "--jsonl", "the text")
                is_policy = any(check.get("rule") != "missing-host" for check in checks) or status == 0
                if is_policy and files:
                    checks, _ = self.lines(folder, "check", "--jsonl", "the text", *files)
                # The page has no list of public suffixes.
                checks = [check for check in checks if is_policy and check.get("action", {}).get("kind") != "give-suffixes"
                          and check.get("rule") != "public-suffix"]
                for name in files:
                    keys += sum("pin" in record for record in self.lines(folder, "pin", "--jsonl", name)[0])
            if is_policy and (not keys or all(record.get("verdict") == "not-a-pin" for record in records)):
                records = []
        rows = [check for check in checks if "reason" in check]
        findings = [check for check in checks if "rule" in check]
        verdict = next((f"{row['host']}: {row['message']}" for row in
                        [row for row in rows if row["verdict"] not in GOOD] + rows), None)
        verdict = verdict or next((record["title"] for record in
                                   [record for record in records if record.get("verdict") not in GOOD] + records), None)
        verdict = verdict or next(((finding["pattern"] + ": " if finding["pattern"] else "") + finding["message"]
                                   for finding in findings), "no findings" if is_policy else NOTHING)
        return {
            "verdict": verdict,
            "reports": [{
                "verdict": record.get("verdict", record.get("kind")), "color": color(record), "title": record["title"],
                "hosts": ", ".join(record.get("hosts", [])), "given": record.get("pin", ""),
                "rows": [[row["name"], row["text"], row["copy"] and f"Copy {row['copy']}"] for row in record["report"]],
            } for record in records],
            "checks": [[row["verdict"], row["message"], row["hint"], ""] for row in rows]
                      + [[finding["severity"], finding["message"], finding["hint"], finding["rule"]] for finding in findings],
        }


def same(page, native, name, text, files):
    """Compares what the page shows of a text beside the files on it with what the native tool says; returns if they differ."""
    expected, found = native.answer(text, files), page.evaluate(SHOWN)
    for one in expected, found:
        one["checks"].sort()
    parts = [part for part in expected if expected[part] != found[part]]
    for part in parts:
        expect(False, f"{name}: the {part} is {str(found[part])[:700]}, natively {str(expected[part])[:700]}")
    return bool(parts)


def files_like_native(browser, native):
    """G15: 60 files: every object with its title, key, role and pin, or its error."""
    page = browser.page()
    every = sorted(path for folder in ("cert", "csr", "key", "keys", "kinds", "p7", "pem", "locked", "names", "life", "spoilt",
                                       "seeds", "rawkey", "openssl", "crosssigned")
                   for path in (VECTORS / folder).rglob("*") if path.is_file() and path.suffix not in (".tsv", ".md", ".txt"))
    chosen = every[:: max(1, len(every) // 60)][:60]
    differ, opened = 0, 0
    for path in chosen:
        drop_only(page, path.name, path.read_bytes())
        page.wait_for_timeout(20)
        settled(page, "#view-pin .card, #answer:not([hidden]), #status.error")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(path, folder)
            expected, _ = native.lines(folder, "inspect", "--jsonl", path.name)
            explained, _ = native.lines(folder, "explain", "--jsonl", path.name)
        found = page.evaluate("""() => [...document.querySelectorAll("#view-pin > .card")].map((card) => ({
            pin: card.querySelector(".copyable.pin code")?.textContent ?? null,
            title: card.querySelector("h2").textContent,
            chips: [...card.querySelectorAll("header .chip")].map((chip) => chip.textContent),
            message: card.querySelector(".message")?.textContent ?? "",
            hint: card.querySelector(".error-text > :last-child:not(.where)")?.textContent ?? "",
            texts: [...card.querySelectorAll("dl.spellings dt")].map((name) =>
                [name.textContent, name.nextSibling.querySelector("code").textContent]) }))""")
        roles = {"leaf": "leaf", "ca": "intermediate", "root": "root"}
        wrong = len(found) != min(50, len(expected)) and not page.locator("#answer").is_visible()
        for one, record in zip(found, expected):
            wrong |= one["pin"] != record.get("pin") or one["message"] != record.get("error", {}).get("message", "")
            wrong |= "title" in record and one["title"] != record["title"]
            wrong |= one["hint"] != hint(record.get("error", {}).get("hint"), path.name)
            if one["texts"]:
                opened += 1
                texts = next(other for other in explained if other["index"] == record["index"])["spellings"]
                found_texts = [(consumer, text) for names, text in one["texts"] for consumer in names.split(", ")]
                wrong |= sorted(found_texts) != sorted((row["consumer"], row["text"]) for row in texts)
            wrong |= not {roles.get(record.get("role")), record.get("key_name")} - {None} <= set(one["chips"])
        if wrong:
            differ += 1
            expect(False, f"{path.name}: {str(found)[:400]}, natively {str(expected)[:400]}")
        if page.locator("#clear").is_visible():
            reset(page)
    print(f"page: {len(chosen)} files, {differ} of them not as natively; {opened} pins in every spelling", flush=True)
    expect(len(chosen) == 60, f"{len(chosen)} files")
    expect(opened > 30, f"only {opened} pins with the spelling of each consumer")


def texts_like_native(browser, native):
    """G15: 40 pins, 20 configurations and 20 messages, beside the certificates that they are about."""
    page = browser.page()
    pins, differ = 0, 0
    for name in "p-256", "rsa-2048", "ed25519", "p-384", "secp256k1":
        file = VECTORS / f"diagnose/{name}.pem"
        add(page, file)
        rows = [line.split("\t") for line in (VECTORS / f"diagnose/{name}.tsv").read_text().splitlines()]
        for number, row in enumerate(rows[:: max(1, len(rows) // 8)][:8]):
            ask(page, ("sha256/", "")[number % 2] + row[0])
            differ += same(page, native, f"the pin of {row[-1]}", page.input_value("#question"), {file.name: file.read_bytes()})
            pins += 1
        reset(page)
    print(f"page: {pins} pins, {differ} of them not as natively", flush=True)
    expect(pins == 40, f"{pins} pins")
    key = digest(spki(CERTIFICATE))
    wrong = RAW_PIN.removeprefix("sha256/")
    octets = base64.b64decode(key).hex()
    texts = []
    for block in (VECTORS / "policy/pin-texts.txt").read_text().split("\n== ")[1:]:
        name, _, rest = block.partition("\n")
        texts.append((name, rest.split("\n--\n")[0]))
    chosen = texts[:: len(texts) // 15][:15] + [
        (name, plistlib.dumps(plistlib.loads((VECTORS / "plist" / name).read_bytes())).decode())
        for name in ("trustkit.plist", "info.plist")]
    chosen.append(("pins.json", (ROOT / "Examples/app-pins/pins/pins.json").read_text()))
    head = "<network-security-config>\n<domain-config><domain>github.com</domain><pin-set>\n"
    tail = "</pin-set></domain-config>\n</network-security-config>"
    chosen += [("Android", f'{head}<pin digest="SHA-256">{key}</pin>\n<pin digest="SHA-256">{wrong}</pin>\n{tail}'),
               ("Android with OkHttp's form", f'{head}<pin digest="SHA-256">sha256/{key}</pin>\n{tail}')]
    differ = 0
    for number, (name, text) in enumerate(chosen):
        for mark, value in (("«1»", key), ("«2»", wrong), ("«h1»", octets), ("«a»", key[:20]), ("«b»", key[20:])):
            text = text.replace(mark, value)
        files = {}
        if number % 2 == 0 or number >= 18:
            add(page, CERTIFICATE)
            files = {CERTIFICATE.name: CERTIFICATE.read_bytes()}
        ask(page, text)
        differ += same(page, native, f"the configuration {name}", page.input_value("#question"), files)
        reset(page)
    print(f"page: {len(chosen)} configurations, {differ} of them not as natively", flush=True)
    expect(len(chosen) == 20, f"{len(chosen)} configurations")
    lines = (VECTORS / "failures/messages.tsv").read_text().splitlines()
    chosen, differ = lines[:: len(lines) // 20][:20], 0
    for number, line in enumerate(chosen):
        text = line.split("\t")[3].replace("\\n", "\n").replace("\\t", "\t")
        files = {}
        if number % 2:
            add(page, CERTIFICATE)
            files = {CERTIFICATE.name: CERTIFICATE.read_bytes()}
        ask(page, text)
        differ += same(page, native, f"the message {text[:60]}", page.input_value("#question"), files)
        reset(page)
    print(f"page: {len(chosen)} messages, {differ} of them not as natively", flush=True)
    expect(len(chosen) == 20, f"{len(chosen)} messages")


# The findings of the review, a step each.

def right_spelling(browser):
    """G1: for each consumer, what can be copied as the right pin is what the consumer reads. G4: nothing wrong can be copied."""
    page = browser.page()
    add(page, CERTIFICATE)
    key = digest(spki(CERTIFICATE))
    xml = ('<network-security-config>\n<domain-config><domain>github.com</domain><pin-set>\n<pin digest="SHA-256">{}</pin>'
           '\n</pin-set></domain-config></network-security-config>')
    for name, text, right in [
            ("Android", xml.format(f"sha256/{key}"), key), ("a wrong pin for Android", xml.format(RAW_PIN[7:]), key),
            ("OkHttp", RAW_PIN, f"sha256/{key}"), ("TrustKit", RAW_PIN[7:], key), ("curl", "sha256//" + RAW_PIN[7:], f"sha256//{key}")]:
        ask(page, text)
        copies = page.evaluate("""() => [...document.querySelectorAll("#cards .copy")].map((copy) =>
            copy.getAttribute("aria-label").replace("Copy ", ""))""")
        expect(copies == [right], f"G1 and G4, {name}: {copies} can be copied, expected {right}")
        expect(page.locator("#cards .text code").all_inner_texts() == [right], f"G1, {name}: the right pin is code")
    page.click("#cards .copy")
    page.wait_for_function("() => document.getElementById('status').textContent.startsWith('Copied')")


def true_answers(browser):
    """G2: an answer goes when what it is about changes, and comes back in any order. G5: a message alone has an answer."""
    page = browser.page()
    key = digest(spki(CERTIFICATE))
    other = VECTORS / "seeds/api.github.com-public-key.pem"
    add(page, other)
    ask(page, key)
    expect("not the pin of this key" in page.inner_text("#verdict"), f"G2: {page.inner_text('#verdict')}")
    page.evaluate("""() => { window.seen = []; new MutationObserver(() => window.seen.push(
        document.getElementById("verdict").textContent)).observe(document.getElementById("verdict"), { childList: true }); }""")
    add(page, CERTIFICATE)
    expect(page.inner_text("#verdict").startswith("right:"), f"G2: after the certificate: {page.inner_text('#verdict')}")
    expect(page.evaluate("window.seen[0]") == "", "G2: the old verdict was not removed first")
    page.locator("#given-files button").last.click()
    settled(page)
    expect("not the pin of this key" in page.inner_text("#verdict"), "G2: after the certificate was removed")
    page.type("#question", "x")
    expect(page.locator("#answer").is_hidden(), "G2: the verdict of another text")
    settled(page)
    reset(page)
    ask(page, f"Certificate pinning failure!\n  Peer certificate chain:\n    sha256/{key}: CN=github.com\n"
              f"  Pinned certificates for github.com:\n    {RAW_PIN}")
    expect(page.inner_text("#verdict") == "OkHttp refused github.com", f"G5: {page.inner_text('#verdict')}")
    expect(page.locator("#workspace").is_hidden(), "G5: objects without files")
    # The same in the other box.
    text = page.input_value("#question")
    reset(page)
    page.fill("#given", text)
    page.wait_for_function("() => document.getElementById('given').value === ''")
    settled(page, "#answer:not([hidden])")
    expect(page.inner_text("#verdict") == "OkHttp refused github.com", "a message in the box of certificates")
    page.fill("#question", CERTIFICATE.read_text())
    settled(page, "#objects li")
    expect(page.inner_text(".copyable.pin code") == key, "a certificate in the box of pins")


def names(browser, native):
    """G3: a name is the tool's, and no part of a name's text. G6: no option of the command line is shown."""
    page = browser.page()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "forged.pem"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "/dev/null",
                "-out", str(file), "-subj", "/CN=attacker.example/O=Foo,CN=google.com", "-days", "30")
        add(page, file)
    expect(page.inner_text("#objects .title") == "attacker.example", f"G3: {page.inner_text('#objects .title')}")
    reset(page)
    for name in "openssl-modern.p12", "pkcs8-p-256.pem":
        add(page, VECTORS / "locked" / name)
    add(page, VECTORS / "diagnose/p-256.pem")
    ask(page, digest(b"another"))
    text = page.inner_text("body")
    for option in "--password", "--roots", "--max-iterations", "--host", "--ca-keys", "pemtool pin", "pemtool explain":
        expect(option not in text, f"G6: {option} is on the page")
    hints = set()
    for path in sorted(path for path in VECTORS.rglob("*") if path.is_file()):
        for record in native.lines(ROOT, "inspect", "--jsonl", str(path))[0]:
            hints |= {one.get("hint") for one in [record.get("error", {}), *record.get("notes", [])]} - {None, ""}
    for text, shown in zip(hints, page.evaluate("hints => hints.map((text) => hintFor(text, 'a b'))", list(hints))):
        expect((shown or "") == hint(text, "a b"), f"G6: the hint '{text}' is shown as '{shown}'")
    print(f"page: {len(hints)} hints of the tool, none with an option of the command line", flush=True)


def servers(browser):
    """G8: a host name or URL, in either box, is answered with the command that gets its chain."""
    page = browser.page()
    for box in "#question", "#given":
        for text, host in ("example.com", "example.com:443"), ("https://example.com/a?b", "example.com:443"), \
                ("example.com:8443", "example.com:8443"), ("localhost", "localhost:443"), ("[::1]:8443", "'[::1]:8443'"), \
                ("bücher.example", "xn--bcher-kva.example:443"), ("example.com/path", "example.com:443"), \
                ("imaps://host", "host:993"), ("me@host", "host:443"):
            page.fill(box, text)
            settled(page, "#answer:not([hidden])")
            command = f"openssl s_client -connect {host} -showcerts </dev/null"
            expect(page.locator("#cards .copy").get_attribute("aria-label") == f"Copy {command}", f"G8: {text}")
            words = page.inner_text("#cards")
            expect("browser" in words and "Paste what it prints" in words, "G8: both ways to a chain")
            reset(page)


def many(count):
    """Returns certificates with different keys, one after another in PEM: one certificate with other moduli."""
    der = openssl("x509", "-in", str(VECTORS / "diagnose/rsa-2048.pem"), "-outform", "der")
    place = der.index(bytes.fromhex("0282010100")) + 20
    every = [der[:place] + number.to_bytes(4, "big") + der[place + 4:] for number in range(count)]
    return every, "".join(ssl.DER_cert_to_PEM_cert(one) for one in every).encode()


def long_work(browser, native):
    """G9: long work shows how much is done and can be stopped, answers come as they are found, and one question runs at a
    time. The answer is the native tool's, though workers share the certificates."""
    page = browser.page()
    every, data = many(1000)
    began = time.monotonic()
    drop(page, "many.pem", data)
    print(f"page: 1,000 certificates read in {time.monotonic() - began:.1f} s", flush=True)
    page.fill("#question", digest(b"another"))
    page.wait_for_selector("#work:not([hidden])")
    page.wait_for_function("() => /Trying the known mistakes on 1,000 keys: [1-9]/.test(document.getElementById('work').textContent)")
    began = time.monotonic()
    page.click("#stop")
    page.wait_for_selector("#answer:not([hidden])")
    expect("Stopped" in page.inner_text("#verdict"), "G9: stopping")
    expect(page.evaluate("document.activeElement.id") == "question", "G9: the focus after stopping")
    page.fill("#question", digest(b"a third"))
    page.wait_for_timeout(600)
    page.fill("#question", "hello")
    settled(page, "#answer:not([hidden])")
    expect(page.inner_text("#verdict") == "not a pin", f"G9: the last question: {page.inner_text('#verdict')}")
    print(f"page: stopped, and two other questions answered, in {time.monotonic() - began:.1f} s", flush=True)
    page.evaluate("""() => { window.seen = []; new MutationObserver(() => seen.push(["verdict", "cards"].map((name) =>
        document.getElementById(name).textContent))).observe(document.getElementById("verdict"), { childList: true }); }""")
    for name, text, last in [("of no certificate", digest(b"another"), "not the pin of any of these keys"),
                             ("of a certificate's mistake", digest(every[-1]), "not the pin of any of these keys, but made from")]:
        page.evaluate("seen.length = 0")
        began = time.monotonic()
        ask(page, text)
        print(f"page: a pin {name} among 1,000: {time.monotonic() - began:.1f} s", flush=True)
        seen = [pair for pair in page.evaluate("seen") if pair[0]]
        expect(seen[0][0] == "not the pin of any of these keys" and seen[-1][0].startswith(last), f"G9: {seen}")
        expect(not any("no known mistake" in cards for _, cards in seen[:-1]), "G9: an answer before all was tried")
        same(page, native, f"G9: a pin {name}", text, {"many.pem": data})
    page.click("#clear")
    # Files that were read stay, and those after the one that was stopped are not read.
    files = [{"name": f"{number}.pem", "mimeType": "", "buffer": data * 20} for number in range(3)]
    page.set_input_files("#files", [{"name": "one.pem", "mimeType": "", "buffer": CERTIFICATE.read_bytes()}, *files])
    page.wait_for_selector("#work:not([hidden])")
    page.click("#stop")
    settled(page, "#status.error")
    expect("stopped" in page.inner_text("#status"), f"G9: reading that was stopped: {page.inner_text('#status')}")
    expect(page.locator("#given-files li").count() < 4, "G9: the files after")
    page.click("#clear")
    add(page, VECTORS / "seeds/github.com.pem")
    expect(page.locator(".copyable.pin").count() == 1, "G9: the page goes on")


def examples(browser):
    """G7: the first screen has a place for both. G10: the example ends at its diagnosis, and what was typed comes back."""
    for width in 360, 1440:
        page = browser.page(width)
        for box in "#question", "#given":
            place = page.locator(box).bounding_box()
            expect(place["y"] + place["height"] < 900, f"G7: {box} is not on the first screen at {width}")
    page.fill("#question", "my text")
    settled(page, "#answer:not([hidden])")
    page.click("#example")
    settled(page, ".copyable.pin")
    expect(page.inner_text("#verdict") == "not the pin of this key, but made from it", "G10: the diagnosis of the example")
    page.click("#back")
    settled(page, "#answer:not([hidden])")
    expect(page.input_value("#question") == "my text" and page.locator("#objects li").count() == 0, "G10: the text comes back")


def roles(browser):
    """G11: leaf, intermediate and root; hosts and dates of a policy; a private key is said to be erased."""
    page = browser.page()
    with tempfile.TemporaryDirectory() as folder:
        chain = made_chain(folder)
    drop(page, "chain.pem", chain)
    kinds = page.locator("#objects .kind").all_inner_texts()
    expect([kind.split(" ")[0] for kind in kinds] == ["intermediate", "leaf", "root"], f"G11: {kinds}")
    page.evaluate("document.body.classList.add('has-many')")
    page.select_option("#order", "role")
    settled(page)
    kinds = page.locator("#objects .kind").all_inner_texts()
    expect([kind.split(" ")[0] for kind in kinds] == ["leaf", "intermediate", "root"], f"G11, in order: {kinds}")
    ask(page, '<network-security-config>\n<domain-config><domain>leaf.example</domain><pin-set expiration="2020-01-31">\n'
              f'<pin digest="SHA-256">{RAW_PIN[7:]}</pin></pin-set></domain-config></network-security-config>')
    expect("leaf.example" in page.inner_text("#cards") and "2020-01-31" in page.inner_text("#cards"), "G11: host and date")
    reset(page)
    drop(page, "server.key", PEM_KEY)
    expect("erased" in page.inner_text(".card"), "G11: a private key is said to be erased")


def made_chain(folder):
    """Returns an intermediate, a leaf and a root as PEM, in this order."""
    folder = pathlib.Path(folder)
    names = ["Root", "Intermediate", "leaf.example"]
    for place, name in enumerate(names):
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", str(folder / f"{place}.key"),
                "-out", str(folder / f"{place}.csr"), "-subj", f"/CN={name}")
        (folder / "ext").write_text("basicConstraints=critical,CA:" + ("FALSE" if place == 2 else "TRUE") + "\n"
                                    + ("subjectAltName=DNS:leaf.example\n" if place == 2 else "keyUsage=keyCertSign\n"))
        issuer = ["-key", str(folder / "0.key")] if place == 0 else [
            "-CA", str(folder / f"{place - 1}.pem"), "-CAkey", str(folder / f"{place - 1}.key"), "-CAcreateserial"]
        if place == 0:
            issuer = ["-signkey", str(folder / "0.key")]
        openssl("x509", "-req", "-in", str(folder / f"{place}.csr"), *issuer, "-days", "300", "-extfile", str(folder / "ext"),
                "-out", str(folder / f"{place}.pem"))
    return b"".join((folder / f"{place}.pem").read_bytes() for place in (1, 2, 0))


def focus_and_print(browser):
    """G13: the focus is never lost, the verdict is said, print has the answer and no controls, phones have targets of 44."""
    page = browser.page(360)
    ask(page, RAW_PIN)
    add(page, CERTIFICATE)
    expect(page.inner_text("#verdict") in page.text_content("[role=status]"), "G13: the verdict is announced")
    for view in "why", "inspect", "pin":
        page.focus(f"#tab-{view}")
        page.keyboard.press("Enter")
        settled(page, f"#view-{view}:not([hidden])")
        expect(page.evaluate("document.activeElement !== document.body"), f"G13: the focus after {view}")
    page.locator("#objects button").first.focus()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.evaluate("document.activeElement.closest('#objects') !== null"), "G13: the focus after choosing an object")
    page.locator("#view-pin .links button").first.focus()
    page.keyboard.press("Enter")
    settled(page, "#view-why .by-field")
    expect(page.evaluate("document.activeElement.id") == "view-why", "G13: the focus after a link to another view")
    small = page.evaluate("""() => [...document.querySelectorAll("button, .button, select, summary, textarea")].filter((element) =>
        element.offsetParent && (element.getBoundingClientRect().height < 43.5 || element.getBoundingClientRect().width < 43.5))
        .map((element) => element.outerHTML.slice(0, 80))""")
    expect(not small, f"G13: smaller than 44 pixels: {small}")
    expect("rop" not in page.inner_text("main"), "G13: a phone is told to drop")
    page.focus("#clear")
    page.keyboard.press("Enter")
    page.wait_for_selector("#workspace", state="hidden")
    expect(page.evaluate("document.activeElement.id") == "question", "G13: the focus after removing all")
    page.evaluate("document.activeElement.blur()")
    drop(page, "60.pem", many(60)[1])
    expect(page.evaluate("document.activeElement === document.body"), "G13: a file that is dropped takes the focus")
    page.locator("#view-pin > button", has_text="Show more").click()
    card = "[...document.querySelectorAll('#view-pin > .card')].indexOf(document.activeElement.closest('.card'))"
    expect(page.evaluate(card) == 50, "G13: the focus after the last cards are shown")
    reset(page)
    ask(page, RAW_PIN)
    add(page, CERTIFICATE)
    page.emulate_media(media="print")
    seen = [name for name in ("#question", "#files", "#example", "#stop", "#status", "#objects") if page.locator(name).is_visible()]
    expect(not seen and page.locator("#verdict").is_visible() and page.locator("#view-pin").is_visible(), f"G13: print shows {seen}")
    expect(page.locator("#cards .given").is_visible(), "G13: print has the pin")


def hostile(browser):
    """Nothing that is given becomes a part of the page: file names, texts, subjects, hosts, the fragment."""
    mark = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    page = browser.page(fragment="#certificate=" + mark)
    page.on("dialog", lambda dialog: expect(False, "a script of an input ran"))
    for text in (mark, f"sha256/{mark}", f"Certificate pinning failure!\n  Pinned certificates for {mark}:\n    sha256/{mark}",
                 f'{{"hosts": {{"{mark}": ["{RAW_PIN}"]}}}}', f"<network-security-config>\n<domain-config><domain>{mark}</domain>"
                 f"<pin-set><pin digest='SHA-256'>{mark}</pin></pin-set></domain-config></network-security-config>"):
        for box in "#question", "#given":
            page.fill(box, text)
            settled(page)
            page.evaluate("document.querySelectorAll('#clear:not([hidden])').forEach((button) => button.click())")
            settled(page)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "mark.pem"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "/dev/null",
                "-out", str(file), "-subj", "".join(f"/{name}={mark.replace('/', chr(92) + '/')}" for name in ("CN", "O", "L")),
                "-addext", f"subjectAltName=URI:{mark},URI:javascript:alert(3),email:{mark}", "-days", "30")
        drop(page, mark + ".pem", file.read_bytes())
    add(page, VECTORS / "locked/openssl-modern.p12")
    page.fill("form.password input", mark)
    page.keyboard.press("Enter")
    settled(page, "#status.error")
    for text in mark, "":
        page.evaluate("document.body.classList.add('has-many')")
        page.fill("#search", text)
        settled(page)
    ask(page, RAW_PIN)
    for view in VIEWS:
        show(page, view)
        settled(page)
    count = page.evaluate("document.querySelectorAll('img, iframe, object, [onerror], a[href], script:not([type]):not(:last-of-type)').length")
    expect(count == 0, "an element of an input is in the page")
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    expect("require-trusted-types-for 'script'" in policy and "unsafe-inline" not in policy and "default-src 'none'" in policy,
           policy)
    page = browser.chromium.new_context().new_page()
    page.goto(PAGE.as_uri())
    for name, text in ("Trusted Types", "document.body.innerHTML = 'x'"), ("the policy of scripts", "await fetch('https://example.com')"), (
            "the policy of styles", "document.head.append(Object.assign(document.createElement('style'), {textContent: 'body{color:red}'})); "
            "if (getComputedStyle(document.body).color !== 'rgb(255, 0, 0)') throw 1"):
        refused = page.evaluate(f"async () => {{ try {{ {text}; return false; }} catch {{ return true; }} }}")
        expect(refused, f"{name} do not apply")


def first_minute(browser):
    """Five tasks from the first screen, with at most two actions each."""
    key, raw = digest(spki(CERTIFICATE)), RAW_PIN[7:]
    message = (f"Certificate pinning failure!\n  Peer certificate chain:\n    sha256/{key}: CN=github.com\n"
               f"  Pinned certificates for github.com:\n    {RAW_PIN}")
    xml = ("<network-security-config>\n<domain-config><domain>github.com</domain><pin-set>\n"
           f'<pin digest="SHA-256">{raw}</pin></pin-set></domain-config></network-security-config>')
    rows = [line.split("\t") for line in (VECTORS / "locked/INDEX.tsv").read_text().splitlines()]
    locked = next(row[3].split(",") for row in rows if row[0] == "openssl-modern.p12")

    def password(page):
        page.fill("form.password input", "correct horse")
        page.keyboard.press("Enter")

    tasks = [
        ("an OkHttp message", [lambda page: page.fill("#question", message)], f"sha256/{key}", "#answer"),
        ("a wrong pin and a chain", [lambda page: page.fill("#question", RAW_PIN), lambda page: page.set_input_files(
            "#files", str(CERTIFICATE))], f"sha256/{key}", "#answer"),
        ("an Android XML", [lambda page: page.fill("#question", xml)], "Add the server's certificates", "#answer"),
        ("a host name", [lambda page: page.fill("#question", "github.com")], "openssl s_client -connect github.com:443", "#answer"),
        ("a .p12", [lambda page: page.set_input_files("#files", str(VECTORS / "locked/openssl-modern.p12")), password],
         locked[0], "#view-pin"),
    ]
    for name, actions, expected, where in tasks:
        page = browser.page()
        began = time.monotonic()
        for action in actions:
            action(page)
            settled(page, f"{where}:not([hidden])")
        page.wait_for_timeout(50)
        settled(page)
        expect(expected in page.inner_text(where) and len(actions) <= 2, f"{name}: {page.inner_text(where)[:300]}")
        print(f"page: {name}: {len(actions)} action(s), {time.monotonic() - began:.1f} s", flush=True)


def adding(browser):
    """Files that are chosen, dropped and pasted, and a file that cannot be read."""
    page = browser.page()
    pin = digest(spki(CERTIFICATE))
    add(page, CERTIFICATE)
    expect(page.inner_text(".copyable.pin code") == pin, "the pin of a chosen file")
    for consumer, text in ("OkHttp", f"sha256/{pin}"), ("curl", f"sha256//{pin}"), ("HPKP", f'pin-sha256="{pin}"'):
        page.wait_for_selector("dl.spellings dt")
        row = page.locator("dl.spellings dt", has_text=consumer).locator("xpath=following-sibling::dd[1]//code")
        expect(row.inner_text() == text, f"the pin for {consumer}")
    drop(page, "dropped.der", openssl("x509", "-in", str(CERTIFICATE), "-outform", "der"))
    expect(page.locator(".copyable.pin code").nth(1).inner_text() == pin, "the pin of a dropped file")
    page.fill("#given", (VECTORS / "seeds/api.github.com-public-key.pem").read_text())
    page.wait_for_function("() => document.querySelectorAll('#objects li').length === 3")
    settled(page)
    key = openssl("pkey", "-pubin", "-in", str(VECTORS / "seeds/api.github.com-public-key.pem"), "-outform", "der")
    expect(page.locator(".copyable.pin code").nth(2).inner_text() == digest(key), "the pin of pasted text")
    expect(page.input_value("#given") == "", "pasted text stays in its field")
    drop(page, "broken.pem", (VECTORS / "cert/bad-name-utf8.pem").read_bytes())
    page.wait_for_selector(".card.bad .message")
    expect("UTF-8" in page.inner_text(".card.bad .message"), "the error of a broken file")
    expect("line 3" in page.inner_text(".card.bad .error-text"), "the place of the error")
    with page.expect_download() as saved:
        page.click("#save-pins")
    lines = pathlib.Path(saved.value.path()).read_text().splitlines()
    expect([line[:44] for line in lines] == [pin, pin, digest(key)], "the saved pins")
    show(page, "inspect")
    page.locator("#objects button").first.click()
    settled(page, "#view-inspect .links button")
    with page.expect_download() as saved:
        page.locator("#view-inspect .links button", has_text="Save").click()
    expect(pathlib.Path(saved.value.path()).read_bytes() == openssl("x509", "-in", str(CERTIFICATE), "-outform", "der"),
           "the saved certificate")
    reset(page)
    with tempfile.NamedTemporaryFile(suffix=".pem") as large:
        large.truncate(33 << 20)
        add(page, large.name, CERTIFICATE)
        page.wait_for_selector("#status.error")
        expect(pathlib.Path(large.name).name in page.inner_text("#status"), "a file that is too large is named")
        expect(page.inner_text(".copyable.pin code") == pin, "the pin of the file beside it")


def documents(browser):
    """Files without a certificate or key: pins in them are compared; other files are reported as unreadable."""
    key = spki(CERTIFICATE)
    raw = digest(key[-65:])
    page = browser.page()
    for text, verdict, color in [
            ("<network-security-config><domain-config>", "line 1, column 41: unexpected end of file; expected </domain-config>", "bad"),
            ("/home/me/server.pem", NOTHING, "bad"), ("hello", "not a pin", "bad"),
            (hashlib.sha1(key).digest().hex(":"), "not compared with any certificate", "warn")]:
        ask(page, text)
        shown = page.inner_text("#verdict"), page.get_attribute("#verdict", "class"), "pemtool" in page.inner_text("#answer")
        expect(shown == (verdict, color, False), f"{text}: {shown}")
        expect(("Paste a pin" in page.inner_text("#cards")) == (verdict in (NOTHING, "not a pin")), f"{text}: what to paste")
    reset(page)
    drop(page, "photo.jpg", bytes.fromhex("ffd8ffe000104a464946000101") + bytes(1000))
    expect("image" in page.inner_text(".card.bad .message"), "a photo is called one")
    expect(page.inner_text(".card.bad h2") == "photo.jpg", "the name of a file that is not readable")
    drop(page, "empty.pem", b"")
    expect("empty" in page.locator(".card.bad .message").nth(1).inner_text(), "an empty file is called one")
    app = io.BytesIO()
    with zipfile.ZipFile(app, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("res/xml/network_security_config.xml",
                         '<network-security-config><domain-config><domain>github.com</domain><pin-set>'
                         f'<pin digest="SHA-256">{raw}</pin></pin-set></domain-config></network-security-config>')
    settings = plistlib.dumps({"TSKConfiguration": {"TSKPinnedDomains": {"github.com": {
        "TSKPublicKeyHashes": [raw, digest(key)]}}}}, fmt=plistlib.FMT_BINARY)
    for name, data in ("app.apk", app.getvalue()), ("Info.plist", settings), (
            "Pins.kt", f'CertificatePinner.Builder().add("github.com", "sha256/{raw}").build()'.encode()):
        page = browser.page()
        drop_only(page, name, data)
        page.wait_for_timeout(50)
        settled(page, "#answer:not([hidden])")
        shown = page.input_value("#question") + page.inner_text("#question-file")
        expect(name in shown or raw in shown, f"{name} is the question")
        drop(page, "github.com.pem", CERTIFICATE.read_bytes())
        settled(page, "#answer:not([hidden])")
        text = page.inner_text("#answer")
        expect("github.com" in text and "raw 65-byte P-256 point" in text, f"{name}: {text[:400]}")


def derivation(browser):
    """Why: both hashes, and fields and bytes that mark each other."""
    page = browser.page()
    add(page, CERTIFICATE)
    show(page, "why")
    settled(page, "#view-why .by-field")
    key = spki(CERTIFICATE)
    text = page.inner_text("#view-why .hashes")
    expect(digest(key) in text, "the hash of the SPKI")
    expect(digest(key[-65:]) in text, "the hash of the raw key")
    page.locator(".entry", has_text="issuer").hover()
    expect(page.locator(".run.on").count() > 5, "a field marks its bytes")
    page.locator(".run.key.raw-key").first.hover()
    expect("raw key" in page.inner_text(".entry.on"), "bytes mark their field")
    shown = "".join(page.inner_text("#view-why .bytes").split())
    expect(shown == openssl("x509", "-in", str(CERTIFICATE), "-outform", "der").hex(), "every byte once")
    page.focus("#view-why .entries")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.inner_text(".entry[aria-selected=true] .name") == "tbsCertificate", "the arrow keys move")
    show(page, "inspect")
    settled(page, "#view-inspect .tree")
    page.locator(".tree .entry", has_text="github.com").first.hover()
    expect(page.locator("#view-inspect .run.on").count() == 2, "a value marks its header and content")
    shown = "".join(page.inner_text("#view-inspect .bytes").split())
    expect(shown == openssl("x509", "-in", str(CERTIFICATE), "-outform", "der").hex(), "the tree has every byte")


def keyboard(browser):
    """Everything can be reached without a pointer, and the focused element has a name."""
    page = browser.page()
    focused = "() => document.activeElement.id || document.activeElement.innerText"

    def tab_to(name, most=30):
        for _ in range(most):
            page.keyboard.press("Tab")
            if name in page.evaluate(focused):
                return
        expect(False, f"the tab key does not reach {name}")

    for name in "question", "given", "files", "example":
        tab_to(name)
    page.keyboard.press("Enter")
    settled(page, ".copyable.pin code")
    page.focus("#clear")
    tab_to("Copy")
    tab_to("github.com")
    tab_to("tab-pin")
    for name in "why", "inspect", "pin":
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f"#tab-{name}[aria-selected=true]")
        expect(page.evaluate(focused) == f"tab-{name}", f"the arrow keys move to {name}")
        expect(page.locator(f"#view-{name}").is_visible(), f"the view {name} is shown")
    tab_to("view-pin")
    tab_to("Copy")


def bundle(browser):
    """A bundle of 5 MB does not block the page."""
    page = browser.page()
    block = CERTIFICATE.read_bytes()
    page.evaluate("""() => {
        window.longest = 0;
        let last = performance.now();
        setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 20);
    }""")
    with tempfile.NamedTemporaryFile(suffix=".pem") as file:
        file.write(block * (5_000_000 // len(block) + 1))
        file.flush()
        began = time.monotonic()
        page.set_input_files("#files", file.name)
        page.wait_for_selector(".card", timeout=300_000)
        seconds = time.monotonic() - began
    count = 5_000_000 // len(block) + 1
    expect(f"{count:,} objects" in page.inner_text("#status"), "every object of the bundle is counted")
    longest = page.evaluate("longest")
    print(f"page: {count} certificates in {seconds:.1f} s; the page stood still for {longest:.0f} ms at most")
    expect(longest < 1000, f"the page stood still for {longest:.0f} ms")
    # G12: choosing scrolls to the object, every object has a card, and a search finds what the list lacks.
    settled(page)
    page.locator("#objects button").nth(400).click()
    settled(page)
    card = page.locator(".card[data-selected]")
    expect("object 401" in card.inner_text(), "G12: the card of object 401")
    place = card.bounding_box()
    expect(-1 < place["y"] < 900, f"G12: choosing an object does not scroll to it: {place}")
    show(page, "why")
    settled(page, "#view-why .by-field")
    show(page, "pin")
    drop_only(page, "needle.pem", (VECTORS / "seeds/api.github.com-public-key.pem").read_bytes())
    page.wait_for_function("count => state.objects.length > count", arg=count)
    settled(page)
    page.fill("#search", "needle")
    settled(page)
    expect(page.locator("#objects button").count() == 1 and page.locator("#view-pin > .card").count() == 1, "G12: the search")


def private_key(browser):
    """A private key gives its pin, and no part of its secret is on the page."""
    page = browser.page()
    key = openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout")
    text = openssl("pkey", "-text", "-noout", data=key).decode()
    secret = "".join(text.split("priv:")[1].split("pub:")[0].split()).replace(":", "")[-64:]
    public = openssl("pkey", "-pubout", "-outform", "der", data=key)
    drop(page, "server.key", key)
    settled(page, ".copyable.pin code")
    expect(page.inner_text(".copyable.pin code") == digest(public), "the pin of a private key")
    shown = ""
    for view in VIEWS:
        show(page, view)
        settled(page, f"#view-{view}:not([hidden])")
        shown += "".join(page.content().split())
    expect("private, 32 bytes" in page.inner_text("#view-inspect"), "the secret part is said to be hidden")
    for place in range(0, 56, 4):
        expect(secret[place:place + 8] not in shown.lower(), "a part of the private key is in the page")
    body = "".join(key.decode().splitlines()[1:-1])
    expect(body[8:32] not in shown, "the private key's text is in the page")
    # Kept objects still work.
    ask(page, digest(public[-65:]))
    expect("raw 65-byte P-256 point" in page.inner_text(".answer"), "a wrong pin of a private key")


def encrypted(browser):
    """An encrypted file asks for its password, and gives its pins with the right one."""
    page = browser.page()
    rows = [line.split("\t") for line in (VECTORS / "locked/INDEX.tsv").read_text().splitlines()]
    pins = {row[0]: sorted(row[3].split(",")) for row in rows}
    for name in "openssl-modern.p12", "pkcs8-p-256.pem", "keytool.p12":
        add(page, VECTORS / "locked" / name)
        checked(page, f"locked {name}", None)
        expect(page.locator("#save-pins").is_hidden(), f"{name}: pins to save before there are any")
        for password, expected in ("battery staple", []), ("correct horse", pins[name]):
            page.locator("form.password input").fill(password)
            page.locator("form.password button").click()
            if expected:
                page.wait_for_selector("form.password", state="detached")
            else:
                page.wait_for_selector("#status.error")
            settled(page, ".card")
            expect(expected or page.evaluate("document.activeElement.type") == "password", f"{name}: the focus after a wrong password")
            found = sorted(page.locator(".copyable.pin code").all_inner_texts())
            expect(found == expected, f"{name} with '{password}': {found}, expected {expected}")
        expect(page.locator("form.password").count() == 0, f"{name}: an open file asks for a password")
        shown = ""
        for view in VIEWS:
            show(page, view)
            settled(page, f"#view-{view}:not([hidden])")
            shown += page.content()
        expect("correct horse" not in shown, f"{name}: the password is in the page")
        reset(page)
    # A password that takes long is said to, before each attempt.
    drop(page, "slow.pem", openssl("pkcs8", "-topk8", "-v2", "aes-256-cbc", "-iter", "100000", "-passout", "pass:right",
                                   data=PEM_KEY))
    for _ in range(2):
        expect("100,000 iterations: each attempt takes up to 2 seconds" in page.inner_text("form.password"), "how long a password takes")
        page.fill("form.password input", "wrong")
        page.keyboard.press("Enter")
        settled(page, "#status.error")


def links(browser):
    """A link can load a certificate, but never a key."""
    data = openssl("x509", "-in", str(CERTIFICATE), "-outform", "der")
    page = browser.page(fragment="#certificate=" + base64.urlsafe_b64encode(data).decode().rstrip("="))
    settled(page, ".copyable.pin code")
    expect(page.inner_text(".copyable.pin code") == digest(spki(CERTIFICATE)), "the certificate of a link")
    show(page, "inspect")
    settled(page, "#view-inspect .links button")
    page.click("#view-inspect .links button")
    page.wait_for_function("() => location.hash.startsWith('#certificate=')")
    expect(base64.urlsafe_b64decode(page.evaluate("location.hash").split("=")[1] + "==") == data, "the link to copy")
    # A link that is opened while the page is already open.
    page.evaluate("() => { location.hash = ''; }")
    page.evaluate("text => { location.hash = 'certificate=' + text; }", base64.urlsafe_b64encode(data).decode().rstrip("="))
    page.wait_for_function("() => document.querySelectorAll('#objects li').length === 2")
    for name, other in not_certificates(data):
        # The first 5 characters end in the middle of a byte.
        text = base64.urlsafe_b64encode(other).decode().rstrip("=") if other else "MIIFB"
        page = browser.page(fragment=f"#certificate={text}")
        page.wait_for_selector("#status.error")
        settled(page, "#status")
        expect(page.locator("#objects li").count() == 0 and page.evaluate("location.hash") == "", f"{name} in a link")
    both = PEM_KEY + CERTIFICATE.read_bytes()
    for name, file in ("a file with a key", both), ("text of a key", openssl("pkey", "-text", "-noout", data=PEM_KEY) + both):
        page = browser.page()
        drop(page, "both.pem", file)
        page.locator("#objects button", has_text="github.com").click()
        show(page, "inspect")
        settled(page, "#view-inspect .links button")
        page.click("#view-inspect .links button")
        page.wait_for_function("() => location.hash.startsWith('#certificate=')")
        expect(base64.urlsafe_b64decode(page.evaluate("location.hash").split("=")[1] + "==") == data, f"the link of {name}")
        page.locator("#objects button", has_text="private key").click()
        settled(page, "#view-inspect .by-field")
        expect(page.locator("#view-inspect .links button").count() == 0, f"{name}: a link with the key is offered")


PEM_KEY = openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout")


def not_certificates(certificate):
    """What a link must not load, by name; some also contain a certificate."""
    key = openssl("pkey", "-outform", "der", data=PEM_KEY)
    pem = CERTIFICATE.read_bytes()
    yield "a key", key
    yield "a key of SEC 1", openssl("ec", "-outform", "der", data=PEM_KEY)
    yield "a key as PEM", PEM_KEY
    yield "a certificate and a key as PEM", pem + PEM_KEY
    yield "a key and a certificate as PEM", PEM_KEY + pem
    yield "a certificate behind the text of a key", openssl("pkey", "-text", "-noout", data=PEM_KEY) + pem
    yield "a certificate and a key", certificate + key
    yield "an encrypted file", (VECTORS / "locked/openssl-modern.p12").read_bytes()
    yield "an encrypted key", (VECTORS / "locked/pkcs8-p-256.pem").read_bytes()
    yield "half a certificate", certificate[:300]
    yield "the beginning of a link", b""


def seconds(browser):
    """Prints durations, for the log: the median of five pages."""
    rows = []
    for _ in range(5):
        page = browser.page()
        settled(page)
        pasted = page.evaluate("""async (text) => {
            const [began, clipboardData] = [performance.now(), new DataTransfer()];
            clipboardData.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData }));
            const shown = async (selector) => {
                while (!document.querySelector(selector)) await new Promise((resolve) => setTimeout(resolve, 1));
                return (performance.now() - began) / 1000;
            };
            return [await shown(".copyable.pin"), await shown("#verdict:not(:empty)")];
        }""", CERTIFICATE.read_text())
        settled(page)
        page.click("#clear")
        with tempfile.NamedTemporaryFile(suffix=".pem") as file:
            file.write(many(1000)[1])
            file.flush()
            began = time.monotonic()
            page.set_input_files("#files", file.name)
            page.wait_for_selector(".card")
            rows.append([page.seconds, *pasted, time.monotonic() - began])
        page.context.close()
    ready, pin, verdict, all_pins = [statistics.median(column) for column in zip(*rows)]
    print(f"page: ready in {ready:.2f} s; the pin of a pasted certificate in {pin:.3f} s, what is to say of it in {verdict:.3f} s; "
          f"1,000 certificates in {all_pins:.2f} s")


def accessible(browser, folder):
    """No state violates a rule of axe-core; takes a screenshot of each if there is a folder for them."""
    key = digest(spki(CERTIFICATE))
    xml = ("<network-security-config>\n<domain-config><domain>github.com</domain><pin-set>\n"
           f'<pin digest="SHA-256">sha256/{key}</pin>\n<pin digest="SHA-256">{RAW_PIN[7:]}</pin></pin-set></domain-config>\n'
           "</network-security-config>")
    message = (f"Certificate pinning failure!\n  Peer certificate chain:\n    sha256/{key}: CN=github.com\n"
               f"  Pinned certificates for github.com:\n    {RAW_PIN}")
    for scheme in "light", "dark":
        for width in 360, 800, 1440:
            page = browser.page(width, scheme)
            end = f"-{width}-{scheme}"
            checked(page, "start" + end, folder)
            for name, text in ("pin", RAW_PIN), ("message", message), ("policy", xml), ("host", "github.com"), ("no-pin", "hello"):
                ask(page, text)
                checked(page, f"{name}-alone{end}", folder)
            reset(page)
            page.click("#example")
            settled(page, ".copyable.pin code")
            checked(page, "example" + end, folder)
            ask(page, xml)
            checked(page, "policy" + end, folder)
            ask(page, f"sha256/{key}")
            checked(page, "right" + end, folder)
            drop(page, "broken.pem", (VECTORS / "cert/bad-name-utf8.pem").read_bytes())
            drop(page, "locked.p12", (VECTORS / "locked/openssl-modern.p12").read_bytes())
            drop(page, "server.key", PEM_KEY)
            checked(page, "files" + end, folder)
            page.locator("#objects button").first.click()
            for view in VIEWS[1:]:
                show(page, view)
                settled(page, f"#view-{view} .by-field")
                checked(page, view + end, folder)
            page.emulate_media(media="print")
            checked(page, "print" + end, folder)
            cut = page.evaluate("""() => [...document.querySelectorAll(".entries, .bytes")].filter((box) => box.offsetParent
                && box.scrollHeight > box.clientHeight + 1).map((box) => box.className)""")
            expect(not cut, f"print{end}: {cut} end before their content")
            unusual(browser.page(width, scheme), end, folder)


def unusual(page, end, folder):
    """The states that few persons see: files of each kind of trouble, large bundles, and work that takes long."""
    add(page, VECTORS / "locked/openssl-modern.p12")
    page.fill("form.password input", "wrong")
    page.keyboard.press("Enter")
    settled(page, "#status.error")
    checked(page, "password" + end, folder)
    reset(page)
    drop_only(page, "Info.plist", plistlib.dumps({"TSKConfiguration": {"TSKPinnedDomains": {"github.com": {
        "TSKPublicKeyHashes": [RAW_PIN[7:]]}}}}, fmt=plistlib.FMT_BINARY))
    page.wait_for_timeout(50)
    add(page, CERTIFICATE)
    checked(page, "file-as-question" + end, folder)
    page.evaluate("document.body.classList.add('dragging')")
    checked(page, "dragging" + end, folder)
    page.evaluate("document.body.classList.remove('dragging')")
    reset(page)
    page.evaluate("() => { location.hash = '#certificate=MIIFB'; }")
    settled(page, "#status.error")
    checked(page, "link" + end, folder)
    with tempfile.TemporaryDirectory() as folder_of_chain:
        drop(page, "chain.pem", made_chain(folder_of_chain))
    checked(page, "chain" + end, folder)
    page.set_input_files("#files", [{"name": "a" * 200 + ".pem", "mimeType": "", "buffer": CERTIFICATE.read_bytes()}])
    settled(page)
    ask(page, "\n".join(f"sha256/{digest(bytes([number]))}" for number in range(20)) + "\n" + "x" * 5000)
    checked(page, "long" + end, folder)
    reset(page)
    drop(page, "many.pem", many(1000)[1])
    checked(page, "bundle" + end, folder)
    page.fill("#search", "nothing has this")
    settled(page)
    checked(page, "search" + end, folder)
    page.fill("#search", "")
    page.fill("#question", digest(b"another"))
    page.wait_for_selector("#work:not([hidden])")
    checked(page, "work" + end, folder)
    page.fill("#question", digest(b"a third"))
    page.wait_for_selector("#work:not([hidden])")
    page.click("#stop")
    settled(page)
    expect("Stopped" in page.inner_text("#verdict"), f"stopped{end}: {page.inner_text('#verdict')}")
    checked(page, "stopped" + end, folder)


def pictures(browser, folder):
    """Takes the pictures of README, if there is a folder for screenshots: an exception of OkHttp beside the certificate."""
    message = (f"Certificate pinning failure!\n  Peer certificate chain:\n    sha256/{digest(spki(CERTIFICATE))}: "
               "CN=github.com,O=GitHub\\, Inc.,L=San Francisco,ST=California,C=US\n  Pinned certificates for github.com:\n"
               f"    sha256/{digest(openssl('x509', '-in', str(CERTIFICATE), '-outform', 'der'))}")
    for scheme, name in ("light", "page.png"), ("dark", "page-dark.png"):
        page = browser.page(1100, scheme)
        page.set_viewport_size({"width": 1100, "height": 760})
        add(page, CERTIFICATE)
        ask(page, message)
        expect("SHA-256 of the whole certificate" in page.inner_text("#cards"), "the answer in README's picture")
        page.evaluate("() => { document.getElementById('question').blur(); document.getElementById('question').scrollTop = 0; }")
        if folder:
            page.screenshot(path=ROOT / "Documentation/Pictures" / name)


def checked(page, name, folder):
    width = page.viewport_size["width"]
    wide = page.evaluate("document.documentElement.scrollWidth")
    expect(wide <= width, f"{name}: {wide} pixels wide")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
    for violation in Axe().run(page).response["violations"]:
        nodes = "; ".join(" ".join(map(str, node["target"])) for node in violation["nodes"][:4])
        expect(False, f"{name}: {violation['id']}: {violation['help']}: {nodes}")


def main():
    native = Native(sys.argv[1])
    folder = sys.argv[2] if len(sys.argv) > 2 else None
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        parts = [adding, derivation, keyboard, documents, bundle, private_key, encrypted, links, right_spelling, true_answers,
                 servers, examples, roles, focus_and_print, hostile, first_minute, seconds]
        for part in parts:
            try:
                part(browser)
            except Exception as error:
                expect(False, f"{part.__name__}: {error}")
        for part in names, files_like_native, texts_like_native, long_work:
            try:
                part(browser, native)
            except Exception as error:
                expect(False, f"{part.__name__}: {error}")
        accessible(browser, folder)
        pictures(browser, folder)
    print(f"page: {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
