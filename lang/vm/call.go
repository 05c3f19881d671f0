package vm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/lang/object"
)

// args are the arguments of a builtin function: n values from an index on, then one for
// each name.
type args struct {
	base, n int
	names   []string
}

func (vm *VM) arg(a args, k int) Ref { return vm.w.Words[a.base+k] }

// opt returns argument k, or a default.
func (vm *VM) opt(a args, k int, def Ref) Ref {
	if k < a.n {
		return vm.arg(a, k)
	}
	return def
}

// named returns the argument of a name, 0 if there is none.
func (vm *VM) named(a args, name string) Ref {
	if k := slices.Index(a.names, name); k >= 0 {
		return vm.w.Words[a.base+a.n+k]
	}
	return 0
}

// builtin is a function of the language.
type builtin struct {
	name     string
	min, max int // the number of arguments; max -1 means any number
	method   bool
	owner    string // the class of a method
	module   string // that of a function that CPython calls by its module's name, too
	// self are the shapes of objects that a method of a class of the language is for; any means all objects.
	self []uint64
	any  bool
	// names are the arguments that may be named; with anyNames, all may.
	names    []string
	anyNames bool
	// places are the parameters in their order, if they may be named: they are put in their places before the call, and those in names
	// stay named. Methods of random.Random have them, and the functions of the module.
	places []string
	// text means that an instance which holds a string is the same as that among its arguments: see takesText.
	text bool
	// few is what CPython says if there are too few arguments, where that is not what it says of most functions;
	// takes means that it says what the function takes.
	few   string
	takes bool
	run   func(vm *VM, a args) Ref
	// float is the function of one float that it is, as long as the result is finite.
	float func(float64) float64
}

// enter calls the value at an index with the n arguments after it, and the named
// ones after these. It either pushes a frame and says so, or returns the result, 0
// after an exception.
func (vm *VM) enter(base, n int, names []string) (Ref, bool) {
	f := vm.w.Words[base]
	switch vm.w.Header(f) {
	case object.HFunc:
		return 0, vm.enterFunction(f, base+1, n, names, returnValue)
	case object.HBuiltin:
		return vm.callBuiltin(vm.builtins[vm.w.Slot(f, 0)], args{base + 1, n, names}), false
	case object.HBound:
		vm.shift(base+1, n+len(names))
		vm.w.Words[base] = vm.w.Slot(f, 0)
		vm.w.Words[base+1] = vm.w.Slot(f, 1)
		return vm.enter(base, n+1, names)
	case object.HType:
		return vm.construct(vm.typeOf(f), base, n, names)
	}
	if v, ok := vm.specialOf(f, specialCall); ok {
		vm.reach(base + n + len(names) + 2 + window)
		if !vm.deeper("") { // calling it may call something else, and so on
			return 0, false
		}
		defer func() { vm.nesting-- }()
		vm.work(1)
		vm.shift(base+1, n+len(names))
		vm.w.Words[base], vm.w.Words[base+1] = v, f
		return vm.enter(base, n+1, names)
	}
	return vm.raise(vm.types.typeError, "'%s' object is not callable", vm.typeName(f)), false
}

// shift makes room for one more argument. What is after the arguments is not used
// any more, or beyond the frame.
func (vm *VM) shift(at, n int) {
	copy(vm.w.Words[at+1:at+1+n], vm.w.Words[at:at+n])
	vm.w.Top = max(vm.w.Top, at+1+n)
}

// enterStar calls with a list of arguments.
func (vm *VM) enterStar(base, named int, names []string) (Ref, bool) {
	list := vm.w.Words[base+1]
	n := int(vm.w.Slot(list, 0))
	vm.work(n)
	top := vm.w.Top
	vm.reach(top + n + named + 1 + window)
	words := vm.w.Words
	words[top] = words[base]
	copy(words[top+1+n:], words[base+2:base+2+named])
	for k := range n {
		v := vm.listItem(list, k)
		vm.w.Words[top+1+k] = v
	}
	vm.w.Top = top + 1 + n + named
	v, entered := vm.enter(top, n, names)
	if !entered {
		vm.w.Top = top
	}
	return v, entered
}

