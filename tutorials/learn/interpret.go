package learn

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

func floatFrom(bits uint64) float64 { return math.Float64frombits(bits) }

// TraceText returns the text of a trace that a learner passes as a Block or a
// text.
func TraceText(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case *Block:
		return traceText(v)
	case starlark.String:
		return string(v), nil
	}
	return "", fmt.Errorf("expected a Block or the text of a trace, found %s%s", kindOf(v), missingReturn(v))
}

// traceOf parses a Block or a text.
func traceOf(t *starlark.Thread, v starlark.Value) (*trace.Trace, error) {
	text, err := TraceText(v)
	if err != nil {
		return nil, err
	}
	return parseTrace(t, text)
}

// maxRuns is the maximum number of operations in one call of interpret, each
// some 30 ns.
const maxRuns = 2_000_000

// interpret runs a block: interpret(bb, 17, "BoxedInteger(intval=5)"). Integers are
// those of the machine: 64 bits that wrap around. It returns an Outcome.
func interpret(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	jumps := 100
	if err := starlark.UnpackArgs("interpret", nil, kwargs, "jumps?", &jumps); err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, fmt.Errorf("expected a Block as the first argument of `interpret`, found none")
	}
	text, err := TraceText(args[0])
	if err != nil {
		return nil, err
	}
	compute := func() (*Outcome, error) {
		trace, err := parseTrace(t, text)
		if err != nil {
			return nil, err
		}
		inputs, err := inputsText(trace, args[1:])
		if err != nil {
			return nil, err
		}
		return run(t, trace, inputs, jumps)
	}
	given, plain := plainTexts(args[1:])
	if !plain {
		return compute()
	}
	kept, err := Recall(t, Question("interpret", append(given, text, strconv.Itoa(jumps))...), compute)
	if err != nil {
		return nil, err
	}
	own := *kept // two runs are two values, even if they did the same
	return &own, nil
}

// plainTexts returns inputs as texts from which they could be made again, if all are numbers and
// texts.
func plainTexts(args starlark.Tuple) (texts []string, ok bool) {
	texts = make([]string, 0, len(args)+2)
	for _, arg := range args {
		switch v := arg.(type) {
		case starlark.String:
			texts = append(texts, "s"+string(v))
		case starlark.Int:
			texts = append(texts, "i"+v.String())
		default:
			return nil, false
		}
	}
	return texts, true
}

// run interprets a trace on inputs given as text.
func run(t *starlark.Thread, trace *trace.Trace, text string, jumps int) (*Outcome, error) {
	if err := chargeMemory(t, 8*uint64(len(text))); err != nil {
		return nil, err
	}
	inputs, diagnostics := interp.ParseInputs(trace, text)
	if inputs == nil {
		return nil, fmt.Errorf("the inputs `%s`: %s", text, diagnostics[0].Message)
	}
	return runOn(t, new(interp.Interp), trace, inputs, jumps)
}

func runOn(t *starlark.Thread, machine *interp.Interp, trace *trace.Trace, inputs *interp.Inputs, jumps int) (*Outcome, error) {
	out, err := rawOutcome(t, machine, trace, inputs, interp.RunOptions{Jumps: jumps})
	if err != nil {
		return nil, err
	}
	return newOutcome(out), nil
}

// rawOutcome runs a trace within the limits. The outcome is valid until interp
// runs another one.
func rawOutcome(t *starlark.Thread, interp *interp.Interp, trace *trace.Trace, inputs *interp.Inputs, options interp.RunOptions) (*interp.Outcome, error) {
	m := meterOf(t)
	if err := Charge(t, 15); err != nil {
		return nil, err
	}
	left := m.limits.Steps - min(t.Steps, m.limits.Steps)
	options.Jumps, options.Steps, options.Effects = max(options.Jumps, 1), int(min(8*left, maxRuns)), 10_000
	options.Heap.Objects, options.Heap.Slots = 100_000, 400_000
	out := interp.Run(trace, inputs, options)
	if err := Charge(t, uint64(out.Steps/8)); err != nil {
		return nil, err
	}
	return out, chargeMemory(t, uint64(64*(len(out.Effects)+out.Allocations)))
}

