//go:build !core

package api

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

func TestAsm(t *testing.T) {
	text := "[i0, i1]\ni2 = int_lt(i0, i1)\nguard_true(i2) [i0]\ni3 = int_add(i0, 7)\njump(i3, i1)\n"
	var r AsmResponse
	call(t, "asm", AsmRequest{Text: text, Passes: []string{"cse"}, Point: -1}, &r)
	if r.Refused != "" || r.Size == 0 || r.Straight == 0 || r.Straight > r.Size {
		t.Fatalf("expected code, found %+v", r)
	}
	compare := slices.IndexFunc(r.Lines, func(l AsmLine) bool { return strings.Contains(SpansText(l.Spans), "int_lt") })
	add := slices.IndexFunc(r.Lines, func(l AsmLine) bool { return strings.Contains(SpansText(l.Spans), "int_add") })
	if compare < 0 || r.Lines[compare].Note != "a part of what uses it" {
		t.Errorf("expected the comparison to be a part of the guard's branch, found %+v", r.Lines)
	}
	if !slices.ContainsFunc(r.Code, func(c AsmInstruction) bool { return c.Line == add && strings.HasPrefix(c.Text, "add") }) {
		t.Errorf("expected an addition that belongs to line %d, found %+v", add, r.Code)
	}
	at := 0
	for _, c := range r.Code {
		bytes, err := hex.DecodeString(c.Bytes)
		if err != nil || c.Offset != at {
			t.Fatalf("expected code without gaps at %d, found %+v", at, c)
		}
		at += len(bytes)
	}
	if at != r.Size {
		t.Errorf("expected %d bytes, found %d", r.Size, at)
	}
	if !slices.ContainsFunc(r.Places, func(p AsmPlace) bool { return p.Value == "i0" && p.From < p.To && p.Where != "" }) {
		t.Errorf("expected a place of i0, found %+v", r.Places)
	}
}

func TestAsmRefuses(t *testing.T) {
	var r AsmResponse
	call(t, "asm", AsmRequest{Text: "[p0]\np1 = getfield_gc_r(ConstPtr(ptr7), descr=<FieldP Box.next 8>)\njump(p1)\n"}, &r)
	if !strings.Contains(r.Refused, "line 2: ") || len(r.Code) != 0 {
		t.Errorf("expected a refusal with the line, found %+v", r)
	}
	var e ErrorResponse
	call(t, "asm", AsmRequest{Text: "[i0]\njump(i0)\n", Point: 3}, &e)
	if !strings.Contains(e.Error, "expected a point from 0 to") {
		t.Errorf("got %+v", e)
	}
	call(t, "asm", AsmRequest{Text: "[i0]\njump(i0)\n", Processor: "z80"}, &e)
	if !strings.Contains(e.Error, "found `z80`") {
		t.Errorf("got %+v", e)
	}
	call(t, "asm", AsmRequest{Text: "[i0"}, &r)
	if len(r.Diagnostics) == 0 {
		t.Errorf("expected an error in the text, found %+v", r)
	}
}

// TestCodeKnowsItsLines checks that lines say which line of the text they come from and
// which value they define, whatever blank lines and comments there are.
func TestCodeKnowsItsLines(t *testing.T) {
	r, err := new(Engine).Asm(&AsmRequest{Text: "# a comment\n[i0, i1]\n\ni2 = int_add(i0, i1)\n\nguard_true(i2) [i0]\njump(i2, i1)\n", Passes: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	type known struct {
		source  int
		defines string
		inputs  bool
	}
	want := []known{{2, "", true}, {4, "i2", false}, {6, "", false}, {7, "", false}}
	var got []known
	for _, l := range r.Lines {
		got = append(got, known{l.Source, l.Defines, l.Inputs})
	}
	if !slices.Equal(got, want) {
		t.Errorf("expected %v, found %v", want, got)
	}
}
