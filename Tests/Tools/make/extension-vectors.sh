#!/bin/bash
# Makes one certificate for each type of extension, and one with a malformed value of that type, with openssl 3:
#
#     Tests/Tools/make/extension-vectors.sh Tests/Vectors/extensions
#
# The certificates are self-signed with a discarded key; only their extensions matter. A malformed value is DER
# written by hand, with its fault in the comment next to it.
set -euo pipefail
out=$1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
openssl genpkey -algorithm ed25519 -out "$work/key.pem"

# make NAME: standard input is the section of extensions, and the sections that it names.
make() {
    {
        printf '[req]\ndistinguished_name = dn\n[dn]\n[extensions]\n'
        cat
    } >"$work/$1.cnf"
    openssl req -x509 -new -key "$work/key.pem" -days 36500 -subj "/CN=$1" -config "$work/$1.cnf" \
        -extensions extensions -outform der -out "$out/$1.der"
}

make basicConstraints <<'X'
basicConstraints = critical, CA:TRUE, pathlen:3
X
make basicConstraints-default <<'X'
basicConstraints = CA:FALSE
X
make keyUsage <<'X'
keyUsage = critical, digitalSignature, keyEncipherment, keyCertSign, cRLSign
X
make keyUsage-all <<'X'
keyUsage = digitalSignature, nonRepudiation, keyEncipherment, dataEncipherment, keyAgreement, keyCertSign, cRLSign, encipherOnly, decipherOnly
X
make extKeyUsage <<'X'
extendedKeyUsage = serverAuth, clientAuth, codeSigning, emailProtection, timeStamping, OCSPSigning, 1.3.6.1.4.1.311.10.3.4, anyExtendedKeyUsage, 1.2.3.4.5
X
make subjectAltName <<'X'
subjectAltName = @names
[names]
email.1 = person@example.com
DNS.1 = www.example.com
DNS.2 = *.example.com
DNS.3 = xn--bcher-kva.example
URI.1 = https://example.com:8443/path?query#fragment
IP.1 = 192.0.2.1
IP.2 = 2001:db8::8:800:200c:417a
IP.3 = ::
IP.4 = 2001:db8:0:0:1:0:0:1
RID.1 = 1.2.3.4
dirName.1 = person
otherName.1 = 1.3.6.1.4.1.311.20.2.3;UTF8:person@corp.example
[person]
C = NL
O = Example BV
CN = A Person
X
make subjectAltName-rare <<'X'
subjectAltName = ASN1:SEQUENCE:names
[names]
x400 = IMPLICIT:3,SEQUENCE:address
edi = IMPLICIT:5,SEQUENCE:party
dns = IMPLICIT:2,IA5:example.com
[address]
country = EXPLICIT:1A,PRINTABLE:NL
[party]
assigner = EXPLICIT:0,UTF8:Assigner
name = EXPLICIT:1,UTF8:Party
X
make issuerAltName <<'X'
issuerAltName = DNS:ca.example, URI:http://ca.example/
X
make subjectKeyIdentifier <<'X'
subjectKeyIdentifier = 00112233445566778899AABBCCDDEEFF00112233
X
make authorityKeyIdentifier <<'X'
subjectKeyIdentifier = 00112233445566778899AABBCCDDEEFF00112233
authorityKeyIdentifier = keyid:always, issuer:always
X
make cRLDistributionPoints <<'X'
crlDistributionPoints = one, two, three
[one]
fullname = URI:http://example.com/a.crl, URI:ldap://example.com/cn=a
[two]
fullname = URI:http://example.com/b.crl
CRLissuer = dirName:issuer
reasons = keyCompromise, CACompromise, AACompromise
[three]
relativename = relative
CRLissuer = dirName:issuer
[issuer]
C = NL
O = Example BV
[relative]
CN = Third CRL
X
make freshestCRL <<'X'
freshestCRL = URI:http://example.com/delta.crl
X
make authorityInfoAccess <<'X'
authorityInfoAccess = OCSP;URI:http://ocsp.example.com/, caIssuers;URI:http://example.com/ca.der, 1.2.3.4;DNS:example.com
X
make subjectInfoAccess <<'X'
subjectInfoAccess = caRepository;URI:http://example.com/repository, ad_timestamping;DNS:time.example.com
X
make certificatePolicies <<'X'
certificatePolicies = 2.23.140.1.2.1, @policy, 2.5.29.32.0
[policy]
policyIdentifier = 1.3.6.1.4.1.99999.1
CPS.1 = http://example.com/cps
CPS.2 = http://example.com/other
userNotice.1 = @notice
[notice]
explicitText = "UTF8:Not for use bey\303\266nd tests"
organization = "Example BV"
noticeNumbers = 1, 2, 300
X
make policyMappings <<'X'
policyMappings = 1.2.3.4:1.2.3.5, 1.2.3.6:1.2.3.7
X
make policyConstraints <<'X'
policyConstraints = critical, requireExplicitPolicy:3, inhibitPolicyMapping:0
X
make inhibitAnyPolicy <<'X'
inhibitAnyPolicy = critical, 2
X
make nameConstraints <<'X'
nameConstraints = critical, @constraints
[constraints]
permitted;DNS.1 = example.com
permitted;DNS.2 = .example.org
permitted;email = example.com
permitted;URI = .example.com
permitted;dirName = permitted
excluded;IP.1 = 192.0.2.0/255.255.255.0
excluded;IP.2 = 10.0.0.0/255.128.0.0
excluded;IP.3 = 2001:db8::/ffff:ffff::
[permitted]
C = NL
X
make privateKeyUsagePeriod <<'X'
privateKeyUsagePeriod = ASN1:SEQUENCE:period
[period]
from = IMPLICIT:0,GENTIME:20240229120000Z
to = IMPLICIT:1,GENTIME:20491231235959Z
X
make tlsfeature <<'X'
tlsfeature = status_request, status_request_v2
X
make precertificatePoison <<'X'
1.3.6.1.4.1.11129.2.4.3 = critical, DER:05:00
X
make ocsp-nocheck <<'X'
noCheck = ignored
X
make qcStatements <<'X'
qcStatements = ASN1:SEQUENCE:statements
[statements]
compliance = SEQUENCE:compliance
limit = SEQUENCE:limit
retention = SEQUENCE:retention
sscd = SEQUENCE:sscd
pds = SEQUENCE:pds
types = SEQUENCE:types
countries = SEQUENCE:countries
semantics = SEQUENCE:semantics
own = SEQUENCE:own
[compliance]
id = OID:0.4.0.1862.1.1
[limit]
id = OID:0.4.0.1862.1.2
value = SEQUENCE:money
[money]
currency = PRINTABLE:EUR
amount = INTEGER:10
exponent = INTEGER:3
[retention]
id = OID:0.4.0.1862.1.3
years = INTEGER:15
[sscd]
id = OID:0.4.0.1862.1.4
[pds]
id = OID:0.4.0.1862.1.5
locations = SEQUENCE:locations
[locations]
en = SEQUENCE:english
nl = SEQUENCE:dutch
[english]
url = IA5:https://example.com/pds_en.pdf
language = PRINTABLE:en
[dutch]
url = IA5:https://example.com/pds_nl.pdf
language = PRINTABLE:nl
[types]
id = OID:0.4.0.1862.1.6
types = SEQUENCE:kinds
[kinds]
esign = OID:0.4.0.1862.1.6.1
web = OID:0.4.0.1862.1.6.3
[countries]
id = OID:0.4.0.1862.1.7
countries = SEQUENCE:codes
[codes]
nl = PRINTABLE:NL
be = PRINTABLE:BE
[semantics]
id = OID:1.3.6.1.5.5.7.11.2
information = SEQUENCE:information
[information]
identifier = OID:0.4.0.194121.1.2
authorities = SEQUENCE:authorities
[authorities]
uri = IMPLICIT:6,IA5:https://register.example/
[own]
id = OID:1.2.3.4
value = INTEGER:7
X
make netscapeCertType <<'X'
nsCertType = client, server, email, objsign, sslCA, emailCA, objCA
X
make netscapeText <<'X'
nsComment = "made by openssl"
nsBaseUrl = https://example.com/
nsRevocationUrl = revoked?
nsCaRevocationUrl = ca-revoked?
nsRenewalUrl = renew?
nsCaPolicyUrl = policy.html
nsSslServerName = *.example.com
X
make certificateTemplateName <<'X'
1.3.6.1.4.1.311.20.2 = ASN1:BMP:DomainController
X
make certificateTemplate <<'X'
1.3.6.1.4.1.311.21.7 = ASN1:SEQUENCE:template
[template]
id = OID:1.3.6.1.4.1.311.21.8.1.2.3
major = INTEGER:100
minor = INTEGER:4294967295
X
make unknown <<'X'
1.2.3.4.5.6 = critical, DER:04:03:01:02:03
X

