//go:build !wasip1

package prove_test

import (
	"bufio"
	"io"
	"os/exec"
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

// patience is how long a program may take for a question before it is ended and
// started anew, which takes 20 ms: most answers are there after 3. The limits of the
// programs themselves do not hold everywhere, and one of them does not survive its own.
const patience = 100 * time.Millisecond

// ask returns sat, unsat or unknown.
func (p *peer) ask(text string) string {
	if p.cmd == nil && p.start() != nil {
		return "unknown"
	}
	go io.WriteString(p.in, text+"(reset)\n") // fails if the program ends, which is seen below
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case answer, open := <-p.answers:
		if open && (answer == "sat" || answer == "unsat" || answer == "unknown") {
			return answer
		}
	case <-timer.C:
	}
	p.end()
	return "unknown"
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
	for range p.answers { // what it still wrote is about no question
	}
	p.cmd.Wait()
	p.cmd = nil
}
