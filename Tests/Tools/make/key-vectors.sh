#!/bin/bash
# Makes Tests/Vectors/kinds: one key of each kind in every form that a file may hold it in, and the pin that the
# openssl pipeline computes for it. Needs openssl 3.0 or later and python3. Running it again makes other keys.
#
#   NAME.key.pem, .key.der    private key, PKCS#8
#   NAME.traditional.pem      private key, PKCS#1, SEC 1 or OpenSSL's DSA form
#   NAME.traditional.der
#   NAME.encrypted.pem        private key behind the password "vectors"
#   NAME.public.pem, .der     SubjectPublicKeyInfo
#   NAME.rsa-public.pem       RSAPublicKey
#   NAME.request.pem, .der    certificate request
#   NAME.certificate.pem      certificate, made from that request; .der
#   NAME.p7b.pem, .p7b.der    the certificate in a PKCS#7 bag
#   NAME.ber.p7b.der          the same in BER with indefinite lengths
#   pins.tsv                  NAME, pin
#   private.tsv               NAME, field, hex, decimal: what no output may show
set -euo pipefail
cd "$(dirname "$0")/../../Vectors"
rm -rf kinds
mkdir kinds
cd kinds

make() {
    name=$1
    shift
    openssl genpkey "$@" -out "$name.key.pem" 2>/dev/null
    openssl pkcs8 -topk8 -nocrypt -in "$name.key.pem" -outform der -out "$name.key.der"
    openssl pkey -in "$name.key.pem" -aes256 -passout pass:vectors -out "$name.encrypted.pem"
    openssl pkey -in "$name.key.pem" -pubout -out "$name.public.pem"
    openssl pkey -in "$name.key.pem" -pubout -outform der -out "$name.public.der"
    printf '%s\t%s\n' "$name" "$(openssl dgst -sha256 -binary "$name.public.der" | openssl base64)" >> pins.tsv
    openssl pkey -in "$name.key.pem" -noout -text | python3 -c '
import re, sys
sys.set_int_max_str_digits(0)
# The private fields that openssl prints, without public and derived ones.
field, digits = None, ""
wanted = {"privateExponent", "prime1", "prime2", "exponent1", "exponent2", "coefficient", "priv", "prime3", "exponent3",
          "coefficient3"}
def done():
    if field in wanted:
        octets = digits[2:] if digits.startswith("00") else digits
        print("%s\t%s\t%s\t%d" % (sys.argv[1], field, octets, int(octets, 16)))
for line in sys.stdin:
    m = re.match(r"([A-Za-z0-9]+):", line)
    if m:
        done()
        field, digits = m.group(1), ""
    elif line.startswith("    "):
        digits += re.sub("[^0-9a-f]", "", line)
done()
' "$name" >> private.tsv
}

certify() {
    name=$1
    openssl req -new -key "$name.key.pem" -subj "/CN=$name.example" \
        -addext "subjectAltName=DNS:$name.example" -out "$name.request.pem"
    openssl req -in "$name.request.pem" -outform der -out "$name.request.der"
    openssl req -x509 -copy_extensions copy -in "$name.request.pem" -key "$name.key.pem" -days 3650 -out "$name.certificate.pem"
    openssl x509 -in "$name.certificate.pem" -outform der -out "$name.certificate.der"
    openssl crl2pkcs7 -nocrl -certfile "$name.certificate.pem" -out "$name.p7b.pem"
    openssl crl2pkcs7 -nocrl -certfile "$name.certificate.pem" -outform der -out "$name.p7b.der"
    # The same bag with indefinite lengths in every container; the bytes of the certificate stay.
    python3 - "$name" <<'PY'
import sys
name = sys.argv[1]
certificate = open(name + ".certificate.der", "rb").read()
oid = bytes.fromhex("06092a864886f70d0107")
indefinite = lambda tag, content: bytes([tag, 0x80]) + content + b"\0\0"
signed = indefinite(0x30, b"\x02\x01\x01" + b"\x31\x00" + indefinite(0x30, oid + b"\x01")
                    + indefinite(0xa0, certificate) + indefinite(0x31, b""))
open(name + ".ber.p7b.der", "wb").write(indefinite(0x30, oid + b"\x02" + indefinite(0xa0, signed)))
PY
}

