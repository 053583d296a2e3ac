#!/usr/bin/env python3
"""Searches everything that pemtool prints for private keys that it was given: Tests/Tools/check/secrets.py PEMTOOL [RUNS] [SEED]

Each of RUNS runs (default: 5,000) gives one private key, in one of FORMS and with one of DAMAGES, to one command: as a
file, as standard input, an argument, the value of an option, the name of a missing file or of a variable of the
environment, or inside a policy. The name of an existing file is shown, and so are unknown structures by
`dump --unknown`; `assemble` writes what its input describes, so only its messages are searched. No six octets of the private part may be in the output, in any of the encodings that `Secret` searches for.
Public halves are not secret, and text that could be a pin is not given alone. Needs the package python3-cryptography.
Exit status 1 if an output has a part of a key, or the tool crashes.
"""
import base64
import concurrent.futures
import json
import os
import pathlib
import quopri
import random
import re
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, ed448, rsa, x448, x25519

TOOL = os.path.abspath(sys.argv[1])
RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
CERTIFICATE = pathlib.Path(__file__).resolve().parents[2] / "Vectors/seeds/github.com.pem"
PLAIN = serialization.NoEncryption()
LEAST = 6


# --- Keys

def numbers(key):
    """Returns the private numbers of a key as octets."""
    if isinstance(key, rsa.RSAPrivateKey):
        n = key.private_numbers()
        values = [n.d, n.p, n.q, n.dmp1, n.dmq1, n.iqmp]
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        values = [key.private_numbers().private_value]
    elif isinstance(key, dsa.DSAPrivateKey):
        values = [key.private_numbers().x]
    else:
        raw = key.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw, PLAIN)
        return [raw]
    return [v.to_bytes((v.bit_length() + 7) // 8, "big") for v in values]


def prime(random_, bits, step=1):
    """Returns a prime with so many bits that is 1 more than a multiple of `step`."""
    while True:
        candidate = random_.getrandbits(bits) | 1 << bits - 1 | 1 << bits - 2
        candidate += (1 - candidate) % (2 * step)
        if candidate.bit_length() == bits and all(pow(base, candidate - 1, candidate) == 1 for base in (2, 3, 5, 7)):
            return candidate


def rsa_key(random_, bits):
    p, q = prime(random_, bits // 2), prime(random_, bits // 2)
    d = pow(65537, -1, (p - 1) * (q - 1))
    return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p),
                                 rsa.RSAPublicNumbers(65537, p * q)).private_key()


def dsa_key(random_):
    q = prime(random_, 160)
    p = prime(random_, 1024, q)
    g, x = pow(2, (p - 1) // q, p), random_.randrange(1, q)
    return dsa.DSAPrivateNumbers(
        x, dsa.DSAPublicNumbers(pow(g, x, p), dsa.DSAParameterNumbers(p, q, g))).private_key()


def keys():
    """Yields keys, which depend only on SEED: the octets of a file, its PEM, the private numbers, and the key."""
    random_ = random.Random(SEED)
    made = [rsa_key(random_, 1024), rsa_key(random_, 2048),
            *(ec.derive_private_key(random_.getrandbits(curve.key_size - 1), curve)
              for curve in (ec.SECP256R1(), ec.SECP384R1(), ec.SECP521R1())),
            ed25519.Ed25519PrivateKey.from_private_bytes(random_.randbytes(32)),
            ed448.Ed448PrivateKey.from_private_bytes(random_.randbytes(57)),
            x25519.X25519PrivateKey.from_private_bytes(random_.randbytes(32)),
            x448.X448PrivateKey.from_private_bytes(random_.randbytes(56)), dsa_key(random_)]
    for key in made:
        formats = [serialization.PrivateFormat.PKCS8]
        if isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey, dsa.DSAPrivateKey)):
            formats.append(serialization.PrivateFormat.TraditionalOpenSSL)
        for form in formats:
            yield (key.private_bytes(serialization.Encoding.DER, form, PLAIN),
                   key.private_bytes(serialization.Encoding.PEM, form, PLAIN), numbers(key), key)
        if not isinstance(key, (x25519.X25519PrivateKey, x448.X448PrivateKey, ed448.Ed448PrivateKey, dsa.DSAPrivateKey)):
            pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, PLAIN)
            yield base64.b64decode(b"".join(pem.splitlines()[1:-1])), pem, numbers(key), key


