// What Go reads of certificates, in the form of readers.c.
package main

import (
	"bufio"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

func main() {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer output.Flush()
	var size uint32
	for binary.Read(input, binary.BigEndian, &size) == nil {
		der := make([]byte, size)
		if _, err := io.ReadFull(input, der); err != nil {
			os.Exit(3)
		}
		read, err := x509.ParseCertificate(der)
		if err != nil {
			fmt.Fprintln(output, "-")
			continue
		}
		fmt.Fprintf(output, "%x ? %x %d %d\n", sha256.Sum256(read.RawSubjectPublicKeyInfo), read.SerialNumber,
			read.NotBefore.Unix(), read.NotAfter.Unix())
	}
}
