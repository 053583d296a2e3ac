// The questions of `pemtool pin --jsonl`, `pin --lines`, `inspect`, `dump`, `explain --jsonl`, `diagnose` and `check`,
// answered with Go's standard library. Each file says what its answer leaves out.
//
//	questions pin|lines|inspect|dump|explain FILE
//	questions diagnose PIN FILE.pem
//	questions check FILE.xml
//	questions start
package main

import (
	"bufio"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
)

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// eachBlock calls a function with the DER of each PEM block of a file, and its number.
func eachBlock(file string, use func(der []byte, index int)) {
	text, err := os.ReadFile(file)
	fail(err)
	for index := 0; ; index++ {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			return
		}
		use(block.Bytes, index)
	}
}

func parsed(der []byte) *x509.Certificate {
	certificate, err := x509.ParseCertificate(der)
	fail(err)
	return certificate
}

func main() {
	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	isYes := true
	switch {
	case len(os.Args) == 2 && os.Args[1] == "start":
	case len(os.Args) == 3 && os.Args[1] == "pin":
		eachBlock(os.Args[2], func(der []byte, index int) {
			pin(output, parsed(der), "CERTIFICATE", os.Args[2], index)
		})
	case len(os.Args) == 3 && os.Args[1] == "lines":
		pinLines(output, os.Args[2])
	case len(os.Args) == 3 && os.Args[1] == "inspect":
		eachBlock(os.Args[2], func(der []byte, index int) { inspect(output, parsed(der), os.Args[2], index) })
	case len(os.Args) == 3 && os.Args[1] == "dump":
		eachBlock(os.Args[2], func(der []byte, index int) { dump(output, der, os.Args[2], index) })
	case len(os.Args) == 3 && os.Args[1] == "explain":
		eachBlock(os.Args[2], func(der []byte, index int) { explain(output, parsed(der), os.Args[2], index) })
	case len(os.Args) == 4 && os.Args[1] == "diagnose":
		isYes = diagnose(output, os.Args[2], os.Args[3])
	case len(os.Args) == 3 && os.Args[1] == "check":
		isYes = check(output, os.Args[2])
	default:
		fmt.Fprintln(os.Stderr, "unexpected arguments")
		os.Exit(2)
	}
	fail(output.Flush())
	if !isYes {
		os.Exit(1)
	}
}
