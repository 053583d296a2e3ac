package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// The headers of RSA keys of 1024 to 4096 bits, P-256, P-384, P-521, secp256k1, Ed25519 and X25519, from RFC 8017, RFC
// 5480 and RFC 8410.
var headers = []string{
	"30819f300d06092a864886f70d010101050003818d00", "30820122300d06092a864886f70d01010105000382010f00",
	"308201a2300d06092a864886f70d01010105000382018f00", "30820222300d06092a864886f70d01010105000382020f00",
	"3059301306072a8648ce3d020106082a8648ce3d030107034200", "3076301006072a8648ce3d020106052b81040022036200",
	"30819b301006072a8648ce3d020106052b8104002303818600", "3056301006072a8648ce3d020106052b8104000a034200",
	"302a300506032b6570032100", "302a300506032b656e032100",
}

// A search compares digests of many texts with a pin. Digests other than SHA-256 wait until SHA-256 explains nothing.
type search struct {
	wanted         map[string]bool
	pending        []source
	texts, digests int
	found          []string
}

type source struct {
	name   string
	octets []byte
}

func (s *search) compare(name string, digest []byte) {
	s.digests++
	if s.wanted[string(digest)] {
		s.found = append(s.found, name)
	}
}

// try compares SHA-256 of octets, and remembers them for the other digests unless those are too rare a mistake.
func (s *search) try(name string, octets []byte, isRare bool) {
	if octets == nil {
		return
	}
	s.texts++
	digest := sha256.Sum256(octets)
	s.compare("SHA-256 of "+name, digest[:])
	if !isRare {
		s.pending = append(s.pending, source{name, octets})
	}
}

// finish tries the other digests that have 32 bytes, or whose first or last 32 bytes may be the pin.
func (s *search) finish() {
	for _, one := range s.pending {
		right, wide, middle := sha256.Sum256(one.octets), sha512.Sum512(one.octets), sha512.Sum384(one.octets)
		twice, half, sponge := sha256.Sum256(right[:]), sha512.Sum512_256(one.octets), sha3.Sum256(one.octets)
		for _, digest := range [][]byte{wide[:32], wide[32:], middle[:32], middle[16:], twice[:], half[:], sponge[:]} {
			s.compare("another digest of "+one.name, digest)
		}
	}
}

func hexText(octets []byte, separator string, isUpper bool) string {
	text := hex.EncodeToString(octets)
	if isUpper {
		text = strings.ToUpper(text)
	}
	if separator == "" {
		return text
	}
	var found strings.Builder
	for place := 0; place < len(text); place += 2 {
		if place > 0 {
			found.WriteString(separator)
		}
		found.WriteString(text[place : place+2])
	}
	return found.String()
}

// lines returns text in lines of a length.
func lines(text string, length int, separator, end string) string {
	var found strings.Builder
	for place := 0; place < len(text); place += length {
		if place > 0 {
			found.WriteString(separator)
		}
		found.WriteString(text[place:min(place+length, len(text))])
	}
	return found.String() + end
}

func array(octets []byte, separator, start, end string, isSigned bool) string {
	found := []byte(start)
	for place, octet := range octets {
		if place > 0 {
			found = append(found, separator...)
		}
		if isSigned {
			found = strconv.AppendInt(found, int64(int8(octet)), 10)
		} else {
			found = strconv.AppendInt(found, int64(octet), 10)
		}
	}
	return string(found) + end
}

