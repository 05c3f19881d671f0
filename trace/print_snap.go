package trace

import "strconv"

// snapPrinter is what the printer knows of the current snapshot. Virtual objects
// and names carry the number of the snapshot in which they were seen, so that
// nothing has to be cleared.
type snapPrinter struct {
	number int32
	// virtuals is as long as Trace.Virtuals.
	virtuals []printedVirtual
	// names has for each name the snapshot in which a result or an object has it.
	names []int32
	fresh *freshNames
	// unused are the numbers of names that the source does not have.
	unused [4]int
	// depth is the number of open descriptions; later holds the virtual objects
	// whose contents come after "where", and work those that are still to be
	// counted.
	depth int
	later []Value
	work  []Value
}

// printedDepth is how deeply descriptions are printed within one another. Deeper
// ones come after "where", so that a chain of any length can be read again.
const printedDepth = 16

// printedVirtual is the state of one virtual object within a snapshot.
type printedVirtual struct {
	snap   int32
	shared bool
	// name is "" until the object was printed under one.
	name string
}

// failList prints the list of values after a guard.
func (p *printer) failList(snap int32) {
	values, pending := p.t.SnapValues(snap), p.t.SnapPending(snap)
	p.snap.number++
	if p.snap.fresh != nil {
		p.snap.fresh.counters = p.snap.unused
	}
	if len(p.t.Virtuals) > 0 {
		p.countVirtuals(values)
		p.countVirtuals(pending)
	}
	if p.t.Snaps[snap].Listed {
		p.snapValues(" [", values, ']')
	}
	if len(pending) > 0 {
		p.snapValues(" {", pending, '}')
	}
	p.laterContents()
}

// laterContents prints the contents of the objects whose descriptions left them out, in
// their order: " where v1(next=null), v2[i0, i1]". These can leave out others.
func (p *printer) laterContents() {
	s := &p.snap
	for k := 0; k < len(s.later); k++ {
		if k == 0 {
			p.buf = append(p.buf, ' ')
			p.text(SpanKeyword, "where")
			p.buf = append(p.buf, ' ')
		} else {
			p.buf = append(p.buf, ", "...)
		}
		p.virtualReference(s.later[k])
		p.contents(s.later[k].VirtualIndex())
	}
	s.later = s.later[:0]
}

func (p *printer) snapValues(opening string, values []Value, closing byte) {
	p.buf = append(p.buf, opening...)
	for i, v := range values {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		p.snapValue(v)
	}
	p.buf = append(p.buf, closing)
}

// countVirtuals finds out which virtual objects occur more than once, and which
// names are in use.
func (p *printer) countVirtuals(values []Value) {
	s := &p.snap
	if s.virtuals == nil {
		s.virtuals = make([]printedVirtual, len(p.t.Virtuals))
		s.names = make([]int32, len(p.t.Tables.Syms))
	}
	s.work = append(s.work[:0], values...)
	for len(s.work) > 0 {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		p.countVirtual(v)
	}
}

// countVirtual counts one value and puts what its description mentions on the work
// list.
func (p *printer) countVirtual(v Value) {
	s := &p.snap
	if v.IsOp() && (p.names.prefix == "" || p.t.Ops[v].Code == OpParam) {
		s.names[p.t.Ops[v].Name] = s.number
	}
	if !v.IsVirtual() {
		return
	}
	if is := &s.virtuals[v.VirtualIndex()]; is.snap == s.number {
		is.shared = true
		return
	}
	s.virtuals[v.VirtualIndex()] = printedVirtual{snap: s.number}
	s.work = append(s.work, p.t.Virtuals[v.VirtualIndex()].Of)
	for _, f := range p.t.Fields(v.VirtualIndex()) {
		s.work = append(s.work, f.Value)
	}
}

// snapValue prints one value of a snapshot.
func (p *printer) snapValue(v Value) {
	if !v.IsVirtual() {
		p.value(v)
		return
	}
	s := &p.snap
	k := v.VirtualIndex()
	virt, is := &p.t.Virtuals[k], &s.virtuals[k]
	if is.name != "" {
		p.virtualReference(v)
		return
	}
	later := s.depth >= printedDepth && (virt.Len > 0 || virt.Length > 0)
	if is.shared || later {
		is.name = p.virtualName(virt)
		p.virtualReference(v)
		p.buf = append(p.buf, '=')
	}
	if virt.Of != None {
		p.value(virt.Of)
	} else {
		p.virtualType(virt)
	}
	switch {
	case !later:
		p.contents(k)
	case virt.Array:
		p.buf = append(p.buf, "[...]"...)
		s.later = append(s.later, v)
	default:
		p.buf = append(p.buf, "(...)"...)
		s.later = append(s.later, v)
	}
}

