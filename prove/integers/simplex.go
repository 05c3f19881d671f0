package integers

import (
	"maps"
	"math/big"
	"slices"
)

// infeasible reports whether no assignment of numbers to monomials makes all of
// the polynomials at least 0: whether a sum of them, with factors that are not
// negative, is -1 (Farkas). The factors are looked for by the simplex method in
// exact fractions, with Bland's rule, so that it ends. stop ends it early.
func infeasible(rows []Poly, stop func() bool) bool {
	columns := map[string]int{"": 0}
	for _, p := range rows {
		for _, m := range slices.Sorted(maps.Keys(p)) { // the same steps each time, so that stop ends the same questions in every run
			if _, ok := columns[m]; !ok {
				columns[m] = len(columns)
			}
		}
	}
	// One equation for each monomial: the sum of its coefficients times the
	// factors is 0, or -1 for the constant; turned so that it is 1 there. One
	// artificial factor for each equation gives a start; then they are driven out.
	n, k := len(rows), len(columns)
	t := &tableau{rows: make([][]*big.Rat, k), basis: make([]int, k), cost: make([]*big.Rat, n+1)}
	for i := range t.rows {
		t.rows[i] = make([]*big.Rat, n+1)
		for j := range t.rows[i] {
			t.rows[i][j] = new(big.Rat)
		}
		t.basis[i] = n + i
	}
	for j, p := range rows {
		for m, c := range p {
			i := columns[m]
			t.rows[i][j].SetInt(c)
			if i == 0 {
				t.rows[i][j].Neg(t.rows[i][j])
			}
		}
	}
	t.rows[0][n].SetInt64(1)
	for j := range t.cost {
		t.cost[j] = new(big.Rat)
		for i := range t.rows {
			t.cost[j].Sub(t.cost[j], t.rows[i][j])
		}
	}
	for !stop() {
		j := slices.IndexFunc(t.cost[:n], func(c *big.Rat) bool { return c.Sign() < 0 })
		if j < 0 {
			return t.cost[n].Sign() == 0
		}
		if !t.pivot(j) {
			return false
		}
	}
	return false
}

// tableau is a state of the simplex method; the last column is the right side.
type tableau struct {
	rows  [][]*big.Rat
	cost  []*big.Rat
	basis []int
}

// pivot brings column j into the basis.
func (t *tableau) pivot(j int) bool {
	last := len(t.cost) - 1
	best, ratio := -1, new(big.Rat)
	for i, row := range t.rows {
		if row[j].Sign() <= 0 {
			continue
		}
		r := new(big.Rat).Quo(row[last], row[j])
		if c := r.Cmp(ratio); best < 0 || c < 0 || c == 0 && t.basis[i] < t.basis[best] {
			best, ratio = i, r
		}
	}
	if best < 0 {
		return false
	}
	row := t.rows[best]
	by := new(big.Rat).Inv(row[j])
	for k := range row {
		if row[k].Sign() != 0 {
			row[k] = new(big.Rat).Mul(row[k], by)
		}
	}
	for i := range t.rows {
		if i != best {
			eliminate(t.rows[i], row, j)
		}
	}
	eliminate(t.cost, row, j)
	t.basis[best] = j
	return true
}

func eliminate(row, pivot []*big.Rat, j int) {
	if row[j].Sign() == 0 {
		return
	}
	f := new(big.Rat).Set(row[j])
	for k := range row {
		if pivot[k].Sign() != 0 {
			row[k] = new(big.Rat).Sub(row[k], new(big.Rat).Mul(f, pivot[k]))
		}
	}
}
