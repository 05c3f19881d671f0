//go:build !core

package api

import (
	"strings"
	"testing"
)

// illustrated is a loop with a box that need not be made.
const illustrated = "L0(p0, i1):\nguard_class(p0, Box)\ni2 = get(p0, value)\ni3 = i1 + i2\np4 = new(Box)\nset(p4, value, i3)\njump(L0, p4, i2)\n"

func TestIllustrate(t *testing.T) {
	request := func(passes ...string) *PreparedRequest { return &PreparedRequest{Text: illustrated, Passes: passes} }
	made := func(kind string, row int, passes ...string) *Illustration {
		t.Helper()
		out, err := Illustrate(kind, request(passes...), row)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		return out
	}
	if out := made(IllustrationDiff, 3, "heap"); out.Picture == nil || out.Row != 3 || out.Loop != nil || len(out.Moments) != 0 {
		t.Errorf("diff: expected a picture with row 3 open and nothing else, found %+v", out)
	}
	if out := made(IllustrationLoop, 0, "peel", "guards", "virtual", "heap"); out.Loop == nil || len(out.Loop.Rows) != out.Loop.Items {
		t.Errorf("loop: expected all items of both iterations, found %+v", out.Loop)
	} else {
		for _, row := range out.Loop.Rows {
			if row.Kind == PictureFold {
				t.Errorf("loop: expected no fold, which nothing could open, found one of %d rows", row.Folded)
			}
		}
	}
	if out := made(IllustrationSteps, 0, "virtual"); len(out.Moments) != 7 || len(out.Rows) != 7 || out.Picture != nil {
		t.Errorf("steps: expected 7 moments with their rows, found %d and %d", len(out.Moments), len(out.Rows))
	}
	if out := made(IllustrationObjects, 6, "virtual"); len(out.Moments) != 1 || out.Moments[0].Number != 6 {
		t.Errorf("objects: expected the moment of row 6, found %+v", out.Moments)
	}
	if out := made(IllustrationObjects, 0, "virtual"); len(out.Moments) != 1 || out.Moments[0].Number != 7 {
		t.Errorf("objects: expected the moment of the last row, found %+v", out.Moments)
	}
	long := &PreparedRequest{Text: "[i0]\n" + strings.Repeat("print(i0)\n", 70) + "finish(i0)\n"}
	for _, c := range []struct {
		kind string
		q    *PreparedRequest
		row  int
		want string
	}{
		{IllustrationDiff, request("heap"), 8, "expected the number of a row of the trace, found 8"},
		{IllustrationLoop, request("heap"), 0, "expected a loop that the pass `peel` has peeled, found none"},
		{IllustrationSteps, long, 0, "expected at most 60 rows to step through, both iterations of a loop counted, found 72"},
	} {
		if _, err := Illustrate(c.kind, c.q, c.row); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: expected %q, found %v", c.kind, c.want, err)
		}
	}
}