// virtualReference prints the name that a virtual object has in this snapshot.
func (p *printer) virtualReference(v Value) {
	from := len(p.buf)
	p.buf = append(p.buf, p.snap.virtuals[v.VirtualIndex()].name...)
	p.span(SpanVariable, from, v)
}

// virtualType prints the class or array type of a virtual object.
func (p *printer) virtualType(virt *Virtual) {
	if !virt.Array && virt.Type >= 0 {
		p.class(virt.Type)
		return
	}
	from := len(p.buf)
	p.buf = p.names.appendVirtualType(p.buf, virt)
	p.span(SpanClass, from, None)
}

// contents prints what is in a virtual object, in its brackets.
func (p *printer) contents(k int) {
	p.snap.depth++
	defer func() { p.snap.depth-- }()
	virt := &p.t.Virtuals[k]
	if virt.Array && virt.Of == None {
		p.items(k, virt)
		return
	}
	p.buf = append(p.buf, '(')
	for i, f := range p.t.Fields(k) {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		if virt.Array {
			p.item(virt.Type, f.Field)
		} else {
			p.field(f.Field)
		}
		p.buf = append(p.buf, '=')
		p.snapValue(f.Value)
	}
	p.buf = append(p.buf, ')')
}

// item prints an item of an existing array into which a write is still to be done.
func (p *printer) item(array, index int32) {
	p.text(SpanClass, p.t.Tables.Schema.Arrays[array].Name)
	p.buf = append(p.buf, '[')
	p.text(SpanNumber, strconv.Itoa(int(index)))
	p.buf = append(p.buf, ']')
}

// field prints a field as it is written in a description.
func (p *printer) field(f int32) {
	if p.plain[f] || p.numeric[f] {
		p.text(SpanField, p.t.Tables.Schema.Fields[f].Name)
		return
	}
	p.descriptorText(p.t.fieldDescr(f))
}

// virtualName returns the object's own name if nothing else in the snapshot has
// it, or a new one.
func (p *printer) virtualName(virt *Virtual) string {
	s := &p.snap
	name := p.t.Tables.Syms[virt.Name]
	if name != "" && s.names[virt.Name] != s.number && !(p.names.prefix != "" && isNumbered(name, p.names.prefix)) {
		s.names[virt.Name] = s.number
		return name
	}
	if s.fresh == nil {
		s.fresh = newFreshNames(p.t)
		s.unused = s.fresh.counters
	}
	return "v" + s.fresh.next(Ref).String()
}

// items prints the items of a virtual array; those left out are 0 or null.
func (p *printer) items(k int, virt *Virtual) {
	p.buf = append(p.buf, '[')
	fields, empty := p.t.Fields(k), string(p.emptyItem(virt.Type))
	for i := range virt.Length {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		if len(fields) > 0 && fields[0].Field == i {
			p.snapValue(fields[0].Value)
			fields = fields[1:]
			continue
		}
		p.text(SpanNumber, empty)
	}
	p.buf = append(p.buf, ']')
}

// emptyItem returns what an item that was never written holds. null is written as it is
// elsewhere in the trace, because the parser keeps the first spelling of it for all.
func (p *printer) emptyItem(array int32) []byte {
	switch p.t.Tables.Schema.Arrays[array].Elem {
	case Ref:
		null := Const{Kind: ConstNull}
		for _, c := range p.t.Consts {
			if c.Kind == ConstNull {
				null = c
			}
		}
		return p.names.appendConst(nil, null)
	case Float:
		return []byte("0.0")
	}
	return []byte("0")
}

// appendVirtualType appends the class or array type of a virtual object.
func (n *Namer) appendVirtualType(buf []byte, virt *Virtual) []byte {
	tables := n.trace.Tables
	switch {
	case virt.Array:
		return append(buf, tables.Schema.Arrays[virt.Type].Name...)
	case virt.Type < 0:
		return append(buf, "alloc"...)
	}
	name := tables.Schema.Classes[virt.Type].Name
	if tables.ClassSpelling[virt.Type] == ClassConst {
		return append(append(append(buf, "ConstClass("...), name...), ')')
	}
	return append(buf, name...)
}
