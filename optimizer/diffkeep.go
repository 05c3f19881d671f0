package optimizer

// subsequence finds which pairs of lines can stay in the order of both sides.
// It keeps its memory.
type subsequence struct {
	// weight[k] is the weight of the best increasing subsequence that ends with
	// pair k, before[k] the pair before k in it, -1 if k is the first.
	weight []int64
	before []int32
	// tree is a Fenwick tree over right lines: the pair + 1 that ends the best
	// subsequence whose last right line lies in a node's range, 0 for none.
	tree []int32
}

// stays is the weight of a pair that no remark says was moved. It is larger
// than that of all moved ones together, so an operation is shown as moved only
// if a pass moved it, unless there is no other way.
const stays = 1 << 32

// mark sets kept in the pairs of a heaviest subsequence that increases on both sides. Pairs are
// in left order, those of the same left line with the last right line first; right lines are
// less than n.
func (s *subsequence) mark(pairs []linePair, n int) {
	if ordered(pairs) {
		for i := range pairs {
			pairs[i].kept = true
		}
		return
	}
	s.weight = resized(s.weight, len(pairs), 0)
	s.before = resized(s.before, len(pairs), -1)
	s.tree = resized(s.tree, n+1, 0)
	best := int32(-1)
	for k := range pairs {
		before := s.query(pairs[k].right)
		s.before[k] = before
		s.weight[k] = stays
		if pairs[k].moved {
			s.weight[k] = 1
		}
		if before >= 0 {
			s.weight[k] += s.weight[before]
		}
		s.insert(pairs[k].right, int32(k))
		if best < 0 || s.weight[k] > s.weight[best] {
			best = int32(k)
		}
	}
	for k := best; k >= 0; k = s.before[k] {
		pairs[k].kept = true
	}
}

func ordered(pairs []linePair) bool {
	for i := 1; i < len(pairs); i++ {
		if pairs[i].right <= pairs[i-1].right {
			return false
		}
	}
	return true
}

// query returns the pair that ends the best subsequence before a right line, -1
// for none.
func (s *subsequence) query(line int32) int32 {
	best := int32(-1)
	for i := line; i > 0; i -= i & -i {
		if k := s.tree[i] - 1; k >= 0 && (best < 0 || s.weight[k] > s.weight[best]) {
			best = k
		}
	}
	return best
}

func (s *subsequence) insert(line, k int32) {
	for i := line + 1; int(i) < len(s.tree); i += i & -i {
		if have := s.tree[i] - 1; have < 0 || s.weight[k] > s.weight[have] {
			s.tree[i] = k + 1
		}
	}
}
