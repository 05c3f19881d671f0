package trace_test

import (
	"strings"
	"testing"

	"unbox/heap"
	"unbox/trace"
)

// TestProgramIsShared reads two traces of one program: a class and a field have one number in
// both, and the first trace stays what it was.
func TestProgramIsShared(t *testing.T) {
	var program trace.Program
	first, _ := program.Parse("class Box { val: int }\n[p0]\nguard_class(p0, Box)\ni1 = get(p0, val)\nfinish(i1)\n")
	printed := first.String()
	second, _ := program.Parse("class Node { next: ref, val: int }\n[p0]\np1 = new(Node)\nset(p1, val, 3)\ni2 = get(p0, val)\nguard_class(p0, Box)\nfinish(p1)\n")
	if first == nil || second == nil || first.Tables.Program != &program || second.Tables.Program != &program {
		t.Fatal("expected two traces of one program")
	}
	if first.String() != printed {
		t.Errorf("expected the first trace as it was, found\n%s", first)
	}
	if a, b := first.Ops[4].Descr, second.Ops[4].Descr; first.Ops[4].Code != trace.OpGet || a != b {
		t.Errorf("expected one number for the field `val`, found %d and %d", a, b)
	}
	if !program.Schema.HasField(heap.ClassID(1), heap.FieldID(first.Ops[4].Descr)) {
		t.Error("expected that both classes have the field")
	}
	for _, tr := range []*trace.Trace{first, second} {
		if err := trace.Check(tr); err != nil {
			t.Error(err)
		}
	}
}

// TestProgramIsNotContradicted reads traces that contradict earlier ones about a class, field
// or array: that is an error, and the program stays as it was.
func TestProgramIsNotContradicted(t *testing.T) {
	var program trace.Program
	const box = "class Box { val: int }\n"
	if first, list := program.Parse(box + "[p0]\np3 = new(Plain)\ni1 = get(p0, val)\nf2 = get(p0, real)\nfinish(i1)\n"); first == nil {
		t.Fatal(list)
	}
	before := len(program.Schema.Fields)
	for text, message := range map[string]string{
		"class Box { val: float }\n[p0]\nfinish(p0)\n":              "`Box` has in the program",
		"class Box { other: int }\n[p0]\nfinish(p0)\n":              "`Box` has in the program",
		"class Node { val: ref, new: int }\n[p0]\nfinish(p0)\n":     "as in the other traces of the program",
		"class Plain { val: int }\n[p0]\nfinish(p0)\n":              "no other trace of the program uses",
		"[p0]\ni1 = int_add(1, 2)\nset(p0, real, i1)\nfinish(p0)\n": "field `real`",
	} {
		tr, list := program.Parse(text)
		if tr != nil || !strings.Contains(list[0].Message, message) {
			t.Errorf("%s: expected an error that says %q, found %v", text, message, list)
		}
	}
	if len(program.Schema.Fields) != before {
		t.Errorf("expected the program as it was, with %d fields, found %d", before, len(program.Schema.Fields))
	}
	if again, list := program.Parse(box + "[p0]\ni1 = get(p0, val)\nfinish(i1)\n"); again == nil {
		t.Error("expected that a declaration can be repeated, found", list)
	}
}
