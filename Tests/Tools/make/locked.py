#!/usr/bin/env python3
"""Writes Tests/Vectors/locked: locked files from the programs that people use, and INDEX.tsv.

    Tests/Tools/make/locked.py              the files with few iterations, which the tests read without the optimizer
    Tests/Tools/make/locked.py FOLDER       also those of GnuTLS and NSS, which use 600,000, for Tests/Tools/check/locked.py

Tests/Vectors/unsupported-locks has files that are not opened here, and the algorithm that the message about each names.
In the first folder, digests.tsv has digests and HMACs by Python's hashlib, and private.tsv the parts of the keys that no
output may contain.
INDEX.tsv: file; made_by; password (as text; `-` for none at all); pins, separated by commas, in any order, by openssl
from the certificates and keys before they were locked; friendly_name, of the first member. Each run makes new keys, for
these files alone.

It needs openssl, keytool (default-jdk-headless), certtool (gnutls-bin), pk12util (libnss3-tools), Bouncy Castle's
provider (libbcprov-java), Python's cryptography, and for PBMAC1 the libcrypto that PyPI's psycopg-binary brings. What a
program does not offer here is left out, and a line says so.
"""
import base64
import ctypes
import datetime
import hashlib
import hmac
import importlib.util
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.serialization import pkcs12

from der import oid, tlv

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2] / "Vectors/locked").resolve()
PASSWORD = "correct horse"
PROVIDER = "/usr/share/java/bcprov.jar"
work = pathlib.Path(tempfile.mkdtemp())
rows = []


def run(*words, data=None, check=True):
    done = subprocess.run(list(map(str, words)), input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work)
    if done.returncode and check:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.decode()[-300:]}{done.stdout.decode()[-300:]}")
    return done.stdout


def pin(der):
    return base64.b64encode(hashlib.sha256(der).digest()).decode()


def pin_of_key(path):
    return pin(run("openssl", "pkey", "-in", path, "-pubout", "-outform", "der"))


def pin_of_certificate(path):
    public = run("openssl", "x509", "-in", path, "-noout", "-pubkey")
    return pin(run("openssl", "pkey", "-pubin", "-outform", "der", data=public))


def add(name, made_by, password, pins, make, friendly=""):
    """Makes a file and its row. An option that the program does not have is not an error."""
    path = folder / name
    path.unlink(missing_ok=True)
    try:
        make(path)
    except RuntimeError as error:
        print(f"{name}: left out: {str(error).splitlines()[-1][:120]}")
        path.unlink(missing_ok=True)
        return
    rows.append((name, made_by, "-" if password is None else password, ",".join(pins), friendly))


def openssl_containers():
    both = [pins["cert"], pins["p-256"]]

    def export(name, *options, password=PASSWORD, pins=both, friendly="a name", inputs=("-inkey", "p-256.key", "-in", "cert.pem")):
        words = ["openssl", "pkcs12", "-export", *inputs, "-name", "a name", "-passout", f"pass:{password}",
                 *(() if name in ("modern", "legacy", "one-iteration") else ("-iter", "100")), *options]
        add(f"openssl-{name}.p12", "openssl pkcs12 -export " + " ".join(options), password, pins,
            lambda path: run(*words, "-out", path), friendly)

    export("modern")
    export("legacy", "-legacy")
    for cipher in ("AES-128-CBC", "AES-192-CBC", "AES-256-CBC", "DES-EDE3-CBC"):
        export(cipher.lower(), "-certpbe", cipher, "-keypbe", cipher)
    for cipher in ("PBE-SHA1-3DES", "PBE-SHA1-2DES", "PBE-SHA1-RC2-40", "PBE-SHA1-RC2-128", "PBE-SHA1-RC4-40",
                   "PBE-SHA1-RC4-128", "DES-CBC", "RC2-CBC"):
        export(cipher.lower(), "-legacy", "-certpbe", cipher, "-keypbe", cipher)
    for digest in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha3-256"):
        export(f"mac-{digest}", "-macalg", digest)
    export("no-mac", "-nomac")
    export("plain", "-certpbe", "NONE", "-keypbe", "NONE")
    export("one-iteration", "-noiter", "-nomaciter")
    export("empty-password", password="")
    export("legacy-empty-password", "-legacy", password="")
    export("unicode", password="pässwörd €𝄞")
    export("legacy-unicode", "-legacy", password="pässwörd €𝄞")
    export("long-password", "-legacy", password="0123456789" * 12)
    export("chain", "-certfile", "ca.pem", pins=[pins["cert"], pins["ca"], pins["p-256"]])
    export("no-keys", "-nokeys", pins=[pins["cert"]], inputs=("-in", "cert.pem"), friendly="")
    export("ed25519", pins=[pins["ed25519-cert"], pins["ed25519"]],
           inputs=("-inkey", "ed25519.key", "-in", "ed25519-cert.pem"))
    export("rsa", "-legacy", pins=[pins["rsa-cert"], pins["rsa"]], inputs=("-inkey", "rsa.key", "-in", "rsa-cert.pem"))


