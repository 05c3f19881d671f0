package optimizer

// The passes, in the order in which an operation meets them.
const (
	PassFold PassID = iota
	PassCSE
	PassRules
	PassVirtual
	PassDCE
)

// passTable is the pipeline as data: what each pass is and why it stands where
// it stands.
var passTable = [...]PassInfo{
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
	PassVirtual: {
		Name:  "virtual",
		Title: "allocation removal",
		Doc:   "Keeps objects virtual until they escape, and answers reads and guards on them.",
		Why:   "After the passes on numbers, because it wants to see final arguments; the order of the two groups does not change the result, since all of them see every operation once.",
	},
	PassDCE: {
		Name:  "dce",
		Title: "dead code",
		Doc:   "Drops operations whose results nobody uses.",
		Why:   "Last and backwards: only when the whole trace is known can one say that nobody uses a value.",
	},
}

var presetTable = [...]Preset{
	{"straight", "everything, one straight line", setOf(PassFold, PassCSE, PassRules, PassVirtual, PassDCE)},
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
