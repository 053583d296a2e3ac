#!/usr/bin/env python3
"""Compares this package with OpenSSL, mbedTLS and Go, if installed, and prints Markdown tables.

    Benchmarks/compare.py [--rounds N] [--write] [--also NAME=PROGRAM]

Needs Swift, a C compiler, openssl, GNU time and a system CA bundle. On Debian the peers are libssl-dev, libmbedtls-dev
and golang-go, whose Go 1.19 is new enough; the tables name the versions. Every program runs once per round, in turn,
and the tables show medians; times of work inside a process are processor times. --write puts the tables in
Documentation/Evidence/Speed.md. --also adds a program that accepts the same arguments (`PROGRAM w1 CORPUS ITERATIONS`),
such as one built with another version of OpenSSL, or peerbench of an earlier commit.
"""
import argparse
import base64
import hashlib
import os
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = HERE / ".build" / "compare"
BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
LEAVES = 200
BIG = 200_000
ANSWERS = (0, 1)  # 1 is the answer "no", for example that a pin is unknown.


def run(*words, **options):
    return subprocess.run([str(w) for w in words], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def blocks(pem):
    return [base64.b64decode(b) for b in re.findall("-----BEGIN CERTIFICATE-----(.*?)-----END", pem, re.S)]


def pack(name, certificates):
    """Writes NAME.der, the concatenated certificates, and NAME.idx, their count and the offset and length of each."""
    offset, index = 0, [len(certificates)]
    for der in certificates:
        index += [offset, len(der)]
        offset += len(der)
    (WORK / f"{name}.der").write_bytes(b"".join(certificates))
    (WORK / f"{name}.idx").write_bytes(struct.pack(f"<{len(index)}I", *index))
    (WORK / f"{name}.pem").write_text("".join(
        "-----BEGIN CERTIFICATE-----\n"
        + "".join(base64.b64encode(der[i:i + 48]).decode() + "\n" for i in range(0, len(der), 48))
        + "-----END CERTIFICATE-----\n" for der in certificates))


# The configuration of generated certificates, and the extensions that each corpus has in addition.
LEAF = """
    [req]\ndistinguished_name=dn\nprompt=no\nx509_extensions=v3\n
    [dn]\nC=DE\nO=Example GmbH\nCN=host{number}.example.com\n
    [v3]\nsubjectAltName=DNS:host{number}.example.com,DNS:www.host{number}.example.com\n
    keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n
    basicConstraints=critical,CA:FALSE\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"""
EXTENSIONS = {
    "leaves": """
    certificatePolicies=2.23.140.1.2.1\n
    crlDistributionPoints=URI:http://crl.example.com/{number}.crl\n
    authorityInfoAccess=OCSP;URI:http://ocsp.example.com\n""",
    "web": """
    certificatePolicies=2.23.140.1.2.2,@policy\n
    crlDistributionPoints=URI:http://crl3.example.com/ServerCA{number}.crl,URI:http://crl4.example.com/ServerCA{number}.crl\n
    authorityInfoAccess=OCSP;URI:http://ocsp.example.com,caIssuers;URI:http://cacerts.example.com/ServerCA.crt\n
    1.3.6.1.4.1.11129.2.4.2=DER:{timestamps}\n
    [policy]\npolicyIdentifier=1.3.6.1.4.1.99999.1.1\nCPS.1=http://www.example.com/CPS\n""",
}


def timestamps(number):
    """Returns, in hex, a list of three signed certificate timestamps (RFC 6962 section 3.3). Only their form is that of
    a log's timestamps: no one has their keys."""
    def seed(*words):
        return hashlib.sha256(repr(words).encode()).digest()

    def tls(octets):
        return struct.pack(">H", len(octets)) + octets

    def signature(log):
        numbers = [b"\2\x20" + bytes([one[0] & 0x7f | 0x40]) + one[1:] for one in (seed(number, log, 1), seed(number, log, 2))]
        return b"\x30\x44" + b"".join(numbers)

    found = b"".join(tls(b"\0" + seed(log) + struct.pack(">Q", 1_790_000_000_000 + 977 * number + log) + tls(b"")
                         + b"\4\3" + tls(signature(log))) for log in range(3))
    return (b"\4\x82" + tls(tls(found))).hex()


def make_leaves(name):
    """Writes LEAVES certificates, half of them RSA-2048, half P-256; those of "web" are issued by a CA and have
    timestamps of logs."""
    configuration, authority = WORK / "leaf.cnf", WORK / "issuer.pem"
    issued = []
    if name == "web":
        run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            authority, "-out", WORK / "issuer.crt", "-subj", "/C=US/O=Example Trust, Inc./CN=Example TLS Hybrid ECC 2026 CA1",
            stderr=subprocess.DEVNULL)
        issued = ["-CA", WORK / "issuer.crt", "-CAkey", authority]
    found = []
    for number in range(LEAVES):
        text = (LEAF + EXTENSIONS[name]).replace("{number}", str(number)).replace("{timestamps}", timestamps(number))
        configuration.write_text(text.replace("\n    ", "\n"))
        key = ["rsa:2048"] if number % 2 else ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        found += blocks(run("openssl", "req", "-x509", "-config", configuration, *issued, "-newkey", *key, "-nodes",
                            "-keyout", os.devnull, "-days", 90, stderr=subprocess.DEVNULL))
    pack(name, found)


