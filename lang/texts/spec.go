package texts

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Spec says how to format a value: [[fill]align][sign][#][0][width][,][.precision][type].
type Spec struct {
	Fill             rune
	Align, Sign      byte
	Alternate, Zero  bool
	ZeroAlign        bool // Align is what a zero before the width means
	Width, Precision int  // Precision is -1 if there is none
	Group, Type      byte
}

// TooManyDigits reports whether a specification is invalid because a number in it is above
// 2⁶³-1.
func TooManyDigits(s string) bool {
	for k := 0; k < len(s); k++ {
		from := k
		for k < len(s) && IsASCIIDigit(s[k]) {
			k++
		}
		if _, err := strconv.Atoi(s[from:k]); k > from && err != nil {
			return true
		}
	}
	return false
}

// ParseSpec reads a specification; false if it is invalid.
func ParseSpec(s string) (Spec, bool) {
	p := Spec{Fill: ' ', Precision: -1}
	filled := false
	r, size := utf8.DecodeRuneInString(s)
	if len(s) > size && strings.IndexByte("<>=^", s[size]) >= 0 {
		p.Fill, p.Align, filled = r, s[size], true
		s = s[size+1:]
	} else if s != "" && strings.IndexByte("<>=^", s[0]) >= 0 {
		p.Align = s[0]
		s = s[1:]
	}
	if s != "" && strings.IndexByte("+- ", s[0]) >= 0 {
		p.Sign = s[0]
		s = s[1:]
	}
	if strings.HasPrefix(s, "#") {
		p.Alternate = true
		s = s[1:]
	}
	if strings.HasPrefix(s, "0") {
		p.Zero = true
		if !filled {
			p.Fill = '0'
		}
		if p.Align == 0 {
			p.Align, p.ZeroAlign = '=', true
		}
		s = s[1:]
	}
	var ok bool
	if s, p.Width, ok = leadingNumber(s, 0); !ok {
		return p, false
	}
	if s != "" && (s[0] == ',' || s[0] == '_') {
		p.Group = s[0]
		s = s[1:]
	}
	if strings.HasPrefix(s, ".") {
		if s, p.Precision, ok = leadingNumber(s[1:], -1); !ok || p.Precision < 0 {
			return p, false
		}
	}
	if len(s) == 1 {
		p.Type = s[0]
		s = ""
	}
	return p, s == ""
}

func leadingNumber(s string, none int) (rest string, n int, ok bool) {
	k := 0
	for k < len(s) && IsASCIIDigit(s[k]) {
		k++
	}
	if k == 0 {
		return s, none, true
	}
	n, err := strconv.Atoi(s[:k])
	return s[k:], n, err == nil
}

// Pad pads text to the width of a specification.
func (p Spec) Pad(s string, align byte) string {
	if p.Align != 0 {
		align = p.Align
	}
	n := p.Width - utf8.RuneCountInString(s)
	if n <= 0 {
		return s
	}
	fill := string(p.Fill)
	switch align {
	case '<':
		return s + strings.Repeat(fill, n)
	case '^':
		return strings.Repeat(fill, n/2) + s + strings.Repeat(fill, n-n/2)
	}
	return strings.Repeat(fill, n) + s
}

// PadNumber pads a number to the width: sign and prefix come before the padding.
func (p Spec) PadNumber(sign, prefix, digits string) string {
	if p.Group != 0 {
		digits = p.group(digits, len(sign)+len(prefix))
	}
	if p.Align == '=' {
		n := p.Width - len(sign) - len(prefix) - utf8.RuneCountInString(digits)
		if n > 0 {
			digits = strings.Repeat(string(p.Fill), n) + digits
		}
		return sign + prefix + digits
	}
	return p.Pad(sign+prefix+digits, '>')
}

// group puts separators between digits: every three, or four of other bases than ten.
func (p Spec) group(digits string, before int) string {
	size := 3
	if strings.IndexByte("xXbo", p.Type) >= 0 && p.Type != 0 {
		size = 4
	}
	head := digits
	if n := strings.IndexAny(digits, ".eE%"); n >= 0 && p.Type != 'x' && p.Type != 'X' {
		head = digits[:n]
	}
	if head == "" || head[0] > '9' && p.Type != 'x' && p.Type != 'X' { // inf and nan
		return digits
	}
	tail := digits[len(head):]
	if p.Align == '=' && p.Fill == '0' {
		room := p.Width - before - utf8.RuneCountInString(tail)
		n := len(head)
		for n+(n-1)/size < room {
			n++
		}
		head = strings.Repeat("0", n-len(head)) + head
	}
	var b strings.Builder
	for k := range len(head) {
		if k > 0 && (len(head)-k)%size == 0 {
			b.WriteByte(p.Group)
		}
		b.WriteByte(head[k])
	}
	return b.String() + tail
}

// SignOf returns the sign before a number.
func (p Spec) SignOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case p.Sign == '+' || p.Sign == ' ':
		return string(p.Sign)
	}
	return ""
}
