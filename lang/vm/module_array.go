package vm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unbox/lang/object"
)

// typeCode is a kind of array.
type typeCode struct {
	size     int
	min, max int64
	name     string
	float    bool
}

var typeCodes = map[byte]typeCode{
	'b': {1, -1 << 7, 1<<7 - 1, "signed char", false}, 'B': {1, 0, 1<<8 - 1, "unsigned byte integer", false},
	'h': {2, -1 << 15, 1<<15 - 1, "signed short integer", false}, 'H': {2, 0, 1<<16 - 1, "unsigned short", false},
	'i': {4, -1 << 31, 1<<31 - 1, "signed integer", false}, 'I': {4, 0, 1<<32 - 1, "unsigned int", false},
	'l': {8, math.MinInt64, math.MaxInt64, "signed long", false}, 'q': {8, math.MinInt64, math.MaxInt64, "long long", false},
	'f': {4, 0, 0, "float", true}, 'd': {8, 0, 0, "double", true},
}

// beyond says why an array does not take an integer, as CPython does, which reads it as a wider type of C first. An integer of more
// than 63 bits comes as the largest or smallest one of these.
func (t typeCode) beyond(code byte, n int64, bits int) string {
	name, low, high := t.name, t.min, t.max
	switch {
	case code == 'I' && n < 0:
		return "can't convert negative value to unsigned int"
	case code == 'I' && bits > 64:
		return "Python int too large to convert to C unsigned long"
	case code == 'I':
	case bits > 63 && code == 'q':
		return "int too big to convert"
	case bits > 63:
		return "Python int too large to convert to C long"
	case code == 'b' && int64(int16(n)) != n:
		name, low, high = "signed short integer", -1<<15, 1<<15-1
	case code == 'H' && int64(int32(n)) != n:
		name, low, high = "signed integer", -1<<31, 1<<31-1
	}
	switch {
	case n > high:
		return name + " is greater than maximum"
	case n < low:
		return name + " is less than minimum"
	}
	return ""
}

func (vm *VM) arrayModule(m *module) {
	vm.setModule(m, "array", vm.attrs[vm.types.byShape[object.HArray].ref])
}

