package main

import (
	"bufio"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"os"
	"strings"
	"time"
)

type configuration struct {
	Domains []struct {
		Names []string `xml:"domain"`
		Sets  []struct {
			Expiration string `xml:"expiration,attr"`
			Pins       []struct {
				Digest string `xml:"digest,attr"`
				Text   string `xml:",chardata"`
			} `xml:"pin"`
		} `xml:"pin-set"`
	} `xml:"domain-config"`
}

// check prints what is wrong with the pins of an Android network security configuration, and returns whether nothing
// is: their number, digest, length and repetition, the expiration date, and missing hosts. The other checks of
// `pemtool check` it does not have.
func check(output *bufio.Writer, file string) bool {
	text, err := os.ReadFile(file)
	fail(err)
	var found configuration
	fail(xml.Unmarshal(text, &found))
	isRight := true
	report := func(form string, values ...any) {
		isRight = false
		fmt.Fprintf(output, "%s: error: "+form+"\n", append([]any{file}, values...)...)
	}
	for _, domain := range found.Domains {
		if len(domain.Names) == 0 {
			report("missing domain")
		}
		for _, name := range domain.Names {
			if strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
				report("invalid domain '%s'", name)
			}
		}
		for _, set := range domain.Sets {
			seen := map[string]bool{}
			for _, pin := range set.Pins {
				octets, err := base64.StdEncoding.DecodeString(strings.TrimSpace(pin.Text))
				switch {
				case pin.Digest != "SHA-256":
					report("unsupported digest '%s'", pin.Digest)
				case err != nil || len(octets) != 32:
					report("invalid pin '%s'", pin.Text)
				case seen[string(octets)]:
					report("duplicate pin '%s'", pin.Text)
				}
				seen[string(octets)] = true
			}
			if len(seen) < 2 {
				report("missing backup pin")
			}
			if set.Expiration != "" {
				date, err := time.Parse(time.DateOnly, set.Expiration)
				if err != nil || date.Before(time.Now()) {
					report("invalid or past expiration '%s'", set.Expiration)
				}
			}
		}
	}
	return isRight
}
