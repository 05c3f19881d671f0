package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"unbox/prove"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// Counterexample are numbers for which a rule is wrong. trace.Eval computed
// both sides.
type Counterexample struct {
	// Names are the rule's names with their values, those after `as` left out.
	Names []NamedNumber
	// Pattern and Target are what the two sides give: a number, "overflows" or "no
	// meaning".
	Pattern, Target string
	// Reason says in words how the two differ.
	Reason string
}

// NamedNumber is a name of a rule with a value, in the ways in which a word can
// be read.
type NamedNumber struct {
	Name string
	// Type is the type of the value; Bits is the value.
	Type trace.Type
	Bits uint64
	// Text is the value as a signed decimal, or as a double.
	Text string
}

// refute makes a solver's model small and computes both sides for it. It
// reports whether these differ; a solver without floats may be mistaken about
// them.
func (p *proof) refute(question []term.Term, model term.Model, fixed map[int]uint64, by string) bool {
	c := p.claim
	var vars []term.Term
	for slot, name := range c.tree.Names {
		if _, known := fixed[slot]; !known && !name.Inner {
			vars = append(vars, c.Names[slot])
		}
	}
	if p.replay(model, fixed, by) {
		small := solve.Minimize(p.ctx, p.o.Solver, c.Bank, question, model, vars, p.shrinking())
		p.replay(small, fixed, by)
		return true
	}
	if p.verdict.Width != 64 {
		p.verdict.Reason = fmt.Sprintf("the two sides differ at %d bits; that can be checked again only at 64 bits", p.verdict.Width)
	} else {
		p.verdict.Reason = "this solver only knows that float operations with equal arguments have equal results"
	}
	return false
}

// longestShrink is the maximum time for making a counterexample smaller.
const longestShrink = 2 * time.Second

// shrinking is the budget for making a counterexample smaller: a quarter of the whole.
func (p *proof) shrinking() solve.Budget {
	b := p.o.Budget
	return solve.Budget{Time: min(b.Time/4, longestShrink), Steps: b.Steps / 4, Memory: b.Memory}
}

// replay computes both sides for a model's numbers.
func (p *proof) replay(model term.Model, fixed map[int]uint64, by string) bool {
	c := p.claim
	if c.Width != 64 {
		return false
	}
	values := make([]uint64, len(c.tree.Names))
	for slot, name := range c.tree.Names {
		if v, known := fixed[slot]; known {
			values[slot] = v
		} else if !name.Inner {
			values[slot] = model.Words[c.Bank.Name(c.Names[slot])].Lo
		}
	}
	return p.refuteBy(values, by)
}

// refuteBy enters numbers for which the two sides differ; it returns false if they
// do not.
func (p *proof) refuteBy(values []uint64, by string) bool {
	tree := &p.claim.tree
	out := Evaluate(tree, values)
	if !out.Wrong(tree.Pattern.Type) {
		return false
	}
	x := &Counterexample{Pattern: out.Pattern.text(tree.Pattern.Type), Target: out.Target.text(tree.Pattern.Type)}
	x.Reason = fmt.Sprintf("the pattern gives %s, the target %s", x.Pattern, x.Target)
	for slot, name := range tree.Names {
		if !name.Inner {
			x.Names = append(x.Names, NamedNumber{name.Text, name.Type, values[slot], numberText(name.Type, values[slot])})
		}
	}
	p.verdict.Status, p.verdict.By, p.verdict.Counterexample, p.verdict.Reason = prove.Refuted, by, x, ""
	return true
}

func (r Result) text(typ trace.Type) string {
	switch r.Status {
	case trace.EvalOverflow:
		return "overflows"
	case trace.EvalUndefined:
		return "no meaning"
	}
	return numberText(typ, r.Bits)
}

func numberText(typ trace.Type, bits uint64) string {
	if typ == trace.Float {
		return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64)
	}
	return strconv.FormatInt(int64(bits), 10)
}

// String writes the numbers and what the sides give in one line.
func (x *Counterexample) String() string {
	var b strings.Builder
	for k, n := range x.Names {
		if k > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %s", n.Name, n.Text)
	}
	if len(x.Names) > 0 {
		b.WriteString(": ")
	}
	return b.String() + x.Reason
}

// tryNumbers searches for a counterexample among edges and related numbers, which
// often takes less time than asking, and for arithmetic with floats is all that
// the embedded solver can do. It reports whether it found one, which is then made
// smaller.
func (p *proof) tryNumbers() bool {
	c, tree := p.claim, &p.claim.tree
	if c.Width != 64 {
		return false
	}
	rng := rand.New(rand.NewPCG(1, 1))
	values := make([]uint64, len(tree.Names))
	for n := range trials {
		for slot, name := range tree.Names {
			values[slot] = edge(rng, name.Type, n)
			if name.Type == trace.Int && slot > 0 && rng.IntN(3) == 0 {
				values[slot] = related(rng, values[rng.IntN(slot)])
			}
		}
		if !p.refuteBy(values, "trying") {
			continue
		}
		model := term.NewModel()
		for slot, name := range tree.Names {
			if !name.Inner {
				model.Words[c.Bank.Name(c.Names[slot])] = term.Word(values[slot])
			}
		}
		if question := c.question(); isModel(c.Bank, question, model) {
			p.refute(question, model, nil, "trying")
		}
		return true
	}
	return false
}

func isModel(b *term.Bank, question []term.Term, model term.Model) bool {
	e := term.NewEvaluator(b, model)
	for _, t := range question {
		if !e.Bool(t) {
			return false
		}
	}
	return true
}

// trials is the number of trials.
const trials = 4000

// related returns a number that is related to another one.
func related(rng *rand.Rand, x uint64) uint64 {
	switch rng.IntN(5) {
	case 0:
		return x
	case 1:
		return -x
	case 2:
		return ^x
	case 3:
		return x - 1
	}
	return 1 << (x & 63)
}

// edge returns a number at which things go wrong, the simpler ones in the first
// rounds.
func edge(rng *rand.Rand, typ trace.Type, round int) uint64 {
	if typ != trace.Float {
		switch {
		case rng.IntN(4) == 0:
			return uint64(rng.IntN(66)) - 1
		case rng.IntN(4) == 0:
			return 1<<63 - uint64(rng.IntN(4)) + 1
		}
		return uint64(int64(rng.Uint64()) >> rng.IntN(64))
	}
	floats := [...]float64{
		0, math.Copysign(0, -1), 1, -1, 2, 0.5, math.NaN(), math.Inf(1), math.Inf(-1), 3, 0.1, -0.3, 1e300, -1e300,
		0x1p-1022, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat64, 1 << 53, 1<<53 + 2,
	}
	if round < trials/2 || rng.IntN(3) == 0 {
		return math.Float64bits(floats[rng.IntN(len(floats))])
	}
	if rng.IntN(2) == 0 {
		return oneNaN(trace.Float, rng.Uint64())
	}
	return math.Float64bits(math.Ldexp(float64(int64(rng.Uint64())>>rng.IntN(63)), rng.IntN(80)-40))
}
