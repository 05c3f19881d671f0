package optimizer

import "unbox/trace"

// entryShape says how the arguments of a jump are made up: which are values, which are
// constants, and which are virtual objects, with the contents of their fields. The
// values are the leaves; a label of the peeled loop takes them as parameters.
type entryShape struct {
	roots  []shapeRef
	leaves []shapeLeaf
	nodes  []shapeNode
	fields []shapeField
	// nodeOf finds the node of a virtual object, leafAt the leaf of a value.
	nodeOf map[int32]int32
	// matched[k] is the object that stood for node k in the last match.
	matched []int32
}

type shapeRef struct {
	kind  shapeKind
	index int32       // of a leaf or a node
	value trace.Value // a constant
}

type shapeKind uint8

const (
	shapeOfLeaf shapeKind = iota
	shapeOfConstant
	shapeOfNode
)

// shapeLeaf is a value that is passed: value in the preamble, param in the loop.
type shapeLeaf struct{ value, param trace.Value }

// shapeNode is a virtual object.
type shapeNode struct {
	object     int32
	kind       kindID
	allocation trace.Op
	class      int32
	length     trace.Value
	from, to   int32 // fields
}

type shapeField struct {
	field int32
	ref   shapeRef
}

// emptied returns an empty shape that reuses the memory of this one.
func (s entryShape) emptied() entryShape {
	if s.nodeOf == nil {
		s.nodeOf = make(map[int32]int32)
	}
	clear(s.nodeOf)
	return entryShape{
		roots: s.roots[:0], leaves: s.leaves[:0], nodes: s.nodes[:0], fields: s.fields[:0], nodeOf: s.nodeOf, matched: s.matched[:0],
	}
}

// explodeEntry finds the shape of the arguments that enter the loop: leaves in
// the order of arguments and, inside objects, of fields. Objects that are
// referred to twice, also by themselves, have one node.
func (p *peelPass) explodeEntry(args []trace.Value) {
	s := &p.entry
	*s = s.emptied()
	p.leafOf.reset(len(p.replacedBy))
	for k, arg := range args {
		if arg.IsConst() && p.forced[k] {
			s.leaves = append(s.leaves, shapeLeaf{value: arg})
			s.roots = append(s.roots, shapeRef{kind: shapeOfLeaf, index: int32(len(s.leaves) - 1)})
			continue
		}
		ref, isNew := p.shapeOf(arg)
		s.roots = append(s.roots, ref)
		if isNew {
			p.explodeNode(ref.index)
		}
	}
}

// shapeOf returns how a value is made up. isNew means that it is a node whose
// fields still have to be exploded.
func (p *peelPass) shapeOf(v trace.Value) (ref shapeRef, isNew bool) {
	s := &p.entry
	if v.IsConst() {
		return shapeRef{kind: shapeOfConstant, value: v}, false
	}
	object := p.virtual.of(v)
	if object == 0 {
		leaf := p.leafOf.of(v)
		if leaf == 0 {
			s.leaves = append(s.leaves, shapeLeaf{value: v})
			leaf = int32(len(s.leaves))
			p.leafOf.set(v, leaf)
		}
		return shapeRef{kind: shapeOfLeaf, index: leaf - 1}, false
	}
	node, known := s.nodeOf[object]
	if !known {
		o := p.virtual.object(object)
		node = int32(len(s.nodes))
		s.nodeOf[object] = node
		s.nodes = append(s.nodes, shapeNode{object: object, kind: o.kind, allocation: o.allocation, class: o.class, length: o.length})
	}
	return shapeRef{kind: shapeOfNode, index: node}, !known
}

