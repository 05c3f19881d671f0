package reference

// blockFunctions are the functions that the lessons have in addition to
// Python's.
func blockFunctions() []Entry {
	return []Entry{
		fn("", "bb_to_str(bb, varprefix=\"var\")", "str", "The block as text, a line for each operation, with results numbered from 0.",
			[]string{"bb", "the block", "varprefix", "what stands in front of the numbers"},
			"bb = Block()\na = bb.getarg(0)\nbb.print(bb.add(a, 17))\nprint(bb_to_str(bb))",
			"var0 = getarg(0)\nvar1 = add(var0, 17)\nvar2 = print(var1)"),
		fn("", "parse(text)", "Block", "The block of a text, in any notation that the playground reads.",
			[]string{"text", "the lines of a trace"},
			"bb = parse(\"[i0]\\ni1 = int_add(i0, 1)\\nfinish(i1)\")\nprint(len(bb), bb[1].name)",
			"3 int_add"),
		fn("", "to_trace(bb)", "str", "The block as a text that `parse` and the playground read again.",
			[]string{"bb", "the block"},
			"bb = Block()\nbb.print(bb.getarg(0))\nprint(to_trace(bb))",
			"var0 = getarg(0)\nprint(var0)"),
		fn("", "interpret(bb, *inputs, jumps=100)", "Outcome", "Runs a block as the machine does, with integers of 64 bits, and returns what can be seen of the run.",
			[]string{"bb", "a block, or the text of a trace", "inputs", "numbers, `None`, or texts such as `\"BoxedInteger(intval=5)\"`, in the order of the block's inputs", "jumps", "how often a loop goes round at most"},
			"bb = Block()\nbb.print(bb.add(bb.getarg(0), 17))\nprint(interpret(bb, 5).prints)",
			"[22]"),
		fn("", "evaluate(name, a, b=0)", "", "The result of one operation that only computes, as the machine computes it; `None` if there is none, as of a division by zero.",
			[]string{"name", "the operation", "a", "its first operand", "b", "its second operand, if it has one"},
			"print(evaluate(\"add\", 9223372036854775807, 1))\nprint(evaluate(\"lt\", 3, 4))",
			"-9223372036854775808\n1"),
		fn("", "wrap(n)", "int", "The integer of 64 bits that `n` becomes in the machine.",
			[]string{"n", "an integer of any size"},
			"print(wrap(2 * 9223372036854775807))",
			"-2"),
		fn("", "optimize(bb, *passes)", "Block", "Our optimizer's result, as a new block.",
			[]string{"bb", "a block, or the text of a trace", "passes", "names of passes such as `\"fold\"` and `\"cse\"`, or one preset; without any, what works on a trace without a loop"},
			"bb = Block()\na = bb.getarg(0)\nbb.print(bb.add(bb.add(a, 5), 0))\nprint(bb_to_str(optimize(bb, \"fold\", \"rules\")))",
			"var0 = getarg(0)\nvar1 = add(var0, 5)\nvar2 = print(var1)"),
		fn("", "production(bb, *passes)", "Block", "`optimize` under another name, for steps in which your own function is called `optimize`.",
			[]string{"bb", "a block, or the text of a trace", "passes", "as of `optimize`"},
			"bb = Block()\nbb.print(bb.add(bb.getarg(0), 0))\nprint(len(production(bb, \"rules\")))",
			"2"),
		fn("", "prove(before, after)", "Verdict", "Whether two traces do the same for all inputs, which a solver decides.",
			[]string{"before", "a block, or the text of a trace", "after", "another one with the same inputs"},
			"before = \"[i0]\\ni1 = int_mul(i0, 2)\\nfinish(i1)\"\nafter = \"[i0]\\ni1 = int_add(i0, i0)\\nfinish(i1)\"\nprint(prove(before, after).status)",
			"proved"),
		fn("", "random_trace(seed, length=20, words=\"\")", "str", "The text of a trace that the fuzzer made. Equal seeds give equal traces.",
			[]string{"seed", "an integer", "length", "how many operations it has, about", "words", "what it is made of, such as `\"toy add print\"`"},
			"print(random_trace(3) == random_trace(3))\nprint(len(random_trace(1, words=\"toy add print\")) > 0)",
			"True\nTrue"),
		fn("", "match_traces(program, without=\"\")", "str", "Runs a Python program, and compares the traces of its loops with what comments of it say, as `unbox python --match` does: `\"\"` if all are as expected, else what differs first.",
			[]string{"program", "its text, with comments such as `#: loop 3` and `#| i2 = int_add(i1, 1)`", "without", "passes that do not optimize then, such as `\"virtual\"`"},
			"text = \"i = 0\\nwhile i < 500:\\n    i += 1\\n#: loop 2\\n#| ...\\n#| jump(...)\"\nprint(match_traces(text) == \"\")",
			"True"),
		fn("", "random_numbers(seed, count, lo, hi)", "list", "Integers from `lo` to `hi`, the same for everybody, from which tests make inputs.",
			[]string{"seed", "an integer", "count", "how many", "lo", "the smallest possible one", "hi", "the largest possible one"},
			"numbers = random_numbers(1, 5, 10, 20)\nprint(len(numbers), min(numbers) >= 10, max(numbers) <= 20)",
			"5 True True"),
	}
}

