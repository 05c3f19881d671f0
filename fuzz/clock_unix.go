//go:build unix

package fuzz

import (
	"syscall"
	"time"
)

// processorTime is the processor time that this process has used so far, and true.
// Unlike the time on a clock, it does not depend on what else the machine does.
func processorTime() (time.Duration, bool) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, false
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), true
}
