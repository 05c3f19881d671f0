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
	ReasonGuardNever
	ReasonGuardNeverRaises
	ReasonQuasiImmut
	ReasonPromise
	ReasonPromiseResult
	ReasonCompareNull
	ReasonCompareGuarded
	ReasonVirtualNew
	ReasonVirtualSet
	ReasonVirtualOverwritten
	ReasonVirtualGet
	ReasonVirtualGetDefault
	ReasonVirtualGuard
	ReasonVirtualNonnull
	ReasonVirtualCompare
	ReasonVirtualLen
	ReasonVirtualRef
	ReasonVirtualCopy
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
)

type reasonInfo struct {
	id   string
	doc  string
	text string
}

// In a text, {in} is the recorded operation's value, {a} and {b} are the facts,
// {out} is the operation of the result, {field}, {class} and {rule} are names.
var reasonTable = [...]reasonInfo{
	ReasonNone:               {"none", "No reason was given.", ""},
	ReasonFoldConstant:       {"fold-constant", "All arguments are constants, so the result was computed.", "all arguments are constants: {in} is {a}"},
	ReasonFoldOverflow:       {"fold-no-overflow", "The overflow operation was computed and does not overflow, so the guard holds.", "{a} was computed and does not overflow"},
	ReasonFoldOverflows:      {"fold-overflows", "All arguments are constants, and the operation overflows, as its guard asks.", "all arguments are constants, and {in} overflows"},
	ReasonFoldGuardOverflow:  {"fold-overflow", "The overflow operation was computed and overflows, so the guard holds.", "{a} was computed and overflows"},
	ReasonSameAs:             {"same-as", "The operation only passes its argument on.", "{in} is {a} itself"},
	ReasonCSE:                {"cse", "An earlier operation computed the same.", "the same as {a}, which is there already"},
	ReasonCSEOverflow:        {"cse-no-overflow", "The same overflow operation was checked before, so the guard holds.", "{a} computed the same and was checked for overflow before"},
	ReasonCSECall:            {"cse-no-exception", "The same call was made before and raised nothing, so the guard holds.", "{a} was called before with the same arguments and raised nothing"},
	ReasonCSEImpure:          {"cse-impure", "The same call was made before, but it may do or give something else each time.", "the same call is there already, but it is made again: it may do something else, or give another result, each time"},
	ReasonCSECallGuard:       {"cse-call-guard", "The same call was made before, but a guard asks whether this one raised.", "{a} is the same call, but a guard asks whether this one raised, and nothing is known of that one"},
	ReasonRule:               {"rule", "A rewrite rule matched.", "rule {rule}{because}"},
	ReasonRuleValue:          {"rule-value", "A rewrite rule says which value the result is.", "rule {rule}: {in} is {a}{because}"},
	ReasonRuleOverflow:       {"rule-no-overflow", "A rule says that the overflow operation cannot overflow, so the guard holds.", "{a} cannot overflow"},
	ReasonRuleBudget:         {"rule-budget", "Rules rewrote it so often that they were stopped.", "rules rewrote {in} so often that they were stopped; do they ever end?"},
	ReasonBoundsConstant:     {"bounds-constant", "What is known of the arguments leaves only one result.", "{known}, so {in} is always {b}"},
	ReasonBoundsSame:         {"bounds-same", "What is known of the arguments shows that the operation changes nothing.", "{known}, so {in} is {b} itself"},
	ReasonBoundsPlain:        {"bounds-plain", "What is known of the arguments shows that the operation cannot overflow.", "{known}, so it cannot overflow"},
	ReasonBoundsNoOverflow:   {"bounds-no-overflow", "What is known of the arguments shows that the operation before cannot overflow.", "{a} cannot overflow, so the guard always holds"},
	ReasonBoundsDepth:        {"bounds-depth", "What a guard says is followed backward through 12 operations in a row, and 32 in all.", "what this guard says is not followed further than 12 operations back in a row, and 32 in all"},
	ReasonKnownCall:          {"known-call", "The descriptor of the call says which operation the function computes.", "the descriptor of the call says that the function computes just this"},
	ReasonGuardConstant:      {"guard-constant", "What the guard asks for is a known constant.", "{a} is {b} here, so the guard always holds"},
	ReasonGuardClass:         {"guard-class", "The class is known from an earlier guard or from the allocation.", "{a} is known to be of class {class}, so the guard always holds"},
	ReasonGuardNull:          {"guard-null", "It is known whether the reference is null.", "it is known whether {a} is null, so the guard always holds"},
	ReasonGuardWeaker:        {"guard-weaker", "A part of what the guard asks for is known, so a cheaper guard is enough.", "{a} is known not to be null, so its class is all that is left to ask for"},
	ReasonGuardStronger:      {"guard-stronger", "The guard asks the question of a later guard as well.", "a later guard asks more of {a}, and nothing can be seen in between, so this one asks it at once"},
	ReasonGuardTaken:         {"guard-taken", "An earlier guard on the same reference asks this question as well.", "an earlier guard on {a} asks this as well"},
	ReasonGuardNotZero:       {"guard-not-zero", "The integer is known not to be 0.", "{a} is known not to be 0, so the guard always holds"},
	ReasonGuardRepeated:      {"guard-repeated", "The same guard was passed before, and nothing happened since.", "the same guard was passed before, and nothing happened since"},
	ReasonGuardLearned:       {"guard-learned", "After a guard it is known to be another value.", "after {b}, {in} is {a}"},
	ReasonGuardNumbered:      {"guard-numbered", "An earlier guard found that the two constants of the log are one object.", "an earlier guard found that {a} and {b} are one object"},
	ReasonGuardRecorded:      {"guard-recorded", "It compares two constants, so it holds always or never, and it held when the trace was recorded.", "it compares {a} with {b}, both constants, and it held when the trace was recorded"},
	ReasonGuardNever:         {"guard-never", "The guard only marks a place and never fails.", "it only marks the end of an iteration and never fails"},
	ReasonGuardNeverRaises:   {"guard-never-raises", "The call before it never raises.", "the call before it never raises, so the guard always holds"},
	ReasonQuasiImmut:         {"quasi-immutable", "The marker does nothing: the guard on invalidation watches over the field.", "it does nothing: what it says of a field is what `guard_not_invalidated` watches over"},
	ReasonPromiseResult:      {"promise-result", "The promise of a result does nothing, and nobody asks for the result.", "it does nothing, and nobody asks for the result"},
	ReasonPromise:            {"promise", "The promise does nothing: what it says is known from here on.", "it does nothing: what it says of {a} is known from here on"},
	ReasonCompareNull:        {"compare-null", "A reference that is not null was compared with null.", "the reference is known not to be null, so {in} is {a}"},
	ReasonCompareGuarded:     {"compare-guarded", "An earlier guard says how the two compare.", "an earlier guard says how the two compare, so {in} is {a}"},
	ReasonVirtualNew:         {"virtual-new", "The object never escapes, so it is not allocated.", "{in} never escapes: it stays virtual and is not allocated"},
	ReasonVirtualSet:         {"virtual-set", "The write goes to a virtual object and is remembered there.", "{a} is virtual: its {field} is now {b}"},
	ReasonVirtualOverwritten: {"virtual-overwritten", "The write went to a virtual object, where a later write took its place.", "{a} is virtual, and a later write to its {field} takes this one's place"},
	ReasonVirtualGet:         {"virtual-get", "The read comes from a virtual object, whose field is known.", "{a} is virtual: its {field} is {b}"},
	ReasonVirtualGetDefault:  {"virtual-get-default", "The read comes from a virtual object whose field was never written.", "{a} is virtual: its {field} was never written and reads as {b}"},
	ReasonVirtualGuard:       {"virtual-guard", "The guard asks what is known of a virtual object.", "{a} is virtual and of class {class}, so the guard always holds"},
	ReasonVirtualNonnull:     {"virtual-nonnull", "A virtual object is not null.", "{a} is virtual, so it is not null and the guard always holds"},
	ReasonVirtualCompare:     {"virtual-compare", "A virtual object is the same as itself only.", "a virtual object is the same as itself only: {in} is {a}"},
	ReasonVirtualLen:         {"virtual-len", "The length of a virtual array is known.", "{a} is virtual: its length is {b}"},
	ReasonVirtualRef:         {"virtual-ref", "A virtual_ref is an object that holds the force_token.", "a virtual_ref is an object that holds the `force_token`, and like any object it can be virtual"},
	ReasonVirtualCopy:        {"virtual-copy", "It copies items between virtual arrays.", "{b} is virtual, and holds the items of {a} that were copied"},
	ReasonVirtualTooLong:     {"virtual-too-long", "The array is longer than a virtual one can be.", "{in} is allocated: an array of {a} items is too long to be virtual, which 1048576 can be at most"},
	ReasonMaterialize:        {"materialize", "The object escapes here, so it is allocated here.", "{in} was virtual until {a} lets it escape"},
	ReasonVirtualLength:      {"virtual-length", "The length of the array is not a constant, so it cannot be virtual.", "{in} is allocated: its length {a} is not a constant here, and only arrays of constant length can be virtual"},
	ReasonVirtualNoCopy:      {"virtual-no-copy", "Items are only copied at once between virtual arrays, at constant places, 64 of them at most.", "the items are not copied at once, and virtual arrays escape here: both arrays have to be virtual, all that is copied written, the places constant, 64 items at most, and no guard may ask what came of the call"},
	ReasonMaterializeBudget:  {"materialize-budget", "The descriptions in snapshots grew too large, so the object is allocated.", "{in} was virtual until here: together the descriptions in snapshots are too large for a trace of this length, so it is allocated"},
	ReasonMaterializeField:   {"materialize-field", "The object is allocated where it escapes, and its fields are written there.", "{a} was virtual until it escapes here: its {field} is {b}"},
	ReasonMaterializeDefault: {"materialize-default", "The object is allocated where it escapes, and a new object holds this value already.", "{a} is virtual until it escapes; its {field} is {b}, as in any new object"},
	ReasonHeapRead:           {"heap-read", "The same was read before, and nothing can have changed it.", "the {field} of {a} was read before and has not changed: it is {b}"},
	ReasonHeapWritten:        {"heap-written", "It was written before, and nothing can have changed it.", "the {field} of {a} was written before and has not changed: it is {b}"},
	ReasonHeapSame:           {"heap-same", "The write changes nothing: the value is there already.", "the {field} of {a} is {b} already"},
	ReasonHeapDead:           {"heap-dead", "A later write overwrites it before anybody can see it.", "a later write to the {field} of {a} takes its place before anybody can see this one"},
	ReasonHeapPending:        {"heap-pending", "The write of a virtual object waits; guards have it in their snapshots.", "{b} is virtual, so its write to the {field} of {a} waits; guards note it in their snapshots"},
	ReasonHeapDelayed:        {"heap-delayed", "The write of a virtual object waited until it had to be done.", "{b} was virtual, so its write to the {field} of {a} waited until here"},
	ReasonHeapFull:           {"heap-full", "The write of a virtual object waited until too many others did.", "{b} was virtual, so its write to the {field} of {a} waited until here: only 16 writes can wait"},
	ReasonHeapForgotten:      {"heap-forgotten", "It is not known what the operation writes, so what was known of the heap is forgotten.", "it is not known what this operation writes, so what was known of the fields and items that it may change is forgotten"},
	ReasonHeapOldest:         {"heap-oldest", "Of each field only the last 32 objects are remembered.", "what was known of the first of these objects is forgotten: of each field only the last 32 objects are remembered"},
	ReasonPeelJump:           {"peel-jump", "The first iteration goes on to the peeled loop.", "the first iteration goes on to the peeled loop"},
	ReasonPeelLabel:          {"peel-label", "The peeled loop begins here; its parameters are what it needs of the iteration before.", "the peeled loop begins here"},
	ReasonPeelCopy:           {"peel-copy", "The second iteration's copy of an operation.", "the same operation in the peeled loop"},
	ReasonPeelCarry:          {"peel-carry", "The next iteration needs the value, so it is computed anew.", "the next iteration needs this value of this one"},
	ReasonPeelLabels:         {"peel-labels", "Only a trace with one label is peeled.", "the loop is not peeled: only a trace with one label is, and this one has several"},
	ReasonPeelInVain:         {"peel-in-vain", "The second iteration never runs to its end, or its objects keep having other shapes.", "the loop is not peeled: a second iteration would never run to its end, or its objects have other shapes each time"},
	ReasonLabelForgotten:     {"label-forgotten", "A jump may come here from elsewhere, so what was found before is forgotten.", "a jump may come here from elsewhere, so what was computed, read and asked before is not used after this label"},
	ReasonUnreachable:        {"unreachable", "A guard before it can never hold, so it is never reached.", "never reached: a guard before it can never hold"},
	ReasonWorldClass:         {"world-class", "The program that the trace belongs to knows the class of the object.", "known from the world: {a} is of class {class}, so the guard always holds"},
	ReasonWorldNonnull:       {"world-nonnull", "The program that the trace belongs to knows that there is an object.", "known from the world: {a} is not null, so the guard always holds"},
	ReasonWorldConstant:      {"world-constant", "The program that the trace belongs to knows the value.", "known from the world: {a} is {b}, so the guard always holds"},
	ReasonWorldValue:         {"world-value", "The program that the trace belongs to knows the value.", "known from the world: {in} is {a}"},
	ReasonWorldField:         {"world-field", "The program that the trace belongs to knows what the field holds, which never changes.", "known from the world: the {field} of {a} is {b}, and never changes"},
	ReasonWorldLength:        {"world-length", "The program that the trace belongs to knows the length of the array.", "known from the world: the length of {a} is {b}"},
	ReasonDeadWrite:          {"dead-write", "The write goes to a new object that nobody looks at.", "nobody looks at {a}"},
	ReasonDeadOpenEnd:        {"dead-open-end", "The trace ends without a jump or finish, so nobody knows which results are used.", "nothing is dropped: the trace ends here without a jump or finish, so who uses its results is not known"},
	ReasonDead:               {"dead", "Nobody uses the result and the operation does nothing else.", "nobody uses {in}"},
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
