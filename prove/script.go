package prove

import (
	"fmt"
	"io"
	"strings"

	"unbox/prove/term"
)

// Script collects the questions of a proof, so that they can be written as
// SMT-LIB 2 text. The zero Script is ready to use, for one proof.
type Script struct {
	bank      *term.Bank
	questions []scriptQuestion
}

type scriptQuestion struct {
	what       string
	assertions []term.Term
}

func (s *Script) reset(b *term.Bank) { s.bank, s.questions = b, nil }

// Len returns the number of questions.
func (s *Script) Len() int { return len(s.questions) }

// Bank and Question give access to the terms: question k asks whether these
// assertions can hold at once; the traces are equivalent if no question's can.
func (s *Script) Bank() *term.Bank { return s.bank }

// Question is described at [Script.Bank].
func (s *Script) Question(k int) (what string, assertions []term.Term) {
	return s.questions[k].what, s.questions[k].assertions
}

// add notes a question: the assertions are its negation and everything assumed up
// to it.
func (s *Script) add(p *prover, q *question) {
	assertions := append(append([]term.Term{}, p.assumed...), q.bad)
	if q.whole {
		assertions = append(assertions, p.rest[p.at])
	}
	s.questions = append(s.questions, scriptQuestion{q.What, p.e.withFacts(assertions)})
}

// WriteTo writes all questions as one script: each is announced by its number and
// name, and answered by `unsat` if it is proved. Between two questions the solver
// forgets everything.
func (s *Script) WriteTo(w io.Writer) (int64, error) {
	out := &counter{w: w}
	queries := fmt.Sprintf("%d queries", len(s.questions))
	if len(s.questions) == 1 {
		queries = "1 query"
	}
	fmt.Fprintf(out, "; %s. The traces are equivalent if every answer is `unsat`.\n", queries)
	for k, q := range s.questions {
		if k > 0 {
			fmt.Fprintf(out, "\n(reset)\n")
		}
		fmt.Fprintf(out, "\n; query %d: %s\n(echo \"query %d: %s\")\n", k+1, comment(q.what), k+1, quoted(q.what))
		if err := term.WriteScript(out, s.bank, q.assertions, term.ScriptOptions{Floats: true}); err != nil {
			return out.n, err
		}
	}
	return out.n, out.err
}

func comment(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// quoted writes a text as a string of SMT-LIB 2; not all solvers allow
// characters beyond ASCII in it.
func quoted(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	return strings.ReplaceAll(text, `"`, `""`)
}

// counter counts bytes and remembers the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.err = err
	return n, err
}
