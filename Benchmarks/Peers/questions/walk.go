package main

import (
	"bufio"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"strings"
)

// A row is a DER value: its place, depth and size, its type and what it contains.
type row struct {
	offset, depth, header, length int
	octets                        []byte
	kind, value                   string
}

var names = map[int]string{
	1: "BOOLEAN", 2: "INTEGER", 3: "BIT STRING", 4: "OCTET STRING", 5: "NULL", 6: "OBJECT IDENTIFIER", 12: "UTF8String",
	16: "SEQUENCE", 17: "SET", 19: "PrintableString", 20: "TeletexString", 22: "IA5String", 23: "UTCTime",
	24: "GeneralizedTime", 26: "VisibleString", 30: "BMPString",
}

// walk calls a function with the row of each value; if isDeep, also inside OCTET STRINGs and BIT STRINGs that hold a
// value and nothing else, as extensions, RSA keys and ECDSA signatures do. It returns whether all of the bytes are DER.
func walk(der []byte, offset, depth int, isDeep bool, use func(row)) bool {
	for len(der) > 0 {
		var value asn1.RawValue
		rest, err := asn1.Unmarshal(der, &value)
		if err != nil {
			return false
		}
		header := len(value.FullBytes) - len(value.Bytes)
		found := row{offset, depth, header, len(value.Bytes), value.FullBytes, "", ""}
		inner, start := value.Bytes, offset+header
		isOpen := value.IsCompound
		if value.Class == asn1.ClassUniversal {
			found.kind = names[value.Tag]
			switch {
			case !isDeep:
			case value.Tag == asn1.TagOctetString:
				isOpen = isWhole(inner, depth != extensionDepth)
			case value.Tag == asn1.TagBitString && len(inner) > 1 && inner[0] == 0 && inner[1] == 0x30:
				inner, start = inner[1:], start+1
				isOpen = isWhole(inner, true)
			}
		} else {
			found.kind = fmt.Sprintf("[%d]", value.Tag)
		}
		if !isOpen {
			found.value = text(value)
		}
		use(found)
		if isOpen && !walk(inner, start, depth+1, isDeep, use) {
			return false
		}
		offset += len(value.FullBytes)
		der = rest
	}
	return true
}

// The depth of the value of an extension in a certificate.
const extensionDepth = 5

// isWhole returns whether bytes are one DER value, which has others inside if isDeep: digests look like short values.
func isWhole(der []byte, isDeep bool) bool {
	var value asn1.RawValue
	rest, err := asn1.Unmarshal(der, &value)
	if err != nil || len(rest) > 0 || value.Class != asn1.ClassUniversal || names[value.Tag] == "" {
		return false
	}
	return !value.IsCompound && !isDeep || value.IsCompound && walk(value.Bytes, 0, 0, true, func(row) {})
}

func text(value asn1.RawValue) string {
	if value.Class == asn1.ClassUniversal {
		switch value.Tag {
		case asn1.TagBoolean:
			return fmt.Sprint(len(value.Bytes) == 1 && value.Bytes[0] != 0)
		case asn1.TagOID:
			var oid asn1.ObjectIdentifier
			if _, err := asn1.Unmarshal(value.FullBytes, &oid); err == nil {
				return oid.String()
			}
		case asn1.TagUTF8String, asn1.TagPrintableString, asn1.TagIA5String, asn1.TagUTCTime, asn1.TagGeneralizedTime:
			return fmt.Sprintf("%q", value.Bytes)
		}
	}
	if len(value.Bytes) > 8 {
		return fmt.Sprintf("%x... (%d bytes)", value.Bytes[:8], len(value.Bytes))
	}
	return hex.EncodeToString(value.Bytes)
}

// dump prints a line per value, as `pemtool dump` does, without the names of fields and of object identifiers, and with
// dates as they are.
func dump(output *bufio.Writer, der []byte, file string, index int) {
	fmt.Fprintf(output, "%s: CERTIFICATE %d\noffset  d  h  length  value\n", file, index+1)
	isWhole := walk(der, 0, 0, true, func(one row) {
		fmt.Fprintf(output, "%6d %2d %2d %7d  %s%s %s\n", one.offset, one.depth, one.header, one.length,
			strings.Repeat("  ", one.depth), one.kind, one.value)
	})
	if !isWhole {
		fail(fmt.Errorf("%s: certificate %d is not DER", file, index+1))
	}
}
