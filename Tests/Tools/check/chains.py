#!/usr/bin/env python3
"""Chains in every order against policies: pemtool's verdicts, findings and advice compared with a model.

    Tests/Tools/check/chains.py PEMTOOL [CHAINS] [SEED] [RULES]

Makes a small public key infrastructure (cross-signed CAs, CAs with one name and two keys, a root of version 1, names in
another spelling, certificates of several servers), and from it CHAINS files (default: 200): in any order,
with members missing, doubled or foreign to the chain, with and without the root, as PEM or PKCS #7, in one file or two.
Each is compared with RULES rules (default: 30), and with as many of each consumer.

The model is written from the standards: paths from RFC 5280 section 4.2.1.1, 4.2.1.2, 4.2.1.9, 4.2.1.3 and 7.1 and RFC
4158 section 5.2, the server's certificate from RFC 9525 section 6, the order from RFC 8446 section 4.4.2, pins from RFC
7469 section 2.4, 2.6 and 4.3. What TrustKit, Android, OkHttp, NSPinnedDomains and curl do with a policy is written from
their sources: ssl_pin_verifier.m, TSKSPKIHashCache.m and TSKPinningValidator.m; NetworkSecurityTrustManager.java;
CertificatePinner.kt; SecPolicy.c of Apple's Security framework; vtls.c. Python's cryptography reads the certificates,
and verifies the signatures that determine which paths a platform really builds. Needs the package python3-cryptography.
"""

import base64
import datetime
import functools
import hashlib
import itertools
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, utils
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.name import _ASN1Type

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../make"))
from der import tlv  # noqa: E402

START, END = datetime.datetime(2025, 1, 1), datetime.datetime(2040, 1, 1)
NOW = "2026-06-01"
HOSTS = "rules.example.com"


# --- Certificates


def name(text, organization="T", kind=_ASN1Type.UTF8String):
    return x509.Name([
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, organization, _type=kind),
        x509.NameAttribute(NameOID.COMMON_NAME, text, _type=kind),
    ])


def has_header_for(certificate):
    """Returns whether the key that signed a certificate may be one for which TrustKit has a header."""
    algorithm, signature = certificate.signature_algorithm_oid.dotted_string, certificate.signature
    if algorithm.startswith("1.2.840.113549.1.1."):
        return len(signature) in (256, 384, 512)
    return algorithm.startswith("1.2.840.10045.4.") and max(utils.decode_dss_signature(signature)).bit_length() <= 384


class Cert:
    """A certificate as the model sees it."""

    def __init__(self, der, label):
        self.der, self.label = der, label
        self.x509 = certificate = x509.load_der_x509_certificate(der)
        spki = certificate.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        key = certificate.public_key()
        if isinstance(key, ec.EllipticCurvePublicKey):
            self.raw = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        elif isinstance(key, rsa.RSAPublicKey):
            self.raw = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)
        else:
            self.raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        # TSKSPKIHashCache.m has headers for RSA 2048, 3072 and 4096, P-256 and P-384.
        self.has_header = (isinstance(key, rsa.RSAPublicKey) and key.key_size in (2048, 3072, 4096)
                           or isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name in ("secp256r1", "secp384r1"))
        self.signer_has_header = has_header_for(certificate)
        self.pin = base64.b64encode(hashlib.sha256(spki).digest()).decode()
        self.sha256 = hashlib.sha256(der).hexdigest()
        self.subject, self.issuer = fold(certificate.subject), fold(certificate.issuer)
        found = {} if certificate.version == x509.Version.v1 else {
            e.oid: e.value for e in certificate.extensions}
        get = lambda kind: found.get(kind.oid)
        constraints, usage = get(x509.BasicConstraints), get(x509.KeyUsage)
        self.ca = bool(constraints and constraints.ca) or not found and self.subject == self.issuer
        self.can_issue = self.ca and (usage is None or usage.key_cert_sign)
        ski, aki = get(x509.SubjectKeyIdentifier), get(x509.AuthorityKeyIdentifier)
        self.ski = ski and ski.digest
        self.aki = aki and aki.key_identifier
        self.aki_serial = aki and aki.authority_cert_serial_number
        self.aki_names = [fold(n.value) for n in (aki and aki.authority_cert_issuer) or []]
        names = get(x509.SubjectAlternativeName)
        self.names = names.get_values_for_type(x509.DNSName) if names else []
        uses = get(x509.ExtendedKeyUsage)
        self.can_serve = uses is None or ExtendedKeyUsageOID.SERVER_AUTH in uses
        self.self_signed = may_issue(self, self)

    def serves(self, host):
        rest = host.split(".", 1)
        return any(n.lower() == host or n.startswith("*.") and len(rest) == 2 and n[2:].lower() == rest[1]
                   for n in self.names)


