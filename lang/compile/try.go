package compile

import "unbox/lang/syntax"

// What `try` and `with` have to do when they are left, by an exception or without one.

// guarded compiles a block whose exceptions a handler takes, and returns the
// ranges of instructions for which the handler is responsible.
func (f *fn) guarded(do func(), leave func()) []span {
	var skip []span
	from := f.here()
	f.exits = append(f.exits, exit{leave, &skip})
	do()
	f.exits = f.exits[:len(f.exits)-1]
	var ranges []span
	for _, s := range skip {
		if s.from > from {
			ranges = append(ranges, span{from, s.from})
		}
		from = max(from, s.to)
	}
	if f.here() > from {
		ranges = append(ranges, span{from, f.here()})
	}
	return ranges
}

// handler says that exceptions of some ranges go to where the next instruction stands.
func (f *fn) handler(ranges []span) {
	for _, r := range ranges {
		f.code.Handlers = append(f.code.Handlers, Handler{r.from, r.to, f.here()})
	}
}

func (f *fn) try(s *syntax.Try) {
	if s.Finally == nil {
		f.tryExcept(s)
		return
	}
	before := f.defined
	inLoop := f.loops
	ranges := f.guarded(func() {
		if len(s.Handlers) == 0 {
			f.block(s.Body)
		} else {
			f.tryExcept(s)
		}
	}, func() {
		loops := f.loops
		f.loops = inLoop
		f.block(s.Finally)
		f.loops = loops
	})
	f.block(s.Finally)
	after := f.defined
	over := f.emit(Jump, 0, 0, 0, 0)
	f.handler(ranges)
	f.defined = before
	f.exceptional(s.Span, func(exc int) {
		f.block(s.Finally)
		f.at(s.Span)
		f.emit(Reraise, exc, 0, 0, 0)
	})
	f.defined = after
	f.patch(over)
}

// exceptional compiles code that runs while an exception is handled.
func (f *fn) exceptional(s syntax.Span, do func(exc int)) {
	exc := f.temp(s)
	from := f.here()
	f.emit(Catch, exc, 0, 0, 0)
	do(exc)
	f.code.Regions = append(f.code.Regions, Region{From: from, To: f.here(), Reg: exc})
}

func (f *fn) tryExcept(s *syntax.Try) {
	before := f.defined
	ranges := f.guarded(func() { f.block(s.Body) }, func() {})
	f.block(s.Else)
	after := f.defined
	over := []int{f.emit(Jump, 0, 0, 0, 0)}
	f.handler(ranges)
	f.defined = before
	f.exceptional(s.Span, func(exc int) {
		for _, h := range s.Handlers {
			f.defined = before
			over = append(over, f.except(h, exc))
			after = both(after, f.defined)
		}
		f.emit(Reraise, exc, 0, 0, 0)
	})
	f.defined = after
	f.patch(over...)
}

// except compiles one clause and returns the jump at its end.
func (f *fn) except(h syntax.Handler, exc int) int {
	next := -1
	f.at(h.Span)
	if h.Type != nil {
		mark := f.top
		class := f.operand(h.Type)
		f.at(h.Span)
		next = f.emit(Match, exc, class, 0, 0)
		f.top = mark
	}
	if h.Name == "" {
		f.guarded(func() { f.block(h.Body) }, func() {})
	} else {
		f.storeName(h.Name, exc)
		name := &syntax.Name{Span: h.Span, Text: h.Name}
		unbind := func() {
			t := f.temp(h.Span)
			f.emit(LoadK, t, 0, 0, f.k(nil))
			f.storeName(h.Name, t)
			f.top--
			f.del(name)
		}
		ranges := f.guarded(func() { f.block(h.Body) }, unbind)
		unbind()
		over := f.emit(Jump, 0, 0, 0, 0)
		f.handler(ranges)
		f.exceptional(h.Span, func(second int) {
			unbind()
			f.emit(Reraise, second, 0, 0, 0)
		})
		f.patch(over)
	}
	over := f.emit(Jump, 0, 0, 0, 0)
	if next >= 0 {
		f.patch(next)
	}
	return over
}

func (f *fn) with(s *syntax.With) {
	ctx := f.temp(s.Span)
	f.expr(s.X, ctx)
	v := f.enter(ctx, s.Span)
	if s.Target != nil {
		f.store(s.Target, v)
	}
	before := f.defined
	leave := func() {
		mark := f.top
		f.at(s.Span)
		f.callMethod(ctx, "__exit__", 3, s.Span)
		f.top = mark
	}
	ranges := f.guarded(func() { f.block(s.Body) }, leave)
	leave()
	over := f.emit(Jump, 0, 0, 0, 0)
	f.handler(ranges)
	after := f.defined
	f.defined = before
	f.exceptional(s.Span, func(exc int) {
		t := f.temp(s.Span)
		f.emit(WithExit, t, ctx, exc, 0)
		swallowed := f.emit(JumpIf, t, 0, 0, 0)
		f.emit(Reraise, exc, 0, 0, 0)
		f.patch(swallowed)
	})
	f.defined = both(after, before)
	f.patch(over)
}

// enter calls `__enter__` of what is in a register. The mark at the instruction that finds the method says that it is for a
// `with`, so `__exit__` has to be there, too.
func (f *fn) enter(x int, s syntax.Span) int {
	base := f.temps(2, s)
	f.emit(Method, base, x, 1, f.cache("__enter__"))
	f.emit(CallMethod, base, base, 0, 0)
	return base
}

// callMethod calls a method of what is in a register with so many None.
func (f *fn) callMethod(x int, name string, nones int, s syntax.Span) int {
	base := f.temps(2+nones, s)
	f.emit(Method, base, x, 0, f.cache(name))
	for k := range nones {
		f.emit(LoadK, base+2+k, 0, 0, f.k(nil))
	}
	f.emit(CallMethod, base, base, nones, 0)
	return base
}
