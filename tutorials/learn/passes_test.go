package learn_test

import (
	"os"
	"path/filepath"
	"testing"

	"unbox/tutorials/learn"
)

// TestPassesOfThePosts runs whole optimizers that are written in the learner's
// language, with the tests that stand beside them.
func TestPassesOfThePosts(t *testing.T) {
	files, err := filepath.Glob("testdata/passes/*.star")
	if err != nil || len(files) == 0 {
		t.Fatalf("expected programs, found %v, %v", files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			r := learn.Run(&learn.Suite{Code: learn.File{Name: "code", Text: string(text)}}, nil)
			if r.Status == "error" {
				t.Fatalf("%s %+v", r.Message, r.Problems)
			}
			for _, test := range r.Tests {
				if test.Status != "pass" {
					t.Errorf("%s: %s: %s\n%+v\n%+v", test.Function, test.Status, test.Message, test.Problem, test.Diff)
				}
				t.Logf("%s: %d steps", test.Function, test.Steps)
			}
		})
	}
}
