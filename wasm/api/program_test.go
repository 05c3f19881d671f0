package api

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"unbox/trace"
)

// programOf reads one of the programs that the page offers.
func programOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../examples/programs", name+".py"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// said calls a function and reads its answer.
func said[T any](t *testing.T, e *Engine, name string, request any) *T {
	t.Helper()
	q, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	text := e.Call(name, q)
	noNull(t, text)
	r := new(T)
	var wrong ErrorResponse
	if err := json.Unmarshal(text, &wrong); err != nil || wrong.Error != "" {
		t.Fatalf("%s: %v %s", name, err, wrong.Error)
	}
	if err := json.Unmarshal(text, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// asked is a request with the limits of the page.
func asked(text string) ProgramRequest {
	return ProgramRequest{Run: 1, Text: text, File: "program.py", JIT: true, Threshold: 1000, Slice: 5000, Limit: 50_000_000, Memory: 64, Output: 256}
}

// toEnd runs a program, slice by slice, and returns its last state, what it printed, and how many slices it took.
func toEnd(t *testing.T, e *Engine, q ProgramRequest) (*ProgramState, string, int) {
	t.Helper()
	s := said[ProgramState](t, e, "program", q)
	var out strings.Builder
	for n := 1; ; n++ {
		for _, o := range s.Output {
			out.WriteString(o.Text)
		}
		if !s.Running {
			return s, out.String(), n
		}
		s = said[ProgramState](t, e, "programMore", ProgramMoreRequest{Run: s.Run, Slice: q.Slice})
	}
}

// TestProgramExamples runs each example with traces and without, and checks that it shows what it is
// meant to show.
func TestProgramExamples(t *testing.T) {
	left := func(guard string) func(*ProgramState) bool {
		return func(s *ProgramState) bool {
			for _, l := range s.Loops {
				for _, part := range l.Traces {
					if slices.ContainsFunc(part.Exits, func(x ProgramExit) bool { return x.Name == guard && x.Bridge != 0 }) {
						return true
					}
				}
			}
			return false
		}
	}
	thrownAway := func(why string) func(*ProgramState) bool {
		return func(s *ProgramState) bool { return strings.Contains(strings.Join(s.Loops[0].Failures, "\n"), why) }
	}
	shows := map[string]func(*ProgramState) bool{
		"boxes": func(s *ProgramState) bool {
			own := s.Loops[0].Traces[0]
			return own.BoxesBefore >= 5 && own.BoxesAfter == 0 && s.Loops[0].Traced > 38_000
		},
		"bridge": func(s *ProgramState) bool {
			own := s.Loops[0].Traces[0]
			return len(s.Loops[0].Traces) == 2 && own.Exits[0].Bridge == 1 && own.Exits[0].Count == 200 && s.Loops[0].Entered < 300
		},
		"guard": left("guard_false"), "overflow": left("guard_no_overflow"), "shapes": left("guard_value"), "mandelbrot": left("guard_false"),
		"invalidation": thrownAway("a class changed"), "traceback": func(s *ProgramState) bool { return s.Code == 1 && s.Loops[0].Traced > 0 },
		"blacklist": func(s *ProgramState) bool { return s.Loops[0].State == "given up" },
	}
	files, err := filepath.Glob("../../examples/programs/*.py")
	if err != nil || len(files) != len(shows) {
		t.Fatalf("expected %d programs, found %d: %v", len(shows), len(files), err)
	}
	e := New()
	for name, shown := range shows {
		q := asked(programOf(t, name))
		s, out, slices := toEnd(t, e, q)
		q.JIT = false
		_, want, _ := toEnd(t, e, q)
		if out != want || out == "" {
			t.Errorf("%s: expected what the interpreter prints,\n%s\nfound\n%s", name, want, out)
		}
		if !shown(s) || slices < 2 {
			t.Errorf("%s does not show what it is there for, after %d slices: %+v", name, slices, s.Loops)
		}
	}
}

func TestProgramStops(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"endless", "while True:\n    pass\n", "its limit of work"},
		{"endless calls", "def f():\n    return 1\nwhile f():\n    f()\n", "its limit of work"},
		{"a large power", "x = 10 ** 10 ** 6\n", "its limit of work"},
		{"a larger power", "x = 3 ** 10 ** 10\n", "MemoryError"},
		{"much output", "while True:\n    print('x' * 100)\n", "prints within its limit"},
		{"much memory", "x = []\nwhile True:\n    x.append([0] * 1000)\n", "64 MB|MemoryError"},
		{"recursion", "def f(n):\n    return f(n + 1)\nf(0)\n", "RecursionError"},
		{"division", "x = 1\nprint(x // 0)\n", "line 2, in <module>"},
	}
	e := New()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, isTraced := range []bool{true, false} {
				q := asked(tt.text)
				q.JIT, q.Threshold, q.Slice = isTraced, 50, 200_000
				q.Limit = 3_000_000
				s, out, _ := toEnd(t, e, q)
				isSaid := func(want string) bool { return strings.Contains(out+s.Stopped, want) }
				if s.Code != 1 || !slices.ContainsFunc(strings.Split(tt.want, "|"), isSaid) {
					t.Errorf("traced %t: expected %q, found code %d, %q and %q", isTraced, tt.want, s.Code, s.Stopped, out)
				}
			}
		})
	}
}

