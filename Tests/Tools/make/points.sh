#!/bin/sh
# Writes Tests/Vectors/rawkey/points.tsv: a key of each curve by openssl, with its point uncompressed and compressed.
cd "$(dirname "$0")/../../Vectors/rawkey" || exit 1
for curve in prime256v1 secp256k1 brainpoolP256r1 brainpoolP256t1 SM2 secp384r1 brainpoolP384r1 secp521r1 secp224r1 \
    brainpoolP224r1 secp224k1; do
    key=$(openssl ecparam -name "$curve" -genkey -noout)
    whole=$(echo "$key" | openssl ec -pubout -outform der 2>/dev/null | od -An -v -tx1 | tr -d ' \n')
    compressed=$(echo "$key" | openssl ec -pubout -outform der -conv_form compressed 2>/dev/null | od -An -v -tx1 |
        tr -d ' \n')
    printf '%s\t%s\t%s\n' "$curve" "$whole" "$compressed"
done >points.tsv
