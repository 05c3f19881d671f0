package learn_test

import (
	"fmt"
	"testing"

	"unbox/tutorials/learn"
)

// TestFirstMistakes are programs of people who write Python for the first time here, or
// for the first time at all: the message says what to do, and stands where the mistake is.
func TestFirstMistakes(t *testing.T) {
	for _, tt := range []struct{ name, code, want string }{
		{"no colon", "def f()\n    return 1\n", "code:1:8: expected `:` at the end of the line, found none"},
		{"not set in", "def f():\nreturn 1\n", "code:2:1: expected a line that is set in, by four blanks, after the one that ends in `:`; found one that is not"},
		{"set in further", "def f():\n    x = 1\n      y = 2\n", "code:3:7: expected a line that is set in as far as the one above it, found one that is set in further"},
		{"set in otherwise", "def f():\n    x = 1\n  y = 2\n", "code:3:3: expected a line that is set in as far as one above it, found one that is set in by another number of blanks"},
		{"one equals sign", "def f(x):\n    if x = 1:\n        return 2\n", "code:2:11: expected `:` after a condition, found `=`; `==` compares"},
		{"else if", "def f():\n    if 1:\n        pass\n    else if 2:\n        pass\n", "code:4:12: expected `:` after `else`, found `if`; `elif` is one word"},
		{"and of another language", "def f():\n    return 1 && 2\n", "code:2:14: expected `and`, found `&&`"},
		{"not of another language", "def f():\n    return !1\n", "code:2:12: expected `not`, found `!`"},
		{"counting as in C", "def f():\n    i = 0\n    i++\n", "code:3:6: expected `+= 1`, found `++`"},
		{"open bracket", "def f():\n    x = max(1, \n    for y in [1]:\n        pass\n", "code:3:5: expected an expression, found `for`; is a bracket of a line above still open?"},
		{"no such bracket", "def f():\n    return max(1, 2))\n", "code:2:21: expected an opening bracket somewhere before `)`, found none"},
		{"open quotes", "def f():\n    \"\"\"Returns 1.\n    return 1\n", "code:2:5: expected a closing quote after the text that begins here, found the end of the program"},
		{"open quote", "def f():\n    return \"abc\n", "code:2:12: expected a closing quote in the same line, found none"},
		{"generator", "def f():\n    return max(x for x in [1])\n", "code:2:21: expected `,`, found `for`; `for` makes lists within square brackets"},
		{"no comma", "def f():\n    return max(1 x)\n", "code:2:19: expected `,`, found a name"},
		{"list as a key", "def f():\n    return {[1]: 2}\n", "code:2:16: expected a key that does not change, found a list; `tuple(list)` makes one of it"},
		{"match", "def f(x):\n    match x:\n        case 1:\n            pass\n", "code:2:5: expected a statement, found `match`; `if` and `elif` tell cases apart"},
		{"an operation as a function", "def f(x):\n    return add(x, 1)\n", "code:2:12: expected a name that is defined, found `add`; a block appends operations: `bb.add(…)`"},
		{"an operation of an operation", "def f():\n    x = Block().getarg(0)\n    return x.add(1)\n", "code:3:13: expected an attribute of an Operation, found `add`, which is a method of blocks: `bb.add(…)`"},
		{"near an operation", "def f():\n    Block().mult(2, 3)\n", "code:2:12: expected an operation, found `mult`; `mul` is the nearest one there is"},
		{"text and number", "def f():\n    return \"v\" + 1\n", "code:2:16: expected two texts around `+`, found a text and a number; `str(n)` makes a text of a number"},
		{"constant as an index", "def f():\n    return [7][Constant(0)]\n", "code:2:15: expected a number as the index of a list, found a Constant; the number of a Constant is its `value`"},
		{"an index below the first", "def f():\n    return [7, 8][-3]\n", "code:2:18: expected an index within the list, from -2 to 1, found -3"},
		{"nothing to index", "def f():\n    return [][0]\n", "code:2:14: expected a list with something in it, found an empty one"},
		{"nothing to take", "def f():\n    return [].pop()\n", "code:2:18: expected a list with something in it, found an empty one"},
		{"no such key to take", "def f():\n    return {1: 2}.pop(3)\n", "code:2:22: expected a key of the dict in `pop`, found another; `d.pop(key, None)` takes any"},
		{"a shift by a very long number", "def f():\n    return 1 << (1 << 70)\n", "code:2:14: expected a number of at most 64 bits, found 1180591620717411303424"},
		{"divided by zero", "def f():\n    return 1 // 0\n", "code:2:14: expected a divisor other than 0, found 0"},
		{"the rest by zero", "def f():\n    return 1 % 0\n", "code:2:14: expected a divisor other than 0, found 0"},
		{"a list of None", "def f():\n    return list(None)\n", "code:2:16: expected something to go through in `list`, found None"},
		{"an attribute of None", "def f():\n    return None.find\n", "code:2:16: expected something with the attribute `find`, found None"},
		{"an attribute of a number", "def f():\n    return (7).op\n", "code:2:15: expected an attribute of an int, found `op`"},
		{"a field of an empty object", "def f():\n    return Info(\"Box\").n\n", "code:2:23: expected a field of Box, which has none yet, found `n`"},
		{"a failure of one's own", "def f():\n    fail(\"this cannot be\")\n", "code:2:9: this cannot be"},
		{"two texts that are one trace", "def f():\n    assert_eq(\"v0 = getarg(0)\\nv1 = print(v0)\", \"x0 = getarg(0)\\nx1 = print(x0)\")\n", "code:2:14: expected `x0 = getarg(0)` in line 1, found `v0 = getarg(0)`"},
		{"one more line, and an empty one", "def f():\n    assert_eq(\"v0 = getarg(0)\\n\", \"v0 = getarg(0)\")\n", "code:2:14: expected no empty line, found one"},
		{"an input that is not expected", "def f():\n    assert_eq(list(parse(\"[i0]\\nfinish(i0)\").inputs), [])\n", "code:2:14: expected [], found [i0]"},
		{"one's own call", "def g(x):\n    return x\n\ndef f():\n    return g()\n", "code:5:13: expected the arguments x for `g`, found 1 missing"},
		{"nothing returned", "def f():\n    bb_to_str(Block())\n    assert_trace(None, \"\")\n", "code:3:17: expected a Block, found None; is there a `return`?"},
		{"another name", "def g():\n    return 1\n", "step 1:2:5: expected `f` to be defined in your code, found no such name"},
		{"too many parameters", "def f(x, y, z):\n    return 1\n", "step 1:2:6: expected the arguments x, y, z for `f`, found 3 missing"},
	} {
		call := "f()"
		if tt.name == "match" || tt.name == "one equals sign" || tt.name == "an operation as a function" {
			call = "f(1)"
		}
		if got := firstProblem(run(tt.code, "def test_f():\n    "+call+"\n")); got != tt.want {
			t.Errorf("%s: got\n%s\nexpected\n%s", tt.name, got, tt.want)
		}
	}
}

