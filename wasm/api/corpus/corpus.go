// Package corpus is what the function table is asked in every place where it
// runs, to see that the answers are the same bytes: the examples, the traces of
// the optimizer's tests, and texts that nobody means well.
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
}

// All returns the corpus. root is the project's folder, from which the traces of
// the optimizer's tests are read.
func All(root string) ([]Request, error) {
	texts, err := testTraces(filepath.Join(root, "optimizer", "testdata"))
	if err != nil {
		return nil, err
	}
	list := []Request{
		{"describe", "describe", nil},
		{"version", "version", nil},
		{"no such function", "explode", []byte("{}")},
		{"no JSON", "optimize", []byte("text")},
		{"fuzz, what there is", "fuzzStart", nil},
		{"fuzz, all passes and some", "fuzzStep", []byte(`{"options":{"seed":2},"next":0,"count":300}`)},
		{"fuzz, from the middle", "fuzzStep", []byte(`{"options":{"seed":9007199254740991,"passes":["peel","bounds"]},"next":1000000,"count":100}`)},
		{"fuzz, nothing to shrink", "fuzzShrink", []byte(`{"options":{"seed":2},"index":7}`)},
	}
	for _, e := range examples.All() {
		list = append(list, requests("example "+e.ID, e.Text, e.Inputs)...)
	}
	for _, text := range texts {
		list = append(list, requests(text.name, text.text, "")...)
	}
	for i, text := range hostile() {
		list = append(list, requests(fmt.Sprint("hostile ", i), text, "i0=9223372036854775808")...)
	}
	return list, nil
}

// requests asks everything about one text.
func requests(name, text, inputs string) []Request {
	var list []Request
	add := func(function string, request any) {
		body, err := json.Marshal(request)
		if err != nil {
			panic("BUG: a request cannot be encoded: " + err.Error())
		}
		list = append(list, Request{fmt.Sprintf("%s, %s %d", name, function, len(list)), function, body})
	}
	var all []string
	for _, pass := range optimizer.Passes() {
		all = append(all, pass.String())
	}
	add("optimize", api.OptimizeRequest{Text: text, Passes: all, To: -1})
	add("optimize", api.OptimizeRequest{Text: text, Passes: all, From: -1, To: 1, Numbered: "optvar"})
	add("run", api.RunRequest{Text: text, Passes: all, Inputs: inputs, Steps: 20})
	return list
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

// hostile are texts as they come from a slip of the hand or from malice.
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
