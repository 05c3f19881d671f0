package texts

import "unicode/utf8"

// RuneSet is a set of characters. Those of ASCII are bits: to make a map for each call would take longer than all the rest.
type RuneSet struct {
	ascii  [utf8.RuneSelf / 64]uint64
	others map[rune]bool // nil if there are none
}

// NewRuneSet returns the set of a text's characters.
func NewRuneSet(text string) *RuneSet {
	s := new(RuneSet)
	for _, r := range text {
		if r < utf8.RuneSelf {
			s.ascii[r/64] |= 1 << (r % 64)
			continue
		}
		if s.others == nil {
			s.others = make(map[rune]bool)
		}
		s.others[r] = true
	}
	return s
}

// Has reports whether a character is in the set.
func (s *RuneSet) Has(r rune) bool {
	if r < utf8.RuneSelf {
		return s.ascii[r/64]>>(r%64)&1 != 0
	}
	return s.others[r]
}