def make_corpora():
    bundle = next(b for b in BUNDLES if os.path.exists(b))
    pack("roots", blocks(pathlib.Path(bundle).read_text()))
    for name in EXTENSIONS:
        if not (WORK / f"{name}.der").exists():
            make_leaves(name)
    text = (WORK / "leaves.pem").read_text()
    (WORK / "one.pem").write_text(text[:text.index("-----END CERTIFICATE-----\n") + 26])
    if not (WORK / "big.pem").exists():
        with open(WORK / "big.pem", "w") as file:
            for _ in range(BIG // LEAVES):
                file.write(text)


def programs(also):
    """Returns the name and program of each contender, ours first."""
    run("swift", "build", "-c", "release", "--product", "peerbench", cwd=HERE, stderr=subprocess.DEVNULL)
    found = {"DERKit": HERE / ".build/release/peerbench"}
    compiler = shutil.which("cc")
    for name, libraries in [("openssl", ["-lcrypto"]), ("mbedtls", ["-lmbedx509", "-lmbedcrypto"])]:
        program = WORK / name
        if compiler and subprocess.run([compiler, "-O2", HERE / f"Peers/{name}.c", "-o", program, *libraries],
                                       stderr=subprocess.DEVNULL).returncode == 0:
            found[" ".join(run(program, "version").split()[:2])] = program
    if shutil.which("go"):
        program = WORK / "go-peer"
        run("go", "build", "-o", program, HERE / "Peers/peer.go")
        found[run(program, "version").strip()] = program
    for entry in also:
        name, program = entry.split("=", 1)
        found[name] = pathlib.Path(program)
    return found


def rounds(count, contenders):
    for turn in range(count):
        shift = turn % len(contenders)
        yield from contenders[shift:] + contenders[:shift]


def processor_seconds(words, output=os.devnull):
    """Returns the wall and processor seconds of a command, which must succeed."""
    with open(output, "wb") as file:
        start = time.perf_counter()
        process = subprocess.Popen([str(w) for w in words], stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ANSWERS:
        sys.exit(f"{' '.join(map(str, words))}: exit status {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime


def peak_memory(words):
    """Returns the peak memory in MiB, as /usr/bin/time measures it; a child of this process would start with Python's
    memory."""
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *map(str, words)], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in ANSWERS:
        sys.exit(f"{' '.join(map(str, words))}: exit status {done.returncode}")
    return float(done.stderr.split()[-1]) / 1024


def same(results, what):
    """Fails unless all programs have the same result; `results` has it by name. Times count only after this check."""
    ours = next(iter(results))
    others = [name for name in results if results[name] != results[ours]]
    if others or not results[ours]:
        sys.exit(f"{what}: {', '.join(others) or ours}: another result than {ours}")


def table(title, head, rows):
    lines = [f"\n### {title}\n", "| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def certificates_table(found, count):
    works = [(name, program, "w1") for name, program in found.items()]
    works.append(("DERKit, every field decoded", found["DERKit"], "w1-full"))
    medians = {}
    for corpus in ("roots", "leaves"):
        path = WORK / corpus
        if len(found) == 1:
            print("no peer is installed: the pins are compared with none", file=sys.stderr)
        same({name: run(program, work, path, 0) for name, program, work in works}, f"pins of the {corpus}")
        values = {}
        for name, program, work in rounds(count, works):
            text = run(program, work, path, 2000 if "DERKit" in name else 300)
            assert " err 0" in text, f"{name}: {text}"
            values.setdefault(name, []).append(float(re.search(r"us/cert (\S+)", text)[1]))
        for name in values:
            medians.setdefault(name, []).append(statistics.median(values[name]))
    ours = medians["DERKit"]
    rows = [(name, *(f"{v:.2f}" for v in values), *(f"{v / o:.1f}" for v, o in zip(values, ours)))
            for name, values in medians.items()]
    return table("DER in memory to pin, one thread", [
        "microseconds per certificate", "system roots", "leaves", "system roots, times ours", "leaves, times ours"], rows)


WITHOUT = "DERKit without SHA instructions"


def hash_table(found, count):
    plain = WORK / "portable"
    run("swift", "build", "-c", "release", "--product", "peerbench", "-Xswiftc", "-DPORTABLE", "--scratch-path", plain,
        cwd=HERE, stderr=subprocess.DEVNULL)
    contenders = list(found.items())
    contenders.insert(1, (WITHOUT, plain / "release/peerbench"))
    values, results = {}, {}
    for name, program in rounds(count, contenders):
        for size, rate, each, result in re.findall(r"w2 \S+ (\d+) MB/s (\S+) ns/msg (\S+) acc (\d+)", run(program, "w2")):
            values.setdefault(name, {}).setdefault(int(size), []).append((float(rate), float(each)))
            results.setdefault(name, {})[size] = result
    same(results, "digests")
    def median(name, size, place):
        found = values[name].get(size)
        return f"{statistics.median(v[place] for v in found):.0f}" if found else ""
    rows = [(name, median(name, 16384, 0), median(name, 294, 1), median(name, 91, 1)) for name in values]
    return table("SHA-256", ["", "16 KiB, MB/s", "294 bytes, ns", "91 bytes, ns"], rows)


def bundle_table(found, tool, count):
    path = WORK / "big.pem"
    works = [(f"pemtool pin --jobs {jobs}", [tool, "pin", "--jobs", jobs, path]) for jobs in (1, 2)]
    works += [(name, [program, "w3", path]) for name, program in found.items()
              if name.lower().startswith(("openssl", "go"))]
    values, outputs = {}, {}
    for name, words in rounds(count, works):
        values.setdefault(name, []).append(processor_seconds(words, WORK / "out"))
        outputs[name] = (WORK / "out").read_bytes()
    same(outputs, "pins of the bundle")
    size = path.stat().st_size / 1e6
    rows = [(name, *(f"{statistics.median(v[i] for v in values[name]):.2f}" for i in (0, 1)),
             f"{peak_memory(words):.0f}") for name, words in works]
    return table(f"{BIG:,} certificates in one PEM file ({size:.0f} MB) to pins, whole program", [
        "", "wall s", "processor s", "peak MiB"], rows)


def base64_table(found, count):
    values, results = {}, {}
    for name, program in rounds(count, [i for i in found.items() if i[0].startswith(("DERKit", "OpenSSL"))]):
        rate, results[name] = re.search(r"MB/s (\S+) acc (\d+)", run(program, "w4", WORK / "leaves.pem")).groups()
        values.setdefault(name, []).append(float(rate))
    same(results, "decoded base64")
    rows = [(name, f"{statistics.median(v):.0f}") for name, v in values.items()]
    return table("Base64 of PEM blocks", ["", "MB/s of text"], rows)


def start_table(tool, installed, count):
    one = WORK / "one.pem"
    key = run("openssl", "x509", "-in", one, "-noout", "-pubkey")
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=key.encode(), check=True,
                         stdout=subprocess.PIPE).stdout
    pin = base64.b64encode(hashlib.sha256(der).digest()).decode() + "\n"
    same({"openssl and hashlib": pin, "installed": run(installed, "pin", one), "pemtool": run(tool, "pin", one)}, "pin")
    works = [("pemtool pin one.pem, as installed", [installed, "pin", one]),
             ("pemtool pin one.pem, with shared libraries", [tool, "pin", one]),
             ("openssl x509 -noout -subject", ["openssl", "x509", "-in", one, "-noout", "-subject"]),
             ("the same without its CA bundle", ["openssl", "x509", "-in", one, "-noout", "-subject"]),
             ("/bin/true", ["/bin/true"])]
    values = {}
    for name, words in rounds(10 * count, works):
        os.environ.pop("SSL_CERT_FILE", None)
        if "without" in name:
            os.environ["SSL_CERT_FILE"] = "/nonexistent"
        values.setdefault(name, []).append(processor_seconds(words))
    os.environ.pop("SSL_CERT_FILE", None)
    rows = [(name, *(f"{statistics.median(v[i] for v in values[name]) * 1e3:.2f}" for i in (0, 1)))
            for name, _ in works]
    return table("One certificate, one answer, whole program", ["", "wall ms", "processor ms"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--also", action="append", default=[])
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    make_corpora()
    found = programs(options.also)
    run("swift", "build", "-c", "release", "--product", "pemtool", cwd=ROOT, stderr=subprocess.DEVNULL)
    tool = ROOT / ".build/release/pemtool"
    installed = WORK / "installed/bin/pemtool"
    run("./install", "--prefix", WORK / "installed", cwd=ROOT, stderr=subprocess.DEVNULL)
    certificates = struct.unpack("<I", (WORK / "roots.idx").read_bytes()[:4])[0]
    parts = [f"Measured on {time.strftime('%Y-%m-%d')} on {os.cpu_count()} cores, with load {os.getloadavg()[0]:.1f} at the "
             f"start; the figures are medians of {options.rounds} rounds. There are {certificates} system roots and {LEAVES} "
             "leaves, half of them with RSA-2048 keys, half with P-256 keys. The pins of all programs are equal."]
    parts.append(certificates_table(found, options.rounds))
    parts.append(hash_table(found, options.rounds))
    parts.append(bundle_table(found, tool, min(3, options.rounds)))
    parts.append(base64_table(found, options.rounds))
    parts.append(start_table(tool, installed, options.rounds))
    text = "\n".join(parts)
    print(text)
    if options.write:
        page = ROOT / "Documentation" / "Evidence" / "Speed.md"
        before, _, rest = page.read_text().partition("<!-- compare -->\n")
        _, _, after = rest.partition("<!-- end -->\n")
        page.write_text(f"{before}<!-- compare -->\n{text}\n<!-- end -->\n{after}")


if __name__ == "__main__":
    main()
