package compile_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/lang/compile"
	"unbox/lang/syntax"
)

// TestLines: every instruction has a line of the program, and those of a statement have its own.
func TestLines(t *testing.T) {
	program, err := compile.File("program.py", "x = 1\ny = (x +\n     2)\n\ndef f(a):\n    b = a\n    for i in b:\n        print(i,\n              a)\n    return b\nf(y)\n")
	if err != nil {
		t.Fatal(err)
	}
	lines := func(c *compile.Code) []int32 { return slices.Compact(slices.Clone(c.Lines)) }
	if got := lines(program.Codes[0]); !slices.Equal(got, []int32{1, 2, 5, 11}) {
		t.Errorf("expected the lines of the module's statements, found %v", got)
	}
	f := program.Codes[1]
	if f.Lines[0] != 6 || f.Loops[0].Line != 7 || !slices.Contains(f.Lines, 8) || !slices.Contains(f.Lines, 10) {
		t.Errorf("expected the lines of the function's statements, found %v and %v", f.Lines, f.Loops)
	}
	for _, c := range program.Codes {
		if len(c.Lines) != len(c.Instrs) {
			t.Errorf("`%s`: expected a line for each of %d instructions, found %d", c.Name, len(c.Instrs), len(c.Lines))
		}
	}
}

// TestLimits meets the limits from both sides: the last program that is accepted, and the first one that
// is not, with the message and the line at which it stands.
func TestLimits(t *testing.T) {
	variables := func(n int) string {
		var b strings.Builder
		b.WriteString("def f():\n")
		for k := range n {
			fmt.Fprintf(&b, "    v%d = 1\n", k)
		}
		return b.String()
	}
	for _, c := range []struct {
		what, good, bad, message string
		line                     int
	}{
		{"registers", variables(249), variables(251), "expected an expression with at most 250 variables and values at the same time, found a larger one", 1},
		{"instructions", "x = 1\n" + strings.Repeat("x\n", 1<<16-4), "x = 1\n" + strings.Repeat("x\n", 1<<16), "expected at most 65536 instructions in `<module>`, found more", 1<<16 - 0},
		{"operators", "y = 1\nx = " + strings.Repeat("y + ", 1900) + "y", "y = 1\nx = " + strings.Repeat("y + ", 2100) + "y", "expected at most 2000 operations, calls or branches in one chain, found more", 2},
	} {
		if _, err := compile.File("good.py", c.good); err != nil {
			t.Errorf("%s: expected the last program within the limit to be accepted, found %v", c.what, err)
		}
		_, err := compile.File("bad.py", c.bad)
		var wrong *syntax.Error
		if !errors.As(err, &wrong) || wrong.Message != c.message {
			t.Errorf("%s: expected %q, found %v", c.what, c.message, err)
			continue
		}
		if line := 1 + strings.Count(c.bad[:wrong.From], "\n"); line < c.line-1 || line > c.line {
			t.Errorf("%s: expected the place in line %d, found %d", c.what, c.line, line)
		}
	}
}

// TestNames: which register, cell or global variable a name is, in scopes with thousands of names, too.
func TestNames(t *testing.T) {
	var b strings.Builder
	for k := range 5000 {
		fmt.Fprintf(&b, "g%d = %d\n", k, k)
	}
	b.WriteString("def f(a, b=1, *c, d, e=2):\n    x = a\n    def inner():\n        nonlocal x\n        x = g7\n        return x, b\n    return inner\n")
	program, err := compile.File("program.py", b.String())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(program.Globals); n != 5001 || program.Globals[7] != "g7" {
		t.Errorf("expected 5,001 global variables in their order, found %d", n)
	}
	f, inner := program.Codes[1], program.Codes[2]
	if !slices.Equal(f.Params, []string{"a", "b", "d", "e", "c"}) || f.Positional != 2 || f.KwOnly != 2 || !f.Star || f.PositionalDefaults != 1 {
		t.Errorf("expected the parameters in their registers, found %+v", f)
	}
	if !slices.Equal(inner.Frees, []string{"x", "b"}) || len(f.Functions) != 1 || len(f.Functions[0].Captures) != 2 {
		t.Errorf("expected two cells to be captured, found %v and %v", inner.Frees, f.Functions)
	}
}

