#!/usr/bin/env python3
"""Checks that input takes only a few times its size in memory: Tests/Tools/check/memory.py PEMTOOL [MEGABYTES]

Each certificate has four megabytes and repeats one extension (subjectAltName, an unknown one, keyUsage). A command may
take eight times that, in addition to what it takes for a small certificate. Text of one megabyte, or of MEGABYTES (0
for none), repeats a pin, a host with a pin, a key or brackets: a command may take eight times that and 16 MB, and more
for each pin, key or value, which Documentation/Evidence/Memory.md explains. scrypt may take 128 MiB and 16 MB. Exit
status 1 if one takes more, or if the status of a certificate is not the same for both sizes.
"""
import base64
import hashlib
import itertools
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "make"))
from der import oid, tlv  # noqa: E402

SIZE, TIMES = 4 << 20, 8
PIN = 43 * "A" + "="
COMMANDS = ["pin", "inspect", "inspect --full", "inspect --jsonl", "explain", "explain --json", f"check --pin {PIN}",
            f"diagnose {PIN}"]
EXTENSIONS = [("2.5.29.17", tlv(0x30, tlv(0x82, b"a.example"))), ("1.2.3.4", b"\5\0"), ("2.5.29.15", b"\3\2\7\x80")]
def digest(number):
    return hashlib.sha256(b"%d" % number).digest()


def pin(number):
    return base64.b64encode(digest(number))


# Text before the pieces, each piece by its number, and the memory that each may take beyond TIMES its size.
TEXTS = {
    "JSON with a host per pin": (b"{", lambda n: b'"h%d.example.com":["%s"],' % (n, pin(n)), 3_000),
    "YAML with a host per pin": (b"", lambda n: b"h%d.example.com:\n  - sha256/%s\n" % (n, pin(n)), 3_000),
    "Kotlin": (b"", lambda n: b'.add("h%d.example.com", "sha256/%s")\n' % (n, pin(n)), 3_000),
    "a pin per line": (b"", lambda n: pin(n) + b"\n", 1_200),
    "Android's XML": (b"<network-security-config>", lambda n: b'<domain-config><domain>h%d.example.com</domain><pin-set>'
                      b'<pin digest="SHA-256">%s</pin></pin-set></domain-config>' % (n, pin(n)), 3_000),
    "JSON Web Keys": (b'{"keys":[', lambda n: b'{"kty":"OKP","crv":"Ed25519","x":"%s"},' % base64.urlsafe_b64encode(
        digest(n)).rstrip(b"="), 5_000),
    "a host and a pin after another": (b"{", lambda n: b'"host":"h%d.example.com","pins":["sha256/%s"],' % (n, pin(n)), 6_000),
    "NUL bytes": (b"", lambda n: b"\0\0", 64),
    "pins in one line": (b"", lambda n: b"sha256/%s " % pin(n), 1_600),
    "empty elements": (b"<network-security-config>", lambda n: b"<a/>", 0),
    "numbers": (b"initializeSslPinning({", lambda n: b"1,", 0), "brackets": (b"", lambda n: b"[", 0),
    "quotes": (b"", lambda n: b'"', 0), "elements": (b"", lambda n: b"<a>", 0), "hex": (b"", lambda n: b"ab", 0),
}
SEED = str(pathlib.Path(__file__).resolve().parents[2] / "Vectors/seeds/github.com.pem")
TEXT_COMMANDS = ["dump --json FILE", "dump FILE", "check FILE", "check --for all FILE", f"check --host github.com --chain {SEED} FILE",
                 f"diagnose FILE {SEED}", f"diagnose --json FILE {SEED}", f"diagnose {PIN} FILE", "policy read FILE",
                 "policy emit --format trustkit FILE", "policy emit --format android FILE", "policy diff FILE FILE",
                 f"policy new --host example.com --backup FILE {SEED}", "convert --to pem FILE", "pin FILE",
                 "inspect --json FILE", "explain FILE"]


