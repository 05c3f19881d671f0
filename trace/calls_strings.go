package trace

// StringCall is what a call of PyPy's runtime library does with strings, if the trace gives it the arguments for that.
type StringCall uint8

const (
	// NoStringCall: something else.
	NoStringCall StringCall = iota
	// StringConcat: a new string of the characters of the second argument, and then of the third; the first is the function.
	StringConcat
	// StringSlice: a new string of the characters of the second argument, from the index that is the third up to the fourth.
	// If it begins behind its end, the function gives "", but PyPy's optimizer takes end minus beginning for the length (vstring.py),
	// so such a slice has no meaning here.
	StringSlice
	// StringEqual: whether the second and the third argument have the same characters; null is equal only to null.
	StringEqual
	// StringEqualSlice: whether as many characters of the second argument as the fourth says, from the index that is the
	// third on, are those of the fifth.
	StringEqualSlice
)

// stringForms are the types of the result and of the arguments behind the function.
var stringForms = [...]struct {
	result Type
	args   []Type
}{
	StringConcat:     {Ref, []Type{Ref, Ref}},
	StringSlice:      {Ref, []Type{Ref, Int, Int}},
	StringEqual:      {Int, []Type{Ref, Ref}},
	StringEqualSlice: {Int, []Type{Ref, Int, Int, Ref}},
}

// StringCallOf says what an operation with these arguments does with strings. The number OS of its descriptor names the
// function; it has to compute always and raise nothing (what replaces it raises nothing, and the guard behind it would ask
// about no call), and its arguments have to be of the types that the function takes.
func (t *Tables) StringCallOf(op *Op, args []Value, typeOf func(Value) Type) StringCall {
	if op.Code != OpCall || op.Descr < 0 || int(op.Descr) >= len(t.Texts) || op.Condition() != CallsAlways || t.raises(op) != RaisesNever {
		return NoStringCall
	}
	call := t.Texts[op.Descr].stringCall()
	if call == NoStringCall {
		return call
	}
	form := &stringForms[call]
	if op.Type != form.result || len(args) != len(form.args)+1 {
		return NoStringCall
	}
	for k, want := range form.args {
		if typeOf(args[k+1]) != want {
			return NoStringCall
		}
	}
	return call
}

func (d *Descr) stringCall() StringCall {
	switch {
	case !EffectComputes(d.Effect):
		return NoStringCall
	case d.Makes == MakesConcat:
		return StringConcat
	case d.Makes == MakesSlice:
		return StringSlice
	case d.Equates == EquatesStrings:
		return StringEqual
	case d.Equates == EquatesSlice:
		return StringEqualSlice
	}
	return NoStringCall
}
