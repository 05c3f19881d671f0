package prove

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"unbox/interp"
	"unbox/trace"
)

// searches is the number of random inputs that are tried where a solver's
// counterexample was not confirmed: what the outside does is the interpreter's
// choice, not the solver's, so a pair can be wrong although this model does not show
// it.
const searches = 150

// search looks for an input on which the interpreter sees the traces differ. That is
// a counterexample, however it was found.
func (p *prover) search(q *question) bool {
	rng := rand.New(rand.NewPCG(1, uint64(len(p.before.Ops))))
	for range searches {
		c := &Counterexample{Inputs: interp.RandomInputs(p.before, rng), Query: len(p.verdict.Queries)}
		p.replay(c)
		if c.Replayed {
			p.shrink(c)
			p.refuted(q, c)
			return true
		}
	}
	return false
}

// edgeFloats are numbers for which float operations do what they seldom do.
var edgeFloats = [...]float64{math.Copysign(0, -1), 0, math.NaN(), math.Inf(1), math.Inf(-1), 1, -1.5, 0x1p-1074, math.MaxFloat64}

// maxEdges bounds how many floats of the inputs are replaced by those.
const maxEdges = 16

// firstInexact is the first integer whose successor is no float: both become the same one.
const firstInexact = 1 << 53

// searchFloats tries the inputs of a model, in which the solver chose floats without knowing what is computed from them, with all
// floats, or one of them, at the edges; and with integers of which neighbours become the same float.
func (p *prover) searchFloats(q *question, model *Counterexample) bool {
	try := func(in *interp.Inputs) bool {
		c := &Counterexample{Inputs: in, Query: model.Query, Differs: model.Differs}
		if p.replay(c); c.Replayed {
			p.shrink(c)
			p.refuted(q, c)
		}
		return c.Replayed
	}
	for _, step := range [...]int{1, -1} {
		all := model.Inputs.Clone()
		for k, d := range dataOf(all, trace.Int) {
			d.Bits = uint64(firstInexact + step*(k&1))
		}
		if try(all) {
			return true
		}
	}
	for _, edge := range edgeFloats {
		all := model.Inputs.Clone()
		floats := dataOf(all, trace.Float)
		for _, d := range floats {
			d.Bits = math.Float64bits(edge)
		}
		if len(floats) == 0 || try(all) {
			return len(floats) > 0
		}
		for k := range floats[:min(len(floats), maxEdges)] {
			one := model.Inputs.Clone()
			if dataOf(one, trace.Float)[k].Bits = math.Float64bits(edge); try(one) {
				return true
			}
		}
	}
	return false
}

// casts reports whether integers become floats, or floats integers.
func (p *prover) casts() bool {
	return slices.ContainsFunc(p.before.Ops, func(op trace.Op) bool {
		return op.Code == trace.OpCastIntToFloat || op.Code == trace.OpCastFloatToInt
	})
}

// maxShrinks bounds how many smaller inputs are tried.
const maxShrinks = 600

// shrink makes the integers of a counterexample small, as long as the interpreter
// still sees the traces differ.
func (p *prover) shrink(c *Counterexample) {
	p.shrinkOutside(c)
	tries := 0
	for smaller := true; smaller && tries < maxShrinks; {
		smaller = false
		for _, d := range dataOf(c.Inputs, trace.Int) {
			for _, v := range candidates(d.Bits) {
				if weight(v) >= weight(d.Bits) || tries >= maxShrinks {
					continue
				}
				tries++
				have := d.Bits
				d.Bits = v
				try := &Counterexample{Inputs: c.Inputs, Query: c.Query, Differs: c.Differs}
				p.replay(try)
				if !try.Replayed {
					d.Bits = have
					continue
				}
				*c, smaller = *try, true
			}
		}
	}
	c.Text = interp.FormatInputs(p.before, c.Inputs)
	p.replay(c) // so that the description of the two runs is that of the last inputs
}

// shrinkOutside leaves out what the outside does not have to do.
func (p *prover) shrinkOutside(c *Counterexample) {
	p.shrinkSeed(c)
	events := c.Inputs.Outside.Events
	for k := range events { // what it returns seldom matters
		have := events[k].Result
		events[k].Result = interp.Datum{}
		try := &Counterexample{Inputs: c.Inputs, Query: c.Query, Differs: c.Differs}
		if p.replay(try); !try.Replayed {
			events[k].Result = have
		}
	}
	for k := len(events) - 1; k >= 0; k-- {
		c.Inputs.Outside.Events = slices.Delete(slices.Clone(events), k, k+1)
		try := &Counterexample{Inputs: c.Inputs, Query: c.Query, Differs: c.Differs}
		if p.replay(try); try.Replayed {
			events, *c = c.Inputs.Outside.Events, *try
		}
	}
	c.Inputs.Outside.Events = events
}

// shrinkSeed looks for a smaller seed of the outside.
func (p *prover) shrinkSeed(c *Counterexample) {
	have := c.Inputs.Outside.Seed
	for seed := uint64(0); seed < min(have, outsideSeeds); seed++ {
		c.Inputs.Outside.Seed = seed
		try := &Counterexample{Inputs: c.Inputs, Query: c.Query, Differs: c.Differs}
		if p.replay(try); try.Replayed {
			*c = *try
			return
		}
	}
	c.Inputs.Outside.Seed = have
}

// dataOf returns pointers to the values of a type in inputs, so that they can be changed.
func dataOf(in *interp.Inputs, t trace.Type) []*interp.Datum {
	var list []*interp.Datum
	add := func(d *interp.Datum) {
		if d.Type == t {
			list = append(list, d)
		}
	}
	for k := range in.Params {
		add(&in.Params[k])
	}
	for k := range in.Args {
		add(&in.Args[k])
	}
	for k := range in.Slots {
		add(&in.Slots[k].Value)
	}
	return list
}

// candidates are integers that are smaller than v, in one way or another.
func candidates(v uint64) []uint64 {
	list := []uint64{0, 1, ^uint64(0), 2, -v, uint64(int64(v) / 2), v & (v - 1), v + v&-v, v - 1, v + 1}
	if n := bits.Len64(v); n > 0 {
		list = append(list, v&^(1<<(n-1)), 1<<(n-1))
	}
	return list
}

// weight is how far an integer is from 0: the length of its magnitude, then the
// number of its bits.
func weight(v uint64) int {
	magnitude := max(int64(v), -int64(v))
	if magnitude < 0 {
		return 64 * 256 // the smallest integer
	}
	w := bits.Len64(uint64(magnitude))*256 + bits.OnesCount64(uint64(magnitude))*2
	if int64(v) < 0 {
		w++
	}
	return w
}
