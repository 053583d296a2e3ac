#!/usr/bin/env python3
"""Measures inputs that are made to be slow, and endless text, at 1, 10 and 100 MB: the time must stay in proportion to
the size.

    Benchmarks/hostile.py [--write] [PEMTOOL]    the table of Documentation/Evidence/Speed.md, which --write puts there
    Benchmarks/hostile.py --short [PEMTOOL]      more inputs, at 0.2 and 2 MB

Measures the processor time and peak memory of the release build (PEMTOOL, .build/release/pemtool unless given) on each,
with `pemtool pin` unless another command is named. Fails if ten times the size takes more than 12 times as long, or if a
command ends with another status than expected.
"""
import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = (1_000_000, 10_000_000, 100_000_000)
SHORT = (200_000, 2_000_000)
# A row fails if it is too slow in each of these rounds.
ROUNDS = 6
BEGIN = b"-----BEGIN CERTIFICATE-----\n"
END = b"-----END CERTIFICATE-----\n"


def repeated(piece, size):
    """Yields `piece` repeatedly, in small parts, because child processes would inherit the memory of this one."""
    whole = piece * max(1, (1 << 16) // len(piece))
    for _ in range(size // len(whole)):
        yield whole
    yield piece * (size % len(whole) // len(piece))


def nested(size):
    """Yields nested SEQUENCEs, each with a correct length in four octets."""
    count = size // 6
    for level in range(count):
        yield b"\x30\x84" + (6 * (count - 1 - level)).to_bytes(4, "big")


def block(body):
    yield BEGIN
    yield from body
    yield b"\n" + END


def value(tag, content):
    """Returns a DER value."""
    count = len(content)
    octets = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([count]) if count < 128 else bytes([0x80 + len(octets)]) + octets) + content


def certificate(size, text=b"a"):
    """Yields a version 1 certificate whose subject has one common name of `size` octets, with an Ed25519 key."""
    algorithm = value(0x30, bytes.fromhex("06032b6570"))
    subject = value(0x30, value(0x31, value(0x30, bytes.fromhex("0603550403")
                                             + value(0x0C, text * (size // len(text))))))
    validity = value(0x30, value(0x17, b"260101000000Z") + value(0x17, b"270101000000Z"))
    key = value(0x30, algorithm + value(0x03, bytes(33)))
    signed = value(0x30, b"\x02\x01\x01" + algorithm + b"\x30\x00" + validity + subject + key)
    yield value(0x30, signed + algorithm + value(0x03, bytes(65)))


def issued(number, subject, issuer, extensions=b"", filling=b""):
    """Returns a certificate in PEM, with an Ed25519 key that consists of a number, and octets after its signature."""
    algorithm = value(0x30, bytes.fromhex("06032b6570"))
    names = [value(0x30, value(0x31, value(0x30, bytes.fromhex("0603550403") + value(0x0C, name))))
             for name in (issuer, subject)]
    validity = value(0x30, value(0x17, b"260101000000Z") + value(0x17, b"270101000000Z"))
    key = value(0x30, algorithm + value(0x03, b"\0" + number.to_bytes(32, "big")))
    signed = value(0x30, b"\xa0\x03\x02\x01\x02\x02\x01\x01" + algorithm + names[0] + validity + names[1] + key
                   + (value(0xA3, value(0x30, extensions)) if extensions else b""))
    whole = value(0x30, signed + algorithm + value(0x03, bytes(65)) + filling)
    return BEGIN + base64.encodebytes(whole) + END


def extension(number, content):
    """Returns an extension of RFC 5280, by the last number of its object identifier."""
    return value(0x30, bytes((6, 3, 0x55, 0x1D, number)) + value(0x04, content))


IS_CA = extension(19, value(0x30, b"\x01\x01\xff"))


def names(size):
    """Returns an extension with many alternative names."""
    return extension(17, value(0x30, value(0x82, b"x.y") * (size // 5)))


def excluded(name):
    """Returns an extension that excludes a name."""
    return extension(30, value(0x30, value(0xA1, value(0x30, value(0x82, name)))))


def long_constraint(size):
    """Yields a certificate of many names, and its issuer, which excludes a long name."""
    yield issued(1, b"leaf", b"A", names(size // 4))
    yield issued(2, b"A", b"A", IS_CA + excluded(b"a" * (size // 4)))


def many_constraints(size):
    """Yields a certificate of many names below many authorities that exclude a name."""
    yield issued(1, b"leaf", b"A0", names(size // 4))
    for number in range(size // 800):
        yield issued(2 + number, b"A%d" % number, b"A%d" % (number + 1), IS_CA + excluded(b"q"))


def many_issuers(size):
    """Yields many authorities of one name, and many certificates by that name."""
    for number in range(size // 800):
        yield issued(2 * number, b"A", b"B", IS_CA + extension(14, value(0x04, number.to_bytes(4, "big"))))
        yield issued(2 * number + 1, b"C%d" % number, b"A", IS_CA)


def pin_of(number):
    """Returns a pin of its own for each number."""
    return base64.b64encode(hashlib.sha256(b"%d" % number).digest())


def pins_and_certificates(size):
    """Yields as many pins as certificates, of which none belong together, in one text."""
    for number in range(size // 2500):
        yield b"sha256/" + pin_of(number) + b"\n"
    for number in range(size // 2500):
        yield issued(number, b"h%d.example.com" % number, b"i%d" % number)


def fingerprints_and_certificates(size):
    """Yields as many fingerprints as certificates, of which none belong together, in one text."""
    for number in range(size // 2500):
        yield b"SHA256 Fingerprint=" + hashlib.sha256(b"%d" % number).hexdigest().encode() + b"\n"
    for number in range(size // 2500):
        yield issued(number, b"h%d.example.com" % number, b"i%d" % number)


def android(size, attributes=b""):
    """Yields an Android configuration in which each host has a pin of its own."""
    yield b"<network-security-config>"
    for number in range(size // 200):
        yield (b"<domain-config><domain>a%d.example.com</domain><pin-set%s><pin digest='SHA-256'>%s</pin></pin-set>"
               b"</domain-config>" % (number, attributes, pin_of(number)))
    yield b"</network-security-config>"


def patterns(size):
    """Yields a CertificatePinner whose patterns of many labels have one another below them."""
    for number in range(size // 200):
        labels = b"a." * (number % 120 + 1)
        yield b'.add("%s.%sexample.com", "sha256/%s")\n' % (b"*" * (number % 2 + 1), labels, pin_of(number))


def shared_entry(size):
    """Yields a binary property list in which many hosts share an entry, beside copies of its pin."""
    hosts = size // 1000
    objects = []

    def add(octets):
        objects.append(octets)
        return reference(len(objects) - 1)

    def reference(number):
        return number.to_bytes(3, "big")

    def counted(kind, count):
        return bytes([kind << 4 | 15, 0x12]) + count.to_bytes(4, "big")

    def string(text):
        return add(counted(5, len(text)) + text)

    root = add(b"")
    pin = add(counted(0xD, 1) + string(b"SPKI-SHA256-BASE64") + string(pin_of(1)))
    entry = add(counted(0xD, 1) + string(b"NSPinnedLeafIdentities") + add(counted(0xA, 1) + pin))
    keys = b"".join(string(b"h%d.example.com" % number) for number in range(hosts))
    domains = add(counted(0xD, hosts) + keys + entry * hosts)
    security = add(counted(0xD, 1) + string(b"NSPinnedDomains") + domains)
    objects[0] = counted(0xD, 1) + string(b"NSAppTransportSecurity") + security
    for _ in range(hosts):
        string(b'"sha256/' + pin_of(1) + b'"')
    yield b"bplist00"
    yield from objects
    offset = 8
    places = []
    for octets in objects:
        places.append(offset.to_bytes(4, "big"))
        offset += len(octets)
    yield from places
    yield bytes(6) + b"\x04\x03" + b"".join(number.to_bytes(8, "big") for number in (len(objects), 0, offset))


def integers(size):
    """Yields an RSA key of many INTEGERs."""
    algorithm = value(0x30, bytes.fromhex("06092a864886f70d0101010500"))
    yield value(0x30, algorithm + value(0x03, b"\0" + value(0x30, b"\x02\x01\x01" * (size // 3))))


def same_roots(size):
    """Yields many roots of the name by which the last certificate of a chain was issued."""
    for number in range(size // 400):
        yield issued(number, b"root", b"root", IS_CA)


def backups(size):
    """Yields a policy with many backup pins of one host."""
    yield b'{"schema": "pemtool-policy/1", "unlisted_hosts": "accept", "hosts": [{"host": "www.example.com", "pins": ['
    yield b",\n".join(b'{"pin": "%s", "role": "backup"}' % pin_of(number) for number in range(size // 80))
    yield b"]}]}"


def parts(size):
    """Yields a PKCS #12 file without a password, of many parts with a certificate each."""
    data, kind = bytes.fromhex("06092a864886f70d010701"), bytes.fromhex("060a2a864886f70d01091601")
    content = value(0x30, kind + value(0xA0, value(0x04, b"".join(certificate(1)))))
    bag = value(0x30, value(0x30, bytes.fromhex("060b2a864886f70d010c0a0103") + value(0xA0, content)))
    part = value(0x30, data + value(0xA0, value(0x04, bag)))
    whole = value(0x30, part * (size // len(part)))
    yield value(0x30, b"\x02\x01\x03" + value(0x30, data + value(0xA0, value(0x04, whole))))


INPUTS = {
    "dashes": lambda size: repeated(b"-", size),
    "BEGIN lines": lambda size: repeated(BEGIN, size),
    "newlines in a block": lambda size: block(repeated(b"\n", size)),
    "nested SEQUENCEs": nested,
    "one long line": lambda size: block(repeated(b"MMMM", size)),
    "spaces before BEGIN": lambda size: (part for half in (repeated(b" ", size), block([])) for part in half),
    "headers": lambda size: block(repeated(b"X: y\n", size)),
}
PIN = "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
# Commands that show, hash or search a very long name, each with its expected exit status.
COMMANDS = {
    "inspect": (["inspect"], 0),
    "inspect --json": (["inspect", "--json"], 0),
    "dump": (["dump"], 0),
    "explain --json": (["explain", "--json"], 0),
    "convert": (["convert", "--to", "pem"], 0),
    "check": (["check", "--pin", PIN], 1),
    "diagnose": (["diagnose", PIN], 1),
}
ROWS = [(name, ["pin"], {3}, make) for name, make in INPUTS.items()]
ROWS += [("a name of text, `%s`" % name, command, {status}, certificate) for name, (command, status) in COMMANDS.items()]

# Text that is nearly PEM, base64, hex or an encoding of one, over and over.
PIECES = [
    b"x-----BEGIN A-----\n", b"> -----BEGIN A-----\n> ", b"\\", b'"', b"MIIBIjANBgkqhkiG9w0B ", b"LS0tLS1CRUdJTiBD\n",
    b"&#", b"%2", b"x-----END A-----\n", b"MIL///AwAAAAAAAA!", b'"MIIBIjANBgkqhkiG"+', b"-----BEGIN%20", b"0000000 30\n",
    b"-----BEGIN A-----\nMIIB=3D\n", b"-----BEGIN A-----\n=\n-----END A",
    b"a-----BEGIN A-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA\n",
]
MARKS = {"pairs": "\u0301\u0316".encode(), "non-starters": "\u0f73\u0f71".encode()}
SEED = (ROOT / "Tests/Vectors/seeds/github.com.pem").read_bytes()
CHAIN = ROOT / "Tests/Vectors/policy/chain-rsa2048.pem"


def around(before, piece, after):
    """Returns a function that makes text with a repeated piece between two others."""
    return lambda size: (part for parts in ((before,), repeated(piece, size), (after,)) for part in parts)


def rules(size):
    """Yields an Android configuration with many hosts, and many names of many labels."""
    yield b"<network-security-config>"
    for number in range(size // 400):
        yield (b"<domain-config><domain includeSubdomains='true'>%sx%d.example</domain><pin-set>"
               b"<pin digest='SHA-256'>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</pin></pin-set></domain-config>"
               % (b"a." * 100, number))
    yield b"</network-security-config>"


def domains(size):
    """Yields an Android configuration in which many hosts have one pin, each at its own place."""
    yield b"<network-security-config><domain-config>"
    for number in range(size // 200):
        yield b"<domain>h%d.example</domain>" % number
    yield b"<pin-set><pin digest='SHA-256'>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</pin></pin-set></domain-config>"
    for number in range(size // 200):
        yield (b"<domain-config><domain>g%d.example</domain><pin-set>"
               b"<pin digest='SHA-256'>47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=</pin></pin-set></domain-config>" % number)
    yield b"</network-security-config>"


MORE = [("`%s`" % piece.decode().replace("\n", "\\n"), ["pin"], {0, 3}, lambda size, piece=piece: repeated(piece, size))
        for piece in PIECES]
MORE += [
    ("a continued header", ["pin"], {3}, around(BEGIN + b"Name: value\n", b" " + b"a" * 40 + b"\n", b"\nAAEC\n" + END)),
    ("copies of a certificate, `check`", ["check", "--pin", PIN], {1}, lambda size: repeated(SEED, size)),
    ("hosts of many labels, `policy read`", ["policy", "read"], {0, 1}, rules),
    ("hosts of many labels, `check`", ["check"], {0, 1}, rules),
    ("one pin of many hosts, `diagnose`", ["diagnose", PIN, ROOT / "Tests/Vectors/seeds/github.com.pem"], {1},
     lambda size: domains(size // 8)),
]
for name, marks in MARKS.items():
    MORE += [
        ("a name of marks, %s" % name, ["inspect"], {0}, lambda size, marks=marks: certificate(size, marks)),
        ("a comment of marks, %s" % name, ["policy", "read"], {1}, around(
            b"<network-security-config><!-- ", marks, b" --></network-security-config>")),
        ("a host of marks, %s" % name, ["policy", "read"], {3}, around(
            b"<network-security-config><domain-config><domain>a", marks,
            b"</domain></domain-config></network-security-config>")),
    ]

# What took quadratic time until 2026-11-30. Each piece may have its number, and each text may depend on the size.
PINNED = b'"' + PIN.encode() + b'"'
FOUND = [
    (["diagnose"], "titles in names", lambda n: (b"Peer certificate chain:\n", b"    sha256/AAAAAAAAAAAA: Peer certificate chain: x\n",
                                             b"  Pinned certificates for example.com\n")),
    (["diagnose"], "messages before a chain", lambda n: (
        b"", b"Configured pins:\n", b"Peer certificate chain: " + b"e64NdLAkoWJbAMBLAUvjCPYxLSNiEqVxnnDIpNHI7Jo= - CN=x\n" * (n // 60))),
    (["diagnose"], "messages, each about another host", lambda n: (b"", b"Public key pinning failed for host h%d.example.com\n", b"")),
    (["check"], "a host of words", lambda n: (
        b'{"schema": "pemtool-policy/1", "unlisted_hosts": "accept", "hosts": [{"host": "', b"a1zz wxyz wxyz wxyz ", b'wxyz wxyz", "pins": [{"pin": ' + PINNED + b"}]}]}")),
    (["policy", "read"], "exclusions beside hosts", lambda n: (
        b"x = {" + b"".join(b'"domain": "a%d.example.com",\n' % i for i in range(n // 60)),
        b"kTSKExcludeSubdomainFromParentPolicy: true,\n", b'"TSKPublicKeyHashes": [' + PINNED + b"]}")),
    (["policy", "read"], "uses of a list", lambda n: (
        b"val PINS = listOf(" + (PINNED + b",\n") * (n // 110) + b")\n", b'fun f%d() { val h = "https://a%d.example.com"; use(PINS) }\n', b"")),
    (["policy", "read"], "a list in lists", lambda n: (
        b"val PINS = listOf(" + (PINNED + b",\n") * (n // 110) + b")\nval ALL = listOf(\n", b"PINS,\n", b')\nval host = "a.example.com"\nx.add(host, ALL)\n')),
    (["policy", "read"], "words after a record", lambda n: (b"pin " + PINNED + b"\nx TLSA 3 1 1 a" + b" " * (n // 2) + b"z ", b"a ", b"")),
    (["policy", "read"], "a long name of pins", lambda n: (b"a_" * (n // 4) + b" = [", PINNED + b",\n", b"]")),
    (["policy", "read"], "an item of a long list", lambda n: (
        b'HOSTS = ["a.example.com", # ' + b"x, " * (n // 6) + b'\n"b.example.com"]\n', b"pin(HOSTS[1], " + PINNED + b")\n", b"")),
    (["policy", "read"], "a command with variables", lambda n: (b"curl " + b"$a" * 500 + b" ", PINNED + b" ", b"")),
    (["policy", "read"], "commands in a statement", lambda n: (b"x = (", b"curl $a " + PINNED + b" ", b")")),
    (["policy", "read"], "comments in a comment", lambda n: (b"val x = " + PINNED + b"\n" + b" /* x" * (n // 10), b" */ ", b"")),
    (["policy", "read"], "comments in one without end", lambda n: (b"val x = " + PINNED + b"\n", b" /* /* */ ", b"")),
    (["policy", "read"], "texts of several lines", lambda n: (b"", b'x = """\n' + PINNED + b'\n"""\n', b"")),
    (["policy", "read"], "labels", lambda n: (b"switch (h) {\n", b'case "a.example.com": p = ' + PINNED + b";\n", b"}")),
    (["policy", "read"], "values before keys", lambda n: (
        b"x = [NSDictionary dictionaryWithObjectsAndKeys:", b"@" + PINNED + b', @"a.example.com",\n', b"nil];")),
    (["policy", "read"], "macros", lambda n: (b"", b"#define PIN @" + PINNED + b"\n", b"")),
    (["policy", "read"], "definitions of a name", lambda n: (b"", b"x.pin = " + PINNED + b"\n", b"")),
    (["policy", "read"], "comments after a pin", lambda n: (b"x = " + PINNED + b" x" * (n // 4), b"/**/\n", b"")),
    (["pin"], "a long number before each line", lambda n: (
        b"1" * (n // 2) + b":-----BEGIN CERTIFICATE-----\n", b"1:MAAA\n", b"1:-----END CERTIFICATE-----\n")),
    (["pin"], "a long number thrice", lambda n: (
        b"1" * (n // 3) + b"-----BEGIN CERTIFICATE-----\n" + b"1" * (n // 3) + b"MAAA\n", b"1", b"-----END CERTIFICATE-----\n")),
    (["pin"], "rows of PEM in base64", lambda n: (b"x:\n", b"LS0tLS1CRUdJTiBBQUFB\n", b"LS0tL\n")),
    (["pin"], "rows of keys in base64", lambda n: (
        b"x:\n", b"MCowBQYDK2VwAyEAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAAAAAA\n", b"AAAAA\n")),
    (["inspect"], "an escape after blocks", lambda n: (
        b"", b"# some words between blocks here\n-----BEGIN X-----\nMAA=\n-----END X-----\n", b"end\\n here")),
]


def found(parts):
    """Returns a function that makes text of about a size from what ``parts`` returns for it."""
    def make(size):
        before, piece, after = parts(size)
        yield before
        for number in range(max(1, (size - len(before) - len(after)) // len(piece))):
            yield piece.replace(b"%d", b"%d" % number)
        yield after
    return make


MORE += [("%s, `%s`" % (name, " ".join(command)), command, {0, 1, 2, 3}, found(parts)) for command, name, parts in FOUND]


MORE += [
    ("a long constraint, `check`", ["check", "--pin", PIN], {1}, long_constraint),
    ("many constraints, `check`", ["check", "--pin", PIN], {1}, many_constraints),
    ("many issuers of one name, `check`", ["check", "--pin", PIN], {1}, many_issuers),
    ("roots of one name, `check`", ["check", "--pin", PIN, "--chain", CHAIN, "--roots"], {1}, same_roots),
    ("backups, `check`", ["check", "--chain", CHAIN], {1}, backups),
    ("parts of a PKCS #12 file, `inspect`", ["inspect"], {0, 3}, parts),
    ("as many pins as certificates, `diagnose`", ["diagnose"], {0, 1, 2, 3}, pins_and_certificates),
    ("as many fingerprints as certificates, `diagnose`", ["diagnose"], {0, 1, 2, 3}, fingerprints_and_certificates),
    ("rules with a pin each, `policy read`", ["policy", "read"], {0, 1}, android),
    ("expired rules, `check`", ["check", "--chain", ROOT / "Tests/Vectors/seeds/github.com.pem"], {1},
     lambda size: android(size, b" expiration='2020-01-01'")),
    ("patterns below patterns, `policy read`", ["policy", "read"], {0, 1}, patterns),
    ("an entry of many hosts, `policy read`", ["policy", "read"], {0, 1}, shared_entry),
    ("an RSA key of many INTEGERs, `inspect`", ["inspect"], {0, 1, 2, 3}, integers),
    ("zeros in a certificate, `inspect`", ["inspect"], {0, 1, 2, 3}, lambda size: [issued(1, b"a", b"a", filling=bytes(size * 3 // 4))]),
]


def measure(tool, command, expected, path, runs=3):
    """Returns the minimum processor seconds of some runs, and the peak memory in MB, as the system counts them."""
    best, peak = None, 0
    for _ in range(runs):
        process = subprocess.Popen([tool, *command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in expected:
            sys.exit("%s: exit status %d, expected %s" % (" ".join(map(str, command)), process.returncode, expected))
        seconds = usage.ru_utime + usage.ru_stime
        best = seconds if best is None else min(best, seconds)
        peak = max(peak, usage.ru_maxrss * 1024 / 1e6)
    return best, peak


def is_slow(seconds):
    """Returns whether ten times the size took more than 12 times as long."""
    # Below some milliseconds, the start of the process takes most of the time.
    return any(after > 12 * max(before, 0.01) for before, after in zip(seconds, seconds[1:]))


def main():
    words = [word for word in sys.argv[1:] if word not in ("--write", "--short")]
    tool = pathlib.Path(words[0] if words else ROOT / ".build/release/pemtool").resolve()
    is_short = "--short" in sys.argv
    if not tool.exists():
        sys.exit("build it first: swift build -c release")
    sizes, rows = (SHORT, ROWS + MORE) if is_short else (SIZES, ROWS)
    named = ["%g MB" % (size / 1e6) for size in sizes]
    lines = ["", "| input | " + " | ".join(name + ", s" for name in named) + f" | peak memory at {named[-1]} |",
             "| --- |" + " ---: |" * (len(sizes) + 1)]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        for name, command, status, make in rows:
            # Other work on the machine adds to a time, and each round compares times of the same moment.
            for _ in range(ROUNDS):
                results = []
                for size in sizes:
                    with open(path, "wb") as file:
                        file.writelines(make(size))
                    results.append(measure(tool, command, status, path))
                seconds = [result[0] for result in results]
                slow = is_slow(seconds)
                if not slow:
                    break
            failed = failed or slow
            lines.append("| %s | %s | %.0f MB |%s" % (name, " | ".join("%.3f" % second for second in seconds),
                                                      results[-1][1], " too slow" if slow else ""))
            print(lines[-1], flush=True)
    if "--write" in sys.argv and not is_short:
        document = ROOT / "Documentation" / "Evidence" / "Speed.md"
        text = document.read_text()
        head, rest = text.split("<!-- hostile -->")
        tail = rest.split("<!-- end hostile -->")[1]
        document.write_text(head + "<!-- hostile -->" + "\n".join(lines) + "\n\n<!-- end hostile -->" + tail)
    sys.exit(1 if failed else 0)


main()
