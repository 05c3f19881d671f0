package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// lookupTrace makes recordings that look keys of dictionaries up, and does meanwhile what they say, so it knows what each lookup
// finds. Inputs are dictionaries, keys, and a list.
type lookupTrace struct {
	randomText
	// places says for each dictionary where its keys are, gained counts the places that it has given.
	places [2]map[int]int
	gained [2]int
	// found is what each lookup has found, by its name.
	found map[string]int
	names []string
}

func newLookupTrace(seed uint64) *lookupTrace {
	e := &lookupTrace{randomText: randomText{rng: rand.New(rand.NewPCG(seed, 53))}, found: make(map[string]int)}
	for d := range e.places {
		e.places[d] = make(map[int]int)
		for key := range 3 {
			if e.rng.IntN(2) == 0 {
				e.add(d, key)
			}
		}
	}
	return e
}

func (e *lookupTrace) add(d, key int) {
	e.places[d][key] = e.gained[d]
	e.gained[d]++
}

// lookUp looks a key up; to write, the key gets a place. What is found is guarded most of the time, as in recordings.
func (e *lookupTrace) lookUp(d, key, reason int) string {
	name := e.define("i", "call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p%d, p%d, %d, %d, descr=<Calli 8 rrii EF=5 OS=4>)", d, 2+key, 100+key, reason)
	e.line("guard_no_exception() []")
	at, there := e.places[d][key]
	if !there {
		at = -1
		if reason == 1 {
			e.add(d, key)
		}
	}
	e.found[name] = at
	e.names = append(e.names, name)
	if e.rng.IntN(4) != 0 {
		isBelow := e.define("i", "int_lt(%s, 0)", name)
		e.line("guard_%v(%s) []", !there, isBelow)
	}
	return name
}

func (e *lookupTrace) step() {
	d, key := e.rng.IntN(2), e.rng.IntN(3)
	switch e.rng.IntN(12) {
	case 0, 1, 2, 3, 4:
		e.lookUp(d, key, 0)
	case 5, 6, 7:
		at := e.lookUp(d, key, 1)
		if e.rng.IntN(2) == 0 {
			e.line("call_n(ConstClass(_ll_dict_setitem_lookup_done_trampoline__v1), p%d, p%d, p%d, %d, %s, descr=<Callv 0 rrrii EF=5>)", d, 2+key, 2+key, 100+key, at)
			e.line("guard_no_exception() []")
		}
	case 8: // a function that may do anything, and here throws a key away
		e.line("call_n(ConstClass(f), p5, descr=<Callv 0 r EF=%d>)", 5+e.rng.IntN(3))
		e.line("guard_no_exception() []")
		delete(e.places[d], key)
	case 9: // the same in other words
		e.line(e.one([]string{"setfield_gc(p%d, 7, descr=<FieldS dicttable.num_live_items 8>)", "escape_n(p%d)", "call_n(ConstClass(_ll_dict_del), p%d, descr=<Callv 0 r EF=5>)"}), d)
		delete(e.places[d], key)
	case 10: // what changes no dictionary
		e.line(e.one([]string{
			"setfield_gc(p5, 3, descr=<FieldS list.length 8>)", "call_n(ConstClass(_ll_list_resize_hint__listPtr), p5, 2, descr=<Callv 0 ri EF=5>)",
			"call_n(ConstClass(ll_append_res0__stringbuilderPtr_rpy_stringPtr), p5, p5, descr=<Callv 0 rr EF=5>)",
		}))
	case 11: // to delete
		e.define("i", "call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p%d, p%d, %d, 2, descr=<Calli 8 rrii EF=5 OS=4>)", d, 2+key, 100+key)
		e.line("guard_no_exception() []")
		delete(e.places[d], key)
	}
}

// build makes a recording of some steps.
func (e *lookupTrace) build() string {
	e.line("[p0, p1, p2, p3, p4, p5]")
	for range 4 + e.rng.IntN(12) {
		e.step()
	}
	e.line("finish(%s)", strings.Join(e.names, ", "))
	return e.text.String()
}