def fold(distinguished):
    """Applies RFC 5280 section 7.1: case, white space and the type of a string do not matter."""
    return tuple(frozenset((a.oid.dotted_string, " ".join(a.value.lower().split())) for a in rdn)
                 for rdn in distinguished.rdns)


def may_issue(parent, child):
    if child.issuer != parent.subject:
        return False
    if child.aki is not None and parent.ski is not None and child.aki != parent.ski:
        return False
    if child.aki_serial is not None and child.aki_serial != parent.x509.serial_number:
        return False
    return not child.aki_names or parent.issuer in child.aki_names


SERIAL = itertools.count(1000)


def issue(label, subject, key, issuer, issuer_key, ca=False, names=(), ski=True, aki="key", issuer_cert=None,
          uses=None, usage=None):
    builder = (x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
               .serial_number(next(SERIAL)).not_valid_before(START).not_valid_after(END))
    if ca is not None:
        builder = builder.add_extension(x509.BasicConstraints(ca, None), True)
    if usage is not None:
        builder = builder.add_extension(
            x509.KeyUsage(True, False, False, False, False, usage, False, False, False), True)
    if ski:
        builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
    if aki == "key":
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False)
    elif aki == "serial":
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier(
                None, [x509.DirectoryName(issuer_cert.x509.issuer)], issuer_cert.x509.serial_number), False)
    if names:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([x509.DNSName(n) for n in names]), False)
    if uses:
        builder = builder.add_extension(x509.ExtendedKeyUsage(uses), False)
    return Cert(builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.DER), label)


def members(content):
    while content:
        size, start = content[1], 2
        if size & 0x80:
            start += size & 0x7F
            size = int.from_bytes(content[2:start], "big")
        yield content[:start + size]
        content = content[start + size:]


def value(element):
    start = 2 + (element[1] & 0x7F if element[1] & 0x80 else 0)
    return element[start:]


def version1(label, subject, key):
    """Returns a root without version and extensions, signed again."""
    whole = issue(label, subject, key, subject, key, ca=None, ski=False, aki=None)
    signed, algorithm, _ = members(value(whole.der))
    body = tlv(0x30, b"".join(m for m in members(value(signed)) if m[0] not in (0xA0, 0xA3)))
    signature = key.sign(body, ec.ECDSA(hashes.SHA256()))
    return Cert(tlv(0x30, body + algorithm + tlv(0x03, b"\0" + signature)), label)


class PKI:
    def __init__(self):
        # The keys, and so the pins, are always the same.
        key = {n: ec.derive_private_key(int.from_bytes(hashlib.sha256(n.encode()).digest(), "big") >> 1, ec.SECP256R1())
               for n in "R1 R2 R3 I1 I2 I3 J1 K1 K2 P L1 L2 L3 L4 L5 L6 L7 L8 L9 LA LB LC LD S1 S2 N1".split()}
        # Keys that TrustKit cannot hash, at the server, above it and at the top.
        key["I4"] = ec.derive_private_key(5 ** 200, ec.SECP521R1())
        key["LE"] = ed25519.Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"LE").digest())
        r1, r2, r3 = name("Root One"), name("Root Two"), name("Root Three")
        i1, i2, i3, k, n1 = name("Issuing One"), name("Issuing Two"), name("Issuing Three"), name("Same"), name("No CA")
        wild, both = [f"*.{HOSTS}"], [f"*.{HOSTS}", "other.example.com"]
        c = self.certs = {}

        def add(label, subject, own, issuer, signer, **more):
            c[label] = issue(label, subject, key[own], issuer, key[signer], **more)

        add("R1", r1, "R1", r1, "R1", ca=True)
        add("R2", r2, "R2", r2, "R2", ca=True, aki=None)
        c["R3"] = version1("R3", r3, key["R3"])
        add("R1xR2", r1, "R1", r2, "R2", ca=True)
        add("R2xR1", r2, "R2", r1, "R1", ca=True)
        add("I1", i1, "I1", r1, "R1", ca=True, usage=True)
        add("I1xR2", i1, "I1", r2, "R2", ca=True)
        add("I2", i2, "I2", i1, "I1", ca=True)
        add("I3", i3, "I3", r3, "R3", ca=True, aki=None)
        # The same name with another key, with and without identifiers that distinguish them.
        add("J1", i1, "J1", r1, "R1", ca=True)
        add("K1", k, "K1", r1, "R1", ca=True, ski=False)
        add("K2", k, "K2", r2, "R2", ca=True, ski=False)
        # Certificates with the name of an issuer that may not issue.
        add("NC", n1, "N1", r1, "R1")
        add("NU", n1, "N1", r2, "R2", ca=True, usage=False)
        add("L1", name("l1"), "L1", i1, "I1", names=wild)
        add("L2", name("l2"), "L2", i2, "I2", names=wild, uses=[ExtendedKeyUsageOID.SERVER_AUTH])
        add("L3", name("l3"), "L3", i3, "I3", names=both, aki=None)
        add("L4", name("l4"), "L4", i1, "I1", names=["other.example.com"])
        add("L5", name("l5"), "L5", name("l5"), "L5", names=wild)
        add("L6", name("l6"), "L6", name("l6"), "L6", ca=True, names=wild)
        add("L7", name("l7"), "L7", i1, "J1", names=wild)
        add("L8", name("l8"), "L8", k, "K1", names=wild, aki=None)
        odd = name("  ISSUING   one ", "t", _ASN1Type.PrintableString)
        add("L9", name("l9"), "L9", odd, "I1", names=wild)
        add("LA", name("la"), "LA", i1, "I1", names=wild, aki="serial", issuer_cert=c["I1xR2"])
        add("LB", name("lb"), "LB", n1, "N1", names=wild)
        add("LC", name("lc"), "LC", r1, "R1", names=())
        i4 = name("Issuing Four")
        add("I4", i4, "I4", i1, "I1", ca=True)
        add("LD", name("ld"), "LD", i4, "I4", names=wild)
        add("LE", name("le"), "LE", i1, "I1", names=wild)
        add("S1", name("s1"), "S1", name("Elsewhere"), "S1", names=["foreign.example"])
        add("S2", name("s2"), "S2", i1, "I1", uses=[ExtendedKeyUsageOID.CLIENT_AUTH])
        add("S3", name("Elsewhere"), "S2", name("Elsewhere"), "S2", ca=True)
        self.roots = [c[n] for n in ("R1", "R2", "R3")]
        self.leaves = [n for n in c if n.startswith("L")]

    @functools.cache
    def true_paths(self, leaf):
        """Returns the paths built by a platform that has all roots and verifies signatures."""
        def signed(child, parent):
            # Compare names as the model does: to a platform, different spellings are the same name.
            if child.issuer != parent.subject:
                return False
            try:
                parent.x509.public_key().verify(
                    child.x509.signature, child.x509.tbs_certificate_bytes, ec.ECDSA(hashes.SHA256()))
            except InvalidSignature:
                return False
            return parent.can_issue or parent is child

        def up(path):
            last = path[-1]
            if last.subject == last.issuer and signed(last, last):
                return [path]
            used = {(c.subject, c.pin) for c in path}
            return [p for c in self.certs.values() if (c.subject, c.pin) not in used and signed(last, c)
                    for p in up(path + [c])]
        return up([leaf])


