#!/usr/bin/env python3
"""Drives Web/dist/pemtool.html in headless Chromium.

    drive.py [FOLDER]      with screenshots of every view, at three widths, light and dark, in FOLDER

The expected pins and hashes come from openssl.
"""
import base64
import hashlib
import io
import pathlib
import plistlib
import shutil
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
VIEWS = ["pin", "why", "wrong", "inspect"]
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
        page.on("console", lambda message: expect(message.type not in ("error", "warning"), f"console: {message.text}"))
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


def settled(page, selector):
    page.wait_for_selector(selector)
    page.wait_for_selector("body:not(.busy)")


def add(page, *files):
    page.set_input_files("#files", [str(file) for file in files])
    settled(page, "#view-pin .card, .answer, .error-text")


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
    drop_only(page, name, data)
    settled(page, "#objects li")


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
    page.wait_for_function("() => document.querySelectorAll('#objects li').length === 2")
    expect(page.locator(".copyable.pin code").nth(1).inner_text() == pin, "the pin of a dropped file")
    page.click("#paste-open")
    page.fill("#paste-text", (VECTORS / "seeds/api.github.com-public-key.pem").read_text())
    page.click("#paste button")
    page.wait_for_function("() => document.querySelectorAll('#objects li').length === 3")
    key = openssl("pkey", "-pubin", "-in", str(VECTORS / "seeds/api.github.com-public-key.pem"), "-outform", "der")
    page.wait_for_function("() => document.querySelectorAll('.copyable.pin code').length === 3")
    expect(page.locator(".copyable.pin code").nth(2).inner_text() == digest(key), "the pin of pasted text")
    expect(page.input_value("#paste-text") == "", "pasted text stays in its field")
    drop(page, "broken.pem", (VECTORS / "cert/bad-name-utf8.pem").read_bytes())
    page.wait_for_selector(".card.bad .message")
    expect("UTF-8" in page.inner_text(".card.bad .message"), "the error of a broken file")
    expect("line 3" in page.inner_text(".card.bad .error-text"), "the place of the error")
    page.click("#clear")
    page.wait_for_selector("#workspace", state="hidden")
    with tempfile.NamedTemporaryFile(suffix=".pem") as large:
        large.truncate(33 << 20)
        add(page, large.name, CERTIFICATE)
        page.wait_for_selector("#status.error")
        expect(pathlib.Path(large.name).name in page.inner_text("#status"), "a file that is too large is named")
        expect(page.inner_text(".copyable.pin code") == pin, "the pin of the file beside it")


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

    def tab_to(name, most=20):
        for _ in range(most):
            page.keyboard.press("Tab")
            if name in page.evaluate(focused):
                return
        expect(False, f"the tab key does not reach {name}")

    tab_to("files")
    tab_to("example")
    page.keyboard.press("Enter")
    settled(page, ".copyable.pin code")
    tab_to("github.com")
    tab_to("tab-pin")
    for name in "why", "wrong", "inspect", "pin":
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(f"#tab-{name}[aria-selected=true]")
        expect(page.evaluate(focused) == f"tab-{name}", f"the arrow keys move to {name}")
        expect(page.locator(f"#view-{name}").is_visible(), f"the view {name} is shown")
    tab_to("view-pin")
    tab_to("Copy")
    page.focus("#tab-pin")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    tab_to("wrong-text")
    tab_to("Find the mistake")
    page.keyboard.press("Enter")
    settled(page, ".answer")
    expect("compared" in page.inner_text("[role=status]"), "the answer is announced")


