// Package corpus has the requests that test whether the function table gives
// the same bytes wherever it runs: the examples, the traces of the optimizer's
// tests, and hostile texts.
package corpus

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unbox/examples"
	"unbox/optimizer"
	"unbox/wasm/api"
)

// Request is one question.
type Request struct {
	// Name says what it is about, for failing tests.
	Name string
	// Function is the function of the table, JSON the request.
	Function string
	JSON     []byte
	// After is the number of requests right before this one that it needs: the first of
	// them makes the result that it is about.
	After int
}

// Some is a number for All that leaves a fixed fifth of the optimizer's tests. Their texts alternate between traces and
// what becomes of these, so an odd number takes both.
const Some = 5

// All returns the corpus. root is the project's folder, from which the traces of
// the optimizer's tests are read: one of so many, all if every is 1.
func All(root string, every int) ([]Request, error) {
	texts, err := testTraces(filepath.Join(root, "optimizer", "testdata"))
	if err != nil {
		return nil, err
	}
	list := []Request{
		{Name: "describe", Function: "describe", JSON: nil},
		{Name: "version", Function: "version", JSON: nil},
		{Name: "no such function", Function: "explode", JSON: []byte("{}")},
		{Name: "no JSON", Function: "optimize", JSON: []byte("text")},
		{Name: "fuzz, what there is", Function: "fuzzStart", JSON: nil},
		{Name: "fuzz, all passes and some", Function: "fuzzStep", JSON: []byte(`{"options":{"seed":2},"next":0,"count":300}`)},
		{Name: "fuzz, from the middle", Function: "fuzzStep", JSON: []byte(`{"options":{"seed":9007199254740991,"passes":["peel","bounds"]},"next":1000000,"count":100}`)},
		{Name: "fuzz, nothing to shrink", Function: "fuzzShrink", JSON: []byte(`{"options":{"seed":2},"index":7}`)},
	}
	programs, err := programRequests(filepath.Join(root, "examples", "programs", "boxes.py"))
	if err != nil {
		return nil, err
	}
	list = append(list, programs...)
	for _, e := range examples.All() {
		list = append(list, requests("example "+e.ID, e.Text, e.Inputs, true)...)
	}
	for k, text := range texts {
		if k%every != 0 {
			continue
		}
		list = append(list, requests(text.name, text.text, "", false)...)
	}
	for i, text := range hostile() {
		list = append(list, requests(fmt.Sprint("hostile ", i), text, "i0=9223372036854775808", true)...)
	}
	return list, nil
}

// programRequests run a program in slices, with traces, and inspect one of
// these.
func programRequests(file string) ([]Request, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	const run = 5
	questions := []named{
		{"program", api.ProgramRequest{Run: run, Text: string(text), File: "boxes.py", JIT: true, Threshold: 500, Slice: 10_000, Limit: 1 << 30, Memory: 64, Output: 64}},
		{"programMore", api.ProgramMoreRequest{Run: run, Slice: 20_000}},
		{"programTrace", api.ProgramTraceRequest{Run: run, Result: 2, Most: 50}},
		{"programMore", api.ProgramMoreRequest{Run: run, Slice: 1 << 30}},
		{"programTrace", api.ProgramTraceRequest{Run: run, Result: 2, Most: 50}},
		{"programExit", api.ProgramExitRequest{Run: run, Guard: 60}},
		{"programMeaning", api.ProgramMeaningRequest{Name: "Add"}},
	}
	var list []Request
	for k, q := range questions {
		body, err := json.Marshal(q.body)
		if err != nil {
			return nil, err
		}
		list = append(list, Request{Name: fmt.Sprint("program, ", q.name, " ", k), Function: q.name, JSON: body, After: k})
	}
	return list, nil
}