def openssl_keys():
    def topk8(name, key, *options, password=PASSWORD):
        add(f"pkcs8-{name}", f"openssl pkcs8 -topk8 {' '.join(options)}", password, [pins[key]],
            lambda path: run("openssl", "pkcs8", "-topk8", "-in", f"{key}.key", "-passout", f"pass:{password}",
                             *(("-iter", "100") if "-iter" not in options and "-scrypt" not in options else ()), *options,
                             "-outform", "der" if name.endswith(".der") else "pem", "-out", path))

    for key in ("p-256", "rsa", "ed25519", "ed448", "x25519", "x448", "p-384", "p-521", "secp256k1", "dsa", "rsa-long-exponent"):
        topk8(f"{key}.pem", key)
    topk8("p-256.der", "p-256")
    topk8("rsa-rc4.pem", "rsa", "-v1", "PBE-SHA1-RC4-128", "-provider", "legacy", "-provider", "default")
    for cipher in ("aes128", "aes192", "aes256", "des3"):
        topk8(f"{cipher}.pem", "p-256", "-v2", cipher)
    for cipher in ("des", "rc2"):
        topk8(f"{cipher}.pem", "p-256", "-v2", cipher, "-provider", "legacy", "-provider", "default")
    for digest in ("SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512-224", "SHA512-256", "MD5"):
        topk8(f"hmac-{digest.lower()}.pem", "p-256", "-v2", "aes256", "-v2prf", f"hmacWith{digest}")
    for scheme in ("PBE-MD5-DES", "PBE-SHA1-DES", "PBE-MD5-RC2-64", "PBE-SHA1-RC2-64", "PBE-SHA1-3DES", "PBE-SHA1-2DES",
                   "PBE-SHA1-RC2-40", "PBE-SHA1-RC2-128", "PBE-SHA1-RC4-40", "PBE-SHA1-RC4-128"):
        topk8(f"{scheme.lower()}.pem", "p-256", "-v1", scheme, "-provider", "legacy", "-provider", "default")
    topk8("scrypt.pem", "p-256", "-scrypt", "-scrypt_N", "128")
    topk8("iterations.pem", "p-256", "-iter", "3000")
    topk8("empty-password.pem", "p-256", password="")
    for cipher in ("des", "des3", "aes128", "aes192", "aes256"):
        extra = ("-provider", "legacy", "-provider", "default") if cipher == "des" else ()
        for key, command in (("p-256", "ec"), ("rsa", "rsa"), ("dsa", "dsa")):
            if key != "p-256" and cipher not in ("des3", "aes256"):
                continue
            words = ["openssl", command, "-in", f"{key}.key", f"-{cipher}", "-passout", f"pass:{PASSWORD}", *extra]
            if command == "rsa":
                words.append("-traditional")
            add(f"dek-info-{key}-{cipher}.pem", f"openssl {command} -{cipher}", PASSWORD, [pins[key]],
                lambda path, words=words: run(*words, "-out", path))


