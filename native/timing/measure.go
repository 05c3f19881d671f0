package timing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"unbox/backend"
	"unbox/interp"
	"unbox/native"
	"unbox/native/measure"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/codegen/run"
)

// Measure does a job. tell may be nil.
//
// Errors: the job is wrong, the trace cannot be compiled, the variants do not agree
// (which is a bug of ours), or the context ended.
func Measure(ctx context.Context, h *Host, j *Job, tell func(Progress)) (*Report, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	if tell == nil {
		tell = func(Progress) {}
	}
	m := &measurement{ctx: ctx, job: j, tell: tell}
	defer m.close()
	if err := m.prepare(); err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	return m.run(h)
}

// subject is one variant that is being measured.
type subject struct {
	Variant
	work measure.Work
	gen  *generated // nil for the interpreter
}

type measurement struct {
	ctx      context.Context
	job      *Job
	tell     func(Progress)
	recorded *trace.Trace
	in       *interp.Inputs
	// imagined means that the interpreter makes up what calls in the trace do.
	imagined bool
	results  [len(forms)]*optimizer.Result
	native   *native.Engine
	wasm     *run.Engine
	subjects []*subject
	clock    *generated
	missing  []string
}

// prepare parses, optimizes and compiles.
func (m *measurement) prepare() error {
	m.tell(Progress{Stage: "compiling"})
	var err error
	if m.recorded, err = parse(m.job.Trace); err != nil {
		return err
	}
	m.imagined = interp.FirstOpaque(m.recorded) != trace.None
	if m.in, err = chooseInputs(m.recorded, m.job.Inputs, m.imagined); err != nil {
		return err
	}
	for _, name := range m.variants() {
		if err := m.add(name); err != nil {
			return err
		}
	}
	if m.job.Versus != "" {
		if err := m.addVersus(); err != nil {
			return err
		}
	}
	if len(m.subjects) == 0 {
		return fmt.Errorf("expected an engine that can run here, found none: %s", strings.Join(m.missing, "; "))
	}
	if m.native != nil {
		m.clock, err = chainWork(m.ctx, m.native)
	}
	return err
}

// variants lists what to measure.
func (m *measurement) variants() []string {
	if len(m.job.Variants) > 0 {
		return m.job.Variants
	}
	engine := "wasm"
	if native.Available() {
		engine = "native"
	}
	var names []string
	for _, f := range forms {
		names = append(names, engine+" "+f.name)
	}
	return append(names, "interp recorded")
}

// add compiles one variant.
func (m *measurement) add(name string) error {
	engine, formName, _ := strings.Cut(name, " ")
	for i, f := range forms {
		if f.name != formName {
			continue
		}
		if m.results[i] == nil {
			preset, err := optimizer.PresetByName(f.preset)
			if err != nil {
				panic("BUG: a preset of ours: " + err.Error())
			}
			m.results[i] = optimizer.Optimize(m.recorded, preset.Passes)
		}
		return m.addTrace(engine, name, f.title, m.results[i].Out, m.in)
	}
	panic("BUG: a variant that was checked")
}

// addVersus compiles the other trace for the first engine.
func (m *measurement) addVersus() error {
	other, err := parse(m.job.Versus)
	if err != nil {
		return fmt.Errorf("the other trace: %w", err)
	}
	text := interp.FormatInputs(m.recorded, m.in)
	in, diagnostics := interp.ParseInputs(other, text)
	if in == nil {
		return fmt.Errorf("expected another trace that takes the same inputs `%s`, found that it does not: %s", text, diagnostics[0].Message)
	}
	engine, _, _ := strings.Cut(m.variants()[0], " ")
	return m.addTrace(engine, engine+" versus", "the other trace", other, in)
}