// TestProgramOfModules runs a short program whose loops are in modules of the library, whose lines are not the program's.
func TestProgramOfModules(t *testing.T) {
	q := asked("from itertools import combinations\nprint(len(list(combinations(range(22), 4))))\n")
	q.JIT, q.Threshold, q.Slice = true, 20, 1_000_000
	s, out, _ := toEnd(t, New(), q)
	if s.Code != 0 || out != "7315\n" {
		t.Fatalf("expected 7315, found code %d, %q and %q", s.Code, s.Stopped, out)
	}
	at := slices.IndexFunc(s.Loops, func(l ProgramLoop) bool { return strings.HasPrefix(l.Function, "itertools.") && len(l.Traces) > 0 })
	if at >= 0 {
		l := s.Loops[at]
		if !strings.HasPrefix(l.At, "itertools.py:") || l.Line != 0 || l.Traces[0].Line != 0 {
			t.Errorf("expected a place in itertools.py, and no line of the program, found %q and %d", l.At, l.Line)
		}
	}
	if at < 0 || len(s.Lines) > 4 {
		t.Errorf("expected a trace of a loop in `itertools`, and counts of three lines, found %+v and %v", s.Loops, s.Lines)
	}
}

// TestProgramIsReplaced starts a program while another one is paused in the middle of its
// work.
func TestProgramIsReplaced(t *testing.T) {
	e := New()
	first := said[ProgramState](t, e, "program", asked("while True:\n    pass\n"))
	if !first.Running || first.Work < 5000 || first.Lines[0] < 4000 || first.Loops[0].Iterations < 4000 {
		t.Fatalf("expected a program that runs, found %+v", first)
	}
	q := asked("print(1)\n")
	q.Run = 2
	second := said[ProgramState](t, e, "program", q)
	if second.Running || second.Output[0].Text != "1\n" {
		t.Errorf("expected the second program's output, found %+v", second)
	}
	if gone := said[Absent](t, e, "programMore", ProgramMoreRequest{Run: first.Run, Slice: 1}); gone.Gone != first.Run {
		t.Errorf("expected that run %d is gone, found %+v", first.Run, gone)
	}
	wrong := said[ProgramState](t, e, "program", asked("x = 1\ndef f():\n    await x\n"))
	if len(wrong.Diagnostics) != 1 || wrong.Diagnostics[0].Line != 3 || wrong.Diagnostics[0].Column != 5 {
		t.Errorf("expected an error in line 3, found %+v", wrong.Diagnostics)
	}
}

func TestProgramRefuses(t *testing.T) {
	good := asked("")
	bad := map[string]func(*ProgramRequest){
		"expected a `threshold`": func(q *ProgramRequest) { q.Threshold = 0 },
		"expected a `slice`":     func(q *ProgramRequest) { q.Slice = 0 },
		"expected a `memory`":    func(q *ProgramRequest) { q.Memory = 3 },
		"expected an `output`":   func(q *ProgramRequest) { q.Output = 1 << 20 },
		"found `magic`":          func(q *ProgramRequest) { q.Passes = []string{"magic"} },
		"at most 1 MB":           func(q *ProgramRequest) { q.Text = strings.Repeat("#", maxProgram+1) },
	}
	for want, change := range bad {
		q := good
		change(&q)
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(Call("program", text)); !strings.Contains(got, want) {
			t.Errorf("expected %q, found %s", want, got)
		}
	}
}