def unsupported():
    """Makes Tests/Vectors/unsupported-locks: files that only openssl opens, and the algorithm that each message names."""
    target = pathlib.Path(__file__).resolve().parents[2] / "Vectors/unsupported-locks"
    target.mkdir(exist_ok=True)
    legacy = ("-provider", "legacy", "-provider", "default")
    lines = ["file\tmade_by\tname"]
    for cipher, name in (
            ("camellia-128-cbc", "Camellia"), ("camellia-256-ctr", "Camellia"), ("aria-192-cbc", "ARIA"),
            ("sm4-cbc", "SM4"), ("seed-cbc", "SEED"), ("bf-cbc", "Blowfish"), ("cast5-cbc", "CAST5"),
            ("aes-128-ecb", "AES in a mode other than CBC"), ("aes-256-cfb", "AES in a mode other than CBC"),
            ("des-ofb", "DES in a mode other than CBC"), ("rc4", "RC4 with PBES2")):
        run("openssl", "pkcs8", "-topk8", "-in", "p-256.key", "-passout", f"pass:{PASSWORD}", "-iter", "100",
            "-v2", cipher, *legacy, "-out", target / f"{cipher}.pem")
        lines.append(f"{cipher}.pem\topenssl pkcs8 -v2 {cipher}\t{name}")
    for option, value, name in (
            ("-macalg", "whirlpool", "Whirlpool"), ("-macalg", "BLAKE2b512", "BLAKE2b-512"), ("-certpbe", "ARIA-256-CBC", "ARIA")):
        run("openssl", "pkcs12", "-export", "-inkey", "p-256.key", "-in", "cert.pem", "-passout", f"pass:{PASSWORD}",
            "-iter", "100", option, value, *legacy, "-out", target / f"{value}.p12")
        lines.append(f"{value}.p12\topenssl pkcs12 {option} {value}\t{name}")
    (target / "INDEX.tsv").write_text("\n".join(lines) + "\n")


def gnutls():
    for cipher in ("aes-128", "aes-192", "aes-256", "3des", "3des-pkcs12", "arcfour", "rc2-40"):
        add(f"gnutls-{cipher}.p12", f"certtool --to-p12 --pkcs-cipher {cipher}", PASSWORD, [pins["cert"], pins["p-256"]],
            lambda path: run("certtool", "--to-p12", "--outder", "--load-privkey", "p-256.key", "--load-certificate",
                             "cert.pem", "--p12-name", "a name", "--password", PASSWORD, "--pkcs-cipher", cipher,
                             "--outfile", path), "a name")
        add(f"gnutls-{cipher}.pem", f"certtool --to-p8 --pkcs-cipher {cipher}", PASSWORD, [pins["p-256"]],
            lambda path: run("certtool", "--to-p8", "--load-privkey", "p-256.key", "--password", PASSWORD,
                             "--pkcs-cipher", cipher, "--outfile", path))
    for name, options, password in (("empty", ["--empty-password"], ""), ("null", ["--null-password"], None)):
        add(f"gnutls-{name}-password.p12", f"certtool --to-p12 {options[0]}", password, [pins["cert"], pins["p-256"]],
            lambda path: run("certtool", "--to-p12", "--outder", "--load-privkey", "p-256.key", "--load-certificate",
                             "cert.pem", "--p12-name", "a name", *options, "--outfile", path), "a name")


def python():
    key = s.load_pem_private_key((work / "p-256.key").read_bytes(), None)
    certificate = x509.load_pem_x509_certificate((work / "cert.pem").read_bytes())
    for name, scheme, digest in (
            ("aes", pkcs12.PBES.PBESv2SHA256AndAES256CBC, hashes.SHA512()),
            ("3des", pkcs12.PBES.PBESv1SHA1And3KeyTripleDESCBC, hashes.SHA1())):
        locking = (s.PrivateFormat.PKCS12.encryption_builder().kdf_rounds(100).key_cert_algorithm(scheme)
                   .hmac_hash(digest).build(PASSWORD.encode()))
        add(f"cryptography-{name}.p12", f"cryptography {scheme.name}", PASSWORD, [pins["cert"], pins["p-256"]],
            lambda path: path.write_bytes(pkcs12.serialize_key_and_certificates(
                b"a name", key, certificate, None, locking)), "a name")
    locking = s.BestAvailableEncryption(PASSWORD.encode())
    add("cryptography.pem", "cryptography BestAvailableEncryption", PASSWORD, [pins["p-256"]],
        lambda path: path.write_bytes(key.private_bytes(
            s.Encoding.PEM, s.PrivateFormat.PKCS8, locking)))