// requests asks everything about one text; about its result only rows, unless all is set.
func requests(name, text, inputs string, whole bool) []Request {
	var list []Request
	add := func(function string, request any) {
		body, err := json.Marshal(request)
		if err != nil {
			panic("BUG: a request cannot be encoded: " + err.Error())
		}
		list = append(list, Request{Name: fmt.Sprintf("%s, %s %d", name, function, len(list)), Function: function, JSON: body})
	}
	var all []string
	for _, pass := range optimizer.Passes() {
		all = append(all, pass.String())
	}
	add("optimize", api.OptimizeRequest{Text: text, Passes: all, To: -1})
	add("optimize", api.OptimizeRequest{Text: text, Passes: all, From: -1, To: 1, Numbered: "optvar"})
	about := aboutResult(text, all)
	if !whole {
		about = about[:2]
	}
	for k, request := range about {
		add(request.name, request.body)
		list[len(list)-1].After = k
	}
	add("run", api.RunRequest{Text: text, Passes: all, Inputs: inputs, Steps: 20})
	return list
}

type named struct {
	name string
	body any
}

// aboutResult is a result and what can be asked of it.
func aboutResult(text string, passes []string) []named {
	const result = 3
	folded := api.RowView{Context: 1, Unified: true, Opened: []int{0}}
	value, source := 6, 2
	return []named{
		{"optimize", api.OptimizeRequest{Text: text, Passes: passes, To: -1, Result: result,
			View: &api.RowView{Context: -1, Opened: []int{}}, Window: &api.Window{To: 60}}},
		{"rows", api.RowsRequest{Result: result, View: folded, Window: api.Window{From: 1, To: 40}, Layout: true}},
		{"stages", api.StagesRequest{Result: result}},
		{"inputs", api.InputsRequest{Result: result}},
		{"find", api.FindRequest{Result: result, View: folded, Query: "p1", Most: 20, Row: 3}},
		{"next", api.NextRequest{Result: result, View: folded, Row: -1}},
		{"where", api.WhereRequest{Result: result, View: folded, Value: &value}},
		{"where", api.WhereRequest{Result: result, View: folded, Source: &source}},
		{"text", api.TextRequest{Result: result, Form: "right", To: -1, End: -1}},
		{"text", api.TextRequest{Result: result, Form: "markdown", To: -1, End: -1}},
		{"timeline", api.TimelineRequest{Result: result, Bars: 20}},
		{"moment", api.MomentRequest{Result: result, At: 12}},
		{"moment", api.MomentRequest{Result: result, At: 1 << 20, All: true}},
		{"lockstep", api.LockstepRequest{Result: result, At: 9}},
		{"lockstep", api.LockstepRequest{Result: result, Steps: 3, At: 1 << 20}},
		{"momentRows", api.MomentRowsRequest{Result: result, From: 5, To: 25}},
	}
}

type namedText struct{ name, text string }

// testTraces cuts the files of text tests at their separators: each piece is a
// text, whether it is a trace or not.
func testTraces(folder string) ([]namedText, error) {
	var texts []namedText
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".trace" {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var piece strings.Builder
		for line := range strings.Lines(string(content) + "===\n") {
			if line != "===\n" && line != "--- optimized\n" {
				piece.WriteString(line)
				continue
			}
			texts = append(texts, namedText{fmt.Sprint(filepath.Base(file), " ", len(texts)), piece.String()})
			piece.Reset()
		}
		return nil
	})
	return texts, err
}

// hostile are texts that come from typing errors or from malice.
func hostile() []string {
	return []string{
		"", "\n", " \t ", "[", "[i0", "[i0]\ni1 = int_add(i0", "[i0]\ni1 = int_add(i0, i0, i0)\n",
		"[i0]\ni0 = int_add(i0, 1)\n", "[i0]\nprint(i7)\n", "[p0]\ni1 = int_add(p0, 1)\n",
		"\x00\x00[i0]\x00", "[i0]\nprint(i0) # \u202e\u2066 right to left\n", "\ufeff[i0]\nprint(i0)\n",
		"[i0]\r\nprint(i0)\r\n", "[i0]\njump(L9, i0)\n", "[i0]\nüber(i0)\n", "𝄞 = 1", "[i0]\nprint(\xff\xfe)\n",
		"[i0]\ni1 = int_add(i0, 9223372036854775807)\nprint(i1)\n[i0]\n",
		strings.Repeat("(", 2000), strings.Repeat("x", 100_000), strings.Repeat("print(1)\n", 2000),
		"[f0]\nf1 = float_add(f0, 1e999)\nf2 = float_mul(f1, nan)\nprint(f2)\nprint(-0.0)\n",
	}
}
