#!/usr/bin/env python3
"""Types every command of README and the guides: Tests/Tools/check/guides.py PEMTOOL [--write] [PAGE...]

Each page has an empty folder, in which its commands run in order with the files that earlier ones made. A command is a
line of an indented block or of ```sh that begins with a program; three spaces end it. The commands in tables run last,
with PIN, HASH and FILE replaced. A command must end with status 0, or be of a kind that NEEDED or REFUSED lists. The
output of a command after "$ " is compared with the lines that follow, in which "..." stands for any lines; --write
replaces the output of such commands.

`<!-- files: FOLDER -->` copies a folder of this repository, `<!-- file: NAME -->` gives the next block a name. The server
is `openssl s_server` with a chain that openssl made, whatever name `openssl s_client` asks for. What readers bring
(a certificate, a raw key, a failure message) is there from the start.
"""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = r"pemtool|openssl|git|curl|swift|docker|mkdir|cp|jq|printf|parallel|spark-submit|\./\S+|[\w/]+/run\.sh"
# Commands that need something that is missing here, or that another check runs.
NEEDED = {
    r"\./install ": "a release build (Tests/Tools/check/install.sh)",
    r"swift (run|test)": "the build in a clone (.ci/run)",
    r"swift package|git show v1|.*v1\.0=released": "a package or repository of an app (.ci/consumer, Tests/Tools/check/publishing.sh)",
    r"swift build|spark-submit|parallel|Examples/spark": "Spark and GNU parallel (Examples/spark/run.sh)",
    r"pemtool pin \S*\.p12$|pemtool pin identity.p12 +#": "a terminal (Tests/Tools/check/prompt.py)",
    r"docker": "docker (Tests/Tools/check/publishing.sh reads the Dockerfile)",
    r"openssl verify": "a certificate of a public CA",
}
# Commands whose answer is no.
REFUSED = r"pemtool (diagnose failure|check .* Wrong\.)"
PIN_OF_BACKUP = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
OPENSSL = """#!/bin/sh
[ "$1" = s_client ] || exec {openssl} "$@"
shift; address=
while [ $# -gt 0 ]; do case $1 in -connect) shift ;; -showcerts) address="$address $1" ;; esac; shift; done
exec {openssl} s_client -connect localhost:{port} -servername api.example.com $address 2>/dev/null
"""


def serve(folder):
    """Starts a server with a chain for api.example.com, and returns it with its port and pin."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    (folder / "ca").write_text("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n")
    (folder / "leaf").write_text("subjectAltName=DNS:api.example.com\nextendedKeyUsage=serverAuth\n")
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout"]
    openssl("req", "-x509", *key, "root.key", "-out", "root.pem", "-subj", "/O=Example/CN=Root", "-days", "900")
    for name, issuer, subject in [("ca", "root", "/O=Example/CN=CA"), ("leaf", "ca", "/CN=api.example.com")]:
        openssl("req", *key, f"{name}.key", "-out", f"{name}.csr", "-subj", subject)
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key", "-days", "90",
                "-extfile", name, "-out", f"{name}.pem")
    # What readers bring.
    (folder / "given").mkdir()
    shutil.copy(folder / "leaf.pem", folder / "given/server.pem")
    (folder / "given/new-chain.pem").write_text((folder / "leaf.pem").read_text() + (folder / "ca.pem").read_text())
    openssl("pkey", "-in", "leaf.key", "-pubout", "-outform", "der", "-out", "spki")
    spki = (folder / "spki").read_bytes()
    (folder / "given/raw-key.bin").write_bytes(spki[-65:])
    pin, wrong = (base64.b64encode(hashlib.sha256(octets).digest()).decode() for octets in (spki, spki[-65:]))
    with zipfile.ZipFile(folder / "given/app.apk", "w") as app:
        app.writestr("res/xml/network_security_config.xml", '<network-security-config><domain-config><domain>'
                     'api.example.com</domain><pin-set>' + "".join(f'<pin digest="SHA-256">{one}</pin>' for one in (
                         pin, PIN_OF_BACKUP)) + '</pin-set></domain-config></network-security-config>')
    (folder / "given/failure.txt").write_text(
        f"Certificate pinning failure!\n  Peer certificate chain:\n    sha256/{pin}: CN=api.example.com\n"
        f"  Pinned certificates for api.example.com:\n    sha256/{wrong}\n")
    server = subprocess.Popen(
        ["openssl", "s_server", "-accept", "0", "-cert", "leaf.pem", "-key", "leaf.key", "-cert_chain", "ca.pem"], cwd=folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not (found := re.match(r"ACCEPT .*:(\d+)$", server.stdout.readline())):
        pass
    return server, int(found[1]), pin


def matches(shown, printed):
    """Returns whether output is as a page shows it, where "..." stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"(?m)^\.\.\.$\n?", shown)]
    return re.fullmatch(r"(?s:.*)".join(parts), printed) is not None


