package prove

import (
	"cmp"
	"fmt"
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// matched is a pair of guards with the same identity: indexes of events.
type matched struct{ before, after int }

// match finds the guards that correspond: those of the same recorded operation and
// the same iteration, as many as are in the same order on both sides.
func (p *prover) match() []matched {
	type identity struct {
		src   int32
		jumps int
	}
	recorded := make(map[identity]int)
	for k := range p.b.events {
		if ev := &p.b.events[k]; ev.kind == eventGuard {
			recorded[identity{p.before.Ops[ev.op].Src, ev.jumps}] = k
		}
	}
	var pairs []matched
	for k := range p.a.events {
		ev := &p.a.events[k]
		if ev.kind != eventGuard {
			continue
		}
		if at, ok := recorded[identity{p.after.Ops[ev.op].Src, ev.jumps}]; ok {
			pairs = append(pairs, matched{at, k})
		}
	}
	return increasing(pairs)
}

// increasing returns a longest subsequence in which the recorded events increase. Of guards that stand for the same
// recorded one it has the first, after which the others cannot fail.
func increasing(pairs []matched) []matched {
	var tails []int // index in pairs of the smallest end of a subsequence of each length
	back := make([]int, len(pairs))
	for k, pair := range pairs {
		n, isThere := slices.BinarySearchFunc(tails, pair.before, func(at, want int) int {
			return cmp.Compare(pairs[at].before, want)
		})
		if isThere {
			continue
		}
		back[k] = -1
		if n > 0 {
			back[k] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, k)
		} else {
			tails[n] = k
		}
	}
	list := make([]matched, len(tails))
	if len(tails) > 0 {
		for n, k := len(tails)-1, tails[len(tails)-1]; n >= 0; n-- {
			list[n] = pairs[k]
			k = back[k]
		}
	}
	return list
}

// compare walks along both sides, from one pair of guards to the next, and asks all
// questions. It returns true if an allocation turned out to be another object than
// was assumed, so that it has to start again.
func (p *prover) compare() (again bool) {
	next := [2]int{}
	for _, pair := range p.match() {
		if p.upTo(&next, pair.before, pair.after) {
			return true
		}
		if p.done {
			return false
		}
		before, after := &p.b.events[pair.before], &p.a.events[pair.after]
		p.at = pair.before
		p.effectCount(before, p.e.b.Not(before.holds))
		if p.guards(before, after) {
			return true
		}
		p.assume(before.holds)
		p.assume(after.holds)
		next = [2]int{pair.before + 1, pair.after + 1}
	}
	if p.upTo(&next, len(p.b.events), len(p.a.events)) {
		return true
	}
	return p.ends()
}

// upTo goes over the events before the next pair of guards.
func (p *prover) upTo(next *[2]int, before, after int) (again bool) {
	for ; next[0] < before && !p.done; next[0]++ {
		p.recorded(&p.b.events[next[0]], next[0])
	}
	for ; next[1] < after && !p.done; next[1]++ {
		p.optimized(&p.a.events[next[1]])
	}
	return p.compareEffects()
}

// recorded looks at an event of the recorded trace.
func (p *prover) recorded(ev *sideEvent, at int) {
	p.at = at + 1
	switch ev.kind {
	case eventDefined:
		p.assume(ev.holds)
	case eventGuard:
		p.ask(question{
			Query: Query{Kind: QueryRemoved, Before: p.place(p.b, ev.op), Iteration: ev.jumps,
				What: fmt.Sprintf("the removed guard %s always holds", p.b.names.at(ev.op))},
			bad: p.e.b.And(p.e.b.Not(ev.holds), ev.exit.defined),
		})
		p.assume(ev.holds)
	case eventEffect:
		p.effects[0] = append(p.effects[0], ev)
	}
}

// optimized looks at an event of the optimized trace.
func (p *prover) optimized(ev *sideEvent) {
	switch ev.kind {
	case eventDefined:
		if p.isAssumed[ev.holds] {
			return
		}
		p.ask(question{
			Query: Query{Kind: QueryDefined, After: p.place(p.a, ev.op), Iteration: ev.jumps,
				What: fmt.Sprintf("%s has a meaning (it has none if %s)", p.a.names.at(ev.op), ev.why)},
			bad: p.e.b.Not(ev.holds), whole: true,
		})
		p.assume(ev.holds)
	case eventGuard:
		if p.isAssumed[ev.holds] {
			return
		}
		p.ask(question{
			Query: Query{Kind: QueryAdded, After: p.place(p.a, ev.op), Iteration: ev.jumps,
				What: fmt.Sprintf("%s, which has no counterpart at this place of the recorded trace, never fails", p.a.names.at(ev.op))},
			bad: p.e.b.Not(ev.holds), whole: true,
		})
		p.assume(ev.holds)
	case eventEffect:
		p.effects[1] = append(p.effects[1], ev)
	}
}

