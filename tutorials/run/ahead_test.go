package run

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
)

// TestNothingOfARunIsLeft overwrites all that a run could: each byte of memory, memory that it adds, and the
// globals. The next instances, made in the same memory, have to be equal to the image, byte by byte, and
// memory that they add is zero.
func TestNothingOfARunIsLeft(t *testing.T) {
	ctx := t.Context()
	w := inThisProcess(t)
	// Less than is open, more than is open, and more than is kept.
	for _, more := range []uint32{1, 2 * stepToOpen / pageSize, maxKept / pageSize} {
		in := w.ready
		dirty(t, in, more)
		if err := in.module.Close(ctx); err != nil {
			t.Fatal(err)
		}
		for range maxFree + 1 {
			w.ready = nil
			if err := w.prepare(ctx); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(image0(t, w), w.maker.image.memory) {
				t.Fatalf("after %d more pages: expected the image's memory in a new instance, found something else", more)
			}
			if got := w.maker.globals(w.ready); !slices.Equal(got, w.maker.image.globals) {
				t.Fatalf("after %d more pages: expected the globals %v, found %v", more, w.maker.image.globals, got)
			}
			if got := w.ready.clock; got != w.maker.image.clock {
				t.Fatalf("after %d more pages: expected the clock %d, found %d", more, w.maker.image.clock, got)
			}
			memory := w.ready.module.Memory()
			old := memory.Size()
			if _, ok := memory.Grow(more); !ok {
				t.Fatal("expected memory that grows")
			}
			added, _ := memory.Read(old, memory.Size()-old)
			if !bytes.Equal(added, make([]byte, len(added))) {
				t.Fatalf("after %d more pages: expected zero in added memory, found something else", more)
			}
			if err := w.ready.module.Close(ctx); err != nil {
				t.Fatal(err)
			}
		}
		w.ready = nil
		if err := w.prepare(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// dirty adds pages to an instance's memory, and overwrites everything in it.
func dirty(t *testing.T, in *instance, more uint32) {
	t.Helper()
	memory := in.module.Memory()
	if _, ok := memory.Grow(more); !ok {
		t.Fatal("expected memory that grows")
	}
	all, _ := memory.Read(0, memory.Size())
	for i := range all {
		all[i] = 0xa5
	}
	for k := 0; ; k++ {
		global, ok := in.module.ExportedGlobal(globalName(k)).(api.MutableGlobal)
		if !ok {
			break
		}
		global.Set(^global.Get())
	}
	in.clock = -1
}

// aheadSuite is a step's suite as a server sends it, with any program.
func aheadSuite(t *testing.T, id, code string) *learn.Suite {
	t.Helper()
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	ch, s := course.Step(id)
	if s == nil {
		t.Fatalf("expected a step `%s`, found none", id)
	}
	suite := check.Suite(ch, s, s.Solution.Text)
	r, err := check.Native(suite)
	if err != nil {
		t.Fatal(err)
	}
	suite.Judged, suite.Expected = r.Judged, r.Steps
	suite.Solution = &learn.File{Name: suite.Code.Name, Text: suite.Code.Text}
	if code != "" {
		suite.Code.Text = code
	}
	return suite
}

func marshaled(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestRunsAheadChangeNoResult runs programs of a step before its solution was run ahead and afterwards: the
// solution, wrong programs, programs that use up their steps or their memory, and ones with few steps. All
// get the same bytes, and what they leave behind is in no later run.
func TestRunsAheadChangeNoResult(t *testing.T) {
	ctx := t.Context()
	ids := []string{"equal-things/computed-once-and-for-all"}
	switch {
	case *wholeCourse:
		ids = allSteps(t)
	case *longCourse:
		ids = append(ids, "objects-that-never-were/chains")
	}
	for _, id := range ids {
		w := inThisProcess(t)
		do := func(suite *learn.Suite, ahead bool) []byte {
			body := marshaled(t, suite)
			c := call{Function: "lesson", Body: body}
			if ahead {
				if c.Ahead = aheadRequest(body); c.Ahead == nil {
					t.Fatalf("%s: expected a solution to run ahead, found none", id)
				}
			}
			response, err := w.do(ctx, pack(c))
			if err != nil {
				t.Fatal(err)
			}
			if err := w.rest(ctx); err != nil {
				t.Fatal(err)
			}
			return response
		}
		solution := aheadSuite(t, id, "")
		few := aheadSuite(t, id, "")
		few.Limits.TotalSteps = few.Expected * 3 / 4
		suites := []*learn.Suite{
			solution, few, aheadSuite(t, id, "x = 5\n"), aheadSuite(t, id, "def (\n"),
			aheadSuite(t, id, solution.Code.Text+"\nKEPT = []\ndef test_more():\n    for i in range(100):\n        KEPT.append('x' * 20000)\n    print(len(KEPT))\n"),
			aheadSuite(t, id, solution.Code.Text+"\ndef test_endless():\n    while True:\n        pass\n"),
			aheadSuite(t, id, solution.Code.Text+"\ndef test_large():\n    a = [0]\n    while True:\n        a = a + a\n"),
		}
		for _, code := range mistakes(t, id) {
			suites = append(suites, aheadSuite(t, id, code))
		}
		var want [][]byte
		for _, suite := range suites {
			want = append(want, do(suite, false))
		}
		for range aheadAfter {
			do(solution, true)
		}
		if *wholeCourse && len(w.ahead.known) == 0 {
			t.Logf("%s: its solution leaves too much", id)
			continue
		}
		if len(w.ahead.known) != 1 {
			t.Fatalf("%s: expected the solution to be run ahead after %d runs, found %d", id, aheadAfter, len(w.ahead.known))
		}
		stored := beginning(w.maker.image.memory, w.ahead.known[0])
		for range 2 {
			for i, suite := range suites {
				if got := do(suite, true); !bytes.Equal(got, want[i]) {
					t.Errorf("%s, program %d: expected %s, found %s", id, i, want[i], got)
				}
				if !bytes.Equal(begun(t, w, aheadRequest(marshaled(t, solution))), stored) {
					t.Errorf("%s, after program %d: expected the memory that the solution left, found something else", id, i)
				}
			}
		}
	}
}

// allSteps are the steps with tests whose solutions are run ahead.
func allSteps(t *testing.T) (ids []string) {
	t.Helper()
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			if id := ch.ID + "/" + s.ID; aheadRequest(marshaled(t, aheadSuite(t, id, ""))) != nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// mistakes are the typical mistakes of a step.
func mistakes(t *testing.T, id string) (programs []string) {
	t.Helper()
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	_, s := course.Step(id)
	for _, wrong := range s.Wrong {
		programs = append(programs, wrong.Text)
	}
	return programs
}

// begun is the memory with which a run of a step begins.
func begun(t *testing.T, w *lessons, request []byte) []byte {
	t.Helper()
	in, err := w.maker.next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer in.module.Close(t.Context())
	if err := w.ahead.begin(in, request); err != nil {
		t.Fatal(err)
	}
	view, _ := in.module.Memory().Read(0, in.module.Memory().Size())
	return bytes.Clone(view)
}

// beginning is what that memory has to be: the image with the pieces of a difference.
func beginning(image []byte, d *difference) []byte {
	memory := make([]byte, d.size)
	copy(memory, image)
	for _, piece := range d.pieces {
		copy(memory[piece.at:], piece.bytes)
	}
	return memory
}