// inputsText writes arguments as the inputs of a trace, in order.
func inputsText(trace *trace.Trace, args starlark.Tuple) (string, error) {
	inputs := interp.TraceInputs(trace)
	if len(args) == 1 && len(inputs) != 1 {
		if s, ok := args[0].(starlark.String); ok {
			return string(s), nil // "i0=3, p1=…"
		}
	}
	if len(args) > len(inputs) {
		return "", fmt.Errorf("expected at most %s, as many as the trace has, found %d", count(len(inputs), "input"), len(args))
	}
	parts := make([]string, len(args))
	for i, arg := range args {
		text, err := inputText(arg)
		if err != nil {
			return "", err
		}
		parts[i] = inputs[i].Name + "=" + text
		if s, ok := arg.(starlark.String); ok && strings.HasPrefix(string(s), inputs[i].Name+"=") {
			parts[i] = string(s)
		}
	}
	return strings.Join(parts, ", "), nil
}

func inputText(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.String:
		return string(v), nil
	case starlark.Int:
		return v.String(), nil
	case starlark.Bool:
		return strconv.Itoa(boolInt(bool(v))), nil
	case starlark.Float:
		return floatText(float64(v)), nil
	case starlark.NoneType:
		return "null", nil
	case *Constant:
		return inputText(v.value)
	}
	return "", fmt.Errorf("expected a number, None, or a text such as \"BoxedInteger(intval=5)\" as an input, found %s", kindOf(v))
}

// Outcome is everything about a run that is visible from outside, in words that
// are the same for equivalent runs.
type Outcome struct {
	// exit says how it ended: at which operation, "" for none.
	exit, at, detail string
	values, effects  []string
	// prints are the first values of all effects, values those of the exit, for
	// comparisons with numbers.
	prints  []starlark.Value
	results []starlark.Value
	heap    []string
	steps   int
	jumps   int
	allocs  int
}

const maxReported = 200

func newOutcome(o *interp.Outcome) *Outcome {
	names := trace.NewNamer(o.Trace, "")
	report := o.Report(names, maxReported)
	out := &Outcome{exit: o.Exit.String(), detail: o.Detail(names), steps: o.Steps, jumps: o.Jumps, allocs: o.Allocations}
	if o.Op != trace.None {
		out.at = o.Trace.Ops[o.Op].Code.String()
	}
	for i, v := range report.Values {
		out.values = append(out.values, v.Value.Text)
		out.results = append(out.results, datum(o.Values[i], v.Value.Text))
	}
	for k, effect := range report.Effects {
		out.effects = append(out.effects, effect.String())
		if args := o.Args(o.Effects[k]); len(args) > 0 {
			out.prints = append(out.prints, datum(args[0], effect.Args[0].Text))
		}
	}
	if report.MoreEffects > 0 {
		out.effects = append(out.effects, fmt.Sprintf("… and %d more", report.MoreEffects))
	}
	for _, object := range report.Objects {
		parts := make([]string, len(object.Fields))
		for i, f := range object.Fields {
			parts[i] = f.Name + "=" + f.Value.Text
		}
		out.heap = append(out.heap, object.Name+": "+object.Class+"("+strings.Join(parts, ", ")+")")
	}
	if report.MoreObjects > 0 {
		out.heap = append(out.heap, fmt.Sprintf("… and %d more", report.MoreObjects))
	}
	return out
}

// datum returns a value of a run in the form that the learner compares: objects
// by their names.
func datum(d interp.Datum, text string) starlark.Value {
	switch d.Type {
	case trace.Int:
		return starlark.MakeInt64(int64(d.Bits))
	case trace.Float:
		return starlark.Float(floatFrom(d.Bits))
	}
	return starlark.String(text)
}

var _ starlark.HasAttrs = (*Outcome)(nil)

// Type returns "Outcome".
func (o *Outcome) Type() string { return "Outcome" }

// Freeze does nothing.
func (o *Outcome) Freeze() {}

// Truth returns true.
func (o *Outcome) Truth() starlark.Bool { return true }

// Hash fails.
func (o *Outcome) Hash() (uint32, error) {
	return 0, fmt.Errorf("expected a key, found an Outcome")
}

// String returns the whole outcome, a line for each part.
func (o *Outcome) String() string { return strings.Join(o.lines(), "\n") }

// lines returns what two equivalent runs have in common.
func (o *Outcome) lines() []string {
	first := o.exit
	if o.at != "" {
		first += " at " + o.at
	}
	if o.detail != "" {
		first += ": " + o.detail
	}
	if len(o.values) > 0 {
		first += " with " + strings.Join(o.values, ", ")
	}
	return append(append([]string{first}, o.effects...), o.heap...)
}