func types() []Entry {
	return []Entry{
		fn("", "Block(operations=[])", "Block", "A block, empty or with operations in it.",
			[]string{"operations", "a list of operations, or another block"},
			"bb = Block()\nbb.print(1)\nprint(len(bb), len(Block(bb)))", "1 1"),
		fn("", "Operation(name, args=[])", "Operation", "An operation that stands in no block yet. `descr=`, `snapshot=`, `params=` and `result=` set the attributes of these names.",
			[]string{"name", "the name of an operation of the machine", "args", "its arguments; numbers and names become constants"},
			"bb = Block()\nop = Operation(\"add\", [bb.getarg(0), 1])\nbb.append(op)\nprint(op.name, len(op.args))", "add 2"),
		fn("", "Constant(value)", "Constant", "A number or a name as an argument of an operation.",
			[]string{"value", "an integer, a float, a text or `None`"},
			"c = Constant(17)\nprint(c, c.value + 1)", "Constant(17) 18"),
		fn("", "Virtual(class_name, **fields)", "Virtual", "What a snapshot says of an object that was not allocated.",
			[]string{"class_name", "its class", "fields", "what is in its fields"},
			"print(Virtual(\"BoxedInteger\", intval=5).intval)", "Constant(5)"),
		fn("", "Info(name=\"Info\", **fields)", "Info", "An object with a name and fields that can change, where Python would have a class with nothing but fields.",
			[]string{"name", "what it is called in print, and by `type`", "fields", "its fields; others can be set later"},
			"info = Info(\"Box\", intval=3)\ninfo.intval += 1\ninfo.seen = True\nprint(info)", "Box(intval=4, seen=True)"),
		attr("", "Value", "", "What operations take as arguments: an `Operation`, a `Constant` or a `Virtual`. It makes nothing, and `isinstance` asks for it.",
			"print(isinstance(Constant(1), Value), isinstance(1, Value))", "True False"),
		fn("", "isinstance(v, kind)", "bool", "Whether a value is of a type.",
			[]string{"v", "any value", "kind", "a type, or several in a tuple: `Operation`, `(int, str)`"},
			"print(isinstance(Constant(1), Constant), isinstance(\"a\", (int, str)))", "True True"),
		fn("", "type(v)", "", "The type of a value, which can be compared with `Operation` or `int`.",
			[]string{"v", "any value"},
			"print(type(3) == int, type(Constant(3)) == Constant)", "True True"),
	}
}

func ofBlock() []Entry {
	const two = "bb = Block()\na = bb.getarg(0)\nb = bb.add(a, 1)\n"
	return []Entry{
		fn("Block", "append(op)", "", "Adds an operation at the end.", []string{"op", "an operation"},
			two+"other = Block()\nother.append(a)\nprint(len(other))", "1"),
		fn("Block", "emit(op)", "Operation", "Adds an operation at the end, and returns it.", []string{"op", "an operation"},
			two+"other = Block()\nprint(other.emit(a) is a)", "True"),
		fn("Block", "extend(operations)", "", "Adds all operations of a list or a block.", []string{"operations", "a list, or another block"},
			two+"other = Block()\nother.extend(bb)\nprint(len(other))", "2"),
		fn("Block", "insert(i, op)", "", "Puts an operation in front of the one with a number.", []string{"i", "a number from 0 to the number of operations", "op", "an operation"},
			two+"bb.insert(1, Operation(\"print\", [a]))\nprint(bb[1].name)", "print"),
		fn("Block", "pop(i=-1)", "Operation", "Takes an operation out and returns it: the last one, if no number is given.", []string{"i", "its number, from 0"},
			two+"print(bb.pop().name, len(bb))", "add 1"),
		fn("Block", "index(op)", "int", "The number of an operation, from 0.", []string{"op", "an operation of the block"},
			two+"print(bb.index(b))", "1"),
		attr("Block", "ops", "list", "A list of the operations, which does not change when the block does.",
			two+"ops = bb.ops\nbb.print(b)\nprint(len(ops), len(bb))", "2 3"),
		attr("Block", "inputs", "list", "The inputs of a trace that begins with a list of them; otherwise an empty list.",
			"bb = parse(\"[i0, i1]\\nfinish(i0)\")\nprint(len(bb.inputs))", "2"),
	}
}

