#!/usr/bin/env bash
# Makes certificates with openssl and writes lines of JSON that contain them, some of them broken, as input for keys.py.
#
#     make-entries.sh FOLDER LINES
#
# FOLDER/entries.jsonl has LINES lines: {"id":0,"leaf_cert":"MII...","log":"example"}; one in a thousand is broken.
# FOLDER/wanted-pins has openssl's own pin of every other line, sorted, and FOLDER/pins.txt two pins to look for.
set -euo pipefail
folder=$1
lines=$2
mkdir -p "$folder/keys"
cd "$folder"

# Twelve keys for thirty names: some names share one, as some hosts on the Internet do.
make_key() {
    case $(($1 % 4)) in
    0) openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 ;;
    1) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 ;;
    2) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 ;;
    3) openssl genpkey -algorithm ED25519 ;;
    esac 2>/dev/null
}
for key in $(seq 0 11); do make_key "$key" >"keys/$key.pem"; done
: >certificates
for name in $(seq 0 29); do
    key=keys/$((name * name % 12)).pem
    openssl req -x509 -new -key "$key" -subj "/CN=host$name.example" -addext "subjectAltName=DNS:host$name.example" \
        -days 90 -out certificate.pem
    pin=$(openssl pkey -in "$key" -pubout -outform der | openssl dgst -sha256 -binary | openssl base64)
    echo "$pin $(openssl x509 -in certificate.pem -outform der | openssl base64 -A)" >>certificates
done

awk -v lines="$lines" '
    { pin[NR - 1] = $1; certificate[NR - 1] = $2 }
    END {
        for (id = 0; id < lines; id++) {
            n = (id * 7) % NR
            broken = id % 1000 == 500
            text = broken ? substr(certificate[n], 1, 200) : certificate[n]
            printf "{\"id\":%d,\"leaf_cert\":\"%s\",\"log\":\"example\"}\n", id, text >"entries.jsonl"
            if (!broken) print pin[n] | "LC_ALL=C sort >wanted-pins"
        }
    }' certificates
{ head -1 certificates | cut -d' ' -f1; echo AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=; } >pins.txt
rm certificate.pem
