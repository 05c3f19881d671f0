//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "bench/attack: expected Linux, whose /proc says what a server uses, found another system")
	os.Exit(2)
}