class Secret:
    """The forms that parts of a private key have in text."""

    def __init__(self, values):
        self.hex, self.base64, self.octets, self.decimals, self.digits = set(), set(), set(), set(), set()
        for value in values:
            for octets in (value, value[::-1]):
                for place in range(len(octets) - LEAST + 1):
                    part = octets[place:place + LEAST]
                    self.octets.add(part)
                    self.hex.add(part.hex())
                    self.decimals.add(tuple(part))
            for shift in range(3):
                text = base64.b64encode(bytes(shift) + value)[4 if shift else 0:].rstrip(b"=")[:-1].decode()
                self.base64 |= {text[place:place + 8] for place in range(len(text) - 7)}
            digits = str(int.from_bytes(value, "big"))
            self.digits |= {digits[place:place + 15] for place in range(len(digits) - 14)}
        self.octets = {part for part in self.octets if len(set(part)) > 2}
        self.hex = {part for part in self.hex if len(set(part)) > 4}
        self.decimals = {part for part in self.decimals if len(set(part)) > 2}

    def add(self, other):
        """Adds the forms of parts of another key."""
        for name in vars(self):
            getattr(self, name).update(getattr(other, name))

    def found(self, output):
        """Returns the encoding in which an output contains a part of the key, or `None` if it contains none."""
        if not output.isascii() and any(output[n:n + LEAST] in self.octets for n in range(len(output) - LEAST + 1)):
            return "octets"
        text = output.decode("utf-8", "replace")
        joined = re.sub(r"(?:0x|\\x|\\u00|%|[\s:,;\-])+", "", text)
        for run in re.findall(r"[0-9A-Fa-f]{12,}", joined):
            run = run.lower()
            if any(run[n:n + 12] in self.hex for n in range(len(run) - 11)):
                return "hex"
        plain = re.sub(r"[\s\"'\\]+", "", text.replace("-", "+").replace("_", "/"))
        for run in re.findall(r"[A-Za-z0-9+/]{8,}", plain):
            if any(run[n:n + 8] in self.base64 for n in range(len(run) - 7)):
                return "base64"
        values = [int(word) for word in re.findall(r"\d{1,3}(?!\d)", text)]
        if any(tuple(values[n:n + LEAST]) in self.decimals for n in range(len(values) - LEAST + 1)):
            return "decimal numbers"
        for run in re.findall(r"\d{15,}", joined):
            if any(run[n:n + 15] in self.digits for n in range(len(run) - 14)):
                return "a decimal number"
        return None


# --- Forms: of the DER and PEM of a key, and of its numbers

def each(pattern, separator=""):
    return lambda der, pem, values, key: separator.join(pattern % octet for octet in der).encode()


def text(write):
    return lambda der, pem, values, key: write(der).encode()


def armor(write):
    return lambda der, pem, values, key: write(pem)


def number(write):
    return lambda der, pem, values, key: write(values).encode()


def url(octets):
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def wrapped(string, width=64):
    return "\n".join(string[n:n + width] for n in range(0, len(string), width))


def b64(octets):
    return base64.b64encode(octets).decode()


