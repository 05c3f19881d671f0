package learn_test

import (
	"os"
	"testing"

	"unbox/tutorials/learn"
)

// BenchmarkRun runs a whole chapter's passes with their tests.
func BenchmarkRun(b *testing.B) {
	for _, name := range []string{"toy", "alloc"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile("testdata/passes/" + name + ".star")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r := learn.Run(&learn.Suite{Code: learn.File{Name: "code", Text: string(text)}}, nil)
				if r.Status != "pass" {
					b.Fatalf("%+v", r)
				}
			}
		})
	}
}
