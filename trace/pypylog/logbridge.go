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

// SurroundingsAmong returns the surroundings of a trace among optimized traces of one log and the recorded trace
// of each. In another log, an address means another guard.
func SurroundingsAmong(optimized, recorded []string, bridge int) Surroundings {
	var text strings.Builder
	entries := make([]LogEntry, 0, 2*len(optimized))
	for k := range optimized {
		for _, part := range []string{recorded[k], optimized[k]} {
			from := text.Len()
			text.WriteString(part)
			list, err := SplitLog(part)
			e := LogEntry{Partner: -1, Parent: -1}
			if err == nil && len(list) > 0 {
				e = list[0]
			}
			e.From, e.To, e.Parent = from, text.Len(), -1
			entries = append(entries, e)
		}
		entries[2*k].Partner, entries[2*k+1].Partner = 2*k+1, 2*k
	}
	for k := range entries {
		for i := 1; i < len(entries) && entries[k].Guard != ""; i += 2 {
			if i != k && strings.Contains(optimized[i/2], "<Guard"+entries[k].Guard+">") {
				entries[k].Parent = i
			}
		}
	}
	return SurroundingsOf(text.String(), entries, 2*bridge)
}

// SurroundingsOf returns those of a recorded trace of a log.
func SurroundingsOf(log string, entries []LogEntry, i int) Surroundings {
	var s Surroundings
	partner := entries[i].Partner
	if partner < 0 || entries[partner].Guard == "" {
		return s
	}
	for e := &entries[partner]; e.Parent >= 0 && len(s.Path) < maxPath; e = &entries[e.Parent] {
		parent := &entries[e.Parent]
		if parent.Partner < 0 {
			break
		}
		s.Path = append(s.Path, Step{Optimized: parent.Text(log), Guard: e.Guard})
	}
	slices.Reverse(s.Path)
	loop := loopOfJump(entries[i].Text(log))
	for k := range entries {
		if e := &entries[k]; loop != "" && e.Kind == LogLoop && e.Partner >= 0 && isLoop(e, loop) {
			s.Loop = entries[e.Partner].Text(log)
		}
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

// isLoop reports whether an optimized trace is the loop with a number.
func isLoop(e *LogEntry, number string) bool { return strings.HasPrefix(e.Title, "Loop "+number+" ") }
