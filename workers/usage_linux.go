package workers

import (
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// usage is what a process uses, as the system counts it.
type usage struct {
	// memory is the number of resident bytes.
	memory uint64
	// threads is the number of threads.
	threads int
}

// look returns what a process uses; ok is false if that cannot be determined.
func look(pid int) (u usage, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return u, false
	}
	// The second field is a name in brackets that may hold anything. After it, threads are the
	// 18th, and resident memory the 22nd, in pages.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 22 {
		return u, false
	}
	var numbers [2]int64
	for i, field := range [2]int{17, 21} {
		if numbers[i], err = strconv.ParseInt(fields[field], 10, 64); err != nil {
			return u, false
		}
	}
	return usage{threads: int(numbers[0]), memory: uint64(numbers[1]) * uint64(os.Getpagesize())}, true
}

// computing returns the processor time of a process on all cores; ok is false if that cannot be
// determined. On a busy machine that says more about its program than the clock does.
//
// Source: clock_getcpuclockid(3): each process has a clock, whose number is derived from the
// process's.
func computing(pid int) (spent time.Duration, ok bool) {
	const schedulerClock = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|schedulerClock), &t); err != nil {
		return 0, false
	}
	return time.Duration(t.Nano()), true
}
