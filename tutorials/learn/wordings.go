package learn

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"unbox/trace"
)

// wording puts a message of the language into the form of the other messages
// here.
type wording struct {
	form *regexp.Regexp
	text string
}

// ownWords are made when the first error needs them.
var ownWords = sync.OnceValue(func() (list []wording) {
	for _, w := range slices.Concat(habits, wordings) {
		list = append(list, wording{regexp.MustCompile(w[0]), w[1]})
	}
	return list
})

var wordings = [][2]string{
	{`^Starlark computation cancelled: `, ""},
	{`^got '=', want ':'$`, "expected `:` after a condition, found `=`; `==` compares"},
	{`^got newline, want ':'$`, "expected `:` at the end of the line, found none"},
	{`^got \S+, want indent$`, "expected a line that is set in, by four blanks, after the one that ends in `:`; found one that is not"},
	{`^got indent, want .+$`, "expected a line that is set in as far as the one above it, found one that is set in further"},
	{`^unindent does not match any outer indentation level$`, "expected a line that is set in as far as one above it, found one that is set in by another number of blanks"},
	{`^got if, want ':'$`, "expected `:` after `else`, found `if`; `elif` is one word"},
	{`^got (for|while|if|def|return|else|elif|pass|break|continue), want primary expression$`, "expected an expression, found `$1`; is a bracket of a line above still open?"},
	{`^got for, want '(.)'$`, "expected `$1`, found `for`; `for` makes lists within square brackets"},
	{`^unexpected '([])}])'$`, "expected an opening bracket somewhere before `$1`, found none"},
	{`^unexpected EOF in string$`, "expected a closing quote after the text that begins here, found the end of the program"},
	{`^unexpected newline in string$`, "expected a closing quote in the same line, found none"},
	{`want primary expression$`, "want an expression"},
	{`^got newline, want (.+)$`, "expected $1, found the end of the line"},
	{`^got identifier, want '(.)'$`, "expected `$1`, found a name"},
	{`^got (?:int|float) literal, want '(.)'$`, "expected `$1`, found a number"},
	{`^got string literal, want '(.)'$`, "expected `$1`, found a text"},
	{`^list index: got Constant, want int$`, "expected a number as the index of a list, found a Constant; the number of a Constant is its `value`"},
	{`^(\S+) index: got (\S+), want int$`, "expected a number as the index of a $1, found a $2"},
	{`^keyword argument may not follow \*args$`, "expected arguments with names in front of the one with `*`, found one behind it; here the order is `f(a, name=b, *rest)`"},
	{`^positional argument may not follow named$`, "expected arguments without names in front of those with names, found one behind them"},
	{`^(break|continue) not in a loop$`, "expected `$1` within a loop, found it outside of one"},
	{`^(?:\S+: )?cannot .+ list during iteration$`, "expected a list that no loop is going through, found one that a loop is; `for x in list(l):` goes through a copy"},
	{`^(?:\S+: )?cannot .+ hash table during iteration$`, "expected a dict that no loop is going through, found one that a loop is; `for k in list(d):` goes through a copy of its keys"},
	{`^(\S+) (<|<=|>|>=|==|!=) (\S+) not implemented$`, "expected two values that `$2` can compare, found a $1 and a $3"},
	{`^too (?:many|few) values to unpack \(got (\d+), want (\d+)\)$`, "expected $2 values, one for each name, found $1"},
	{`^got (\S+) in sequence assignment$`, "expected several values, one for each name, found a $1"},
	{`^unknown unary op: (\S+) (\S+)$`, "expected a number behind `$1`, found a $2"},
	{`^function (\S+) got an unexpected keyword argument "?([^"]+)"?$`, "expected the name of a parameter of `$1`, found `$2`"},
	{`^function (\S+) got multiple values for parameter "?([^"]+)"?$`, "expected one value for the parameter `$2` of `$1`, found two"},
	{`^negative shift count: (\S+)$`, "expected a shift by 0 places or more, found $1"},
	{`^the place of a slice: got (\S+), want int$`, "expected a number as the place of a slice, found a $1"},
	{`^required parameter may not follow optional$`, "expected parameters without a default in front of those with one, found one behind them"},
	{`^duplicate key: (.+)$`, "expected each key of a dict once, found $1 twice"},
	{`^conditional expression without else clause$`, "expected `else` and a value after the condition, found the end"},
	{`^(not enough|too many) arguments for format string$`, "expected as many values as the text has places for, found $1"},
	{`(?s)^got (.+), want (.+)$`, "expected $2, found $1"},
	{`^undefined: (\S+)(?: \(did you mean (\S+)\?\))?$`, "expected a name that is defined, found `$1`|`$2`"},
	{`^(global|local) variable (\S+) referenced before assignment$`, "expected a $1 name that has a value, found `$2`, which gets one only later"},
	{`^unknown binary op: string \+ (?:int|float)$`, "expected two texts around `+`, found a text and a number; `str(n)` makes a text of a number"},
	{`^unknown binary op: (?:int|float) \+ string$`, "expected two numbers around `+`, found a number and a text; `str(n)` makes a text of a number"},
	{`^unknown binary op: (\S+) (\S+) (\S+)$`, "expected two values that `$2` can work on, found a $1 and a $3"},
	{`^function (\S+) accepts no arguments \((\d+) given\)$`, "expected no arguments for `$1`, found $2"},
	{`^function (\S+) accepts (.+) \((\d+) given\)$`, "expected $2 for `$1`, found $3"},
	{`^function (\S+) missing (\d+) arguments? \((.+)\)$`, "expected the arguments $3 for `$1`, found $2 missing"},
	{`^invalid call of non-function \((\S+)\)$`, "expected a function in front of the bracket, found a $1"},
	{`^NoneType has no \.(\S+) (?:field|attribute|field or method)$`, "expected something with the attribute `$1`, found None"},
	{`^(\S+) has no \.(\S+) (?:field|attribute|field or method)(?: \(did you mean \.(\S+)\?\))?$`, "expected an attribute of a $1, found `$2`|`$3`"},
	{`^(\S+) index (-?\d+) out of range \[(-?\d+):(-?\d+)\]$`, "expected an index within the $1, from $3 to $4, found $2"},
	{`^(?:pop: )?index -?\d+ out of range: empty (\S+)$`, "expected a $1 with something in it, found an empty one"},
	{`^(-?\d+) out of range$`, "expected a number of at most 64 bits, found $1"},
	{`^(?:floored |floating-point |integer )(?:division|modulo) by zero$`, "expected a divisor other than 0, found 0"},
	{`^pop: missing key$`, "expected a key of the dict in `pop`, found another; `d.pop(key, None)` takes any"},
	{`^(\S+): for parameter \S+: got (\S+), want iterable$`, "expected something to go through in `$1`, found a $2"},
	{`^(\S+): for parameter (\S+): got (\S+), want (\S+)$`, "expected a $4 as parameter $2 of `$1`, found a $3"},
	{`^fail: `, ""},
	{`^key (.+) not in dict$`, "expected a key of the dict, found $1"},
	{`^unhashable(?: type)?: list`, "expected a key that does not change, found a list; `tuple(list)` makes one of it"},
	{`^unhashable(?: type)?: (\S+)`, "expected a key that does not change, found a $1"},
	{`^unhandled index operation (\S+)\[(\S+)\]$`, "expected a list, dict, tuple, text or block in front of `[…]`, found a $1"},
	{`^(?:\S+ loop: )?(\S+) value is not iterable$`, "expected something to go through, found a $1"},
	{`^in literal: (.*)$`, "expected a literal, found $1"},
	{`^(expected [^|]*) \(did you mean \.(\S+)\?\)$`, "$1|`$2`"},
	{`\b(expected|of|as|found|and) a (int|Operation|Info|Outcome)\b`, "$1 an $2"},
	{`\b(found|and) a NoneType\b`, "$1 None"},
}