# --- The model of paths


class Chain:
    def __init__(self, given, roots, host=None, ordered=True):
        self.given, self.host = given, host
        self.unique = list(dict.fromkeys(given))
        self.roots = [r for r in roots or [] if r not in self.unique]
        self.anchors = set(roots or [])
        self.leaves = self.find_leaves()
        issuers = {p for c in self.unique for p in self.unique if p is not c and self.may(p, c)}
        ends = [c for c in self.unique if c not in issuers]
        self.paths = []
        for start in self.leaves or ends or self.unique[:1]:
            own = self.up([start])
            if any(p[-1] in self.anchors for p in own):
                own = [p for p in own if p[-1].self_signed or p[-1] in self.anchors]
            self.paths += own
        inside = {c for p in self.paths for c in p}
        self.strangers = [c for c in self.unique if c not in inside]
        place = {c: n for n, c in reversed(list(enumerate(given)))}
        firsts = self.leaves or [p[0] for p in self.paths]
        sent = [[place[c] for c in p if c in place] for p in self.paths]
        # Cross-signed CAs may issue each other; each certificate comes after one that it issued.
        late = {p[n] for p in sent for n in range(1, len(p)) if p[n - 1] < p[n]}
        self.in_order = not ordered or given[0] in firsts and all(c in late for p in sent for c in p[1:])

    @staticmethod
    def may(parent, child):
        return not child.self_signed and may_issue(parent, child)

    def find_leaves(self):
        found = [c for c in self.unique if not c.ca]
        if self.host:
            found = ([c for c in found if c.serves(self.host)]
                     or [c for c in self.unique if c.serves(self.host)] or found)
        if len(found) > 1:
            found = [c for c in found if c.can_serve] or found
        if len(found) == 1:
            return found
        issuers = {p for c in self.unique for p in self.unique if p is not c and self.may(p, c)}
        if found:
            return [c for c in found if c not in issuers] or found
        serving = [c for c in self.unique if c not in issuers and c.names]
        if serving:
            return serving
        return self.unique if len(self.unique) == 1 and self.unique[0].self_signed else []

    def is_flawed(self, path):
        """Returns whether the first certificate is not for servers, or an issuer may not sign (RFC 5280 sections
        4.2.1.12, 4.2.1.9 and 4.2.1.3)."""
        if not path[0].can_serve:
            return True
        last = path[-1]
        return not last.self_signed and last not in self.anchors and any(
            not c.can_issue and self.may(c, last) for c in self.unique)

    @property
    def is_refused(self):
        """Returns whether every client refuses the chain."""
        return bool(self.paths) and all(self.is_flawed(p) for p in self.paths)

    def up(self, path):
        last = path[-1]
        if last.self_signed:
            return [path]
        used = {(c.subject, c.pin) for c in path}
        above = [c for c in self.unique + self.roots
                 if c.can_issue and (c.subject, c.pin) not in used and self.may(c, last)]
        return [p for c in above for p in self.up(path + [c])] or [path]