# Malformed values, one certificate for all types; the order matches the answers.
make malformed <<'X'
# TRUE as 05
basicConstraints = DER:30:03:01:01:05
# an unused bit set
keyUsage = DER:03:02:05:FF
# an arc without its end
extendedKeyUsage = DER:30:05:06:03:2B:06:81
# [9], which is not a kind of name
subjectAltName = DER:30:05:89:03:61:62:63
# an OCTET STRING of 5 bytes of which 2 are there
subjectKeyIdentifier = DER:04:05:01:02
# a serial number with a superfluous octet
authorityKeyIdentifier = DER:30:04:82:02:00:01
# a byte after the end
crlDistributionPoints = DER:30:00:00
# no accessLocation
authorityInfoAccess = DER:30:06:30:04:06:02:2A:03
# a cPSuri that is an INTEGER
certificatePolicies = DER:30:1A:30:18:06:02:2A:03:30:12:30:10:06:08:2B:06:01:05:05:07:02:01:02:04:01:02:03:04
# no subjectDomainPolicy
policyMappings = DER:30:06:30:04:06:02:2A:03
# an empty INTEGER
policyConstraints = DER:30:02:80:00
# a length in more octets than necessary
inhibitAnyPolicy = DER:02:81:01:05
# no base
nameConstraints = DER:30:04:A0:02:30:00
# a date that does not exist
privateKeyUsagePeriod = DER:30:11:80:0F:32:30:32:34:31:33:30:31:31:32:30:30:30:30:5A
# a BOOLEAN among the INTEGERs
tlsfeature = DER:30:06:02:01:05:01:01:FF
# a list of 10 bytes of which 1 is there
1.3.6.1.4.1.11129.2.4.2 = DER:04:03:00:0A:01
# a NULL with content
1.3.6.1.4.1.11129.2.4.3 = DER:05:01:00
# a currency that is an OCTET STRING
qcStatements = DER:30:16:30:14:06:06:04:00:8E:46:01:02:30:0A:04:02:45:55:02:01:0A:02:01:03
# no count of unused bits
nsCertType = DER:03:00
# a UTF8String
nsComment = DER:0C:01:61
# three octets in a BMPString
1.3.6.1.4.1.311.20.2 = DER:1E:03:00:44:00
# no templateID
1.3.6.1.4.1.311.21.7 = DER:30:03:02:01:01
# no Name in directoryName
issuerAltName = DER:30:02:A4:00
# no count of unused bits in reasons
freshestCRL = DER:30:04:30:02:81:00
# an arc with a leading zero
subjectInfoAccess = DER:30:05:30:03:06:01:80
# an OCTET STRING
noCheck = DER:04:00
X
