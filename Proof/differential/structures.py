"""Certificates as trees of values that a change can reach, written from RFC 5280 and X.690."""
import pathlib
import random
import sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa, x25519

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Tools/make"))
from der import oid, tlv  # noqa: E402

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Vectors"


def der_of(key):
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def on_curve(curve):
    return der_of(ec.derive_private_key(5, curve).public_key())


RSA = rsa.RSAPublicNumbers(65537, random.Random(5).getrandbits(2046) | 1 << 2047 | 1).public_key()
# The SubjectPublicKeyInfo of the keys that are tried with every version, and of those tried with version 1 only.
USUAL_KEYS = [on_curve(ec.SECP256R1()), der_of(RSA),
              der_of(ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key())]
EXPLICIT = (VECTORS / "ecparameters/keys.tsv").read_text().splitlines()
PSS_PARAMETERS = bytes.fromhex(
    "3034a00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120")
RSA_BITS = der_of(RSA)[19:]
OTHER_KEYS = [
    on_curve(ec.SECP384R1()), on_curve(ec.SECP521R1()), on_curve(ec.SECP256K1()), on_curve(ec.BrainpoolP256R1()),
    der_of(x25519.X25519PrivateKey.from_private_bytes(b"\1" * 32).public_key()),
    der_of(dsa.DSAPublicNumbers(5, dsa.DSAParameterNumbers(
        random.Random(6).getrandbits(1022) | 1 << 1023 | 1, 1 << 159 | 1, 4)).public_key()),
    tlv(0x30, tlv(0x30, oid("1.2.840.113549.1.1.10"), PSS_PARAMETERS), RSA_BITS),
    tlv(0x30, tlv(0x30, oid("2.5.8.1.1"), b"\2\2\x08\0"), RSA_BITS),
    tlv(0x30, tlv(0x30, oid("1.2.840.113549.1.3.1"), tlv(0x30, b"\2\1\x17", b"\2\1\5")), tlv(3, b"\0\2\1\7")),
    tlv(0x30, tlv(0x30, oid("1.2.3.4")), tlv(3, b"\0key")),
    # Explicit curves over a prime and a binary field.
    *(bytes.fromhex(row.split("\t")[3]) for row in EXPLICIT if row.startswith(("prime256v1\tfull", "sect283k1\tfull"))),
]
BASES = [(key, version) for version in (3, 2, 1) for key in USUAL_KEYS] + [(key, 1) for key in OTHER_KEYS]


