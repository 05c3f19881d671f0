package run

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// cpuTime returns how much time a process has spent computing. On a busy machine
// that says more about its program than the clock does. ok is false if it cannot
// be found out.
func cpuTime(pid int) (spent time.Duration, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false
	}
	// The second field is a name in brackets that may hold anything. Behind it,
	// user and system time are the 12th and 13th, in hundredths of a second.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) < 13 {
		return 0, false
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond, err1 == nil && err2 == nil
}
