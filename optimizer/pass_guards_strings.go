package optimizer

import "unbox/trace"

// What a recording says of strings. To the interpreter, strings are outside of all objects: what it reads of one is free, and so is
// what a function of the runtime library makes. If the trace is known to be a recording (Optimizer.TrustRecording), then
// that library made its strings, in ways that PyPy's optimizer relies on as well:
//
//	p3 = call_pure_r(ConstClass(_ll_stringslice…), p0, i1, i2, descr=<… OS=23>)
//	i4 = strlen(p3)                                         is i2 - i1
//	p5 = newstr(8)
//	i6 = strlen(p5)                                         is 8
//	i7 = strhash(p0)
//	i8 = cond_call_value_i(i7, ConstClass(_ll_strhash…), p0)
//	i9 = strhash(p0)
//	i10 = cond_call_value_i(i9, ConstClass(_ll_strhash…), p0)   is i8: the string keeps its hash
//
// And what was made, or read of a string, is not null.

// givenBefore is what a function of the runtime library gave for a string, or for a key of a dictionary. dict is None for the
// hash of a string.
type givenBefore struct{ dict, of, result trace.Value }

// maxGiven bounds how many are looked through for each call.
const maxGiven = 64

// recordedString looks at an operation that reads from a string, at a call, or at what may change a dictionary.
func recordedString(p *guardsPass, c *cur) verdict {
	switch c.op.Code {
	case trace.OpStrLen:
		p.learnRef(c.args[0], refNonnull)
		return p.lengthOfMade(c)
	case trace.OpStrItem, trace.OpRawRead:
		if p.typeOf(c.args[0]) == trace.Ref {
			p.learnRef(c.args[0], refNonnull)
		}
	case trace.OpStrNew:
		p.learnRef(c.self, refNonnull)
	case trace.OpCall:
		if c.op.Descr >= 0 && p.in.Tables.Texts[c.op.Descr].Makes != trace.MakesNoString {
			p.learnRef(c.self, refNonnull)
			return next
		}
		if p.hashAgain(c) == gone {
			return gone
		}
		return recordedLookup(p, c)
	case trace.OpSet, trace.OpSetInterior, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return recordedLookup(p, c)
	}
	return next
}

// lengthOfMade computes the length of a string from how it was made.
func (p *guardsPass) lengthOfMade(c *cur) verdict {
	text := c.args[0]
	def := p.definition(text)
	args := p.out.args[def.First : def.First+uint32(def.Len)]
	before := p.peel.isOfIterationBefore(text) // only constants of that one are known
	switch {
	case def.Code == trace.OpStrNew:
		if n := p.find(args[0]); n.IsConst() || !before {
			return p.replaceBy(c, n, PassGuards, ReasonRecordedRuntime)
		}
	case def.Code == trace.OpCall && def.Descr >= 0 && p.in.Tables.Texts[def.Descr].Makes == trace.MakesSlice && len(args) == 4:
		start, stop := p.find(args[2]), p.find(args[3])
		if n, known := p.differenceOf(stop, start); known {
			return p.replaceBy(c, p.constants.Int(n), PassGuards, ReasonRecordedRuntime)
		}
		if !before {
			return p.becomesDifference(c, stop, start)
		}
	}
	return next
}

// differenceOf returns how much larger an index is than another one, if it was computed by adding a constant.
func (p *guardsPass) differenceOf(stop, start trace.Value) (n int64, known bool) {
	a, constant := p.constInt(stop)
	if b, both := p.constInt(start); constant && both {
		return a - b, true
	}
	def := p.definition(stop)
	if def.Code != trace.OpIntAdd {
		return 0, false
	}
	x, y := p.find(p.out.args[def.First]), p.find(p.out.args[def.First+1])
	if y == start {
		x, y = y, x
	}
	n, known = p.constInt(y)
	return n, known && x == start
}

// becomesDifference makes an operation the difference of two integers.
func (p *guardsPass) becomesDifference(c *cur, a, b trace.Value) verdict {
	c.op.Code, c.op.Descr = trace.OpIntSub, -1
	c.op.Spelling = c.op.Code.SpellingFor(p.in.Dialect, trace.Int)
	c.args = append(c.argBuf[:0], a, b)
	c.rewritten = Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonRecordedRuntime, Descr: -1}
	return again
}

// hashAgain removes a call that gives a hash that was asked for before.
func (p *guardsPass) hashAgain(c *cur) verdict {
	p.repeated = trace.None
	if c.op.Src == 0 || !p.in.AsksForHash(&c.op, p.in.Args(trace.Value(c.op.Src))) {
		return next
	}
	text := c.args[2]
	if hash := p.givenFor(trace.None, text); hash != trace.None {
		return p.giveAgain(c, hash)
	}
	p.remember(givenBefore{trace.None, text, c.self})
	return next
}

// givenFor returns what was given for a key of a dictionary, or for a string, None if nothing was.
func (p *guardsPass) givenFor(dict, of trace.Value) trace.Value {
	for _, before := range p.given {
		if p.find(before.dict) == dict && p.find(before.of) == of {
			return before.result
		}
	}
	return trace.None
}

// giveAgain removes the current call, which gives what was given before, unless a guard asks whether it raised that is not right
// behind it.
func (p *guardsPass) giveAgain(c *cur, before trace.Value) verdict {
	if p.codeAfter() != trace.OpGuardNoException && p.in.AskedBy(p.position) != trace.None {
		return next
	}
	p.repeated = p.position
	return p.replaceBy(c, before, PassGuards, ReasonRecordedRuntime)
}

// remember notes what a call gives, unless that is too much.
func (p *guardsPass) remember(g givenBefore) {
	if len(p.given) < maxGiven {
		p.given = append(p.given, g)
	}
}
