package optimizer

// Reason is a kind of reason that a remark can give. Its ID is stable: tests,
// links and documents use it.
type Reason uint8

// The reasons.
const (
	ReasonNone Reason = iota
	ReasonFoldConstant
	ReasonFoldOverflow
	ReasonFoldOverflows
	ReasonFoldGuardOverflow
	ReasonSameAs
	ReasonCSE
	ReasonCSEOverflow
	ReasonCSECall
	ReasonCSEImpure
	ReasonCSECallGuard
	ReasonRule
	ReasonRuleValue
	ReasonRuleOverflow
	ReasonRuleBudget
	ReasonBoundsConstant
	ReasonBoundsSame
	ReasonBoundsPlain
	ReasonBoundsNoOverflow
	ReasonBoundsDepth
	ReasonKnownCall
	ReasonCallMade
	ReasonCallSkipped
	ReasonCallSkippedGuard
	ReasonGuardConstant
	ReasonGuardClass
	ReasonGuardNull
	ReasonGuardWeaker
	ReasonGuardRepeated
	ReasonGuardStronger
	ReasonGuardTaken
	ReasonGuardNotZero
	ReasonGuardLearned
	ReasonGuardNumbered
	ReasonGuardRecorded
	ReasonGuardRecordedClass
	ReasonGuardRecordedFixed
	ReasonRecordedRuntime
	ReasonGuardNever
	ReasonGuardNeverRaises
	ReasonQuasiImmut
	ReasonPromise
	ReasonPromiseResult
	ReasonCompareNull
	ReasonCompareClasses
	ReasonCompareGuarded
	ReasonVirtualNew
	ReasonVirtualSet
	ReasonVirtualOverwritten
	ReasonVirtualGet
	ReasonVirtualGetGuard
	ReasonVirtualGetDefault
	ReasonVirtualGuard
	ReasonVirtualNonnull
	ReasonVirtualCompare
	ReasonVirtualLen
	ReasonVirtualRef
	ReasonVirtualCopy
	ReasonVirtualText
	ReasonVirtualTooLong
	ReasonVirtualLength
	ReasonVirtualNoCopy
	ReasonMaterialize
	ReasonMaterializeBudget
	ReasonMaterializeField
	ReasonMaterializeDefault
	ReasonHeapRead
	ReasonHeapWritten
	ReasonHeapSame
	ReasonHeapDead
	ReasonHeapPending
	ReasonHeapDelayed
	ReasonHeapFull
	ReasonHeapForgotten
	ReasonHeapOldest
	ReasonPeelJump
	ReasonPeelLabel
	ReasonPeelCopy
	ReasonPeelCarry
	ReasonPeelLabels
	ReasonPeelInVain
	ReasonLabelForgotten
	ReasonUnreachable
	ReasonDead
	ReasonDeadOpenEnd
	ReasonDeadWrite
	ReasonWorldClass
	ReasonWorldNonnull
	ReasonWorldConstant
	ReasonWorldValue
	ReasonWorldField
	ReasonWorldLength
	ReasonWorldHeld
	ReasonWorldSame
	ReasonWorldResult
)

type reasonInfo struct {
	id  string
	doc string
	// text says what follows, because says from what. The latter is left out where the causes
	// are no longer in the trace, or where there are none.
	text, because string
	// short is the cause in a few words; alone is used instead where there is no
	// cause.
	short, alone string
}