def java():
    run("openssl", "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa-cert.pem", "-name", "a name",
        "-passout", f"pass:{PASSWORD}", "-out", "java-source.p12")

    few = [f"-J-Dkeystore.pkcs12.{what}IterationCount=200" for what in ("keyPbe", "certPbe", "mac")]

    def store(path, kind, *options):
        run("keytool", "-importkeystore", "-noprompt", "-srckeystore", "java-source.p12", "-srcstoretype", "PKCS12",
            "-srcstorepass", PASSWORD, "-destkeystore", path, "-deststoretype", kind, "-deststorepass", PASSWORD,
            "-destkeypass", PASSWORD, *few, *options)
        run("keytool", "-importcert", "-noprompt", "-alias", "trusted", "-file", "ca.pem", "-keystore", path,
            "-storetype", kind, "-storepass", PASSWORD, *few, *options)

    for kind in ("JKS", "JCEKS"):
        add(f"keytool.{kind.lower()}", f"keytool -storetype {kind}", PASSWORD, [pins["rsa-cert"], pins["ca"]],
            lambda path: store(path, kind), "a name")
    add("keytool.p12", "keytool -storetype PKCS12", PASSWORD, [pins["rsa"], pins["rsa-cert"], pins["ca"]],
        lambda path: store(path, "PKCS12"))

    def generated(path):
        for alias, algorithm in (("ec", "EC"), ("ed", "Ed25519")):
            run("keytool", "-genkeypair", "-alias", alias, "-keyalg", algorithm, "-dname", f"CN={alias}.example",
                "-keystore", path, "-storepass", PASSWORD, *few)
            pem = run("keytool", "-exportcert", "-rfc", "-alias", alias, "-keystore", path, "-storepass", PASSWORD)
            (work / "generated.pem").write_bytes(pem)
            generated_pins.extend([pin_of_certificate("generated.pem")] * 2)

    # Keys come first here, and without their public halves.
    generated_pins = []
    add("keytool-keys.p12", "keytool -genkeypair", PASSWORD, generated_pins, generated, "ec")
    # keytool always uses 100,000 iterations here.
    if len(sys.argv) > 1:
        add("keytool-legacy.p12", "keytool -J-Dkeystore.pkcs12.legacy", PASSWORD,
            [pins["rsa"], pins["rsa-cert"], pins["ca"]],
            lambda path: store(path, "PKCS12", "-J-Dkeystore.pkcs12.legacy"))

    castle = ("-provider", "org.bouncycastle.jce.provider.BouncyCastleProvider", "-providerpath", PROVIDER)
    add("keytool.bks", "keytool -storetype BKS", PASSWORD, [pins["rsa-cert"], pins["ca"]],
        lambda path: store(path, "BKS", *castle))


def nss():
    run("mkdir", "nss")
    run("certutil", "-N", "-d", "sql:nss", "--empty-password")
    run("openssl", "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa-cert.pem", "-name", "a name",
        "-passout", f"pass:{PASSWORD}", "-out", "nss-source.p12")
    run("pk12util", "-i", "nss-source.p12", "-d", "sql:nss", "-W", PASSWORD)
    for name, options in (("default", ()), ("aes-128", ("-c", "AES-128-CBC", "-C", "AES-128-CBC")),
                          ("aes-256", ("-c", "AES-256-CBC", "-C", "AES-256-CBC")),
                          ("3des", ("-c", "PKCS #12 V2 PBE With SHA-1 And 3KEY Triple DES-cbc",
                                    "-C", "PKCS #12 V2 PBE With SHA-1 And 40 Bit RC2 CBC"))):
        add(f"nss-{name}.p12", "pk12util -o " + " ".join(options), PASSWORD, [pins["rsa"], pins["rsa-cert"]],
            lambda path: run("pk12util", "-o", path, "-n", "a name", "-d", "sql:nss", "-W", PASSWORD, *options), "a name")


# --- PBMAC1, which OpenSSL can write since 3.4. Such a libcrypto makes some files; for the others, Python's hashlib adds
# the MAC to a file that openssl wrote without one.

