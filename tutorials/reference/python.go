package reference

// pythonFunctions are the functions that Python has, too.
func pythonFunctions() []Entry {
	return []Entry{
		fn("", "print(*values, sep=\" \", end=\"\\n\")", "", "Writes values; what is written stands below the test that was running.",
			[]string{"values", "what is written", "sep", "what stands between two", "end", "what stands after the last one"}, "print(1, 2, sep=\"-\")", "1-2"),
		fn("", "len(v)", "int", "How many items, characters or operations there are.", []string{"v", "a text, list, tuple, dict, set or block"}, "print(len([4, 5]), len(\"abc\"))", "2 3"),
		fn("", "range(start, stop, step=1)", "range", "The integers from `start` to `stop`, without `stop`. `range(n)` begins at 0.", []string{"start", "the first one", "stop", "where it ends", "step", "how far it is to the next one"}, "print(list(range(3)), list(range(5, 1, -2)))", "[0, 1, 2] [5, 3]"),
		fn("", "enumerate(items, start=0)", "list", "Pairs of a number and an item.", []string{"items", "a list", "start", "the first number"}, "for i, x in enumerate([\"a\", \"b\"]):\n    print(i, x)", "0 a\n1 b"),
		fn("", "zip(*lists)", "list", "The first items of all lists as a tuple, then the second ones, as far as the shortest goes.", []string{"lists", "lists"}, "print(zip([1, 2], \"ab\".elems()))", "[(1, \"a\"), (2, \"b\")]"),
		fn("", "sorted(items, key=None, reverse=False)", "list", "A new list in ascending order.", []string{"items", "a list", "key", "a function of an item, by whose result they are ordered", "reverse", "`True` for descending"}, "print(sorted([3, 1, 2], reverse=True))", "[3, 2, 1]"),
		fn("", "reversed(items)", "list", "A new list, the other way round.", []string{"items", "a list"}, "print(reversed([1, 2, 3]))", "[3, 2, 1]"),
		fn("", "min(*values, key=None)", "", "The smallest of several values, or of one list.", []string{"values", "values, or one list", "key", "a function of a value, by whose result they are compared"}, "print(min(3, 1), min([\"bb\", \"a\"], key=len))", "1 a"),
		fn("", "max(*values, key=None)", "", "The largest of several values, or of one list.", []string{"values", "values, or one list", "key", "a function of a value, by whose result they are compared"}, "print(max([3, 1]))", "3"),
		fn("", "abs(n)", "", "How far a number is from 0.", []string{"n", "a number"}, "print(abs(-3))", "3"),
		fn("", "all(items)", "bool", "Whether all items are true.", []string{"items", "a list"}, "print(all([True, False]), all([]))", "False True"),
		fn("", "any(items)", "bool", "Whether an item is true.", []string{"items", "a list"}, "print(any([True, False]), any([]))", "True False"),
		fn("", "int(v, base=10)", "int", "An integer of a number, a text or a bool.", []string{"v", "what it is made of", "base", "of the digits in a text"}, "print(int(\"ff\", 16), int(2.9))", "255 2"),
		fn("", "float(v)", "float", "A floating-point number.", []string{"v", "a number, or a text"}, "print(float(1))", "1.0"),
		fn("", "str(v)", "str", "A value as text.", []string{"v", "any value"}, "print(\"n\" + str(17))", "n17"),
		fn("", "repr(v)", "str", "A value as it is written in a program.", []string{"v", "any value"}, "print(repr(\"a\"))", "\"a\""),
		fn("", "bool(v)", "bool", "Whether a value counts as true: no 0, nothing empty, not `None`.", []string{"v", "any value"}, "print(bool(0), bool([0]))", "False True"),
		fn("", "list(items)", "list", "A new list of items.", []string{"items", "a list, tuple, dict, set, range or block"}, "print(list((1, 2)))", "[1, 2]"),
		fn("", "tuple(items)", "tuple", "A tuple of items, which can be a key of a dict.", []string{"items", "a list"}, "print(tuple([1, 2]))", "(1, 2)"),
		fn("", "dict(pairs=[], **more)", "dict", "A new dict, of pairs or of another dict.", []string{"pairs", "a list of pairs, or a dict", "more", "names with their values"}, "print(dict([(1, 2)], a=3))", "{1: 2, \"a\": 3}"),
		fn("", "set(items=[])", "set", "A set of items.", []string{"items", "a list"}, "print(len(set([1, 1, 2])))", "2"),
		fn("", "bytes(v)", "bytes", "The bytes of a text, or of numbers.", []string{"v", "a text, or a list of numbers below 256"}, "print(len(bytes(\"é\")))", "2"),
		fn("", "chr(n)", "str", "The character with a number.", []string{"n", "its number in Unicode"}, "print(chr(97))", "a"),
		fn("", "ord(text)", "int", "The number of a character.", []string{"text", "one character"}, "print(ord(\"a\"))", "97"),
		fn("", "hash(v)", "int", "A number that equal texts share.", []string{"v", "a text, or bytes"}, "print(hash(\"a\") == hash(\"a\"))", "True"),
		fn("", "hasattr(v, name)", "bool", "Whether a value has an attribute.", []string{"v", "any value", "name", "a text"}, "print(hasattr([], \"append\"))", "True"),
		fn("", "getattr(v, name, default)", "", "An attribute whose name is computed. Without a default, a missing one is an error.", []string{"v", "any value", "name", "a text", "default", "what it is if there is no such attribute"}, "print(getattr(Info(x=3), \"x\"), getattr(Info(), \"y\", 0))", "3 0"),
		fn("", "setattr(v, name, value)", "", "Sets an attribute whose name is computed.", []string{"v", "an operation, an `Info` or a `Virtual`", "name", "a text", "value", "what it becomes"}, "info = Info()\nsetattr(info, \"x\", 3)\nprint(info.x)", "3"),
		fn("", "dir(v)", "list", "The names of a value's attributes.", []string{"v", "any value"}, "print(dir(Constant(1)))", "[\"find\", \"make_equal_to\", \"value\"]"),
		fn("", "fail(*values, sep=\" \")", "", "Ends the program with a message.", []string{"values", "what is told", "sep", "what stands between two"}, "print(assert_raises(lambda: fail(\"no\", \"way\")))", "fail: no way"),
	}
}