# --- The model of pins


def mistakes(rules, known, extra=()):
    """Returns pins that are not the pin of any key: made from a given certificate, or a typo of another pin."""
    right = {c.pin for c in known}
    made = {}
    for c in known:
        for octets in (c.raw, c.der, c.x509.public_bytes(serialization.Encoding.PEM), c.raw[1:]):
            made[base64.b64encode(hashlib.sha256(octets).digest()).decode()] = c
    return {p: made.get(p) for p in rules if p not in right and (p in made or any(
        0 < distance(p, q) <= 3 for q in right))}


def distance(one, other):
    return sum(a != b for a, b in zip(one, other))


def twins(policy, known):
    """Returns pins that differ from an earlier one in up to three characters; either of the two may be right."""
    right, seen, found = {c.pin for c in known}, [], set()
    for pin in dict.fromkeys(p for rule in policy for p in rule.pins() if p not in right):
        # Three changes leave at least one of four quarters unchanged.
        if any(distance(pin, other) <= 3 for other in seen
               if any(pin[n:n + 11] == other[n:n + 11] for n in (0, 11, 22, 33))):
            found.add(pin)
        seen.append(pin)
    return found


class Rule:
    """The strategies of a host, and how the consumer of a policy applies them.

    The position that a strategy states may differ from the certificates that its consumer compares.
    """

    def __init__(self, strategies, match="any", stated=None, expires=None, enforce=True, backups=()):
        self.strategies, self.match = strategies, match
        self.stated = stated or [position for _, position, _ in strategies]
        self.expires, self.enforce, self.backups = expires, enforce, set(backups)

    def pins(self):
        return [p for kind, _, pins in self.strategies if kind == "public-key" for p in pins]

    def json(self, host):
        field = {"public-key": "pin", "certificate": "certificate_sha256"}
        role = lambda p: {"role": "backup"} if p in self.backups else {}
        rule = {"host": host, "match": self.match, "enforce": self.enforce, "strategies": [
            {"kind": k, "position": pos, "pins": [{field[k]: p, **role(p)} for p in pins]}
            for k, pos, pins in self.strategies]}
        return {**rule, "expires": self.expires} if self.expires else rule

    def matches(self, strategy, path, has_leaf):
        kind, position, pins = strategy
        candidates = {"any": path, "leaf": path[:1] if has_leaf else [], "ca": [c for c in path if c.ca]}[position]
        return [c for c in candidates if (c.pin if kind == "public-key" else c.sha256) in pins]

    def answer(self, path, has_leaf, is_open):
        answers = []
        for strategy, stated in zip(self.strategies, self.stated):
            if self.matches(strategy, path, has_leaf):
                answers.append("yes")
            else:
                answers.append("unknown" if is_open(strategy, stated, path) else "no")
        decisive, other = ("yes", "no") if self.match == "any" else ("no", "yes")
        return decisive if decisive in answers else "unknown" if "unknown" in answers else other

    def applied(self, consumer, wide):
        """Returns the rule as a consumer applies it; `wide` is the rule for all hosts below the domain."""
        lists, expires, enforce, match = self.strategies, self.expires, self.enforce, "any"
        stated = self.stated
        if consumer == "trustkit":
            lists = [(k, "any", pins) for k, _, pins in lists]
        elif consumer == "android":
            lists, enforce = [(k, "any", pins) for k, _, pins in lists], True
        elif consumer == "okhttp-kotlin":
            # findMatchingPins: the pins of every pattern that matches.
            lists = [("public-key", "any", self.pins() + wide.pins())]
            stated, expires, enforce = ["any"], None, True
        elif consumer == "curl":
            lists, expires, enforce = [(k, "leaf", pins) for k, _, pins in lists], None, True
        elif consumer == "nspinneddomains":
            # parseNSPinnedDomains: both lists have the pins of the host's entry and of its parent's.
            expires, enforce, match, stated = None, True, "all", None
            lists = [(kind, position, pins) for position in ("any", "leaf", "ca") for kind in ("public-key", "certificate")
                     for pins in [[p for k, pos, ps in lists + wide.strategies if (k, pos) == (kind, position) for p in ps]]
                     if pins]
        return Rule(lists, match, stated, expires, enforce, self.backups)


