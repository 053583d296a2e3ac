package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

var usages = []string{"digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
	"keyCertSign", "cRLSign", "encipherOnly", "decipherOnly"}

func keyName(certificate *x509.Certificate) string {
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		return fmt.Sprintf("RSA, %d bits", key.N.BitLen())
	case *ecdsa.PublicKey:
		return "EC, " + key.Params().Name
	}
	return certificate.PublicKeyAlgorithm.String()
}

// inspect prints the fields that `pemtool inspect` prints, as far as crypto/x509 decodes them. It does not wrap lines,
// name public CAs or note oddities, and prints other extensions in hex.
func inspect(output *bufio.Writer, certificate *x509.Certificate, file string, index int) {
	field := func(name, form string, values ...any) {
		fmt.Fprintf(output, "  %-12s  %s\n", name, fmt.Sprintf(form, values...))
	}
	list := func(name string, values []string) {
		if len(values) > 0 {
			field("", "%s: %s", name, strings.Join(values, ", "))
		}
	}
	spki, whole, old := sha256.Sum256(certificate.RawSubjectPublicKeyInfo), sha256.Sum256(certificate.Raw), sha1.Sum(certificate.Raw)
	fmt.Fprintf(output, "%s: certificate %d\n", file, index+1)
	field("subject", "%s", certificate.Subject)
	field("issuer", "%s", certificate.Issuer)
	if certificate.IsCA {
		field("role", "CA")
	} else {
		field("role", "leaf")
	}
	field("not before", "%s", certificate.NotBefore.Format(time.RFC3339))
	field("not after", "%s", certificate.NotAfter.Format(time.RFC3339))
	field("serial", "%X", certificate.SerialNumber.Bytes())
	field("version", "%d", certificate.Version)
	field("key", "%s", keyName(certificate))
	field("pin", "sha256/%s", base64.StdEncoding.EncodeToString(spki[:]))
	field("signed with", "%s", certificate.SignatureAlgorithm)
	field("SHA-256", "%x", whole)
	field("SHA-1", "%x", old)
	for _, extension := range certificate.Extensions {
		name, critical := extension.Id.String(), ""
		if extension.Critical {
			critical = " (critical)"
		}
		switch name {
		case "2.5.29.14":
			field("", "subjectKeyIdentifier%s: %x", critical, certificate.SubjectKeyId)
		case "2.5.29.15":
			var found []string
			for bit, usage := range usages {
				if certificate.KeyUsage&(1<<bit) != 0 {
					found = append(found, usage)
				}
			}
			list("keyUsage"+critical, found)
		case "2.5.29.17":
			list("subjectAltName"+critical, certificate.DNSNames)
			list("email", certificate.EmailAddresses)
			for _, address := range certificate.IPAddresses {
				field("", "IP: %s", address)
			}
			for _, uri := range certificate.URIs {
				field("", "URI: %s", uri)
			}
		case "2.5.29.19":
			field("", "basicConstraints%s: %t, %d", critical, certificate.IsCA, certificate.MaxPathLen)
		case "2.5.29.31":
			list("cRLDistributionPoints"+critical, certificate.CRLDistributionPoints)
		case "2.5.29.32":
			for _, policy := range certificate.PolicyIdentifiers {
				field("", "certificatePolicies%s: %s", critical, policy)
			}
		case "2.5.29.35":
			field("", "authorityKeyIdentifier%s: %x", critical, certificate.AuthorityKeyId)
		case "2.5.29.37":
			for _, usage := range certificate.ExtKeyUsage {
				field("", "extKeyUsage%s: %d", critical, usage)
			}
		case "1.3.6.1.5.5.7.1.1":
			list("ocsp", certificate.OCSPServer)
			list("caIssuers", certificate.IssuingCertificateURL)
		default:
			field("", "%s%s: %x", name, critical, extension.Value)
		}
	}
	fmt.Fprintln(output)
}
