package prove

import (
	"fmt"
	"slices"
	"time"

	"unbox/interp"
	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// Counterexample is an input on which the traces part, as the interpreter saw it.
type Counterexample struct {
	// Inputs is the input; Text is the form that interp.ParseInputs reads.
	Inputs *interp.Inputs
	Text   string
	// Query is the index of the question that it answers.
	Query int
	// Differs says what differs according to the solver.
	Differs string
	// Replayed means that the interpreter saw it. Reason is what it saw: the first
	// difference, what was expected and what was found.
	Replayed bool
	Reason   string
	// Before and After are the two runs.
	Before, After Run
	// Hostile and Imagined are the interp.RunOptions with which they differed.
	Hostile, Imagined bool
}

// Run is a run of one of the two traces, in words.
type Run struct {
	// Exit is "guard", "finish", …; At is the line where it left.
	Exit string
	At   Place
	// Values, Effects and Objects are those of interp.Outcome.Report; Detail says
	// why the run could not continue, if it could not.
	Values  []interp.Named
	Effects []interp.ShownEffect
	Objects []interp.ReportObject
	Detail  string
}

// refute turns a model into a counterexample: it is minimized, and tried in the
// interpreter. Only what the interpreter sees counts.
func (p *prover) refute(q *question, assertions []term.Term, r solve.Result) {
	q.Reason = "the counterexample did not replay"
	assertions, model := p.realistic(assertions, r.Model)
	small := p.minimize(assertions, model)
	var first *Counterexample
	for _, m := range []term.Model{small, model, r.Model} {
		c, err := p.counterexample(q, m)
		if err != nil {
			q.Reason = "the counterexample did not replay: " + err.Error()
			continue
		}
		if c.Replayed {
			p.shrink(c)
			p.refuted(q, c)
			return
		}
		if p.alternate == nil {
			p.alternate = c
		}
		if first == nil {
			first = c
		}
	}
	if (r.Opaque || p.casts()) && first != nil && p.searchFloats(q, first) || p.search(q) {
		return
	}
	if p.guessed {
		q.Reason += ": where the traces differ depends on what was invented: which objects the numbered constants are, and what strings made by the trace hold"
	}
	if p.o.Width < 64 && p.alternate != nil {
		q.Reason += fmt.Sprintf(": at 64 bits both traces do the same for `%s`; they differ only at a width of %d bits", p.alternate.Text, p.o.Width)
	}
	if r.Opaque {
		q.Reason += "; it depends on results of float operations that the solver does not know"
	}
}

// refuted notes a counterexample that the interpreter confirmed.
func (p *prover) refuted(q *question, c *Counterexample) {
	q.Status, q.Reason = Refuted, c.Reason
	p.verdict.Status, p.verdict.Counterexample = Refuted, c
	p.done = true
}

// realistic asks for a model that the interpreter can run: arrays are short, and the
// outside behaves as it does there. If there is none, the given model has to do.
func (p *prover) realistic(assertions []term.Term, model term.Model) ([]term.Term, term.Model) {
	b := p.e.b
	var answers, lengths []term.Term
	all := p.e.withFacts(assertions)
	for _, v := range b.Vars(all...) {
		var number int
		var name string
		if n, _ := fmt.Sscanf(b.Name(v), "result.%d.%s", &number, &name); n != 2 {
			continue
		}
		t := trace.Int
		if name == trace.Float.String() {
			t = trace.Float
		}
		if bits, ok := interp.OutsideAnswer(number-1, t); ok && name == t.String() {
			answers = append(answers, b.Eq(v, b.Const(b.Width(v), bits)))
		}
	}
	used := make(map[term.Term]bool)
	b.Walk(all, func(t term.Term) { used[t] = true })
	for _, pl := range p.e.places {
		if pl.kind == placeLength && used[pl.value] {
			lengths = append(lengths, b.Ult(pl.value, b.Const(p.e.w, shortArray)))
		}
	}
	for _, more := range [][]term.Term{slices.Concat(answers, lengths), lengths, answers} {
		if len(more) == 0 {
			continue
		}
		more = slices.Concat(assertions, more)
		if r := p.check(more); r.Status == solve.Sat {
			return more, r.Model
		}
	}
	return assertions, model
}

// shortArray is the length below which arrays of counterexamples are searched
// for first.
const shortArray = 32

// minimizeTime bounds the time for making a counterexample smaller.
const minimizeTime = 5 * time.Second

// minimize makes the inputs small, then what is in the heap: numbers and lengths
// of arrays.
func (p *prover) minimize(assertions []term.Term, model term.Model) term.Model {
	b := p.e.b
	all := p.e.withFacts(assertions)
	var vars []term.Term
	for _, in := range p.e.inputs {
		if in.Type == trace.Int {
			vars = append(vars, in.term)
		}
	}
	for _, in := range p.e.inputs {
		if in.Type != trace.Int {
			vars = append(vars, in.term)
		}
	}
	used := make(map[term.Term]bool)
	b.Walk(all, func(t term.Term) { used[t] = true })
	vars = slices.DeleteFunc(vars, func(v term.Term) bool { return !used[v] })
	small := model.Clone()
	eval := term.NewEvaluator(b, model)
	for k, pl := range p.e.places {
		if pl.kind == placeKindOf || !used[pl.value] {
			continue
		}
		name := fmt.Sprintf("place!%d", k)
		v := b.Var(name, b.Sort(pl.value))
		all = append(all, b.Eq(v, pl.value))
		small.Words[name] = eval.Word(pl.value)
		vars = append(vars, v)
	}
	budget := solve.Budget{Memory: p.o.Budget.Memory, Steps: p.o.Budget.Steps}
	if p.o.Budget.Time > 0 {
		budget.Time = min(minimizeTime, max(p.o.Budget.Time, time.Second))
	}
	return solve.Minimize(p.ctx, p.o.Solver, b, all, small, vars, budget)
}

// counterexample runs a model in the interpreter.
func (p *prover) counterexample(q *question, m term.Model) (*Counterexample, error) {
	in, err := p.e.modelInputs(p.before, m)
	if err != nil {
		return nil, err
	}
	c := &Counterexample{Inputs: in, Text: interp.FormatInputs(p.before, in), Query: len(p.verdict.Queries)}
	eval := term.NewEvaluator(p.e.b, m)
	for _, part := range q.parts {
		if eval.Bool(part.differ) {
			c.Differs = part.what
			break
		}
	}
	p.replayAny(c)
	return c, nil
}

// replayAny is replay, with other seeds of the outside where the model's own shows
// nothing: which calls that only compute raise is up to the seed, and so is what they give.
func (p *prover) replayAny(c *Counterexample) {
	p.replay(c)
	if c.Replayed || !p.asksProgram() {
		return
	}
	for seed := range uint64(outsideSeeds) {
		c.Inputs.Outside.Seed = seed + 1
		if p.replay(c); c.Replayed {
			return
		}
	}
	c.Inputs.Outside.Seed = 0
}

// outsideSeeds is the number of seeds that are tried for what functions that only
// compute give and raise.
const outsideSeeds = 24

// asksProgram reports whether something is computed in a way that only the traced program knows.
func (p *prover) asksProgram() bool {
	return slices.ContainsFunc(p.before.Ops, func(op trace.Op) bool {
		return op.Code == trace.OpStrLen || op.Code == trace.OpStrItem || p.b.isElidable(&op)
	})
}

// replay runs both traces on a counterexample, with an outside that leaves objects
// alone and with one that does not.
func (p *prover) replay(c *Counterexample) {
	jumps := p.o.Unroll - 1
	if jumps == 0 {
		jumps = -1
	}
	for _, o := range []interp.RunOptions{
		{Jumps: jumps}, {Jumps: jumps, HostileCalls: true}, {Jumps: jumps, Imagined: true}, {Jumps: jumps, Imagined: true, HostileCalls: true},
	} {
		if p.parts(c, o) {
			return
		}
	}
}

// parts runs both traces and reports whether they differ.
func (p *prover) parts(c *Counterexample, o interp.RunOptions) bool {
	before, after := interp.Run(p.before, c.Inputs, o), interp.Run(p.after, c.Inputs, o)
	verdict := interp.Compare(before, after)
	if verdict.Kind != interp.VerdictDiffer {
		return false
	}
	if before.Guessed || after.Guessed {
		p.guessed = true // another choice of the objects might show no difference
		return false
	}
	c.Replayed, c.Reason, c.Hostile, c.Imagined = true, verdict.Reason(), o.HostileCalls, o.Imagined
	c.Before, c.After = p.runOf(p.b, before), p.runOf(p.a, after)
	return true
}

func (p *prover) runOf(s *side, o *interp.Outcome) Run {
	const limit = 100
	names := trace.NewNamer(o.Trace, "")
	report := o.Report(names, limit)
	return Run{Exit: o.Exit.String(), At: p.place(s, o.Op), Values: report.Values, Effects: report.Effects,
		Objects: report.Objects, Detail: o.Detail(names)}
}
