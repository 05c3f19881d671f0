//go:build !core

package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func fuzzStep(t *testing.T, e *Engine, q FuzzStepRequest) FuzzStepResponse {
	t.Helper()
	request, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	answer := e.Call("fuzzStep", request)
	noNull(t, answer)
	var r FuzzStepResponse
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	if r.Traces == 0 {
		t.Fatalf("expected traces, found %s", answer)
	}
	return r
}

// TestFuzzStepsGoOn goes on from the response alone, in independent engines, and
// expects what one engine finds in one go.
func TestFuzzStepsGoOn(t *testing.T) {
	options := FuzzOptions{Seed: 9}
	whole := fuzzStep(t, New(), FuzzStepRequest{Options: options, Count: 300})
	if whole.Next != 300 || whole.Traces != 300 || whole.Agreed < 300 || len(whole.Passes) == 0 || len(whole.Rules) < 20 {
		t.Errorf("expected 300 traces with what was seen in them, found %+v", whole)
	}
	e, traces, agreed := New(), 0, 0
	counts := make(map[string]int)
	for next := 0; next < 300; {
		part := fuzzStep(t, e, FuzzStepRequest{Options: options, Next: next, Count: 100})
		next = part.Next
		traces, agreed = traces+part.Traces, agreed+part.Agreed
		for _, rule := range part.Rules {
			counts[rule.Name] += rule.Count
		}
		// Another call in between changes nothing.
		fuzzStep(t, e, FuzzStepRequest{Options: FuzzOptions{Seed: 1, Passes: []string{"cse"}}, Count: 10})
	}
	want := make(map[string]int)
	for _, rule := range whole.Rules {
		want[rule.Name] = rule.Count
	}
	if traces != 300 || agreed != whole.Agreed || !reflect.DeepEqual(counts, want) {
		t.Errorf("expected the parts to add up to %+v, found %d traces, %d runs that agree, %v", whole, traces, agreed, counts)
	}
}

// The prover's answers depend on the request alone, too.
func TestFuzzStepsProve(t *testing.T) {
	q := FuzzStepRequest{Options: FuzzOptions{Seed: 4, Length: 10, Prove: 50}, Count: 40}
	first, again := fuzzStep(t, New(), q), fuzzStep(t, New(), q)
	if !reflect.DeepEqual(first, again) {
		t.Errorf("expected the same answer twice, found %+v and %+v", first, again)
	}
	if first.Questions == 0 || first.Proved == 0 || first.Proved+first.Unknown != first.Traces || len(first.Findings) > 0 {
		t.Errorf("expected that 40 traces are proved or unknown, found %+v", first)
	}
}

func TestFuzzRefuses(t *testing.T) {
	for _, tt := range []struct{ function, request, want string }{
		{"fuzzStep", `{"options":{"seed":1},"next":0,"count":0}`, "expected a `count` from 1 to"},
		{"fuzzStep", `{"options":{"seed":1},"next":-1,"count":1}`, "expected `next` from 0 on"},
		{"fuzzStep", `{"options":{"seed":-1},"next":0,"count":1}`, "expected a `seed` from 0 to"},
		{"fuzzStep", `{"options":{"seed":1,"length":5000},"next":0,"count":1}`, "expected a `length`"},
		{"fuzzStep", `{"options":{"seed":1,"prove":-1},"next":0,"count":1}`, "expected `prove` from 0 to"},
		{"fuzzStep", `{"options":{"seed":1,"passes":["magic"]},"next":0,"count":1}`, "found `magic`"},
		{"fuzzStep", `{"options":{"seed":1,"bug":"no-such-bug"},"next":0,"count":1}`, "planted bug"},
		{"fuzzStep", `text`, "expected a request in JSON"},
		{"fuzzShrink", `{"options":{"seed":1},"index":3}`, "nothing is wrong with trace 3 of seed 1"},
		{"fuzzShrink", `{"options":{"seed":1},"index":-3}`, "expected an `index` from 0 on"},
		{"fuzzShrink", `{"options":{"seed":1},"index":3,"tries":-1}`, "expected `tries` from 0"},
	} {
		var r ErrorResponse
		if err := json.Unmarshal(Call(tt.function, []byte(tt.request)), &r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Error, tt.want) {
			t.Errorf("%s %s: expected %q, found %q", tt.function, tt.request, tt.want, r.Error)
		}
	}
}

func TestFuzzStartTellsTheBugs(t *testing.T) {
	answer := Call("fuzzStart", nil)
	noNull(t, answer)
	var r FuzzStartResponse
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	if r.MaxCount == 0 || r.MaxSeed == 0 || len(r.Bugs) != plantedBugs {
		t.Errorf("expected %d planted bugs and limits, found %s", plantedBugs, answer)
	}
}
