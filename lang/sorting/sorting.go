// Package sorting sorts by comparing the same keys in the same order as CPython 3.11: programs see that order, in the TypeError for values
// that cannot be compared, and in comparisons that they define themselves. It is Tim Peters's merge sort: it looks for runs that are in
// order already, makes short ones longer by inserting, and merges them in an order that Munro's and Wild's powersort gives
// (Objects/listsort.txt in CPython's source).
package sorting

import "slices"

// startGallop is the number of consecutive items that have to come from the same run before whole parts of that
// run are searched for.
const startGallop = 7

// sorter sorts indexes of keys.
type sorter struct {
	// less compares two keys; ok is false after an exception.
	less func(a, b int) (less, ok bool)
	// work counts what is done beside comparing.
	work  func(units int)
	order []int
	runs  []sortedRun
	spare []int
	// minGallop grows where looking for stretches does not pay.
	minGallop int
}

// sortedRun is a stretch of the order that is sorted. power says at which depth of the tree of merges it is
// merged with the run after it.
type sortedRun struct{ from, n, power int }

// Sort sorts indexes stably by their keys: less compares those of two indexes, and says with ok whether it could. work gets the
// units of work done beside comparing. It reports false after less did; then the order has each index once, but is not sorted.
func Sort(order []int, work func(units int), less func(a, b int) (less, ok bool)) bool {
	s := &sorter{less: less, work: work, order: order, minGallop: startGallop}
	return s.sort()
}

// sort reports false after an exception; then the order has each index once, but is not sorted.
func (s *sorter) sort() bool {
	n := len(s.order)
	if n < 2 {
		return true
	}
	short := shortestRun(n)
	for from := 0; from < n; {
		run, descending, ok := s.countRun(from)
		if !ok {
			return false
		}
		if descending {
			slices.Reverse(s.order[from : from+run])
		}
		if run < short {
			longer := min(short, n-from)
			if !s.insert(from, from+run, from+longer) {
				return false
			}
			run = longer
		}
		if !s.found(from, run) {
			return false
		}
		from += run
	}
	for len(s.runs) > 1 {
		at := len(s.runs) - 2
		if at > 0 && s.runs[at-1].n < s.runs[at+1].n {
			at--
		}
		if !s.mergeAt(at) {
			return false
		}
	}
	return true
}

// shortestRun is the length to which shorter runs are made longer: 32 to 64, so that n divided by it is a power of
// two, or a little less than one.
func shortestRun(n int) int {
	odd := 0
	for n >= 64 {
		odd |= n & 1
		n >>= 1
	}
	return n + odd
}

// countRun returns how long the run is that begins at an index: one that never falls, or one that always
// falls.
func (s *sorter) countRun(from int) (n int, descending, ok bool) {
	if from+1 == len(s.order) {
		return 1, false, true
	}
	if descending, ok = s.less(s.order[from+1], s.order[from]); !ok {
		return 0, false, false
	}
	for n = 2; from+n < len(s.order); n++ {
		falls, ok := s.less(s.order[from+n], s.order[from+n-1])
		if !ok {
			return 0, false, false
		}
		if falls != descending {
			break
		}
	}
	return n, descending, true
}

// insert sorts the order between from and to, which is sorted up to an index already, by inserting one after the
// other.
func (s *sorter) insert(from, sorted, to int) bool {
	for at := sorted; at < to; at++ {
		low, high, pivot := from, at, s.order[at]
		for low < high {
			middle := low + (high-low)>>1
			less, ok := s.less(pivot, s.order[middle])
			if !ok {
				return false
			}
			if less {
				high = middle
			} else {
				low = middle + 1
			}
		}
		copy(s.order[low+1:at+1], s.order[low:at])
		s.order[low] = pivot
	}
	return true
}

// found adds a run, and merges those before it that are merged first.
func (s *sorter) found(from, n int) bool {
	if len(s.runs) > 0 {
		last := &s.runs[len(s.runs)-1]
		power := runPower(last.from, last.n, n, len(s.order))
		for len(s.runs) > 1 && s.runs[len(s.runs)-2].power > power {
			if !s.mergeAt(len(s.runs) - 2) {
				return false
			}
		}
		s.runs[len(s.runs)-1].power = power
	}
	s.runs = append(s.runs, sortedRun{from: from, n: n})
	return true
}

// runPower is the depth of the merge of two neighbours, of n1 and n2 of all n items, in a tree that is as even as can
// be: the first binary digit in which the middles of both differ, as parts of the whole.
func runPower(from, n1, n2, n int) int {
	a := 2*from + n1
	b := a + n1 + n2
	for power := 1; ; power++ {
		switch {
		case a >= n:
			a, b = a-n, b-n
		case b >= n:
			return power
		}
		a, b = a<<1, b<<1
	}
}

