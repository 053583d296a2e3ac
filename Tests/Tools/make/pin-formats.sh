#!/bin/bash
# Writes Tests/Vectors/expected/pin-formats.tsv: the pin of seeds/github.com.pem in each form, made only by OpenSSL
# and coreutils.
set -euo pipefail
cd "$(dirname "$0")/../../Vectors"
digest() {
    openssl x509 -in seeds/github.com.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 "$@"
}
base64=$(digest -binary | openssl base64 -A)
hex=$(digest -binary | od -An -v -tx1 | tr -d ' \n')
{
    printf 'format\ttext\n'
    printf 'base64\t%s\n' "$base64"
    printf 'base64url\t%s\n' "$(tr '+/' '-_' <<<"$base64" | tr -d '=')"
    printf 'hex\t%s\n' "$hex"
    printf 'okhttp\tsha256/%s\n' "$base64"
    printf 'curl\tsha256//%s\n' "$base64"
    printf 'hpkp\tpin-sha256="%s"\n' "$base64"
    printf 'tlsa\t3 1 1 %s\n' "$hex"
} >expected/pin-formats.tsv
