#!/usr/bin/env bash
# Writes Tests/Vectors/surroundings: text that openssl prints around PEM blocks, and pins.tsv, one line for each
# certificate with its pin. None of that text is an object.
#
#     Tests/Tools/make/surroundings.sh
set -euo pipefail
cd "$(dirname "$0")/../../Vectors"
mkdir -p surroundings
kinds=$PWD/kinds
cd surroundings
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for name in rsa2048 p-256 ed25519; do
    certificate=$kinds/$name.certificate.pem
    key=$kinds/$name.key.pem
    openssl x509 -in "$certificate" -text -fingerprint -sha256 -modulus -serial -subject -issuer -hash -ocspid \
        >"$name.x509.txt" 2>&1
    openssl pkey -in "$key" -pubout -text | sed '/^Private-Key/,/^pub:/d' >"$name.pkey.txt"
    openssl pkcs12 -export -in "$certificate" -inkey "$key" -name 'Müller & Söhne' -passout pass: -out "$scratch/p12"
    openssl pkcs12 -in "$scratch/p12" -info -nokeys -passin pass: >"$name.pkcs12.txt" 2>&1
    openssl s_server -accept 44330 -key "$key" -cert "$certificate" -quiet 2>"$scratch/log" &
    server=$!
    sleep 1
    openssl s_client -connect localhost:44330 -showcerts </dev/null >"$name.s_client.txt" 2>&1 || true
    kill "$server"
done
openssl crl2pkcs7 -nocrl -certfile "$kinds/rsa2048.certificate.pem" -certfile "$kinds/p-256.certificate.pem" |
    openssl pkcs7 -print_certs -text >certificates.pkcs7.txt
# A serial number and a key identifier that begin like DER.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$scratch/key" -days 3650 -subj '/CN=Zähler' \
    -utf8 -set_serial 0x308201de30820104a003020102020101300d -addext subjectKeyIdentifier=30:82:01:de:30:82:01:04:a0:03 \
    -text >serial.x509.txt 2>"$scratch/log"

for file in *.txt; do
    awk '/^-----BEGIN/ { n++; inside = 1 } inside { print > ("'"$scratch"'/block" n) } /^-----END/ { inside = 0 }' "$file"
    for block in "$scratch"/block*; do
        if grep -q 'BEGIN CERTIFICATE' "$block"; then openssl x509 -in "$block" -pubkey -noout; else cat "$block"; fi |
            openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | openssl base64 |
            sed "s/^/$file\t/"
    done
    rm "$scratch"/block*
done >pins.tsv