// enterDict calls with a list of arguments, and a dictionary of named ones.
func (vm *VM) enterDict(base int) (Ref, bool) {
	keys, values := vm.entries(vm.w.Words[base+2])
	names := make([]string, len(keys))
	for k, key := range keys {
		if !vm.isStr(key) {
			return vm.raise(vm.types.typeError, "keywords must be strings"), false
		}
		names[k] = vm.copied(key)
	}
	top := vm.w.Top
	vm.reach(top + 2 + len(keys) + window)
	words := vm.w.Words
	words[top], words[top+1] = words[base], words[base+1]
	copy(words[top+2:], values)
	vm.w.Top = top + 2 + len(keys)
	v, entered := vm.enterStar(top, len(keys), names)
	if !entered {
		vm.w.Top = top
	}
	return v, entered
}

// mergeArguments adds the items of a mapping to the named arguments of a call; false after an exception.
func (vm *VM) mergeArguments(d, from, function Ref) bool {
	mark := vm.keep(d, from, function)
	defer vm.release(mark)
	fail := func(format string, values ...any) bool {
		name, ok := vm.calleeName(vm.kept[mark+2])
		if ok {
			vm.raise(vm.types.typeError, "%s", name+" "+fmt.Sprintf(format, values...))
		}
		return false
	}
	from, ok := vm.mappingAsDict(from)
	switch {
	case !ok:
		return false
	case from == 0:
		return fail("argument after ** must be a mapping, not %s", vm.typeName(vm.kept[mark+1]))
	}
	keys, values := vm.entries(from)
	first := vm.keep(append(keys, values...)...)
	vm.work(len(keys))
	for k := range keys {
		at, ok := vm.dictFind(vm.kept[mark], vm.kept[first+k])
		if at >= 0 && ok {
			text, ok := vm.str(vm.kept[first+k])
			return ok && fail("got multiple values for keyword argument '%s'", text)
		}
		if !ok || !vm.dictSet(vm.kept[mark], vm.kept[first+k], vm.kept[first+len(keys)+k]) {
			return false
		}
	}
	return true
}

func (vm *VM) callBuiltin(b *builtin, a args) Ref {
	if b.method && !vm.rightSelf(b, a) {
		if f := vm.heldMethod(b, a); f != 0 {
			return vm.callNamed(f, a.names, slices.Clone(vm.w.Words[a.base:a.base+a.n+len(a.names)])...)
		}
		if !vm.takeHeldSelf(b, a) {
			return vm.raiseWrongSelf(b, a)
		}
	}
	if b.text && len(vm.holdingBases) > 0 {
		vm.takeText(a)
	}
	if len(b.places) > 0 && len(a.names) > 0 {
		var ok bool
		if a, ok = vm.inPlaces(b, a); !ok {
			return 0
		}
	}
	if vm.wrongCount(b, a) {
		return 0
	}
	return b.run(vm, a)
}

// inPlaces puts named arguments in their places; false after an exception.
func (vm *VM) inPlaces(b *builtin, a args) (args, bool) {
	list := make([]Ref, len(b.places))
	copy(list, vm.w.Words[a.base:a.base+a.n])
	n := a.n
	var names []string
	var named []Ref
	for k, name := range a.names {
		at := slices.Index(b.places, name)
		switch {
		case at < 0 && slices.Contains(b.names, name):
			names, named = append(names, name), append(named, vm.w.Words[a.base+a.n+k])
			continue
		case at < 0:
			vm.raise(vm.types.typeError, "Random.%s() got an unexpected keyword argument '%s'", b.name, name)
			return a, false
		case at < a.n:
			vm.raise(vm.types.typeError, "Random.%s() got multiple values for argument '%s'", b.name, name)
			return a, false
		}
		list[at] = vm.w.Words[a.base+a.n+k]
		n = max(n, at+1)
	}
	for k := range n {
		if k >= len(list) { // which is said to be too many
			break
		}
		if list[k] == 0 {
			vm.stop(fmt.Errorf("expected all arguments of `%s` before `%s`, found a call without `%s`", b.name, b.places[n-1], b.places[k]))
		}
		vm.w.Words[a.base+k] = list[k]
	}
	copy(vm.w.Words[a.base+n:], named)
	return args{a.base, n, names}, true
}

// rightSelf reports whether a method is called with the object that it works on: it would take the words of one of another class for
// something else.
func (vm *VM) rightSelf(b *builtin, a args) bool {
	if a.n == 0 {
		return false
	}
	self := vm.arg(a, 0)
	return b.any || b.self == nil && vm.isException(self) || b.self != nil && slices.Contains(b.self, vm.w.Shape(self))
}