def text(name, size):
    """Returns about as many bytes of text, and the memory that its pieces may take beyond TIMES its size."""
    before, piece, each = TEXTS[name]
    parts, length = [before], 0
    for number in itertools.count():
        parts.append(piece(number))
        length += len(parts[-1])
        if length >= size:
            return b"".join(parts), each * (number + 1), number + 1


# A process sees only the highest peak of its children, so each child has its own parent.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def certificate(extension, count):
    algorithm = tlv(0x30, oid("1.2.840.10045.4.3.2"))
    name = tlv(0x30, tlv(0x31, tlv(0x30, oid("2.5.4.3"), tlv(0x0C, b"a.example"))))
    validity = tlv(0x30, tlv(0x17, b"260101000000Z"), tlv(0x17, b"270101000000Z"))
    key = tlv(0x30, tlv(0x30, oid("1.3.101.112")), tlv(3, bytes(33)))
    body = tlv(0x30, tlv(0xA0, b"\2\1\2"), b"\2\1\1", algorithm, name, validity, name, key,
               tlv(0xA3, tlv(0x30, extension * count)))
    return tlv(0x30, body, algorithm, tlv(3, bytes(65)))


def locked():
    """Returns a PKCS #8 key whose scrypt parameters, N = 2, r = 7 and p = 65536, need almost as much as is allowed."""
    numbers = tlv(2, b"\2"), tlv(2, b"\7"), tlv(2, b"\1\0\0")
    derivation = tlv(0x30, oid("1.3.6.1.4.1.11591.4.11"), tlv(0x30, tlv(4, bytes(8)), *numbers))
    cipher = tlv(0x30, oid("2.16.840.1.101.3.4.1.42"), tlv(4, bytes(16)))
    return tlv(0x30, tlv(0x30, oid("1.2.840.113549.1.5.13"), tlv(0x30, derivation, cipher)), tlv(4, bytes(64)))


def peak(tool, words, path):
    """Returns the exit status and the peak memory in bytes."""
    words = words if "FILE" in words else words + " FILE"
    words = [path if word == "FILE" else word for word in words.split()]
    out = subprocess.run([sys.executable, "-c", MEASURE, tool, *words], capture_output=True, text=True)
    status, kilobytes = out.stdout.split()
    return int(status), int(kilobytes) * 1024


def main():
    tool, wrong = sys.argv[1], 0
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "certificate.der"
        for what, content in EXTENSIONS:
            extension = tlv(0x30, oid(what), tlv(4, content))
            for words in COMMANDS:
                path.write_bytes(certificate(extension, 1))
                usual, least = peak(tool, words, path)
                path.write_bytes(certificate(extension, SIZE // len(extension)))
                status, most = peak(tool, words, path)
                times = (most - least) / path.stat().st_size
                wrong += status != usual or usual not in (0, 1) or times > TIMES
                print(f"{words.replace(PIN, 'PIN'):18} {what:10} {times:5.1f} times, status {status}, expected {usual}")
        path.write_bytes(locked())
        status, most = peak(tool, "pin", path)
        wrong += status != 3 or most > (1 << 27) + 16_000_000
        print(f"pin, scrypt: {most / 1e6:.0f} MB, status {status}, expected 3")
        for name in TEXTS if megabytes else []:
            content, more, pieces = text(name, int(megabytes * 1_000_000))
            path.write_bytes(content)
            for words in TEXT_COMMANDS:
                most = peak(tool, words, path)[1]
                isWrong = most > TIMES * len(content) + 16_000_000 + more
                wrong += isWrong
                print(f"{words.replace(PIN, 'PIN').replace(SEED, 'CERTIFICATE'):45} {name:25} "
                      f"{(most - 16e6) / len(content):6.1f} times, {(most - 16e6) / pieces:6,.0f} bytes each" + ", too much" * isWrong,
                      flush=True)
    count = len(EXTENSIONS) * len(COMMANDS) + 1 + (len(TEXTS) * len(TEXT_COMMANDS) if megabytes else 0)
    print(f"{wrong} of {count} took more memory, or had another status")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
