//go:build !core

package api

import (
	"encoding/json"
	"strings"
	"testing"
)

const wrapsAround = `[i0]
i1 = int_add(i0, 10)
i2 = int_lt(i1, 15)
guard_true(i2) [i0]
i3 = int_lt(i0, 6)
guard_true(i3) [i0]
finish(i1)
`

func call(t *testing.T, function string, request, response any) {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	answer := Call(function, text)
	if err := json.Unmarshal(answer, response); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
}

func TestProveRefutesAPair(t *testing.T) {
	other := strings.Replace(wrapsAround, "i3 = int_lt(i0, 6)\nguard_true(i3) [i0]\n", "", 1)
	var r ProveResponse
	call(t, "prove", ProveRequest{Text: wrapsAround, Other: other}, &r)
	c := r.Counterexample
	if r.Status != "refuted" || c == nil || !c.Replayed || c.Inputs != "i0=9223372036854775800" {
		t.Fatalf("expected it refuted by i0=9223372036854775800, found %+v", r)
	}
	if v := c.Values[0]; v.Hex != "0x7ffffffffffffff8" || v.Unsigned != "9223372036854775800" || !strings.HasPrefix(v.Binary, "01111111 11111111") {
		t.Errorf("found the value %+v", v)
	}
	if q := r.Queries[c.Query]; q.Kind != "removed" || q.Before != 6 || q.Status != "refuted" {
		t.Errorf("expected the removed guard in line 6, found %+v", q)
	}
	if c.Before.Exit != "guard" || c.Before.At.Number != 6 || c.After.Exit != "finish" || c.After.At.Number != 5 {
		t.Errorf("found the runs %+v and %+v", c.Before, c.After)
	}
}

func TestProvePointsOfThePipeline(t *testing.T) {
	passes := []string{"fold", "rules", "guards", "bounds", "dce"}
	for from := range 3 {
		var r ProveResponse
		call(t, "prove", ProveRequest{Text: wrapsAround, Passes: passes, From: from, To: -1}, &r)
		if r.Status != "proved" || len(r.Queries) == 0 {
			t.Errorf("from point %d: found %s", from, r.Summary)
		}
	}
	var e ErrorResponse
	call(t, "prove", ProveRequest{Text: wrapsAround, Passes: passes, From: 9}, &e)
	if e.Error != "expected points from 0 to 5, found 9 and 0" {
		t.Errorf("found the error `%s`", e.Error)
	}
	var r ProveResponse
	call(t, "prove", ProveRequest{Text: wrapsAround, Other: "[i0"}, &r)
	if len(r.OtherDiagnostics) == 0 || r.Status != "" {
		t.Errorf("expected errors in the other text, found %+v", r)
	}
}

func TestSmt(t *testing.T) {
	var r SmtResponse
	call(t, "smt", SmtRequest{Text: wrapsAround, Other: strings.Replace(wrapsAround, "15", "16", 1)}, &r)
	if r.Questions == 0 || strings.Count(r.Script, "(check-sat)") != r.Questions {
		t.Errorf("expected a script of %d questions, found\n%s", r.Questions, r.Script)
	}
}

func TestProofsWithoutInputsAreNone(t *testing.T) {
	const shifted = "[i0]\ni1 = int_rshift(i0, 64)\nfinish(i1)\n"
	var r ProveResponse
	call(t, "prove", ProveRequest{Text: shifted, Other: "[i0]\nfinish(3)\n"}, &r)
	if r.Status != "vacuous" || !strings.Contains(r.Reason, "`i1 = int_rshift(i0, 64)`, line 2") {
		t.Errorf("expected it vacuous because of line 2, found %s: %s", r.Status, r.Reason)
	}
}