// mergeAt merges a run with the one after it.
func (s *sorter) mergeAt(at int) bool {
	left, right := s.runs[at], s.runs[at+1]
	s.work((left.n + right.n) >> 3)
	s.runs[at].n += right.n
	s.runs = slices.Delete(s.runs, at+1, at+2)
	a, b := s.order[left.from:left.from+left.n], s.order[right.from:right.from+right.n]
	// What the left run begins with, and what the right one ends with, may be in place already.
	skip, ok := s.gallopRight(b[0], a, 0)
	if !ok {
		return false
	}
	if a = a[skip:]; len(a) == 0 {
		return true
	}
	keep, ok := s.gallopLeft(a[len(a)-1], b, len(b)-1)
	if !ok {
		return false
	}
	if b = b[:keep]; len(b) == 0 {
		return true
	}
	return s.merge(s.order[left.from+skip:right.from+keep], len(a))
}

// gallopLeft returns where a key belongs in a sorted list, before those that are equal to it. It begins to look at
// an index, with steps that become longer.
func (s *sorter) gallopLeft(key int, list []int, hint int) (int, bool) {
	return s.gallop(list, hint, func(other int) (bool, bool) { return s.less(other, key) })
}

// gallopRight is gallopLeft, after those that are equal.
func (s *sorter) gallopRight(key int, list []int, hint int) (int, bool) {
	return s.gallop(list, hint, func(other int) (bool, bool) {
		less, ok := s.less(key, other)
		return !less, ok
	})
}

// gallop returns how many items of a list come before a place; before tells of an item whether it does.
func (s *sorter) gallop(list []int, hint int, before func(int) (bool, bool)) (int, bool) {
	right, ok := before(list[hint])
	if !ok {
		return 0, false
	}
	last, step, most := 0, 1, hint+1
	if right {
		most = len(list) - hint
	}
	for step < most {
		at := hint - step
		if right {
			at = hint + step
		}
		is, ok := before(list[at])
		if !ok {
			return 0, false
		}
		if is != right {
			break
		}
		last, step = step, step<<1+1
	}
	step = min(step, most)
	low, high := hint-step+1, hint-last
	if right {
		low, high = hint+last+1, hint+step
	}
	for low < high {
		middle := low + (high-low)>>1
		is, ok := before(list[middle])
		if !ok {
			return 0, false
		}
		if is {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, true
}

// merge merges the first na items of a list with the rest. The shorter of both runs is put aside; the first item of the
// rest is known to be the lowest of all, the last one of the na the highest.
func (s *sorter) merge(list []int, na int) bool {
	m := &merge{a: list[:na], b: list[na:], to: list, down: na > len(list)-na}
	if m.down {
		s.spare = append(s.spare[:0], m.b...)
		m.b = s.spare
		m.take(&m.a, 1)
	} else {
		s.spare = append(s.spare[:0], m.a...)
		m.a = s.spare
		m.take(&m.b, 1)
	}
	ok := true
	for ok && !m.ended() {
		if ok = s.oneByOne(m); ok && !m.ended() {
			ok = s.stretches(m)
		}
	}
	m.finish(ok)
	return ok
}

// oneByOne merges one item after the other until one run has won so often in a row that looking for
// whole stretches may pay.
func (s *sorter) oneByOne(m *merge) bool {
	for fromA, fromB := 0, 0; max(fromA, fromB) < s.minGallop; {
		less, ok := s.less(m.next(m.b), m.next(m.a))
		if !ok {
			return false
		}
		if less == m.down {
			m.take(&m.a, 1)
			fromA, fromB = fromA+1, 0
		} else {
			m.take(&m.b, 1)
			fromA, fromB = 0, fromB+1
		}
		if m.ended() {
			return true
		}
	}
	return true
}

// stretches merges whole stretches as long as they are long.
func (s *sorter) stretches(m *merge) bool {
	s.minGallop++
	for fromA, fromB := startGallop, 0; fromA >= startGallop || fromB >= startGallop; {
		s.minGallop = max(1, s.minGallop-1)
		var ok bool
		if fromA, ok = s.stretch(m, m.a, func(hint int) (int, bool) { return s.gallopRight(m.next(m.b), m.a, hint) }); !ok {
			return false
		}
		if m.take(&m.a, fromA); m.ended() {
			return true
		}
		if m.take(&m.b, 1); m.ended() {
			return true
		}
		if fromB, ok = s.stretch(m, m.b, func(hint int) (int, bool) { return s.gallopLeft(m.next(m.a), m.b, hint) }); !ok {
			return false
		}
		if m.take(&m.b, fromB); m.ended() {
			return true
		}
		if m.take(&m.a, 1); m.ended() {
			return true
		}
	}
	s.minGallop++ // a stretch was short
	return true
}

// stretch returns how many items of a run come before the next one of the other run.
func (s *sorter) stretch(m *merge, run []int, gallop func(hint int) (int, bool)) (int, bool) {
	if !m.down {
		return gallop(0)
	}
	n, ok := gallop(len(run) - 1)
	return len(run) - n, ok
}
