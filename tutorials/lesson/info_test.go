package lesson

import (
	"os"
	"strings"
	"testing"
)

// The table of docs/lessons.md has every kind of block.
func TestKindsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| block | what it is | shown |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for kind := range kinds {
		if !strings.Contains(table, "`"+string(kind)+"`") && !strings.Contains(table, "`"+string(kind)+" ") {
			t.Errorf("expected a row for `%s` in the table of blocks of docs/lessons.md, found none", kind)
		}
	}
}
