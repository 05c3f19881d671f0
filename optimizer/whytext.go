package optimizer

import "unbox/trace"

// What an answer says, in words.

func (q *question) begin(kind WhyKind) {
	q.answer.Lines = append(q.answer.Lines, WhyLine{Kind: kind})
	q.words.parts = nil
}

func (q *question) end() { q.answer.Lines[len(q.answer.Lines)-1].Parts = q.words.parts }

// say adds a line without names.
func (q *question) say(kind WhyKind, text string) {
	q.begin(kind)
	q.words.add(PartText, text)
	q.end()
}

// sayArgument adds a line that names an argument.
func (q *question) sayArgument(before string, k int, after string) {
	q.begin(WhyStays)
	q.words.add(PartText, before)
	q.words.fact(q.seen.args[k])
	q.words.add(PartText, after)
	q.end()
}

// sayArguments says something about the first two arguments.
func (q *question) sayArguments(before, between, after string) {
	q.begin(WhyStays)
	q.words.add(PartText, before)
	q.words.fact(q.seen.args[0])
	q.words.add(PartText, between)
	q.words.fact(q.seen.args[1])
	q.words.add(PartText, after)
	q.end()
}

// need adds what would make the operation go.
func (q *question) need(n Need, words func()) {
	q.answer.Needs = append(q.answer.Needs, n)
	q.begin(WhyNeeded)
	q.words.add(PartText, "it would go ")
	words()
	q.end()
}

func (q *question) harmlessWords(v trace.Value) {
	q.words.add(PartText, "if ")
	q.words.cause(q.cause(q.words.walkValue(v)), "did not need it")
}

func (q *question) rangeWords(facts []Supposed) {
	for i, f := range facts {
		q.words.add(PartText, [2]string{"if ", " and "}[min(i, 1)])
		q.words.fact(q.words.walkValue(f.Value))
		q.words.add(PartText, " were known to be ")
		q.words.add(PartFact, f.Bounds.String())
	}
}

// walkValue is the walk's number of a recorded value in the copy that is asked
// about.
func (w *remarkWords) walkValue(v trace.Value) trace.Value {
	return v + trace.Value(w.remark.Copy)*trace.Value(len(w.r.In.Ops))
}

// cause is the operation with a number of the walk.
func (q *question) cause(v trace.Value) Cause {
	c := causeList{r: q.base, remark: &Remark{}}
	c.add(v)
	if len(c.list) == 0 {
		return Cause{In: q.at, Copy: q.copy}
	}
	return c.list[0]
}

// knownOf says what is known of an argument.
func (q *question) knownOf(k int) { q.knownLine(&q.seen.facts[k]) }

// knownLine says what is known of a value, and from where; it says nothing about
// a constant.
func (q *question) knownLine(f *knownFact) {
	if !f.value.IsOp() {
		return
	}
	q.begin(WhyKnown)
	defer q.end()
	w := &q.words
	if f.typ == trace.Int && !f.within.IsTop() {
		w.add(PartText, "known: ")
		w.fact(f.value)
		w.add(PartText, " is ")
		w.add(PartFact, f.within.String())
		q.knownSince(f.by)
		return
	}
	if f.ref.nonnull() {
		w.add(PartText, "known: ")
		w.fact(f.value)
		w.add(PartText, " is ")
		if class, known := f.ref.class(); known {
			w.add(PartText, "of class ")
			w.add(PartCode, q.in.Tables.Schema.Classes[class].Name)
		} else {
			w.add(PartText, "not null, and no more")
		}
		q.knownSince(f.by)
		return
	}
	w.add(PartText, "nothing is known of ")
	w.fact(f.value)
	w.add(PartText, ": ")
	q.origin(f.value)
}

// knownSince says from where something is known.
func (q *question) knownSince(by trace.Value) {
	if by == trace.None {
		return
	}
	c := q.cause(by)
	q.words.add(PartText, ": ")
	q.words.cause(c, q.words.verb(c))
}

// origin says where a value comes from.
func (q *question) origin(v trace.Value) {
	c := q.cause(v)
	q.words.cause(c, originWords[c.Kind])
}

var originWords = [...]string{
	CauseOperation:  "computes it, and it can be anything",
	CauseInput:      "is where it comes in, from outside",
	CauseGuard:      "asks for it",
	CauseAllocation: "made it",
	CauseWrite:      "wrote it",
	CauseRead:       "read it, and what is in memory can be anything",
	CauseEscape:     "gave it",
	CauseJump:       "passes it",
	CauseLater:      "gives it",
	CauseUse:        "gives it",
}

// users are the operations of the result that use the value, each once.
func (q *question) users() (users []Cause) {
	out := q.base.Out
	self := q.base.valueOf(q.words.walkValue(q.at))
	eachUse(out, func(v, by trace.Value) {
		c := Cause{Kind: CauseUse, In: trace.Value(out.Ops[by].Src), Copy: out.Ops[by].Copy}
		if c.In == trace.None {
			c.Out = by
		}
		if v == self && (len(users) == 0 || users[len(users)-1] != c) {
			users = append(users, c)
		}
	})
	return users
}

// valueOf is the value of the result for a value of the walk, None if there is none.
func (r *Result) valueOf(v trace.Value) trace.Value {
	if n := trace.Value(len(r.In.Ops)); v >= n {
		return r.Invented[v-n]
	}
	return r.ValueOf[v]
}

// neededBy says which operations of the result use the value.
func (q *question) neededBy() {
	users := q.users()
	if len(users) == 0 {
		q.say(WhyStays, "nothing uses its result, but no pass looked")
		return
	}
	q.begin(WhyStays)
	q.words.add(PartText, "its result is needed: ")
	q.words.causes = users
	q.words.list(func(c Cause) {
		q.words.causeOperation(c)
		if c.In != trace.None {
			q.words.add(PartText, " in ")
			q.words.row(c)
		}
	})
	q.words.add(PartText, map[bool]string{true: " uses it", false: " use it"}[len(users) == 1])
	q.end()
}

// isGone answers for an operation that is not there: by its remark.
func (q *question) isGone() {
	if i := q.base.index().remark(q.at, q.copy); i >= 0 {
		q.begin(WhyGone)
		q.words.parts = append(q.words.parts, q.base.Parts(i, q.words.recorded, q.words.result)...)
		q.end()
		return
	}
	q.say(WhyGone, "it is not there")
}

// otherPasses says which pass that is switched off would remove it.
func (q *question) otherPasses() {
	for _, id := range Passes() {
		if q.passes.Has(id) {
			continue
		}
		r := q.o.Run(q.in, q.passes.With(id))
		if id == PassPeel || q.stands(r) || r.Impossible != q.base.Impossible {
			continue
		}
		q.begin(WhyNeeded)
		q.words.add(PartText, "it would go with the pass ")
		q.words.add(PartCode, id.String())
		q.words.add(PartText, ", which is switched off")
		q.end()
	}
}
