#!/usr/bin/env python3
"""Writes the named curves of openssl: object identifier, field (prime or binary), bytes in a coordinate, and seed in hex
(- without one).

    Tests/Tools/make/curves.py > Tests/Vectors/ecparameters/curves.tsv
"""
import re
import subprocess


def openssl(*words):
    return subprocess.run(["openssl", *words], check=True, capture_output=True, text=True).stdout


def main():
    print("identifier\tfield\tbytes\tseed")
    for name in re.findall(r"^ *([\w-]+) *:", openssl("ecparam", "-list_curves"), flags=re.M):
        named = subprocess.run(["openssl", "ecparam", "-name", name, "-outform", "der"], capture_output=True)
        if named.returncode or named.stdout[:1] != b"\x06":
            continue
        # X.690 section 8.19: seven bits of a number in each octet, and one bit that says whether more follow.
        arcs, number = [], 0
        for octet in named.stdout[2:]:
            number = number << 7 | octet & 127
            if octet < 128:
                arcs, number = arcs + [number], 0
        first = min(arcs[0] // 40, 2)
        identifier = ".".join(map(str, [first, arcs[0] - 40 * first, *arcs[1:]]))
        text = openssl("ecparam", "-name", name, "-param_enc", "explicit", "-text", "-noout")
        found = re.findall(r"^(Generator|Seed)[^:]*:((?:\n[ \t]+[0-9a-f:]+)+)", text, flags=re.M | re.I)
        fields = {key: re.sub(r"[^0-9a-f]", "", value.lower()) for key, value in found}
        field = "prime" if "prime-field" in text else "binary"
        print(identifier, field, (len(fields["Generator"]) // 2 - 1) // 2, fields.get("Seed", "-"), sep="\t")


main()