func ofList() []Entry {
	return []Entry{
		fn("list", "append(x)", "", "Adds an item at the end.", []string{"x", "the item"}, "l = [1]\nl.append(2)\nprint(l)", "[1, 2]"),
		fn("list", "extend(items)", "", "Adds all items of another list.", []string{"items", "a list"}, "l = [1]\nl.extend([2, 3])\nprint(l)", "[1, 2, 3]"),
		fn("list", "insert(i, x)", "", "Puts an item in front of the one with a number.", []string{"i", "a number, from 0", "x", "the item"}, "l = [1, 3]\nl.insert(1, 2)\nprint(l)", "[1, 2, 3]"),
		fn("list", "pop(i=-1)", "", "Takes an item out and returns it: the last one, if no number is given.", []string{"i", "its number"}, "l = [1, 2]\nprint(l.pop(), l)", "2 [1]"),
		fn("list", "remove(x)", "", "Takes the first item out that equals `x`.", []string{"x", "an item of the list"}, "l = [1, 2, 1]\nl.remove(1)\nprint(l)", "[2, 1]"),
		fn("list", "index(x, start=0, end=len)", "int", "The number of the first item that equals `x`.", []string{"x", "an item of the list", "start", "from where on it is looked for", "end", "up to where"}, "print([4, 5].index(5))", "1"),
		fn("list", "clear()", "", "Takes all items out.", nil, "l = [1]\nl.clear()\nprint(l)", "[]"),
	}
}

func ofDict() []Entry {
	return []Entry{
		fn("dict", "get(key, default=None)", "", "What stands under a key.", []string{"key", "the key", "default", "what it is if there is no such key"}, "d = {\"a\": 1}\nprint(d.get(\"a\"), d.get(\"b\", 0))", "1 0"),
		fn("dict", "setdefault(key, default=None)", "", "What stands under a key; if nothing does, the default is put there.", []string{"key", "the key", "default", "what is put there"}, "d = {}\nd.setdefault(\"a\", []).append(1)\nprint(d)", "{\"a\": [1]}"),
		fn("dict", "pop(key, default)", "", "Takes a key out and returns what stood under it. Without a default, a missing one is an error.", []string{"key", "the key", "default", "what it is if there is no such key"}, "d = {\"a\": 1}\nprint(d.pop(\"a\"), d)", "1 {}"),
		fn("dict", "popitem()", "tuple", "Takes the first key out and returns it with what stood under it.", nil, "d = {\"a\": 1, \"b\": 2}\nprint(d.popitem())", "(\"a\", 1)"),
		fn("dict", "keys()", "list", "A list of the keys, in the order in which they were added.", nil, "print({\"a\": 1}.keys())", "[\"a\"]"),
		fn("dict", "values()", "list", "A list of what stands under the keys.", nil, "print({\"a\": 1}.values())", "[1]"),
		fn("dict", "items()", "list", "A list of pairs.", nil, "for k, v in {\"a\": 1}.items():\n    print(k, v)", "a 1"),
		fn("dict", "update(pairs=[], **more)", "", "Adds what another dict has.", []string{"pairs", "a dict, or a list of pairs", "more", "names with their values"}, "d = {}\nd.update({\"a\": 1}, b=2)\nprint(d)", "{\"a\": 1, \"b\": 2}"),
		fn("dict", "clear()", "", "Takes everything out.", nil, "d = {\"a\": 1}\nd.clear()\nprint(d)", "{}"),
	}
}

