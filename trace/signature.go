package trace

import "strings"

// operandWords says what each letter of Spelling.Layout stands for.
var operandWords = [256]string{
	'i': "int", 'r': "ref", 'f': "float", 'a': "value", '*': "values…",
	'C': "Class", 'F': "field", 'N': "number", 'A': "array type", 'D': "descriptor", 'L': "label",
}

// resultWords says what each letter of OpInfo.Result stands for.
var resultWords = [256]string{'i': " → int", 'r': " → ref", 'f': " → float", 'x': " → value"}

// Signature shows how an operation is written in the spelling k, an index in
// Spellings: "int_add(int, int) → int", "int + int → int",
// "getfield_gc_i(ref, descr=field) → int", "guard_true(int) [values…]". What can
// be left out is in brackets.
func (info *OpInfo) Signature(k int) string {
	s := info.Spellings[k]
	result := s.Result
	if result == 0 {
		result = info.Result
	}
	switch {
	case s.Layout == "infix":
		return "int " + s.Name + " int" + resultWords[result]
	case s.Name == "[]":
		return "[" + operandList(s.Layout) + "]"
	case s.Name == "L():":
		return "label(values…):"
	}
	text := s.Name + "(" + operandList(s.Layout) + ")"
	if info.Effect == EffectGuard {
		// The only thing that every guard has is the list of values for leaving.
		return text + " [values…]"
	}
	return text + resultWords[result]
}

// operandList shows the operands of a layout.
func operandList(layout string) string {
	var b strings.Builder
	descr, optional := "", false
	for i := 0; i < len(layout); i++ {
		switch layout[i] {
		case ';':
			descr = "descr="
			continue
		case '?':
			optional = true
			continue
		}
		text := descr + operandWords[layout[i]]
		if b.Len() > 0 {
			text = ", " + text
		}
		if optional {
			text = "[" + text + "]"
		}
		b.WriteString(text)
		optional = false
	}
	return b.String()
}