// inOurWords changes a message of the language into "expected …, found …".
func inOurWords(message string) string {
	if len(message) > maxMessage {
		return strings.ToValidUTF8(message[:maxMessage], "") + "…" // the language's own are short
	}
	for _, w := range ownWords() {
		if w.form.MatchString(message) {
			message = w.form.ReplaceAllString(message, w.text)
		}
	}
	// A similar name, if there is one, comes after a bar.
	before, near, found := strings.Cut(message, "|`")
	if !found || !strings.HasSuffix(near, "`") {
		return strings.TrimRight(message, " ")
	}
	if near == "`" || strings.HasSuffix(before, nearest) {
		return before
	}
	return before + "; `" + near + nearest
}

// nearest ends a message with a similar name.
const nearest = " is the nearest one there is"

// badCall are the messages about a call that does not fit the function. They come from
// within the function, before its first line.
var badCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^function \S+ (?:accepts|missing|got)`) })

// undefinedName explains a name that is not defined: a function that a test calls
// should be in the learner's code, and operations are methods of blocks.
func undefinedName(message, name string, own bool, without []string) string {
	name, _, _ = strings.Cut(name, " ")
	if own && slices.Contains(without, name) {
		return "expected a solution that does not use `" + name + "`, found it; what it does is what this step asks you to write"
	}
	if !own {
		return strings.Replace(message, "expected a name that is defined, found `"+name+"`", "expected `"+name+"` to be defined in your code, found no such name", 1)
	}
	if instead := absentFunctions[name]; instead != "" {
		return "expected a function of this language, found `" + name + "`; " + instead
	}
	if _, isOperation := trace.LookupSpelling(name); isOperation {
		return "expected a name that is defined, found `" + name + "`; a block appends operations: `bb." + name + "(…)`"
	}
	return message
}
