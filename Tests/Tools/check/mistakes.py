#!/usr/bin/env python3
"""Checks that every known mistake is named, also in the messages of consumers, and that random pins get no cause.

    Tests/Tools/check/mistakes.py [--short] PEMTOOL

Tests/Vectors/diagnose has the wrong pins that openssl, cryptography and hashlib make from each key, and the mistake
behind each. `pemtool diagnose` has to name it for the pin and the key's file, and for a message in which a consumer
says that the wrong pin did not match. 10,000 random pins must get no cause; with --short, only 500 pins and three keys
are tried.
"""
import base64, json, os, pathlib, subprocess, sys, tempfile

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Vectors" / "diagnose"
KEYS = ["rsa-2048", "rsa-4096", "rsa-pss", "p-256", "p-384", "p-521", "secp256k1", "ed25519", "dsa"]

MESSAGES = {
    "OkHttp": lambda sent, wrong: "Certificate pinning failure!\n  Peer certificate chain:\n"
    f"    sha256/{sent}: CN=a.example\n  Pinned certificates for a.example:\n"
    + "".join(f"    sha256/{pin}\n" for pin in wrong),
    "OkHttp, joined": lambda sent, wrong: "Certificate pinning failure! Peer certificate chain: "
    f"sha256/{sent}: CN=a.example Pinned certificates for a.example: " + " ".join(f"sha256/{pin}" for pin in wrong),
    "OkHttp, in JSON": lambda sent, wrong: json.dumps({"error": MESSAGES["OkHttp"](sent, wrong)}),
    "TrustKit for Android": lambda sent, wrong: "Pin verification failed\nConfigured pins: " + " ".join(wrong)
    + f"\nPeer certificate chain: \n{sent} - CN=Issuer\n",
    "HPKP report": lambda sent, wrong: json.dumps({
        "hostname": "a.example", "known-pins": [f'pin-sha256="{pin}"' for pin in wrong],
        "validated-certificate-chain": [CERTIFICATE[0]]}),
}
CERTIFICATE = [""]


def run(tool, *arguments):
    return json.loads(subprocess.run([tool, "diagnose", "--json", *arguments], capture_output=True).stdout or "[]")


def rows(key):
    """Returns (wrong pin, mistakes) of each mistake with the first object, and the right pin."""
    found, right = [], None
    for line in (VECTORS / f"{key}.tsv").read_text().splitlines():
        fields = line.split("\t")
        recipes = {recipe.split("@")[0] for recipe in fields[-1].split() if recipe.endswith("@0")}
        if "spki" in recipes:
            right = fields[0]
        # What a file gives depends on the other objects in it.
        elif recipes and not any(recipe.startswith("file") for recipe in recipes):
            found.append((fields[0], recipes))
    return found, right


def check(tool, key, folder, failures):
    blocks = (VECTORS / f"{key}.pem").read_text().split("-----END CERTIFICATE-----")
    CERTIFICATE[0] = blocks[0] + "-----END CERTIFICATE-----\n"
    path = os.path.join(folder, "certificate.pem")
    pathlib.Path(path).write_text(CERTIFICATE[0])
    wrong, right = rows(key)
    names = {pin: recipes for pin, recipes in wrong}
    for start in range(0, len(wrong), 100):
        pins = [pin for pin, _ in wrong[start:start + 100]]
        for report in run(tool, *pins, path):
            match = (report["matches"] or [{}])[0]
            if report["verdict"] != "explained" or match["recipe"] not in names[report["pin"]] \
                    or match["right_pin"] != f"sha256/{right}" and match["right_pin"] != right:
                failures.append(f"{key}: {report['pin']}: {match.get('recipe')}, not {names[report['pin']]}")
    for consumer, message in MESSAGES.items():
        text = os.path.join(folder, "message.txt")
        pathlib.Path(text).write_text(message(right, list(names)))
        reports = run(tool, text, path)
        if len(reports) != 1 or len(reports[0]["pinned"]) != len(names):
            failures.append(f"{key}: {consumer}: {len(reports)} reports")
            continue
        for pinned in reports[0]["pinned"]:
            if not pinned["right_pin"] or right not in pinned["right_pin"] or "not sent" in pinned["message"]:
                failures.append(f"{key}: {consumer}: {pinned['text']}: {pinned['message']}")
    return len(names)


def main():
    short, tool = "--short" in sys.argv, os.path.abspath(sys.argv[-1])
    failures, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for key in KEYS[::3] if short else KEYS:
            count += check(tool, key, folder, failures)
    pins = [base64.b64encode(os.urandom(32)).decode() for _ in range(500 if short else 10_000)]
    files = [str(VECTORS / f"{key}.pem") for key in KEYS[::2]]
    unknown = [report["verdict"] for start in range(0, len(pins), 500) for report in run(tool, *pins[start:start + 500],
                                                                                        *files)]
    if unknown != ["unexplained"] * len(pins):
        failures.append(f"random pins: {[verdict for verdict in unknown if verdict != 'unexplained'][:5]}")
    for failure in failures[:40]:
        print(failure)
    print(f"{count} mistakes, {len(MESSAGES)} kinds of message, {len(pins)} random pins: {len(failures)} wrong")
    sys.exit(1 if failures else 0)


main()