// TestProgramTrace follows an iteration from the source to the optimized trace.
func TestProgramTrace(t *testing.T) {
	e := New()
	s, _, _ := toEnd(t, e, asked(programOf(t, "boxes")))
	loop := s.Loops[0]
	own := loop.Traces[0]
	r := said[ProgramTrace](t, e, "programTrace", ProgramTraceRequest{Run: s.Run, Loop: loop.Loop, Result: 7, Most: 1000})
	if r.Total != own.Bytecodes || len(r.Steps) != r.Total || !r.Peeled {
		t.Fatalf("expected %d steps and a peeled loop, found %d of %d", own.Bytecodes, len(r.Steps), r.Total)
	}
	left, kept := 0, 0
	for _, row := range r.Optimized {
		if _, counted := trace.LookupSpelling(row.Spans[0].Text); !row.First && (counted || len(row.Spans) > 2) {
			left++
		}
	}
	for _, row := range r.Recorded {
		if row.Step >= len(r.Steps) || len(row.Spans) == 0 {
			t.Errorf("expected a row of a step, found %+v", row)
		}
		if row.Fate == "removed" && len(row.Reason) == 0 {
			t.Errorf("expected a reason for row %d, found none", row.Number)
		}
		if row.Fate != "removed" {
			kept++
		}
	}
	if left < own.Optimized || kept > len(r.Recorded)/2 {
		t.Errorf("expected %d operations in the loop and most recorded ones removed, found %d, and %d of %d kept", own.Optimized, left, kept, len(r.Recorded))
	}
	// The playground reads the text and gets the same result.
	o := said[Optimized](t, e, "optimize", OptimizeRequest{Text: r.Text, Passes: r.Passes, To: -1, Result: 8})
	if len(o.Diagnostics) > 0 || o.Before != own.Recorded || o.After != own.Optimized {
		t.Errorf("expected %d and %d operations and no errors, found %d and %d: %v", own.Recorded, own.Optimized, o.Before, o.After, o.Diagnostics)
	}
	part := said[ProgramTrace](t, e, "programTrace", ProgramTraceRequest{Run: s.Run, Loop: loop.Loop, Result: 7, From: 3, Most: 2})
	if len(part.Steps) != 2 || part.Steps[0] != r.Steps[3] || part.Recorded[0].Step < 3 {
		t.Errorf("expected steps 3 and 4, found %+v", part.Steps)
	}
}

// TestProgramExit checks what a failing guard rebuilds.
func TestProgramExit(t *testing.T) {
	e := New()
	s, _, _ := toEnd(t, e, asked(programOf(t, "boxes")))
	loop := s.Loops[0]
	made := map[string]int{}
	for _, x := range loop.Traces[0].Exits {
		r := said[ProgramExitResponse](t, e, "programExit", ProgramExitRequest{Run: s.Run, Loop: loop.Loop, Guard: x.Guard})
		last := len(r.Frames) - 1
		if !r.Found || last < 0 || r.Frames[last].At != x.At || r.Frames[0].Function != "f" {
			t.Fatalf("expected frames from f to %s, found %+v", x.At, r)
		}
		for _, o := range r.Objects {
			made[o.Class]++
		}
		t.Logf("%+v: %+v", x, r)
	}
	if made["instance"] == 0 || made["int"] == 0 {
		t.Errorf("expected that boxes are made somewhere, found %v", made)
	}
	if r := said[ProgramExitResponse](t, e, "programExit", ProgramExitRequest{Run: s.Run, Loop: loop.Loop, Guard: 1 << 20}); r.Found {
		t.Error("expected no guard, found one")
	}
}

// TestProgramPasses runs a program with some passes, and with none.
func TestProgramPasses(t *testing.T) {
	e := New()
	for _, passes := range [][]string{nil, {"fold"}, {}} {
		q := asked(programOf(t, "boxes"))
		q.Passes = passes
		s, out, _ := toEnd(t, e, q)
		if !strings.HasPrefix(out, "198010000\n") {
			t.Errorf("%q: found %q", passes, out)
		}
		if l := s.Loops[0].Traces[0]; (l.Optimized < l.Recorded/4) != (passes == nil) || s.Loops[0].Traced == 0 {
			t.Errorf("%q: expected a short trace only with all passes, found %d operations of %d", passes, l.Optimized, l.Recorded)
		}
	}
}

// TestProgramBridges inspects a bridge like a loop.
func TestProgramBridges(t *testing.T) {
	e := New()
	s, _, _ := toEnd(t, e, asked(programOf(t, "guard")))
	loop := s.Loops[0]
	if len(loop.Traces) < 2 || loop.Traces[1].Target != loop.At {
		t.Fatalf("expected a bridge that leads back to the loop, found %+v", loop)
	}
	at := slices.IndexFunc(loop.Traces[0].Exits, func(x ProgramExit) bool { return x.Bridge == 1 })
	if at < 0 || loop.Traces[0].Exits[at].Name != "guard_false" {
		t.Errorf("expected an exit with the bridge, found %+v", loop.Traces[0].Exits)
	}
	r := said[ProgramTrace](t, e, "programTrace", ProgramTraceRequest{Run: s.Run, Loop: loop.Loop, Part: 1, Result: 4, Most: 100})
	if r.Total != loop.Traces[1].Bytecodes || len(r.Recorded) == 0 || r.Text != "" {
		t.Errorf("expected the bridge's operations, found %d steps, %d operations", r.Total, len(r.Recorded))
	}
}

