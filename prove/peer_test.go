//go:build !wasip1

package prove_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// peer is a solver's program that is asked one question after the other: it is started
// once, because that takes longer than most questions, and again if it breaks off.
type peer struct {
	name, path string
	args       []string

	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan string
}

// How long a program may take for a question before it is ended and started again: in
// processor time, so that it does not matter what else the machine does. Most answers take 3
// ms. The programs' own limits do not work everywhere, and one program does not survive its
// own limit. Where processor time cannot be read, only the last resort ends it.
const (
	patience   = 40 * time.Millisecond
	lastResort = time.Minute
)

// ask returns sat, unsat or unknown.
func (p *peer) ask(text string) string {
	if p.cmd == nil && p.start() != nil {
		return "unknown"
	}
	go io.WriteString(p.in, text+"(reset)\n") // fails if the program ends, which is seen below
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	before, began := processorTime(p.cmd.Process.Pid), time.Now()
	for processorTime(p.cmd.Process.Pid)-before < patience && time.Since(began) < lastResort {
		select {
		case answer, open := <-p.answers:
			if open && (answer == "sat" || answer == "unsat" || answer == "unknown") {
				return answer
			}
			p.end()
			return "unknown"
		case <-look.C:
		}
	}
	p.end()
	return "unknown"
}

// processorTime returns the processor time of a process so far, in steps of 10 ms; 0
// where the system does not provide it.
func processorTime(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name, in parentheses, may hold anything; utime and stime are fields 14 and 15.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

func (p *peer) start() error {
	p.cmd = exec.Command(p.path, p.args...)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.in, p.answers = in, make(chan string, 1)
	if err := p.cmd.Start(); err != nil {
		p.cmd = nil
		return err
	}
	go func(answers chan<- string) {
		defer close(answers)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if line := strings.TrimSpace(lines.Text()); line != "" {
				answers <- line
			}
		}
		if err := lines.Err(); err != nil {
			answers <- "error: " + err.Error()
		}
	}(p.answers)
	return nil
}

// end ends the program; the next question starts it again.
func (p *peer) end() {
	if p.cmd == nil {
		return
	}
	p.in.Close()
	p.cmd.Process.Kill()
	for range p.answers { // what it still wrote belongs to no question
	}
	p.cmd.Wait()
	p.cmd = nil
}
