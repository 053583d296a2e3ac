#!/usr/bin/env python3
"""`check` with the chains of today and tomorrow, compared with a simulation.

    Tests/Tools/check/releases.py PEMTOOL [CASES] [SEED]

Makes chains of one server (with and without their root, renewed with the same key, with others, from other CAs) and
random policies, each in one to four versions. The simulation is a phone: it has a policy and
gets a chain, and connects or not. It is written from RFC 7469 sections 2.4 and 2.6 and from Policy-manifest.md;
certificates are read by Python's cryptography. Needs the package python3-cryptography.
"""

import base64
import datetime
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "api.example.com"
NOW = datetime.date(2026, 7, 1)


class Cert:
    def __init__(self, subject, key, issuer, issuer_key, ca, end):
        name = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
        builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
                   .public_key(key.public_key()).serial_number(x509.random_serial_number())
                   .not_valid_before(datetime.datetime(2026, 1, 1)).not_valid_after(end)
                   .add_extension(x509.BasicConstraints(ca, None), True))
        if not ca:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), False)
        self.x509 = builder.sign(issuer_key, hashes.SHA256())
        spki = key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        self.pin = "sha256/" + base64.b64encode(hashlib.sha256(spki).digest()).decode()
        self.sha256 = hashlib.sha256(self.x509.public_bytes(serialization.Encoding.DER)).hexdigest()
        self.ca, self.root, self.end = ca, subject == issuer, end
        self.pem = self.x509.public_bytes(serialization.Encoding.PEM).decode()


def matches(strategy, cert, same_key):
    if strategy["kind"] == "public-key":
        found = [p for p in strategy["pins"] if p["pin"] == cert.pin]
    elif same_key and not cert.ca:
        found = []
    else:
        found = [p for p in strategy["pins"] if p["certificate_sha256"] == cert.sha256]
    return found


def ask(strategy, chain, same_key):
    """Returns yes, no or unknown, and the roles of the matching pins."""
    eligible = {"any": chain, "leaf": chain[:1], "ca": [c for c in chain if c.ca]}[strategy["position"]]
    found = [p for c in eligible for p in matches(strategy, c, same_key)]
    if found:
        return "yes", [p["role"] for p in found]
    if strategy["position"] == "leaf" or chain[-1].root:
        return "no", []
    # The root was not sent, and the pin may be for its key.
    known = {c.pin for c in chain} | {c.sha256 for c in chain}
    members = strategy["pins"]
    if same_key and strategy["kind"] == "certificate":
        members = [p for p in members if p["certificate_sha256"] != chain[0].sha256]
    elsewhere = [p for p in members if (p.get("pin") or p["certificate_sha256"]) not in known]
    return ("unknown" if elsewhere else "no"), []


VERDICTS = {
    "unpinned": "not-pinned", "expired": "not-pinned", "accepted-by-backup": "accepted", "reported": "accepted"}
ORDER = ["unpinned", "expired", "accepted", "accepted-by-backup", "reported", "undecided", "refused"]


def phone(policy, chain, same_key=False):
    """Returns the behavior of an app with this policy, and the day from which pins are ignored (None for never)."""
    def fits(pattern):
        if pattern.startswith("**."):
            return HOST == pattern[3:] or HOST.endswith(pattern[2:])
        return pattern == HOST
    rules = sorted((r for r in policy["hosts"] if fits(r["host"])), key=lambda r: (r["host"] == HOST, len(r["host"])))
    if not rules:
        return ("unpinned" if policy["unlisted_hosts"] == "accept" else "refused"), None
    rule = rules[-1]
    expires = rule.get("expires")
    if expires and datetime.date.fromisoformat(expires) <= NOW:
        return "expired", None
    answers = [ask(s, chain, same_key) for s in rule["strategies"]]
    verdicts = [a for a, _ in answers]
    if rule.get("match") == "all":
        total = "no" if "no" in verdicts else "unknown" if "unknown" in verdicts else "yes"
    else:
        total = "yes" if "yes" in verdicts else "unknown" if "unknown" in verdicts else "no"
    if total == "yes":
        roles = [r for _, found in answers for r in found]
        return ("accepted-by-backup" if all(r == "backup" for r in roles) else "accepted"), None
    if not rule.get("enforce", True):
        return "reported", None
    return ("refused" if total == "no" else "undecided"), expires


