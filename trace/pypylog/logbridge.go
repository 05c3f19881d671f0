package pypylog

import (
	"slices"
	"strings"

	"unbox/trace"
	"unbox/world"
)

// Where a recorded bridge begins and where it leads.
//
// A bridge begins where a guard of another trace failed, and what was known there still holds in it. PyPy
// keeps these facts with the guard; a recorded bridge does not have them. But the log holds
// the other trace, with the guard and the values that it passes to the bridge (see facts.go). That
// trace may be a bridge, too, which began with facts.

// Surroundings are the traces of a log around a recorded bridge. They are empty for a trace that is no
// bridge.
type Surroundings struct {
	// Path leads to the bridge: the optimized traces through whose guards it is reached, the first one first, and
	// the one in which the bridge begins last.
	Path []Step
	// Loop is the recorded trace of the loop to which the bridge leads, "" if the log does not have it.
	Loop string
}

// Step is an optimized trace that is left through a guard.
type Step struct {
	Optimized string
	// Guard is the address of the guard, as in [LogEntry.Guard].
	Guard string
}

// RecordedTrace is a recorded trace with what its log says about it.
type RecordedTrace struct {
	// Trace is nil if the text has errors.
	Trace       *trace.Trace
	Diagnostics []trace.Diagnostic
	// World is what is known of a bridge's inputs, nil if nothing is.
	World *world.World
	// Loop is the loop to which a bridge leads, as recorded, nil if the log does not have it.
	Loop *trace.Trace
}

// ParseRecorded reads a recorded trace together with what its surroundings say. All traces of the
// result are of one program, so that a class has one number in all of them. Texts that do not
// fit together are left out.
func ParseRecorded(text string, around Surroundings) (r RecordedTrace) {
	var program trace.Program
	defer func() { nameVirtualRefs(r.Trace) }()
	known := knownOnPath(&program, around.Path)
	if around.Loop != "" {
		r.Loop, _ = program.Parse(around.Loop)
	}
	if known == nil && r.Loop == nil {
		r.Trace, r.Diagnostics = trace.Parse(text)
		return r
	}
	if r.Trace, r.Diagnostics = program.Parse(text); r.Trace == nil {
		r.Loop = nil
		r.Trace, r.Diagnostics = trace.Parse(text)
		return r
	}
	if known != nil {
		r.World = known.worldOf(r.Trace)
	}
	return r
}

// Neighbours finds the surroundings of the recorded traces of one log. What leads where is looked up once for
// all of them, in time linear in their length.
type Neighbours struct {
	log     string
	entries []LogEntry
	// loops has the entry of each loop that was recorded, by its number.
	loops map[string]int
}

// NewNeighbours returns those of a log that [SplitLog] has split.
func NewNeighbours(log string, entries []LogEntry) *Neighbours {
	n := &Neighbours{log: log, entries: entries, loops: make(map[string]int)}
	for k := range entries {
		if number := entries[k].loopNumber(); number != "" && entries[k].Partner >= 0 {
			n.loops[number] = k
		}
	}
	return n
}

// NeighboursAmong returns those of a log that is given as single texts: optimized traces and the recorded trace of each. The
// recorded trace k is number 2*k. In another log, an address means another guard.
func NeighboursAmong(optimized, recorded []string) *Neighbours {
	var text strings.Builder
	entries := make([]LogEntry, 0, 2*len(optimized))
	for k := range optimized {
		for _, part := range []string{recorded[k], optimized[k]} {
			from := text.Len()
			text.WriteString(part)
			list, err := SplitLog(part)
			e := LogEntry{}
			if err == nil && len(list) > 0 {
				e = list[0]
			}
			e.From, e.To, e.Parent = from, text.Len(), -1
			entries = append(entries, e)
		}
		entries[2*k].Partner, entries[2*k+1].Partner = 2*k+1, 2*k
	}
	findParents(entries, optimized)
	return NewNeighbours(text.String(), entries)
}

// findParents finds the trace in which each bridge begins, which is never the bridge itself. Every second entry is one of
// the optimized traces.
func findParents(entries []LogEntry, optimized []string) {
	guards := askedGuards(entries)
	for k, text := range optimized {
		own := entries[2*k+1].Guard
		in, asked := guards[own]
		noteGuards(text, 2*k+1, guards)
		if asked {
			guards[own] = in
		}
	}
	for k := range entries {
		if address := entries[k].Guard; address != "" {
			entries[k].Parent = guards[address]
		}
	}
}

// Of returns the surroundings of a recorded trace, given by the number of its entry.
func (n *Neighbours) Of(i int) Surroundings {
	var s Surroundings
	partner := n.entries[i].Partner
	if partner < 0 || n.entries[partner].Guard == "" {
		return s
	}
	for e := &n.entries[partner]; e.Parent >= 0 && len(s.Path) < maxPath; e = &n.entries[e.Parent] {
		parent := &n.entries[e.Parent]
		if parent.Partner < 0 {
			break
		}
		s.Path = append(s.Path, Step{Optimized: parent.Text(n.log), Guard: e.Guard})
	}
	slices.Reverse(s.Path)
	if loop, ok := n.loops[loopOfJump(n.entries[i].Text(n.log))]; ok {
		s.Loop = n.entries[n.entries[loop].Partner].Text(n.log)
	}
	return s
}

// maxPath bounds the number of traces that lead to a bridge: those before them are left out.
const maxPath = 16

// loopOfJump returns the number of the loop to which the jump at the end of a recorded trace leads, as PyPy
// writes it: "7" of descr=<Loop7>. It is "" if there is none, also if the jump leads back to the beginning of the
// trace, whose number is -1.
func loopOfJump(text string) string {
	at := strings.LastIndex(text, "\njump(")
	_, after, ok := strings.Cut(text[max(at, 0):], "descr=<Loop")
	number, _, closed := strings.Cut(after, ">")
	if at < 0 || !ok || !closed || strings.HasPrefix(number, "-") {
		return ""
	}
	return number
}

// loopNumber returns the number of an optimized loop, "" for all other entries.
func (e *LogEntry) loopNumber() string {
	rest, ok := strings.CutPrefix(e.Title, "Loop ")
	number, _, closed := strings.Cut(rest, " ")
	if e.Kind != LogLoop || !ok || !closed {
		return ""
	}
	return number
}
