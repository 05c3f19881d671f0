package api

import (
	"runtime"

	"unbox/examples"
	"unbox/internal/version"
	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// version answers with the name of the build; the request can be empty.
func (e *Engine) version([]byte) ([]byte, error) {
	return encode(nil, VersionResponse{Version: version.String(), Go: runtime.Version()})
}

// describe answers with everything that is known without a trace; the request
// can be empty.
func (e *Engine) describe([]byte) ([]byte, error) {
	return encode(nil, Describe())
}

// Describe returns operations, passes, presets, rules, reasons and examples,
// each in the order in which they should be shown.
func Describe() *DescribeResponse {
	d := &DescribeResponse{
		Version:    version.String(),
		Operations: []Operation{}, Passes: []PassInfo{}, Presets: []PresetInfo{},
		Rules: []RuleInfo{}, Reasons: []ReasonInfo{}, Examples: []Example{},
	}
	for _, code := range trace.Opcodes() {
		// Parameters are written as part of a label, never by a name.
		if code != trace.OpParam {
			d.Operations = append(d.Operations, operationOf(code))
		}
	}
	for _, p := range optimizer.Passes() {
		info := p.Info()
		d.Passes = append(d.Passes, PassInfo{info.Name, info.Title, info.Doc, info.Why})
	}
	for _, p := range optimizer.Presets() {
		preset := PresetInfo{Name: p.Name, Title: p.Title, Passes: []string{}}
		for _, pass := range p.Passes.List() {
			preset.Passes = append(preset.Passes, pass.String())
		}
		d.Presets = append(d.Presets, preset)
	}
	for _, r := range rules.Rules() {
		d.Rules = append(d.Rules, RuleInfo{r.Name, r.Text, r.Doc})
	}
	for _, r := range optimizer.Reasons() {
		d.Reasons = append(d.Reasons, ReasonInfo{r.ID(), r.Doc()})
	}
	for _, e := range examples.All() {
		d.Examples = append(d.Examples, Example{e.ID, e.Group, e.Title, e.Note, e.Text, e.Preset, e.Inputs, e.PyPy})
	}
	return d
}

// operationOf shows a row of the operation table.
func operationOf(code trace.Opcode) Operation {
	info := code.Info()
	op := Operation{
		Name: info.Name(), Names: []string{}, Signature: info.Signature(0),
		Group: info.Group, Effect: info.Effect.String(), Doc: info.Doc, Example: info.Example,
	}
	seen := make(map[string]bool)
	for _, s := range info.Spellings {
		// The brackets and the colon of an input line are no names.
		if s.Name != "[]" && s.Name != "L():" && !seen[s.Name] {
			seen[s.Name] = true
			op.Names = append(op.Names, s.Name)
		}
	}
	return op
}
