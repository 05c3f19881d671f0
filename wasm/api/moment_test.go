package api_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/wasm/api"
)

// optimized makes result 7, which requests about moments refer to.
func optimized(t *testing.T, e *api.Engine, text string, passes ...string) {
	t.Helper()
	if r := ask[api.Optimized](t, e, "optimize", everything(text, passes...)); r.Dialect == "" {
		t.Fatalf("expected a trace, found %v", r.Diagnostics)
	}
}

// momentText is a moment as one text.
func momentText(m *api.MomentResponse) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %s\n", m.Number, m.Fate, api.SpansText(m.Operation))
	for _, p := range m.Passes {
		if p.Did != "" && p.Did != "keeps" {
			fmt.Fprintf(&b, "%s %s\n", p.Name, p.Did)
		}
	}
	for _, box := range m.Boxes {
		fmt.Fprintf(&b, "box %s %s %s%s:", api.PartsText(box.Name), box.Class, box.State, api.PartsText(box.Why))
		for _, s := range box.Slots {
			fmt.Fprintf(&b, " %s=%s", s.Name, api.PartsText(s.Value))
			if s.Box >= 0 {
				fmt.Fprintf(&b, "->%s", api.PartsText(m.Boxes[s.Box].Name))
			}
		}
		b.WriteString("\n")
	}
	for _, o := range m.Output {
		if o.Fresh {
			fmt.Fprintf(&b, "new %d late=%v %s\n", o.Number, o.Late, api.PartsText(o.Text))
		}
	}
	return b.String()
}

// TestMomentOfTheJump checks the moment at which two boxes have to be made, if only one iteration is
// considered.
func TestMomentOfTheJump(t *testing.T) {
	e := api.New()
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "alloc")...)
	line := ask[api.TimelineResponse](t, e, "timeline", api.TimelineRequest{Result: 7, Bars: 100})
	if line.Count != 31 || line.First != 31 || len(line.Bars) != 31 {
		t.Fatalf("expected 31 moments, found %+v", line)
	}
	m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, At: 30})
	const want = `55 kept jump(p15, p10)
virtual makes
box p15 BoxedInteger now: intval=i14
box p10 BoxedInteger now: intval=i9
box p5 BoxedInteger known: intval=i4
box p6 BoxedInteger known: intval=-100
box p11 BoxedInteger known: intval=-1
new 44 late=true p15 = new(BoxedInteger)
new 46 late=true set(p15, intval, i14)
new 27 late=true p10 = new(BoxedInteger)
new 29 late=true set(p10, intval, i9)
new 55 late=false jump(p15, p10)
`
	if got := momentText(&m); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestMomentAroundTheLoop checks that the peeled loop's copies are moments of their own, and what they
// know of the previous iteration.
func TestMomentAroundTheLoop(t *testing.T) {
	e := api.New()
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "loop")...)
	line := ask[api.TimelineResponse](t, e, "timeline", api.TimelineRequest{Result: 7, Bars: 10})
	if line.Count != 61 || line.First != 31 || len(line.Bars) > 12 {
		t.Fatalf("expected 61 moments of which 31 are of the first iteration, in few bars, found %+v", line)
	}
	m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, At: 32})
	if !m.Loop || m.Number != 5 || m.Fate != "removed" {
		t.Fatalf("expected the loop's copy of row 5, found %s", momentText(&m))
	}
	found := false
	for _, box := range m.Boxes {
		for _, s := range box.Slots {
			found = found || api.PartsText(s.Value) == "i9 before"
		}
	}
	if !found {
		t.Errorf("expected a box with `i9` of the previous iteration, found\n%s", momentText(&m))
	}
	same := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, Key: m.Key, Loop: true})
	if same.At != m.At || !same.Found {
		t.Errorf("expected moment %d for its row, found %d", m.At, same.At)
	}
}

// TestStopsAreFound checks that stepping from stop to stop, forward from the beginning and backward from the
// end, visits as many moments as stated, for each name; and that a name that never occurs is not found.
func TestStopsAreFound(t *testing.T) {
	e := api.New()
	for _, example := range examples.All() {
		if len(example.Text) > 2_000 {
			continue
		}
		optimized(t, e, example.Text, passNames(t, "loop")...)
		line := ask[api.TimelineResponse](t, e, "timeline", api.TimelineRequest{Result: 7, Bars: 10})
		for _, stop := range line.Stops {
			moments := make(map[int]bool)
			for _, back := range []bool{false, true} {
				q := api.MomentRequest{Result: 7, Stop: stop.Name, Back: back}
				if back {
					q.At = line.Count - 1
				}
				for m := ask[api.MomentResponse](t, e, "moment", q); m.Found; m = ask[api.MomentResponse](t, e, "moment", q) {
					q.At, moments[m.At] = m.At, true
				}
			}
			// A pass can act on something without a moment, and several rules on one
			// operation.
			if stop.Kind == "operation" && len(moments) != stop.Count || len(moments) == 0 && stop.Kind == "pass" {
				t.Errorf("%s: expected %d moments at `%s`, found %d", example.ID, stop.Count, stop.Name, len(moments))
			}
		}
		if m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, Stop: "no such name"}); m.Found {
			t.Errorf("%s: expected nothing at a name that never comes, found moment %d", example.ID, m.At)
		}
	}
}

