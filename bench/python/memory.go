package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// The memory that engines use for the same work: the programs of bench/python/stress allocate 10 GB, of which little is kept.

// nameLuaJIT runs the same programs in Lua.
const nameLuaJIT = "LuaJIT"

const memoryFile = "bench/python/memory.json"

// memoryRecord is what was measured.
type memoryRecord struct {
	record
	Peaks []peak `json:"peaks"`
}

// peak is a program's processor time in seconds and its peak memory in megabytes, by engine.
type peak struct {
	Program   string             `json:"program"`
	Seconds   map[string]float64 `json:"seconds"`
	Megabytes map[string]float64 `json:"megabytes"`
}

// memoryEngines are those that are compared.
var memoryEngines = []string{nameUnbox, namePyPy, nameLuaJIT}

// measureMemory runs the programs, and writes the record.
func measureMemory() error {
	names, err := filepath.Glob("bench/python/stress/*.py")
	if err != nil || len(names) == 0 {
		return fmt.Errorf("expected programs in bench/python/stress, found none")
	}
	return withEngines(func(_ string, engines []engine) error {
		engines = withLuaJIT(engines)
		r := &memoryRecord{}
		r.begin(engines)
		r.Name = "memory"
		for _, name := range names {
			p, err := measurePeak(engines, name)
			if err != nil {
				return err
			}
			fmt.Println(p.Program, p.Seconds, p.Megabytes)
			r.Peaks = append(r.Peaks, p)
		}
		return writeJSON(memoryFile, r)
	})
}

// withLuaJIT adds LuaJIT to the engines, if it is installed.
func withLuaJIT(engines []engine) []engine {
	out, err := exec.Command("luajit", "-v").Output()
	if err != nil {
		fmt.Println("not compared: expected `luajit` on the PATH, found none")
		return engines
	}
	version, _, _ := strings.Cut(string(out), " -- ")
	return append(engines, engine{name: nameLuaJIT, argv: []string{"luajit"}, version: version})
}

// measurePeak runs one program in each engine, and requires the same output.
func measurePeak(engines []engine, name string) (peak, error) {
	p := peak{Program: strings.TrimSuffix(filepath.Base(name), ".py"), Seconds: make(map[string]float64), Megabytes: make(map[string]float64)}
	var want []byte
	for _, e := range engines {
		file := name
		switch e.name {
		case nameLuaJIT:
			file = strings.TrimSuffix(name, ".py") + ".lua"
		case nameUnbox, namePyPy:
		default:
			continue
		}
		command := exec.Command(e.argv[0], append(e.argv[1:len(e.argv):len(e.argv)], file)...)
		command.Stderr = os.Stderr
		out, err := command.Output()
		if err != nil {
			return p, fmt.Errorf("%s in %s: %w", file, e.name, err)
		}
		if want == nil {
			want = out
		}
		if !bytes.Equal(out, want) {
			return p, fmt.Errorf("%s: expected of %s what %s printed, found\n%s", file, e.name, nameUnbox, out)
		}
		state := command.ProcessState
		p.Seconds[e.name] = (state.UserTime() + state.SystemTime()).Seconds()
		if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
			p.Megabytes[e.name] = float64(usage.Maxrss) / 1024 // Linux counts in KB
		}
	}
	return p, nil
}

// readMemory reads the record.
func readMemory() (*memoryRecord, error) {
	text, err := os.ReadFile(memoryFile)
	if err != nil {
		return nil, err
	}
	r := &memoryRecord{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", memoryFile, err)
	}
	return r, nil
}

// write writes the table of docs/speed.md.
func (r *memoryRecord) write(b *strings.Builder) {
	fmt.Fprintf(b, `## Memory

Programs of `+"`bench/python/stress`"+` that allocate 10 GB and keep little of it, in Python and in Lua; `+"`go run ./bench/python -memory`"+` measures them. The figures are the most
memory that a whole process had, and its processor time. The goal is at most 1.3 times as much memory as LuaJIT or PyPy takes. Most of `+"`unbox`"+`'s is there before a program begins (the row nothing). Of %s, revision %s. %s.

| program |`, r.Day, r.Revision, strings.Join(r.Peers, ", "))
	line := "\n| --- |"
	for _, e := range memoryEngines {
		fmt.Fprintf(b, " %s, MB |", e)
		line += " ---: |"
	}
	for _, e := range memoryEngines {
		fmt.Fprintf(b, " %s, s |", e)
		line += " ---: |"
	}
	b.WriteString(" unbox / PyPy, MB |" + line + " ---: |\n")
	for _, p := range r.Peaks {
		fmt.Fprintf(b, "| %s |", p.Program)
		for _, e := range memoryEngines {
			fmt.Fprintf(b, " %.0f |", p.Megabytes[e])
		}
		for _, e := range memoryEngines {
			fmt.Fprintf(b, " %.2f |", p.Seconds[e])
		}
		fmt.Fprintf(b, " %.2f |\n", p.Megabytes[nameUnbox]/p.Megabytes[namePyPy])
	}
	b.WriteString("\n")
}
