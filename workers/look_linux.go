package workers

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// usage is what a process uses, as the system counts it.
type usage struct {
	// computing is how long it has computed on all cores. On a busy machine that says more
	// about its program than the clock does.
	computing time.Duration
	// memory is how many bytes are resident.
	memory uint64
	// threads is how many there are.
	threads int
}

// look returns what a process uses; ok is false if that cannot be found out.
func look(pid int) (u usage, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return u, false
	}
	// The second field is a name in brackets that may hold anything. After it, user and
	// system time are the 12th and 13th, in hundredths of a second, threads the
	// 18th, and resident memory the 22nd, in pages.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 22 {
		return u, false
	}
	var numbers [4]int64
	for i, field := range [4]int{11, 12, 17, 21} {
		if numbers[i], err = strconv.ParseInt(fields[field], 10, 64); err != nil {
			return u, false
		}
	}
	return usage{
		computing: time.Duration(numbers[0]+numbers[1]) * 10 * time.Millisecond,
		threads:   int(numbers[2]),
		memory:    uint64(numbers[3]) * uint64(os.Getpagesize()),
	}, true
}