class Model:
    """The expected findings for a chain and a rule."""

    def __init__(self, chain, rule, policy, host=None, consumer=None):
        self.chain, self.rule = chain, rule
        inside = {c for p in chain.paths for c in p}
        self.known = set(chain.unique) | inside
        self.mistakes = mistakes(rule.pins(), self.known)
        pins, prints = {c.pin for c in self.known}, {c.sha256 for c in self.known}

        def is_open(strategy, stated, path):
            kind, _, wanted = strategy
            ends_open = not path[-1].self_signed and stated != "leaf"
            # A CA outside the path may have issued the missing certificate.
            on_path = {c.pin for c in path}
            above = [c for c in self.known if c.ca and c.pin not in on_path]
            if ends_open and strategy[1] != "leaf" and any((c.pin if kind == "public-key" else c.sha256) in wanted for c in above):
                return True
            missing = not chain.leaves or ends_open
            if kind == "public-key":
                return missing and any(p not in pins and p not in self.mistakes for p in wanted)
            keys = {base64.b64decode(p).hex() for p in pins}
            return missing and any(p not in prints and p not in keys for p in wanted)

        answers = {rule.answer(p, bool(chain.leaves), is_open) for p in chain.paths}
        self.verdict = {"yes": "accepted", "no": "refused"}.get(answers.pop() if len(answers) == 1 else "", "undecided")
        if consumer == "trustkit":
            self.walk(pins)
        elif not rule.enforce:
            self.verdict = "accepted"
        if rule.expires and rule.expires <= NOW:
            self.verdict = "not-pinned"
        if chain.is_refused:
            self.verdict = "refused"
        self.matched = {c for p in chain.paths for s in rule.strategies
                        for c in rule.matches(s, p, bool(chain.leaves))}
        inside_pins = {c.pin for c in inside}
        self.codes = set()
        prints_of_keys = {base64.b64decode(p).hex() for p in pins}
        if any(k == "certificate" and p in prints_of_keys for k, _, wanted in rule.strategies for p in wanted):
            self.codes.add("wrong-pin")
        doubtful = twins(policy, self.known) | set(self.mistakes)
        keys = rule.pins()
        if any(p in doubtful for p in keys):
            self.codes.add("wrong-pin")
        # A chain whose names belong to another host is not compared with the rule.
        if host and chain.leaves and all(c.names and not c.serves(host) for c in chain.leaves):
            self.verdict = None
            return
        if keys and all(p in inside_pins or p in doubtful for p in keys):
            self.codes.add("backup-outside-chain")
        firsts = {p[0] for p in chain.paths} if chain.leaves else set()
        for kind, position, wanted in rule.strategies:
            if kind != "public-key" or position == "any":
                continue
            here = {c.pin for p in chain.paths for c in
                    ((p[:1] if chain.leaves else []) if position == "leaf" else [c for c in p if c.ca])}
            for c in inside:
                only = "leaf" if c in firsts and not c.ca else "ca" if c.ca and c not in firsts else None
                if c.pin in wanted and c.pin not in here and only and only != position:
                    self.codes.add("leaf-or-ca")


    def walk(self, known):
        """Walks each path as verifyPublicKeyPin does: from the CA down, until a pinned key or one without a header."""
        def blocks(path):
            for c in reversed(path):
                if not c.has_header:
                    return True
                if c.pin in self.rule.pins():
                    return False
            return False

        blocked = [blocks(p) for p in self.chain.paths]
        if not any(blocked):
            if not self.rule.enforce:
                self.verdict = "accepted"
            # TrustKit begins at the missing issuer.
            if self.verdict == "accepted" and any(
                    not p[-1].self_signed and not p[-1].signer_has_header for p in self.chain.paths):
                self.verdict = "undecided"
            return
        above = any(not p[-1].self_signed for p in self.chain.paths) and any(
            p not in known and p not in self.mistakes and p not in self.rule.backups
            for (_, _, pins), stated in zip(self.rule.strategies, self.rule.stated) if stated != "leaf" for p in pins)
        self.verdict = "refused" if all(blocked) and not above else "undecided"


def accepts(rule, paths):
    return all(rule.answer(p, True, lambda *_: False) == "yes" for p in paths)


# --- Chains and policies at random


def random_pin(rng):
    return base64.b64encode(rng.randbytes(32)).decode()


def typo(pin, rng):
    place = rng.randrange(42)
    return pin[:place] + rng.choice([c for c in "ABCabc012" if c != pin[place]]) + pin[place + 1:]


def make_chain(pki, rng):
    """Returns the given certificates, and the intended leaf."""
    leaf = pki.certs[rng.choice(pki.leaves)]
    paths = pki.true_paths(leaf) or [[leaf]]
    given = list(rng.choice(paths))
    if rng.random() < 0.6 and len(given) > 1:
        given.pop()  # servers do not send the root
    if rng.random() < 0.2 and len(given) > 1:
        given.pop(rng.randrange(len(given)))
    if rng.random() < 0.3:
        extra = rng.choice(paths)
        given += [c for c in extra if c not in given]
    if rng.random() < 0.3:
        given.insert(rng.randrange(len(given) + 1), pki.certs[rng.choice(list(pki.certs))])
    if rng.random() < 0.2:
        given.insert(rng.randrange(len(given) + 1), rng.choice(given))
    if rng.random() < 0.15:
        given.append(pki.certs[rng.choice(["S1", "S2", "S3"])])
    if rng.random() < 0.5:
        rng.shuffle(given)
    return given