// explodeNode finds the fields of a node and, depth first, of all nodes in
// them. Chains can be long, so the stack is an explicit one.
func (p *peelPass) explodeNode(root int32) {
	s := &p.entry
	type frame struct{ node, at int32 }
	open := func(node int32) frame {
		fields := p.virtual.sorted(nil, s.nodes[node].object)
		s.nodes[node].from = int32(len(s.fields))
		for _, f := range fields {
			s.fields = append(s.fields, shapeField{field: f.field, ref: shapeRef{value: p.find(f.value)}})
		}
		s.nodes[node].to = int32(len(s.fields))
		return frame{node, s.nodes[node].from}
	}
	stack := []frame{open(root)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.at == s.nodes[top.node].to {
			stack = stack[:len(stack)-1]
			continue
		}
		at := top.at
		top.at++
		ref, isNew := p.shapeOf(s.fields[at].ref.value)
		s.fields[at].ref = ref
		if isNew {
			stack = append(stack, open(ref.index))
		}
	}
}

// matchEntry compares the arguments at the end of the loop with the shape at its
// beginning, and returns what to pass for each leaf. mismatch is the number of
// the first argument that does not fit, -1 if all do.
func (p *peelPass) matchEntry(args []trace.Value, back []trace.Value) (_ []trace.Value, mismatch int) {
	s := &p.entry
	back = append(back[:0], make([]trace.Value, len(s.leaves))...)
	s.matched = trace.Zeroed(s.matched, len(s.nodes))
	taken := make(map[int32]int32)
	for k, arg := range args {
		if !p.matchRef(s.roots[k], p.find(arg), back, taken) {
			return back, k
		}
	}
	return back, -1
}

type refPair struct {
	ref   shapeRef
	value trace.Value
}

// matchRef matches one argument with everything inside it. taken says which
// node an object stands for: two nodes are two objects.
func (p *peelPass) matchRef(ref shapeRef, v trace.Value, back []trace.Value, taken map[int32]int32) bool {
	s := &p.entry
	stack := []refPair{{ref, v}}
	for len(stack) > 0 {
		pair := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch pair.ref.kind {
		case shapeOfConstant:
			if pair.value != pair.ref.value {
				return false
			}
		case shapeOfLeaf:
			if back[pair.ref.index] == trace.None {
				back[pair.ref.index] = pair.value
			}
		case shapeOfNode:
			object := p.virtual.of(pair.value)
			node := pair.ref.index
			if s.matched[node] != 0 {
				if s.matched[node] != object {
					return false
				}
				continue
			}
			if !p.matchNode(node, object, taken) {
				return false
			}
			var same bool
			if stack, same = p.pushFields(stack, node, object); !same {
				return false
			}
		}
	}
	return true
}

// matchNode matches an object with a node, without their fields.
func (p *peelPass) matchNode(node, object int32, taken map[int32]int32) bool {
	s := &p.entry
	n := &s.nodes[node]
	if object == 0 || taken[object] != 0 {
		return false
	}
	o := p.virtual.object(object)
	if o.allocation.Code != n.allocation.Code || o.allocation.Descr != n.allocation.Descr ||
		o.class != n.class || o.length != n.length {
		return false
	}
	taken[object] = node + 1
	s.matched[node] = object
	return true
}

// pushFields adds the fields of a matched object that are to be compared. It returns false if the object has others than the
// node: both were made by the same operations, and what the second iteration knows beside lets none of them be left out.
func (p *peelPass) pushFields(stack []refPair, node, object int32) ([]refPair, bool) {
	n := &p.entry.nodes[node]
	want, have := p.entry.fields[n.from:n.to], p.virtual.sorted(nil, object)
	if len(have) != len(want) {
		return stack, false
	}
	for k, f := range want {
		if have[k].field != f.field {
			return stack, false
		}
		stack = append(stack, refPair{f.ref, p.find(have[k].value)})
	}
	return stack, true
}

// entryStillVirtual reports whether the objects that stand for the nodes are still
// virtual after everything else that is passed was materialized.
func (p *peelPass) entryStillVirtual() bool {
	for _, object := range p.entry.matched {
		if p.virtual.of(p.virtual.object(object).self) != object {
			return false
		}
	}
	return true
}
