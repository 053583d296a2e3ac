#!/usr/bin/env python3
"""Checks that every kind of object is found in every carrier, such as PEM in JSON, whatever is before and after it.

    Tests/Tools/check/carriers.py PEMTOOL

openssl makes one object of each kind, and its pin is what openssl computes. Each object is written in each carrier,
with nothing, a newline, zeros, text or another object before and after it, and `pemtool pin` has to print its pin, or
name it as an object without one. A few kinds that openssl does not write are built here from their definitions.
"""
import base64, hashlib, io, json, os, re, shutil, subprocess, sys, tempfile, urllib.parse, zipfile

FOLDER = tempfile.mkdtemp(prefix="carriers-")


def path(name):
    return os.path.join(FOLDER, name)


def openssl(*arguments, data=None):
    run = subprocess.run(["openssl", *arguments], input=data, capture_output=True, cwd=FOLDER)
    if run.returncode:
        sys.exit(f"openssl {' '.join(arguments)}: {run.stderr.decode()}")
    return run.stdout


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data)


def pin(spki):
    return base64.b64encode(hashlib.sha256(spki).digest()).decode()


def der(tag, *parts):
    content = b"".join(parts)
    size = len(content)
    octets = bytes([size]) if size < 128 else (lambda n: bytes([0x80 | len(n)]) + n)(
        size.to_bytes((size.bit_length() + 7) // 8, "big"))
    return bytes([tag]) + octets + content


def key_store(alias, certificate):
    """Returns a Java key store (JKS, version 2) with one trusted certificate, as OpenJDK's JavaKeyStore reads it."""
    def text(value):
        return len(value).to_bytes(2, "big") + value
    body = bytes.fromhex("feedfeed0000000200000001") + bytes.fromhex("00000002") + text(alias) + bytes(8)
    body += text(b"X.509") + len(certificate).to_bytes(4, "big") + certificate
    return body + hashlib.sha1("changeit".encode("utf-16-be") + b"Mighty Aphrodite" + body).digest()


def make_objects():
    """Returns (kind, PEM label or None, bytes, pins, the code of an object without a pin or None)."""
    keys = {"rsa": ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
            "p256": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            "p384": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"],
            "ed25519": ["-algorithm", "ED25519"]}
    spki, pins = {}, {}
    for name, arguments in keys.items():
        openssl("genpkey", *arguments, "-out", f"{name}.key")
        spki[name] = openssl("pkey", "-in", f"{name}.key", "-pubout", "-outform", "der")
        pins[name] = pin(spki[name])
        # The characters next to a hex dump then look like the escape of a line end.
        openssl("req", "-new", "-x509", "-key", f"{name}.key", "-subj", rf"/CN={name}\\n", "-days", "9", "-out",
                f"{name}.crt", *([] if name == "ed25519" else ["-sha256"]))

    def form(*arguments):
        return openssl(*arguments, "-outform", "der")
    objects = []

    def add(kind, label, octets, names=(), code=None):
        objects.append((kind, label, octets, [pins[name] for name in names], code))
    for name in ["rsa", "p256", "ed25519"]:
        add(f"certificate, {name}", "CERTIFICATE", form("x509", "-in", f"{name}.crt"), [name])
    add("trusted certificate", "TRUSTED CERTIFICATE",
        base64.b64decode("".join(openssl("x509", "-in", "p256.crt", "-trustout", "-addtrust", "serverAuth")
                                 .decode().split("-----")[2].split())), ["p256"])
    for name in ["rsa", "p256", "ed25519"]:
        add(f"public key, {name}", "PUBLIC KEY", spki[name], [name])
    add("RSA public key", "RSA PUBLIC KEY", form("rsa", "-in", "rsa.key", "-RSAPublicKey_out"), ["rsa"])
    add("request", "CERTIFICATE REQUEST", form("req", "-new", "-key", "p384.key", "-subj", "/CN=r"), ["p384"])
    for name in ["rsa", "p256", "ed25519"]:
        add(f"PKCS #8, {name}", "PRIVATE KEY", form("pkcs8", "-topk8", "-nocrypt", "-in", f"{name}.key"), [name])
    add("PKCS #1", "RSA PRIVATE KEY", form("rsa", "-in", "rsa.key", "-traditional"), ["rsa"])
    for name in ["p256", "p384"]:
        add(f"SEC 1, {name}", "EC PRIVATE KEY", form("ec", "-in", f"{name}.key"), [name])
    plain = form("pkcs8", "-topk8", "-nocrypt", "-in", "ed25519.key")
    # RFC 5958 section 2, version 2: with the public key.
    add("PKCS #8, version 2", "PRIVATE KEY",
        der(0x30, b"\x02\x01\x01", plain[5:], der(0x81, b"\x00" + spki["ed25519"][-32:])), ["ed25519"])
    add("encrypted key", "ENCRYPTED PRIVATE KEY",
        form("pkcs8", "-topk8", "-in", "p256.key", "-passout", "pass:x"), code="encrypted-private-key")
    write("index.txt", b"")
    write("ca.cnf", f"[ca]\ndefault_ca=a\n[a]\ndatabase={path('index.txt')}\ndefault_md=sha256\n".encode())
    openssl("ca", "-config", "ca.cnf", "-gencrl", "-crldays", "9", "-keyfile", "rsa.key", "-cert", "rsa.crt", "-out",
            "list.pem")
    add("revocation list", "X509 CRL", form("crl", "-in", "list.pem"), code="crl")
    add("PKCS #7", "PKCS7", form("crl2pkcs7", "-nocrl", "-certfile", "rsa.crt", "-certfile", "p256.crt"),
        ["rsa", "p256"])
    write("content.txt", b"signed text " * 9)
    add("CMS in BER", "CMS",
        openssl("cms", "-sign", "-stream", "-binary", "-nodetach", "-in", "content.txt", "-signer", "p256.crt", "-inkey",
                "p256.key", "-outform", "der"), ["p256"])
    openssl("pkcs12", "-export", "-in", "p256.crt", "-nokeys", "-certpbe", "NONE", "-nomac", "-passout", "pass:",
            "-out", "plain.p12")
    add("PKCS #12", None, open(path("plain.p12"), "rb").read(), ["p256"])
    openssl("ocsp", "-issuer", "rsa.crt", "-cert", "p256.crt", "-reqout", "request.ocsp", "-no_nonce")
    openssl("ocsp", "-index", "index.txt", "-CA", "rsa.crt", "-rsigner", "rsa.crt", "-rkey", "rsa.key", "-reqin",
            "request.ocsp", "-respout", "answer.ocsp")
    add("OCSP request", None, open(path("request.ocsp"), "rb").read(), code="no-key")
    add("OCSP response", None, open(path("answer.ocsp"), "rb").read(), code="no-key")
    add("Java key store", None, key_store(b"a", form("x509", "-in", "p256.crt")), ["p256"])
    return objects, pins, open(path("p384.crt"), "rb").read()


def pem(octets, label, width=64):
    body = base64.b64encode(octets).decode()
    lines = [body[start:start + width] for start in range(0, len(body), width)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])


def dump(octets, style):
    lines = []
    for start in range(0, len(octets), 16):
        row = octets[start:start + 16]
        text = "".join(chr(c) if 0x20 <= c < 0x7f else "." for c in row)
        if style == "xxd":
            pairs = " ".join(row[i:i + 2].hex() for i in range(0, len(row), 2))
            lines.append(f"{start:08x}: {pairs:<39}  {text}")
        else:
            two = row[:8].hex(" ") + "  " + row[8:].hex(" ")
            lines.append(f"{start:08x}  {two:<48}  |{text}|")
    if style != "xxd":
        lines.append(f"{len(octets):08x}")
    return "\n".join(lines) + "\n"


def archive(data):
    """Returns a ZIP archive, like an app, with the data in a file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("Payload/a.txt", data)
    return file.getvalue()


def base64_of(octets):
    return base64.b64encode(octets).decode()


# The name of each carrier, and how an object is written in it; `label` is None if the kind has no PEM.
CARRIERS = {
    "PEM": lambda o, label: label and pem(o, label),
    "PEM in JSON": lambda o, label: label and json.dumps({"a": pem(o, label)}) + "\n",
    "PEM in YAML": lambda o, label: label and "a:\n  b: |\n    " + pem(o, label).strip().replace("\n", "\n    ") + "\n",
    "PEM in percent encoding": lambda o, label: label and "c=" + urllib.parse.quote(pem(o, label)) + "\n",
    "base64 of PEM": lambda o, label: label and f"a: {base64_of(pem(o, label).encode())}\n",
    "PEM in UTF-16": lambda o, label: label and pem(o, label),
    "PEM in an archive": lambda o, label: label and pem(o, label),
    "DER": lambda o, label: o,
    "base64": lambda o, label: base64_of(o) + "\n",
    "base64 in lines": lambda o, label: "\n".join(re.findall(".{1,76}", base64_of(o))) + "\n",
    "base64 in JSON": lambda o, label: json.dumps({"x5c": [base64_of(o)]}) + "\n",
    "base64 in XML": lambda o, label: "<a>\n" + "\n".join(re.findall(".{1,64}", base64_of(o))) + "\n</a>\n",
    "base64url": lambda o, label: f'"k": "{base64.urlsafe_b64encode(o).decode().rstrip("=")}"\n',
    "hex": lambda o, label: o.hex() + "\n",
    "hex with colons": lambda o, label: o.hex(":").upper() + "\n",
    "C array": lambda o, label: "char a[] = { " + ", ".join(f"0x{c:02x}" for c in o) + " };\n",
    "Java array": lambda o, label: "b = {" + ", ".join(str(c - 256 if c > 127 else c) for c in o) + "};\n",
    "JSON numbers": lambda o, label: json.dumps(list(o)) + "\n",
    "hexdump -C": lambda o, label: dump(o, "hexdump"),
    "xxd": lambda o, label: dump(o, "xxd"),
}

TEXT = b"# The key of the server, from 2026\n"


def surroundings(other):
    plain = [("nothing", b""), ("newline", b"\n"), ("zeros", bytes(16)), ("text", TEXT), ("object", other)]
    pairs = [(before, plain[0]) for before in plain] + [(plain[0], after) for after in plain[1:]]
    return pairs + [(both, both) for both in plain[1:]]


def cases(objects, other):
    for kind, label, octets, pins, code in objects:
        for carrier, wrap in CARRIERS.items():
            wrapped = wrap(octets, label)
            if not wrapped:
                continue
            wrapped = wrapped.encode() if isinstance(wrapped, str) else wrapped
            for (before, start), (after, end) in surroundings(other):
                # A line end separates text from an object before it.
                gap = b"\n" if before == "object" and carrier != "DER" else b""
                data = start + gap + wrapped + end
                if carrier == "PEM in UTF-16":
                    data = data.decode().encode("utf-16-le")
                if carrier == "PEM in an archive":
                    data = archive(data)
                yield f"{kind}, {carrier}, after {before}, before {after}", data, before, pins, code, after


def is_right(lines, expected, code, after_text, is_store):
    found = [line["pin"] for line in lines if line.get("pin")]
    codes = [line["error"]["code"] for line in lines if not line["ok"]]
    codes += [line["kind"] for line in lines if line["ok"] and line["kind"] in ("crl", "encrypted-private-key")]
    # Text after DER is reported, because nothing says that it is not an object.
    codes = [each for each in codes if not (after_text and each in ("trailing-bytes", "no-object"))]
    # What is before or after a key store in a binary file may be part of it.
    if codes in (["java-keystore"], ["damaged-lock"]) and not code:
        return is_store
    return found == expected and codes == ([code] if code else [])


def main():
    tool = os.path.abspath(sys.argv[1])
    try:
        objects, known, other = make_objects()
        rows = list(cases(objects, other))
        os.mkdir(path("cases"))
        for number, row in enumerate(rows):
            write(f"cases/{number:05}", row[1])
        failures = []
        names = [f"{number:05}" for number in range(len(rows))]
        answers = {name: [] for name in names}
        for start in range(0, len(names), 500):
            part = subprocess.run([tool, "pin", "--jsonl", *names[start:start + 500]], capture_output=True,
                                  cwd=path("cases"))
            for line in part.stdout.splitlines():
                answer = json.loads(line)
                answers[answer["file"].partition(":")[0]].append(answer)
        for name, (what, _, before, pins, code, after) in zip(names, rows):
            around = [known["p384"]]
            expected = (around if before == "object" else []) + pins + (around if after == "object" else [])
            if not is_right(answers[name], expected, code, "text" in (before, after), what.startswith("Java key store")):
                said = [line.get("pin") or line.get("error", {}).get("code") for line in answers[name]]
                failures.append(f"{what}: {said}")
        for failure in failures[:60]:
            print(failure)
        kinds, carriers = len(objects), len(CARRIERS)
        print(f"{kinds} kinds, {carriers} carriers: {len(rows)} inputs, {len(failures)} wrong")
        sys.exit(1 if failures else 0)
    finally:
        shutil.rmtree(FOLDER)


main()
