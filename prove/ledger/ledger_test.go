package ledger

import (
	"os"
	"path/filepath"
	"testing"
)

func TestEntriesAreReadAsTheyWereWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proved.txt")
	if none, err := Read(file); err != nil || len(none) != 0 {
		t.Fatalf("expected no entries of a file that does not exist, found %v, %v", none, err)
	}
	want := Entry{"add-zero", Key("x + 0"), "64", "1ms", "builtin", "terms"}
	if err := Write(file, "A test.", []Entry{want}); err != nil {
		t.Fatal(err)
	}
	got, err := Read(file)
	if err != nil || got["add-zero"] != want {
		t.Errorf("expected %v, found %v, %v", want, got, err)
	}
	if Key("a", "b") == Key("ab") || Key("a", "b") == Key("b", "a") {
		t.Error("expected keys that tell texts apart, found equal ones")
	}
}

// Who corrects a comment has nothing to prove; who changes a sign has.
func TestSourcesAreWhatTheCompilerSees(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	hash := func(text string) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		h, err := Sources(file)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	plain := hash("package a\nfunc f(x int) int { return x + 1 }\n")
	if plain != hash("package a\n// f adds.\nfunc f(x int) int {   return x + 1 }\n") {
		t.Error("expected the same hash with another comment, found another one")
	}
	if plain == hash("package a\nfunc f(x int) int { return x - 1 }\n") {
		t.Error("expected another hash of another sum, found the same one")
	}
}