// newArray is array.array().
func (vm *VM) newArray(a args) Ref {
	code := vm.arg(a, 0)
	if !vm.isStr(code) || vm.strLen(code) != 1 {
		return vm.raise(vm.types.typeError, "array() argument 1 must be a unicode character, not %s", vm.typeName(code))
	}
	t := vm.w.View(code)[0]
	if _, ok := typeCodes[t]; !ok {
		if strings.IndexByte("uLQ", t) >= 0 {
			vm.stop(fmt.Errorf("expected a kind of array that Unbox's Python has, one of b, B, h, H, i, I, l, q, f and d, found `%c`", t))
		}
		return vm.raise(vm.types.valueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
	}
	o := vm.w.New(object.HArray, 0, 0, uint64(t))
	if a.n < 2 {
		return o
	}
	mark := vm.keep(o)
	defer vm.release(mark)
	if vm.isStr(vm.arg(a, 1)) {
		return vm.raise(vm.types.typeError, "cannot use a str to initialize an array with typecode '%c'", t)
	}
	items, ok := vm.collectItems(vm.arg(a, 1))
	if !ok || !vm.arrayExtend(vm.kept[mark], items) {
		return 0
	}
	return vm.kept[mark]
}

func (vm *VM) arrayExtend(o Ref, items []Ref) bool {
	for _, v := range items {
		bits, ok := vm.arrayValue(byte(vm.w.Slot(o, 2)), v)
		if !ok {
			return false
		}
		vm.arrayAppend(o, bits)
	}
	return true
}

// arrayValue converts a value to what an array of a kind keeps.
func (vm *VM) arrayValue(code byte, v Ref) (uint64, bool) {
	t := typeCodes[code]
	if t.float {
		f, ok := vm.numberAsFloat(v)
		if code == 'f' {
			f = float64(float32(f))
		}
		return math.Float64bits(f), ok
	}
	if vm.isFloat(v) || !vm.isNumber(v) {
		vm.raise(vm.types.typeError, asInteger, vm.typeName(v))
		return 0, false
	}
	n, _ := vm.indexOf(v, asInteger)
	bits := 63
	if vm.isBig(v) {
		bits = vm.bigOf(v).BitLen()
	}
	if why := t.beyond(code, int64(n), bits); why != "" {
		vm.raise(vm.types.overflowError, "%s", why)
		return 0, false
	}
	return uint64(n), true
}

func (vm *VM) arrayAppend(o Ref, bits uint64) {
	n := vm.listLen(o)
	store := vm.w.Slot(o, 1)
	if store == 0 || n >= vm.w.Len(store) {
		shape := uint64(object.AInts)
		if typeCodes[byte(vm.w.Slot(o, 2))].float {
			shape = object.AFloats
		}
		larger := vm.w.Array(shape, max(4, n+n/2))
		if store != 0 {
			copy(vm.w.Items(larger, n), vm.w.Items(store, n))
		}
		vm.w.SetSlot(o, 1, larger)
		store = larger
	}
	vm.w.SetSlot(store, n, bits)
	vm.w.SetSlot(o, 0, uint64(n+1))
}

// keepsAll reports whether an array of a type code keeps every integer or float as it is.
func keepsAll(code byte) bool { return code == 'd' || code == 'l' || code == 'q' }

func (vm *VM) arraySet(o, y, v Ref) bool {
	if !vm.isAnyInt(y) {
		vm.raise(vm.types.typeError, "array indices must be integers")
		return false
	}
	k, _ := vm.indexOf(y, asInteger)
	k, ok := vm.within(k, vm.listLen(o), y, "array assignment")
	if !ok {
		return false
	}
	bits, ok := vm.arrayValue(byte(vm.w.Slot(o, 2)), v)
	if ok {
		vm.w.SetSlot(vm.w.Slot(o, 1), k, bits)
	}
	return ok
}

// addArrays is + and += of two arrays, which must be of one kind.
func (vm *VM) addArrays(x, y Ref, augmented bool) Ref {
	if vm.w.Slot(x, 2) != vm.w.Slot(y, 2) {
		if augmented {
			return vm.raise(vm.types.typeError, "can only extend with array of same kind")
		}
		return vm.raise(vm.types.typeError, "bad argument type for built-in operation")
	}
	target, n := x, vm.listLen(y)
	vm.moved(8 * (vm.listLen(x) + n))
	if !augmented {
		target = vm.w.New(object.HArray, 0, 0, vm.w.Slot(x, 2))
		for k := range vm.listLen(x) {
			vm.arrayAppend(target, vm.w.Slot(vm.w.Slot(x, 1), k))
		}
	}
	for k := range n {
		vm.arrayAppend(target, vm.w.Slot(vm.w.Slot(y, 1), k))
	}
	return target
}

var arrayMethods = []builtin{
	{name: "append", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		return vm.noneIf(vm.arrayExtend(vm.arg(a, 0), []Ref{vm.arg(a, 1)}))
	}},
	{name: "extend", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		items, ok := vm.collectItems(vm.arg(a, 1))
		return vm.noneIf(ok && vm.arrayExtend(vm.arg(a, 0), items))
	}},
	{name: "tolist", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.newList(vm.listItems(vm.arg(a, 0))) }},
	{name: "count", min: 2, max: 2, run: (*VM).countMethod},
	{name: "index", min: 2, max: 4, run: (*VM).indexMethod},
	{name: "pop", min: 1, max: 2, run: (*VM).listPop},
	{name: "remove", min: 2, max: 2, run: (*VM).listRemoveMethod},
	{name: "insert", min: 3, max: 3, run: (*VM).arrayInsertMethod},
	{name: "reverse", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		if n := vm.listLen(vm.arg(a, 0)); n > 1 {
			vm.moved(8 * n)
			slices.Reverse(vm.w.Items(vm.w.Slot(vm.arg(a, 0), 1), n))
		}
		return vm.w.None
	}},
}

// arrayInsertMethod appends an item, and moves it to its place.
func (vm *VM) arrayInsertMethod(a args) Ref {
	k, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok || vm.beyondIndex(vm.arg(a, 1)) {
		return 0
	}
	n := vm.listLen(vm.arg(a, 0))
	if k < 0 {
		k = max(k, -n) + n
	}
	k = min(k, n)
	if !vm.arrayExtend(vm.arg(a, 0), []Ref{vm.arg(a, 2)}) {
		return 0
	}
	vm.moved(8 * (n - k))
	items := vm.w.Items(vm.w.Slot(vm.arg(a, 0), 1), n+1)
	last := items[n]
	copy(items[k+1:], items[k:n])
	items[k] = last
	return vm.w.None
}