// compareEffects compares the effects that both sides have by now.
func (p *prover) compareEffects() (again bool) {
	for ; p.compared < min(len(p.effects[0]), len(p.effects[1])) && !p.done; p.compared++ {
		before, after := p.effects[0][p.compared], p.effects[1][p.compared]
		q := question{
			Query: Query{Kind: QueryEffect, Before: p.place(p.b, before.op), After: p.place(p.a, after.op), Iteration: before.jumps,
				What: fmt.Sprintf("visible effect %d, %s, is the same", p.compared+1, p.b.names.at(before.op))},
			bad: p.e.b.True(), whole: true,
		}
		if trace.SameCall(p.before, before.op, p.after, after.op) && before.conditional == after.conditional && len(before.args) == len(after.args) {
			changes := mayChange(&p.before.Ops[before.op])
			g := compareEffects(p.e, p.ids, before, after, changes)
			if p.choosing && g.corrected {
				return true
			}
			q.bad, q.parts = g.differ(), g.mismatches
		}
		p.ask(q)
	}
	return false
}

// effectCount asks that an exit is not taken if the two sides did not have the same
// number of visible effects before it.
func (p *prover) effectCount(ev *sideEvent, leaves term.Term) {
	if len(p.effects[0]) == len(p.effects[1]) {
		return
	}
	p.ask(question{
		Query: Query{Kind: QueryEffect, Before: p.place(p.b, ev.op), Iteration: ev.jumps,
			What: fmt.Sprintf("as many visible effects happened up to %s (found %d and %d)", p.b.names.at(ev.op), len(p.effects[0]), len(p.effects[1]))},
		bad: p.e.b.And(leaves, ev.exit.defined),
	})
}

// guards asks that two corresponding guards fail under the same conditions, with
// equal snapshots.
func (p *prover) guards(before, after *sideEvent) (again bool) {
	b := p.e.b
	asksMore := false
	if snap := p.after.Ops[after.op].Snap; snap > 0 {
		asksMore = p.after.Snaps[snap].Takes != 0
	}
	q := question{
		Query: Query{Kind: QueryGuard, Before: p.place(p.b, before.op), After: p.place(p.a, after.op), Iteration: before.jumps,
			What: fmt.Sprintf("%s has the same condition", p.b.names.at(before.op))},
		bad: b.Xor(before.holds, after.holds), whole: true,
	}
	if asksMore {
		// It asks a later guard's question as well: execution that leaves here goes
		// on from here. But it has to fail where the recorded one does.
		q.What = fmt.Sprintf("%s, which checks more now, fails wherever it did", p.b.names.at(before.op))
		q.bad = b.And(b.Not(before.holds), after.holds)
	}
	p.ask(q)
	if asksMore {
		p.asksOnlyThat(before, after)
	}
	if p.done {
		return false
	}
	leaves := b.And(b.Not(after.holds), before.exit.defined)
	if leaves == b.False() {
		return false
	}
	g := compareExits(p.e, p.ids, before, after)
	if p.choosing && g.corrected {
		return true
	}
	p.ask(question{
		Query: Query{Kind: QueryExit, Before: p.place(p.b, before.op), After: p.place(p.a, after.op), Iteration: before.jumps,
			What: fmt.Sprintf("what %s hands out is the same", p.b.names.at(before.op))},
		bad: b.And(leaves, g.differ()), parts: g.mismatches, whole: asksMore,
	})
	return false
}

// asksOnlyThat checks that a guard that also asks the questions of later ones fails
// nowhere else: where its own recorded guard passes, one of the later ones has to
// fail. And no further visible effect may have happened before it leaves.
func (p *prover) asksOnlyThat(before, after *sideEvent) {
	b := p.e.b
	bad := b.And(before.holds, b.Not(after.holds))
	p.effectCount(before, bad)
	for _, guard := range p.takes(after.op) {
		switch later := p.recordedGuard(guard, before.jumps); {
		case later != nil:
			bad = b.And(bad, later.holds)
		case last(p.b) == nil:
			return // the recorded trace never gets so far
		}
	}
	p.ask(question{
		Query: Query{Kind: QueryGuard, Before: p.place(p.b, before.op), After: p.place(p.a, after.op), Iteration: before.jumps,
			What: fmt.Sprintf("%s, which checks more now, fails only where it or a guard that it names does", p.b.names.at(before.op))},
		bad: bad, whole: true,
	})
}

