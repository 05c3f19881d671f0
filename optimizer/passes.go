package optimizer

// passTable is the pipeline: the passes in the order in which an operation goes through
// them. The file of each pass says what it is and why it has this place.
var passTable = []registration{
	peelRow,
	foldRow,
	cseRow,
	rulesRow,
	boundsRow,
	guardsRow,
	virtualRow,
	heapRow,
	dceRow,
}

var presetTable = [...]Preset{
	{"loop", "everything, with the loop peeled", everything()},
	{"straight", "everything, one straight line", everything() &^ setOf(PassPeel)},
	{"toy", "the toy optimizer: folding, sharing, strength reduction", setOf(PassFold, PassCSE, PassRules)},
	{"alloc", "allocation removal alone", setOf(PassVirtual)},
	{"none", "nothing", 0},
}

// everything is all passes of the pipeline.
func everything() (set PassSet) {
	for _, r := range passTable {
		set = set.With(r.id)
	}
	return set
}

func setOf(passes ...PassID) PassSet {
	var set PassSet
	for _, p := range passes {
		set = set.With(p)
	}
	return set
}
