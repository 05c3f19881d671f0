package jit

import (
	"math"
	"testing"
)

// TestTimeline lets a clock of its own go, and compares cells, totals and the program's time.
func TestTimeline(t *testing.T) {
	now := 0.0
	line := NewTimeline(func() float64 { return now })
	now = 1000 // before the program
	line.Start()
	spent := [Activities]float64{}
	for k := range 5000 {
		a := Activity(k % int(Activities))
		before := line.enter(a)
		if want := Activity((k + int(Activities) - 1) % int(Activities)); k > 0 && before != want {
			t.Fatalf("expected that it was %v before, found %v", want, before)
		}
		took := float64(k%7) / 8
		now += took
		spent[a] += took
		if k%100 == 99 {
			line.Stop()
			now += 50
			line.Start()
		}
		if k%10 == 0 {
			line.note("trace", nil, nil)
		}
	}
	line.Stop()
	if len(line.Cells) > maxCells || len(line.Cells) < maxCells/2 || len(line.Events) != maxEvents || line.Missed != 500-maxEvents {
		t.Errorf("expected from %d to %d cells and %d events, found %d, %d, %d", maxCells/2, maxCells, maxEvents, len(line.Cells), len(line.Events), line.Missed)
	}
	sums := [Activities]float64{}
	for k, cell := range line.Cells {
		whole := 0.0
		for a, n := range cell {
			sums[a] += n
			whole += n
		}
		if k < len(line.Cells)-1 && math.Abs(whole-line.Width) > 1e-6 {
			t.Errorf("expected that cell %d is full, found %g of %g", k, whole, line.Width)
		}
	}
	for a := range Activities {
		if math.Abs(spent[a]-line.Total[a]) > 1e-6 || math.Abs(spent[a]-sums[a]) > 1e-6 {
			t.Errorf("%v: expected %g, found %g in all and %g in cells", a, spent[a], line.Total[a], sums[a])
		}
	}
	var none *Timeline
	none.enter(Running)
	none.note("trace", nil, nil)
}
