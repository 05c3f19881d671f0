package hashing

// Home returns the slot of a dictionary's table at which the search for a hash begins. Hashes of integers are the
// integers, many of which have the same lower bits; the product mixes in the upper ones.
func Home(h, mask uint64) uint64 {
	return h * 0x9e3779b97f4a7c15 >> 32 & mask
}

// A set's table is searched as in CPython: that many places more than one in a row, then after a jump by the bits of the hash that are
// so much further up.
const (
	linearProbes = 9
	perturbShift = 5
)

// Probe walks over the places of a hash in a set's table until visit says that it is enough.
func Probe(h, mask uint64, visit func(at int) bool) {
	perturb := h
	for i := h & mask; ; {
		n := uint64(0)
		if i+linearProbes <= mask {
			n = linearProbes
		}
		for k := range n + 1 {
			if visit(int(i + k)) {
				return
			}
		}
		perturb >>= perturbShift
		i = (i*5 + 1 + perturb) & mask
	}
}
