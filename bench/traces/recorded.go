package traces

import (
	"fmt"
	"regexp"
	"strings"
)

// valueNames matches the names of values in PyPy's logs.
var valueNames = regexp.MustCompile(`\b[ipf]\d+\b`)

// Unrolled makes one loop of several iterations of a recorded one, as if it had been
// recorded for longer: of at least n operations. text is a trace in PyPy's notation
// with a line of inputs and a jump back to it.
func Unrolled(text string, n int) (string, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	first := 0
	for first < len(lines) && !strings.HasPrefix(lines[first], "[") {
		first++
	}
	last := len(lines) - 1
	if first >= last || !strings.HasPrefix(lines[last], "jump(") {
		return "", fmt.Errorf("expected a line of inputs and a jump at the end, found %q", lines[last])
	}
	inputs := valueNames.FindAllString(lines[first], -1)
	passed := strings.Split(strings.TrimSuffix(strings.TrimPrefix(lines[last], "jump("), ")"), ", ")[:len(inputs)]
	var b strings.Builder
	b.WriteString(lines[first] + "\n")
	now := map[string]string{}
	for _, name := range inputs {
		now[name] = name
	}
	copies := max(1, (n+last-first-2)/(last-first-1))
	rename := func(text string) string {
		return valueNames.ReplaceAllStringFunc(text, func(name string) string {
			if to, known := now[name]; known {
				return to
			}
			return name
		})
	}
	for k := range copies {
		for _, line := range lines[first+1 : last] {
			result, operation, defines := strings.Cut(line, " = ")
			if !defines || !valueNames.MatchString(result) || strings.Contains(result, "(") {
				b.WriteString(rename(line) + "\n")
				continue
			}
			operation = rename(operation)
			now[result] = fmt.Sprintf("%s%02d", result, k)
			if copies == 1 {
				now[result] = result
			}
			b.WriteString(now[result] + " = " + operation + "\n")
		}
		next := map[string]string{}
		for i, name := range inputs {
			next[name] = rename(passed[i])
		}
		now = next
	}
	args := make([]string, len(inputs))
	for i, name := range inputs {
		args[i] = now[name]
	}
	b.WriteString("jump(" + strings.Join(args, ", ") + ", descr=<Loop-1>)\n")
	return b.String(), nil
}