def make_rules(pki, chain, rng, count):
    """Returns rules for keys in the chain, above it, and elsewhere."""
    everything = list(pki.certs.values())
    inside = [c for p in chain.paths for c in p]
    leaf = inside[0]
    truth = [c for p in pki.true_paths(leaf) for c in p] or inside
    digest = lambda octets: base64.b64encode(hashlib.sha256(octets).digest()).decode()

    def pin():
        c = rng.choice(inside if rng.random() < 0.6 else truth if rng.random() < 0.7 else everything)
        kind = rng.random()
        return (c.pin if kind < 0.62 else random_pin(rng) if kind < 0.8 else digest(c.raw) if kind < 0.85
                else digest(c.der) if kind < 0.9 else typo(c.pin, rng) if kind < 0.96
                else digest(c.x509.public_bytes(serialization.Encoding.PEM)))

    def strategy():
        position = rng.choice(["any", "any", "leaf", "ca"])
        if rng.random() < 0.15:
            c = rng.choice(inside + everything[:3])
            key = base64.b64decode(c.pin).hex()
            return ("certificate", position, [key if rng.random() < 0.2 else c.sha256])
        return ("public-key", position, list(dict.fromkeys(pin() for _ in range(rng.randint(1, 3)))))

    rules = [
        Rule([("public-key", "leaf", [leaf.pin, random_pin(rng)])]),
        Rule([("public-key", "any", [truth[-1].pin])]),
        Rule([("public-key", "ca", [truth[-1].pin, random_pin(rng)])]),
        Rule([("public-key", "any", [leaf.pin, digest(leaf.raw)])]),
        Rule([("public-key", "any", [leaf.pin, typo(leaf.pin, rng)])]),
        Rule([("public-key", "ca", [leaf.pin, truth[-1].pin])]),
        Rule([("public-key", "leaf", [inside[-1].pin, leaf.pin])]),
    ]
    rng.shuffle(rules)
    while len(rules) < count:
        rules.append(Rule([strategy() for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))], rng.choice(["any", "all"])))
    return rules[:count]


def make_consumer_rules(pki, chain, rng, count):
    """Returns rules of keys, with the dates and roles that consumers treat differently, and one for all hosts."""
    everything = [c.pin for c in pki.certs.values()]
    inside = [c.pin for p in chain.paths for c in p]

    def rule():
        strategies, backups = [], [random_pin(rng)]
        for position in rng.choice([["any"], ["any"], ["leaf"], ["ca"], ["leaf", "ca"]]):
            pins = [rng.choice(inside) if rng.random() < 0.55 else rng.choice(everything) if rng.random() < 0.6
                    else random_pin(rng) for _ in range(rng.randint(1, 2))]
            # TrustKit refuses to start if a host has fewer than two pins.
            strategies.append(("public-key", position, list(dict.fromkeys(pins + backups[:1]))))
        return Rule(strategies, "any" if len(strategies) == 1 else rng.choice(["any", "all"]),
                    expires=rng.choice([None, None, None, "2026-05-01", "2026-06-02"]),
                    enforce=rng.random() < 0.75, backups=backups)
    return [rule() for _ in range(count)], rule()


# --- The tool

CONSUMERS = ["trustkit", "android", "okhttp-kotlin", "nspinneddomains", "curl"]


