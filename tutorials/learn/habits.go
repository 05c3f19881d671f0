package learn

import (
	"slices"
	"strings"
)

// Features of Python that this language lacks and that Python programmers are likely to try, with the messages that replace the language's
// own. These come before the wordings; those in dialect.go are reported before the text is parsed.
var habits = [][2]string{
	{`^list has no \.sort .*$`, "expected an attribute of a list, found `sort`; `l = sorted(l)` makes a sorted list"},
	{`^list has no \.reverse .*$`, "expected an attribute of a list, found `reverse`; `l = reversed(l)` makes a list the other way round"},
	{`^list has no \.copy .*$`, "expected an attribute of a list, found `copy`; `list(l)` makes a copy"},
	{"^expected an attribute of a list, found `count`.*$", "expected an attribute of a list, found `count`; `len([x for x in l if x == v])` counts"},
	{`^dict has no \.copy .*$`, "expected an attribute of a dict, found `copy`; `dict(d)` makes a copy"},
	{`^can't assign to sliceexpr$`, "expected a name, an item or an attribute in front of `=`, found a slice; `l = l[:i] + new + l[j:]` makes another list"},
	{`^got '[,}]', want ':'$`, "expected `:` after a key of a dict, found none; `set([1, 2])` makes a set"},
	{`^format spec features not supported in replacement fields: (.*)$`, "expected `{}` without a format, found `:$1`; the number can be changed before it is put into the text"},
	{`^got '\*\*', want .*$`, "expected an operator of this language, found `**`; `1 << n` is a power of two, and other powers are made by a loop"},
	{`^(\S+) does not associate with (\S+) \(use parens\)$`, "expected one comparison, found `$1` and `$2` in a row; `and` stands between two"},
	{`^unexpected input character '@'$`, "expected a statement, found `@`; there are no decorators here, but a function can be given to another one"},
	{`^got ':', want '\)'$`, "expected `)`, found `:`; there is no `:=` here; a value gets its name on a line of its own"},
	{`^got '=', want newline$`, "expected the end of the line, found `=`; each `=` has a line of its own"},
	{`^(max|min): unexpected keyword argument "default"$`, "$1: there is no `default` here; `if l` asks first whether a list has items"},
	{`^enumerate: unexpected keyword arguments$`, "enumerate: expected no names of arguments; `enumerate(l, 1)` counts from 1"},
	{`^got ':', want newline$`, "expected the end of the line, found `:`; variables have no types here, and what ends in `:` begins with `def`, `if`, `for` or `while`"},
}

// absentFunctions are functions of Python that are missing here, with what to do
// instead.
var absentFunctions = map[string]string{
	"sum":    "a loop adds numbers up: `total += x`",
	"map":    "`[f(x) for x in l]` makes a list",
	"filter": "`[x for x in l if f(x)]` makes a list",
	"round":  "`int(x + 0.5)` rounds a number above 0",
	"pow":    "`1 << n` is a power of two, and other powers are made by a loop",
	"divmod": "`a // b` and `a % b` are its two results",
	"input":  "nobody can be asked here; tests give a program what it works on",
	"open":   "there are no files here",
	"super":  "there are no classes here, so nothing is inherited",
	"next":   "a loop goes through a list",
	"object": "`Info(\"Name\", field=value)` makes an object with fields that can change",
}

// AbsentNames lists the words and functions of Python that are missing here, each with what to do instead, in the order of their
// names.
func AbsentNames() [][2]string {
	var list [][2]string
	for _, names := range []map[string]string{absent, absentFunctions} {
		for name, instead := range names {
			list = append(list, [2]string{name, instead})
		}
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return list
}
