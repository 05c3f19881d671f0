package texts

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// ExpandTabs is str.expandtabs: it replaces tabs by spaces up to the next column that size divides.
func ExpandTabs(s string, size int) string {
	var b strings.Builder
	column := 0
	for _, r := range s {
		switch {
		case r == '\t' && size > 0:
			n := size - column%size
			b.WriteString(strings.Repeat(" ", n))
			column += n
		case r == '\t':
		case r == '\n' || r == '\r':
			b.WriteRune(r)
			column = 0
		default:
			b.WriteRune(r)
			column++
		}
	}
	return b.String()
}

// SplitSpace splits at white space, at most so often; without a limit if most is negative.
func SplitSpace(s string, most int, fromEnd bool) []string {
	if most < 0 {
		return strings.FieldsFunc(s, IsSpace)
	}
	var parts []string
	if fromEnd {
		for s = strings.TrimRightFunc(s, IsSpace); s != "" && most > 0; most-- {
			n := strings.LastIndexFunc(s, IsSpace)
			if n < 0 {
				break
			}
			_, size := utf8.DecodeRuneInString(s[n:])
			parts = append(parts, s[n+size:])
			s = strings.TrimRightFunc(s[:n], IsSpace)
		}
		if s != "" {
			parts = append(parts, s)
		}
		slices.Reverse(parts)
		return parts
	}
	for s = strings.TrimLeftFunc(s, IsSpace); s != "" && most > 0; most-- {
		n := strings.IndexFunc(s, IsSpace)
		if n < 0 {
			break
		}
		parts = append(parts, s[:n])
		s = strings.TrimLeftFunc(s[n:], IsSpace)
	}
	if s != "" {
		parts = append(parts, s)
	}
	return parts
}
