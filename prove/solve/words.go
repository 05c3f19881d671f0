package solve

// Words are lists of bits, the lowest one first.

func (g *graph) constWord(n int, v func(int) uint64) []bit {
	w := make([]bit, n)
	for i := range w {
		w[i] = bit(v(i))
	}
	return w
}

func invert(x []bit) []bit {
	w := make([]bit, len(x))
	for i := range x {
		w[i] = x[i].not()
	}
	return w
}

// addWords returns x + y + carry and the carry out. The carry ripples through: its
// bits are then the same for all sums with equal lower parts, whatever their
// width.
func (g *graph) addWords(x, y []bit, carry bit) ([]bit, bit) {
	w := make([]bit, len(x))
	for i := range x {
		w[i], carry = g.sum(x[i], y[i], carry)
	}
	return w, carry
}

func (g *graph) subWords(x, y []bit) ([]bit, bit) { return g.addWords(x, invert(y), one) }

// less returns whether x < y without signs: the borrow of x - y.
func (g *graph) less(x, y []bit) bit {
	lt := zero
	for i := range x {
		lt = g.mux(g.xor(x[i], y[i]), y[i], lt)
	}
	return lt
}

func (g *graph) equal(x, y []bit) bit {
	same := make([]bit, len(x))
	for i := range x {
		same[i] = g.xor(x[i], y[i]).not()
	}
	return g.all(same)
}

// all returns the conjunction, as a balanced tree.
func (g *graph) all(bits []bit) bit {
	switch len(bits) {
	case 0:
		return one
	case 1:
		return bits[0]
	}
	return g.and(g.all(bits[:len(bits)/2]), g.all(bits[len(bits)/2:]))
}

func (g *graph) muxWords(c bit, x, y []bit) []bit {
	w := make([]bit, len(x))
	for i := range x {
		w[i] = g.mux(c, x[i], y[i])
	}
	return w
}

// shift is a barrel shifter; from says where bit i of a result shifted by n
// comes from, and fill is what is shifted in.
func (g *graph) shift(x, by []bit, left bool, fill bit) []bit {
	w := x
	for k := 0; k < len(by) && 1<<k < len(x); k++ {
		next := make([]bit, len(x))
		for i := range next {
			from := i + 1<<k
			if left {
				from = i - 1<<k
			}
			moved := fill
			if from >= 0 && from < len(x) {
				moved = w[from]
			}
			next[i] = g.mux(by[k], moved, w[i])
		}
		w = next
	}
	// Amounts of the width and more: these are the bits that the stages do not
	// look at. Where the width is no power of two, the stages see some of these
	// amounts; the result is correct anyway, since the stages shift everything
	// out.
	tooFar := zero
	for k := range by {
		if k > 30 || 1<<k >= len(x) {
			tooFar = g.or(tooFar, by[k])
		}
	}
	out := make([]bit, len(x))
	for i := range out {
		out[i] = g.mux(tooFar, fill, w[i])
	}
	return out
}

// shiftConst shifts left by n bits.
func (g *graph) shiftConst(x []bit, n int) []bit {
	w := make([]bit, len(x))
	copy(w[n:], x)
	return w
}

// multiply adds up the rows of a product, lowest row first. Where the upper bits
// of x are copies of its sign, the sign's row is subtracted instead of adding
// all the copies.
func (g *graph) multiply(x, y []bit) []bit {
	n := len(x)
	sign := n - 1
	for sign > 0 && x[sign-1] == x[n-1] {
		sign--
	}
	w := make([]bit, n)
	for i := range n {
		if x[i] == zero {
			continue
		}
		row := make([]bit, n-i)
		for j := range row {
			row[j] = g.and(x[i], y[j])
		}
		carry := zero
		if i == sign && sign < n-1 {
			row, carry = invert(row), one
		}
		upper, _ := g.addWords(w[i:], row, carry)
		copy(w[i:], upper)
		if i == sign {
			break
		}
	}
	return w
}

// divide returns quotient and remainder by long division. Dividing by 0 gives
// all ones and the dividend without a case of its own: each step subtracts 0.
func (g *graph) divide(x, y []bit) (q, r []bit) {
	n := len(x)
	q = make([]bit, n)
	r = make([]bit, n)
	for i := n - 1; i >= 0; i-- {
		top := r[n-1]
		shifted := append([]bit{x[i]}, r[:n-1]...)
		diff, noBorrow := g.subWords(shifted, y)
		q[i] = g.or(top, noBorrow)
		r = g.muxWords(q[i], diff, shifted)
	}
	return q, r
}
