package api

import (
	"encoding/json"
	"testing"

	"unbox/bench/traces"
	"unbox/optimizer"
)

// BenchmarkEncode compares the two ways of writing the response to a key press.
func BenchmarkEncode(b *testing.B) {
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		b.Fatal(err)
	}
	q := OptimizeRequest{Text: traces.Mixed(7000), To: -1, Result: 1, View: &RowView{Context: -1}, Window: &Window{To: 80}}
	for _, pass := range preset.Passes.List() {
		q.Passes = append(q.Passes, pass.String())
	}
	r, err := New().Compare(&q)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("by hand", func(b *testing.B) {
		var out []byte
		for b.Loop() {
			out = appendOptimized(out[:0], r)
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(r); err != nil {
				b.Fatal(err)
			}
		}
	})
}
