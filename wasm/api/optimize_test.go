package api_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"unbox/wasm/api"
	"unbox/wasm/api/corpus"
)

const boxed = `# a box
[i0]
p1 = new(BoxedInteger)
set(p1, intval, i0)
i2 = get(p1, intval)
i3 = int_add(2, 3)
i4 = int_mul(i2, i3)
guard_class(p1, BoxedInteger) [i0]
print(i4)
jump(i4)
`

func optimize(t *testing.T, q api.OptimizeRequest) *api.Optimized {
	t.Helper()
	r, err := api.New().Everything(&q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestStages(t *testing.T) {
	r := optimize(t, api.OptimizeRequest{Text: boxed, Passes: []string{"virtual", "fold"}, To: -1})
	want := []api.Stage{
		{Ops: 8},
		{Pass: "fold", Ops: 7, Removed: 1},
		{Pass: "virtual", Ops: 3, Removed: 4},
	}
	if len(r.Stages) != len(want) {
		t.Fatalf("expected %d stages, found %+v", len(want), r.Stages)
	}
	for i := range want {
		if r.Stages[i] != want[i] {
			t.Errorf("stage %d: got %+v, expected %+v", i, r.Stages[i], want[i])
		}
	}
	if r.From != 0 || r.To != 2 || r.Dialect != "paper" || len(r.Inputs) != 1 || r.Inputs[0].Name != "i0" || r.Inputs[0].Type != "int" {
		t.Errorf("got from %d, to %d, dialect %q, inputs %+v", r.From, r.To, r.Dialect, r.Inputs)
	}
}

func TestPointsAreBroughtIntoRange(t *testing.T) {
	tests := []struct{ from, to, wantFrom, wantTo int }{
		{0, -1, 0, 2}, {1, 1, 1, 1}, {7, -9, 2, 0}, {-1, 0, 2, 0},
	}
	for _, tt := range tests {
		r := optimize(t, api.OptimizeRequest{Text: boxed, Passes: []string{"virtual", "fold"}, From: tt.from, To: tt.to})
		if r.From != tt.wantFrom || r.To != tt.wantTo {
			t.Errorf("%d, %d: got %d, %d", tt.from, tt.to, r.From, r.To)
		}
	}
}

func TestErrorsLeaveTheRestEmpty(t *testing.T) {
	r := optimize(t, api.OptimizeRequest{Text: "[i0]\ni1 = int_addd(i0, 1)\n", Passes: []string{"fold"}, To: -1})
	if len(r.Diagnostics) == 0 || r.Diagnostics[0].Line != 2 || r.Diagnostics[0].Severity != "error" {
		t.Errorf("got diagnostics %+v", r.Diagnostics)
	}
	if len(r.Stages)+len(r.Page.Items)+len(r.Layout.Overview)+len(r.Inputs)+r.Rows+r.Left+r.Right != 0 || r.Dialect != "" {
		t.Errorf("expected nothing else, got %+v", r)
	}
}

func TestRun(t *testing.T) {
	const text = "[i0, p1]\ni2 = get(p1, value)\ni3 = int_add(i0, i2)\np4 = new(Box)\nset(p4, value, i3)\nprint(i3)\nfinish(p4)\n"
	r, err := api.New().Run(&api.RunRequest{Text: text, Passes: []string{"virtual", "fold"}, Inputs: "i0=3, p1=Box(value=5)"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != "agree" || r.Reason == "" || r.Before == nil || r.After == nil {
		t.Fatalf("got %+v", r)
	}
	o := r.Before
	if o.Exit != "finish" || lineText(o.At) != "finish(p4)" || o.At.Number != 7 || o.At.Operation != "finish" || len(o.Effects) != 1 || api.SpansText(o.Effects[0]) != "print(8)" {
		t.Errorf("got %+v", o)
	}
	if len(o.Values) != 1 || len(o.Heap) != 2 || o.Allocations != 1 {
		t.Errorf("got %+v", o)
	}
}

func TestRunRefuses(t *testing.T) {
	r, err := api.New().Run(&api.RunRequest{Text: "[i0]\nprint(i0)\n", Inputs: "i0=ü𝄞 x"})
	if err != nil || r.Before != nil || r.Verdict != "" || len(r.InputDiagnostics) == 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, err := api.New().Run(&api.RunRequest{Text: "[i0]\n", Steps: -1}); err == nil {
		t.Error("expected an error for negative steps")
	}
}

// TestAnswersDoNotDependOnThePast asks one engine everything in a random order,
// and a new one each question alone.
func TestAnswersDoNotDependOnThePast(t *testing.T) {
	requests, err := corpus.All("../..", 1)
	if err != nil {
		t.Fatal(err)
	}
	engine := api.New()
	random := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for asked < len(requests) {
		// Several questions about one text in a row, as the page asks them.
		start := random.IntN(len(requests))
		start -= requests[start].After
		for i, q := range requests[start:min(start+4, len(requests))] {
			asked++
			fresh := api.New()
			for _, before := range requests[start+i-q.After : start+i] {
				fresh.Call(before.Function, before.JSON)
			}
			got, want := engine.Call(q.Function, q.JSON), fresh.Call(q.Function, q.JSON)
			switch {
			case !json.Valid(got) || bytes.HasPrefix(got, []byte(`{"error":"BUG`)):
				t.Errorf("%s: %.400s\n%.400s", q.Name, q.JSON, got)
			case !bytes.Equal(got, want):
				t.Errorf("%s:\nlater %.400s\nfirst %.400s", q.Name, got, want)
			}
		}
	}
}