// tryTexts tries what programs write for bytes: base64, hex, and the text of an array.
func (s *search) tryTexts(name string, octets []byte, isHash bool) {
	text := base64.StdEncoding.EncodeToString(octets)
	url := base64.RawURLEncoding.EncodeToString(octets)
	forms := []string{text, text + "\n", url, url + "\n", lines(text, 64, "\n", "\n")}
	if len(octets) > 48 {
		for _, length := range []int{64, 76} {
			forms = append(forms, lines(text, length, "\n", ""), lines(text, length, "\r\n", ""))
		}
		forms = append(forms, lines(text, 76, "\n", "\n"), lines(text, 76, "\r\n", "\r\n"))
	}
	for _, isUpper := range []bool{false, true} {
		for _, separator := range []string{"", ":", " "} {
			digits := hexText(octets, separator, isUpper)
			forms = append(forms, digits, digits+"\n")
		}
		for _, digits := range []string{hexText(octets, "-", isUpper), "0x" + hexText(octets, "", isUpper)} {
			s.try("text of "+name, []byte(digits), true)
			s.try("text of "+name, []byte(digits+"\n"), true)
		}
	}
	count := strconv.Itoa(len(octets)) + " bytes"
	words := func(part []byte) string { return lines(hex.EncodeToString(part), 8, " ", "") }
	short := words(octets)
	if len(octets) > 24 {
		short = words(octets[:16]) + " ... " + words(octets[len(octets)-8:])
	}
	forms = append(forms, lines(hex.EncodeToString(octets), 60, "\n", "\n"), count, "Optional("+count+")",
		"Optional(\""+text+"\")", "<"+words(octets)+">", fmt.Sprintf("{length = %d, bytes = 0x%s}", len(octets), short),
		array(octets, ", ", "[", "]", true), array(octets, ", ", "[", "]", false), array(octets, ",", "[", "]", false),
		array(octets, ",", "", "", false), array(octets, ",", "{\"type\":\"Buffer\",\"data\":[", "]}", false),
		"b'"+strings.Trim(strconv.QuoteToASCII(string(octets)), "\"")+"'", latin1(octets),
		strings.ToValidUTF8(string(octets), "\uFFFD"))
	if isHash {
		digits := hex.EncodeToString(octets)
		forms = append(forms, "sha256/"+text, "sha256/"+text+"\n", "sha256//"+text, "SHA2-256(stdin)= "+digits+"\n",
			"(stdin)= "+digits+"\n", "SHA256 digest: "+digits, digits+"  -\n")
	}
	for _, form := range forms {
		s.try("text of "+name, []byte(form), false)
	}
}

// tryModulus tries the texts of a modulus that are not among those of its digits.
func (s *search) tryModulus(modulus []byte) {
	text, url := base64.StdEncoding.EncodeToString(modulus), base64.RawURLEncoding.EncodeToString(modulus)
	lower, upper := hexText(modulus, ":", false), hexText(modulus, ":", true)
	for _, form := range []string{
		text, text + "\n", url, url + "\n", lines(text, 64, "\n", "\n"), lines(text, 64, "\n", ""),
		lines(text, 76, "\n", "\n"), lower, lower + "\n", upper, upper + "\n",
		lines(hex.EncodeToString(modulus), 60, "\n", "\n"),
	} {
		s.try("text of the modulus", []byte(form), false)
	}
}

func latin1(octets []byte) string {
	var found strings.Builder
	for _, octet := range octets {
		found.WriteRune(rune(octet))
	}
	return found.String()
}

func wide(text string, isBig, hasMark bool) []byte {
	var found []byte
	if hasMark {
		text = "\uFEFF" + text
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		if isBig {
			found = append(found, byte(unit>>8), byte(unit))
		} else {
			found = append(found, byte(unit), byte(unit>>8))
		}
	}
	return found
}

// tryPEM tries PEM text with the ends of lines that editors, shells and Windows write.
func (s *search) tryPEM(name, text string) {
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	for _, form := range []string{text, text[:len(text)-1], crlf, crlf[:len(crlf)-2], strings.ReplaceAll(text, "\n", ""),
		strings.ReplaceAll(text, "\n", "\\n")} {
		s.try(name, []byte(form), false)
	}
	for _, form := range []string{strings.ReplaceAll(text, "\n", "\r"), "\uFEFF" + text, "\uFEFF" + crlf} {
		s.try(name, []byte(form), true)
	}
	s.try(name, wide(crlf, false, true), true)
	s.try(name, wide(text, false, true), true)
	s.try(name, wide(text, false, false), true)
	s.try(name, wide(text, true, false), true)
}

