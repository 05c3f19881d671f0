package solve

import (
	"context"
	"fmt"
	"time"

	"unbox/prove/term"
)

// Status is the answer of a solver.
type Status uint8

// The answers.
const (
	Unknown Status = iota // not settled; Result.Reason says why
	Sat                   // the assertions can hold: Result.Model says how
	Unsat                 // the assertions cannot hold at once
)

// String returns the answer as SMT-LIB writes it.
func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Budget bounds one question. Zero means no bound.
type Budget struct {
	Time   time.Duration
	Memory int64 // bytes
	// Steps bounds the work of the embedded solver by what it does, not by how long it
	// takes, so that the answer is the same on every machine. A step is 256 decisions or
	// conflicts of the search, a gate that is compared with others, or a pivot of
	// integer reasoning: from microseconds to some milliseconds. Programs that count
	// their own work get a limit that amounts to about the same; the others ignore it.
	Steps int
}

// String returns the limit of a question: "10s", "500 steps of the solver".
func (b Budget) String() string {
	switch {
	case b.Steps > 0 && b.Time > 0:
		return fmt.Sprintf("%v or %d steps of the solver", b.Time, b.Steps)
	case b.Steps > 0:
		return fmt.Sprintf("%d steps of the solver", b.Steps)
	}
	return b.Time.String()
}

// Result is an answer with what it cost.
type Result struct {
	Status Status
	Model  term.Model // of Sat; it makes every assertion true, which was checked
	// Opaque says that the model of a Sat holds only if float operations have the
	// results in the model's Funcs, which are not the real ones. Such a model is a
	// guess, not a counterexample.
	Opaque bool
	Reason string // of Unknown: what ended the search, in plain words
	Stats  Stats
}

// Stats is what an answer cost.
type Stats struct {
	Time  time.Duration
	By    string // which step settled it: simplified, tried, swept, search, or the name of a solver
	Steps int    // of Budget.Steps; for the embedded solver only
}

// Solver answers whether assertions can hold at once.
type Solver interface {
	// Name is the solver's name on the command line and in verdicts.
	Name() string
	// Check asks whether the assertions can hold at once. An error means that
	// the solver cannot be used (it is not installed, or it answered nonsense);
	// a spent budget or a cancelled context give Unknown with the reason.
	Check(ctx context.Context, b *term.Bank, assertions []term.Term, budget Budget) (Result, error)
}

// Names returns the names that [ByName] knows.
func Names() []string { return []string{"builtin", "z3", "cvc5", "bitwuzla"} }
