package vm

import (
	"unbox/lang/hashing"
	"unbox/lang/object"
	"unbox/trace"
)

// Dictionaries and sets in traces. What a trace calls looks for a key without running the program: for an integer, a
// string, or a tuple of such, as long as the keys with its hash are of these kinds, too. Where that does not answer the trace is
// left before the instruction, or continues in a bridge that calls what the interpreter does.

// plainKey is a key to look up: an integer or an object.
type plainKey struct {
	isInt bool
	bits  uint64
}

// maxPlainKey is the maximum number of bytes of a string, and of items of a tuple, that a trace looks
// up itself.
const (
	maxPlainText  = 256
	maxPlainItems = 4
)

// plainHash is the hash of a key; false if that may run the program, or take long.
func (vm *VM) plainHash(key plainKey) (uint64, bool) {
	if key.isInt {
		return hashing.Int(int64(key.bits)), true
	}
	switch vm.shapeOf(key.bits) {
	case object.HInt, object.HBool:
		return hashing.Int(vm.intOf(key.bits)), true
	case object.BStr:
		text := vm.w.View(key.bits)
		if len(text) > maxPlainText {
			return 0, false
		}
		h := vm.w.Slot(key.bits, 0)
		if h == 0 {
			h = hashing.Text(text)
			vm.w.SetSlot(key.bits, 0, h)
		}
		return h, true
	case object.ATuple:
		return vm.plainTupleHash(key.bits)
	}
	return 0, false
}

func (vm *VM) plainTupleHash(o Ref) (uint64, bool) {
	n := vm.w.Len(o)
	if n > maxPlainItems {
		return 0, false
	}
	hash := hashing.NewTuple()
	for k := range n {
		item := vm.w.Slot(o, k)
		if vm.shapeOf(item) == object.ATuple {
			return 0, false
		}
		h, ok := vm.plainHash(plainKey{bits: item})
		if !ok {
			return 0, false
		}
		hash.Add(h)
	}
	return hash.Sum(n), true
}

// samePlain compares a key of a container with one that is looked for; ok is false if that may run the program.
func (vm *VM) samePlain(have Ref, key plainKey) (same, ok bool) {
	if !key.isInt && have == key.bits {
		return true, true
	}
	shape := vm.shapeOf(have)
	if key.isInt {
		return isIntShape(shape) && vm.intOf(have) == int64(key.bits), isIntShape(shape) || shape == object.BStr || shape == object.HNone
	}
	want := vm.shapeOf(key.bits)
	switch {
	case isIntShape(want):
		return vm.samePlain(have, plainKey{isInt: true, bits: uint64(vm.intOf(key.bits))})
	case want == object.BStr:
		return shape == object.BStr && vm.w.View(have) == vm.w.View(key.bits), shape != object.HInstance
	case want == object.ATuple && shape == object.ATuple:
		n := vm.w.Len(have)
		if n != vm.w.Len(key.bits) {
			return false, true
		}
		for k := range n {
			a, b := vm.w.Slot(have, k), vm.w.Slot(key.bits, k)
			if vm.shapeOf(a) == object.ATuple || vm.shapeOf(b) == object.ATuple {
				return false, false
			}
			if same, ok = vm.samePlain(a, plainKey{bits: b}); !same || !ok {
				return same, ok
			}
		}
		return true, true
	}
	return false, false
}

// maxProbes is the maximum number of places of a table that a trace looks at.
const maxProbes = 64

// plainEntry returns the number of a key's entry, -1 if there is none; false if that is not known without more work.
func (vm *VM) plainEntry(d Ref, key plainKey) (int, bool) {
	h, ok := vm.plainHash(key)
	if !ok {
		return 0, false
	}
	index := vm.w.Slot(d, dictIndex)
	if index == 0 {
		return -1, true
	}
	table, hashes, items := vm.w.Table(index), vm.w.Slot(d, dictHashes), vm.w.Slot(d, dictItems)
	mask := uint64(len(table) - 1)
	at := hashing.Home(h, mask)
	for range maxProbes {
		e := int(table[at]) - 1
		if e < 0 {
			return -1, true
		}
		if vm.w.Slot(hashes, e) == h {
			if same, ok := vm.samePlain(vm.w.Slot(items, 2*e), key); same || !ok {
				return e, ok
			}
		}
		at = (at + 1) & mask
	}
	return 0, false
}

// dictHas is 1 if a dictionary has a key, 0 if not, or undecided.
func (vm *VM) dictHas(d Ref, key plainKey) uint64 {
	e, ok := vm.plainEntry(d, key)
	if !ok {
		return undecided
	}
	return trace.Bit(e >= 0)
}

// dictAt is the value of a key, 0 if there is none, or if that is not known.
func (vm *VM) dictAt(d Ref, key plainKey) Ref {
	e, ok := vm.plainEntry(d, key)
	if !ok || e < 0 {
		return 0
	}
	return vm.w.Slot(vm.w.Slot(d, dictItems), 2*e+1)
}

// dictPut gives a key that a dictionary has another value, and reports whether it did.
func (vm *VM) dictPut(d Ref, key plainKey, v Ref) uint64 {
	e, ok := vm.plainEntry(d, key)
	if !ok || e < 0 {
		return 0
	}
	vm.w.SetSlot(vm.w.Slot(d, dictItems), 2*e+1, v)
	return 1
}