// TestProgramMachine follows an iteration to machine code.
func TestProgramMachine(t *testing.T) {
	e := New()
	s, _, _ := toEnd(t, e, asked(programOf(t, "boxes")))
	loop := s.Loops[0]
	for part := range loop.Traces {
		q := ProgramTraceRequest{Run: s.Run, Loop: loop.Loop, Part: part, Result: 7, Most: 1000, Machine: true}
		r := said[ProgramTrace](t, e, "programTrace", q)
		left, inLoop := map[int]bool{}, 0
		for _, row := range r.Optimized {
			left[row.Key] = true
		}
		for _, row := range r.Machine {
			if row.Text == "" || row.Step >= r.Total || row.Key > 0 && row.Step >= 0 && !left[row.Key] {
				t.Errorf("part %d: expected an instruction of an operation that is left, found %+v", part, row)
			}
			if !row.First {
				inLoop++
			}
		}
		if r.Refused != "" || len(r.Machine) == 0 || r.MachineSize < 3*len(r.Machine) || part == 0 && (inLoop < 5 || inLoop > 20) {
			t.Errorf("part %d: expected code with a short loop, found %d instructions, %d in the loop, %d bytes, %q", part, len(r.Machine), inLoop, r.MachineSize, r.Refused)
		}
		if q.Machine = false; len(said[ProgramTrace](t, e, "programTrace", q).Machine) > 0 {
			t.Error("expected no machine code where nobody wants it")
		}
	}
	if m := said[ProgramMeaning](t, e, "programMeaning", ProgramMeaningRequest{Name: "Add"}); !strings.Contains(m.Function, "func (r *recorder) binary(") {
		t.Errorf("expected the recorder's function, found %+v", m)
	}
}

// TestProgramTime compares the time line's parts, whatever the clock says.
func TestProgramTime(t *testing.T) {
	e := New()
	q := asked(programOf(t, "bridge"))
	q.Timed = true
	s, _, _ := toEnd(t, e, q)
	line := s.Time
	if len(line.Activities) != len(line.Total) || len(line.Cells) == 0 || line.Total[slices.Index(line.Activities, "running")] <= 0 {
		t.Errorf("expected a time line in which traces run, found %+v", line)
	}
	for k, cell := range line.Cells {
		sum := 0.0
		for _, ms := range cell {
			sum += ms
		}
		if sum > line.Width+0.01 || k < len(line.Cells)-1 && sum < line.Width-0.01 {
			t.Errorf("expected that cell %d is full, found %g of %g ms", k, sum, line.Width)
		}
	}
	var whats []string
	for _, event := range line.Events {
		whats = append(whats, event.What)
	}
	if !slices.Equal(whats, []string{"trace", "bridge"}) {
		t.Errorf("expected a trace and a bridge, found %+v", line.Events)
	}
	q = asked(programOf(t, "bridge"))
	q.NoBridges = true
	if s, _, _ := toEnd(t, e, q); len(s.Loops[0].Traces) != 1 || s.Loops[0].Entered < 300 || len(s.Time.Cells) > 0 {
		t.Errorf("expected a trace without bridges, found %+v", s.Loops)
	}
}

// TestProgramTimeStays: a time line that somebody keeps does not change while the program goes on.
func TestProgramTimeStays(t *testing.T) {
	e := New()
	q := asked(programOf(t, "bridge"))
	q.Timed = true
	said[ProgramState](t, e, "program", q)
	line := e.running.timeSpent()
	kept := line
	kept.Total, kept.Cells = slices.Clone(line.Total), nil
	for _, cell := range line.Cells {
		kept.Cells = append(kept.Cells, slices.Clone(cell))
	}
	e.running.goOn(q.Slice, 0)
	if reflect.DeepEqual(e.running.timeSpent(), kept) {
		t.Error("expected that time goes by, found the same time line")
	}
	if !reflect.DeepEqual(line, kept) {
		t.Errorf("expected the time line as it was, %+v, found %+v", kept, line)
	}
}

// TestProgramReads: in a page there is nothing to read, so a program that reads ends with a message.
func TestProgramReads(t *testing.T) {
	s, out, _ := toEnd(t, New(), asked("try:\n    x = input('name? ')\nexcept BaseException:\n    print('caught')\n"))
	if !strings.HasPrefix(out, "name? ") || strings.Contains(out, "caught") || !strings.Contains(s.Stopped, "no standard input here") {
		t.Errorf("expected a message about `input`, found %q after %q", s.Stopped, out)
	}
}
