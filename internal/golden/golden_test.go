package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listener is a test that keeps what it is told.
type listener struct {
	testing.TB
	said string
}

func (l *listener) Helper()                   {}
func (l *listener) Name() string              { return "TestCode/one" }
func (l *listener) Errorf(f string, a ...any) { l.said += fmt.Sprintf(f, a...) }

func TestFirstDifferenceIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	for _, c := range []struct{ kept, found, want string }{
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\n", "a\nc\n", "line 2: expected\n  b\nfound\n  c\n`go test"},
		{"a\nb\nc\n", "x\nb\nz\n", "line 1: expected\n  a\nfound\n  x\nand 1 later lines differ, too\n"},
		{"a\n", "a\nb\n", "line 2: expected\n  \nfound\n  b\nand 1 later lines differ, too\n"},
		{"a\nb", "a", "line 2: expected\n  b\nfound\n  (the end of the file)\n"},
	} {
		if err := os.WriteFile(file, []byte(c.kept), 0o644); err != nil {
			t.Fatal(err)
		}
		l := &listener{TB: t}
		Compare(l, file, c.found)
		if (l.said == "") != (c.want == "") || !strings.Contains(l.said, c.want) {
			t.Errorf("%q and %q: expected %q, found %q", c.kept, c.found, c.want, l.said)
		}
		if command := "`go test ./internal/golden -run '^TestCode$' -update`"; c.want != "" && !strings.Contains(l.said, command) {
			t.Errorf("expected the command %s, found %q", command, l.said)
		}
	}
}

func TestUpdateWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	*update = true
	defer func() { *update = false }()
	Lines(t, file, []string{"a", "b"})
	if text, err := os.ReadFile(file); err != nil || string(text) != "a\nb\n" || !Update() {
		t.Errorf("expected two lines, found %q, %v", text, err)
	}
}

// TestBlocksThatAreLeftOut: they are as they were, and the others are compared.
func TestBlocksThatAreLeftOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	if err := os.WriteFile(file, []byte("a\nb\nc\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		found []string
		want  string
	}{
		{[]string{"a", leftOut, leftOut}, ""},
		{[]string{"x", leftOut, "c"}, "line 1: expected\n  a\nfound\n  x\n"},
		{[]string{"a", leftOut, "c", leftOut, "e"}, "found\n  e\n"},
	} {
		l := &listener{TB: t}
		Lines(l, file, slices.Clone(c.found))
		if (l.said == "") != (c.want == "") || !strings.Contains(l.said, c.want) {
			t.Errorf("%q: expected %q, found %q", c.found, c.want, l.said)
		}
	}
	compared := 0
	for k := range 2 * Part {
		if Block(k, func() string { return "made" }) == "made" {
			compared++
		}
	}
	if Whole() != (compared == 2*Part) || compared < 2 || Whole() != (InWhole([]string{"a"})[0] == "a") {
		t.Errorf("expected every eighth block with -short and all without, found %d of %d", compared, 2*Part)
	}
}
