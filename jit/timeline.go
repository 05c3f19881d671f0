package jit

import "unbox/lang/vm"

// Activity is what a program spends its time on.
type Activity uint8

// The activities of a program. Calls of a running trace count as running it.
const (
	Interpreting Activity = iota
	Recording
	Optimizing
	Compiling
	Running
	Collecting
	Activities // how many there are
)

// String names an activity.
func (a Activity) String() string {
	return [...]string{"interpreting", "recording", "optimizing", "compiling", "running", "collecting"}[a]
}

// The limits of what a time line keeps.
const (
	maxCells  = 240
	maxEvents = 200
	// firstWidth is the width of cells at first, in milliseconds.
	firstWidth = 0.25
)

// Timeline records what a program's time was spent on, and when. Its memory does not depend on the program's run
// time: when there would be more than 240 cells, each of them becomes twice as wide. A nil Timeline records
// nothing.
type Timeline struct {
	// Width is the number of milliseconds of the program's time in a cell; Cells says how many were
	// spent on each activity, Total the same for the whole program.
	Width float64
	Cells [][Activities]float64
	Total [Activities]float64
	// Events are what happened to loops, Missed counts those after the first 200.
	Events []Event
	Missed int

	clock func() float64
	now   Activity
	// at is the program's time, since the clock's value then.
	at, since float64
	stopped   bool
	within    []Activity          // what collections interrupted
	made      [Activities]float64 // Total at the event before
}

// Event is a moment at which something happened to a loop.
type Event struct {
	// At is the program's time in milliseconds.
	At float64
	// What is "trace", "version", "bridge", "failed" or "thrown away".
	What string
	Loop *Loop
	// Recorded is the number of recorded operations of a trace or bridge, the others the milliseconds that recording, optimizing and
	// compiling took since the event before, including failed attempts.
	Recorded                         int
	Recording, Optimizing, Compiling float64
}

// Making is how many milliseconds that was together.
func (e *Event) Making() float64 { return e.Recording + e.Optimizing + e.Compiling }

// NewTimeline makes a stopped time line. The clock returns milliseconds.
func NewTimeline(clock func() float64) *Timeline {
	return &Timeline{Width: firstWidth, clock: clock, stopped: true}
}

// Start starts the program's time, Stop stops it.
func (t *Timeline) Start() {
	if t != nil {
		t.since, t.stopped = t.clock(), false
	}
}

// Stop stops the program's time.
func (t *Timeline) Stop() {
	if t != nil {
		t.pass()
		t.stopped = true
	}
}

// Watch makes collections of a program's memory count.
func (t *Timeline) Watch(machine *vm.VM) {
	if t == nil {
		return
	}
	machine.World().Observe = func(begins bool) {
		last := len(t.within) - 1
		if begins {
			t.within = append(t.within, t.enter(Collecting))
		} else {
			t.enter(t.within[last])
			t.within = t.within[:last]
		}
	}
}

// enter sets the program's activity from now on, and returns the one before.
func (t *Timeline) enter(a Activity) (before Activity) {
	if t == nil {
		return Interpreting
	}
	t.pass()
	before, t.now = t.now, a
	return before
}

// note records an event; rec is the recording, nil if it failed.
func (t *Timeline) note(what string, l *Loop, rec *vm.Recording) {
	if t == nil {
		return
	}
	if len(t.Events) == maxEvents {
		t.Missed++
		return
	}
	t.pass()
	since := func(a Activity) float64 { return t.Total[a] - t.made[a] }
	e := Event{At: t.at, What: what, Loop: l, Recording: since(Recording), Optimizing: since(Optimizing), Compiling: since(Compiling)}
	if rec != nil {
		e.Recorded = len(rec.Trace.Ops) - 1
	}
	t.Events, t.made = append(t.Events, e), t.Total
}

// pass counts the time up to now.
func (t *Timeline) pass() {
	if t.stopped {
		return
	}
	now := t.clock()
	from, to := t.at, t.at+max(now-t.since, 0)
	t.at, t.since = to, now
	t.Total[t.now] += to - from
	for to > t.Width*maxCells {
		t.widen()
	}
	for from < to {
		k := int(from / t.Width)
		for len(t.Cells) <= k {
			t.Cells = append(t.Cells, [Activities]float64{})
		}
		end := min(float64(k+1)*t.Width, to)
		if end <= from { // by rounding
			end = to
		}
		t.Cells[k][t.now] += end - from
		from = end
	}
}

// widen makes one cell of two.
func (t *Timeline) widen() {
	t.Width *= 2
	half := (len(t.Cells) + 1) / 2
	for k := range half {
		sum := t.Cells[2*k]
		if 2*k+1 < len(t.Cells) {
			for a, n := range t.Cells[2*k+1] {
				sum[a] += n
			}
		}
		t.Cells[k] = sum
	}
	t.Cells = t.Cells[:half]
}
