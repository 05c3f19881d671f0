package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// allPasses is the set of all passes.
var allPasses = optimizer.PassSet(1<<len(optimizer.Passes()) - 1)

// FuzzOptimize optimizes traces that are built from bytes.
func FuzzOptimize(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(uint16(allPasses), randomBytes(seed, 60))
	}
	f.Fuzz(func(t *testing.T, passes uint16, data []byte) {
		text, inputs := generateTrace(data)
		if trace, diagnostics := trace.Parse(text); trace == nil {
			if dependsOnContext[diagnostics[0].Code] {
				return
			}
			t.Fatalf("the generated text is no trace: %v\n%s", diagnostics, text)
		}
		fuzzOne(t, text, inputs, optimizer.PassSet(passes))
	})
}

// FuzzOptimizeText optimizes whatever text is a trace.
func FuzzOptimizeText(f *testing.F) {
	for _, path := range caseFiles(f) {
		for _, c := range loadCases(f, path).cases {
			f.Add(uint16(allPasses), joinLines(c.input))
		}
	}
	for _, e := range examples.All() {
		if len(e.Text) < 4000 {
			f.Add(uint16(allPasses), e.Text)
		}
	}
	f.Fuzz(func(t *testing.T, passes uint16, text string) {
		if len(text) < 1<<16 {
			fuzzOne(t, text, "", optimizer.PassSet(passes))
		}
	})
}

// TestRandomTraces takes some hundred generated traces through random passes:
// fuzzing with a fixed seed, as a part of ordinary test runs.
func TestRandomTraces(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 30
	}
	for seed := range n {
		text, inputs := generateTrace(randomBytes(seed, 20+int(seed*7%400)))
		fuzzOne(t, text, inputs, allPasses)
		fuzzOne(t, text, inputs, optimizer.PassSet(seed*37))
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// generateTrace returns the text of a trace that the bytes determine, and inputs for
// which its guards hold, as long as the outside changes no object.
func generateTrace(data []byte) (text, inputs string) {
	made := new(fuzz.Generator).FromBytes(data)
	return made.Trace.String(), interp.FormatInputs(made.Trace, made.Inputs)
}

func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// fuzzOne checks one trace with one choice of passes, and reports a failure as
// the smallest trace that shows it.
func fuzzOne(t *testing.T, text, inputs string, passes optimizer.PassSet) {
	t.Helper()
	passes &= allPasses
	if faultOf(text, inputs, passes) == nil {
		return
	}
	small := shrinkLines(text, func(text string) bool { return faultOf(text, inputs, passes) != nil })
	t.Errorf("passes %v, inputs %s: %v\n%s", passes.List(), inputs, faultOf(small, inputs, passes), small)
}

// faultOf returns what is wrong with optimizing a text; nil if nothing is, or
// if it is no trace. A panic counts as a fault.
func faultOf(text, inputs string, passes optimizer.PassSet) (fault error) {
	defer func() {
		if p := recover(); p != nil {
			fault = fmt.Errorf("panic: %v", p)
		}
	}()
	in, _ := trace.Parse(text)
	if in == nil {
		return nil
	}
	if err := trace.Check(in); err != nil {
		return fmt.Errorf("the parsed trace is not well-formed: %w", err)
	}
	var o optimizer.Optimizer
	r := o.Run(in, passes)
	if err := faultOfResult(r); err != nil {
		return err
	}
	again := o.Run(in, passes)
	if a, b := r.Out.String(), again.Out.String(); a != b || len(r.Remarks) != len(again.Remarks) {
		return fmt.Errorf("a second run gives another result:\n%s\nthan the first:\n%s", b, a)
	}
	return agreementFault(in, r.Out, inputs)
}

// dependsOnContext are errors about texts that would be right together with
// other operations: unknown operations are allowed in traces that other
// operations show to be PyPy's, and a name may take its type from a use; both
// may be gone.
var dependsOnContext = map[string]bool{"unknown-operation": true, "input-type": true}

func faultOfResult(r *optimizer.Result) error {
	if err := trace.Check(r.Out); err != nil {
		return fmt.Errorf("the result is not well-formed: %w\n%s", err, r.Out)
	}
	if faults := remarkFaults(r); len(faults) > 0 {
		return fmt.Errorf("%s\n%s", strings.Join(faults, "\n"), r.Out)
	}
	printed := r.Out.String()
	if r.Out.Len() == 0 {
		return nil // nothing is left, and a text without operations is no trace
	}
	again, diagnostics := trace.Parse(printed)
	if again == nil && dependsOnContext[diagnostics[0].Code] {
		return nil
	}
	if again == nil {
		return fmt.Errorf("the printed result is no trace: %v\n%s", diagnostics, printed)
	}
	if second := again.String(); second != printed {
		return fmt.Errorf("printed, parsed and printed again, the result\n%s\nis\n%s", printed, second)
	}
	before, after := trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")
	for i := range r.Remarks {
		if text := r.Text(i, before, after); text == "" || strings.ContainsAny(text, "{}") && !strings.ContainsAny(printed+r.In.String(), "{}") {
			return fmt.Errorf("remark %d (%s) has the text %q", i, r.Remarks[i].Reason.ID(), text)
		}
	}
	return nil
}

// agreementFault runs both traces on example, suggested and random inputs.
func agreementFault(in, out *trace.Trace, inputs string) error {
	a := newAgreement(in)
	if inputs != "" {
		// Inputs do not fit every shrunk trace.
		_ = a.add(inputs)
	}
	a.addRandom(12)
	return a.compare(out)
}

// shrinkLines removes lines, fewer and fewer at a time, as long as the text
// still fails.
func shrinkLines(text string, fails func(string) bool) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for size := len(lines) / 2; size > 0; {
		shrunk := false
		for at := 0; at+size <= len(lines); {
			fewer := append(append([]string{}, lines[:at]...), lines[at+size:]...)
			if fails(joinLines(fewer)) {
				lines, shrunk = fewer, true
			} else {
				at += size
			}
		}
		if !shrunk {
			size /= 2
		}
	}
	return joinLines(lines)
}
