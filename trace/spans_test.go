package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/trace"
)

// TestSpansAreTheLine checks on all examples that the spans of each line cover it, one after the
// other, and say the same as the line that is printed alone.
func TestSpansAreTheLine(t *testing.T) {
	for _, e := range examples.All() {
		tr, _ := trace.Parse(e.Text)
		if tr == nil {
			continue
		}
		for _, prefix := range []string{"", "optvar"} {
			list := trace.Print(tr, trace.PrintOptions{Comments: true, Numbered: prefix})
			lines := list.Lines()
			for i := len(lines) - 1; i >= 0; i-- {
				text, spans := list.Spans(i)
				at := 0
				for _, s := range spans {
					if s.From != at || s.To <= s.From {
						t.Fatalf("%s: %q: expected a span from %d on, found %+v", e.ID, text, at, s)
					}
					at = s.To
				}
				if at != len(text) || text != lines[i] || list.Line(i) != text {
					t.Errorf("%s: expected %q, found %q and %q, up to %d", e.ID, lines[i], text, list.Line(i), at)
				}
			}
		}
	}
}

func TestSpanKinds(t *testing.T) {
	names := [...]string{"", "operation", "variable", "number", "constant", "class", "field", "label", "keyword", "string", "descriptor", "path", "comment"}
	tests := []struct{ text, line, want string }{
		{"[i0, p1]\ni2 = get(p1, value) # why\njump(i2, p1)\n", "i2 = get",
			"variable! i2, operation get, variable p1, field value, comment # why"},
		{"class Node { next: Node, num: int }\n[p0]\nfinish(p0)\n", "class",
			"keyword class, class Node, field next, class Node, field num, class int"},
		{"[p0]\nguard_class(p0, ConstClass(a.b.C)) [p0, None, Box(value=1.5)]\nfinish(p0)\n", "guard_class",
			"operation guard_class, variable p0, constant ConstClass, class a.b.C, variable p0, constant None, class Box, field value, number 1.5"},
		{"[p0]\np1 = getfield_gc_r(p0, descr=<FieldP pypy.objspace.std.W_Int.inst_w 8>)\ncall_n(ConstClass(f), s\"x\", descr=<Callv 0>)\nfinish(p1, descr=<Done>)\n", "p1 =",
			"variable! p1, operation getfield_gc_r, variable p0, keyword descr, descriptor <FieldP , path pypy.objspace.std., descriptor W_Int.inst_w 8>"},
		{"[i0]\nlabel(i0, descr=L1)\njump(L1, i0)\n", "label",
			"operation label, variable! i0, keyword descr, label L1"},
		{"[i0]\nlabel(i0, descr=L1)\njump(L1, i0)\n", "jump", "operation jump, label L1, variable i0"},
		{"var0 = getarg(0)\nvar1 = add(var0, 2)\nvar2 = alloc()\nstore(var2, 0, var1)\n", "store(", "operation store, variable var2, field 0, variable var1"},
	}
	for _, tt := range tests {
		tr, diagnostics := trace.Parse(tt.text)
		if tr == nil {
			t.Errorf("%s: %+v", tt.text, diagnostics)
			continue
		}
		list, shown := trace.Print(tr, trace.PrintOptions{Comments: true}), 0
		for i := range list.Len() {
			text, spans := list.Spans(i)
			if !strings.HasPrefix(text, tt.line) {
				continue
			}
			shown++
			var got []string
			for _, s := range spans {
				if s.Kind == trace.SpanText {
					continue
				}
				mark := ""
				if s.Defines {
					mark = "!"
				}
				got = append(got, fmt.Sprint(names[s.Kind], mark, " ", text[s.From:s.To]))
			}
			if found := strings.Join(got, ", "); found != tt.want {
				t.Errorf("%s:\nexpected %s\nfound    %s", text, tt.want, found)
			}
		}
		if shown != 1 {
			t.Errorf("expected one line %q, found %d", tt.line, shown)
		}
	}
}