func pemText(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func textMode(octets []byte) []byte {
	if !bytes.Contains(octets, []byte("\n")) {
		return nil
	}
	return bytes.ReplaceAll(octets, []byte("\n"), []byte("\r\n"))
}

// value returns the first DER value.
func value(der []byte) (found asn1.RawValue) {
	_, err := asn1.Unmarshal(der, &found)
	fail(err)
	return found
}

func (s *search) tryCertificate(certificate *x509.Certificate) {
	spki, der := certificate.RawSubjectPublicKeyInfo, certificate.Raw
	raw, content := rawKey(spki), value(spki).Bytes
	algorithm := value(content).FullBytes
	bits := value(content[len(algorithm):])
	whole, right := sha256.Sum256(der), sha256.Sum256(spki)
	plain := map[string][]byte{
		"the SPKI": spki, "the raw key": raw, "the BIT STRING": bits.FullBytes, "its content": bits.Bytes,
		"the SPKI's content": content, "the SPKI and a newline": slices.Concat(spki, []byte("\n")),
		"the SPKI in text mode": textMode(spki), "the certificate": der,
		"the certificate and a newline": slices.Concat(der, []byte("\n")), "the certificate in text mode": textMode(der),
		"the signed part": certificate.RawTBSCertificate, "the subject": certificate.RawSubject,
	}
	before := [][]byte{raw, spki}
	s.tryPEM("the PEM text", pemText("CERTIFICATE", der))
	s.tryPEM("the PEM text of the key", pemText("PUBLIC KEY", spki))
	s.tryPEM("both PEM texts", pemText("PUBLIC KEY", spki)+pemText("CERTIFICATE", der))
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		modulus := key.N.Bytes()
		upper, lower := hexText(modulus, "", true), hexText(modulus, "", false)
		decimal := key.N.String()
		before = append(before, modulus)
		s.tryPEM("the PEM text of the PKCS #1 key", pemText("RSA PUBLIC KEY", raw))
		s.tryModulus(modulus)
		plain["the PKCS #1 content"], plain["the modulus"] = value(raw).Bytes, modulus
		plain["the modulus as an INTEGER"] = slices.Concat([]byte{0}, modulus)
		plain["the line Modulus="] = []byte("Modulus=" + upper + "\n")
		plain["the line Modulus= without its end"] = []byte("Modulus=" + upper)
		for _, digits := range []string{upper, lower, decimal} {
			plain[digits], plain[digits+" and a newline"] = []byte(digits), []byte(digits+"\n")
		}
	case *ecdsa.PublicKey:
		size := (len(raw) - 1) / 2
		x, y, parity := raw[1:1+size], raw[1+size:], raw[2*size]&1
		compressed := slices.Concat([]byte{2 + parity}, x)
		hybrid := slices.Concat([]byte{6 + parity}, x, y)
		before = append(before, raw[1:], x, compressed)
		plain["X"], plain["Y"], plain["X and Y"] = x, y, raw[1:]
		plain["the compressed point"], plain["the hybrid point"] = compressed, hybrid
		for _, point := range [][]byte{compressed, hybrid} {
			other, err := asn1.Marshal(struct {
				Algorithm asn1.RawValue
				Key       asn1.BitString
			}{asn1.RawValue{FullBytes: algorithm}, asn1.BitString{Bytes: point, BitLength: 8 * len(point)}})
			fail(err)
			plain[fmt.Sprintf("an SPKI with a point of %d bytes, %d", len(point), point[0])] = other
		}
	}
	for name, octets := range plain {
		s.try(name, octets, false)
	}
	for _, text := range headers {
		header, err := hex.DecodeString(text)
		fail(err)
		for _, octets := range before {
			if one := slices.Concat(header, octets); !bytes.Equal(one, spki) {
				s.try("another header and a key", one, false)
			}
		}
	}
	s.tryTexts("the SPKI", spki, false)
	s.tryTexts("the raw key", raw, false)
	s.tryTexts("the certificate", der, false)
	s.tryTexts("the right hash", right[:], true)
	text, digits := base64.StdEncoding.EncodeToString(whole[:]), hex.EncodeToString(whole[:])
	for _, form := range []string{text, text + "\n", digits, digits + "\n", hexText(whole[:], ":", true)} {
		s.try("text of the certificate's hash", []byte(form), false)
	}
}

// diagnose compares a pin with digests of what may have been hashed instead of the SPKI of each certificate of a file,
// and returns whether it found a cause. It compares bytes and their reverse, where pemtool knows 16 encodings, and does
// not search for typos, or make JSON Web Keys, SSH keys, explicit curve parameters and what OpenSSL makes of a key.
func diagnose(output *bufio.Writer, pin, file string) bool {
	octets, err := base64.StdEncoding.DecodeString(pin)
	fail(err)
	reversed := slices.Clone(octets)
	slices.Reverse(reversed)
	s := search{wanted: map[string]bool{string(octets): true, string(reversed): true}}
	text, err := os.ReadFile(file)
	fail(err)
	s.try("the file", text, false)
	s.try("the file without its last newline", bytes.TrimSuffix(text, []byte("\n")), false)
	s.try("the file with CRLF", textMode(text), false)
	eachBlock(file, func(der []byte, _ int) { s.tryCertificate(parsed(der)) })
	if len(s.found) == 0 {
		s.finish()
	}
	for _, name := range s.found {
		fmt.Fprintln(output, name)
	}
	fmt.Fprintf(output, "%d texts, %d digests\n", s.texts, s.digests)
	return len(s.found) > 0
}
