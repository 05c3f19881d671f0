package terms

var (
	meta      = Source{"Tracing the Meta-Level: PyPy's Tracing JIT Compiler", "https://doi.org/10.1145/1565824.1565827"}
	bugs      = Source{"Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing", "https://pypy.org/posts/2022/12/jit-bug-finding-smt-fuzzing.html"}
	types     = Source{"Type-Based Alias Analysis", "https://doi.org/10.1145/277650.277670"}
	tested    = Source{"How is PyPy Tested?", "https://www.pypy.org/posts/2022/04/how-is-pypy-tested.html"}
	form      = Source{"Efficiently Computing Static Single Assignment Form and the Control Dependence Graph", "https://doi.org/10.1145/115372.115320"}
	scan      = Source{"Linear Scan Register Allocation", "https://doi.org/10.1145/330249.330250"}
	windmills = Source{"Tilting at Windmills with Coq: Formal Verification of a Compilation Algorithm for Parallel Moves", "https://doi.org/10.1007/s10817-007-9096-8"}
	debugging = Source{"Debugging Optimized Code with Dynamic Deoptimization", "https://doi.org/10.1145/143095.143114"}
	shrinking = Source{"Simplifying and Isolating Failure-Inducing Input", "https://doi.org/10.1109/32.988498"}
	saturated = Source{"egg: Fast and Extensible Equality Saturation", "https://doi.org/10.1145/3434304"}
	cranelift = Source{"The acyclic e-graph: Cranelift's mid-end optimizer", "https://cfallin.org/blog/2026/04/09/aegraph/"}
	souper    = Source{"Souper: A Synthesizing Superoptimizer", "https://arxiv.org/abs/1711.04422"}
	floats    = Source{"What Every Computer Scientist Should Know About Floating-Point Arithmetic", "https://doi.org/10.1145/103162.103163"}
	measured  = Source{"Producing Wrong Data Without Doing Anything Obviously Wrong!", "https://doi.org/10.1145/1508244.1508275"}
)