func firstProblem(r *learn.Results) string {
	problems := r.Problems
	for _, test := range r.Tests {
		if test.Problem != nil {
			problems = append(problems, *test.Problem)
		}
	}
	if len(problems) == 0 {
		return "no problem"
	}
	p := problems[0]
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// TestPythonHabits are what Python has and this language has not: each is answered with what to write instead.
func TestPythonHabits(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{"l = [2, 1]\n    l.sort()", "code:3:6: expected an attribute of a list, found `sort`; `l = sorted(l)` makes a sorted list"},
		{"l = [2, 1]\n    l.reverse()", "code:3:6: expected an attribute of a list, found `reverse`; `l = reversed(l)` makes a list the other way round"},
		{"l = [2, 1]\n    l.copy()", "code:3:6: expected an attribute of a list, found `copy`; `list(l)` makes a copy"},
		{"l = {}\n    l.copy()", "code:3:6: expected an attribute of a dict, found `copy`; `dict(d)` makes a copy"},
		{"l = [1, 2]\n    l[0:1] = [3]", "code:3:5: expected a name, an item or an attribute in front of `=`, found a slice; `l = l[:i] + new + l[j:]` makes another list"},
		{"s = {1, 2}", "code:2:12: expected `:` after a key of a dict, found none; `set([1, 2])` makes a set"},
		{"s = {1}", "code:2:12: expected `:` after a key of a dict, found none; `set([1, 2])` makes a set"},
		{"x = 2.5\n    return f\"{x:.2f}\"", "code:3:12: expected a text without values in it, found one that begins with `f`; `\"{} of {}\".format(a, b)` puts values into a text"},
		{"return '{:.2f}'.format(2.5)", "code:2:27: expected `{}` without a format, found `:.2f`; the number can be changed before it is put into the text"},
		{"class A:\n        pass", "code:2:5: expected a statement, found `class`; there are no classes here; `Info(\"Name\", field=value)` makes an object with fields that can change"},
		{"try:\n        pass\n    except:\n        pass", "code:2:5: expected a statement, found `try`; errors cannot be caught here; a test expects one with `assert_raises(function)`"},
		{"with open('x') as g:\n        pass", "code:2:5: expected a statement, found `with`; there are no files here, and nothing that has to be closed"},
		{"while True:\n        pass", "code:2:11: expected an end after at most 500,000 steps, found none after 500,000; either a loop goes on for ever, or the program is only too slow"},
		{"return sum([1, 2])", "code:2:12: expected a function of this language, found `sum`; a loop adds numbers up: `total += x`"},
		{"return map(str, [1])", "code:2:12: expected a function of this language, found `map`; `[f(x) for x in l]` makes a list"},
		{"return input()", "code:2:12: expected a function of this language, found `input`; nobody can be asked here; tests give a program what it works on"},
		{"return 2 ** 3", "code:2:16: expected an operator of this language, found `**`; `1 << n` is a power of two, and other powers are made by a loop"},
		{"return 1 < 2 < 3", "code:2:19: expected one comparison, found `<` and `<` in a row; `and` stands between two"},
		{"l = [2, 1]\n    return l.count(2)", "code:3:13: expected an attribute of a list, found `count`; `len([x for x in l if x == v])` counts"},
		{"if (n := 3) > 2:\n        pass", "code:2:12: expected `)`, found `:`; there is no `:=` here; a value gets its name on a line of its own"},
		{"a = b = 1", "code:2:12: expected the end of the line, found `=`; each `=` has a line of its own"},
		{"return max([], default=0)", "code:2:15: max: there is no `default` here; `if l` asks first whether a list has items"},
		{"return list(enumerate([1], start=1))", "code:2:26: enumerate: expected no names of arguments; `enumerate(l, 1)` counts from 1"},
		{"@cached\n    def g():\n        pass", "code:2:5: expected a statement, found `@`; there are no decorators here, but a function can be given to another one"},
		{"return max(*[1], key=len)", "code:2:22: expected arguments with names in front of the one with `*`, found one behind it; here the order is `f(a, name=b, *rest)`"},
		{"return wrap(n=1, 2)", "code:2:22: expected arguments without names in front of those with names, found one behind them"},
		{"break", "code:2:5: expected `break` within a loop, found it outside of one"},
		{"l = [1]\n    for x in l:\n        l.append(2)", "code:4:17: expected a list that no loop is going through, found one that a loop is; `for x in list(l):` goes through a copy"},
		{"d = {1: 2}\n    for x in d:\n        d.pop(x)", "code:4:14: expected a dict that no loop is going through, found one that a loop is; `for k in list(d):` goes through a copy of its keys"},
		{"return None < 1", "code:2:17: expected two values that `<` can compare, found None and an int"},
		{"return [1, None] < [1, 2]", "code:2:22: expected two values that `<` can compare, found None and an int"},
		{"a, b = [1]", "code:2:10: expected 2 values, one for each name, found 1"},
		{"a, b = [1, 2, 3]", "code:2:10: expected 2 values, one for each name, found 3"},
		{"a, b = 1", "code:2:10: expected several values, one for each name, found an int"},
		{"return -\"x\"", "code:2:12: expected a number behind `-`, found a string"},
		{"return (lambda a: a)(b=1)", "code:2:25: expected the name of a parameter of `lambda`, found `b`"},
		{"return (lambda a: a)(1, a=2)", "code:2:25: expected one value for the parameter `a` of `lambda`, found two"},
		{"return 1 << -1", "code:2:14: expected a shift by 0 places or more, found -1"},
		{"return \"%d %d\" % (1,)", "code:2:20: expected as many values as the text has places for, found not enough"},
		{"return [1, 2][0:\"a\"]", "code:2:18: expected a number as the place of a slice, found a string"},
		{"def g(a=1, b):\n        pass", "code:2:16: expected parameters without a default in front of those with one, found one behind them"},
		{"return {1: 1, 1: 2}", "code:2:20: expected each key of a dict once, found 1 twice"},
		{"return 1 if True", "code:2:14: expected `else` and a value after the condition, found the end"},
		{"return wrap(\"a\")", "code:2:16: expected an int as parameter 1 of `wrap`, found a string"},
		{"x: int = 3", "code:2:7: expected the end of the line, found `:`; variables have no types here, and what ends in `:` begins with `def`, `if`, `for` or `while`"},
	} {
		if got := firstProblem(run("def f():\n    "+tt.body+"\n", "def test_f():\n    f()\n")); got != tt.want {
			t.Errorf("%q: found\n%s\nexpected\n%s", tt.body, got, tt.want)
		}
	}
}

