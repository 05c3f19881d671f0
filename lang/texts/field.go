package texts

import (
	"fmt"
	"unicode/utf8"
)

// Field is what is between the braces of a format string; Wrong says why it cannot be read.
type Field struct {
	Name, Spec string
	Conversion rune
	Wrong      string
}

// ParseField reads a field after its brace, and returns what follows it. Braces in an index are no braces.
func ParseField(s string) (f Field, after string) {
	k := 0
	for ; k < len(s) && s[k] != '}' && s[k] != ':' && s[k] != '!'; k++ {
		switch s[k] {
		case '{':
			return Field{Wrong: "unexpected '{' in field name"}, ""
		case '[':
			for k+1 < len(s) && s[k+1] != ']' {
				k++
			}
		}
	}
	if k == len(s) {
		return Field{Wrong: "expected '}' before end of string"}, ""
	}
	f.Name, after = s[:k], s[k+1:]
	if s[k] == '}' {
		return f, after
	}
	if s[k] == '!' {
		if after == "" {
			return Field{Wrong: "end of string while looking for conversion specifier"}, ""
		}
		r, size := utf8.DecodeRuneInString(after)
		f.Conversion, after = r, after[size:]
		if after != "" {
			next := after[0]
			after = after[1:]
			if next == '}' {
				return f, after
			}
			if next != ':' {
				return Field{Wrong: "expected ':' after conversion specifier"}, ""
			}
		}
	}
	depth := 1
	for k := 0; k < len(after); k++ {
		switch after[k] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				f.Spec = after[:k]
				return f, after[k+1:]
			}
		}
	}
	return Field{Wrong: "unmatched '{' in format spec"}, ""
}

// ShownConversion is the character of a conversion as messages show it.
func ShownConversion(r rune) string {
	if r > 32 && r < 127 {
		return string(r)
	}
	return fmt.Sprintf("\\x%x", r)
}

// FieldNumber reads the number of a field or an index. fits is false if it is too large for an int.
func FieldNumber(s string) (n int, isNumber, fits bool) {
	for k := range len(s) {
		if !IsASCIIDigit(s[k]) {
			return 0, false, true
		}
		if n > (1<<63-1-9)/10 {
			return 0, false, false
		}
		n = n*10 + int(s[k]-'0')
	}
	return n, s != "", true
}

// MaxFieldDepth is the maximum nesting of fields in the specifications of others.
const MaxFieldDepth = 2