class Value:
    """A value with its tag, and its content: octets, or a list of values after an optional prefix."""

    def __init__(self, tag, content, place, prefix=b""):
        self.tag, self.content, self.place, self.prefix = bytes([tag]), content, place, prefix
        self.form, self.suffix, self.raw, self.parent = "definite", b"", None, None
        for part in content if isinstance(content, list) else []:
            part.parent = self

    @property
    def number(self):
        return self.tag[0]

    def octets(self):
        if isinstance(self.content, bytes):
            return self.content
        return self.prefix + b"".join(part.encoded() for part in self.content) + self.suffix

    def encoded(self):
        if self.raw is not None:
            return self.raw
        content = self.octets()
        size = len(content)
        minimal = size.to_bytes((size.bit_length() + 7) // 8, "big")
        lengths = {
            "definite": bytes([size]) if size < 128 else bytes([128 | len(minimal)]) + minimal,
            "one zero octet more": bytes([129 + len(minimal)]) + b"\0" + minimal,
            "long form": bytes([128 | max(len(minimal), 1)]) + (minimal or b"\0"),
            "indefinite": b"\x80",
            "one too long": bytes([0x84]) + (size + 1).to_bytes(4, "big"),
            "2^32 too long": bytes([0x85]) + (size + 2**32).to_bytes(5, "big"),
            "2^64 too long": bytes([0x89]) + (size + 2**64).to_bytes(9, "big"),
            "reserved": b"\xff",
        }
        end = b"\0\0" if self.form == "indefinite" else b""
        return self.tag + lengths[self.form] + content + end

    def each(self):
        yield self
        if isinstance(self.content, list):
            for part in self.content:
                yield from part.each()


def parsed(der, place):
    """Returns the tree of a DER value; `place` names the root, and the parts are numbered."""
    def length(start):
        size, begin = der[start + 1], start + 2
        if size >= 128:
            begin += size - 128
            size = int.from_bytes(der[start + 2:begin], "big")
        return begin, begin + size

    def value(start, place):
        begin, end = length(start)
        if not der[start] & 0x20:
            return Value(der[start], der[begin:end], place), end
        parts, here = [], begin
        while here < end:
            part, here = value(here, f"{place}.{len(parts)}")
            parts.append(part)
        return Value(der[start], parts, place), end
    return value(0, place)[0]


def algorithm(number, place, parameters=True):
    null = [Value(5, b"", place + ".parameters")] if parameters else []
    return Value(0x30, [Value(6, oid(number)[2:], place + ".algorithm")] + null, place)


def name(place, *attributes):
    def part(number, tag, text):
        kind = place + ".attribute"
        pair = [Value(6, oid(number)[2:], kind + ".type"), Value(tag, text, kind + ".value")]
        return Value(0x31, [Value(0x30, pair, kind)], place + ".part")
    return Value(0x30, [part(*attribute) for attribute in attributes], place)


def extension(number, value, title, is_critical=False):
    place = "extension"
    critical = [Value(1, b"\xff", place + ".critical")] if is_critical else []
    content = parsed(value, title)
    return Value(0x30, [Value(6, oid(number)[2:], place + ".extnID"), *critical,
                        Value(4, [content], place + ".extnValue")], place)


def extensions():
    """Returns BasicConstraints, KeyUsage, SubjectAltName, SubjectKeyIdentifier, ExtendedKeyUsage and an unknown one."""
    listed = [
        extension("2.5.29.19", bytes.fromhex("30060101ff020103"), "basicConstraints", True),
        extension("2.5.29.15", bytes.fromhex("03020106"), "keyUsage", True),
        extension("2.5.29.17", bytes.fromhex("301f 820b") + b"example.com" + bytes.fromhex("8704 c0000201")
                  + b"\x86\x0aurn:a:test", "subjectAltName"),
        extension("2.5.29.14", b"\x04\x04\1\2\3\4", "subjectKeyIdentifier"),
        extension("2.5.29.37", b"\x30\x0a" + oid("1.3.6.1.5.5.7.3.1"), "extKeyUsage"),
        extension("1.2.3.4", b"\x0c\x02hi", "unknownExtension"),
    ]
    return Value(0xA3, [Value(0x30, listed, "extensions")], "[3]")


def subject_public_key_info(der):
    """Returns a key; DER inside its BIT STRING is a tree too."""
    info = parsed(der, "spki")
    info.content[0].place, info.content[1].place = "spki.algorithm", "spki.subjectPublicKey"
    for part, field in zip(info.content[0].content, ("algorithm", "parameters")):
        part.place = "spki.algorithm." + field
    bits = info.content[1]
    if bits.content[1] in (0x02, 0x30):
        content = parsed(bits.content[1:], "rsaPublicKey" if bits.content[1] == 0x30 else "publicNumber")
        info.content[1] = Value(3, [content], bits.place, b"\0")
        info.content[1].parent = info
    return info


def certificate(number):
    """Returns a valid certificate: one of BASES."""
    chosen = random.Random(number)
    key, version = BASES[number]
    signature = ("1.2.840.10045.4.3.2", False) if number % 2 else ("1.2.840.113549.1.1.11", True)
    tbs = [
        Value(2, chosen.getrandbits(62).to_bytes(8, "big") + b"\1", "serialNumber"),
        algorithm(signature[0], "tbs.signature", signature[1]),
        name("issuer", ("2.5.4.6", 0x13, b"DE"), ("2.5.4.3", 0x0C, b"Issuer")),
        Value(0x30, [Value(0x17, b"250101000000Z", "notBefore"), Value(0x17, b"350101000000Z", "notAfter")],
              "validity"),
        name("subject", ("2.5.4.10", 0x13, b"Organization"), ("2.5.4.3", 0x0C, b"example.com")),
        subject_public_key_info(key),
    ]
    if version > 1:
        tbs.insert(0, Value(0xA0, [Value(2, bytes([version - 1]), "version")], "[0]"))
    if version == 2:
        tbs += [Value(0x81, b"\0\1\2", "issuerUniqueID"), Value(0x82, b"\0\3\4", "subjectUniqueID")]
    if version == 3:
        tbs.append(extensions())
    return Value(0x30, [Value(0x30, tbs, "tbsCertificate"), algorithm(signature[0], "signatureAlgorithm", signature[1]),
                        Value(3, b"\0" + chosen.randbytes(64), "signature")], "certificate")