def random_policy(rng, certs):
    def strategy():
        kind = rng.choice(["public-key"] * 4 + ["certificate"])
        position = rng.choice(["any", "leaf", "ca"])
        members, seen = [], set()
        for cert in rng.sample(certs, rng.randint(1, 2)):
            value = cert.pin if kind == "public-key" else cert.sha256
            if value not in seen:
                seen.add(value)
                members.append({"pin" if kind == "public-key" else "certificate_sha256": value,
                                "role": rng.choice(["active", "active", "backup"])})
        if rng.random() < 0.5:
            digest = rng.randbytes(32)
            members.append({"pin": "sha256/" + base64.b64encode(digest).decode(), "role": "backup"}
                           if kind == "public-key" else {"certificate_sha256": digest.hex(), "role": "backup"})
        return {"kind": kind, "position": position, "pins": members}

    hosts = []
    for host in rng.sample([HOST, "**.example.com", "other.example.org"], rng.randint(1, 3)):
        rule = {"host": host, "strategies": [strategy() for _ in range(rng.choice([1, 1, 2]))]}
        if len(rule["strategies"]) > 1:
            rule["match"] = rng.choice(["any", "all"])
        if rng.random() < 0.4:
            rule["expires"] = rng.choice(["2026-06-30", "2026-07-01", "2026-07-02", "2027-01-31"])
        if rng.random() < 0.15:
            rule["enforce"] = False
        hosts.append(rule)
    return {"schema": "pemtool-policy/1", "unlisted_hosts": rng.choice(["accept", "refuse"]), "hosts": hosts}


def main():
    pemtool = str(pathlib.Path(sys.argv[1]).resolve())
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    key = lambda: ec.generate_private_key(ec.SECP256R1())
    far = datetime.datetime(2040, 1, 1)
    roots = [key(), key()]
    root_certs = [Cert(f"Root {i}", k, f"Root {i}", k, True, far) for i, k in enumerate(roots)]
    middles = [(key(), 0), (key(), 0), (key(), 1)]
    middle_certs = [Cert(f"CA {i}", k, f"Root {r}", roots[r], True, far) for i, (k, r) in enumerate(middles)]
    leaves = []
    keys = [key() for _ in range(3)]
    for i in range(8):
        middle = rng.randrange(3)
        end = datetime.datetime(2026, 8, 1) + datetime.timedelta(seconds=rng.randrange(300 * 86400))
        leaves.append((Cert(f"leaf {i}", keys[i % 3], f"CA {middle}", middles[middle][0], False, end), middle))

    def chain():
        leaf, middle = rng.choice(leaves)
        return [leaf, middle_certs[middle]] + ([root_certs[middles[middle][1]]] if rng.random() < 0.5 else [])

    certs = [leaf for leaf, _ in leaves] + middle_certs + root_certs
    seen, failures = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        for case in range(cases):
            today, tomorrow = chain(), chain()
            (folder / "today.pem").write_text("".join(c.pem for c in today))
            (folder / "next.pem").write_text("".join(c.pem for c in tomorrow))
            policies = [random_policy(rng, certs) for _ in range(rng.randint(1, 4))]
            names = [f"v{i}" for i in range(len(policies))]
            for name, policy in zip(names, policies):
                (folder / f"{name}.json").write_text(json.dumps(policy))
            result = subprocess.run(
                [pemtool, "check", "--jsonl", "--at", NOW.isoformat(), "--host", HOST, "--chain", "today.pem",
                 "--next", "next.pem", *[f"{n}={n}.json" for n in names]],
                cwd=folder, capture_output=True, text=True)
            rows = [r for r in map(json.loads, result.stdout.splitlines()) if "verdict" in r]
            found = {(r["version"], r["is_next"]): r["verdict"] for r in rows}
            wanted, problems = [], []
            for name, policy in zip(names, policies):
                for is_next, presented in ((False, today), (True, tomorrow)):
                    behavior, _ = phone(policy, presented)
                    wanted.append(behavior)
                    verdict = VERDICTS.get(behavior, behavior)
                    if found.get((name, is_next)) != verdict:
                        problems.append(f"{name}, next {is_next}: {found.get((name, is_next))}, expected {behavior}")
            if any(v in ("refused", "undecided") for v in wanted) and result.returncode != 1:
                problems.append(f"status {result.returncode}, {result.stderr}")
            for behavior in wanted:
                seen[behavior] = seen.get(behavior, 0) + 1
            print(f"case {case}", flush=True) if case % 10 == 9 else None
            if problems:
                failures += 1
                print(f"case {case}: " + "\n  ".join(problems) + "\n  " + json.dumps(policies))
                if failures > 3:
                    break
    print(", ".join(f"{v} {seen.get(v, 0)}" for v in ORDER))
    missing = [v for v in ORDER if v not in seen]
    print(f"{cases} cases, {failures} wrong" + (f", never seen: {missing}" if missing else ""))
    sys.exit(1 if failures or missing else 0)


main()