// takes returns the later recorded guards whose questions a guard asks.
func (p *prover) takes(guard trace.Value) []int32 {
	list := []int32{p.after.Snaps[p.after.Ops[guard].Snap].Takes}
	for k, count := range p.after.FromRows(guard) {
		if k > 0 {
			list = append(list, int32(p.before.AtCount(count)))
		}
	}
	return list
}

// recordedGuard returns what the recorded trace asked at a guard, nil if it did not get
// there in that iteration.
func (p *prover) recordedGuard(src int32, jumps int) *sideEvent {
	for k := range p.b.events {
		if ev := &p.b.events[k]; ev.kind == eventGuard && ev.jumps == jumps && p.before.Ops[ev.op].Src == src {
			return ev
		}
	}
	return nil
}

// ends compares how the two sides end, if no guard fails.
func (p *prover) ends() (again bool) {
	before, after := last(p.b), last(p.a)
	if p.done || before == nil {
		return false // the recorded trace has no meaning, or always leaves before
	}
	q := question{
		Query: Query{Kind: QueryEnd, Before: p.place(p.b, before.op), Iteration: before.jumps,
			What: fmt.Sprintf("both end at %s", p.b.names.at(before.op))},
		bad: p.e.b.True(),
	}
	if after != nil {
		q.After = p.place(p.a, after.op)
		if before.exit.kind == after.exit.kind && (before.exit.kind == exitLimit || p.src(p.before, before.op) == p.src(p.after, after.op)) {
			q.bad = p.e.b.False()
		}
	}
	p.ask(q)
	if q.bad == p.e.b.False() {
		p.goesTo(before, after)
	}
	p.effectCount(before, p.e.b.True())
	if p.done || after == nil {
		return false
	}
	g := compareExits(p.e, p.ids, before, after)
	if p.choosing && g.corrected {
		return true
	}
	what := fmt.Sprintf("the results at %s are the same", p.b.names.at(before.op))
	if before.exit.kind == exitLimit {
		what = "the objects after the last iteration are the same"
	}
	p.ask(question{
		Query: Query{Kind: QueryExit, Before: p.place(p.b, before.op), After: p.place(p.a, after.op), Iteration: before.jumps, What: what},
		bad:   g.differ(), parts: g.mismatches,
	})
	return false
}

// goesTo notes that it is unknown whether two ends are the same that continue in different
// places: at a jump to another trace, or at a finish whose descriptor says how it ends. Two
// that both do not say where count as the same: both texts leave out the same thing, and
// what the prover asks about such an end is which values it passes on.
func (p *prover) goesTo(before, after *sideEvent) {
	if before.exit.kind != exitFinish || p.choosing {
		return
	}
	from, to := target(p.before, before.op), target(p.after, after.op)
	switch {
	case from == to:
	case from == "" || to == "":
		p.doubts = append(p.doubts, fmt.Sprintf("one of the traces continues at `%s` and the other one does not say where, and it is not known whether that is the same", from+to))
	default:
		p.doubts = append(p.doubts, fmt.Sprintf("the recorded trace continues at `%s` and the other one at `%s`, and it is not known whether they are the same", from, to))
	}
}

// target returns where an end continues, "" if it does not say so.
func target(t *trace.Trace, end trace.Value) string {
	op := &t.Ops[end]
	switch {
	case op.Descr < 0:
		return ""
	case op.Code == trace.OpJump:
		return t.Tables.Labels[op.Descr].Name
	}
	return t.Tables.Texts[op.Descr].Text
}

// last returns the end of a side, nil if the run never gets there.
func last(s *side) *sideEvent {
	if n := len(s.events); n > 0 && s.events[n-1].kind == eventEnd {
		return &s.events[n-1]
	}
	return nil
}

func (p *prover) src(t *trace.Trace, v trace.Value) int32 {
	if v <= 0 {
		return 0
	}
	return t.Ops[v].Src
}

func (p *prover) place(s *side, v trace.Value) Place {
	return Place{v, s.names.number(v), s.names.of(v)}
}
