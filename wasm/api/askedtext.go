package api

import "unbox/internal/words"

// askedText is a text that a request was about; result is the number of its result, 0 if it had none.
type askedText struct {
	text   string
	result int
	// units is the length in UTF-16 code units. If it equals the length in bytes, every character is
	// one byte, since longer characters have fewer code units than bytes.
	units int
}

// remember keeps the text of a request.
func (a *askedText) remember(q *OptimizeRequest) {
	a.units = a.after(q)
	a.text, a.result = q.Text, q.Result
}

// after returns the length of the text of a request in code units.
func (a *askedText) after(q *OptimizeRequest) int {
	if q.Edit != nil {
		return a.units - (q.Edit.To - q.Edit.From) + codeUnits(q.Edit.Insert)
	}
	return codeUnits(q.Text)
}

// apply replaces a request's Edit by the whole text. It reports whether the previous text is
// the one that the Edit refers to.
func (a *askedText) apply(q *OptimizeRequest) bool {
	edit := q.Edit
	if edit.Of == 0 || edit.Of != a.result || edit.Length != a.units || edit.From < 0 || edit.From > edit.To || edit.To > edit.Length {
		return false
	}
	from, ok := a.byteOf(edit.From)
	to, also := a.byteOf(edit.To)
	if ok && also {
		q.Text = a.text[:from] + edit.Insert + a.text[to:]
	}
	return ok && also
}

// byteOf returns the byte at which a code unit is; it is not ok within a character.
func (a *askedText) byteOf(unit int) (at int, ok bool) {
	if a.units == len(a.text) {
		return unit, true
	}
	units := 0
	for i, r := range a.text {
		if units >= unit {
			return i, units == unit
		}
		units += codeUnitsOf(r)
	}
	return len(a.text), units == unit
}

// codeUnits returns the length of a text in UTF-16 code units.
func codeUnits(text string) int {
	units := words.ASCII(text)
	for _, r := range text[units:] {
		units += codeUnitsOf(r)
	}
	return units
}

func codeUnitsOf(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}
