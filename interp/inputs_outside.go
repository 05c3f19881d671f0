package interp

import (
	"slices"
	"strconv"
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// The text of Inputs.Outside is one more entry of the inputs:
//
//	outside=(2 raises ValueError, 3 returns 5, 4 fails, 0 invalidates, seed 7)
//
// The numbers are those of visible effects, counted from 1; 0 is the beginning of the
// run.

// outsideEntry is the name of the entry.
const outsideEntry = "outside"

// maxOutsideEffect bounds the numbers of effects in the text.
const maxOutsideEffect = 1 << 30

// formatOutside writes the entry's value, "" for an outside that does nothing.
func formatOutside(t *trace.Trace, o *Outside) string {
	var parts []string
	for k := range o.Events {
		parts = append(parts, formatEvent(t, &o.Events[k])...)
	}
	if o.Seed != 0 {
		parts = append(parts, "seed "+strconv.FormatUint(o.Seed, 10))
	}
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func formatEvent(t *trace.Trace, e *OutsideEvent) []string {
	number := strconv.Itoa(int(e.At))
	var parts []string
	if e.Result.Type == trace.Int {
		parts = append(parts, number+" returns "+strconv.FormatInt(int64(e.Result.Bits), 10))
	} else if e.Result.Type == trace.Float {
		parts = append(parts, number+" returns "+formatFloat(e.Result.Bits))
	}
	if e.Raises && e.Class >= 0 && int(e.Class) < len(t.Tables.Schema.Classes) {
		parts = append(parts, number+" raises "+t.Tables.Schema.Classes[e.Class].Name)
	} else if e.Raises {
		parts = append(parts, number+" raises")
	}
	if e.Fails {
		parts = append(parts, number+" fails")
	}
	if e.Invalidates {
		parts = append(parts, number+" invalidates")
	}
	if len(parts) == 0 {
		parts = append(parts, number+" returns")
	}
	return parts
}

// atOutside reports whether the value of the entry for the outside begins here.
func (p *inputParser) atOutside(name string) bool {
	p.skipSpace()
	return name == outsideEntry && p.at < len(p.text) && p.text[p.at] == '('
}

// readOutside reads the value of the entry. It returns false after an error.
func (p *inputParser) readOutside() bool {
	p.at++
	p.outside = Outside{}
	for first := true; !p.next(')'); first = false {
		if !first && !p.next(',') {
			p.expected("`,` or `)`")
			return false
		}
		if !p.outsideItem() {
			return false
		}
	}
	slices.SortStableFunc(p.outside.Events, func(a, b OutsideEvent) int { return int(a.At) - int(b.At) })
	return true
}

// outsideWord reads a word, and returns "" if there is none.
func (p *inputParser) outsideWord() (word string, from int) {
	p.skipSpace()
	from = p.at
	p.at = p.wordEnd()
	return p.text[from:p.at], from
}

// outsideItem reads "2 raises ValueError" and its like.
func (p *inputParser) outsideItem() bool {
	word, from := p.outsideWord()
	if word == "seed" {
		return p.outsideSeed()
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > maxOutsideEffect {
		p.at = from
		p.expected("`seed` or the number of a visible effect")
		return false
	}
	e := p.eventAt(int32(n))
	switch what, from := p.outsideWord(); what {
	case "invalidates":
		e.Invalidates = true
		return true
	case "fails":
		e.Fails = true
		return true
	case "raises":
		e.Raises = true
		return p.raisedClass(e)
	case "returns":
		return p.returned(e)
	default:
		p.at = from
		p.expected("`raises`, `returns`, `fails` or `invalidates`")
		return false
	}
}

func (p *inputParser) outsideSeed() bool {
	word, from := p.outsideWord()
	seed, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		p.at = from
		p.expected("a number of at least 0")
		return false
	}
	p.outside.Seed = seed
	return true
}

// eventAt returns the event of a visible effect, a new one if there is none.
func (p *inputParser) eventAt(n int32) *OutsideEvent {
	if e := p.outside.at(int(n)); e != nil {
		return e
	}
	p.outside.Events = append(p.outside.Events, OutsideEvent{At: n, Class: heap.NoClass})
	return &p.outside.Events[len(p.outside.Events)-1]
}

// raisedClass reads the class of an exception, if there is one.
func (p *inputParser) raisedClass(e *OutsideEvent) bool {
	word, from := p.outsideWord()
	if word == "" {
		return true
	}
	for k, c := range p.trace.Tables.Schema.Classes {
		if c.Name == word {
			e.Class = heap.ClassID(k)
			return true
		}
	}
	p.complain("input-class", from, p.at, "expected a class of the trace, found `%s`", word)
	return false
}

// returned reads what a call returns, if the text says so.
func (p *inputParser) returned(e *OutsideEvent) bool {
	word, from := p.outsideWord()
	if word == "" {
		return true
	}
	d, problem := parseNumber(word)
	if problem != "" {
		p.complain("input-number", from, p.at, "expected %s, found `%s`", problem, word)
		return false
	}
	e.Result = d
	return true
}