// TestRandomLookups takes recordings of lookups through the optimizer. Where one gives way to another, that one has found the same.
func TestRandomLookups(t *testing.T) {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	var trusting, plain optimizer.Optimizer
	trusting.TrustRecording(true)
	removed := 0
	for seed := range uint64(*cellLogs) {
		e := newLookupTrace(seed)
		in := mustParse(t, e.build())
		if out := plain.Run(in, preset.Passes).Out; lookupsIn(out) != lookupsIn(in) {
			t.Fatalf("seed %d: expected that lookups stay unless the trace is known to be a recording, found\n%s", seed, out)
		}
		out := trusting.Run(in, preset.Passes).Out
		finish := trace.Value(len(out.Ops) - 1)
		printed := strings.Split(strings.TrimSuffix(lastLine(out), ")"), "(")[1]
		if len(e.names) != int(out.Ops[finish].Len) {
			t.Fatalf("seed %d: expected %d results, found\n%s", seed, len(e.names), out)
		}
		for k, name := range strings.Split(printed, ", ") {
			found, isLookup := e.found[name]
			if len(e.names) > 0 && (!isLookup && name != fmt.Sprint(e.found[e.names[k]]) || isLookup && found != e.found[e.names[k]]) {
				t.Fatalf("seed %d: expected that `%s` finds what `%s` has found, %d, found %d in\n%s\nrecorded:\n%s", seed, name, e.names[k], e.found[e.names[k]], found, out, in)
			}
		}
		removed += lookupsIn(in) - lookupsIn(out)
	}
	if removed < *cellLogs/5 {
		t.Errorf("expected that a fifth of as many lookups as recordings go, found %d of %d", removed, *cellLogs)
	}
}

func lookupsIn(t *trace.Trace) int { return strings.Count(t.String(), "ll_call_lookup_function") }

func lastLine(t *trace.Trace) string {
	lines := strings.Split(strings.TrimSpace(t.String()), "\n")
	return lines[len(lines)-1]
}

// TestLookupsAgain has the cases of lookups by name.
func TestLookupsAgain(t *testing.T) {
	const read, write = "0", "1"
	look := func(name, dict, key, reason string) string {
		return name + " = call_i(ConstClass(ll_call_lookup_function_trampoline__v1), " + dict + ", " + key + ", 7, " + reason + ", descr=<Calli 8 rrii EF=5 OS=4>)\nguard_no_exception() []\n"
	}
	const there = "i8 = int_lt(i1, 0)\nguard_false(i8) []\n"
	preset, _ := optimizer.PresetByName("straight")
	for _, test := range []struct {
		name, between, again string
		lookups              int
	}{
		{"to read", "", look("i2", "p0", "p1", read), 1},
		{"to write, since the key is there", there, look("i2", "p0", "p1", write), 1},
		{"to write, though nobody has looked whether it is there", "", look("i2", "p0", "p1", write), 2},
		{"another key", there, look("i2", "p0", "p2", read), 2},
		{"another dictionary", there, look("i2", "p2", "p1", read), 2},
		{"to delete", there, look("i2", "p0", "p1", "2"), 2},
		{"for a reason that there is not", there, look("i2", "p0", "p1", "-1"), 2},
		{"a dictionary was changed", "call_n(ConstClass(_ll_dict_setitem_lookup_done_trampoline__v1), p2, descr=<Callv 0 r EF=5>)\n", look("i2", "p0", "p1", read), 2},
		{"a function that may do anything was called", "call_n(ConstClass(f), p2, descr=<Callv 0 r EF=5>)\n", look("i2", "p0", "p1", read), 2},
		{"another key got a place", look("i9", "p0", "p2", write), look("i2", "p0", "p1", read), 3},
		{"a key was looked up by a call whose effect is not known", "i9 = call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p0, p1, 7, 1, descr=<Calli 8 rrii>)\nguard_no_exception() []\n", look("i2", "p0", "p1", read), 3},
		{"a key was looked up by a call of another form", "i9 = call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p0, p1, 1, descr=<Calli 8 rri EF=5>)\nguard_no_exception() []\n", look("i2", "p0", "p1", read), 3},
		{"an iterator went on", "i9 = call_i(ConstClass(_ll_dictnext__dictiterPtr), p2, descr=<Calli 8 r EF=5>)\n", look("i2", "p0", "p1", read), 1},
		{"a list was changed", "call_n(ConstClass(ll_append__listPtr), p2, descr=<Callv 0 r EF=5>)\n", look("i2", "p0", "p1", read), 1},
	} {
		var o optimizer.Optimizer
		o.TrustRecording(true)
		out := o.Run(mustParse(t, "[p0, p1, p2]\n"+look("i1", "p0", "p1", read)+test.between+test.again+"finish(i1, i2)\n"), preset.Passes).Out
		if n := lookupsIn(out); n != test.lookups || strings.Count(out.String(), "guard_no_exception") < n {
			t.Errorf("%s: expected %d lookups, each with a guard, found %d in\n%s", test.name, test.lookups, n, out)
		}
	}
}
