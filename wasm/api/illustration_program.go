//go:build !core

package api

import "fmt"

// What a program in a lesson may do: it runs whenever its page is built.
const (
	illustratedWork   = 2_000_000
	illustratedMemory = 32
	illustratedOutput = 16
)

// ProgramFault is the reason why a program cannot be an illustration; Line is where, 0 for the whole
// program.
type ProgramFault struct {
	Line   int
	Reason string
}

// Error is the reason.
func (f *ProgramFault) Error() string { return f.Reason }

// IllustrateProgram runs a program and makes an illustration of the outcome. Loops are hot from the iteration threshold on.
//
// Errors: *ProgramFault.
func IllustrateProgram(text string, threshold int, bridges bool) (*Illustration, error) {
	e := New()
	q := &ProgramRequest{Run: 1, Text: text, File: "program.py", JIT: true, Threshold: threshold, NoBridges: !bridges, Slice: illustratedWork,
		Limit: illustratedWork, Memory: illustratedMemory, Output: illustratedOutput, Seed: 1}
	s, err := e.startProgram(q)
	if err != nil {
		return nil, &ProgramFault{0, err.Error()}
	}
	switch {
	case len(s.Diagnostics) > 0:
		return nil, &ProgramFault{s.Diagnostics[0].Line, s.Diagnostics[0].Message}
	case s.Stopped != "":
		return nil, &ProgramFault{0, fmt.Sprintf("expected a program that ends within %d units of work (iterations of loops and calls), found one that was stopped: %s", illustratedWork, s.Stopped)}
	}
	shown := &IllustratedProgram{Text: text, Threshold: threshold, Bridges: bridges, State: *s, Exits: []IllustratedExit{}}
	for _, loop := range s.Loops {
		for part, traced := range loop.Traces {
			for _, x := range traced.Exits {
				_, in, _ := e.aboutTrace(1, loop.Loop, part)
				shown.Exits = append(shown.Exits, IllustratedExit{loop.Loop, part, x.Guard, *e.exitOf(e.running, in, x.Guard)})
			}
		}
	}
	return &Illustration{Kind: IllustrationProgram, Program: shown, Moments: []MomentResponse{}, Rows: []MomentRow{}, Operations: []PreparedOperation{}}, nil
}
