package optimizer

import "math"

// OutsideAnswer returns the bits that the outside returns in a run at visible effect
// index, counted from 0, as a value of type t: what [Interp] does with escape_i, call_i
// and their relatives. ok is false for references, which are objects of the run.
func OutsideAnswer(index int, t Type) (bits uint64, ok bool) {
	switch t {
	case Int:
		return unpredictable(uint64(index)), true
	case Float:
		return math.Float64bits(float64(int64(unpredictable(uint64(index)))) / 4), true
	}
	return 0, false
}