func ofOperation() []Entry {
	const two = "bb = Block()\na = bb.getarg(0)\nop = bb.add(a, 17)\n"
	const guard = "bb = parse(\"[i0]\\ni1 = int_lt(i0, 9)\\nguard_true(i1) [i0]\\nfinish(i0)\")\nop = bb[2]\n"
	return []Entry{
		attr("Operation", "name", "str", "What it does. It can be set.", two+"op.name = \"sub\"\nprint(bb_to_str(bb))", "var0 = getarg(0)\nvar1 = sub(var0, 17)"),
		attr("Operation", "args", "list", "Its arguments as they were given. A list can be put in their place.", two+"print(len(op.args), op.args[1].value)", "2 17"),
		fn("Operation", "arg(i)", "Value", "An argument, or what it was made equal to: `op.args[i].find()`.", []string{"i", "its number, from 0"},
			two+"a.make_equal_to(Constant(5))\nprint(op.arg(0).value)", "5"),
		fn("Operation", "find()", "Value", "The value that stands for all that are known to be equal to this one.", nil,
			two+"op.make_equal_to(a)\nprint(op.find() is a, a.find() is a)", "True True"),
		fn("Operation", "make_equal_to(v)", "", "Notes that this value is the same as another one, which stands for both from now on.", []string{"v", "a value"},
			two+"op.make_equal_to(Constant(3))\nprint(op.find().value)", "3"),
		attr("Operation", "forwarded", "Value", "What this value was made equal to, one arrow far; `None` if nothing. It can be set.",
			two+"print(op.forwarded)\nop.make_equal_to(a)\nprint(op.forwarded is a)", "None\nTrue"),
		attr("Operation", "info", "", "A place for what your pass knows of the value; `None` until it is set.",
			two+"print(op.info)\nop.info = Info(\"Known\", even=True)\nprint(op.info.even)", "None\nTrue"),
		fn("Operation", "copy()", "Operation", "Another operation with the same name, arguments and snapshot, in no block.", nil,
			two+"other = op.copy()\nother.name = \"mul\"\nprint(op.name, other.name)", "add mul"),
		attr("Operation", "is_guard", "bool", "Whether it is a guard, through which the trace can be left.", guard+"print(op.is_guard, bb[1].is_guard)", "True False"),
		attr("Operation", "is_pure", "bool", "Whether it only computes: no effect, and the same result for the same arguments.", guard+"print(op.is_pure, bb[1].is_pure)", "False True"),
		attr("Operation", "effect", "str", "What it does to the world: `pure`, `read`, `write`, `allocate`, `guard`, `control`, `visible`, `bookkeeping` or `opaque`.", guard+"print(op.effect, bb[1].effect)", "guard pure"),
		attr("Operation", "has_result", "bool", "Whether it has a result that others can use.", guard+"print(op.has_result, bb[1].has_result)", "False True"),
		attr("Operation", "snapshot", "list", "The values that a guard hands over when the trace is left; `None` if it has no list. It can be set.", guard+"print(len(op.snapshot))", "1"),
		attr("Operation", "pending", "list", "The writes that are still to be done when the trace is left through this guard; `None` if there are none.", guard+"print(op.pending)", "None"),
		attr("Operation", "params", "list", "The parameters of a label; `None` for anything else.", "bb = parse(\"[i0]\\nL1(i0):\\njump(L1, i0)\")\nprint([len(op.params or []) for op in bb])", "[1, 1, 0]"),
		attr("Operation", "descr", "str", "What stands after `descr=`; `None` if nothing does. It can be set.", two+"op.descr = \"here\"\nprint(op.descr)", "here"),
		attr("Operation", "result", "str", "What the text called the result; `None` in a block that was built. It can be set.", guard+"print(bb[1].result)", "i1"),
	}
}

