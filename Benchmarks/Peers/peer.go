// The same work with Go's standard library. Its parser decodes every name, date, key and extension.
package main

import (
	"bufio"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

func nanoseconds() float64 {
	var use syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return float64(use.Utime.Nano() + use.Stime.Nano())
}

func contents(path string) []byte {
	bytes, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return bytes
}

func pin(der []byte) string {
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return "ERR"
	}
	digest := sha256.Sum256(certificate.RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(digest[:])
}

func work1(corpus string, iterations int) {
	der, index := contents(corpus+".der"), contents(corpus+".idx")
	number := func(place uint32) uint32 { return binary.LittleEndian.Uint32(index[4*place:]) }
	count, errors := number(0), 0
	start := nanoseconds()
	for turn := 0; turn == 0 || turn < iterations; turn++ {
		for i := uint32(0); i < count; i++ {
			offset := number(1 + 2*i)
			text := pin(der[offset : offset+number(2+2*i)])
			if iterations == 0 {
				fmt.Println(text)
			}
			if text == "ERR" {
				errors++
			}
		}
	}
	if iterations > 0 {
		each := (nanoseconds() - start) / float64(iterations) / float64(count) / 1000
		fmt.Printf("w1 go us/cert %.3f err %d\n", each, errors)
	}
}

// refusal compares the keys of a chain of 50 certificates with two pins, neither of which is theirs.
func refusal(corpus string, iterations int) {
	der, index := contents(corpus+".der"), contents(corpus+".idx")
	number := func(place uint32) uint32 { return binary.LittleEndian.Uint32(index[4*place:]) }
	var chain []*x509.Certificate
	for i := uint32(0); i < 50 && i < number(0); i++ {
		if certificate, err := x509.ParseCertificate(der[number(1+2*i):][:number(2+2*i)]); err == nil {
			chain = append(chain, certificate)
		}
	}
	pins, errors := map[[32]byte]bool{{}: true, {1}: true}, 0
	start := nanoseconds()
	for turn := 0; turn < iterations; turn++ {
		for _, certificate := range chain {
			if pins[sha256.Sum256(certificate.RawSubjectPublicKeyInfo)] {
				errors++
			}
		}
	}
	fmt.Printf("refusal go us/chain %.3f err %d\n", (nanoseconds()-start)/float64(iterations)/1000, errors)
}

func work2() {
	for _, size := range []int{16384, 294, 91} {
		message, count, sum := make([]byte, size), 60000000/size, byte(0)
		for i := range message {
			message[i] = byte(i * 7)
		}
		start := nanoseconds()
		for turn := 0; turn < count; turn++ {
			message[0] = byte(turn)
			digest := sha256.Sum256(message)
			sum ^= digest[0]
		}
		time := nanoseconds() - start
		fmt.Printf("w2 go %d MB/s %.1f ns/msg %.1f acc %d\n", size, float64(size*count)/time*1e3,
			time/float64(count), sum)
	}
}

func work3(path string) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for rest := contents(path); ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			return
		}
		fmt.Fprintln(out, pin(block.Bytes))
	}
}

func main() {
	switch what := append(os.Args, "", "", ""); what[1] {
	case "version":
		fmt.Println("Go", runtime.Version()[2:])
	case "w1":
		iterations, _ := strconv.Atoi(what[3])
		work1(what[2], iterations)
	case "refusal":
		iterations, _ := strconv.Atoi(what[3])
		refusal(what[2], iterations)
	case "w2":
		work2()
	case "w3":
		work3(what[2])
	default:
		os.Exit(2)
	}
}
