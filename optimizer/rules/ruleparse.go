package rules

import (
	"fmt"
	"iter"
	"strings"

	"unbox/trace"
)

// RuleError is an error in a rule file. From and To delimit the characters it
// is about, as byte offsets into the text.
type RuleError struct {
	From, To int
	Message  string
}

// Error returns the message.
func (e *RuleError) Error() string { return e.Message }

// maxErrors is the maximum number of errors that ParseRules returns: nobody reads more, and a long text that has no rules
// would have one in each line.
const maxErrors = 100

// ParseRules reads rules, one per line; a line that begins with white space
// continues the rule before it. Errors are reported in the order of the text, at most one per rule and
// 100 in all, of which the last then says how many more there are.
// The set holds the rules without errors.
func ParseRules(text string) (*RuleSet, []*RuleError) {
	set := &RuleSet{}
	taken := make(map[string]bool)
	var errs []*RuleError
	wrong := 0
	var doc comment
	for part := range rulesOf(text) {
		if part.comment {
			doc.add(part.text)
			continue
		}
		rule, err := parseRule(part)
		rule.Doc = doc.take()
		if err == nil {
			if full := set.add(rule, taken); full != nil {
				err = &RuleError{part.from, part.from + len(rule.Name), full.Error()}
			}
		}
		if err != nil {
			if wrong++; wrong <= maxErrors {
				errs = append(errs, err)
			}
		}
	}
	if wrong > maxErrors {
		errs[maxErrors-1].Message = fmt.Sprintf("and %d more, which are shown once those before are corrected", wrong-maxErrors+1)
	}
	set.buildIndex()
	return set, errs
}

// rulePart is a rule or a comment of a rule file.
type rulePart struct {
	text    string
	from    int
	comment bool
}

// rulesOf goes through the rules and the lines of comments of a text. A comment without text ends the one before it.
func rulesOf(text string) iter.Seq[rulePart] {
	return func(yield func(rulePart) bool) {
		for from := len(text) - len(strings.TrimPrefix(text, "\ufeff")); from < len(text); { // a mark of UTF-8 is no text
			end := lineEnd(text, from)
			line := strings.TrimRight(text[from:end], " \t\r")
			part := rulePart{line, from, line == "" || line[0] == '#'}
			switch {
			case !part.comment:
				end, part.text = ruleEnd(text, from, end, len(line))
			case line != "":
				part.text = strings.TrimSpace(strings.TrimLeft(line, "#"))
			}
			from = end + 1
			if !yield(part) || strings.HasPrefix(line, "##") && !yield(rulePart{comment: true}) {
				return
			}
		}
	}
}

// ruleEnd returns where a rule ends that begins at from, with a line that ends at end and has so many bytes before the white space
// at its end; and the text of the rule with the lines that continue it.
func ruleEnd(text string, from, end, length int) (last int, rule string) {
	to := from + length
	for next := end + 1; next < len(text) && (text[next] == ' ' || text[next] == '\t'); next = end + 1 {
		stop := lineEnd(text, next)
		line := strings.TrimRight(text[next:stop], " \t\r")
		if line == "" {
			break
		}
		end, to = stop, next+len(line)
	}
	return end, text[from:to]
}

func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}

// comment collects the lines of a comment.
type comment struct{ text strings.Builder }

// add adds a line; an empty one starts afresh.
func (c *comment) add(line string) {
	switch {
	case line == "":
		c.text.Reset()
		return
	case c.text.Len() > 0:
		c.text.WriteByte(' ')
	}
	c.text.WriteString(line)
}

// take returns the lines, separated by spaces, and starts afresh.
func (c *comment) take() string {
	defer c.text.Reset()
	return c.text.String()
}

func parseRule(part rulePart) (Rule, *RuleError) {
	p := &ruleParser{text: part.text, base: part.from}
	p.scan()
	rule := Rule{Name: p.expectName()}
	p.expect(":")
	rule.Text = strings.TrimSpace(part.text[min(p.from, len(part.text)):])
	rule.Pattern = p.rootPattern()
	p.expect("=>")
	p.where = inTarget
	rule.Target = p.rootTarget(rule.Pattern)
	if p.err == nil && p.token == "if" {
		p.scan()
		p.where = inCondition
		rule.condition = p.expression(0, trace.Int)
	}
	if p.err == nil && p.token != "" {
		p.fail("expected the end of the rule, found " + p.found())
	}
	rule.Names = p.names
	rule.Computes = rule.condition != nil || computes(rule.Target)
	return rule, p.err
}

// computes reports whether a constant of a target has to be computed.
func computes(node *Node) bool {
	switch node.Kind {
	case NodeValue, NodeConstant:
		return false
	case NodeOperation:
		for _, arg := range node.Args {
			if computes(arg) {
				return true
			}
		}
		return false
	}
	return true
}