// TestStepsRunOut says what the limit is, what was used, and that a program may be slow and not endless.
func TestStepsRunOut(t *testing.T) {
	slow := "def f(n):\n    for i in range(n):\n        x = i\n"
	reasons := "; either a loop goes on for ever, or the program is only too slow"
	for _, tt := range []struct{ tests, want string }{
		{"def test_a():\n    f(1000000)\n", "code:3:13: expected an end after at most 500,000 steps, found none after 500,000" + reasons},
		{"def test_a():\n    f(45000)\ndef test_b():\n    f(45000)\ndef test_c():\n    f(45000)\n", "code:2:5: expected an end after at most 279,940 steps (all that the tests before it left: they took 720,060), found none after 279,940" + reasons},
		{"def test_a():\n    f(40000)\n    list(range(200000))\n", "step 1:3:9: expected an end after at most 500,000 steps, found none after 320,027, before an operation that takes 200,000" + reasons},
	} {
		if got := firstProblem(run(slow, tt.tests)); got != tt.want {
			t.Errorf("%q: found\n%s\nexpected\n%s", tt.tests, got, tt.want)
		}
	}
}

// TestTypes compares types as Python programs do.
func TestTypes(t *testing.T) {
	r := run("match = 1\n", `
def test_types():
    bb = Block()
    x = bb.add(1, 2)
    assert type(x) == Operation and type(x) is not Constant
    assert type(x.args[0]) is Constant
    assert type(bb) == Block and type("") == str and type(1) is int and type([]) == list
    assert type(x) in [Operation, Constant]
    assert str(type(None)) == "NoneType"
`)
	if r.Status != "pass" {
		t.Errorf("got %s", firstProblem(r))
	}
}
