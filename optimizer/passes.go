package optimizer

// The passes, in the order in which an operation meets them.
const (
	PassPeel PassID = iota
	PassFold
	PassCSE
	PassRules
	PassBounds
	PassGuards
	PassVirtual
	PassHeap
	PassDCE
)

// passTable is the pipeline as data: what each pass is and why it stands where
// it stands.
var passTable = [...]PassInfo{
	PassPeel: {
		Name:  "peel",
		Title: "loop peeling",
		Doc:   "Puts one iteration in front of the loop, so that the loop is optimized with all that is known of the iteration before.",
		Why:   "First, so that all other passes see two iterations.",
	},
	PassFold: {
		Name:  "fold",
		Title: "constant folding",
		Doc:   "Computes operations whose arguments are all constants.",
		Why:   "First, because it is the cheapest question and what it answers needs no other pass.",
	},
	PassCSE: {
		Name:  "cse",
		Title: "common subexpressions",
		Doc:   "Uses the result of an earlier operation that computed the same.",
		Why:   "Before the rules, because an operation that is there already is cheaper than any that a rule could put in its place.",
	},
	PassRules: {
		Name:  "rules",
		Title: "strength reduction and algebra",
		Doc:   "Rewrites operations by named algebraic rules into cheaper ones or into values that exist.",
		Why:   "After folding and sharing; what a rule puts in place starts again at the first pass, so that it is folded and shared as well.",
	},
	PassBounds: {
		Name:  "bounds",
		Title: "bounds and known bits",
		Doc:   "Keeps track of what each integer can be, and decides comparisons and overflow by it.",
		Why:   "Behind the rules, so that it sees operations in their simplest form, and in front of the guards that it decides.",
	},
	PassGuards: {
		Name:  "guards",
		Title: "redundant guards",
		Doc:   "Drops guards that earlier guards and allocations imply.",
		Why:   "Behind the passes on numbers, so that a condition that was computed or shared is seen as such.",
	},
	PassVirtual: {
		Name:  "virtual",
		Title: "allocation removal",
		Doc:   "Keeps objects virtual until they escape, and answers reads and guards on them.",
		Why:   "After the passes on numbers, because it wants to see final arguments; the order of the two groups does not change the result, since all of them see every operation once.",
	},
	PassHeap: {
		Name:  "heap",
		Title: "load and store forwarding",
		Doc:   "Answers reads from earlier reads and writes, and drops writes that nobody sees.",
		Why:   "Behind allocation removal: it is for the objects that are not virtual.",
	},
	PassDCE: {
		Name:  "dce",
		Title: "dead code",
		Doc:   "Drops operations whose results nobody uses.",
		Why:   "Last and backwards: only when the whole trace is known can one say that nobody uses a value.",
	},
}

var presetTable = [...]Preset{
	{"loop", "everything, with the loop peeled", setOf(PassPeel, PassFold, PassCSE, PassRules, PassBounds, PassGuards, PassVirtual, PassHeap, PassDCE)},
	{"straight", "everything, one straight line", setOf(PassFold, PassCSE, PassRules, PassBounds, PassGuards, PassVirtual, PassHeap, PassDCE)},
	{"toy", "the toy optimizer: folding, sharing, strength reduction", setOf(PassFold, PassCSE, PassRules)},
	{"alloc", "allocation removal alone", setOf(PassVirtual)},
	{"none", "nothing", 0},
}

func setOf(passes ...PassID) PassSet {
	var set PassSet
	for _, p := range passes {
		set = set.With(p)
	}
	return set
}
