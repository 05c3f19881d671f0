package vm

import "io"

// printer is where a program prints; it counts what it passes on.
type printer struct {
	out       io.Writer
	left      int
	unlimited bool
	buffer    []byte
}

func newPrinter(out io.Writer, limit int) *printer {
	return &printer{out: out, left: limit, unlimited: limit == 0}
}

const printBuffer = 1 << 15

// print writes text; false if the limit is reached.
func (p *printer) print(s string) bool {
	if !p.unlimited {
		if p.left -= len(s); p.left < 0 {
			return false
		}
	}
	p.buffer = append(p.buffer, s...)
	if len(p.buffer) > printBuffer {
		p.flush()
	}
	return true
}

func (p *printer) flush() {
	if len(p.buffer) == 0 {
		return
	}
	p.out.Write(p.buffer) // whoever reads it knows whether that failed
	p.buffer = p.buffer[:0]
}