def library():
    """Returns the libcrypto of psycopg-binary, OpenSSL 3.5 in November 2026."""
    package = importlib.util.find_spec("psycopg_binary")
    found = package and sorted(pathlib.Path(package.origin).parent.parent.glob("psycopg_binary.libs/libcrypto-*"))
    if not found:
        raise RuntimeError("no psycopg-binary")
    library = ctypes.CDLL(str(found[0]))
    for name in ("BIO_new_mem_buf", "PEM_read_bio_PrivateKey", "PEM_read_bio_X509", "PKCS12_create_ex",
                 "EVP_get_digestbyname"):
        getattr(library, name).restype = ctypes.c_void_p
    return library


def pbmac1_by_openssl(path, prf, code):
    crypto = library()

    def read(function, name):
        data = (work / name).read_bytes()
        memory = ctypes.c_void_p(crypto.BIO_new_mem_buf(data, len(data)))
        return ctypes.c_void_p(function(memory, None, None, None))

    secret = PASSWORD.encode()
    key, certificate = read(crypto.PEM_read_bio_PrivateKey, "p-256.key"), read(crypto.PEM_read_bio_X509, "cert.pem")
    # 100 iterations, and no MAC, which is added below.
    made = ctypes.c_void_p(
        crypto.PKCS12_create_ex(secret, b"a name", key, certificate, None, 0, 0, 100, -1, 0, None, None))
    digest = ctypes.c_void_p(crypto.EVP_get_digestbyname(code.encode()))
    if crypto.PKCS12_set_pbmac1_pbkdf2(made, secret, len(secret), None, 16, 100, digest, prf.encode()) != 1:
        raise RuntimeError(f"no PBMAC1 of {prf} and {code}")
    octets = ctypes.create_string_buffer(crypto.i2d_PKCS12(made, None))
    crypto.i2d_PKCS12(made, ctypes.byref(ctypes.c_void_p(ctypes.addressof(octets))))
    path.write_bytes(octets.raw)