// setHas is dictHas of a set.
func (vm *VM) setHas(s Ref, key plainKey) uint64 {
	h, ok := vm.plainHash(key)
	if !ok {
		return undecided
	}
	keys, hashes := vm.w.Slot(s, setKeys), vm.w.Slot(s, setHashes)
	if keys == 0 {
		return 0
	}
	answer, steps := uint64(undecided), 0
	hashing.Probe(h, uint64(vm.w.Len(keys)-1), func(at int) bool {
		have, hash := vm.w.Slot(keys, at), vm.w.Slot(hashes, at)
		switch {
		case have == 0 && hash != deletedHash:
			answer = 0
			return true
		case have != 0 && hash == h:
			same, ok := vm.samePlain(have, key)
			if same && ok {
				answer = 1
			}
			return same || !ok
		}
		steps++
		return steps == maxProbes
	})
	return answer
}

// The names of the helpers; that for an integer as the key ends in intKey.
const (
	helpDictHas = "dict_has"
	helpDictAt  = "dict_at"
	helpDictPut = "dict_put"
	helpSetHas  = "set_has"
	intKey      = "_int"
)

// dictHelper returns the helper of a name that looks for a key.
func (vm *VM) dictHelper(name string) func(args []uint64) uint64 {
	for _, isInt := range []bool{false, true} {
		suffix := ""
		if isInt {
			suffix = intKey
		}
		switch name {
		case helpDictHas + suffix:
			return func(args []uint64) uint64 { return vm.dictHas(args[0], plainKey{isInt, args[1]}) }
		case helpDictAt + suffix:
			return func(args []uint64) uint64 { return vm.dictAt(args[0], plainKey{isInt, args[1]}) }
		case helpDictPut + suffix:
			return func(args []uint64) uint64 { return vm.dictPut(args[0], plainKey{isInt, args[1]}, args[2]) }
		case helpSetHas + suffix:
			return func(args []uint64) uint64 { return vm.setHas(args[0], plainKey{isInt, args[1]}) }
		}
	}
	return nil
}

// keyed is a key as a helper takes it, and the end of the helper's name.
func (r *recorder) keyed(key value) (value, plainKey, string) {
	if r.vm.shapeOf(key.bits) == object.HInt {
		r.is(key)
		n := r.unboxInt(key)
		return n, plainKey{true, n.bits}, intKey
	}
	return key, plainKey{false, key.bits}, ""
}

// hasKey guards whether a dictionary or set has a key.
func (r *recorder) hasKey(o, key value) (found, ok bool) {
	name, look := helpDictHas, r.vm.dictHas
	if h := r.vm.shapeOf(o.bits); h == object.HSet || h == object.HFrozenSet {
		name, look = helpSetHas, r.vm.setHas
	}
	if !r.isPlainKey(key) {
		return false, false
	}
	r.is(o)
	k, plain, suffix := r.keyed(key)
	bits := look(o.bits, plain)
	if bits == undecided {
		return false, false
	}
	v := value{bits, r.looking(name+suffix, trace.Int, o.v, k.v)}
	r.equals(v, int64(bits))
	return bits != 0, true
}

// isPlainKey reports whether a trace may look for a key.
func (r *recorder) isPlainKey(key value) bool {
	_, ok := r.vm.plainHash(plainKey{bits: key.bits})
	return ok
}

// valueOf is the value of a key that a dictionary has; false if the trace calls the instruction.
func (r *recorder) valueOf(d, key value) (value, bool) {
	if r.vm.shapeOf(d.bits) != object.HDict || !r.isPlainKey(key) {
		return value{}, false
	}
	v := r.vm.dictAt(d.bits, plainKey{bits: key.bits})
	if v == 0 {
		return value{}, false
	}
	r.is(d)
	k, _, suffix := r.keyed(key)
	found := value{v, r.looking(helpDictAt+suffix, trace.Ref, d.v, k.v)}
	r.alive(found)
	return found, true
}

// getOr is d.get(key, default).
func (r *recorder) getOr(args []value) (value, bool) {
	d := args[0]
	if r.vm.shapeOf(d.bits) != object.HDict || len(args) < 2 || len(args) > 3 {
		return value{}, false
	}
	if v, ok := r.valueOf(d, args[1]); ok {
		return v, true
	}
	if found, ok := r.hasKey(d, args[1]); found || !ok {
		return value{}, false
	}
	if len(args) == 3 {
		return args[2], true
	}
	return r.fixed(r.vm.w.None), true
}

// setValue gives a key that a dictionary has another value; false if the trace calls the instruction. Where there is no such
// key, the helper changes nothing, so the guard leaves before the instruction.
func (r *recorder) setValue(d, key, v value) bool {
	if r.vm.shapeOf(d.bits) != object.HDict || !r.isPlainKey(key) {
		return false
	}
	if e, ok := r.vm.plainEntry(d.bits, plainKey{bits: key.bits}); !ok || e < 0 {
		return false
	}
	r.is(d)
	k, plain, suffix := r.keyed(key)
	done := value{r.vm.dictPut(d.bits, plain, v.bits), r.looking(helpDictPut+suffix, trace.Int, d.v, k.v, v.v)}
	r.branch(done)
	return true
}
