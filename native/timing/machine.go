package timing

import (
	"bufio"
	"os"
	"runtime"
	"strings"
)

// Machine describes the machine on which a measurement was made.
type Machine struct {
	// Processor is its name as the system gives it; "" if it does not.
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	// Load is the average number of processes that wanted to run during the last
	// minute, as the system writes it; "" if it does not.
	Load string `json:"load"`
	// System is the system and the architecture: "linux/amd64".
	System string `json:"system"`
}

// Host inspects this machine. A process creates it before it is locked in; the
// files with the load stay open for later.
type Host struct {
	machine Machine
	load    *os.File
	times   programTimes
}

// NewHost reads what does not change.
func NewHost() *Host {
	name, cores := processors()
	// A worker is pinned to one core, so its own runtime counts only that one.
	h := &Host{machine: Machine{Processor: name, Cores: max(cores, runtime.NumCPU()), System: runtime.GOOS + "/" + runtime.GOARCH}, times: usualTimes}
	h.load, _ = os.Open("/proc/loadavg") // other systems have none, and the load stays unknown
	return h
}

// Machine returns what is known now.
func (h *Host) Machine() Machine {
	m := h.machine
	if h.load == nil {
		return m
	}
	var text [64]byte
	if n, _ := h.load.ReadAt(text[:], 0); n > 0 { // a short file gives io.EOF as well
		m.Load, _, _ = strings.Cut(string(text[:n]), " ")
	}
	return m
}

// processors is the name of the first one, and how many there are.
func processors() (first string, count int) {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "", 0
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), ":")
		if !ok || strings.TrimSpace(name) != "model name" {
			continue
		}
		if count++; count == 1 {
			first = strings.TrimSpace(value)
		}
	}
	if lines.Err() != nil {
		return "", 0
	}
	return first, count
}
