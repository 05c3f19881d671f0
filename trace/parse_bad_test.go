package trace_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"unbox/trace"
)

// TestBadCharacters parses texts that a file of cases cannot hold.
func TestBadCharacters(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "0-0 empty: expected a trace, found nothing"},
		{"NUL", "[i0]\ni1 = int_add(i0, \x005)", "22-23 control-character: expected visible characters, found the control character U+0000"},
		{"NUL alone", "\x00", "0-1 control-character: expected visible characters, found the control character U+0000"},
		{"not UTF-8", "[i0]\n# \xff\xfe", "7-8 encoding: expected text in UTF-8, found the byte 0xFF"},
		{"cut off inside a character", "[i0] # \xe2\x82", "7-8 encoding: expected text in UTF-8, found the byte 0xE2"},
		{"right-to-left override in a comment", "[i0] # \u202eabc", "7-10 control-character: expected visible characters, found the control character U+202E"},
		{"isolate in quotes", "[p0]\nescape(s\"\u2066\")", "14-17 control-character: expected visible characters, found the control character U+2066"},
		{"zero-width space in a name", "[i\u200b0]", "2-5 control-character: expected visible characters, found the control character U+200B"},
		{"escape", "[i0] \x1b[31m", "5-6 control-character: expected visible characters, found the control character U+001B"},
		{"carriage return alone", "[i0]\ri1", "4-5 control-character: expected visible characters, found the control character U+000D"},
		{"line separator", "[i0]\u2028", "4-7 control-character: expected visible characters, found the control character U+2028"},
		{"next line", "[i0]\u0085", "4-6 control-character: expected visible characters, found the control character U+0085"},
		{"byte order mark", "\ufeff[i0]\n", ""},
		{"byte order mark inside", "[i0]\ufeff\n", "4-7 syntax: expected the end of the line, found `\ufeff`"},
		{"line ends of Windows", "[i0]\r\ni1 = int_add(i0, 1) # x\r\nfinish(i1)\r\n", ""},
		{"no line end at the end", "[i0]\r\nfinish(i0)\r", ""},
		{"no-break space", "[i0]\ni1\u00a0= int_add(i0,\u00a01)", ""},
		{"truncated", "[i0]\ni1 = int_add(i0", "20-20 syntax: expected `,` or `)`, found the end of the text"},
		{"truncated after the comma", "[i0]\ni1 = int_add(i0,", "21-21 syntax: expected a value, found the end of the text"},
		{"truncated after the sign", "[i0]\ni1 =", "9-9 syntax: expected a value, found the end of the text"},
		{"truncated in a descriptor", "[p0]\ni1 = getfield_gc_i(p0, descr=<Fie", "34-38 syntax: expected a closing `>`, found the end of the line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace, list := trace.Parse(c.text)
			checkDiagnostics(t, c.text, trace, list)
			got := ""
			if len(list) > 0 {
				got = fmt.Sprintf("%d-%d %s: %s", list[0].From, list[0].To, list[0].Code, list[0].Message)
			}
			if got != c.want {
				t.Errorf("expected %q, found %q", c.want, got)
			}
		})
	}
}

// TestDeepVirtuals nests virtual objects as deeply as is allowed, and deeper.
func TestDeepVirtuals(t *testing.T) {
	nested := func(depth int) string {
		return "[i0]\nguard_true(i0) [" + strings.Repeat("N(x=", depth) + "null" + strings.Repeat(")", depth) + "]\n"
	}
	tr := mustParse(t, nested(1000))
	if text := tr.String(); mustParse(t, text).String() != text || strings.Count(text, "N(") != 1000 {
		t.Errorf("expected 1000 levels to be printed so that they can be read again, found %s", text)
	}
	text := nested(200000)
	tr, list := trace.Parse(text)
	checkDiagnostics(t, text, tr, list)
	if len(list) != 1 || list[0].Code != trace.CodeTooDeep {
		t.Errorf("expected one error %q, found %v", trace.CodeTooDeep, list)
	}
	arrays := "[i0]\nguard_true(i0) [" + strings.Repeat("a[", 200000)
	if tr, list = trace.Parse(arrays); tr != nil || list[0].Code != trace.CodeTooDeep {
		t.Errorf("expected an error %q, found %v", trace.CodeTooDeep, list)
	}
}

// TestManyErrors checks that a text full of errors is answered with 100
// messages, the last one a count.
func TestManyErrors(t *testing.T) {
	for _, n := range []int{99, 100, 101, 5000} {
		text := strings.Repeat("?\n", n)
		tr, list := trace.Parse(text)
		checkDiagnostics(t, text, tr, list)
		last := list[len(list)-1]
		if n <= 100 && (len(list) != n || last.Code == trace.CodeMore) {
			t.Errorf("expected %d messages, found %d", n, len(list))
		}
		if n > 100 && (last.Code != trace.CodeMore || last.Message != fmt.Sprintf("and %d more, which are shown once those before are corrected", n-99)) {
			t.Errorf("expected the last of %d messages to be a count, found %q", n, last.Message)
		}
	}
}