traditional() {
    openssl pkey -in "$1.key.pem" -traditional -out "$1.traditional.pem"
    openssl "$2" -in "$1.key.pem" -traditional -outform der -out "$1.traditional.der" 2>/dev/null ||
        openssl "$2" -in "$1.key.pem" -outform der -out "$1.traditional.der" 2>/dev/null
}

for bits in 1024 2048 3072 4096; do
    make rsa$bits -algorithm RSA -pkeyopt rsa_keygen_bits:$bits
    certify rsa$bits
    traditional rsa$bits rsa
    openssl rsa -in rsa$bits.key.pem -RSAPublicKey_out -out rsa$bits.rsa-public.pem 2>/dev/null
done
make rsa-three-primes -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -pkeyopt rsa_keygen_primes:3
certify rsa-three-primes
openssl rsa -in rsa-three-primes.key.pem -RSAPublicKey_out -out rsa-three-primes.rsa-public.pem 2>/dev/null
traditional rsa-three-primes rsa
make rsa-pss -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:2048
certify rsa-pss
for curve in P-256 P-384 P-521 secp256k1 brainpoolP256r1; do
    name=$(echo "$curve" | tr 'A-Z' 'a-z')
    make "$name" -algorithm EC -pkeyopt ec_paramgen_curve:$curve
    certify "$name"
    traditional "$name" ec
done
for algorithm in ED25519 ED448; do
    name=$(echo "$algorithm" | tr 'A-Z' 'a-z')
    make "$name" -algorithm $algorithm
    certify "$name"
done
make x25519 -algorithm X25519
openssl genpkey -genparam -algorithm DSA -pkeyopt dsa_paramgen_bits:1024 -out dsa.parameters.pem 2>/dev/null
make dsa -paramfile dsa.parameters.pem
rm dsa.parameters.pem
certify dsa
traditional dsa dsa
# A SEC 1 key without its optional public key, and the PKCS #12 files.
openssl ec -in p-256.key.pem -no_public -out p-256.no-public.pem 2>/dev/null
openssl pkcs12 -export -inkey p-256.key.pem -in p-256.certificate.pem -passout pass:vectors -out p-256.encrypted.p12
for cipher in legacy-rc2-40=PBE-SHA1-RC2-40 legacy-rc4-128=PBE-SHA1-RC4-128 legacy-md5-des=PBE-MD5-DES 3des=PBE-SHA1-3DES; do
    openssl pkcs12 -export -legacy -inkey p-256.key.pem -in p-256.certificate.pem -passout pass:vectors \
        -certpbe "${cipher#*=}" -out "p-256.${cipher%%=*}.p12"
done
openssl pkcs12 -export -inkey p-256.key.pem -in p-256.certificate.pem -passout pass:vectors -certpbe NONE -keypbe NONE -out p-256.plain.p12
# A revocation list with two entries, and a certificate with OpenSSL's data about trust.
printf 'R\t360101000000Z\t260301120000Z,keyCompromise\t0A\tunknown\t/CN=one\n' > index.txt
printf 'R\t360101000000Z\t260302120000Z\tFF01\tunknown\t/CN=two\nV\t360101000000Z\t\t02\tunknown\t/CN=three\n' >> index.txt
echo 07 > crlnumber
printf '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=crlnumber\ndefault_md=sha256\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n' > ca.cnf
openssl ca -config ca.cnf -gencrl -keyfile p-256.key.pem -cert p-256.certificate.pem -crl_lastupdate 20260401000000Z \
    -crl_nextupdate 20360401000000Z -out p-256.crl.pem 2>/dev/null
openssl crl -in p-256.crl.pem -outform der -out p-256.crl.der
rm -f index.txt* crlnumber* ca.cnf
openssl x509 -in p-256.certificate.pem -addtrust serverAuth -addreject emailProtection -setalias "An alias" \
    -trustout -out p-256.trusted.pem