class Case:
    def __init__(self, number, pki, seed, folder, rules):
        rng = random.Random(f"{seed}-{number}")
        self.number, self.folder, self.pki = number, folder, pki
        given = make_chain(pki, rng)
        self.roots = None if rng.random() < 0.5 else rng.choice(
            [pki.roots, pki.roots + [pki.certs["S3"]], [pki.certs["R1"]], [pki.certs["S3"]]])
        self.ordered = rng.random() < 0.85
        self.files, given = self.write(given, rng)
        self.given = given
        self.chain = Chain(given, self.roots, ordered=self.ordered)
        self.rules = make_rules(pki, self.chain, rng, rules)
        self.policy = self.write_policy("policy.json", self.rules)
        self.consumer_rules, self.wide = make_consumer_rules(pki, self.chain, rng, rules)
        self.consumer_policy = self.write_policy("consumers.json", self.consumer_rules, self.wide)

    def write_policy(self, name, rules, wide=None):
        hosts = [r.json(f"r{n}.{HOSTS}") for n, r in enumerate(rules)]
        with open(self.path(name), "w") as out:
            json.dump({"schema": "pemtool-policy/1", "unlisted_hosts": "accept",
                       "hosts": hosts + ([wide.json(f"*.{HOSTS}")] if wide else [])}, out)
        return self.path(name)

    def path(self, name):
        return os.path.join(self.folder, f"{self.number}-{name}")

    def write(self, given, rng):
        """Writes the files of the chain; returns them and its certificates in order, and notes their places."""
        self.places = {}
        pem = lambda cs: b"".join(c.x509.public_bytes(serialization.Encoding.PEM) for c in cs)
        if not self.ordered:
            given = list(dict.fromkeys(given))
            data = pkcs7.serialize_certificates([c.x509 for c in given], serialization.Encoding.DER)
            by_der = {c.der: c for c in given}
            given = [by_der[c.public_bytes(serialization.Encoding.DER)]
                     for c in pkcs7.load_der_pkcs7_certificates(data)]
            files, parts, first = [self.path("chain.p7b")], [data], [1]
            groups = [given]
        else:
            # A file with a server's certificate is a chain of its own.
            cut = rng.randrange(1, len(given)) if len(given) > 1 and rng.random() < 0.2 else len(given)
            if not all(c.ca for c in given[cut:]):
                cut = len(given)
            groups = [g for g in (given[:cut], given[cut:]) if g]
            files = [self.path(f"chain{n}.pem") for n in range(len(groups))]
            parts, first = [pem(g) for g in groups], [0] * len(groups)
        for file, data, group, start in zip(files, parts, groups, first):
            with open(file, "wb") as out:
                out.write(data)
            for n, c in enumerate(group):
                self.places.setdefault(c, (file, n + start))
        self.root_file = self.path("roots.pem")
        if self.roots is not None:
            with open(self.root_file, "wb") as out:
                out.write(pem(self.roots))
            for n, c in enumerate(self.roots):
                self.places.setdefault(c, (self.root_file, n))
        return files, given

    def run(self, *arguments):
        roots = ["--roots", self.root_file] if self.roots is not None else []
        done = subprocess.run([TOOL, *arguments, *roots, "--json"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{arguments}: status {done.returncode}: {done.stderr}")
        return done.returncode, json.loads(done.stdout)

    def check(self):
        self.errors, self.verdicts, self.followed, self.judged = [], {}, 0, 0
        chains = [a for f in self.files for a in ("--chain", f)]
        status, answers = self.run("check", "--at", NOW, *chains, self.policy)
        findings = [a for a in answers if "rule" in a]
        rows = {a["host"]: a for a in answers if "verdict" in a}
        self.check_chain(findings)
        for n, rule in enumerate(self.rules):
            host = f"r{n}.{HOSTS}"
            model = Model(self.chain, rule, self.rules, host)
            row = rows.get(host)
            self.expect(row and row["verdict"], model.verdict, f"rule {n}: verdict")
            own = [f for f in findings if f["pattern"] == host]
            compared = {"wrong-pin", "backup-outside-chain", "leaf-or-ca"}
            self.expect({f["rule"] for f in own} & compared, model.codes, f"rule {n}: findings")
            self.verdicts[model.verdict] = self.verdicts.get(model.verdict, 0) + 1
            self.follow(rule, own + ([row] if row else []), n)
            if (n + self.number) % 10 == 0:
                self.ask(n, rule)
        bad = any(r["verdict"] in ("refused", "undecided") for r in rows.values())
        self.expect(status, 1 if bad or any(f["severity"] == "error" for f in findings) else 0, "status of check")
        self.check_consumers(chains)
        return self

    def check_consumers(self, chains):
        """Compares what each consumer does with each rule."""
        _, answers = self.run(
            "check", "--at", NOW, "--for", ",".join(CONSUMERS), *chains, self.consumer_policy)
        rows = {(a["consumer"], a["host"]): a for a in answers if "verdict" in a}
        for consumer in CONSUMERS:
            for n, rule in enumerate(self.consumer_rules):
                host = f"r{n}.{HOSTS}"
                applied = rule.applied(consumer, self.wide)
                model = Model(self.chain, applied, [rule], host, consumer)
                row = rows.get((consumer, host))
                self.expect(row and row["verdict"], model.verdict, f"{consumer}, rule {n} {rule.json(host)}: verdict")
                self.judged += row is not None

    def ask(self, n, rule):
        """Asks about one host, whose name also determines which certificate is the server's."""
        host = f"r{n}.{HOSTS}"
        chain = Chain(self.given, self.roots, host, self.ordered)
        model = Model(chain, rule, [rule])
        if chain.leaves and all(not c.serves(host) for c in chain.leaves):
            model.verdict = "refused"
        chains = [a for f in self.files for a in ("--chain", f)]
        _, answers = self.run("check", "--host", host, "--at", NOW, *chains, self.policy)
        (answer,) = [a for a in answers if "verdict" in a]
        self.expect(answer["verdict"], model.verdict, f"rule {n}: verdict for the host")
        if answer["reason"] in ("matched", "undecided"):
            places = {(m["file"], m["index"]) for m in answer["matched_certificates"]}
            self.expect(places, {self.places[c] for c in model.matched}, f"rule {n}: what matched")
        listed = [[(c["file"], c["index"]) for c in p] for p in answer["chain"]["paths"]]
        self.expect(sorted(listed), sorted([self.places[c] for c in p] for p in model.chain.paths), f"rule {n}: paths")
        self.expect(answer["chain"]["in_order"], model.chain.in_order, f"rule {n}: order")

    def check_chain(self, findings):
        codes = {f["rule"] for f in findings}
        chain = self.chain
        expected = set()
        if not chain.in_order:
            expected.add("chain-order")
        if chain.strangers or len(chain.unique) < len(chain.given):
            expected.add("chain-members")
        if len(chain.leaves) != 1:
            expected.add("server-certificate")
        if self.roots is not None and not any(p[-1] in chain.anchors for p in chain.paths):
            expected.add("chain-incomplete")
        compared = {"chain-order", "chain-members", "server-certificate", "chain-incomplete"}
        self.expect(codes & compared, expected, "findings about the chain")
        for f in findings:
            if f.get("action", {}).get("kind") == "reorder":
                by_place = {p: c for c, p in self.places.items()}
                order = [by_place[(c["file"], c["index"])] for c in f["action"]["order"]]
                self.expect(Chain(order, self.roots).in_order, True, "the order that is advised")

    def follow(self, rule, findings, n):
        """Checks that no advice, if followed, makes a policy fail that the real chains pass."""
        truth = [p for leaf in self.chain.leaves for p in self.pki.true_paths(leaf)]
        if not truth or not accepts(rule, truth):
            return
        for f in findings:
            action = f.get("action", {"kind": "none"})
            after = apply(rule, action)
            if after is None:
                continue
            self.followed += 1
            if not accepts(after, truth):
                self.errors.append(f"chain {self.number}, rule {n}: {f['rule']}: {f['hint']}: breaks the policy")

    def expect(self, found, expected, what):
        if found != expected:
            self.errors.append(
                f"chain {self.number}, {what}: {found}, expected {expected}; "
                f"{' '.join(c.label for c in self.given)}; roots {self.roots and [c.label for c in self.roots]}")


def apply(rule, action):
    strategies, match = [(k, pos, list(pins)) for k, pos, pins in rule.strategies], rule.match
    if action["kind"] == "replace-pin":
        new = action["with"] or base64.b64encode(os.urandom(32)).decode()
        strategies = [(k, pos, [new if p == action["pin"] else p for p in pins]) for k, pos, pins in strategies]
    elif action["kind"] == "move-pin":
        if not any(k == "public-key" and pos == action["to"] for k, pos, _ in strategies):
            match = "any"
        for k, pos, pins in strategies:
            if k == "public-key" and pos == action["from"] and action["pin"] in pins:
                pins.remove(action["pin"])
        strategies = [s for s in strategies if s[2]]
        for k, pos, pins in strategies:
            if k == "public-key" and pos == action["to"]:
                pins.append(action["pin"])
                break
        else:
            strategies.append(("public-key", action["to"], [action["pin"]]))
    elif action["kind"] == "add-backup":
        k, pos, pins = strategies[0]
        pins.append(base64.b64encode(os.urandom(32)).decode() if k == "public-key" else os.urandom(32).hex())
    else:
        return None
    return Rule(strategies, match)


def checked(number):
    """Returns what is counted of one chain: its errors, verdicts, judgments, followed advice and order."""
    with tempfile.TemporaryDirectory() as folder:
        case = Case(number, PUBLIC_KEYS, SEED, folder, RULES).check()
    return case.errors, case.verdicts, case.judged, case.followed, case.chain.in_order


def main():
    # Each process inherits the certificates, so they are not sent to it.
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("fork")) as pool:
        errors, verdicts, judged, followed, in_order = zip(*pool.map(checked, range(COUNT), chunksize=4))
    errors = sum(errors, [])
    for error in errors[:20]:
        print(error)
    total = {v: sum(own.get(v, 0) for own in verdicts) for v in ("accepted", "refused", "undecided")}
    print(f"{sum(judged)} judgments of {len(CONSUMERS)} consumers; {COUNT} chains by {RULES} rules: "
          + ", ".join(f"{n} {v}" for v, n in total.items()) + f"; {COUNT - sum(in_order)} chains out of order; "
          f"{sum(followed)} times advice was followed; {len(errors)} errors")
    sys.exit(1 if errors or min(total.values()) < COUNT * RULES / 30 else 0)


TOOL = os.path.abspath(sys.argv[1])
COUNT, SEED, RULES = (int(sys.argv[n]) if len(sys.argv) > n else usual for n, usual in ((2, 200), (3, 1), (4, 30)))
PUBLIC_KEYS = PKI()
main()
