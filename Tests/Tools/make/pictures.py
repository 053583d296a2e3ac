#!/usr/bin/env python3
"""Makes a picture for the README from real output: Tests/Tools/make/pictures.py PEMTOOL

Documentation/Pictures/diagnose.svg is what `diagnose` prints on a terminal of 80 columns. The failure message is OkHttp's,
with pins computed by openssl. `.ci/web --page --shots FOLDER` makes page.png and page-dark.png.
"""
import fcntl
import html
import os
import pathlib
import pty
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = pathlib.Path(__file__).resolve().parents[3]
PICTURES = ROOT / "Documentation/Pictures"
CERTIFICATE = ROOT / "Tests/Vectors/seeds/github.com.pem"
WIDTH, HEIGHT = 8.43, 19


def digest(form):
    """Returns the SHA-256, in base64, of what openssl writes of the certificate."""
    return subprocess.run(["/bin/sh", "-c", f"openssl x509 -in {CERTIFICATE} {form} | openssl dgst -sha256 -binary | "
                           "openssl base64"], capture_output=True, text=True, check=True).stdout.strip()


def failure():
    """Returns what OkHttp says of an app that pins the SHA-256 of the certificate."""
    name = subprocess.run(["openssl", "x509", "-in", CERTIFICATE, "-noout", "-subject", "-nameopt", "RFC2253"],
                          capture_output=True, text=True, check=True).stdout.strip().removeprefix("subject=")
    return f"""javax.net.ssl.SSLPeerUnverifiedException: Certificate pinning failure!
  Peer certificate chain:
    sha256/{digest("-noout -pubkey | openssl pkey -pubin -outform der")}: {name}
  Pinned certificates for github.com:
    sha256/{digest("-outform der")}
"""


def terminal(pemtool):
    """Returns what a terminal shows: a command and its output."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(CERTIFICATE, pathlib.Path(folder) / "chain.pem")
        (pathlib.Path(folder) / "failure.txt").write_text(failure())
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        words = ["diagnose", "failure.txt", "chain.pem"]
        child = subprocess.Popen([pemtool, *words], cwd=folder, stdin=other, stdout=other, stderr=other,
                                 env={"TERM": "xterm", "LC_ALL": "C"})
        os.close(other)
        text = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        child.wait()
        return "$ pemtool " + " ".join(words) + "\n" + text.decode().replace("\r\n", "\n").rstrip("\n")


def drawn(text):
    """Returns the text of a terminal as SVG."""
    lines = text.split("\n")
    width, height = round(80 * WIDTH + 40), len(lines) * HEIGHT + 40
    rows = [f'<text x="20" y="{number * HEIGHT + 34}" xml:space="preserve">{html.escape(line)}</text>'
            for number, line in enumerate(lines)]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        '    font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#c9d1d9">',
        '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>', *rows, "</svg>", ""])


(PICTURES / "diagnose.svg").write_text(drawn(terminal(pathlib.Path(sys.argv[1]).resolve())))
