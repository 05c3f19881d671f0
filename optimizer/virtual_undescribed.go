package optimizer

import "unbox/trace"

// undescribedSearch looks for virtual objects that snapshots cannot describe.
type undescribedSearch struct {
	// any means that there is or was such an object.
	any   bool
	stack []int32
	// looked has the search in which each object was last visited.
	looked []int32
	look   int32
}

// renewed returns a search that has not found anything yet and reuses the memory
// of this one.
func (u undescribedSearch) renewed() undescribedSearch {
	return undescribedSearch{stack: u.stack[:0], looked: u.looked[:0]}
}

// materializeUndescribed materializes the objects that snapshots cannot describe, among those
// that a value leads to through virtual objects. An object that did not change since it was
// described leads to none.
func (p *virtualPass) materializeUndescribed(v trace.Value) {
	s := &p.virtualObjects
	u := &s.undescribed
	if !u.any {
		return
	}
	u.look++
	u.looked = growTo(u.looked, len(s.objects))
	for len(u.looked) < len(s.objects) {
		u.looked = append(u.looked, 0)
	}
	u.stack = u.stack[:0]
	p.lookInto(v)
	for len(u.stack) > 0 {
		object := u.stack[len(u.stack)-1]
		u.stack = u.stack[:len(u.stack)-1]
		o := &s.objects[object]
		if _, possible := p.kindOf(o).description(p, o); !possible {
			p.materialize(o.self)
			continue
		}
		for i := o.first; i != 0; i = s.fields[i].next {
			p.lookInto(p.find(s.fields[i].value))
		}
	}
}

func (p *virtualPass) lookInto(v trace.Value) {
	s := &p.virtualObjects
	u := &s.undescribed
	object := p.of(v)
	if object == 0 || u.looked[object] == u.look || s.objects[object].epoch == s.epoch {
		return
	}
	u.looked[object] = u.look
	u.stack = append(u.stack, object)
}
