package api_test

import (
	"testing"

	"unbox/examples"
	"unbox/trace"
	"unbox/wasm/api"
)

// A trace has one length everywhere: the summary, the picture, both iterations of a peeled loop and
// the words of a check agree on all examples, and a row of the recorded trace that runs is one
// operation.
func TestOneCount(t *testing.T) {
	for _, e := range examples.All() {
		tr, _ := trace.Parse(e.Text)
		engine := api.New()
		r := ask[api.Optimized](t, engine, "optimize", everything(e.Text, passNames(t, "loop")...))
		p := ask[api.PictureResponse](t, engine, "picture", api.PictureRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 10}, Whole: true})
		want := trace.Operations(tr)
		if r.Before != want || r.Stages[0].Ops != want || p.Whole.Recorded.Operations != want {
			t.Errorf("%s: expected %d recorded operations, found %d in the summary, %d at the first point, %d in the picture", e.ID, want, r.Before, r.Stages[0].Ops, p.Whole.Recorded.Operations)
		}
		if now := p.Whole.Around; now != nil && now.Operations != r.After {
			t.Errorf("%s: expected %d operations in the loop, as in the summary, found %d in the picture", e.ID, r.After, now.Operations)
		}
		if !p.Whole.Peeled {
			continue
		}
		loop := ask[api.LoopResponse](t, engine, "loop", api.LoopRequest{Result: 7, Opened: []int{}, Window: api.Window{To: 10}})
		if loop.Loop.Operations != r.After {
			t.Errorf("%s: expected %d operations in the loop, as in the summary, found %d beside the first iteration", e.ID, r.After, loop.Loop.Operations)
		}
	}
}