def mistakes(browser):
    """The mistakes behind wrong pins of the seeds are named: in a pin alone, a configuration and a failure message."""
    page = browser.page()
    add(page, CERTIFICATE)
    key = spki(CERTIFICATE)
    right, raw = digest(key), digest(key[-65:])
    whole = digest(openssl("x509", "-in", str(CERTIFICATE), "-outform", "der"))
    message = f"""Certificate pinning failure!
  Peer certificate chain:
    sha256/{right}: CN=github.com
  Pinned certificates for github.com:
    sha256/{raw}
    sha256/{whole}
"""
    log = "".join(f"11-23 02:11:09.123  4242  4270 E AndroidRuntime: {line}\n" for line in
                  message.replace(f"    sha256/{whole}\n", "").splitlines())
    android = (f'<network-security-config><domain-config><domain>github.com</domain><pin-set>\n'
               f'<pin digest="SHA-256">{raw}</pin>\n<pin digest="SHA-256">{right}</pin></pin-set></domain-config>'
               '</network-security-config>')
    trustkit = f'{{"hostname": "github.com", "known-pins": ["pin-sha256=\\"{raw}\\"", "pin-sha256=\\"{right}\\""]}}'
    for name, text, expected in [
            ("the raw key", f"sha256/{raw}", ["raw 65-byte P-256 point"]),
            ("the certificate", whole, ["certificate"]),
            ("the right pin", right, ["Right pin"]),
            ("hex", hashlib.sha256(key).hexdigest(), ["Right key, wrong spelling"]),
            ("another key", digest(b"another"), ["Not a pin of these keys"]),
            ("no pin", "hello", ["Not a pin"]),
            ("OkHttp's message", message, ["raw 65-byte P-256 point", "certificate"]),
            ("a log of Android", log, ["raw 65-byte P-256 point"]),
            ("an Android configuration", android, ["raw 65-byte P-256 point", "Right pin"]),
            ("TrustKit's report", trustkit, ["raw 65-byte P-256 point", "Right pin"])]:
        show(page, "wrong")
        page.fill("#wrong-text", text)
        page.evaluate("document.getElementById('wrong-answers').replaceChildren()")
        page.click("#wrong button.primary")
        settled(page, ".answer")
        answers = page.locator(".answer").all_inner_texts()
        expect(len(answers) >= len(expected) and all(any(part in text for text in answers) for part in expected),
               f"{name}: {answers}")
        if text == log:
            expect(page.inner_text(".answer .given") == f"sha256/{raw}", "the pin in a log is shown alone")
            expect("not understood" not in page.inner_text("#wrong-answers"), "a log is taken for a configuration")


