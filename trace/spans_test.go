package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/trace"
)

// TestSpansAreTheLine checks on all examples that the spans of each line cover it without gaps,
// and that their text is the line as it is printed alone.
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

// TestLooseSpans divides lines, some of which are no lines of traces: the spans make up the line, and
// those with a meaning have the right kind.
func TestLooseSpans(t *testing.T) {
	kinds := map[trace.SpanKind]string{
		trace.SpanOperation: "op", trace.SpanVariable: "var", trace.SpanNumber: "num", trace.SpanConstant: "const", trace.SpanClass: "class",
		trace.SpanField: "field", trace.SpanString: "str", trace.SpanDescriptor: "descr", trace.SpanComment: "comment",
	}
	for line, want := range map[string]string{
		"v1 = add(v0, -12)":              "def:v1 op:add var:v0 num:-12",
		"set(p1, intval, 3)  # a note":   "op:set var:p1 field:intval num:3 comment:# a note",
		"guard_class(p1, Box) [Box(v=x)": "op:guard_class var:p1 class:Box class:Box field:v var:x",
		"jump(":                          "op:jump",
		`print("it's", None) 1.5e-7`:     `op:print str:"it's" const:None num:1.5e-7`,
		"new(descr=<SizeDescr <A> 8>)":   "op:new field:descr descr:<SizeDescr <A> 8>",
		"left at 'guard ü(":              "var:left var:at var:guard op:ü",
		"":                               "",
	} {
		spans := trace.LooseSpans(line)
		at := 0
		var got []string
		for _, s := range spans {
			if s.From != at || s.To <= s.From {
				t.Fatalf("%q: expected a span from %d on, found %+v", line, at, s)
			}
			at = s.To
			if name := kinds[s.Kind]; s.Defines {
				got = append(got, "def:"+line[s.From:s.To])
			} else if name != "" {
				got = append(got, name+":"+line[s.From:s.To])
			}
		}
		if at != len(line) || strings.Join(got, " ") != want {
			t.Errorf("%q: expected %s, found %s up to %d", line, want, strings.Join(got, " "), at)
		}
	}
}

func FuzzLooseSpans(f *testing.F) {
	f.Add("v1 = add(v0, 'a', <b<c>>, -1e-5) # x")
	f.Fuzz(func(t *testing.T, line string) {
		at := 0
		for _, s := range trace.LooseSpans(line) {
			if s.From != at || s.To <= s.From {
				t.Fatalf("expected a span from %d on, found %+v", at, s)
			}
			at = s.To
		}
		if at != len(line) {
			t.Fatalf("expected spans up to %d, found %d", len(line), at)
		}
	})
}
