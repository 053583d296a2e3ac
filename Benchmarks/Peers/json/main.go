// What `pemtool inspect --jsonl` prints, as far as Go's standard library decodes it: a line of JSON for each certificate
// of a PEM file. Extensions that crypto/x509 decodes stand there as fields, their values beside them in hex.
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
	"time"
)

type key struct {
	Name     string `json:"name"`
	Bits     int    `json:"bits"`
	Curve    string `json:"curve,omitempty"`
	Modulus  string `json:"modulus,omitempty"`
	Exponent int    `json:"exponent,omitempty"`
	RawKey   string `json:"raw_key"`
}

type extension struct {
	OID      string `json:"oid"`
	Critical bool   `json:"critical"`
	Value    string `json:"value"`
}

type object struct {
	Schema             string      `json:"schema"`
	File               string      `json:"file"`
	Index              int         `json:"index"`
	SHA256             string      `json:"sha256"`
	SHA1               string      `json:"sha1"`
	Pin                string      `json:"pin"`
	RawKeySHA256       string      `json:"raw_key_sha256"`
	Version            int         `json:"version"`
	Serial             string      `json:"serial"`
	Subject            string      `json:"subject"`
	Issuer             string      `json:"issuer"`
	NotBefore          time.Time   `json:"not_before"`
	NotAfter           time.Time   `json:"not_after"`
	CA                 bool        `json:"ca"`
	SignatureAlgorithm string      `json:"signature_algorithm"`
	PublicKey          key         `json:"public_key"`
	KeyUsage           int         `json:"key_usage"`
	ExtKeyUsage        []int       `json:"ext_key_usage"`
	Policies           []string    `json:"policies"`
	KeyID              string      `json:"key_id"`
	AuthorityKeyID     string      `json:"authority_key_id"`
	OCSP               []string    `json:"ocsp"`
	Issuers            []string    `json:"ca_issuers"`
	CRL                []string    `json:"crl"`
	Extensions         []extension `json:"extensions"`
	Names              []string    `json:"subject_alt_names"`
	Signature          string      `json:"signature"`
}

func publicKey(certificate *x509.Certificate, raw []byte) key {
	found := key{Name: certificate.PublicKeyAlgorithm.String(), RawKey: hex.EncodeToString(raw)}
	switch public := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		found.Bits = public.N.BitLen()
		found.Modulus = strings.ToUpper(hex.EncodeToString(public.N.Bytes()))
		found.Exponent = public.E
	case *ecdsa.PublicKey:
		found.Bits = public.Params().BitSize
		found.Curve = public.Params().Name
	}
	return found
}

func describe(certificate *x509.Certificate, file string, index int) object {
	var info struct {
		Algorithm pkix.AlgorithmIdentifier
		Key       asn1.BitString
	}
	_, _ = asn1.Unmarshal(certificate.RawSubjectPublicKeyInfo, &info)
	whole, old := sha256.Sum256(certificate.Raw), sha1.Sum(certificate.Raw)
	pin, raw := sha256.Sum256(certificate.RawSubjectPublicKeyInfo), sha256.Sum256(info.Key.Bytes)
	found := object{
		Schema: "peer/1", File: file, Index: index, SHA256: hex.EncodeToString(whole[:]),
		SHA1: hex.EncodeToString(old[:]), Pin: base64.StdEncoding.EncodeToString(pin[:]),
		RawKeySHA256: base64.StdEncoding.EncodeToString(raw[:]), Version: certificate.Version,
		Serial:  strings.ToUpper(hex.EncodeToString(certificate.SerialNumber.Bytes())),
		Subject: certificate.Subject.String(), Issuer: certificate.Issuer.String(),
		NotBefore: certificate.NotBefore, NotAfter: certificate.NotAfter, CA: certificate.IsCA,
		SignatureAlgorithm: certificate.SignatureAlgorithm.String(),
		PublicKey:          publicKey(certificate, info.Key.Bytes), KeyUsage: int(certificate.KeyUsage),
		KeyID: hex.EncodeToString(certificate.SubjectKeyId), AuthorityKeyID: hex.EncodeToString(certificate.AuthorityKeyId),
		OCSP: certificate.OCSPServer, Issuers: certificate.IssuingCertificateURL, CRL: certificate.CRLDistributionPoints,
		Signature: hex.EncodeToString(certificate.Signature),
	}
	for _, usage := range certificate.ExtKeyUsage {
		found.ExtKeyUsage = append(found.ExtKeyUsage, int(usage))
	}
	for _, policy := range certificate.PolicyIdentifiers {
		found.Policies = append(found.Policies, policy.String())
	}
	for _, value := range certificate.Extensions {
		found.Extensions = append(
			found.Extensions, extension{value.Id.String(), value.Critical, hex.EncodeToString(value.Value)})
	}
	for _, name := range certificate.DNSNames {
		found.Names = append(found.Names, "DNS:"+name)
	}
	return found
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	for index := 0; ; index++ {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			fmt.Fprintf(output, "{\"index\":%d,\"error\":true}\n", index)
			continue
		}
		_ = encoder.Encode(describe(certificate, os.Args[1], index))
	}
}