func ofConstant() []Entry {
	return []Entry{
		attr("Constant", "value", "", "The number or the name.", "bb = parse(\"[p0]\\ni1 = get(p0, intval)\\nfinish(i1)\")\nprint(bb[1].arg(1).value, Constant(17).value)", "intval 17"),
		fn("Constant", "find()", "Value", "The constant itself: it always stands for what is equal to it.", nil, "c = Constant(1)\nprint(c.find() is c)", "True"),
		fn("Constant", "make_equal_to(v)", "", "Fails, unless `v` is the same number: different constants are never equal.", []string{"v", "a value"},
			"Constant(1).make_equal_to(Constant(1))\nprint(assert_raises(lambda: Constant(1).make_equal_to(Constant(2)), contains=\"equal constants\") != \"\")", "True"),
	}
}

func ofVirtual() []Entry {
	const box = "virtual = Virtual(\"BoxedInteger\", intval=5)\n"
	return []Entry{
		attr("Virtual", "class_name", "str", "The class of the object.", box+"print(virtual.class_name)", "BoxedInteger"),
		attr("Virtual", "fields", "dict", "Its fields by name, as a new dict.", box+"print(virtual.fields[\"intval\"].value)", "5"),
		fn("Virtual", "find()", "Value", "The description itself.", nil, box+"print(virtual.find() is virtual)", "True"),
	}
}

func ofOutcome() []Entry {
	const run = "bb = parse(\"[i0]\\nprint(i0)\\ni1 = int_lt(i0, 9)\\nguard_true(i1) [i0]\\nfinish(i0)\")\noutcome = interpret(bb, 20)\n"
	return []Entry{
		attr("Outcome", "exit", "str", "How the run ended: `end`, `finish`, `guard` for one that failed, `limit` after too many iterations or steps, `undefined` where the machine could do anything, `opaque` at an operation that nobody knows, `exhausted` without memory.", run+"print(outcome.exit)", "guard"),
		attr("Outcome", "at", "str", "The operation through which it ended; `None` if there was none.", run+"print(outcome.at)", "guard_true"),
		attr("Outcome", "reason", "str", "What else there is to say of the end, in words; often `None`.", run+"print(outcome.reason)", "None"),
		attr("Outcome", "values", "list", "The values that were handed over at the end.", run+"print(outcome.values)", "[20]"),
		attr("Outcome", "prints", "list", "What was printed: the first value of each effect, as numbers that can be compared.", run+"print(outcome.prints)", "[20]"),
		attr("Outcome", "effects", "list", "Everything that could be seen from outside, in its order, as texts.", run+"print(outcome.effects)", "[\"print(20)\"]"),
		attr("Outcome", "heap", "list", "The objects that others can reach at the end, as texts.", run+"print(outcome.heap)", "[]"),
		attr("Outcome", "steps", "int", "How many operations were executed.", run+"print(outcome.steps)", "3"),
		attr("Outcome", "jumps", "int", "How often the loop jumped back.", run+"print(outcome.jumps)", "0"),
		attr("Outcome", "allocations", "int", "How many objects were allocated.", run+"print(outcome.allocations)", "0"),
	}
}

func ofVerdict() []Entry {
	const bad = "verdict = prove(\"[i0]\\ni1 = int_add(i0, 1)\\nfinish(i1)\", \"[i0]\\ni1 = int_or(i0, 1)\\nfinish(i1)\")\n"
	return []Entry{
		attr("Verdict", "status", "str", "`proved`; `refuted`; `vacuous` if no input reaches the end, so nothing was proved of it; `unknown` if the solver gave up.", bad+"print(verdict.status)", "refuted"),
		attr("Verdict", "inputs", "str", "Inputs for which the traces differ, as `interpret` takes them; `None` if none were found.", bad+"print(verdict.inputs != None)", "True"),
		attr("Verdict", "reason", "str", "The verdict in words.", bad+"print(verdict.reason != \"\")", "True"),
	}
}