// raiseWrongSelf raises the exception for a method that is not called so.
func (vm *VM) raiseWrongSelf(b *builtin, a args) Ref {
	if a.n == 0 {
		return vm.raise(vm.types.typeError, "unbound method %s.%s() needs an argument", b.owner, b.name)
	}
	return vm.raise(vm.types.typeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.name, b.owner, vm.typeName(vm.arg(a, 0)))
}

// wrongCount raises an exception if there are too few or too many arguments.
func (vm *VM) wrongCount(b *builtin, a args) bool {
	for _, name := range a.names {
		if !b.anyNames && !slices.Contains(b.names, name) {
			if len(b.names) == 0 {
				name := b.name
				if b.module != "" {
					name = b.module + "." + name
				}
				vm.raise(vm.types.typeError, "%s() takes no keyword arguments", name)
			} else {
				of := b.name
				if of == "sorted" { // which passes it on
					of = "sort"
				}
				vm.raise(vm.types.typeError, "'%s' is an invalid keyword argument for %s()", name, of)
			}
			return true
		}
	}
	n := a.n
	least, most := b.min, b.max
	if b.method {
		n, least, most = n-1, least-1, most-1
		if b.max < 0 {
			most = -1
		}
	}
	if n >= least && (most < 0 || n <= most) {
		return false
	}
	vm.raise(vm.types.typeError, "%s", countMessage(b, least, most, n))
	return true
}