class Page:
    def __init__(self, path, tools, pin):
        self.path, self.tools, self.pin, self.lines = path, tools, pin, path.read_text().split("\n")
        self.typed, self.left, self.problems = 0, [], []

    def run(self, folder):
        """Types the commands, and returns the page with their output."""
        written, place, name, fence = [], 0, None, None
        while place < len(self.lines):
            line = self.lines[place]
            written.append(line)
            place += 1
            if found := re.match(r"<!-- files: (\S+) -->", line):
                shutil.copytree(ROOT / found[1], folder, dirs_exist_ok=True)
            elif found := re.match(r"<!-- file: (\S+) -->", line):
                name = folder / found[1]
            elif line.startswith("```"):
                fence = None if fence else line
                if fence and name:
                    end = self.lines.index("```", place)
                    name.parent.mkdir(parents=True, exist_ok=True)
                    name.write_text("\n".join(self.lines[place:end]) + "\n")
                    name = None
            elif fence == "```sh" or not fence and line.startswith("    "):
                text = line if fence else line[4:]
                while text.endswith("\\"):
                    written.append(self.lines[place])
                    text = text[:-1] + self.lines[place].strip()
                    place += 1
                if text.startswith("$ "):
                    end = place
                    while re.match(r"    (?!\$ )", self.lines[end] or "".join(self.lines[end + 1:end + 2])):
                        end += 1
                    written += self.session(text[2:], self.lines[place:end], folder)
                    place = end
                elif re.match(rf"({PROGRAMS})(\s|$)", text):
                    self.type(re.split(r"\s{3,}", text)[0], folder)
        for line in self.lines:
            for command in re.findall(r"`(pemtool \w+ [^`]*)`", line) if line.startswith("| ") else []:
                self.type(command, folder)
        return "\n".join(written)

    def shell(self, command, folder):
        variables = dict(os.environ, LC_ALL="C", PATH=f"{self.tools}:{os.environ['PATH']}", P12_PASSWORD="secret")
        command = re.sub(r"\bFILE\b(\.\.\.)?", "chain.pem", re.sub(r"\b(PIN|HASH)\b", self.pin, command))
        return subprocess.run(["/bin/sh", "-c", f"{{ {command}\n}} 2>&1"], cwd=folder, env=variables, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)

    def type(self, command, folder):
        for kind, what in NEEDED.items():
            if re.match(kind, command):
                self.left.append(f"{command}: needs {what}")
                return
        self.typed += 1
        done = self.shell(command, folder)
        if done.returncode != (1 if re.match(REFUSED, command) else 0):
            self.problems.append(f"$ {command}\n{done.stdout[-1000:]}status {done.returncode}")

    def session(self, command, shown, folder):
        """Runs a command after "$ ", and returns the lines that a page shows of its output."""
        self.typed += 1
        printed = "".join(f"    {line}".rstrip() + "\n" for line in self.shell(command, folder).stdout.splitlines())
        text = "".join(line + "\n" for line in shown)
        if matches(text.replace("    ...\n", "...\n"), printed):
            return shown
        self.problems.append(f"$ {command}\nprints\n{printed}")
        return printed.splitlines()


def main():
    words = [word for word in sys.argv[1:] if word != "--write"]
    pages = [ROOT / word for word in words[1:]] or [
        ROOT / "README.md", *sorted(path for path in (ROOT / "Documentation").glob("*.md") if path.stem != "Releasing"),
        *sorted((ROOT / "Documentation/DERKit.docc").glob("*.md"))]
    typed, left, problems = 0, [], []
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name in ("server", "tools"):
            (scratch / name).mkdir()
        server, port, pin = serve(scratch / "server")
        (scratch / "tools/pemtool").symlink_to(pathlib.Path(words[0]).resolve())
        (scratch / "tools/openssl").write_text(OPENSSL.format(openssl=shutil.which("openssl"), port=port))
        (scratch / "tools/openssl").chmod(0o755)
        try:
            for path in pages:
                folder = scratch / path.stem
                shutil.copytree(scratch / "server/given", folder)
                (folder / "Tests").symlink_to(ROOT / "Tests")
                page = Page(path, scratch / "tools", pin)
                text = page.run(folder)
                if "--write" in sys.argv:
                    path.write_text(text)
                typed += page.typed
                left += [f"{path.name}: {one}" for one in page.left]
                problems += [f"{path.name}: {one}" for one in page.problems]
        finally:
            server.kill()
    print("\n".join(["not typed here:", *left, "", *problems]))
    print(f"{typed} commands of {len(pages)} pages typed, {len(left)} need what isn't here, {len(problems)} do not work as printed")
    sys.exit(1 if problems or not typed else 0)


main()
