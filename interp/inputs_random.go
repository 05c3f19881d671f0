package interp

import (
	"math"
	"math/rand/v2"

	"unbox/trace"
)

// RandomInputs makes inputs for tests: mostly objects of the classes and shapes
// that the trace expects, sometimes shared, null or of another class; numbers
// near the edges, near the trace's constants, and those with which the trace
// gets far. The same random numbers give the same inputs. For many inputs of
// one trace an [InputGenerator] is much faster.
func RandomInputs(t *trace.Trace, rng *rand.Rand) *Inputs {
	return NewInputGenerator(t, RunOptions{}).Next(rng)
}

// InputGenerator makes random inputs of one trace, without garbage once warm.
type InputGenerator struct {
	builder inputBuilder
	chooser randomChooser
	in      Inputs
}

// NewInputGenerator looks at what a trace expects, and searches for numbers with
// which it gets far. Of the options only Imagined matters: inputs for imagined
// runs can be constants of which only a number is known.
func NewInputGenerator(t *trace.Trace, o RunOptions) *InputGenerator {
	g := &InputGenerator{chooser: randomChooser{plan: newInputPlan(t, o.Imagined)}}
	g.chooser.plan.search(searchBudget / 10)
	return g
}

// NewInputGeneratorAt is [NewInputGenerator] for a trace with a known example: the numbers
// among its inputs, in their order, with which it gets far. The search begins there, and
// ends after a few tries.
func NewInputGeneratorAt(t *trace.Trace, o RunOptions, example []uint64) *InputGenerator {
	g := &InputGenerator{chooser: randomChooser{plan: newInputPlan(t, o.Imagined)}}
	p := g.chooser.plan
	for k, in := range p.inputs {
		if in.Type != trace.Ref && len(example) > 0 {
			p.values[p.roots[k]], example = example[0], example[1:]
		}
	}
	p.searchNear()
	return g
}

// Next returns other inputs, see [RandomInputs]. They are valid until the next
// call; [Inputs.Clone] keeps them.
func (g *InputGenerator) Next(rng *rand.Rand) *Inputs {
	g.chooser.rng, g.chooser.in = rng, &g.in
	// One in eight is tame: only numbers vary.
	g.chooser.tame = rng.IntN(8) == 0
	g.builder.build(g.chooser.plan, &g.in, &g.chooser)
	if !g.chooser.tame {
		g.in.Outside.Seed = g.outside()
	}
	return &g.in
}

// outside makes a seed of what was chosen: 0 for half of the inputs.
func (g *InputGenerator) outside() uint64 {
	h := uint64(len(g.in.Objects))
	for _, list := range [...][]Datum{g.in.Params, g.in.Args} {
		for _, d := range list {
			h = splitMix(h ^ d.Bits)
		}
	}
	if h = splitMix(h + g.chooser.last); h&1 == 0 {
		return 0
	}
	return h >> 40
}

type randomChooser struct {
	plan *inputPlan
	rng  *rand.Rand
	in   *Inputs
	tame bool
	last uint64
}

func (c *randomChooser) number(s int32) uint64 {
	sh := &c.plan.shapes[s]
	if sh.value != trace.None && c.rng.IntN(6) > 0 || c.rng.IntN(4) == 0 {
		return c.plan.values[s]
	}
	if sh.typ == trace.Float {
		return c.float()
	}
	if c.rng.IntN(8) > 0 { // else the same number once more: equal inputs matter
		c.last = c.integer()
	}
	return c.last
}

func (c *randomChooser) integer() uint64 {
	switch c.rng.IntN(6) {
	case 0, 1:
		return uint64(c.rng.IntN(16) - 4)
	case 2:
		return c.plan.interesting[c.rng.IntN(len(c.plan.interesting))]
	case 3:
		return 1<<c.rng.IntN(64) + uint64(c.rng.IntN(3)) - 1
	case 4:
		return -(1<<c.rng.IntN(64) + uint64(c.rng.IntN(3)) - 1)
	}
	return c.rng.Uint64() >> c.rng.IntN(64)
}

func (c *randomChooser) float() uint64 {
	edges := [...]float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 2, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, 1 << 63, -1 << 63,
	}
	switch c.rng.IntN(4) {
	case 0:
		return trace.FloatBits(edges[c.rng.IntN(len(edges))])
	case 1:
		return trace.FloatBits(math.Float64frombits(c.rng.Uint64()))
	}
	return trace.FloatBits(float64(c.rng.IntN(64)-16) / 4)
}

func (c *randomChooser) length(s int32) int32 {
	n := min(c.plan.values[s], maxPlanned)
	if c.tame {
		return int32(n)
	}
	return max(0, int32(n)+int32(c.rng.IntN(5))-1)
}

func (c *randomChooser) refer(s int32) choice {
	sh := &c.plan.shapes[s]
	usual := planned{c.plan}.refer(s)
	if c.tame {
		return usual
	}
	roll := c.rng.IntN(100)
	if !sh.isObject() && !sh.null {
		// Nothing is known about it: anything will do.
		switch {
		case roll < 40:
			return choice{}
		case roll < 70 || len(c.in.Objects) == 0:
			return choice{kind: choiceObject, class: c.anyClass()}
		}
		return c.alias(-1, usual)
	}
	switch {
	case roll < 4:
		return choice{}
	case roll < 6:
		return choice{kind: choiceObject, class: c.anyClass()}
	case roll < 8 && len(c.in.Objects) > 0:
		return c.alias(-1, usual)
	case roll < 28 && usual.kind != choiceNull:
		return c.alias(usual.class, usual)
	}
	return usual
}

// anyClass returns a class of the trace, or none.
func (c *randomChooser) anyClass() int32 {
	return int32(c.rng.IntN(len(c.plan.trace.Tables.Schema.Classes)+1)) - 1
}

// alias chooses an existing object, of the given class unless that is negative;
// if there is none, it makes the usual choice.
func (c *randomChooser) alias(class int32, usual choice) choice {
	n := len(c.in.Objects)
	if n == 0 {
		return usual
	}
	start := c.rng.IntN(n)
	for k := range min(n, 16) {
		at := (start + k) % n
		o := &c.in.Objects[at]
		if class < 0 || o.Type == class && o.Array == (usual.kind == choiceArray) {
			return choice{kind: choiceAlias, object: int32(at + 1)}
		}
	}
	return usual
}