func (m *measurement) addTrace(engine, name, title string, t *trace.Trace, in *interp.Inputs) error {
	s := &subject{Variant: Variant{Name: name, Title: title}}
	counts := trace.CountKinds(t)
	s.Operations, s.InLoop = counts.Whole[trace.CountAll], counts.Iteration()[trace.CountAll]
	if engine == "interp" {
		s.work = &interpreted{trace: t, in: in, imagined: m.imagined}
		m.subjects = append(m.subjects, s)
		return nil
	}
	e, err := m.engine(engine)
	if err != nil {
		m.missing = append(m.missing, err.Error())
		return nil
	}
	if s.gen, err = generate(m.ctx, e, t, in, m.imagined); err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	s.work, s.CodeSize = s.gen, s.gen.code.Size()
	s.CompileTime = float64(s.gen.compile.Nanoseconds()) / float64(max(s.Operations, 1))
	m.subjects = append(m.subjects, s)
	return nil
}

// engine starts an engine when it is first needed.
func (m *measurement) engine(name string) (backend.Engine, error) {
	if name == "native" {
		if !native.Available() {
			return nil, native.ErrUnavailable
		}
		if m.native == nil {
			m.native = native.NewEngine()
		}
		return m.native, nil
	}
	if m.wasm == nil {
		e, err := run.New(m.ctx)
		if err != nil {
			return nil, err
		}
		m.wasm = e
	}
	return m.wasm, nil
}

// check runs every variant briefly and lets the judge compare it with the
// interpreter's run of the recorded trace.
func (m *measurement) check() error {
	m.tell(Progress{Stage: "checking"})
	var first interp.Interp
	want := first.Run(m.recorded, m.in, interp.RunOptions{Jumps: trialJumps, Steps: trialSteps, Heap: objects, Imagined: m.imagined})
	jumps := int64(max(want.Jumps, 1))
	want = first.Run(m.recorded, m.in, interp.RunOptions{Jumps: int(jumps), Steps: maxSteps, Heap: objects, Imagined: m.imagined})
	for _, s := range m.subjects {
		if s.gen == nil || strings.HasSuffix(s.Name, " versus") {
			continue
		}
		out, _, err := s.gen.once(jumps)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Title, err)
		}
		if v := interp.Compare(want, out); v.Kind == interp.VerdictDiffer {
			return fmt.Errorf("%s: expected the outcome of the interpreter, found another one: %s", s.Name, v.Reason())
		}
	}
	return nil
}

// run times everything in turn.
func (m *measurement) run(h *Host) (*Report, error) {
	var variants []measure.Variant
	for _, s := range m.subjects {
		variants = append(variants, measure.Variant{Name: s.Name, Work: s.work})
	}
	if m.clock != nil {
		variants = append(variants, measure.Variant{Name: "clock", Work: m.clock})
	}
	results, err := measure.Run(m.ctx, variants, m.options(), func(p measure.Progress) {
		if p.Variant < len(m.subjects) {
			m.tell(Progress{Stage: string(p.Stage), Variant: m.subjects[p.Variant].Name, Sample: p.Sample, Round: p.Round})
		}
	})
	if errors.Is(err, backend.ErrCancelled) && m.ctx.Err() != nil {
		err = m.ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return m.report(h, results), nil
}

func (m *measurement) options() measure.Options {
	o := measure.DefaultOptions()
	if m.job.Quick {
		o.WarmUp, o.Time = 30*time.Millisecond, 200*time.Millisecond
	}
	return o
}

func (m *measurement) report(h *Host, results []measure.Result) *Report {
	r := &Report{Machine: h.Machine(), Inputs: interp.FormatInputs(m.recorded, m.in), Missing: m.missing, Imagined: m.imagined}
	if m.clock != nil {
		r.Gigahertz = gigahertz(results[len(m.subjects)])
	}
	for i, s := range m.subjects {
		v := s.Variant
		v.Result = results[i]
		v.Cycles = v.Median * r.Gigahertz
		v.Ratio = measure.Summarize(measure.Ratios(results[0].Samples, v.Samples))
		if r.Noisy == "" {
			r.Noisy = v.Noisy
		}
		r.Variants = append(r.Variants, v)
	}
	return r
}

// close releases code and engines.
func (m *measurement) close() {
	for _, s := range m.subjects {
		if s.gen != nil {
			_ = s.gen.code.Close() // memory of this process, which can be released
		}
	}
	if m.clock != nil {
		_ = m.clock.code.Close()
	}
	if m.wasm != nil {
		_ = m.wasm.Close(context.WithoutCancel(m.ctx))
	}
}
