package learn_test

import (
	"reflect"
	"testing"

	"unbox/tutorials/learn"
)

// TestRememberedFiles runs files that were compiled for another run: what they mean is what the names of this run say.
func TestRememberedFiles(t *testing.T) {
	const test = "def test_x():\n    assert_eq(len([1, 2]), wanted)\n"
	counted := "wanted = 2\ncount = [0]\ncount[0] += 1\nassert_eq(count, [1])\n"
	steps := []struct {
		code    string
		without []string
		want    string
	}{
		{code: counted, want: "pass"},
		{code: counted, want: "pass"}, // its list begins anew
		{code: "x = 2\n", want: "error"},
		{code: counted + "def len(x): return 3\n", want: "fail"},
		{code: counted, want: "pass"},
		{code: counted, without: []string{"assert_eq"}, want: "error"},
		{code: counted, want: "pass"},
	}
	var first *learn.Results
	for i, s := range steps {
		r := learn.Run(&learn.Suite{
			Code: learn.File{Name: "remembered", Text: s.code}, Without: s.without,
			Tests: []learn.File{{Name: "its test", Text: test, TaskID: 1}},
		}, nil)
		if r.Status != s.want {
			t.Errorf("run %d: expected %q, found %q: %s", i, s.want, r.Status, r.Message)
		}
		if i == 0 {
			first = r
		} else if s.want == "pass" && !reflect.DeepEqual(r, first) {
			t.Errorf("run %d: expected what the first run said, found\n%+v\nfor\n%+v", i, r, first)
		}
	}
}
