//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// groupLimit is the memory limit of the server's group in bytes: more than the goal, so that
// missing it is measured and does not look like a crash.
const groupLimit = 2 << 30

// cgroupRoot is the folder of Linux's control groups.
const cgroupRoot = "/sys/fs/cgroup"

// group is a control group for memory, of version 2 or 1.
type group struct {
	dir string
	// names of its files: the limit, the peak, and where kills are counted.
	limit, peak, events string
	// reset is the text to write to peak to reset it.
	reset string
	// peakFile stays open: in version 2 a reset holds for the file through which it was asked for.
	peakFile *os.File
}

// newGroup creates a group with the limit.
//
// Errors: all that was tried, and why it did not work.
func newGroup() (*group, error) {
	var reasons []error
	name := fmt.Sprintf("unbox-attack-%d", os.Getpid())
	for _, parent := range parents() {
		g := parent
		g.dir = filepath.Join(parent.dir, name)
		err := g.make()
		if err == nil {
			return &g, nil
		}
		reasons = append(reasons, err)
	}
	return nil, errors.Join(append(reasons, errors.New("no group for memory can be made here"))...)
}

// parents are the places where a group may be made: in the group in which this process is, and at the root.
func parents() []group {
	v2 := group{limit: "memory.max", peak: "memory.peak", events: "memory.events", reset: "0"}
	v1 := group{limit: "memory.limit_in_bytes", peak: "memory.max_usage_in_bytes", events: "memory.oom_control", reset: "0"}
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	var all []group
	for line := range strings.Lines(string(own)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		g, base := v1, filepath.Join(cgroupRoot, "memory")
		switch {
		case fields[1] == "":
			g, base = v2, cgroupRoot
		case fields[1] != "memory":
			continue
		}
		for _, below := range []string{fields[2], "/"} {
			g.dir = filepath.Join(base, below)
			all = append(all, g)
		}
	}
	return all
}

func (g *group) make() (err error) {
	if _, err := os.Stat(filepath.Dir(g.dir)); err != nil {
		return err
	}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(g.dir) // the first reason is the one to report
		}
	}()
	if err := g.write(g.limit, strconv.Itoa(groupLimit)); err != nil {
		return err
	}
	g.peakFile, err = os.OpenFile(filepath.Join(g.dir, g.peak), os.O_RDWR, 0)
	if errors.Is(err, os.ErrPermission) { // older kernels have no reset
		g.peakFile, err = os.Open(filepath.Join(g.dir, g.peak))
	}
	return err
}

func (g *group) write(name, text string) error {
	// Without O_CREATE: on a plain file system this is no group.
	f, err := os.OpenFile(filepath.Join(g.dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// procs is the file into which a process writes its number to join.
func (g *group) procs() string { return filepath.Join(g.dir, "cgroup.procs") }

// members are the processes in the group.
func (g *group) members() []int {
	text, err := os.ReadFile(g.procs())
	if err != nil {
		return nil
	}
	var all []int
	for _, word := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(word); err == nil {
			all = append(all, pid)
		}
	}
	return all
}

// highest returns the peak of the group's memory in bytes since the last restart or, if the
// kernel cannot reset it, since the group was created.
func (g *group) highest() int64 {
	text := make([]byte, 64)
	n, err := g.peakFile.ReadAt(text, 0)
	if n == 0 && err != nil {
		return 0
	}
	bytes, _ := strconv.ParseInt(strings.TrimSpace(string(text[:n])), 10, 64) // the kernel writes numbers
	return bytes
}

// restart resets the peak, if the kernel can.
func (g *group) restart() {
	_, _ = g.peakFile.WriteAt([]byte(g.reset), 0) // where it fails, the peak is that of the whole campaign
}

// kills returns how often the kernel killed a process because the group had no memory
// left.
func (g *group) kills() int {
	text, err := os.ReadFile(filepath.Join(g.dir, g.events))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if count, ok := strings.CutPrefix(line, "oom_kill "); ok {
			n, _ := strconv.Atoi(strings.TrimSpace(count)) // the kernel writes numbers
			return n
		}
	}
	return 0
}

// remove removes the group; its processes have to be gone.
func (g *group) remove() error {
	return errors.Join(g.peakFile.Close(), os.Remove(g.dir))
}
