//go:build unix

package playground

import (
	"math"

	"golang.org/x/sys/unix"
)

// openFiles returns how many files this process may have open, connections among them.
func openFiles() int {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return math.MaxInt
	}
	return int(min(uint64(limit.Cur), math.MaxInt))
}