// Attr returns a part.
func (o *Outcome) Attr(name string) (starlark.Value, error) {
	switch name {
	case "exit":
		return starlark.String(o.exit), nil
	case "at":
		return textOrNone(o.at), nil
	case "reason":
		return textOrNone(o.detail), nil
	case "values":
		return starlark.NewList(append([]starlark.Value(nil), o.results...)), nil
	case "prints":
		return starlark.NewList(append([]starlark.Value(nil), o.prints...)), nil
	case "effects":
		return texts(o.effects), nil
	case "heap":
		return texts(o.heap), nil
	case "steps":
		return starlark.MakeInt(o.steps), nil
	case "jumps":
		return starlark.MakeInt(o.jumps), nil
	case "allocations":
		return starlark.MakeInt(o.allocs), nil
	}
	return nil, nil
}

// AttrNames lists the parts.
func (o *Outcome) AttrNames() []string {
	return []string{"allocations", "at", "effects", "exit", "heap", "jumps", "prints", "reason", "steps", "values"}
}

func texts(list []string) *starlark.List {
	values := make([]starlark.Value, len(list))
	for i, s := range list {
		values[i] = starlark.String(s)
	}
	return starlark.NewList(values)
}

// optimize is the real optimizer: optimize(bb, "fold", "cse") returns a new Block.
// The passes are those of the playground, or one of its presets.
func optimize(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) == 0 || len(kwargs) > 0 {
		return nil, fmt.Errorf("expected a Block and names of passes in `%s`, found none", b.Name())
	}
	before, err := traceOf(t, args[0])
	if err != nil {
		return nil, err
	}
	passes, err := passesOf(args[1:])
	if err != nil {
		return nil, err
	}
	// Some 2 million operations a second natively, a third of that in wazero.
	if err := Charge(t, 1500+uint64(len(before.Ops))*8); err != nil {
		return nil, err
	}
	result := meterOf(t).optimizer().Run(before, passes)
	return blockOf(t, result.Out, trace.NewNamer(result.Out, ""))
}

func passesOf(args starlark.Tuple) (optimizer.PassSet, error) {
	if len(args) == 0 {
		preset, err := optimizer.PresetByName("straight")
		return preset.Passes, err
	}
	names := make([]string, len(args))
	for i, arg := range args {
		name, ok := arg.(starlark.String)
		if !ok {
			return 0, fmt.Errorf("expected the name of a pass, found %s", kindOf(arg))
		}
		names[i] = string(name)
	}
	if len(names) == 1 {
		if preset, err := optimizer.PresetByName(names[0]); err == nil {
			return preset.Passes, nil
		}
	}
	return optimizer.ParsePasses(names)
}

// evaluate computes a pure operation as the machine does: evaluate("add", a, b).
func evaluate(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var a, b starlark.Value = starlark.None, starlark.MakeInt(0)
	if err := starlark.UnpackPositionalArgs("evaluate", args, kwargs, 2, &name, &a, &b); err != nil {
		return nil, err
	}
	ref, ok := trace.LookupSpelling(name)
	if !ok {
		return nil, knownOperation(name)
	}
	info := ref.Code.Info()
	if info.Effect != trace.EffectPure || strings.ContainsAny(info.Spellings[0].Layout, "rC;*") {
		return nil, fmt.Errorf("expected an operation that only computes with numbers, found `%s`", name)
	}
	layout := info.Spellings[0].Layout + "i"
	x, err := word(a, layout[0] == 'f')
	if err != nil {
		return nil, err
	}
	y, err := word(b, layout[1] == 'f')
	if err != nil {
		return nil, err
	}
	result, status := trace.Eval(ref.Code, x, y)
	if status != trace.EvalOK {
		return starlark.None, nil
	}
	if info.Result == 'f' {
		return starlark.Float(floatFrom(result)), nil
	}
	return starlark.MakeInt64(int64(result)), nil
}

// word returns the 64 bits of a number.
func word(v starlark.Value, float bool) (uint64, error) {
	switch v := v.(type) {
	case starlark.Int:
		if float {
			return math.Float64bits(float64(v.Float())), nil
		}
		return uint64(wrapped(v)), nil
	case starlark.Float:
		if float {
			return math.Float64bits(float64(v)), nil
		}
	case *Constant:
		return word(v.value, float)
	}
	return 0, fmt.Errorf("expected a number, found %s", kindOf(v))
}

// wrapped truncates an integer to the 64 bits of the machine.
func wrapped(v starlark.Int) int64 {
	if n, ok := v.Int64(); ok {
		return n
	}
	low := new(big.Int).SetUint64(math.MaxUint64)
	return int64(low.And(low, v.BigInt()).Uint64())
}

// wrap64 is wrap(n): the 64-bit integer that n becomes in the machine.
func wrap64(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var n starlark.Int
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &n); err != nil {
		return nil, err
	}
	return starlark.MakeInt64(wrapped(n)), nil
}