def number(value):
    return tlv(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def pbmac1(path, prf, code):
    run("openssl", "pkcs12", "-export", "-inkey", "p-256.key", "-in", "cert.pem", "-name", "a name", "-iter", "100", "-nomac",
        "-passout", f"pass:{PASSWORD}", "-out", "nomac.p12")
    bare = (work / "nomac.p12").read_bytes()
    # SEQUENCE { version, ContentInfo { id-data, [0] OCTET STRING } }, where long values have two length octets.
    content_info = bare[4 + 3:]
    safe = content_info[4 + 11 + 4 + 4:]
    salt = b"saltsalt"
    digests = {"sha256": (9, 32), "sha384": (10, 48), "sha512": (11, 64)}
    size = digests[code][1]
    key = hashlib.pbkdf2_hmac(prf, PASSWORD.encode(), salt, 100, size)
    hmac_id = [tlv(0x30, oid(f"1.2.840.113549.2.{digests[name][0]}"), tlv(5)) for name in (prf, code)]
    derivation = tlv(0x30, oid("1.2.840.113549.1.5.12"),
                     tlv(0x30, tlv(4, salt), number(100), number(size), hmac_id[0]))
    algorithm = tlv(0x30, oid("1.2.840.113549.1.5.14"), tlv(0x30, derivation, hmac_id[1]))
    mac = tlv(0x30, tlv(0x30, algorithm, tlv(4, hmac.new(key, safe, code).digest())), tlv(4, b"unused"), number(1))
    path.write_bytes(tlv(0x30, number(3), content_info, mac))


def long_exponent():
    """Writes an RSA key whose public exponent is longer than its primes."""
    old = s.load_pem_private_key((work / "rsa.key").read_bytes(), None).private_numbers()
    order, e = (old.p - 1) * (old.q - 1), (1 << 600) + 1
    while math.gcd(e, order) != 1:
        e += 2
    d = pow(e, -1, order)
    values = 0, old.p * old.q, e, d, old.p, old.q, d % (old.p - 1), d % (old.q - 1), pow(old.q, -1, old.p)
    run("openssl", "rsa", "-inform", "der", "-traditional", "-out", "rsa-long-exponent.key",
        data=tlv(0x30, *map(number, values)))


def keys():
    run("openssl", "genrsa", "-out", "rsa.key", "1024")
    for name, curve in (("p-256", "prime256v1"), ("p-384", "secp384r1"), ("p-521", "secp521r1"),
                        ("secp256k1", "secp256k1")):
        run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{curve}", "-out", f"{name}.key")
    for name in ("ed25519", "ed448", "x25519", "x448"):
        run("openssl", "genpkey", "-algorithm", name, "-out", f"{name}.key")
    run("openssl", "dsaparam", "-out", "dsa.parameters", "1024")
    run("openssl", "gendsa", "-out", "dsa.key", "dsa.parameters")
    long_exponent()
    for name, key in (("cert", "p-256"), ("ca", "p-384"), ("rsa-cert", "rsa"), ("ed25519-cert", "ed25519")):
        run("openssl", "req", "-x509", "-key", f"{key}.key", "-subj", f"/CN={name}.example", "-days", "36500",
            "-out", f"{name}.pem")
        pins[name] = pin_of_certificate(f"{name}.pem")
    for key in work.glob("*.key"):
        pins[key.stem] = pin_of_key(key)


folder.mkdir(parents=True, exist_ok=True)
for old in set(folder.iterdir()) - {folder / "rfc9579.p12", folder / "java-key-password.p12"}:
    old.unlink()
pins = {}
keys()
openssl_containers()
openssl_keys()
for prf, code in (("sha256", "sha256"), ("sha256", "sha512"), ("sha512", "sha512"), ("sha384", "sha384")):
    add(f"pbmac1-{prf}-{code}.p12", f"openssl without a MAC, PBMAC1 of {prf} and {code} by hashlib", PASSWORD,
        [pins["cert"], pins["p-256"]], lambda path: pbmac1(path, prf, code), "a name")
for prf, code in (("sha1", "sha1"), ("sha224", "sha224"), ("sha256", "sha256"), ("sha256", "sha384"),
                  ("sha512", "sha512"), ("sha512-256", "sha512-256")):
    add(f"openssl-pbmac1-{prf}-{code}.p12", f"PKCS12_set_pbmac1_pbkdf2 of OpenSSL 3.5, {prf} and {code}", PASSWORD,
        [pins["cert"], pins["p-256"]], lambda path: pbmac1_by_openssl(path, prf, code), "a name")
python()
java()
if len(sys.argv) > 1:
    gnutls()
    nss()
if len(sys.argv) < 2:
    unsupported()
secrets = []
for name in ("p-256", "p-384", "p-521", "secp256k1", "rsa", "rsa-long-exponent", "dsa", "ed25519", "ed448",
             "x25519", "x448"):
    key = s.load_pem_private_key((work / f"{name}.key").read_bytes(), None)
    if name.startswith("rsa"):
        n = key.private_numbers()
        values = [n.d, n.p, n.q, n.dmp1, n.dmq1, n.iqmp]
    elif name == "dsa":
        values = [key.private_numbers().x]
    elif hasattr(key, "private_numbers"):
        values = [key.private_numbers().private_value]
    else:
        values = [int.from_bytes(key.private_bytes_raw(), "big")]
    secrets += [value.to_bytes((value.bit_length() + 7) // 8, "big").hex() for value in values]
lines = ["digest\tcount\tvalue\thmac"]
for name, other in (("MD5", "md5"), ("SHA-1", "sha1"), ("SHA-224", "sha224"), ("SHA-256", "sha256"),
                    ("SHA-384", "sha384"), ("SHA-512", "sha512"), ("SHA-512/224", "sha512_224"),
                    ("SHA-512/256", "sha512_256"), ("SHA3-256", "sha3_256")):
    for count in (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 300):
        message = b"a" * count
        lines.append(f"{name}\t{count}\t{hashlib.new(other, message).hexdigest()}\t"
                     f"{hmac.new(b'key', message, other).hexdigest()}")
(folder / "digests.tsv").write_text("\n".join(lines) + "\n")
(folder / "private.tsv").write_text("secret\n" + "".join(f"{secret}\n" for secret in secrets))
(folder / "INDEX.tsv").write_text(
    "file\tmade_by\tpassword\tpins\tfriendly_name\n" + "".join("\t".join(row) + "\n" for row in sorted(rows)))
shutil.rmtree(work)
print(len(rows), "files")
