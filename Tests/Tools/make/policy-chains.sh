#!/bin/sh
# Makes the chains under Tests/Vectors/policy with openssl: leaf, intermediate and root in one file, the leaf
# first. The keys are discarded.
set -eu
out=$(cd "$(dirname "$0")/../../Vectors/policy" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > ca.ext <<EOF
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
EOF
cat > leaf.ext <<EOF
basicConstraints = CA:FALSE
subjectAltName = DNS:www.example.com,DNS:example.com
EOF

# sign NAME ISSUER EXTENSIONS NOT_AFTER
sign() {
    openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -set_serial "0x$(openssl rand -hex 8)" \
        -extfile "$3" -days "$4" -out "$1.pem"
}


openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out root.key
openssl req -x509 -new -key root.key -subj "/CN=root" -days 36500 -out root.pem \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out intermediate.key
sign intermediate root ca.ext 36000

openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa2048.key
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-521 -out p521.key
for name in rsa2048 p521; do
    sign $name intermediate leaf.ext 35000
    cat $name.pem intermediate.pem root.pem > "$out/chain-$name.pem"
done

# Two leaves whose dates are given in the tests: expired on 2025-06-30, and expiring on 2026-01-15.
python3 - "$out" <<'EOF'
import datetime, sys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
issuer = x509.load_pem_x509_certificate(open("intermediate.pem", "rb").read())
issuer_key = serialization.load_pem_private_key(open("intermediate.key", "rb").read(), None)
rest = open("intermediate.pem").read() + open("root.pem").read()
for name, end in (("expired", (2025, 6, 30)), ("expires-soon", (2026, 1, 15))):
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer.subject).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(2024, 1, 1)).not_valid_after(datetime.datetime(*end, 23, 59, 59))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=False)
        .sign(issuer_key, hashes.SHA256()))
    pem = certificate.public_bytes(serialization.Encoding.PEM).decode()
    open(f"{sys.argv[1]}/chain-{name}.pem", "w").write(pem + rest)
EOF

# What the proxy Charles sends instead of a server's chain, with the names in its documentation.
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out charles-ca.key
openssl req -x509 -new -key charles-ca.key -days 36500 -out charles-ca.pem -addext basicConstraints=critical,CA:TRUE \
    -subj "/CN=Charles Proxy CA (11 Nov 2025, host.local)/OU=https:\/\/charlesproxy.com\/ssl/O=XK72 Ltd/C=NZ"
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out charles.key
sign charles charles-ca leaf.ext 35000
cat charles.pem charles-ca.pem > "$out/chain-charles.pem"

# A certificate for TLS clients, from a CA whose name constraints do not allow its names.
(cat leaf.ext && echo "extendedKeyUsage = clientAuth") > client.ext
for name in constrained client; do
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out $name.key
done
openssl req -x509 -new -key constrained.key -subj "/CN=constrained" -days 36500 -out constrained.pem \
    -addext basicConstraints=critical,CA:TRUE -addext "nameConstraints=critical,permitted;DNS:example.org"
sign client constrained client.ext 35000
cat client.pem constrained.pem > "$out/chain-constraints.pem"