func ofSet() []Entry {
	const one = "s = set([1, 2])\n"
	return []Entry{
		fn("set", "add(x)", "", "Adds an item.", []string{"x", "the item"}, one+"s.add(3)\nprint(len(s))", "3"),
		fn("set", "remove(x)", "", "Takes an item out; a missing one is an error.", []string{"x", "an item of the set"}, one+"s.remove(1)\nprint(list(s))", "[2]"),
		fn("set", "discard(x)", "", "Takes an item out, if it is there.", []string{"x", "any item"}, one+"s.discard(5)\nprint(len(s))", "2"),
		fn("set", "pop()", "", "Takes the first item out and returns it.", nil, one+"print(s.pop())", "1"),
		fn("set", "clear()", "", "Takes all items out.", nil, one+"s.clear()\nprint(len(s))", "0"),
		fn("set", "update(*others)", "", "Adds all items of other sets or lists.", []string{"others", "sets or lists"}, one+"s.update([2, 3])\nprint(list(s))", "[1, 2, 3]"),
		fn("set", "union(*others)", "set", "What is in any of them.", []string{"others", "sets or lists"}, one+"print(list(s.union([3])))", "[1, 2, 3]"),
		fn("set", "intersection(*others)", "set", "What is in all of them.", []string{"others", "sets or lists"}, one+"print(list(s.intersection([2, 3])))", "[2]"),
		fn("set", "difference(*others)", "set", "What is in none of the others.", []string{"others", "sets or lists"}, one+"print(list(s.difference([2, 3])))", "[1]"),
		fn("set", "symmetric_difference(other)", "set", "What is in one of both and not in the other.", []string{"other", "a set or a list"}, one+"print(sorted(s.symmetric_difference([2, 3])))", "[1, 3]"),
		fn("set", "issubset(other)", "bool", "Whether everything here is in the other one.", []string{"other", "a set or a list"}, one+"print(s.issubset([1, 2, 3]))", "True"),
		fn("set", "issuperset(other)", "bool", "Whether everything of the other one is here.", []string{"other", "a set or a list"}, one+"print(s.issuperset([1]))", "True"),
	}
}

func ofBytes() []Entry {
	return []Entry{
		fn("bytes", "elems()", "", "The bytes as numbers.", nil, "print(list(b\"ab\".elems()))", "[97, 98]"),
	}
}

