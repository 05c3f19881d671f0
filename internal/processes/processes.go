// Package processes reads from Linux the memory, the processor time and the descendants of processes. Elsewhere there is no
// /proc, and numbers are 0. [Spent], the processor time of this process, is known on every Unix.
package processes

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Size is a size of /proc/PID/status, in bytes: VmRSS is the present memory of a process, VmHWM its peak. 0 if the process has
// ended.
func Size(pid int, name string) int64 {
	text, err := os.ReadFile(procFile(pid, "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kilobytes, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}

func procFile(pid int, name string) string {
	return filepath.Join("/proc", strconv.Itoa(pid), name)
}

// RestartPeak resets VmHWM of a process.
func RestartPeak(pid int) {
	_ = os.WriteFile(procFile(pid, "clear_refs"), []byte("5"), 0) // where it fails, the peak is that of the whole campaign
}

// stat is a part of /proc/PID/stat.
type stat struct {
	parent int
	// computed returns the CPU time of the process, with all its threads.
	computed time.Duration
	zombie   bool
}

// clockTick is the unit of times in /proc, the same on all Linux systems that Go runs on.
const clockTick = 10 * time.Millisecond

func readStat(pid int) (s stat, ok bool) {
	text, err := os.ReadFile(procFile(pid, "stat"))
	if err != nil {
		return s, false
	}
	_, rest, found := bytes.Cut(text, []byte(") ")) // the name before may contain anything but this
	fields := strings.Fields(string(rest))
	if !found || len(fields) < 13 {
		return s, false
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(fields[i]) // the kernel writes numbers
		return n
	}
	s.parent = number(1)
	s.computed = time.Duration(number(11)+number(12)) * clockTick
	s.zombie = fields[0] == "Z"
	return s, true
}

// Family returns a process and all its descendants.
func Family(root int) []int {
	children := map[int][]int{}
	entries, _ := os.ReadDir("/proc") // without it there are none
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if s, ok := readStat(pid); ok && !s.zombie {
			children[s.parent] = append(children[s.parent], pid)
		}
	}
	all := []int{root}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// Computed returns the total CPU time of processes.
func Computed(pids []int) time.Duration {
	var sum time.Duration
	for _, pid := range pids {
		s, _ := readStat(pid)
		sum += s.computed
	}
	return sum
}

// Resident returns the total present memory of processes in bytes. Shared memory counts
// for each.
func Resident(pids []int) int64 {
	var sum int64
	for _, pid := range pids {
		sum += Size(pid, "VmRSS")
	}
	return sum
}

// Command returns the command line of a process.
func Command(pid int) string {
	text, _ := os.ReadFile(procFile(pid, "cmdline")) // it may have ended
	return strings.TrimSpace(string(bytes.ReplaceAll(text, []byte{0}, []byte(" "))))
}

// IsThere reports whether a process still exists.
func IsThere(pid int) bool {
	s, ok := readStat(pid)
	return ok && !s.zombie
}
