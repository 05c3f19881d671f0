//go:build unix

package processes

import (
	"syscall"
	"time"
)

// Spent is the processor time that this process has used so far, the garbage collector's included. Unlike the time on a
// clock, it does not depend on what else the machine does.
func Spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic("BUG: a process can always ask for its own usage: " + err.Error())
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
