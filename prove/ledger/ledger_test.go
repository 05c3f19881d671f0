package ledger

import (
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