func ofText() []Entry {
	return []Entry{
		fn("str", "format(*values, **named)", "str", "The text with values in place of its `{}`.", []string{"values", "for `{}` and `{0}`", "named", "for `{name}`"}, "print(\"{} is {n}\".format(\"i0\", n=3))", "i0 is 3"),
		fn("str", "join(texts)", "str", "Texts one after the other, with this one between them.", []string{"texts", "a list of texts"}, "print(\", \".join([\"a\", \"b\"]))", "a, b"),
		fn("str", "split(sep=None, maxsplit=-1)", "list", "The parts between separators; without one, the words.", []string{"sep", "what separates them", "maxsplit", "how often it is split at most"}, "print(\"a, b\".split(\", \"), \" a  b \".split())", "[\"a\", \"b\"] [\"a\", \"b\"]"),
		fn("str", "rsplit(sep=None, maxsplit=-1)", "list", "As `split`, from the end.", []string{"sep", "what separates them", "maxsplit", "how often it is split at most"}, "print(\"a.b.c\".rsplit(\".\", 1))", "[\"a.b\", \"c\"]"),
		fn("str", "splitlines(keepends=False)", "list", "The lines.", []string{"keepends", "whether line ends stay"}, "print(\"a\\nb\".splitlines())", "[\"a\", \"b\"]"),
		fn("str", "strip(letters=None)", "str", "Without blanks, or these letters, at both ends.", []string{"letters", "which ones are taken away"}, "print(\"[\" + \"  a \".strip() + \"]\")", "[a]"),
		fn("str", "lstrip(letters=None)", "str", "Without blanks, or these letters, at the beginning.", []string{"letters", "which ones are taken away"}, "print(\"xxa\".lstrip(\"x\"))", "a"),
		fn("str", "rstrip(letters=None)", "str", "Without blanks, or these letters, at the end.", []string{"letters", "which ones are taken away"}, "print(\"axx\".rstrip(\"x\"))", "a"),
		fn("str", "startswith(prefix)", "bool", "Whether the text begins with another one.", []string{"prefix", "a text, or several in a tuple"}, "print(\"guard_true\".startswith(\"guard\"))", "True"),
		fn("str", "endswith(suffix)", "bool", "Whether the text ends with another one.", []string{"suffix", "a text, or several in a tuple"}, "print(\"int_add\".endswith(\"add\"))", "True"),
		fn("str", "removeprefix(prefix)", "str", "Without another text at the beginning, if it is there.", []string{"prefix", "a text"}, "print(\"int_add\".removeprefix(\"int_\"))", "add"),
		fn("str", "removesuffix(suffix)", "str", "Without another text at the end, if it is there.", []string{"suffix", "a text"}, "print(\"getfield_i\".removesuffix(\"_i\"))", "getfield"),
		fn("str", "replace(old, new, count=-1)", "str", "With one text in place of another.", []string{"old", "what goes", "new", "what comes", "count", "how often at most"}, "print(\"a-b\".replace(\"-\", \"+\"))", "a+b"),
		fn("str", "find(sub, start=0, end=len)", "int", "Where a text begins in this one; -1 if it is not there.", []string{"sub", "a text", "start", "from where on", "end", "up to where"}, "print(\"abc\".find(\"c\"), \"abc\".find(\"x\"))", "2 -1"),
		fn("str", "rfind(sub, start=0, end=len)", "int", "Where a text begins for the last time; -1 if it is not there.", []string{"sub", "a text", "start", "from where on", "end", "up to where"}, "print(\"aba\".rfind(\"a\"))", "2"),
		fn("str", "index(sub, start=0, end=len)", "int", "Where a text begins in this one; if it is not there, that is an error.", []string{"sub", "a text", "start", "from where on", "end", "up to where"}, "print(\"abc\".index(\"b\"))", "1"),
		fn("str", "rindex(sub, start=0, end=len)", "int", "Where a text begins for the last time; if it is not there, that is an error.", []string{"sub", "a text", "start", "from where on", "end", "up to where"}, "print(\"aba\".rindex(\"a\"))", "2"),
		fn("str", "count(sub, start=0, end=len)", "int", "How often a text is in this one.", []string{"sub", "a text", "start", "from where on", "end", "up to where"}, "print(\"aba\".count(\"a\"))", "2"),
		fn("str", "partition(sep)", "tuple", "What stands before a separator, the separator, what stands after it.", []string{"sep", "the separator"}, "print(\"i1 = 3\".partition(\" = \"))", "(\"i1\", \" = \", \"3\")"),
		fn("str", "rpartition(sep)", "tuple", "As `partition`, at the last one.", []string{"sep", "the separator"}, "print(\"a.b.c\".rpartition(\".\"))", "(\"a.b\", \".\", \"c\")"),
		fn("str", "lower()", "str", "In small letters.", nil, "print(\"Box\".lower())", "box"),
		fn("str", "upper()", "str", "In capital letters.", nil, "print(\"Box\".upper())", "BOX"),
		fn("str", "capitalize()", "str", "With a capital letter at the beginning.", nil, "print(\"box\".capitalize())", "Box"),
		fn("str", "title()", "str", "With a capital letter in front of each word.", nil, "print(\"a box\".title())", "A Box"),
		fn("str", "isalnum()", "bool", "Whether there are only letters and digits.", nil, "print(\"i1\".isalnum())", "True"),
		fn("str", "isalpha()", "bool", "Whether there are only letters.", nil, "print(\"i1\".isalpha())", "False"),
		fn("str", "isdigit()", "bool", "Whether there are only digits.", nil, "print(\"17\".isdigit())", "True"),
		fn("str", "islower()", "bool", "Whether all letters are small.", nil, "print(\"box\".islower())", "True"),
		fn("str", "isupper()", "bool", "Whether all letters are capital.", nil, "print(\"Box\".isupper())", "False"),
		fn("str", "isspace()", "bool", "Whether there are only blanks.", nil, "print(\" \".isspace())", "True"),
		fn("str", "istitle()", "bool", "Whether each word begins with a capital letter, and has no other.", nil, "print(\"A Box\".istitle())", "True"),
		fn("str", "elems()", "", "The bytes as texts of one byte each; a loop goes through them.", nil, "print(list(\"ab\".elems()))", "[\"a\", \"b\"]"),
		fn("str", "elem_ords()", "", "The bytes as numbers.", nil, "print(list(\"ab\".elem_ords()))", "[97, 98]"),
		fn("str", "codepoints()", "", "The characters as texts.", nil, "print(list(\"é!\".codepoints()))", "[\"é\", \"!\"]"),
		fn("str", "codepoint_ords()", "", "The characters as numbers.", nil, "print(list(\"é\".codepoint_ords()))", "[233]"),
	}
}