// TestEveryMoment goes through all moments of random traces: the bars add up to the moments, rows and
// moments say the same, and what is shown is bounded.
func TestEveryMoment(t *testing.T) {
	e := api.New()
	var g fuzz.Generator
	presets := optimizer.Presets()
	for i := range uint64(40) {
		text := g.Trace(23, i, 30).Trace.String()
		optimized(t, e, text, passNames(t, presets[i%uint64(len(presets))].Name)...)
		line := ask[api.TimelineResponse](t, e, "timeline", api.TimelineRequest{Result: 7, Bars: 7})
		sum := 0
		for _, b := range line.Bars {
			if b.From != sum {
				t.Fatalf("random %d: expected a bar from %d on, found %+v", i, sum, b)
			}
			sum += b.Kept + b.Replaced + b.Moved + b.Removed
		}
		rows := ask[api.MomentRowsResponse](t, e, "momentRows", api.MomentRowsRequest{Result: 7, To: 1000})
		if sum != line.Count || len(rows.Rows) != min(line.Count, 1000) {
			t.Fatalf("random %d: expected %d moments in bars and rows, found %d and %d\n%s", i, line.Count, sum, len(rows.Rows), text)
		}
		for at, row := range rows.Rows {
			m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, At: at})
			if m.At != at || m.Key != row.Key || m.Fate != row.Fate || api.SpansText(m.Operation) != api.SpansText(row.Spans) {
				t.Fatalf("random %d: expected row %+v at moment %d, found %s\n%s", i, row, at, momentText(&m), text)
			}
		}
	}
}

// TestObjectsOfAMoment checks what can be drawn of objects: a cycle of known objects, which a guard describes; one that escaped,
// and why; one that existed before; and other names.
func TestObjectsOfAMoment(t *testing.T) {
	e := api.New()
	optimized(t, e, `[p0, i1]
p2 = new(Node)
p3 = new(Node)
set(p2, next, p3)
set(p3, next, p2)
set(p3, value, i1)
p4 = new(Box)
set(p4, intval, i1)
i7 = int_mul(i1, 3)
escape(p4)
p5 = get(p2, next)
p6 = get(p0, next)
guard_class(p6, Node) [p5, i7, p4]
finish(p6)
`, passNames(t, "loop")...)
	m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, At: 12})
	if want := "guard_class(p6, Node)"; !strings.HasPrefix(api.SpansText(m.Operation), want) {
		t.Fatalf("expected `%s`, found %s", want, momentText(&m))
	}
	const want = `box p3 Node known: next=p2->p2 value=i1
box p4 Box maderow 10 gives it away:
box p6  there:
box p2 Node known: next=p3->p3
box p0  there: next=p6->p6
`
	got := momentText(&m)
	_, got, _ = strings.Cut(got, "\n")
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	var kept []string
	for _, s := range m.Kept {
		kept = append(kept, fmt.Sprint(api.PartsText(s.Value), " ", s.Box))
	}
	if got := strings.Join(kept, ", "); got != "p3 0, i7 -1, p4 1" {
		t.Errorf("expected what the guard hands over, found %s", got)
	}
	if names := m.Boxes[0].Names; len(names) != 1 || api.PartsText(names[0]) != "p5" {
		t.Errorf("expected `p5` as another name of `p3`, found %v", names)
	}
	for _, line := range m.Lines {
		if line.Kind == "kept" && api.PartsText(line.Text) == "if it does not hold, it hands over p3 (made only then), i7, p4" {
			return
		}
	}
	t.Errorf("expected a sentence about what the guard hands over, found %v", m.Lines)
}

// TestGuardsThatKeepMuch checks that some values of a list of 1,000 are listed, and that the others are
// counted.
func TestGuardsThatKeepMuch(t *testing.T) {
	e := api.New()
	optimized(t, e, "[i0, p1]\nguard_nonnull(p1) ["+strings.Repeat("i0, ", 999)+"p1]\nfinish(i0)\n", passNames(t, "loop")...)
	m := ask[api.MomentResponse](t, e, "moment", api.MomentRequest{Result: 7, At: 1})
	if n := len(m.Kept); n != 61 || api.PartsText(m.Kept[n-1].Value) != "and 940 more" || m.Kept[n-1].Box != -1 {
		t.Errorf("expected 60 values and a word about the others, found %v", m.Kept)
	}
}
