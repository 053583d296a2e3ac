#!/bin/bash
# Makes a certificate whose subject has one attribute of every type that openssl 3 has a short name for, and writes
# the subject as openssl prints it:
#
#     Tests/Tools/make/name-vectors.sh Tests/Vectors/names
set -euo pipefail
out=$1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl genpkey -algorithm ed25519 -out "$work/key.pem"
{
    printf '[req]\ndistinguished_name = dn\nprompt = no\nstring_mask = utf8only\n[dn]\n'
    # X.520; 35 to 40 and 52 to 53 are passwords, certificates and lists, not text.
    for arc in 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 \
        41 42 43 44 45 46 47 48 49 50 51 52 53 54 65 72 97 98 99 100; do
        case $arc in
        6) echo "2.5.4.6 = NL" ;;
        98) echo "2.5.4.98 = NLD" ;;
        99) echo "2.5.4.99 = 528" ;;
        *) echo "2.5.4.$arc = value $arc" ;;
        esac
    done
    for arc in 1 3 4 5 6 8 9 10 25 37 38 40 45 48; do echo "0.9.2342.19200300.100.1.$arc = value $arc"; done
    for arc in 1 2 8; do echo "1.2.840.113549.1.9.$arc = value $arc"; done
    printf '%s\n' "1.3.6.1.4.1.311.60.2.1.1 = Amsterdam" "1.3.6.1.4.1.311.60.2.1.2 = Noord-Holland" \
        "1.3.6.1.4.1.311.60.2.1.3 = NL"
    for arc in 1 2 3 4 5; do echo "1.3.6.1.5.5.7.9.$arc = NL"; done
    printf '%s\n' "1.2.643.3.131.1.1 = 123456789012" "1.2.643.100.1 = 1234567890123" "1.2.643.100.3 = 12345678901"
    # Types without a name.
    printf '%s\n' "1.2.3.4.5 = a value" "1.3.6.1.4.1.1466.0 = x"
} | sed 's/^\([0-9]\)/x.\1/' >"$work/subject.cnf" # openssl drops the text before the first period
openssl req -x509 -new -key "$work/key.pem" -days 36500 -config "$work/subject.cnf" -outform der -out "$out/all-types.der"
openssl x509 -inform der -in "$out/all-types.der" -noout -subject -nameopt RFC2253 | sed 's/^subject=//' >"$out/all-types.txt"
