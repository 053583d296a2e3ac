#!/bin/bash
# Makes Tests/Vectors/inspect: certificates with features that the other vectors lack, made by openssl (made-*.pem), and
# for certificates of every kind what `openssl x509 -text` says (NAME.txt, names as in RFC 2253).
# Each run makes new keys, so the certificates change: run it only to add one.
set -euo pipefail
vectors=$(cd "$(dirname "$0")/../../Vectors" && pwd)
cd "$vectors/inspect"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/cnf" <<'CNF'
oid_section = oids
[oids]
[req]
distinguished_name = dn
prompt = no
string_mask = utf8only
utf8 = yes
[dn]
C = DE
O = Example, Inc.
CN = Example Root
[plain]
CN = example.com
[leaf]
C = DE
ST = Hessen
L = Frankfurt am Main
O = "Müller & Söhne <GmbH>"
0.OU = First
+1.OU = Second
serialNumber = HRB 1234
emailAddress = info@example.com
CN = "#1; \"quoted\" "
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ca]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign, digitalSignature
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid:always, issuer:always
nameConstraints = critical, permitted;DNS:example.com, permitted;email:.example.com, permitted;IP:192.0.2.0/255.255.255.0, excluded;DNS:bad.example.com, excluded;IP:2001:db8:0:0:0:0:0:0/ffff:ffff:0:0:0:0:0:0
policyConstraints = requireExplicitPolicy:3, inhibitPolicyMapping:0
policyMappings = 1.3.6.1.4.1.99999.1:1.3.6.1.4.1.99999.2
inhibitAnyPolicy = 2
certificatePolicies = 1.3.6.1.4.1.99999.1, @policy
[policy]
policyIdentifier = 1.3.6.1.4.1.99999.3
CPS.1 = https://example.com/cps
userNotice.1 = @notice
[notice]
explicitText = "UTF8:Only for tests"
organization = "Example Inc."
noticeNumbers = 1, 2
[server]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth, 1.3.6.1.4.1.99999.9
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = @names
issuerAltName = URI:https://ca.example.com/, email:ca@example.com
authorityInfoAccess = OCSP;URI:http://ocsp.example.com/, caIssuers;URI:http://ca.example.com/ca.crt
subjectInfoAccess = caRepository;URI:http://ca.example.com/
crlDistributionPoints = first, second
freshestCRL = URI:http://crl.example.com/delta.crl
tlsfeature = status_request, status_request_v2
[first]
fullname = URI:http://crl.example.com/1.crl, URI:ldap://ldap.example.com/cn=CRL
[second]
fullname = URI:http://crl.example.com/2.crl
CRLissuer = dirName:issuer
reasons = keyCompromise, CACompromise
[issuer]
C = DE
O = Example CRL Issuer
[names]
DNS.1 = example.com
DNS.2 = *.example.com
DNS.3 = xn--bcher-kva.example
IP.1 = 192.0.2.1
IP.2 = 2001:db8::ff00:42:8329
email.1 = info@example.com
URI.1 = https://example.com/a?b=c
RID.1 = 1.2.3.4
otherName.1 = 1.3.6.1.4.1.311.20.2.3;UTF8:user@example.com
dirName.1 = issuer
[old]
nsCertType = client, server, email, objsign
nsComment = "A comment"
nsBaseUrl = https://example.com/
nsSslServerName = example.com
1.3.6.1.4.1.99999.7 = ASN1:UTF8String:unknown
extendedKeyUsage = critical, codeSigning, emailProtection, timeStamping, OCSPSigning, anyExtendedKeyUsage
keyUsage = nonRepudiation, dataEncipherment, keyAgreement, encipherOnly, decipherOnly
noCheck = ignored
CNF

make() {  # NAME KEY-OPTIONS SECTION EXTENSIONS OPTIONS...
    local name=$1 key=$2 dn=$3 extensions=$4
    shift 4
    # shellcheck disable=SC2086
    openssl genpkey $key -out "$work/$name.key" 2> "$work/log"
    sed "s/^distinguished_name = .*/distinguished_name = $dn/" "$work/cnf" > "$work/$name.cnf"
    openssl req -new -config "$work/$name.cnf" -key "$work/$name.key" -out "$work/$name.csr"
    openssl x509 -req -in "$work/$name.csr" -days 3650 -extfile "$work/cnf" -extensions "$extensions" \
        -out "made-$name.pem" "$@" 2> "$work/log" || { cat "$work/log"; exit 1; }
}

make root "-algorithm EC -pkeyopt ec_paramgen_curve:P-384" dn root -signkey "$work/root.key" -set_serial 0x1234567890abcdef1234
by_root=(-CA made-root.pem -CAkey "$work/root.key")
make ca "-algorithm RSA -pkeyopt rsa_keygen_bits:3072" leaf ca "${by_root[@]}" -set_serial 1
make server "-algorithm RSA -pkeyopt rsa_keygen_bits:2048" leaf server "${by_root[@]}" -set_serial -5
make old "-algorithm ED25519" leaf old "${by_root[@]}" -set_serial 65536
make ed448 "-algorithm ED448" dn root -signkey "$work/ed448.key" -set_serial 0
make pss "-algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048" plain server -signkey "$work/pss.key" -sigopt rsa_pss_saltlen:32 -sha256
make p521 "-algorithm EC -pkeyopt ec_paramgen_curve:P-521" plain server "${by_root[@]}"
make secp256k1 "-algorithm EC -pkeyopt ec_paramgen_curve:secp256k1" plain server "${by_root[@]}"
make explicit "-algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit" plain server "${by_root[@]}"

rm -f ./*.txt
for file in ../cert/*.pem ../cert/*.der ../seeds/github.com.pem made-*.pem; do
    text=$(basename "${file%.*}").txt
    # Signatures on one line would be longer than openssl's lines, so they are left unchanged.
    openssl x509 -in "$file" -noout -text -nameopt RFC2253 -fingerprint -sha256 > "$text" 2> /dev/null || { rm -f "$text"; continue; }
    sed -i "1i File: ${file#../}" "$text"
done
sed -i 's|^File: made|File: inspect/made|' ./*.txt
