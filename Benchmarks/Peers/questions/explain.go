package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"strings"
)

type field struct {
	Offset int    `json:"offset"`
	Depth  int    `json:"depth"`
	Bytes  string `json:"bytes"`
	Type   string `json:"type"`
	Value  string `json:"value"`
}

type form struct {
	Name   string `json:"name"`
	Count  int    `json:"byte_count"`
	SHA256 string `json:"sha256"`
}

type explanation struct {
	Schema       string   `json:"schema"`
	File         string   `json:"file"`
	Index        int      `json:"index"`
	SHA256       string   `json:"sha256"`
	Pin          string   `json:"pin"`
	RawKeySHA256 string   `json:"raw_key_sha256"`
	SPKI         string   `json:"spki"`
	Header       string   `json:"header"`
	RawKey       string   `json:"raw_key"`
	HeaderFields []field  `json:"rows[:len(rows)-1]fields"`
	Forms        []form   `json:"forms"`
	Swift        string   `json:"swift"`
	Spellings    []string `json:"spellings"`
	ObjectFields []field  `json:"object_fields"`
}

// fields returns the rows of some DER. Those of a value with others inside have its tag and length, and the key of a
// SubjectPublicKeyInfo, a BIT STRING at this depth, has a row of its own.
func fields(der []byte, keyDepth int) []field {
	var found []field
	walk(der, 0, 0, false, func(one row) {
		octets := one.octets
		switch {
		case one.kind == "BIT STRING" && one.depth == keyDepth:
			start := one.header + 1
			found = append(found, field{one.offset, one.depth, hex.EncodeToString(octets[:start]), one.kind, ""})
			one.offset, one.depth, octets, one.kind, one.value = one.offset+start, one.depth+1, octets[start:], "raw key", ""
		case octets[0]&0x20 != 0:
			octets = octets[:one.header]
		}
		found = append(found, field{one.offset, one.depth, hex.EncodeToString(octets), one.kind, one.value})
	})
	return found
}

// explain prints a line of JSON with what `pemtool explain --jsonl` prints of the key and of the bytes of the
// certificate, without the names of their fields and without advice for TrustKit, OpenSSL and Kotlin.
func explain(output *bufio.Writer, certificate *x509.Certificate, file string, index int) {
	spki := certificate.RawSubjectPublicKeyInfo
	raw := rawKey(spki)
	header := spki[:len(spki)-len(raw)]
	digest := sha256.Sum256(certificate.Raw)
	add := func(forms []form, name string, octets []byte) []form {
		return append(forms, form{name, len(octets), base64Hash(octets)})
	}
	forms := add(add(nil, "the SPKI", spki), "the raw key", raw)
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		forms = add(forms, "the modulus", key.N.Bytes())
	case *ecdsa.PublicKey:
		size := (len(raw) - 1) / 2
		forms = add(forms, "X and Y without 04", raw[1:])
		forms = add(forms, "the compressed point", append([]byte{2 + raw[2*size]&1}, raw[1:1+size]...))
		forms = add(forms, "X alone", raw[1:1+size])
	}
	var swift strings.Builder
	swift.WriteString("let header: [UInt8] = [")
	for place, octet := range header {
		if place%12 == 0 {
			swift.WriteString("\n    ")
		}
		swift.WriteString("0x" + hex.EncodeToString([]byte{octet}) + ", ")
	}
	swift.WriteString("\n]")
	pin, rows := base64Hash(spki), fields(spki, 1)
	keyDigest := sha256.Sum256(spki)
	_ = json.NewEncoder(output).Encode(explanation{
		Schema: "peer/1", File: file, Index: index, SHA256: hex.EncodeToString(digest[:]), Pin: pin,
		RawKeySHA256: base64Hash(raw), SPKI: hex.EncodeToString(spki), Header: hex.EncodeToString(header),
		RawKey: hex.EncodeToString(raw), HeaderFields: rows[:len(rows)-1], Forms: forms, Swift: swift.String(),
		Spellings: []string{pin, "sha256/" + pin, "sha256//" + pin, "pin-sha256=\"" + pin + "\"",
			"3 1 1 " + hex.EncodeToString(keyDigest[:]), "pin-sha256:" + pin},
		ObjectFields: fields(certificate.Raw, 3),
	})
}