// In a text, {in} is the recorded operation's value, {a} and {b} are the facts, {field},
// {class} and {rule} are names, {known} and {asked} what is known of integers, {nullness} is
// "null" or "not null". For the causes, {cause} says what the first one did, {causes} what all
// did, {cause:verb} says it with another verb if it is no guard; {row} and {rows} say where they
// are, {short} where the first one is and what it did. See causetext.go.
var reasonTable = [...]reasonInfo{
	ReasonNone:               {"none", "No reason was given.", "", "", "", ""},
	ReasonFoldConstant:       {"fold-constant", "All arguments are constants, so the result was computed.", "all arguments are constants, so {in} is {a}", ": {causes:gives a constant}", "constants: {rows}", "only constants"},
	ReasonFoldOverflow:       {"fold-no-overflow", "The overflow operation was computed and does not overflow, so the guard holds.", "the result is known and does not overflow", ": {cause:has constant arguments}", "{row} does not overflow", "it does not overflow"},
	ReasonFoldOverflows:      {"fold-overflows", "All arguments are constants, and the operation overflows, as its guard requires.", "all arguments are constants, and {in} overflows, as its guard requires", ": {causes:gives a constant}", "constants: {rows}", "only constants, and it overflows"},
	ReasonFoldGuardOverflow:  {"fold-overflow", "The overflow operation was computed and overflows, so the guard holds.", "the result is known to overflow, as the guard requires", ": {cause:has constant arguments}", "{row} overflows", "it overflows"},
	ReasonSameAs:             {"same-as", "The operation only passes its argument on.", "{in} is {a} itself", ": {cause}", "it is {a}: {short}", "it is {a}"},
	ReasonCSE:                {"cse", "An earlier operation computed the same.", "{a} is the same and has been computed already", ": {cause}", "it is {a}: {short}", "it is {a}, computed before"},
	ReasonCSEOverflow:        {"cse-no-overflow", "The same overflow operation was checked before, so the guard holds.", "the same was computed and checked for overflow before", ": {cause}", "checked after {row}", "checked before"},
	ReasonCSECall:            {"cse-no-exception", "The same call was made before and raised nothing, so the guard holds.", "the same call was made before and raised nothing", ": {cause:made it}", "same call in {row}", "same call before"},
	ReasonCSEImpure:          {"cse-impure", "The same call was made before, but it may do or give something else each time.", "the same call was made before, but it is made again: each time it may do something else, or give another result", ": {cause:made it}", "may differ from {row}", "may give another result"},
	ReasonCSECallGuard:       {"cse-call-guard", "The same call was made before, but a guard asks whether this one raised.", "the same call was made before, but a guard asks whether this one raised, and nothing is known of that one", ": {cause:made it, and no guard asked}", "not asked in {row}", "a guard asks about this call"},
	ReasonRule:               {"rule", "A rewrite rule matched.", "rule {rule}{asked}", ": {causes}", "rule {rule}, {rows}", "rule {rule}"},
	ReasonRuleValue:          {"rule-value", "A rewrite rule says which value the result is.", "rule {rule}: {in} is {a}{asked}", ": {causes}", "rule {rule}, {rows}", "rule {rule}"},
	ReasonRuleOverflow:       {"rule-no-overflow", "A rule says that the overflow operation cannot overflow, so the guard holds.", "a rule says that the operation before cannot overflow", ": {cause:cannot}", "{row} cannot overflow", "it cannot overflow"},
	ReasonRuleBudget:         {"rule-budget", "Rules rewrote it so often that they were stopped.", "rules rewrote {in} so often that they were stopped; do they ever end?", "", "", "rules were stopped"},
	ReasonBoundsConstant:     {"bounds-constant", "What is known of the arguments leaves only one result.", "{known}, so {in} is always {b}", ": {causes}", "{known}: {rows}", "{known}"},
	ReasonBoundsSame:         {"bounds-same", "What is known of the arguments shows that the operation changes nothing.", "{known}, so {in} is {b} itself", ": {causes}", "{known}: {rows}", "{known}"},
	ReasonBoundsPlain:        {"bounds-plain", "What is known of the arguments shows that the operation cannot overflow.", "{known}, so it cannot overflow", ": {causes}", "{known}: {rows}", "{known}"},
	ReasonBoundsNoOverflow:   {"bounds-no-overflow", "What is known of the arguments shows that the operation before cannot overflow.", "the operation before cannot overflow, so the guard always holds", ": {cause:has arguments that are too small}", "{row} cannot overflow", "it cannot overflow"},
	ReasonBoundsDepth:        {"bounds-depth", "What a guard says is followed backward through 12 operations in a row, and 32 in all.", "what this guard says is not followed further than 12 operations back in a row, and 32 in all", "", "", "not followed further back"},
	ReasonKnownCall:          {"known-call", "The descriptor of the call says which operation the function computes.", "the descriptor of the call says that the function computes just this", "", "", "its descriptor says so"},
	ReasonCallMade:           {"call-made", "The condition of the call is known, and the call is made.", "{a} says that the call is always made here", ": {cause}", "always made: {short}", "always made"},
	ReasonCallSkipped:        {"call-skipped", "The condition of the call is known, and the call is not made.", "{a} says that the call is never made here", ": {cause}", "never made: {short}", "never made"},
	ReasonCallSkippedGuard:   {"call-skipped-guard", "The call about which the guard asks is not made, so the guard holds.", "the call before is not made, so it raises nothing", ": {cause:is not made}", "{row} is not made", "it is not made"},
	ReasonGuardConstant:      {"guard-constant", "What the guard checks is a known constant.", "{a} is {b} here, so the guard always holds", ": {cause}", "{a} is {b}: {short}", "{a} is {b}"},
	ReasonGuardClass:         {"guard-class", "The class is known from an earlier guard or from the allocation.", "{a} is of class {class} here, so the guard always holds", ": {cause}", "known: {short}", "class known"},
	ReasonGuardNull:          {"guard-null", "It is known whether the reference is null.", "{a} is {nullness} here, so the guard always holds", ": {access}", "{nullness}: {short}", "{nullness}: a constant"},
	ReasonGuardWeaker:        {"guard-weaker", "Part of what the guard checks is known, so a cheaper guard is enough.", "{a} is not null here, so only its class is left to check", ": {access}", "not null: {short}", "not null is known"},
	ReasonGuardStronger:      {"guard-stronger", "The guard asks the question of a later guard as well.", "a later guard checks more of {a}, and nothing in between can be observed, so this one checks it at once", ": {cause:checks it}", "checks for {row} too", "checks for a later guard too"},
	ReasonGuardTaken:         {"guard-taken", "An earlier guard on the same reference asks this question as well.", "an earlier guard on {a} asks this as well", ": {cause}", "asked in {row}", "asked before"},
	ReasonGuardNotZero:       {"guard-not-zero", "The integer is known not to be 0.", "{a} is not 0 here, so the guard always holds", ": {cause}", "not 0: {short}", "not 0"},
	ReasonGuardRepeated:      {"guard-repeated", "The same guard was passed before, and nothing happened since.", "the same was asked before, and nothing happened since that could change the answer", ": {cause:asked it}", "asked in {row}", "asked before"},
	ReasonGuardLearned:       {"guard-learned", "After a guard it is known to be another value.", "{in} is {a} from there on", ": {cause}", "{a} after {row}", "known to be {a}"},
	ReasonGuardNumbered:      {"guard-numbered", "An earlier guard found that the two constants of the log are one object.", "{a} and {b} are one object, so the guard always holds", ": {cause}", "one object: {short}", "one object"},
	ReasonGuardRecorded:      {"guard-recorded", "It compares two constants, so it holds always or never, and it held when the trace was recorded.", "it compares {a} with {b}, both constants, so it holds always or never, and it held when the trace was recorded", "", "", "held when recorded"},
	ReasonGuardRecordedClass: {"guard-recorded-class", "An object never changes its class, and the guard held when the trace was recorded.", "{a} has the same class in every run, and the guard held when the trace was recorded", "", "", "held when recorded"},
	ReasonGuardRecordedFixed: {"guard-recorded-fixed", "What it asks about is computed from constants alone, so it holds always or never, and it held when the trace was recorded.", "{a} is computed from constants alone, so it is the same in every run, and the guard held when the trace was recorded", "", "", "held when recorded"},
	ReasonRecordedRuntime:    {"recorded-runtime", "The runtime library gave the same before, or how it made a string shows it, and the trace is a recording.", "the trace shows what the runtime library gives here, and the trace is a recording", "", "", "known of the library"},
	ReasonGuardNever:         {"guard-never", "The guard only marks a place and never fails.", "it only marks the end of an iteration and never fails", "", "", "only a mark"},
	ReasonGuardNeverRaises:   {"guard-never-raises", "The call before it never raises.", "the call before it never raises, so the guard always holds", ": {cause:calls what never does}", "{row} never raises", "the call never raises"},
	ReasonQuasiImmut:         {"quasi-immutable", "The marker does nothing: the guard on invalidation watches over the field.", "it does nothing: what it says of a field is what `guard_not_invalidated` watches over", "", "", "only a mark"},
	ReasonPromiseResult:      {"promise-result", "The promise of a result does nothing, and nothing uses the result.", "it does nothing, and nothing uses the result", "", "", "only a promise"},
	ReasonPromise:            {"promise", "The promise does nothing: what it says is known from here on.", "it does nothing: what it says of {a} is known from here on", "", "", "only a promise"},
	ReasonCompareNull:        {"compare-null", "A reference that is not null was compared with null.", "the reference is not null here, so {in} is {a}", ": {access}", "not null: {short}", "not null"},
	ReasonCompareClasses:     {"compare-classes", "Two objects of different classes are not the same.", "the two objects are of different classes, so {in} is {a}", ": {causes:named one}", "classes: {rows}", "two classes"},
	ReasonCompareGuarded:     {"compare-guarded", "An earlier guard says how the two compare.", "it is known how the two compare, so {in} is {a}", ": {cause}", "compared: {short}", "the same value twice"},
	ReasonVirtualNew:         {"virtual-new", "Nothing that uses the object lets it escape, so it is not allocated.", "{in} need not exist", ": {uses}", "stays inside: {rows}", "nothing uses it"},
	ReasonVirtualSet:         {"virtual-set", "The write goes to a virtual object and is remembered there.", "{a} is virtual, so the optimizer only notes that its {field} is {b}", ": {cause:made it, and nothing before this lets it escape}", "only noted: {a} of {row}", "only noted"},
	ReasonVirtualOverwritten: {"virtual-overwritten", "The write went to a virtual object, where a later write took its place.", "{a} is virtual, and a later write to its {field} takes this one's place", ": {cause}", "written again in {row}", "written again"},
	ReasonVirtualGet:         {"virtual-get", "The read comes from a virtual object, whose field is known.", "{a} is virtual, and its {field} is {b}", ": {cause}", "it is {b}: {short}", "it is {b}"},
	ReasonVirtualGetGuard:    {"virtual-get-guard", "The call about which the guard asks only reads a virtual object, so the guard holds.", "the call before only reads a virtual object, so it forces nothing and raises nothing", ": {cause:is the call}", "{row} only reads", "it only reads"},
	ReasonVirtualGetDefault:  {"virtual-get-default", "The read comes from a virtual object whose field was never written.", "{a} is virtual, and its {field} was never written, so it is {b}", ": {cause:made it, with nothing in its fields}", "it is {b} since {row}", "it is {b}"},
	ReasonVirtualGuard:       {"virtual-guard", "The guard asks what is known of a virtual object.", "{a} is of class {class}, so the guard always holds", ": {cause}", "known: {short}", "class known"},
	ReasonVirtualNonnull:     {"virtual-nonnull", "A virtual object is not null.", "{a} is an object and not null, so the guard always holds", ": {cause}", "not null: {short}", "not null"},
	ReasonVirtualCompare:     {"virtual-compare", "A virtual object is the same as itself only.", "an object that has not escaped is the same as itself only, so {in} is {a}", ": {cause}", "is itself only: {short}", "is itself only"},
	ReasonVirtualLen:         {"virtual-len", "The length of a virtual array is known.", "the length of {a} is {b}", ": {cause}", "length {b}: {short}", "length {b}"},
	ReasonVirtualRef:         {"virtual-ref", "A virtual_ref is an object that holds the force_token.", "a virtual_ref is an object that holds the `force_token`, and like any object it can be virtual", "", "", "an object like any other"},
	ReasonVirtualCopy:        {"virtual-copy", "It copies items between virtual arrays.", "{b} is virtual and holds the items of {a} that were copied", ": {causes:made one}", "copied: {rows}", "copied at once"},
	ReasonVirtualText:        {"virtual-text", "A string that nothing has let out is known by its characters, or by what it is made of.", "a string that nothing has let out is known by its characters, or by what it is made of", "", "", "known by its parts"},
	ReasonVirtualTooLong:     {"virtual-too-long", "The array is longer than a virtual one can be.", "{in} is allocated: an array of {a} items is too long to be virtual, which 1048576 can be at most", "", "", "{a} items are too many"},
	ReasonMaterialize:        {"materialize", "The object escapes through an operation, so it is allocated there.", "{in} must exist from {row} on", ": {leaves}", "{left}", "escapes here"},
	ReasonVirtualLength:      {"virtual-length", "The length of the array is not a constant, so it cannot be virtual.", "{in} is allocated: its length {a} is not a constant here, and only arrays of constant length can be virtual", ": {cause}", "length {a}: {short}", "length {a} is not constant"},
	ReasonVirtualNoCopy:      {"virtual-no-copy", "Items are only copied at once between virtual arrays, at constant places, 64 of them at most.", "the items are not copied at once, and virtual arrays escape here: both arrays have to be virtual, all that is copied written, the places constant, 64 items at most, and no guard may ask what came of the call", "", "", "cannot copy at once"},
	ReasonMaterializeBudget:  {"materialize-budget", "The descriptions in snapshots grew too large, so the object is allocated.", "{in} must exist from here on: together the descriptions in snapshots are too large for a trace of this length", ", and {cause:has one more}", "too much to describe: {row}", "too much to describe"},
	ReasonMaterializeField:   {"materialize-field", "The object is allocated where it escapes, and its fields are written there.", "{a} must exist from {row} on, with {b} in its {field}", ": {leaves}", "{left}", "escapes here"},
	ReasonMaterializeDefault: {"materialize-default", "A new object holds this value already, so it need not be written where the object is allocated.", "it need not be written: the {field} of {a} is {b}, as in any new object", ": {cause:makes one}", "new objects have {b}: {row}", "new objects have {b}"},
	ReasonHeapRead:           {"heap-read", "The same was read before, and nothing can have changed it.", "the {field} of {a} is {b}", ": {cause}, and nothing since can have changed it", "it is {b}: {short}", "it is {b}"},
	ReasonHeapWritten:        {"heap-written", "It was written before, and nothing can have changed it.", "the {field} of {a} is {b}", ": {cause}, and nothing since can have changed it", "it is {b}: {short}", "it is {b}"},
	ReasonHeapSame:           {"heap-same", "The write changes nothing: the value is there already.", "the {field} of {a} is {b} already", ": {cause}, and nothing since can have changed it", "there already: {short}", "there already"},
	ReasonHeapDead:           {"heap-dead", "A later write overwrites it before anything can see it.", "a later write to the {field} of {a} takes its place before anything can see this one", ": {cause}", "written again in {row}", "written again"},
	ReasonHeapPending:        {"heap-pending", "The write of a virtual object waits; guards have it in their snapshots.", "{b} is virtual, so its write to the {field} of {a} waits, and guards note it", ": {cause:made it, and nothing before this lets it escape}", "waits: {b} of {row}", "waits"},
	ReasonHeapDelayed:        {"heap-delayed", "The write of a virtual object waited until it had to be done.", "the write of {b} to the {field} of {a} waited until here", ": {cause:may see it}", "waited for {row}", "waited until here"},
	ReasonHeapFull:           {"heap-full", "The write of a virtual object waited until too many others did.", "the write of {b} to the {field} of {a} waited until here, where more than 16 would wait", ": {cause:has to wait, too}", "too many wait: {row}", "too many wait"},
	ReasonHeapForgotten:      {"heap-forgotten", "It is not known what the operation writes, so what was known of the heap is forgotten.", "it is not known what this operation writes, so what was known of the fields and items that it may change is forgotten", "", "", "may write anything"},
	ReasonHeapOldest:         {"heap-oldest", "Of each field only the last 32 objects are remembered.", "what was known of the first of these objects is forgotten: of each field only the last 32 objects are remembered", "", "", "32 objects are remembered"},
	ReasonPeelJump:           {"peel-jump", "The first iteration goes on to the peeled loop.", "the first iteration goes on to the peeled loop", "", "", "goes on to the loop"},
	ReasonPeelLabel:          {"peel-label", "The peeled loop begins here; its parameters are what it needs of the previous iteration.", "the peeled loop begins here", "", "", "the loop begins"},
	ReasonPeelCopy:           {"peel-copy", "The second iteration's copy of an operation.", "the same operation in the peeled loop", "", "", "done in every iteration"},
	ReasonPeelCarry:          {"peel-carry", "The next iteration needs the value, so it is computed anew.", "the next iteration needs this value of this one", "", "", "the next iteration needs it"},
	ReasonPeelLabels:         {"peel-labels", "Only a trace with one label is peeled.", "the loop is not peeled: only a trace with one label is, and this one has several", "", "", "several labels"},
	ReasonPeelInVain:         {"peel-in-vain", "The second iteration never runs to its end, or its objects keep having other shapes.", "the loop is not peeled: a second iteration would never run to its end, or its objects have other shapes each time", "", "", "not peeled"},
	ReasonLabelForgotten:     {"label-forgotten", "A jump may come here from elsewhere, so what was found before is forgotten.", "a jump may come here from elsewhere, so what was computed, read and asked before is not used after this label", "", "", "others may jump here"},
	ReasonUnreachable:        {"unreachable", "A guard before it can never hold, so it is never reached.", "never reached: a guard before it can never hold", ": {cause:always fails}", "{row} always fails", "never reached"},
	ReasonWorldClass:         {"world-class", "The program that the trace belongs to knows the class of the object.", "known from the world: {a} is of class {class}, so the guard always holds", "", "", "known from the world"},
	ReasonWorldNonnull:       {"world-nonnull", "The program that the trace belongs to knows that there is an object.", "known from the world: {a} is not null, so the guard always holds", "", "", "known from the world"},
	ReasonWorldConstant:      {"world-constant", "The program that the trace belongs to knows the value.", "known from the world: {a} is {b}, so the guard always holds", "", "", "known from the world"},
	ReasonWorldValue:         {"world-value", "The program that the trace belongs to knows the value.", "known from the world: {in} is {a}", "", "", "known from the world"},
	ReasonWorldField:         {"world-field", "The program that the trace belongs to knows what the field holds, which never changes.", "known from the world: the {field} of {a} is {b}, and never changes", "", "", "known from the world"},
	ReasonWorldLength:        {"world-length", "The program that the trace belongs to knows the length of the array.", "known from the world: the length of {a} is {b}", "", "", "known from the world"},
	ReasonWorldHeld:          {"world-held", "The program that the trace belongs to knows what the field holds where the trace starts.", "known from the world: the {field} of {a} is {b} where the trace starts, and nothing has changed it since", "", "", "known from the world"},
	ReasonWorldSame:          {"world-same", "The program that the trace belongs to knows that the field holds this value already.", "known from the world: the {field} of {a} is {b} already", "", "", "known from the world"},
	ReasonWorldResult:        {"world-result", "The program that the trace belongs to knows the result of the call, which is the same throughout the loop.", "known from the world: the call gives {a}", "", "", "known from the world"},
	ReasonDeadWrite:          {"dead-write", "The write goes to a new object that nothing looks at.", "nothing looks at {a}", ": {cause:made it, and nothing reads it or lets it escape}", "nothing looks at {a}: {short}", "nothing looks at {a}"},
	ReasonDeadOpenEnd:        {"dead-open-end", "The trace ends without a jump or finish, so it is not known which results are used.", "nothing is dropped: the trace ends here without a jump or finish, so it is not known which of its results are used", "", "", "uses are not known"},
	ReasonDead:               {"dead", "Nothing uses the result, and the operation does nothing else.", "nothing uses {in}", ": {causes}", "its uses are gone: {rows}", "nothing uses it"},
}

// ID returns the stable identifier, e.g. "fold-constant".
func (r Reason) ID() string { return reasonTable[r].id }

// Doc returns one sentence about the reason.
func (r Reason) Doc() string { return reasonTable[r].doc }

// Reasons returns all reasons.
func Reasons() []Reason {
	list := make([]Reason, 0, len(reasonTable)-1)
	for r := 1; r < len(reasonTable); r++ {
		list = append(list, Reason(r))
	}
	return list
}