def jwk(der, pem, values, key):
    public = key.public_key()
    if isinstance(key, rsa.RSAPrivateKey):
        n = public.public_numbers().n
        members = {"kty": "RSA", "n": url(n.to_bytes(key.key_size // 8, "big")), "e": "AQAB",
                   **dict(zip(("d", "p", "q", "dp", "dq", "qi"), map(url, values)))}
    elif isinstance(key, ec.EllipticCurvePrivateKey):
        size = (key.key_size + 7) // 8
        point = public.public_numbers()
        members = {"kty": "EC", "crv": {256: "P-256", 384: "P-384", 521: "P-521"}[key.key_size],
                   "x": url(point.x.to_bytes(size, "big")), "y": url(point.y.to_bytes(size, "big")),
                   "d": url(values[0].rjust(size, b"\0"))}
    else:
        members = {"kty": "OKP", "crv": type(key).__name__.split("Private")[0].strip("_"), "d": url(values[0]),
                   "x": url(public.public_bytes_raw()) if hasattr(public, "public_bytes_raw") else "AA"}
    return json.dumps(members).encode()


def dump(octets):
    """Returns octets as `hexdump -C` prints them."""
    return "".join("%08x  %s  |%s|\n" % (n, octets[n:n + 16].hex(" "), "".join(
        chr(c) if 32 <= c < 127 else "." for c in octets[n:n + 16])) for n in range(0, len(octets), 16))


def uuencoded(der):
    import binascii
    return "begin 600 key\n" + "".join(binascii.b2a_uu(der[n:n + 45]).decode() for n in range(0, len(der), 45)) + "`\nend\n"


FORMS = {
    "DER": lambda der, pem, values, key: der,
    "DER after a line": lambda der, pem, values, key: b"key:\n" + der,
    "DER in an OCTET STRING": lambda der, pem, values, key: b"\x04\x82" + len(der).to_bytes(2, "big") + der,
    "DER in a SEQUENCE": lambda der, pem, values, key: b"\x30\x82" + len(der).to_bytes(2, "big") + der,
    "DER without its header": lambda der, pem, values, key: der[4:],
    "PEM": armor(lambda pem: pem),
    "PEM, CRLF": armor(lambda pem: pem.replace(b"\n", b"\r\n")),
    "PEM, CR": armor(lambda pem: pem.replace(b"\n", b"\r")),
    "PEM, one line": armor(lambda pem: pem.replace(b"\n", b" ")),
    "PEM, indented": armor(lambda pem: pem.replace(b"\n", b"\n    ")),
    "PEM, quoted mail": armor(lambda pem: b"> " + pem.replace(b"\n", b"\n> ")),
    "PEM in JSON": armor(lambda pem: json.dumps({"private_key": pem.decode()}).encode()),
    "PEM, \\n": armor(lambda pem: pem.replace(b"\n", b"\\n")),
    "PEM, UTF-16": armor(lambda pem: pem.decode().encode("utf-16")),
    "PEM, UTF-16BE": armor(lambda pem: pem.decode().encode("utf-16-be")),
    "PEM, UTF-32": armor(lambda pem: pem.decode().encode("utf-32")),
    "PEM after a BOM": armor(lambda pem: b"\xef\xbb\xbf" + pem),
    "PEM, percent": armor(lambda pem: pem.replace(b"\n", b"%0A").replace(b"+", b"%2B").replace(b" ", b"%20")),
    "PEM in base64": armor(lambda pem: base64.b64encode(pem)),
    "PEM in quoted-printable": armor(lambda pem: quopri.encodestring(pem)),
    "PEM in Swift": armor(lambda pem: b'let key = """\n' + pem + b'"""\n'),
    "PEM in Kotlin": armor(lambda pem: b'val key = "' + pem.replace(b"\n", b'\\n" +\n  "') + b'"'),
    "PEM in YAML": armor(lambda pem: b"key: |\n  " + pem.replace(b"\n", b"\n  ")),
    "PEM without END": armor(lambda pem: pem.split(b"-----END")[0]),
    "PEM without BEGIN": armor(lambda pem: pem.split(b"-----\n", 1)[1]),
    "PEM, a public key by its label": armor(lambda pem: re.sub(rb"[A-Z]* ?[A-Z]* ?PRIVATE", b"PUBLIC", pem)),
    "PEM, a certificate by its label": armor(lambda pem: re.sub(rb"[A-Z]* ?[A-Z]* ?PRIVATE KEY", b"CERTIFICATE", pem)),
    "kubeconfig": armor(lambda pem: b"users:\n- user:\n    client-key-data: " + base64.b64encode(pem) + b"\n"),
    "a variable": armor(lambda pem: b"KEY=" + base64.b64encode(pem) + b"\n"),
    "base64": text(b64), "base64, wrapped": text(lambda der: wrapped(b64(der))),
    "base64, wrapped at 76": text(lambda der: wrapped(b64(der), 76)),
    "base64url": text(url), "base64 twice": text(lambda der: b64(b64(der).encode())),
    "base64 of hex": text(lambda der: b64(der.hex().encode())), "hex of base64": text(lambda der: b64(der).encode().hex()),
    "base64 in pieces": text(lambda der: " + ".join('"%s"' % part for part in wrapped(b64(der), 40).split("\n"))),
    "base64, percent": text(lambda der: b64(der).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")),
    "base64 as a pin": text(lambda der: "sha256/" + b64(der)),
    "hex": text(lambda der: der.hex()), "HEX": text(lambda der: der.hex().upper()),
    "hex, colons": text(lambda der: der.hex(":")), "hex, spaces": text(lambda der: der.hex(" ")),
    "hex, hyphens": text(lambda der: der.hex("-")), "hex, wrapped": text(lambda der: wrapped(der.hex(), 60)),
    "hex in rows as long as a digest": text(lambda der: wrapped(der.hex())),
    "base64 in rows as long as a digest": text(lambda der: wrapped(b64(der), 43)),
    "hex in rows of 43 digits": text(lambda der: wrapped(der.hex(), 43)),
    "code with rows of hex": text(lambda der: "".join('key.append("%s")\n' % row for row in wrapped(der.hex()).split("\n"))),
    "hex as a data URL": text(lambda der: "data:;base64," + b64(der)),
    "hexdump -C": text(dump), "xxd": text(lambda der: "".join(
        "%08x: %s  ................\n" % (n, der[n:n + 16].hex(" ", 2)) for n in range(0, len(der), 16))),
    "C array": each("0x%02x", ", "), "Swift array": lambda der, pem, values, key: b"[" + ", ".join(map(str, der)).encode() + b"]",
    "Java array": text(lambda der: "{" + ", ".join(str(c - 256 if c > 127 else c) for c in der) + "}"),
    "decimal, spaces": each("%d", " "), "octal escapes": each("\\%03o"), "hex escapes": each("\\x%02x"),
    "Unicode escapes": each("\\u00%02x"), "percent": each("%%%02x"), "character references": each("&#%d;"),
    "binary": each("{:08b}".replace("{:08b}", "%d"), ","), "uuencode": text(uuencoded), "base32": text(lambda der: base64.b32encode(der).decode()),
    "base85": text(lambda der: base64.b85encode(der).decode()),
    "JSON Web Key": jwk, "a set of them": lambda *a: b'{"keys":[' + jwk(*a) + b"]}",
    "decimal numbers": number(lambda v: "\n".join(str(int.from_bytes(n, "big")) for n in v)),
    "numbers as openssl prints them": number(lambda v: "".join(
        "priv:\n    " + wrapped(n.hex(":"), 45).replace("\n", "\n    ") + "\n" for n in v)),
    "XML": number(lambda v: "<RSAKeyValue><D>%s</D></RSAKeyValue>" % b64(b"".join(v))),
    "DNSSEC": number(lambda v: "Private-key-format: v1.3\nAlgorithm: 13\n" + "".join("PrivateKey: %s\n" % b64(n) for n in v)),
    "PuTTY": number(lambda v: "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n" + wrapped(b64(b"\0\0\0\x20" + b"".join(v))) + "\n"),
    "numbers with a name": number(lambda v: "".join("private key: %s\n" % n.hex() for n in v)),
    "numbers below a name": number(lambda v: "".join("Private Key:\n    %s\n" % b64(n) for n in v)),
    "JSON Web Key in Python": lambda *a: jwk(*a).replace(b'"', b"'"),
    "JSON Web Key in JSON": lambda *a: json.dumps({"key": jwk(*a).decode()}).encode(),
    "numbers in hex, 0x": number(lambda v: "\n".join("0x" + n.hex() for n in v)),
}
# Octets of the length of a digest, or of a raw public key, could be a pin or that key.
BARE = {"decimal numbers", "numbers as openssl prints them", "XML", "DNSSEC", "PuTTY", "numbers in hex, 0x"}

# Only a word or the first row shows that these are keys, so a flaw there leaves numbers that may be pins.
NAMED = {"hex in rows as long as a digest", "base64 in rows as long as a digest", "hex in rows of 43 digits",
         "code with rows of hex", "numbers with a name", "numbers below a name", "JSON Web Key in Python", "JSON Web Key in JSON"}


def written(form, entry, random_):
    """Returns a key in a form, with or without a flaw."""
    content = FORMS[form](*entry[:4])
    return content if form in NAMED else damage(content, random_)


def damage(content, random_):
    """Returns content with one flaw, or unchanged."""
    if not content:
        return content
    content = bytearray(content)
    place = random_.randrange(len(content))
    kind = random_.randrange(12)
    if kind == 0:
        content[place] ^= 1 << random_.randrange(8)
    elif kind == 1:
        del content[place]
    elif kind == 2:
        content.insert(place, random_.randrange(256))
    elif kind == 3:
        content = content[:max(40, place)]
    elif kind == 4:
        content = content[min(place, 40):]
    elif kind == 5:
        content = content.swapcase()
    elif kind == 6:
        content = CERTIFICATE.read_bytes()[:2000] + b"\n" + content
    elif kind == 7:
        content += b"\n" + CERTIFICATE.read_bytes()[:2000]
    elif kind == 8:
        content[random_.randrange(min(12, len(content)))] = random_.randrange(256)
    elif kind == 9:
        content = content + content
    return bytes(content)


# --- Runs

FILES = ["pin", "pin --json", "pin --format hex", "pin --format android", "inspect", "inspect --full", "inspect --json", "inspect --jsonl",
         "dump", "dump --json", "dump --text", "dump --at 7", "explain", "explain --json", "explain --html",
         "convert --to pem", "convert --to der", "assemble", "check", "check --json", "check --github",
         f"check --for all --chain {CERTIFICATE}", "policy read", "policy read --json", "policy read --host example.com",
         "policy emit --format trustkit", "policy emit --format android --host example.com", f"policy diff {CERTIFICATE}",
         "policy new --host example.com", f"policy new --host example.com {CERTIFICATE} --backup", "diagnose", "diagnose --json",
         f"diagnose {CERTIFICATE}", f"diagnose {CERTIFICATE} --json", "wrap", "pin --lines", "inspect --lines", "pin --ca-keys",
         "check --suffixes", "pin --password-file", "check --roots", "check --next", "policy read --from tlsa",
         "policy read --from hpkp", "policy read --from trustkit", "policy read --from android", "policy read --from manifest"]
# Commands that read any number of files.
SEVERAL = ["pin", "pin --json", "pin --format hex", "pin --format android", "inspect", "inspect --full", "inspect --json", "inspect --jsonl",
           "dump", "dump --json", "dump --text", "explain", "explain --json", "diagnose", "diagnose --json",
           f"diagnose {CERTIFICATE}", f"diagnose {CERTIFICATE} --json", "check", "check --json", "check --for all", "pin --lines", "inspect --lines"]
TEXTS = ["pin", "inspect", "diagnose", "diagnose --json", "check --pin", "check --host", "check --for", "check --at", "check --within",
         "check --chain", "policy new --host", "policy new --host example.com --expires", "policy emit --format", "policy read --from", "dump --at",
         "inspect --field", "wrap", "wrap --type", "convert --to", "pin --format", "", "completion", "man", "pin --password-env",
         "pin --password-file", "pin --lines --der-field", "pin --jobs", "pin --max-iterations", "check --strict"]
POLICIES = ['{"example.com":["%s"]}', '{"%s":["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]}',
            '.add("example.com", "sha256/%s")', '<network-security-config><domain-config><domain>example.com</domain><pin-set>'
            '<pin digest="SHA-256">%s</pin></pin-set></domain-config></network-security-config>',
            '<network-security-config><domain-config><domain>%s</domain></domain-config></network-security-config>',
            'Certificate pinning failure!\n  Peer certificate chain:\n    sha256/%s: CN=a\n  Pinned certificates for a.com:\n    sha256/%s\n',
            'pin-sha256="%s"', '_443._tcp.example.com. IN TLSA 3 1 1 %s', 'curl --pinnedpubkey sha256//%s https://example.com',
            '{"schema":"pemtool-policy/1","rules":[{"host":"example.com","pins":["%s"]}]}', '-- text\nSEQUENCE { %s }\n']


def run(words, name=None, environment=None, given=b""):
    done = subprocess.run([TOOL, *words], input=given, capture_output=True, timeout=120,
                          env={"PATH": "/usr/bin:/bin", **(environment or {})})
    return done.returncode, done.stderr + (b"" if words[0] == "assemble" else done.stdout)


def chunk(number):
    """Makes the runs of one part, and returns their number by delivery, and what was found."""
    random_ = random.Random(f"{SEED}/{number}")
    found, counts = [], {}

    def examine(secrets, what, words, result):
        status, output = result
        counts[what] = counts.get(what, 0) + len(secrets)
        if status < 0 or status > 4:
            found.append(f"{words}: status {status}")
        for form, secret in secrets:
            part = secret.found(output)
            if part:
                found.append(f"{' '.join(map(str, words))[:300]}: {what}, {form}: {part}")

    with tempfile.TemporaryDirectory() as folder:
        paths, forms, union = [], [], Secret([])
        for step in range(25):
            form, entry = random_.choice(list(FORMS)), random_.choice(KEYS)
            content = written(form, entry, random_)
            if len(content) < 140 and form in BARE:
                continue
            paths.append(os.path.join(folder, f"several-{step}"))
            forms.append(form)
            union.add(entry[4])
            with open(paths[-1], "wb") as file:
                file.write(content)
        for command in random_.sample(SEVERAL, 12):
            result = run([*command.split(), *paths])
            counts["file among others"] = counts.get("file among others", 0) + len(paths)
            part = union.found(result[1])
            if part or not 0 <= result[0] <= 4:
                found.append(f"{command}: status {result[0]}, one of {forms}: {part}")
        for step in range(5):
            form, entry = random_.choice(list(FORMS)), random_.choice(KEYS)
            secret = entry[4]
            content = written(form, entry, random_)
            # Damaged base64 may be as long as a pin.
            short = len(content) < 140 and form in BARE or re.fullmatch(rb"[A-Za-z0-9+/]{43}=?\s*", content)
            path = os.path.join(folder, f"{step}.{random_.choice(['pem', 'der', 'txt', 'json', 'xml', 'key'])}")
            with open(path, "wb") as file:
                file.write(content)
            command = random_.choice(FILES).split()
            if not (short and command[0] in ("wrap", "diagnose", "policy", "check")):
                examine([(form, secret)], "file", [*command, path], run([*command, path]))
            command = random_.choice(FILES).split()
            if not (short and command[0] in ("wrap", "diagnose", "policy", "check")):
                examine([(form, secret)], "standard input", [*command, "-"], run([*command, "-"], given=content))
            if short:
                continue
            word = content.replace(b"\0", b"")[:100_000]
            command = random_.choice(TEXTS).split()
            examine([(form, secret)], "argument", [*command, form], run([*command, word, str(CERTIFICATE)]))
            policy = random_.choice(POLICIES).encode().replace(b"%s", content)
            with open(path, "wb") as file:
                file.write(policy)
            command = random_.choice([f for f in FILES if f.startswith(("check", "policy", "diagnose", "pin", "assemble"))]).split()
            examine([(form, secret)], "policy", [*command, path], run([*command, path]))
            name = word.replace(b"/", b"_")[:200]
            if len(name) > 60:
                named = os.path.join(os.fsencode(folder), name)
                command = random_.choice(FILES).split()
                examine([(form, secret)], "missing file", [*command, form], run([*command, named]))
            if word:
                variable = word[:2000].replace(b"=", b"_")
                examine([(form, secret)], "environment", ["pin --password-env", form], run(
                    ["pin", "--password-env", random_.choice([b"KEY", variable]), random_.choice([path, str(CERTIFICATE)])],
                    environment={"KEY": word, os.fsdecode(variable): "x"}))
    return counts, found


def main():
    parts = max(1, RUNS // 310)
    total, problems = {}, []
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for counts, found in pool.map(chunk, range(parts)):
            for what, count in counts.items():
                total[what] = total.get(what, 0) + count
            for problem in found:
                print(problem, flush=True)
            problems += found
    print(f"{sum(total.values())} runs, {len(FORMS)} forms, {len(KEYS)} keys "
          f"({', '.join(f'{count} by {what}' for what, count in sorted(total.items()))}): {len(problems)} with a part of a key")
    sys.exit(1 if problems else 0)


KEYS = [(der, pem, values, key, Secret(values)) for der, pem, values, key in keys()]
if __name__ == "__main__":
    main()
