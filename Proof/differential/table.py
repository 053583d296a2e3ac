"""Sorts the twists that readers disagree on into the classes of classes.tsv, and writes tables and vectors of them."""
import base64
import pathlib
import re

ROWS = [line.split("\t") for line in
        (pathlib.Path(__file__).resolve().parent / "classes.tsv").read_text().splitlines()[1:]]
TITLES = {"openssl": "OpenSSL 3.0", "openssl-2": "OpenSSL 3.5", "cryptography": "cryptography", "go": "Go",
          "gnutls": "GnuTLS", "mbedtls": "mbedTLS", "nss": "NSS", "pemtool": "pemtool"}


def class_of(twist):
    return next(name for name, pattern, *_ in ROWS if re.search(pattern, twist))


def disagreements(cases, found):
    """Returns {class: [(DER, twist, {reader: its answer, or None if it refuses the certificate without the twist})]}"""
    untwisted = {case[1]: index for index, case in enumerate(cases) if not case[2]}
    members = {name: [] for name, *_ in ROWS}
    for index, (der, base, twists) in enumerate(cases):
        if len(twists) != 1:
            continue
        answers = {name: lines[index] if lines[untwisted[base]] != "-" else None for name, lines in found.items()}
        if len({answer == "-" for answer in answers.values() if answer}) > 1:
            members[class_of(twists[0])].append((der, twists[0], answers))
    return members


def share(answers):
    """Returns how many of its certificates a reader accepts."""
    asked = [answer for answer in answers if answer]
    read = sum(answer != "-" for answer in asked)
    return "-" if not asked else "all" if read == len(asked) else "none" if not read else f"{100 * read // len(asked)}%"


def page(members, found):
    """Prints the two tables of the page, in Markdown."""
    print("| class | certificates | " + " | ".join(TITLES.get(name, name) for name in found) + " |")
    print("| --- " * (len(found) + 2) + "|")
    for name, *_ in ROWS:
        shares = [share([answers[reader] for *_, answers in members[name]]) for reader in found]
        print(f"| {name} | {len(members[name])} | " + " | ".join(shares) + " |")
    print("\n| class | standard | what is right, and what a user notices |\n| --- | --- | --- |")
    for name, _, _, standard, explanation in ROWS:
        print(f"| {name} | {standard} | {explanation} |")


def vectors(members, folder):
    """Writes the shortest certificate of each class, and INDEX.tsv: each reader's answer, and the pin."""
    folder.mkdir(parents=True, exist_ok=True)
    index = []
    for name, _, verdict, *_ in ROWS:
        usual = [member for member in members[name] if (member[2]["pemtool"] == "-") == (verdict == "refuses")]
        der, twist, answers = min(usual, key=lambda member: (len(member[0]), member[1]))
        (folder / f"{name}.der").write_bytes(der)
        others = {reader: answer for reader, answer in answers.items()
                  if answer not in ("-", None) and reader != "pemtool"}
        exact = {answer.split()[0] for answer in others.values()} - {"?"}
        assert len(exact) < 2, (name, exact)
        pin = base64.b64encode(bytes.fromhex(exact.pop())).decode() if verdict == "reads" else ""
        index.append("\t".join([f"{name}.der", twist, verdict, pin, ",".join(others)]))
    (folder / "INDEX.tsv").write_text("\n".join(["file\ttwist\texpected\tpin\tread by", *index]) + "\n")
