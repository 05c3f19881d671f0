package fuzz

import (
	"math"
	"slices"

	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
	"unbox/world"
)

// Traces with worlds. The world is made from the example: it says about inputs, constants and
// functions what is true there, so that the run on the example keeps what the world promises.
// Constant objects have a class of their own, whose fields never change.

// WorldlyTrace is [Generator.Trace] for a trace about which a world says something.
func (g *Generator) WorldlyTrace(seed, index uint64, length int) Generated {
	g.worldly = true
	made := g.Trace(seed, index, length)
	g.worldly = false
	made.World = g.world
	return made
}

// fixedFields are the fields of the class of constant objects.
const (
	fixedSize = iota
	fixedNext
	fixedRatio
)

// fixedObjects are the constant objects of a trace.
type fixedObjects struct {
	constants []trace.Value
	size      []uint64
	ratio     []uint64
	// next is the object that each leads to, -1 for null.
	next []int
}

// beginWorld makes the world of a trace whose inputs have been chosen. loops means that the
// trace may go back to its beginning.
func (g *Generator) beginWorld(loops bool) {
	g.world = &world.World{}
	for _, p := range g.params {
		var f world.Fact
		if !g.src.one(3) {
			f = g.factAbout(p, loops)
		}
		if p.typ == trace.Ref && !loops && g.src.one(2) { // which a loop may change
			f.Fields = g.fieldsOf(p)
		}
		g.world.Inputs = append(g.world.Inputs, f)
	}
	if g.vocabulary.function.Name != 0 && g.src.one(3) {
		effects := [...]world.Effect{world.Computes, world.ComputesInLoop, world.CannotRaise, world.ComputesOrRaises, world.CanRaise, world.Anything}
		g.world.Calls = map[string]world.Effect{g.vocabulary.tables.Syms[g.vocabulary.function.Name]: effects[g.src.pick(len(effects))]}
	}
	g.fixedWorld = fixedObjects{}
	if g.vocabulary.fixedClass >= 0 {
		g.makeFixed()
	}
}

// factAbout says something about an input that is true in the example, and in each iteration of a
// loop.
func (g *Generator) factAbout(p value, loops bool) world.Fact {
	switch {
	case p.typ == trace.Ref:
		return g.factAboutObject(p)
	case p.typ == trace.Float && !loops && !math.IsNaN(math.Float64frombits(p.bits)) && g.src.one(2):
		return world.Fact{Known: world.KnowsValue, Value: world.Value{Type: p.typ, Bits: p.bits}}
	case p.typ != trace.Int:
		return world.Fact{}
	case loops && len(g.params) > 0 && p.v == g.params[0].v: // which counts down to 1
		return world.Fact{Known: world.KnowsRange, Lo: 1, Hi: int64(p.bits)}
	case loops && g.src.one(2):
		return world.Fact{}
	}
	return g.factAboutInteger(int64(p.bits))
}

func (g *Generator) factAboutObject(p value) world.Fact {
	if p.object == 0 || g.objects[p.object].class == classUnknown {
		return world.Fact{}
	}
	if o := &g.objects[p.object]; o.class >= 0 && g.vocabulary.classes[o.class].id >= 0 && !g.src.one(4) {
		return world.Fact{Known: world.KnowsClass, Class: heap.ClassID(g.vocabulary.classes[o.class].id)}
	}
	return world.Fact{Known: world.KnowsNonnull}
}

// fieldsOf says what fields of an input hold: the same as another input, or a value.
func (g *Generator) fieldsOf(p value) (list []world.Held) {
	if p.object == 0 || g.objects[p.object].class < 0 {
		return nil
	}
	o := &g.objects[p.object]
	for k, f := range g.vocabulary.classes[o.class].fields {
		s := g.slots[o.first+int32(k)]
		held := world.Held{Field: heap.FieldID(f.id), Value: world.Value{Type: s.typ, Bits: s.bits}}
		if f.typ == s.typ && s.typ != trace.Float {
			held.Param = 1 + slices.IndexFunc(g.params, func(p value) bool { return p.typ == s.typ && p.bits == s.bits && p.object == s.object })
		}
		isNaN := s.typ == trace.Float && math.IsNaN(math.Float64frombits(s.bits))
		if !isNaN && (held.Param > 0 || s.object == 0) && !g.src.one(3) {
			list = append(list, held)
		}
	}
	return list
}

