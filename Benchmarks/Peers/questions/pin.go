package main

import (
	"bufio"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
)

type pinned struct {
	Schema       string `json:"schema"`
	File         string `json:"file"`
	Index        int    `json:"index"`
	Label        string `json:"label,omitempty"`
	IsRight      bool   `json:"ok"`
	Kind         string `json:"kind"`
	SHA256       string `json:"sha256"`
	Pin          string `json:"pin"`
	RawKeySHA256 string `json:"raw_key_sha256"`
}

// pin prints the fields that `pemtool pin --jsonl` prints, without the place in the file.
func pin(output *bufio.Writer, certificate *x509.Certificate, label, file string, index int) {
	digest := sha256.Sum256(certificate.Raw)
	_ = json.NewEncoder(output).Encode(pinned{
		"peer/1", file, index, label, true, "certificate", hex.EncodeToString(digest[:]),
		base64Hash(certificate.RawSubjectPublicKeyInfo), base64Hash(rawKey(certificate.RawSubjectPublicKeyInfo)),
	})
}

// pinLines prints the same for each line of base64.
func pinLines(output *bufio.Writer, file string) {
	text, err := os.Open(file)
	fail(err)
	lines := bufio.NewScanner(text)
	for index := 0; lines.Scan(); index++ {
		der, err := base64.StdEncoding.DecodeString(lines.Text())
		fail(err)
		pin(output, parsed(der), "", file, index)
	}
	fail(lines.Err())
}

func base64Hash(octets []byte) string {
	digest := sha256.Sum256(octets)
	return base64.StdEncoding.EncodeToString(digest[:])
}

// rawKey returns the content of the BIT STRING of a SubjectPublicKeyInfo.
func rawKey(spki []byte) []byte {
	var info struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	_, err := asn1.Unmarshal(spki, &info)
	fail(err)
	return info.Key.Bytes
}
