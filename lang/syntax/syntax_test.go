package syntax_test

import (
	"errors"
	"strings"
	"testing"

	"unbox/lang/syntax"
)

// Errors stand at the smallest span, which the text marks, and say what was expected and
// what was found.
func TestErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"def f():\n    «await» g()\n", "Unbox's Python has no `await`"},
		{"x = '«\\N{" + strings.Repeat("A", 1000) + "}»'\n", "found `" + strings.Repeat("A", 60) + "…`"},
		{"«yield» 1\n", "expected `yield` in a function, found it outside of one"},
		{"def f():\n    g(«yield»)\n", "expected an expression, found `yield`"},
		{"«async» def f(): pass\n", "Unbox's Python has no `async`"},
		{"x = «10j»\n", "no complex numbers"},
		{"x = b'a«ä»'\n", "a character of ASCII"},
		{"x = b'a' «'b'»\n", "only strings or only bytes"},
		{"x = b'«\\x1»'\n", "expected 2 hexadecimal digits"},
		{"f(1, x «for» x in y)\n", "a generator that is not the only argument"},
		{"if x«\n»    pass\n", "expected `:` after the condition of `if`, found the end of the line"},
		{"x = (1, 2«»", "expected `)` to match `(`, found the end"},
		{"«1» = x\n", "to assign to, found `1`"},
		{"«f()» = 1\n", "found `f()`"},
		{"«return» 1\n", "expected `return` in a function"},
		{"«break»\n", "expected `break` in a loop"},
		{"class A:\n    for x in y:\n        def f(): «continue»\n", "expected `continue` in a loop"},
		{"x = «'»abc\n", "at the end of the string"},
		{"x = f'«{»}'\n", "expected an expression in the braces"},
		{"x = f'a «}»'\n", "single `}`"},
		{"x = '«\\xzz»'\n", "hexadecimal digits"},
		{"if x:\n        pass\n«    »pass\n", "expected the indentation of a line above"},
		{"x = 1\n«  »y = 2\n", "found a deeper indentation"},
		{"if x:\n        pass\n«\t»pass\n", "depends on the width of a tab"},
		{"if x:\n  if y:\n«\t»pass\n", "depends on the width of a tab"},
		{"def f(a, «a»): pass\n", "found `a` twice"},
		{"def f(a=1, «b»): pass\n", "expected a default for `b`"},
		{"f(a=1, «2»)\n", "arguments without a name before"},
		{"x = «012»\n", "expected a number, found `012`"},
		{"import a«.»b\n", "expected the end of the line, `,` or `as` after a module's name, found `.`; Unbox's Python has no packages"},
		{"from «.» import a\n", "Unbox's Python has no modules beside a program"},
		{"from __future__ import «braces»\n", "expected a feature of `__future__`"},
		{"«match» x:\n    case 1: pass\n", "expected `if`, `elif` and `else`, found `match`; Unbox's Python has no `match`"},
		{"«match» (x, [y]):\n    case _:\n        pass\n", "Unbox's Python has no `match`"},
		{"match = 1\nmatch: int = 2\nmatch(3)\nmatch «x»\n", "expected the end of the line or `;`, found `x`"},
		{"try:\n    x\nexcept«*» E:\n    pass\n", "Unbox's Python has no groups of exceptions"},
		{"x = a «if» b\n", ""},
		{"try:\n    pass\n«x» = 1\n", "expected `except` or `finally`"},
		{"x «:=» 1\n", "expected `:=` after a variable, and in parentheses"},
		{"(x.y «:=» 1)\n", "expected `:=` after a variable, and in parentheses"},
		{"def f(**a, «b»): pass\n", "after the parameter with `**`"},
		{"x = 1 «?» 2\n", "found `?`"},
		{"x = «€»\n", "found `€`"},
	}
	for _, tt := range tests {
		from := strings.Index(tt.text, "«")
		src := strings.Replace(tt.text, "«", "", 1)
		to := strings.Index(src, "»")
		src = strings.Replace(src, "»", "", 1)
		_, err := syntax.Parse(src)
		var e *syntax.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: expected an error, found %v", src, err)
			continue
		}
		if tt.want != "" && (e.From != from || strings.TrimRight(src[e.From:e.To], "\n") != strings.TrimRight(src[from:to], "\n")) || !strings.Contains(e.Message, tt.want) {
			t.Errorf("%q: expected %q at %d to %d, found %q at %d to %d", src, tt.want, from, to, e.Message, e.From, e.To)
		}
	}
}

// Depth is bounded, so that no program exhausts the stack.
func TestDeepNesting(t *testing.T) {
	for _, src := range []string{strings.Repeat("(", 100000), strings.Repeat("[", 1000) + strings.Repeat("]", 1000), strings.Repeat("-", 100000) + "1",
		strings.Repeat("not ", 100000) + "1", "x = " + strings.Repeat("2**", 100000) + "1", strings.Repeat("lambda: ", 10000) + "1"} {
		if _, err := syntax.Parse(src); err == nil || !strings.Contains(err.Error(), "levels of nesting") {
			t.Errorf("%.20q: expected an error about nesting, found %v", src, err)
		}
	}
}

// FuzzParse looks for programs that the parser does not survive.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"x = 1\n", "def f(a, *b, c=1):\n    return f'{a!r:>{b}}' if a else [x for x in b if x]\n", "class A(B):\n  pass\n",
		"try:\n  x\nexcept E as e:\n  raise\nfinally:\n  del x[1:2]\n", "'\\", "f'{", "f'{a", "\\", "'''", "f'{a:", "f'{a!", "\"\\", "f'{a!}'", "f\"{'}", "0x_", "1__0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		_, err := syntax.Parse(src)
		var e *syntax.Error
		if errors.As(err, &e) && (e.From < 0 || e.From > e.To || e.To > len(src)) {
			t.Errorf("expected a span inside of the program, found %d to %d of %d", e.From, e.To, len(src))
		}
	})
}
