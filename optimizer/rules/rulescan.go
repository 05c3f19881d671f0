package rules

import (
	"strings"
	"unicode/utf8"
)

// ruleParser reads one rule by recursive descent. After the first error it
// stops moving.
type ruleParser struct {
	text     string
	base     int
	from, to int // the current token
	token    string
	names    []ruleName
	where    rulePlace
	depth    int
	err      *RuleError
}

// rulePlace is the part of a rule that is being read.
type rulePlace uint8

const (
	inPattern rulePlace = iota
	inTarget
	inCondition
)

func (p *ruleParser) fail(message string) {
	p.failAt(p.from, max(p.to, p.from+1), message)
}

func (p *ruleParser) failAt(from, to int, message string) {
	if p.err == nil {
		p.err = &RuleError{p.base + from, p.base + to, message}
	}
	p.token = ""
}

// scan moves to the next token, "" at the end or after an error.
func (p *ruleParser) scan() {
	if p.err != nil {
		return
	}
	p.from = p.to
	for p.from < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.from]) >= 0 {
		p.from++
	}
	p.to = p.from + tokenLength(p.text[p.from:])
	p.token = p.text[p.from:p.to]
}

func tokenLength(rest string) int {
	switch {
	case rest == "":
		return 0
	case isDigit(rest[0]):
		return numberLength(rest)
	case isRuleNameByte(rest[0]):
		return nameLength(rest)
	case rest[0] < utf8.RuneSelf && strings.IndexByte("<>=!", rest[0]) < 0: // none of the longer ones
		return 1
	}
	for n := 3; n > 1; n-- {
		if len(rest) >= n && strings.Contains(" >>> => == != <= >= << >> ", " "+rest[:n]+" ") {
			return n
		}
	}
	for i := range rest {
		if i > 0 {
			return i
		}
	}
	return len(rest)
}

func nameLength(rest string) int {
	n := 0
	for n < len(rest) && isRuleNameByte(rest[n]) {
		n++
	}
	// A name may hold a '-' as in add-zero, but only before the colon.
	for n+1 < len(rest) && rest[n] == '-' && isLetter(rest[n+1]) {
		n++
		for n < len(rest) && isRuleNameByte(rest[n]) {
			n++
		}
	}
	return n
}

// numberLength measures 12, 0x7f, 1.5 and 1e-3, with any letters directly after
// them.
func numberLength(rest string) int {
	n := 0
	for n < len(rest) && (isRuleNameByte(rest[n]) || rest[n] == '.' ||
		(rest[n] == '-' || rest[n] == '+') && rest[n-1]|0x20 == 'e' && !isHexadecimal(rest)) {
		n++
	}
	return n
}

func isHexadecimal(number string) bool {
	return len(number) > 1 && number[0] == '0' && number[1]|0x20 == 'x'
}

func isFloatLiteral(number string) bool {
	return !isHexadecimal(number) && strings.ContainsAny(number, ".eE")
}

func isLetter(b byte) bool       { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isDigit(b byte) bool        { return b >= '0' && b <= '9' }
func isRuleNameByte(b byte) bool { return isLetter(b) || b == '_' || isDigit(b) }

func (p *ruleParser) found() string {
	if p.token == "" {
		return "the end of the rule"
	}
	return "`" + p.token + "`"
}

func (p *ruleParser) expect(token string) {
	if p.err == nil && p.token != token {
		p.fail("expected `" + token + "`, found " + p.found())
	}
	p.scan()
}

func (p *ruleParser) expectName() string {
	name := p.token
	if p.err == nil && (name == "" || !isLetter(name[0])) {
		p.fail("expected the name of a rule, found " + p.found())
	}
	p.scan()
	return name
}

// calls reports whether the current token is followed by a parenthesis.
func (p *ruleParser) calls() bool {
	return strings.HasPrefix(strings.TrimLeft(p.text[p.to:], " \t"), "(")
}
