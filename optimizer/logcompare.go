package optimizer

import (
	"unbox/trace"
	"unbox/world"
)

// LogComparison compares what this optimizer makes from a trace that PyPy
// recorded with what PyPy made from it.
type LogComparison struct {
	// Preset is the name of the preset that was used: "loop" if PyPy's result is a
	// loop with a preamble, otherwise "straight": also for a loop that PyPy did not peel.
	Preset string
	// Recorded is the recorded trace; if it is a bridge, its jump passes what the loop takes (see [EnterLoop]). Guards on comparisons
	// that PyPy decided by what it knows of a constant are promises (see logconstants.go).
	Recorded *trace.Trace
	// Result is what this optimizer made from it.
	Result *Result
	// Tables are the counts: of the whole trace and, for loops, of the loop alone.
	Tables []CountTable
	// Entry is the number of reads that PyPy's result begins with. They read the
	// frame's fields, which are inputs of the recorded trace, and are not in the
	// tables.
	Entry int
}

// CountTable is one table of counts.
type CountTable struct {
	// Part is "whole" or "loop".
	Part string
	// Before counts the recorded trace, Ours and PyPys the part of the results.
	Before, Ours, PyPys trace.Counts
}

// Larger reports whether ours has more operations of a kind than PyPy's.
func (t *CountTable) Larger(k trace.CountKind) bool { return t.Ours[k] > t.PyPys[k] }

// Larger reports whether ours is larger anywhere.
func (c *LogComparison) Larger() bool {
	for i := range c.Tables {
		for _, k := range trace.AllCountKinds() {
			if c.Tables[i].Larger(k) {
				return true
			}
		}
	}
	return false
}

// CompareWithLog optimizes a recorded trace and counts the operations of the
// result and of optimized, which PyPy made of the same trace. w is what is known about the
// recorded trace, for example about a bridge's inputs, and loop the loop to which a bridge leads
// (see [EnterLoop]; [unbox/trace/pypylog.ParseRecorded] finds both). Both are nil if there is none.
func CompareWithLog(recorded, optimized *trace.Trace, w *world.World, loop *trace.Trace) *LogComparison {
	before, theirs := trace.CountKinds(recorded).Whole, countRunning(optimized)
	if loop != nil {
		recorded = EnterLoop(recorded, loop)
	}
	c := &LogComparison{Preset: "straight", Recorded: recorded, Entry: theirs.Entry[trace.CountAll]}
	peeled := theirs.HasLoop && theirs.Loop != theirs.WithoutEntry() // otherwise PyPy gave it up, and the trace is the loop
	if peeled {
		c.Preset = "loop"
	}
	preset, err := PresetByName(c.Preset)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var o Optimizer
	o.TrustRecording(true) // it is a recording: PyPy's result belongs to it
	o.TrustLoop(peeled)
	o.Know(w)
	c.Result = o.Run(recorded, preset.Passes)
	if promised := promiseDecided(recorded, c.Result.Out, optimized); promised != recorded {
		c.Recorded, c.Result = promised, o.Run(promised, preset.Passes)
	}
	c.findCells(&o, preset.Passes, optimized)
	c.findTables(&o, preset.Passes, optimized)
	ours := countRunning(c.Result.Out)
	c.Tables = append(c.Tables, CountTable{"whole", before, ours.Whole, theirs.WithoutEntry()})
	if theirs.HasLoop {
		if !ours.HasLoop {
			ours.Loop = ours.Whole // not peeled: the whole trace is the loop
		}
		c.Tables = append(c.Tables, CountTable{"loop", before, ours.Loop, theirs.Loop})
	}
	return c
}