func testFunctions() []Entry {
	const block = "bb = Block()\nbb.print(bb.getarg(0))\n"
	return []Entry{
		fn("", "assert_eq(actual, expected, message=None)", "", "Fails unless both are equal. Texts of several lines are compared line by line.",
			[]string{"actual", "what was found", "expected", "what it should be", "message", "what is told in front of the difference"}, "assert_eq(1 + 1, 2)\nprint(\"fine\")", "fine"),
		fn("", "assert_true(value, message=None)", "", "Fails unless the value is true; `assert value` does the same.",
			[]string{"value", "what should be true", "message", "what is told if it is not"}, "assert_true(3 < 4)\nassert 3 < 4\nprint(\"fine\")", "fine"),
		fn("", "assert_is(actual, expected, message=None)", "", "Fails unless both are the very same value.",
			[]string{"actual", "what was found", "expected", "the value that it should be", "message", "what is told if it is not"}, block+"assert_is(bb[0].find(), bb[0])\nprint(\"fine\")", "fine"),
		fn("", "assert_raises(function, *args, contains=\"\")", "str", "Calls a function that has to fail, and returns the message.",
			[]string{"function", "what is called", "args", "with which arguments", "contains", "what must be a part of the message"}, "def f():\n    raise ValueError(\"too small\")\nprint(assert_raises(f, contains=\"small\"))", "ValueError: too small"),
		fn("", "assert_steps(most, function, *args)", "", "Calls a function that has to get along with so many steps, and returns what it returns. Steps are counted, so the test says the same on every machine.",
			[]string{"most", "how many steps the call may take", "function", "what is called", "args", "with which arguments"}, "def total(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\nprint(assert_steps(2000, total, 100))", "4950"),
		fn("", "assert_trace(block, expected, message=None)", "", "Fails unless a block is that of the text, whatever results are called.",
			[]string{"block", "the block", "expected", "its lines, as `bb_to_str` or `to_trace` write them", "message", "what is told in front of the difference"},
			block+"assert_trace(bb, \"\"\"\nx = getarg(0)\nprint(x)\n\"\"\")\nprint(\"fine\")", "fine"),
		fn("", "assert_same(*outcomes)", "", "Fails unless all runs look the same from outside.",
			[]string{"outcomes", "what `interpret` returned, at least twice"},
			block+"assert_same(interpret(bb, 5), interpret(to_trace(bb), 5))\nprint(\"fine\")", "fine"),
		fn("", "assert_equivalent(before, after, runs=50, seed=1)", "", "Has the judge compare two traces on many inputs, and shows one on which they differ.",
			[]string{"before", "a block, or better the text of a trace", "after", "what your pass made of it", "runs", "on how many inputs", "seed", "of the inputs"},
			block+"assert_equivalent(to_trace(bb), bb)\nprint(\"fine\")", "fine"),
		fn("", "assert_random(pass, words, traces=50, iterations=1, length=0, leaves=0)", "", "Tries a pass on random traces: the judge compares each with the pass's result.",
			[]string{"pass", "a function that takes a block and returns one", "words", "what the traces are made of, such as `\"toy add print\"`", "traces", "how many", "iterations", "how many iterations of the trace one iteration of the result is", "length", "how many operations the longest have", "leaves", "how many lines may be left in all traces together"},
			"assert_random(lambda bb: bb, \"toy add print\")\nprint(\"fine\")", "fine"),
		fn("", "patched(function, **others)", "", "Your function, in a program in which other functions or numbers take the place of those that it uses. So a test sees what is called, how often, and whether a number is repeated.",
			[]string{"function", "a function of your code", "others", "the name of a function or a number of your code, and what stands in its place"},
			"MORE = 1\ndef double(n):\n    return 2 * n\ndef f(n):\n    return double(n) + MORE\ndef test_f():\n    assert_eq(patched(f, double=lambda n: 100, MORE=2)(5), 102)\nprint(f(5))", "11"),
	}
}

func exceptions() []Entry {
	list := []Entry{}
	for _, e := range [][2]string{
		{"AssertionError", "Something that must hold does not."}, {"Exception", "Any other failure."}, {"IndexError", "There is no item of that number."},
		{"KeyError", "A dict has no such key."}, {"NotImplementedError", "Nobody has written this yet."}, {"RuntimeError", "Something went wrong while it ran."},
		{"TypeError", "A value has another type than was expected."}, {"ValueError", "A value is of the right type, and wrong."},
	} {
		list = append(list, fn("", e[0]+"(message=\"\")", "", e[1], []string{"message", "what is told"},
			"def f():\n    raise "+e[0]+"(\"so it is\")\nprint(assert_raises(f))", e[0]+": so it is"))
	}
	return list
}
