package rules

import (
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

// ParseRules reads rules, one per line; a line that begins with white space
// continues the rule before it. All errors are reported, at most one per rule.
// The set holds the rules without errors.
func ParseRules(text string) (*RuleSet, []*RuleError) {
	set := &RuleSet{}
	taken := make(map[string]bool)
	var errs []*RuleError
	doc := ""
	for _, part := range splitRules(text) {
		if part.comment {
			doc = joinDoc(doc, part.text)
			continue
		}
		rule, err := parseRule(part)
		rule.Doc = doc
		if err == nil {
			if full := set.add(rule, taken); full != nil {
				err = &RuleError{part.from, part.from + len(rule.Name), full.Error()}
			}
		}
		if err != nil {
			errs = append(errs, err)
		}
		doc = ""
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

func splitRules(text string) []rulePart {
	var parts []rulePart
	for from := 0; from < len(text); {
		end := lineEnd(text, from)
		line := strings.TrimRight(text[from:end], " \t\r")
		switch {
		case line == "":
			parts = append(parts, rulePart{comment: true}) // ends a comment
		case line[0] == '#':
			parts = append(parts, rulePart{strings.TrimSpace(strings.TrimLeft(line, "#")), from, true})
			if strings.HasPrefix(line, "##") {
				parts = append(parts, rulePart{comment: true})
			}
		case (line[0] == ' ' || line[0] == '\t') && len(parts) > 0 && !parts[len(parts)-1].comment:
			last := &parts[len(parts)-1]
			last.text = text[last.from : from+len(line)]
		default:
			parts = append(parts, rulePart{line, from, false})
		}
		from = end + 1
	}
	return parts
}

func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}

// joinDoc adds a comment line; an empty one starts afresh.
func joinDoc(doc, line string) string {
	if doc == "" || line == "" {
		return line
	}
	return doc + " " + line
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