// The terms that only the lessons use. The table is never changed.
var course = []Term{
	{
		ID: "interpreter", Name: "interpreter", Prose: []string{"interpreter", "interpreters"},
		Text:    "A program that executes another one, operation by operation: it looks up what comes next, does it, and goes on. Looking it up takes longer than doing it, which is why a JIT pays off.",
		Picture: lines("   ┌─▶ what is next?", "   │      add   ─▶ …", "   │      jump  ─▶ …", "   └───── print ─▶ …"),
		Lesson:  "a-program-is-slow/count-it", Source: meta,
	},
	{
		ID: "tracing-jit", Name: "tracing JIT", Prose: []string{"tracing jit", "tracing jits", "jit compiler"},
		Text:    "A compiler that works while the program runs. It records one iteration of a loop that runs often, makes the recording short, and turns it into machine code, which runs from then on.",
		Picture: lines("interpret, count ─▶ hot?", "                     │ record one iteration", "                     ▼", "                   optimize ─▶ machine code"),
		Lesson:  "a-program-is-slow/one-whole-round", Source: meta,
	},
	{
		ID: "record", Name: "record", Prose: []string{"recorder", "recording", "recorded"},
		Text:    "To write down each operation that an interpreter does, while it does it. The result is the trace. Checks that the interpreter made become guards.",
		Picture: lines("the interpreter does   the recorder writes", "2 + 3                  i2 = int_add(i0, i1)", "is it above 0? yes     guard_true(i3)"),
		Lesson:  "a-program-is-slow/write-down-what-happens", Source: meta,
	},
	{
		ID: "shadow", Name: "shadow", Prose: []string{"shadow", "shadows"},
		Text:    "A value together with the name that stands for it in the trace. The interpreter computes with the value as it always did; the recorder needs the name.",
		Picture: lines("┌ shadow ──────┐", "│ value     7  │ ─▶ for the interpreter", "│ name     i4  │ ─▶ for the trace", "└──────────────┘"),
		Lesson:  "a-program-is-slow/write-down-what-happens", Source: meta,
	},
	{
		ID: "hot", Name: "hot", Prose: []string{"*hot*", "is |hot", "become |hot", "not |hot", "a |hot loop", "hot loops", "hot loop"},
		Text:    "A loop is hot when it has gone around so often that recording and compiling it pays off. A counter at its top shows when; PyPy waits for about a thousand iterations.",
		Picture: lines("   ┌▶ top of the loop    count: 998 999 1000", "   │  …                               │", "   └─ jump back                     record!"),
		Lesson:  "a-program-is-slow/when-to-begin", Source: meta,
	},
	{
		ID: "heap", Name: "heap", Prose: []string{"*heap*", "the |heap", "its |heap"},
		Text:    "What the fields of all objects hold while a program runs. Whoever interprets a trace keeps it beside the environment, which has the values of the results.",
		Picture: lines("environment      heap", "p0 ────────────▶ ┌ Node ──────┐", "i1 = 5           │ value = 5  │", "                 └────────────┘"),
		Lesson:  "straight-lines/running-a-line", Source: partial,
	},
	{
		ID: "block", Name: "block", Prose: []string{"*block*", "a |block", "the |block", "blocks"},
		Text:    "A list of operations, one after the other, without branches: what the lessons' programs work on. A trace is a block.",
		Picture: lines("bb = Block()", "a = bb.getarg(0)     optvar0 = getarg(0)", "b = bb.add(a, 1)     optvar1 = add(optvar0, 1)"),
		Lesson:  "straight-lines/building", Source: simple,
	},
	{
		ID: "ssa", Name: "static single assignment", Prose: []string{"static single assignment", "ssa"},
		Text:    "Each name is assigned once, above all its uses. Then a name and what it stands for are the same, and there is never a question which assignment is meant.",
		Picture: lines("x = 1          x0 = 1", "x = x + 2      x1 = add(x0, 2)", "print(x)       print(x1)"),
		Lesson:  "straight-lines/defined-before-use", Source: form,
	},
	{
		ID: "environment", Name: "environment", Prose: []string{"environment", "environments"},
		Text:    "For each name, what it stands for. An interpreter's environment has values; an optimizer's has the names of the new trace.",
		Picture: lines("i0 = 5", "i1 = int_add(i0, 2)    { i0: 5,", "i2 = int_mul(i1, 3)      i1: 7,", "                         i2: 21 }"),
		Lesson:  "straight-lines/running-a-line", Source: partial,
	},
	{
		ID: "union-find", Name: "union-find", Prose: []string{"union-find"},
		Text: "A way to remember which values are equal. Each value has at most one arrow, to a value that it is equal to. `find` follows the arrows to the end; to join two sets, the end of one gets an arrow to " +
			"the end of the other.",
		Picture: lines("a ◀── b        c ◀── d", "", "a ◀── b", "│               all four are c", "└──▶ c ◀── d"),
		Lesson:  "equal-things/join-two-sets", Source: simple,
	},
	{
		ID: "representative", Name: "representative", Prose: []string{"representative", "representatives"},
		Text:    "The value at the end of the arrows: it speaks for all that are equal to it. Two values are equal if they have the same one.",
		Picture: lines("a ──▶ b ──▶ c", "            ▲  speaks for a, b, d", "      d ────┘"),
		Lesson:  "equal-things/follow-the-arrows", Source: simple,
	},
	{
		ID: "pure", Name: "pure", Prose: []string{"pure"},
		Text:    "An operation is pure if its result depends on its arguments and nothing else, and if it changes nothing. Only pure operations can be computed early, shared, or left out when nothing needs the result.",
		Picture: lines("int_add(i0, i1)     pure", "get(p0, value)      no: memory may change", "print(i0)           no: it can be seen"),
		Lesson:  "equal-things/the-same-again", Source: simple,
	},
	{
		ID: "strength-reduction", Name: "strength reduction", Prose: []string{"strength reduction"},
		Text:    "To do the same with a cheaper operation: a shift in place of a multiplication by 8, nothing at all in place of an addition of 0.",
		Picture: lines("i1 = int_mul(i0, 8)", "        ▼", "i1 = int_lshift(i0, 3)"),
		Lesson:  "equal-things/cheaper-but-the-same", Source: simple,
	},
	{
		ID: "sink", Name: "sink", Prose: []string{"sunk", "sinks", "sinking"},
		Text:    "What is needed on one path only moves down to that path. An allocation that is made where the object escapes, and not where it stood, has sunk.",
		Picture: lines("p1 = new(Box)  ╌┐", "…               ╎", "guard_true(i3)  ╎", "print(p1)      ◀┘ p1 = new(Box)"),
		Lesson:  "objects-that-never-were/sinking", Source: toy,
	},
	{
		ID: "static-heap", Name: "static heap", Prose: []string{"static heap"},
		Text:    "What the optimizer knows of virtual objects: for each its class and what is in its fields. The real heap has none of them.",
		Picture: lines("static heap        the trace", "┌╌ p5 ╌╌╌╌╌╌┐      i4 = int_add(i2, i3)", "╎ intval i4 ╎      (no allocation)", "└╌╌╌╌╌╌╌╌╌╌╌┘"),
		Lesson:  "boxes-in-a-real-trace/the-rules", Source: partial,
	},
	{
		ID: "lift", Name: "lift", Prose: []string{"lift", "lifts", "lifted"},
		Text:    "The papers' word for materializing: to make an object of the static heap after all, with all its fields, and whatever they refer to.",
		Picture: lines("┌╌ p5 ╌╌╌╌╌╌┐      p5 = new(BoxedInteger)", "╎ intval i4 ╎ ──▶  set(p5, intval, i4)", "└╌╌╌╌╌╌╌╌╌╌╌┘"),
		Lesson:  "boxes-in-a-real-trace/the-rules", Source: partial,
	},
	{
		ID: "partial-evaluation", Name: "partial evaluation", Prose: []string{"partial evaluation"},
		Text:    "To run a program as far as its inputs are known, and to keep what is left. An optimizer that executes writes into virtual objects, and keeps the rest, does it with a trace.",
		Picture: lines("p5 = new(BoxedInteger)     done", "set(p5, intval, i4)        done", "i7 = get(p5, intval)       done: i7 is i4", "i8 = int_add(i7, i0)       left"),
		Lesson:  "boxes-in-a-real-trace/the-rules", Source: partial,
	},
	{
		ID: "preamble", Name: "preamble", Prose: []string{"preamble", "preambles"},
		Text:    "The iteration that runs once, in front of a peeled loop. It asks and computes what is the same in every iteration, and the loop relies on it.",
		Picture: lines("[p0, p1]        ┐", "…               │ the preamble, once", "jump(L1, …)     ┘", "L1(…):", "… jump(L1, …)     the loop, many times"),
		Lesson:  "across-the-jump/peel", Source: loops,
	},
	{
		ID: "virtual-state", Name: "virtual state", Prose: []string{"virtual state", "virtual states"},
		Text:    "For each value that a jump passes to a label: whether it is real or virtual, of which class, and what is in it. A jump may go to a label only if it brings what the label relies on.",
		Picture: lines("the label wants       the jump brings", "┌╌ Box ╌╌╌┐           ┌╌ Box ╌╌╌┐", "╎ value ? ╎           ╎ value 7 ╎   fits", "└╌╌╌╌╌╌╌╌╌┘           └╌╌╌╌╌╌╌╌╌┘"),
		Lesson:  "across-the-jump/what-shape-it-has", Source: loops,
	},
	{
		ID: "deoptimization", Name: "deoptimization", Prose: []string{"deoptimization", "deoptimize", "deoptimizes"},
		Text:    "The way back from fast code to the interpreter, in the middle of a loop: its variables are filled from the snapshot, and objects that were never made are made.",
		Picture: lines("guard_true(i17) [i9, v1=Box(value=i4)]", "   │ fails", "   ▼", "p1 = new(Box), p1.value = i4", "the interpreter continues with i9 and p1"),
		Lesson:  "when-it-leaves/rebuild-the-boxes", Source: debugging,
	},
	{
		ID: "invalidate", Name: "invalidation", Prose: []string{"invalid", "invalidate", "invalidates", "invalidated", "invalidation"},
		Text:    "A trace may rely on something that never changes, without asking. If it changes after all, the trace is declared invalid: it is no longer entered, and it is left at the next place where that is checked.",
		Picture: lines("cell.value = 5   users: [trace 1, trace 4]", "      │ changes", "      ▼", "trace 1: invalid, trace 4: invalid"),
		Lesson:  "when-it-leaves/a-constant-that-was-none", Source: debugging,
	},
	{
		ID: "solver", Name: "solver", Prose: []string{"solver", "solvers", "smt solver", "smt solvers"},
		Text:    "A program that is given a formula and finds values for which it holds, or proves that there are none. Asked for inputs on which two traces differ, it finds a counterexample or says that they never do.",
		Picture: lines("x + 10 < 15  and  not x < 5 ?", "        │", "   the solver", "        ▼", "yes: x = 9223372036854775807"),
		Lesson:  "being-right/as-a-formula", Source: bugs,
	},
	{
		ID: "bit-vector", Name: "bit vector", Prose: []string{"bit vector", "bit vectors"},
		Text:    "A number of a fixed count of bits, which wraps around as a machine's does. Solvers compute with them, so that they mean what the machine means.",
		Picture: lines("  0111…1111    the largest one", "+ 0000…0001", "= 1000…0000    the smallest one"),
		Lesson:  "being-right/as-a-formula", Source: bugs,
	},
	{
		ID: "counterexample", Name: "counterexample", Prose: []string{"counterexample", "counterexamples"},
		Text:    "An input on which two programs that should do the same do not. One is enough: it need not be believed, because it can be run.",
		Picture: lines("before   after", "-5 < 0   5 < 0", "  │        │       with the input -5", " yes       no      they differ"),
		Lesson:  "being-right/the-sum-that-wrapped", Source: bugs,
	},
	{
		ID: "fuzzer", Name: "fuzzer", Prose: []string{"fuzzer", "fuzzers", "fuzzing"},
		Text:    "A program that tries another one with random inputs, and has a way to tell that something went wrong. For an optimizer the inputs are programs: run before and after, they have to do the same.",
		Picture: lines("┌─▶ a random trace ─▶ the pass", "│        │ run          │ run", "│        ▼              ▼", "└── the same? ── no ─▶ a bug"),
		Lesson:  "being-right/let-chance-try", Source: bugs,
	},
	{
		ID: "shrink", Name: "shrinking", Prose: []string{"delta debugging", "shrinking", "shrinks", "shrunk"},
		Text:    "To make a failing example small: leave a piece out, and keep the rest if it still fails. Delta debugging tries large pieces first, then halves of them, and so on.",
		Picture: lines("████████  fails", "████      fails", "██        does not", "  ██      fails", "  █       fails: one line is enough"),
		Lesson:  "being-right/make-it-small", Source: shrinking,
	},
	{
		ID: "nan", Name: "not a number", Prose: []string{"not a number", "nan"},
		Text:    "The float that comes out where there is no number, as of 0/0. It is equal to nothing, not even to itself, so `x == x` is not always true.",
		Picture: lines("f1 = float_truediv(0.0, 0.0)", "i2 = float_eq(f1, f1)", "i2 is 0!"),
		Lesson:  "being-right/no-number-at-all", Source: floats,
	},
	{
		ID: "gap", Name: "gap", Prose: []string{"*gap*"},
		Text:    "In a test of a trace, a place where anything may stand: `...`. The test says what matters, and does not fail because of the rest.",
		Picture: lines("i5 = int_add(i4, 1)    must be there", "...                    whatever", "jump(...)              at the end"),
		Lesson:  "being-right/tests-with-gaps", Source: tested,
	},
	{
		ID: "register", Name: "register", Prose: []string{"registers", "a |register"},
		Text:    "One of the few places inside a processor that its instructions compute with. Each result of a trace has one for as long as it lives; an allocator decides which.",
		Picture: lines("i2 = int_add(i0, i1)     add rax, rcx", "i0 in rax, i1 in rcx", "i2 in rax: i0 is not needed any more"),
		Lesson:  "being-fast/a-register-for-a-while", Source: scan,
	},
	{
		ID: "live-range", Name: "live range", Prose: []string{"live range", "live ranges", "*lives*", "lifetime", "lifetimes"},
		Text:    "From the line that computes a value to the last one that uses it. Two values whose live ranges do not overlap can have the same register.",
		Picture: lines("v0 = getarg(0)     v0 ┃", "v1 = add(v0, 1)       ┃  v1 ┃", "v2 = mul(v1, 2)             ┃  v2 ┃", "print(v2)                         ┃"),
		Lesson:  "being-fast/a-register-for-a-while", Source: scan,
	},
	{
		ID: "linear-scan", Name: "linear scan", Prose: []string{"linear scan"},
		Text:    "Register allocation in one walk over the lines: a result gets a free register, and gives it back after its last use. Simple and quick, and for a trace, on which no paths join, about as good as anything else.",
		Picture: lines("free: r0 r1", "v0 = getarg(0)     takes r0", "v1 = add(v0, 1)    frees r0, takes it", "print(v1)          frees r0"),
		Lesson:  "being-fast/a-register-for-a-while", Source: scan,
	},
	{
		ID: "parallel-move", Name: "parallel move", Prose: []string{"parallel move", "parallel moves"},
		Text:    "Several values that change their places at the same moment, as at a jump. A machine moves one value after the other, so the moves need an order, and each cycle among them needs a spare place.",
		Picture: lines("r0 ◀─ r1", "r1 ◀─ r0     at once", "", "tmp = r0", "r0 = r1", "r1 = tmp     one by one"),
		Lesson:  "being-fast/the-way-back", Source: windmills,
	},
	{
		ID: "spill", Name: "spilling", Prose: []string{"spilling", "spilled", "spills", "spill"},
		Text:    "When there are more values than registers: one of them waits in memory, and is loaded when it is needed.",
		Picture: lines("r0, r1, both taken, and v2 needs one", "store r0 ─▶ memory     v0 waits there", "r0 = …                 v2", "r1 = load ◀─ memory    v0 is back"),
		Lesson:  "being-fast/who-has-to-leave", Source: scan,
	},
	{
		ID: "median", Name: "median", Prose: []string{"median", "medians"},
		Text:    "The value in the middle, when all samples are sorted. A few very bad samples pull the mean up, but not the median.",
		Picture: lines("38  39 [40] 41  95", "         ▲", "      median 40, mean 50.6"),
		Lesson:  "being-fast/measure-in-turns", Source: measured,
	},
	{
		ID: "transfer-function", Name: "transfer function", Prose: []string{"transfer function", "transfer functions"},
		Text:    "What is known of a result, computed from what is known of the arguments. It is right if each possible result is among what it says.",
		Picture: lines("x: ? ? 0 0     y: 0 0 ? 1", "        │         │", "        └── or ───┘", "           ▼", "        ? ? ? 1"),
		Lesson:  "further/a-proof-of-your-own", Source: known,
	},
	{
		ID: "store-forwarding", Name: "store forwarding", Prose: []string{"store forwarding", "*forwarding*"},
		Text:    "A load gets the value that was stored into the same place before, and need not be done. Nothing in between may have written there, under whatever name.",
		Picture: lines("set(p0, value, i1)", "      └──────────────┐", "i2 = get(p0, value)  ▼", "print(i2)            print(i1)"),
		Lesson:  "further/two-names-one-place", Source: loops,
	},
	{
		ID: "type-based-alias-analysis", Name: "type-based alias analysis", Prose: []string{"type-based alias analysis"},
		Text:    "Objects of different classes are different objects. So a write through one name does not change what is known of another, if their classes are known to differ.",
		Picture: lines("guard_class(p0, Cat)    p0 ──▶ a Cat", "guard_class(p1, Dog)    p1 ──▶ a Dog", "set(p1, age, i5)        p0.age: as before"),
		Lesson:  "further/what-their-classes-tell", Source: types,
	},
	{
		ID: "value-number", Name: "value number", Prose: []string{"*number*", "value numbering", "value number", "value numbers"},
		Text:    "A number for each value, such that values with the same number are equal. Equal operations of equal numbers get the same one, so one table finds out what two traces have in common.",
		Picture: lines("1  input 0", "2  input 1", "3  add 1 2", "4  mul 3 3     (a + b) * (b + a) is 4"),
		Lesson:  "further/a-number-for-each-value", Source: simple,
	},
	{
		ID: "acyclic", Name: "acyclic", Prose: []string{"acyclic"},
		Text:    "Without cycles: following the arguments always leads to the inputs. Then one walk from the top to the bottom sees everything before it is needed.",
		Picture: lines("4 ──▶ 3 ──▶ 1", "      │", "      └───▶ 2", "arrows lead to smaller numbers only"),
		Lesson:  "further/a-number-for-each-value", Source: cranelift,
	},
	{
		ID: "e-graph", Name: "e-graph", Prose: []string{"e-graph", "e-graphs"},
		Text:    "A table that keeps several ways to compute each value. Rules add ways and take none away, so their order does not matter; at the end the cheapest way of each value is chosen.",
		Picture: lines("5   mul 1 8   or   lshift 1 3", "6   add 5 5   or   mul 5 2   or   lshift 1 4", "        ▼ the cheapest of each", "lshift 1 4"),
		Lesson:  "further/several-ways-to-say-it", Source: saturated,
	},
	{
		ID: "synthesis", Name: "synthesis", Prose: []string{"synthesis", "synthesize", "synthesizes"},
		Text:    "To let the computer write the program: try all small ones, drop those that are wrong for an example, prove one of the rest. A proof that fails gives one more example.",
		Picture: lines("all small programs", "   │ examples", "   ▼", "the few that agree ─▶ the solver ─▶ found", "   ▲── counterexample ──┘"),
		Lesson:  "further/a-rule-that-nobody-thought-of", Source: souper,
	},
}