// TestTooManyComments expects a refusal of a text that consists of comments alone: each takes twenty times its length.
func TestTooManyComments(t *testing.T) {
	const most = 1 << 20
	for _, after := range []string{"#\n#\n", "i1 = int_add(i0, 1) # one\ni2 = int_add(i0, 2) # two\n"} {
		text := strings.Repeat("#\n", most-1) + "[i0]\n" + after + "jump(i0)\n"
		tr, list := trace.Parse(text)
		checkDiagnostics(t, text, tr, list)
		if tr != nil || list[0].Code != trace.CodeTooMany || len(list) != 1 {
			t.Errorf("%q: expected an error %q, found %v", after, trace.CodeTooMany, list)
		}
	}
	text := strings.Repeat("#\n", most) + "[i0]\njump(i0)\n"
	if tr, list := trace.Parse(text); tr == nil {
		t.Errorf("expected a trace after %d comments, found %v", most, list)
	}
}

// hostileTexts are large texts, about a megabyte each, that would be slow to parse if
// anything in the parser went over the text, a list or a table again and again.
func hostileTexts() map[string]string {
	const size = 1 << 20
	line := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]string{
		"one long line of inputs":        "[" + line("i%d, ", size/8) + "p0]\n",
		"one long line of arguments":     "[i0]\nescape(" + strings.Repeat("i0, ", size/4) + "i0)\n",
		"one long name":                  "[i0]\n" + strings.Repeat("x", size) + " = int_add(i0, 1)\n",
		"one long number":                "[i0]\ni1 = int_add(i0, " + strings.Repeat("9", size) + ")\n",
		"one long comment":               "[i0]\n#" + strings.Repeat(" ", size) + "\n",
		"one long text":                  "[i0]\nescape(\"" + strings.Repeat("\\\"", size/2) + "\n",
		"one long mark of quotes":        "[i0]\ndebug_merge_point('" + strings.Repeat("')", size/2) + "\n",
		"one long mark of blanks":        "[i0]\ndebug_merge_point('" + strings.Repeat("'   ", size/4) + "\n",
		"unclosed parentheses":           strings.Repeat("(", size),
		"labels that do not close":       strings.Repeat("f((((((((\n", size/10),
		"unclosed descriptors":           "[p0]\n" + strings.Repeat("guard_nonnull(p0, descr=<<<<<<<<)\n", size/33),
		"brackets like a raw log":        strings.Repeat("[abcdef0123456789", size/16),
		"unknown operations":             line("frobnicate%d(x)\n", size/16),
		"unknown values":                 "[i0]\n" + line("i9%d = int_add(variable%d, i0)\n", 0) + line("print(variable%d)\n", size/20),
		"undefined names":                "[longername]\nprint(longername)\n" + line("print(longernam%d)\n", size/20),
		"labels":                         line("L%d():\nfinish()\n", size/16),
		"jumps to labels with arguments": "L0(" + line("i%d, ", size/32) + "i):\n" + strings.Repeat("jump(L0)\nM():\n", size/32),
		"jumps to unknown labels":        "[i0]\n" + line("jump(Label%d)\nx:\n", size/32),
		"shared virtual objects":         "[i0]\nguard_true(i0) [" + line("n%d=N(), ", size/16) + line("n%d, ", size/16) + "i0]\n",
		"many fields":                    "[i0]\nguard_true(i0) [N(" + line("f%d=i0, ", size/16) + "g=i0)]\n",
		"classes that disagree":          line("class C%d { x: int }\n", size/48) + line("class D%d { x: ref }\n", size/48) + "[p0]\n",
		"a class with many fields":       "class C { " + line("f%d: int, ", size/32) + "g: int }\nclass D { " + line("f%d: ref, ", size/32) + "g: int }\n[i0]\nguard_true(i0) [C(" + line("f%d=1, ", size/32) + "g=1)]\n",
		"toy values of open type":        "a0 = getarg(0)\n" + chain(size/32),
		"constants":                      "[i0]\n" + line("print(123%[1]d)\nprint(%[1]d.5)\nescape(ConstPtr(x%[1]d))\n", size/48),
	}
}

// TestHostileTexts expects an answer to each. BenchmarkHostileTexts measures how long that
// takes.
func TestHostileTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, text := range hostileTexts() {
		t.Run(name, func(t *testing.T) {
			trace, list := trace.Parse(text)
			checkDiagnostics(t, text, trace, list)
			if trace != nil {
				_ = trace.String()
			}
		})
	}
}

// BenchmarkHostileTexts should take well below a second for each.
func BenchmarkHostileTexts(b *testing.B) {
	for name, text := range hostileTexts() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if trace, _ := trace.Parse(text); trace != nil {
					_ = trace.String()
				}
			}
		})
	}
}

// chain writes loads each from the one before.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a%d = load(a%d, 0)\n", i+1, i)
	}
	return b.String()
}

// TestPositions checks both ways of counting against a text with characters of
// every width.
func TestPositions(t *testing.T) {
	text := "aé€\n😀b\n"
	line, column := trace.Position(text, strings.Index(text, "b"))
	if line != 2 || column != 2 {
		t.Errorf("expected 2:2, found %d:%d", line, column)
	}
	if line, column = trace.Position(text, math.MaxInt); line != 3 || column != 1 {
		t.Errorf("expected 3:1, found %d:%d", line, column)
	}
	offsets := trace.NewOffsets(text)
	for _, c := range []struct{ bytes, utf16 int }{{0, 0}, {1, 1}, {3, 2}, {6, 3}, {7, 4}, {11, 6}, {12, 7}, {1, 1}, {100, 8}} {
		if got := offsets.UTF16(c.bytes); got != c.utf16 {
			t.Errorf("byte %d: expected %d, found %d", c.bytes, c.utf16, got)
		}
	}
	if got := trace.NewOffsets("\xffab").UTF16(2); got != 2 {
		t.Errorf("expected a byte that is not UTF-8 to count as one, found %d", got)
	}
}
