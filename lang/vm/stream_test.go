package vm_test

import (
	"bytes"
	"testing"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

// TestStreams prints to both streams, one in place of the other too, and asks for an attribute without a name.
func TestStreams(t *testing.T) {
	program, err := compile.File("streams.py", "import sys\nprint('a', end='')\nprint('b', 1, sep='-', file=sys.stderr)\nsys.stderr.write('c\\n')\nprint(hasattr(sys, ''), file=sys.stdout)\nsys.stdout = None\nprint('nothing')\nprint(sys.__stdout__ is sys.stdout, file=sys.__stdout__)\nsys.stdout = sys.stderr\nprint('d')\n")
	if err != nil {
		t.Fatal(err)
	}
	var out, errors bytes.Buffer
	if end := vm.New(program, vm.Options{Out: &out, Err: &errors}).Run(); end.Code != 0 {
		t.Fatalf("expected the program to end well, found code %d: %s", end.Code, &errors)
	}
	if out.String() != "aFalse\nFalse\n" || errors.String() != "b-1\nc\nd\n" {
		t.Errorf("expected `aFalse`, `False` and `b-1`, `c`, `d`, found %q and %q", &out, &errors)
	}
}

// TestPrintsByLine: somebody who watches sees each line as it ends; otherwise what is printed is written in large parts, and `flush` writes it
// at once.
func TestPrintsByLine(t *testing.T) {
	program, err := compile.File("lines.py", "import sys\nprint('a', end='')\nprint('b')\nprint('c', flush=True)\nprint('d')\nsys.stdout.write('e')\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		byLine bool
		want   string
	}{{false, "ab\nc\n|d\ne|"}, {true, "ab\n|c\n|d\n|e|"}} {
		var out parts
		if end := vm.New(program, vm.Options{Out: &out, ByLine: tt.byLine}).Run(); end.Code != 0 || out.String() != tt.want {
			t.Errorf("by line %v: expected %q, found %q and code %d", tt.byLine, tt.want, out.String(), end.Code)
		}
	}
}

// parts shows where one write ends and the next one begins.
type parts struct{ bytes.Buffer }

func (p *parts) Write(text []byte) (int, error) {
	p.Buffer.Write(text)
	return len(text), p.WriteByte('|')
}