// TestNamesOfClasses has names and attributes that mean something else in CPython, each with what the message says.
func TestNamesOfClasses(t *testing.T) {
	for bad, message := range map[string]string{
		"«a.__class__» = B":                                                 "expected an attribute that can be set",
		"«a.__dict__» |= {'b': 1}":                                          "expected an attribute that can be changed by an operator",
		"«a.__dict__», b = {}, 1":                                           "expected an attribute that can be set",
		"def f():\n    from math import «*»":                                "expected `import *` outside of functions and classes",
		"class C:\n    from math import «*»":                                "expected `import *` outside of functions and classes",
		strings.Repeat("from math import *\n", 50) + "from math import «*»": "expected at most 50 imports of all names",
		"d = «vars(a)»":                                                     "expected attributes that are read at once",
		"d = «vars(a).items()»":                                             "expected attributes that are read at once",
		"d = zip(«vars(a)», [])":                                            "expected attributes that are read at once",
		"json = a\nd = json.dumps(b, default=lambda o: «vars(o)»)":          "expected attributes that are read at once",
		"import json\ndef f(json):\n    d = json.dumps(b, default=lambda o: «o.__dict__»)": "expected attributes that are read at once",
	} {
		before, _, _ := strings.Cut(bad, "«")
		_, err := compile.File("bad.py", strings.NewReplacer("«", "", "»", "").Replace(bad)+"\n")
		var wrong *syntax.Error
		if !errors.As(err, &wrong) || wrong.From != len(before) || !strings.HasPrefix(wrong.Message, message) {
			t.Errorf("%s: expected a message that begins with %q, found %v", bad, message, err)
		}
	}
	for _, good := range []string{
		"class A:\n    n = 1\n    l = [x for x in range(n)]\n    def f(self):\n        return [n for n in self.l]\n",
		"import json\ndef f():\n    import json\n    return json.dumps(b, default=lambda o: o.__dict__)\n",
	} {
		if _, err := compile.File("good.py", good); err != nil {
			t.Errorf("%s: expected a program, found %v", good, err)
		}
	}
}

// TestGenerators has the calls that consume a generator at once, which make no object, and others.
func TestGenerators(t *testing.T) {
	objects := func(text string) (n int) {
		p, err := compile.File("good.py", text+"\n")
		if err != nil {
			t.Fatalf("%s: expected a program, found %v", text, err)
		}
		for _, c := range p.Codes {
			if c.Generator {
				n++
			}
		}
		return n
	}
	for _, at := range []string{
		"sum(x for x in y)", "sum((x for x in y), 5)", "sum((x for x in y), start=5)", "any(x for x in y)", "sorted((x for x in y), key=f, reverse=True)",
		"max((x for x in y), default=0)", "dict((x, 1) for x in y)", "', '.join(x for x in y)", "set(x for x in y for z in x if z)", "[*(x for x in y)]",
	} {
		if n := objects(at); n != 0 {
			t.Errorf("%s: expected no generator that is an object, found %d", at, n)
		}
	}
	for _, later := range []string{
		"f(x for x in y)", "g = (x for x in y)", "o.f(x for x in y)", "max((x for x in y), z)", "sum((x for x in y), 1, 2)",
		"def f(sum):\n    sum(x for x in y)", "(x for x in y).f()", "f(1, (x for x in y))", "sum(*z, (x for x in y))", "def f():\n    yield",
	} {
		if n := objects(later); n != 1 {
			t.Errorf("%s: expected a generator that is an object, found %d", later, n)
		}
	}
}
