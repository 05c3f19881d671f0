package api

import (
	"cmp"
	"container/heap"
	"slices"

	"unbox/optimizer"
	"unbox/trace"
)

// Lifelines are drawn in lanes, side by side. Objects that stay in the iteration share lanes from the
// left: as many as there are objects at the same time. Objects that continue to the next iteration have
// lanes of their own on the right, one for each object and what it comes in again as, so that what leaves
// at the bottom comes in at the top of the same lane.

// laneLayout is the lanes of all lifelines.
type laneLayout struct {
	of           []int
	count, going int
	// drawn is the number of objects that have a line.
	drawn int
	// comingAs finds the object that a parameter begins, passedAs the one that comes in again as it.
	comingAs, passedAs map[trace.Value]int
}

// layOut gives each object a lane.
func (l *laneLayout) layOut(lives *optimizer.Lives, t *trace.Trace) {
	l.of = make([]int, len(lives.Objects))
	l.comingAs, l.passedAs = make(map[trace.Value]int), make(map[trace.Value]int)
	for i := range lives.Objects {
		o := &lives.Objects[i]
		if o.Marks[0].Kind == optimizer.MarkComes && isDrawn(o) {
			l.comingAs[o.Marks[0].At] = i
		}
		if o.Comes != trace.None {
			l.passedAs[o.Comes] = i
		}
	}
	var staying, going []int
	for i := range lives.Objects {
		o := &lives.Objects[i]
		_, isPassedFor := l.passedAs[o.First()]
		if l.of[i] = -1; !isDrawn(o) {
			continue
		}
		l.drawn++
		if o.Comes != trace.None || isPassedFor && o.Marks[0].Kind == optimizer.MarkComes {
			going = append(going, i)
		} else {
			staying = append(staying, i)
		}
	}
	l.going = l.share(lives, staying, t)
	l.count = l.going
	l.pair(lives, going)
}

// isDrawn reports whether an object has a line: not if it is only mentioned.
func isDrawn(o *optimizer.Life) bool { return o.Allocated || len(o.Marks) > 1 }

// rowOf is the operation in whose row another one is shown: parameters are shown in their
// label's.
func rowOf(t *trace.Trace, v trace.Value) trace.Value {
	for t.Ops[v].Code == trace.OpParam {
		v--
	}
	return v
}

// share gives objects lanes that they share with others at other times, and returns the number of
// lanes.
func (l *laneLayout) share(lives *optimizer.Lives, objects []int, t *trace.Trace) int {
	slices.SortStableFunc(objects, func(a, b int) int {
		return cmp.Compare(lives.Objects[a].First(), lives.Objects[b].First())
	})
	var taken takenLanes
	var free freeLanes
	lanes := 0
	for _, i := range objects {
		o := &lives.Objects[i]
		for len(taken) > 0 && taken[0].until < rowOf(t, o.First()) {
			heap.Push(&free, heap.Pop(&taken).(takenLane).lane)
		}
		if len(free) > 0 {
			l.of[i] = heap.Pop(&free).(int)
		} else {
			l.of[i] = lanes
			lanes++
		}
		// What is made late has its square beside the row that it is made for, which may come after all that mention it.
		heap.Push(&taken, takenLane{rowOf(t, max(o.Last(), o.Exists)), l.of[i]})
	}
	return lanes
}

// pair gives lanes to objects that go around the loop: one lane for what comes in and for
// what is passed for it, if the first ends before the second begins.
func (l *laneLayout) pair(lives *optimizer.Lives, objects []int) {
	for _, i := range objects {
		l.of[i] = -1
	}
	for _, i := range objects {
		if l.of[i] >= 0 {
			continue
		}
		l.of[i] = l.count
		o := &lives.Objects[i]
		if k, known := l.comingAs[o.Comes]; known && o.Comes != trace.None && l.of[k] < 0 && lives.Objects[k].Last() < o.First() {
			l.of[k] = l.count
		} else if k, known := l.passedAs[o.First()]; known && isDrawn(&lives.Objects[k]) && l.of[k] < 0 && o.Last() < lives.Objects[k].First() {
			l.of[k] = l.count
		}
		l.count++
	}
}

// takenLane is a lane that is in use up to an operation.
type takenLane struct {
	until trace.Value
	lane  int
}

// takenLanes is a heap; the lane that becomes free first comes first.
type takenLanes []takenLane

func (h takenLanes) Len() int           { return len(h) }
func (h takenLanes) Less(i, j int) bool { return h[i].until < h[j].until }
func (h takenLanes) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *takenLanes) Push(x any)        { *h = append(*h, x.(takenLane)) }
func (h *takenLanes) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// freeLanes is a heap; the leftmost lane comes first.
type freeLanes []int

func (h freeLanes) Len() int           { return len(h) }
func (h freeLanes) Less(i, j int) bool { return h[i] < h[j] }
func (h freeLanes) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *freeLanes) Push(x any)        { *h = append(*h, x.(int)) }
func (h *freeLanes) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// line is lifeline i for the response, with its marks next to items from up to to. It is outside if no
// part of it is there.
func (p *picture) line(i, from, to int) (line Lifeline, inside bool) {
	o := &p.lives.Objects[i]
	if p.lanes.of[i] < 0 {
		return line, false
	}
	first, last := int(p.itemOf[o.First()]), int(p.itemOf[o.Last()])
	if last < from || first >= to {
		return line, false
	}
	line = Lifeline{
		ID: i, Key: int(o.Value), Name: p.c.recorded.Name(o.Value), Lane: p.lanes.of[i],
		From: first, To: last, Exists: -1, Before: o.Before, Comes: -1, Marks: []LineMark{},
	}
	if o.Exists != trace.None {
		line.Exists, line.Late = int(p.itemOf[o.Exists]), o.Exists != o.First()
	}
	if k, known := p.lanes.comingAs[o.Comes]; known {
		line.Comes = k
	}
	for _, m := range o.Marks {
		item := int(p.itemOf[m.At])
		if item < from || item >= to {
			continue
		}
		mark := LineMark{Item: item, Kind: m.Kind.String(), Key: int(m.At), Into: -1, Kept: p.lives.Fates[m.At].Kind != optimizer.FateRemoved}
		if m.Value != trace.None && m.Kind != optimizer.MarkFound && !p.isObject(m.Value) {
			mark.Label = p.c.recorded.Name(m.Value)
		}
		if m.Into >= 0 {
			mark.Into = p.lanes.of[m.Into]
		}
		if n := len(line.Marks); n > 0 && line.Marks[n-1].Item == item && line.Marks[n-1].Kind == mark.Kind {
			continue
		}
		line.Marks = append(line.Marks, mark)
	}
	return line, true
}

// isObject reports whether a value is an object with lines of its own: where it is put into another one,
// that is drawn.
func (p *picture) isObject(v trace.Value) bool {
	return v.IsOp() && p.c.trace.Ops[v].Type == trace.Ref
}
