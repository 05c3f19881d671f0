// Command pass is a pass for tests: the trace on standard input comes out without its
// lines that contain "dummy". The trace can ask for trouble in a comment.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		switch line := in.Text(); {
		case strings.Contains(line, "# loop"):
			for {
			}
		case strings.Contains(line, "# memory"):
			var all [][]byte
			for {
				all = append(all, make([]byte, 1<<20))
			}
		case strings.Contains(line, "# output"):
			for {
				fmt.Println(strings.Repeat("x", 1000))
			}
		case strings.Contains(line, "# zeros"):
			fmt.Print(strings.Repeat("\x00", 1<<18))
		case strings.Contains(line, "# exit"):
			fmt.Fprintln(os.Stderr, "no such field")
			os.Exit(3)
		case strings.Contains(line, "# file"):
			_, err := os.ReadFile("/etc/passwd")
			fmt.Println("# file:", err != nil, len(os.Environ()), os.Args)
		case strings.Contains(line, "# chance"):
			fmt.Println("#", rand.Int63(), time.Now().UnixNano())
		case !strings.Contains(line, "dummy"):
			fmt.Println(line)
		}
	}
}