func (g *Generator) factAboutInteger(n int64) world.Fact {
	switch g.src.pick(5) {
	case 0:
		return world.Fact{Known: world.KnowsValue, Value: world.Value{Type: trace.Int, Bits: uint64(n)}}
	case 1:
		mask := g.src.integer()
		return world.Fact{Ones: uint64(n) & mask, Zeros: ^uint64(n) & mask}
	case 2:
		return world.Fact{Known: world.KnowsRange, Lo: math.MinInt64, Hi: n}
	case 3:
		return world.Fact{Known: world.KnowsRange, Lo: n, Hi: math.MaxInt64}
	}
	f := world.Fact{Known: world.KnowsRange, Lo: n, Hi: n}
	if n >= math.MinInt64+300 && n <= math.MaxInt64-300 {
		f.Lo, f.Hi = n-int64(g.src.pick(300)), n+int64(g.src.pick(20))
	}
	return f
}

// makeFixed makes constant objects, which the inputs have as well.
func (g *Generator) makeFixed() {
	w, v := &g.fixedWorld, g.vocabulary
	for range v.fixed {
		w.size = append(w.size, g.src.integer())
		w.ratio = append(w.ratio, trace.FloatBits(float64(g.src.pick(64))/4))
		w.next = append(w.next, g.src.pick(len(v.fixed)+1)-1)
	}
	first := len(g.inputs.Objects)
	g.world.Objects = make(map[string]world.Object)
	for k, c := range v.fixed {
		w.constants = append(w.constants, g.constant(c))
		in := interp.InputObject{Name: v.tables.Syms[c.Name], Constant: c.Name, Type: v.fixedClass, First: uint32(len(g.inputs.Slots)), Len: 3}
		next, name := uint64(0), ""
		if w.next[k] >= 0 {
			next, name = uint64(first+w.next[k]+1), v.tables.Syms[v.fixed[w.next[k]].Name]
		}
		values := [3]interp.Datum{{Type: trace.Int, Bits: w.size[k]}, {Type: trace.Ref, Bits: next}, {Type: trace.Float, Bits: w.ratio[k]}}
		known := world.Object{Known: world.KnowsClass, Class: heap.ClassID(v.fixedClass)}
		for i, d := range values {
			g.inputs.Slots = append(g.inputs.Slots, interp.InputSlot{Place: v.fixedFields[i], Value: d})
			if !g.src.one(5) {
				known.Fields = append(known.Fields, fieldOf(v.fixedFields[i], d, name))
			}
		}
		g.inputs.Objects = append(g.inputs.Objects, in)
		g.world.Objects[in.Name] = known
	}
}

func fieldOf(field int32, d interp.Datum, object string) world.Field {
	is := world.Value{Type: d.Type, Bits: d.Bits}
	if d.Type == trace.Ref {
		is.Bits, is.Object = 0, object
	}
	return world.Field{Field: heap.FieldID(field), Value: is}
}

// readFixed reads a field of a constant object, or guards what it is.
func (g *Generator) readFixed() {
	w := &g.fixedWorld
	if len(w.constants) == 0 {
		return
	}
	at, k := g.someFixed()
	switch g.src.pick(5) {
	case 0:
		g.guard(trace.OpGuardClass, g.vocabulary.fixedClass, at)
	case 1:
		g.readFixedField(at, fixedNext, value{typ: trace.Ref, known: w.next[k] < 0, object: g.exampleOf(w.next[k])})
	case 2:
		g.readFixedField(at, fixedRatio, value{typ: trace.Float, bits: w.ratio[k], known: true})
	default:
		g.readFixedField(at, fixedSize, value{typ: trace.Int, bits: w.size[k], known: true})
	}
}

// someFixed chooses a constant object, or what leads to one.
func (g *Generator) someFixed() (at trace.Value, k int) {
	w := &g.fixedWorld
	if v, ok := g.recent(1); ok && v.object > 0 {
		for k := range w.constants {
			if g.exampleOf(k) == v.object {
				return v.v, k
			}
		}
	}
	k = g.src.pick(len(w.constants))
	return w.constants[k], k
}

// exampleOf is the example of a constant object, 0 for null.
func (g *Generator) exampleOf(k int) int32 {
	if k < 0 {
		return 0
	}
	c := g.fixedWorld.constants[k]
	for id := range g.objects {
		if g.objects[id].class == classUnknown && g.objects[id].first == int32(c) {
			return int32(id)
		}
	}
	id := int32(len(g.objects))
	g.objects = append(g.objects, object{class: classUnknown, first: int32(c), length: id})
	return id
}

func (g *Generator) readFixedField(at trace.Value, field int, v value) {
	v.v = g.emit(trace.OpGet, v.typ, g.vocabulary.fixedFields[field], at)
	g.keep(v)
}