def documents(browser):
    """Files without a certificate or key: pins in them are compared; other files are reported as unreadable."""
    key = spki(CERTIFICATE)
    raw = digest(key[-65:])
    page = browser.page()
    drop(page, "photo.jpg", bytes.fromhex("ffd8ffe000104a464946000101") + bytes(1000))
    expect("image" in page.inner_text(".card.bad .message"), "a photo is called one")
    expect(page.inner_text(".card.bad h2") == "photo.jpg", "the name of a file that is not readable")
    drop(page, "empty.pem", b"")
    page.wait_for_function("() => document.querySelectorAll('.card.bad').length === 2")
    expect("empty" in page.locator(".card.bad .message").nth(1).inner_text(), "an empty file is called one")
    app = io.BytesIO()
    with zipfile.ZipFile(app, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("res/xml/network_security_config.xml",
                         '<network-security-config><domain-config><domain>github.com</domain><pin-set>'
                         f'<pin digest="SHA-256">{raw}</pin></pin-set></domain-config></network-security-config>')
    settings = plistlib.dumps({"TSKConfiguration": {"TSKPinnedDomains": {"github.com": {
        "TSKPublicKeyHashes": [raw, digest(key)]}}}}, fmt=plistlib.FMT_BINARY)
    for name, data, count in ("app.apk", app.getvalue(), 1), ("Info.plist", settings, 2), (
            "Pins.kt", f'CertificatePinner.Builder().add("github.com", "sha256/{raw}").build()'.encode(), 1):
        page = browser.page()
        drop_only(page, name, data)
        page.wait_for_selector("#view-wrong:not([hidden])")
        expect(raw in page.input_value("#wrong-text"), f"the pins of {name} are shown")
        expect("\ufffd" not in page.input_value("#wrong-text"), f"{name} is shown as if it were text")
        drop(page, "github.com.pem", CERTIFICATE.read_bytes())
        settled(page, ".answer")
        answers = page.locator(".answer").all_inner_texts()
        expect(len(answers) == count and "raw 65-byte P-256 point" in answers[0], f"{name}: {answers}")


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
    page.locator("#objects button").nth(400).click()
    show(page, "why")
    settled(page, "#view-why .by-field")


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
        settled(page, f"#view-{view} :first-child")
        shown += "".join(page.content().split())
    expect("private, 32 bytes" in page.inner_text("#view-inspect"), "the secret part is said to be hidden")
    for place in range(0, 56, 4):
        expect(secret[place:place + 8] not in shown.lower(), "a part of the private key is in the page")
    body = "".join(key.decode().splitlines()[1:-1])
    expect(body[8:32] not in shown, "the private key's text is in the page")
    # Kept objects still work.
    show(page, "wrong")
    page.fill("#wrong-text", digest(public[-65:]))
    page.click("#wrong button.primary")
    settled(page, ".answer")
    expect("raw 65-byte P-256 point" in page.inner_text(".answer"), "a wrong pin of a private key")


def encrypted(browser):
    """An encrypted file asks for its password, and gives its pins with the right one."""
    page = browser.page()
    rows = [line.split("\t") for line in (VECTORS / "locked/INDEX.tsv").read_text().splitlines()]
    pins = {row[0]: sorted(row[3].split(",")) for row in rows}
    for name in "openssl-modern.p12", "pkcs8-p-256.pem", "keytool.p12":
        add(page, VECTORS / "locked" / name)
        checked(page, f"locked {name}", None)
        for password, expected in ("battery staple", []), ("correct horse", pins[name]):
            page.locator("form.password input").fill(password)
            page.locator("form.password button").click()
            if expected:
                page.wait_for_selector("form.password", state="detached")
            else:
                page.wait_for_selector("#status.error")
            settled(page, ".card")
            found = sorted(page.locator(".copyable.pin code").all_inner_texts())
            expect(found == expected, f"{name} with '{password}': {found}, expected {expected}")
        expect(page.locator("form.password").count() == 0, f"{name}: an open file asks for a password")
        shown = ""
        for view in VIEWS:
            show(page, view)
            settled(page, f"#view-{view} :first-child")
            shown += page.content()
        expect("correct horse" not in shown, f"{name}: the password is in the page")
        page.click("#clear")
        page.wait_for_selector("#workspace", state="hidden")


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
    """Prints durations, for the log."""
    page = browser.page()
    one = CERTIFICATE.read_bytes()
    took = page.evaluate("""async ([one, many]) => {
        const bytes = (text) => new TextEncoder().encode(text);
        const timed = async (words) => { const began = performance.now(); await words(); return performance.now() - began; };
        await tool.ask("add", { name: "one.pem", bytes: bytes(one) });
        const explain = [];
        for (let round = 0; round < 5; round++) explain.push(await timed(() => tool.ask("details", { name: "one.pem", index: 0 })));
        await tool.ask("add", { name: "many.pem", bytes: bytes(many) });
        const pins = [];
        for (let round = 0; round < 5; round++) pins.push(await timed(() => tool.ask("pins", { name: "many.pem" })));
        return [explain, pins].map((list) => Math.min(...list).toFixed(0));
    }""", [one.decode(), one.decode() * 1000])
    print(f"page: ready in {page.seconds:.2f} s; all views of a certificate in {took[0]} ms; "
          f"1,000 certificates to pins in {took[1]} ms")


def accessible(browser, folder):
    """No view violates a rule of axe-core; takes a screenshot of each if there is a folder for them."""
    for scheme in "light", "dark":
        for width in 360, 800, 1440:
            page = browser.page(width, scheme)
            checked(page, f"start-{width}-{scheme}", folder)
            page.click("#example")
            settled(page, ".copyable.pin code")
            drop(page, "broken.pem", (VECTORS / "cert/bad-name-utf8.pem").read_bytes())
            page.locator("#objects button").first.click()
            for view in VIEWS:
                show(page, view)
                if view == "wrong":
                    page.click("#wrong button.primary")
                settled(page, {"pin": "dl.spellings", "wrong": ".answer"}.get(view, f"#view-{view} .by-field"))
                checked(page, f"{view}-{width}-{scheme}", folder)


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
    folder = sys.argv[1] if len(sys.argv) > 1 else None
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for part in adding, derivation, keyboard, mistakes, documents, bundle, private_key, encrypted, links, seconds:
            try:
                part(browser)
            except Exception as error:
                expect(False, f"{part.__name__}: {error}")
        accessible(browser, folder)
    print(f"page: {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