func countMessage(b *builtin, least, most, n int) string {
	name, full := b.name, b.name
	if b.owner != "" {
		full = b.owner + "." + name
	} else if b.module != "" {
		full = b.module + "." + name
	}
	switch {
	case name == "sorted":
		return fmt.Sprintf("sorted expected 1 argument, got %d", n)
	case len(b.places) > 0 && n < least:
		var missing []string
		for _, name := range b.places[len(b.places)-most+n : len(b.places)-most+least] {
			missing = append(missing, "'"+name+"'")
		}
		return fmt.Sprintf("Random.%s() missing %d required positional argument%s: %s", name, len(missing), plural(len(missing)), enumeration(missing))
	case len(b.places) > 0 && least < most:
		return fmt.Sprintf("Random.%s() takes from %d to %d positional arguments but %d were given", name, least+1, most+1, n+1)
	case len(b.places) > 0:
		return fmt.Sprintf("Random.%s() takes %d positional arguments but %d were given", name, most+1, n+1)
	case n < least && b.few != "":
		return b.few
	case b.takes && n < least:
		return fmt.Sprintf("%s() takes at least %d argument%s (%d given)", name, least, plural(least), n)
	case b.takes && most == 0:
		return fmt.Sprintf("%s() takes no positional arguments", name)
	case b.takes:
		return fmt.Sprintf("%s() takes at most %d argument%s (%d given)", name, most, plural(most), n)
	case least == most && least == 0:
		return fmt.Sprintf("%s() takes no arguments (%d given)", full, n)
	case least == most && least == 1:
		return fmt.Sprintf("%s() takes exactly one argument (%d given)", full, n)
	case least == most:
		return fmt.Sprintf("%s expected %d arguments, got %d", name, least, n)
	case n < least:
		return fmt.Sprintf("%s expected at least %d argument%s, got %d", name, least, plural(least), n)
	}
	return fmt.Sprintf("%s expected at most %d argument%s, got %d", name, most, plural(most), n)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// enterFunction pushes a frame for a function whose arguments are at an index.
func (vm *VM) enterFunction(f Ref, at, n int, names []string, kind returnKind) bool {
	c := vm.codes[vm.w.Slot(f, 0)]
	vm.reach(at + window + c.NumRegs + n + len(names))
	if len(names) == 0 && c.takes(n) {
		vm.addDefaults(c, f, at, n)
	} else if !vm.arrange(c, f, at, n, names) {
		return false
	}
	return vm.push(c, vm.w.Slot(f, funcClosure), at, kind)
}

// addDefaults puts defaults behind n arguments that stand at an index, in a call of which [code.takes] is true.
func (vm *VM) addDefaults(c *code, f Ref, at, n int) {
	if missing := c.Positional - n; missing > 0 {
		vm.reach(at + window + c.NumRegs)
		defaults := vm.w.Slot(f, funcDefault)
		copy(vm.w.Words[at+n:at+n+missing], vm.w.Items(defaults, c.PositionalDefaults)[c.PositionalDefaults-missing:])
	}
}

// arrange brings arguments to where the parameters are: named ones, defaults, the rest.
func (vm *VM) arrange(c *code, f Ref, at, n int, names []string) bool {
	given := slices.Clone(vm.w.Words[at : at+n])
	params, ok := vm.placed(c, at, n, names)
	if !ok {
		return false
	}
	vm.defaults(c, f, params)
	if !vm.complete(c, params) {
		return false
	}
	if c.Star {
		rest := given[min(n, c.Positional):]
		t := vm.w.Array(object.ATuple, len(rest))
		copy(vm.w.Items(t, len(rest)), rest)
		params[c.Positional+c.KwOnly] = t
	}
	copy(vm.w.Words[at:], params)
	return true
}

// placed are the arguments by their parameters, 0 for those that are not given; false after an exception.
func (vm *VM) placed(c *code, at, n int, names []string) ([]Ref, bool) {
	given, named := vm.w.Words[at:at+n], vm.w.Words[at+n:at+n+len(names)]
	params := make([]Ref, len(c.Params))
	copy(params, given[:min(n, c.Positional)])
	rest := vm.restOf(c, params)
	for k, name := range names {
		p := c.named(name)
		switch {
		case p < 0 && c.Rest:
			vm.dictSet(rest, vm.w.Str(name), named[k])
			continue
		case p < 0 && slices.Contains(c.Params[:c.Nameless], name):
			return nil, vm.nameless(c, names)
		case p < 0:
			vm.raise(vm.types.typeError, "%s() got an unexpected keyword argument '%s'", c.QualName, name)
			return nil, false
		case params[p] != 0:
			vm.raise(vm.types.typeError, "%s() got multiple values for argument '%s'", c.QualName, name)
			return nil, false
		}
		params[p] = named[k]
	}
	if n > c.Positional && !c.Star { // names that are wrong come first, as in CPython
		return nil, vm.tooMany(c, n, names)
	}
	return params, true
}

// named is the parameter of a name that can be given by it, or -1.
func (c *code) named(name string) int {
	if p := slices.Index(c.Params[c.Nameless:c.Positional+c.KwOnly], name); p >= 0 {
		return p + c.Nameless
	}
	return -1
}

// nameless says which arguments have the names of parameters that cannot be given by name.
func (vm *VM) nameless(c *code, names []string) bool {
	var wrong []string
	for _, name := range c.Params[:c.Nameless] {
		if slices.Contains(names, name) {
			wrong = append(wrong, name)
		}
	}
	vm.raise(vm.types.typeError, "%s() got some positional-only arguments passed as keyword arguments: '%s'", c.QualName, strings.Join(wrong, ", "))
	return false
}

// restOf makes the dictionary of the arguments whose names no parameter has, if the function takes any.
func (vm *VM) restOf(c *code, params []Ref) Ref {
	if !c.Rest {
		return 0
	}
	rest := vm.newDict()
	params[len(params)-1] = rest
	return rest
}

func (vm *VM) defaults(c *code, f Ref, params []Ref) {
	if defaults := vm.w.Slot(f, 2); defaults != 0 {
		for k := range c.PositionalDefaults {
			if p := c.Positional - c.PositionalDefaults + k; params[p] == 0 {
				params[p] = vm.w.Slot(defaults, k)
			}
		}
		for k, name := range c.KeywordDefaults {
			if p := slices.Index(c.Params, name); params[p] == 0 {
				params[p] = vm.w.Slot(defaults, c.PositionalDefaults+k)
			}
		}
	}
}

// isInC reports whether a function of the library is one in C in CPython that takes a fixed number of arguments, and so has another
// message for a wrong number of them.
func isInC(c *code) bool {
	return has("operator heapq", c.Module) && c.Positional > 1 && c.PositionalDefaults == 0 && c.simple && c.QualName == c.Name
}

// wrongCountInC is that message.
const wrongCountInC = "%s expected %d arguments, got %d"

// complete reports whether all parameters have a value.
func (vm *VM) complete(c *code, params []Ref) bool {
	var positional, keyword []string
	for k, name := range c.Params[:c.Positional+c.KwOnly] {
		if params[k] == 0 && k < c.Positional {
			positional = append(positional, "'"+name+"'")
		} else if params[k] == 0 {
			keyword = append(keyword, "'"+name+"'")
		}
	}
	switch {
	case len(positional) > 0 && isInC(c):
		vm.raise(vm.types.typeError, wrongCountInC, c.Name, c.Positional, c.Positional-len(positional))
	case len(positional) > 0:
		vm.raise(vm.types.typeError, "%s() missing %d required positional argument%s: %s", c.QualName, len(positional), plural(len(positional)), enumeration(positional))
	case len(keyword) > 0:
		vm.raise(vm.types.typeError, "%s() missing %d required keyword-only argument%s: %s", c.QualName, len(keyword), plural(len(keyword)), enumeration(keyword))
	default:
		return true
	}
	return false
}

func enumeration(list []string) string {
	switch n := len(list); n {
	case 1:
		return list[0]
	case 2:
		return list[0] + " and " + list[1]
	default:
		return strings.Join(list[:n-1], ", ") + ", and " + list[n-1]
	}
}

func (vm *VM) tooMany(c *code, n int, names []string) bool {
	if isInC(c) {
		vm.raise(vm.types.typeError, wrongCountInC, c.Name, c.Positional, n)
		return false
	}
	takes := fmt.Sprintf("%d positional argument%s", c.Positional, plural(c.Positional))
	if c.PositionalDefaults > 0 {
		takes = fmt.Sprintf("from %d to %d positional arguments", c.Positional-c.PositionalDefaults, c.Positional)
	}
	verb := "were"
	if n == 1 {
		verb = "was"
	}
	given := strconv.Itoa(n)
	only := 0
	for _, name := range names {
		if k := slices.Index(c.Params, name); k >= c.Positional {
			only++
		}
	}
	if only > 0 {
		given += fmt.Sprintf(" positional argument%s (and %d keyword-only argument%s)", plural(n), only, plural(only))
		verb = "were"
	}
	vm.raise(vm.types.typeError, "%s() takes %s but %s %s given", c.QualName, takes, given, verb)
	return false
}

// construct makes an instance of a class; it stands where the class did.
func (vm *VM) construct(c *class, base, n int, names []string) (Ref, bool) {
	if c.construct != nil {
		return vm.callBuiltin(c.construct, args{base + 1, n, names}), false
	}
	if c.root == nil && c != vm.types.object {
		return vm.raise(vm.types.typeError, "cannot create '%s' instances", c.name), false
	}
	if c == vm.types.object {
		if n+len(names) > 0 {
			return vm.raise(vm.types.typeError, "object() takes no arguments"), false
		}
		return vm.w.New(object.HObject), false
	}
	if c == vm.types.osError {
		c = vm.osErrorOf(base+1, n)
	}
	at, hasNew := vm.special(c, specialNew)
	if len(c.abstract) > 0 && !hasNew {
		return vm.raiseAbstract(c), false
	}
	var inst Ref
	if hasNew {
		inst = vm.callNew(vm.attrs[at], base, n, names)
		if inst == 0 || !vm.classOf(inst).is(c) {
			return inst, false
		}
		c = vm.classOf(inst)
	} else if vm.holdsValue(c) {
		if inst = vm.instanceWithValue(c, slices.Clone(vm.w.Words[base+1:base+1+n+len(names)]), names); inst == 0 {
			return 0, false
		}
	} else {
		inst = vm.instance(c)
	}
	vm.w.Words[base] = inst
	if c.exception {
		vm.setExceptionArgs(inst, base+1, n)
	}
	at, ok := vm.special(c, specialInit)
	if !ok {
		if n+len(names) > 0 && !c.exception && !hasNew && c.held == nil {
			return vm.raise(vm.types.typeError, "%s() takes no arguments", c.name), false
		}
		return inst, false
	}
	init := vm.attrs[at]
	if vm.w.Header(init) == object.HFunc {
		if c.is(vm.types.osError) {
			vm.setExceptionArgs(inst, base+1, 0) // which its own `__init__` passes on, or not
		}
		if !vm.enterFunction(init, base, n+1, names, returnInit) {
			return 0, false
		}
		vm.frames[vm.depth-1].inst = inst
		return 0, true
	}
	if vm.w.Header(init) == object.HBuiltin {
		if vm.callBuiltin(vm.builtins[vm.w.Slot(init, 0)], args{base, n + 1, names}) == 0 {
			return 0, false
		}
	}
	return vm.w.Words[base], false // which may have moved
}
