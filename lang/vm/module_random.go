package vm

import (
	"cmp"
	"crypto/sha512"
	"errors"
	"fmt"
	"math"
	"math/big"
	"sort"

	"unbox/lang/compile"
	"unbox/lang/elementary"
	"unbox/lang/hashing"
	"unbox/lang/object"
	"unbox/lang/twister"
)

// randomModule is the module random: functions of one generator, and the class.
func (vm *VM) randomModule(m *module) {
	hidden := vm.makeTwister(new(big.Int).SetUint64(vm.options.Seed))
	at := len(vm.attrs)
	vm.attrs = append(vm.attrs, hidden)
	vm.setModule(m, "Random", vm.attrs[vm.types.byShape[object.HRandom].ref])
	for _, method := range randomMethods {
		f := method
		run := f.run
		f.min--
		if f.max > 0 {
			f.max--
		}
		if len(f.places) > 0 {
			f.places = f.places[1:]
		}
		f.run = func(vm *VM, a args) Ref {
			vm.shift(a.base, a.n+len(a.names))
			vm.w.Words[a.base] = vm.attrs[at]
			return run(vm, args{a.base, a.n + 1, a.names})
		}
		vm.setModule(m, f.name, vm.newBuiltin(f))
	}
}

func (vm *VM) makeTwister(seed *big.Int) Ref {
	vm.hold(3 << 10)
	vm.work(100 + wordsOf(seed))
	vm.randoms = append(vm.randoms, twister.New(seed))
	return vm.w.New(object.HRandom, uint64(len(vm.randoms)-1))
}

// seedOf is the integer that stands for a seed; nil after an exception.
func (vm *VM) seedOf(v Ref) *big.Int {
	switch {
	case vm.isAnyInt(v):
		return vm.bigOf(v)
	case vm.isFloat(v):
		return new(big.Int).SetUint64(hashing.Float(vm.floatOf(v)))
	case vm.isStr(v):
		text := []byte(vm.copied(v))
		vm.textWork(16 * len(text))
		sum := sha512.Sum512(text)
		return new(big.Int).SetBytes(append(text, sum[:]...))
	}
	vm.noBytes(v, "a seed")
	vm.raise(vm.types.typeError, "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
	return nil
}

func (vm *VM) newRandom(a args) Ref {
	seed := new(big.Int).SetUint64(vm.options.Seed + uint64(len(vm.randoms)))
	if a.n > 0 && vm.arg(a, 0) != vm.w.None {
		if seed = vm.seedOf(vm.arg(a, 0)); seed == nil {
			return 0
		}
	}
	return vm.makeTwister(seed)
}

func (vm *VM) twisterOf(a args) *twister.Twister { return vm.randoms[vm.w.Slot(vm.arg(a, 0), 0)] }

var randomMethods = []builtin{
	{name: "seed", min: 1, max: 2, places: places("self a"), run: func(vm *VM, a args) Ref {
		v := vm.opt(a, 1, vm.w.None)
		if v == vm.w.None {
			vm.twisterOf(a).Seed(new(big.Int).SetUint64(vm.options.Seed))
			return vm.w.None
		}
		seed := vm.seedOf(v)
		if seed == nil {
			return 0
		}
		vm.work(100 + wordsOf(seed))
		vm.twisterOf(a).Seed(seed)
		return vm.w.None
	}},
	{name: "getstate", min: 1, max: 1, run: (*VM).randomState},
	{name: "setstate", min: 2, max: 2, places: places("self state"), run: (*VM).setRandomState},
	{name: "random", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.float(vm.twisterOf(a).Float()) }},
	{name: "getrandbits", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
		switch {
		case !ok:
			return 0
		case n < 0:
			return vm.raise(vm.types.valueError, "number of bits must be non-negative")
		case vm.tooLarge(n):
			return 0
		}
		vm.work(n >> 8)
		return vm.w.Big(vm.twisterOf(a).Bits(n))
	}},
	{name: "uniform", min: 3, max: 3, places: places("self a b"), run: func(vm *VM, a args) Ref {
		x, ok := vm.numberAsFloat(vm.arg(a, 1))
		y, ok2 := vm.numberAsFloat(vm.arg(a, 2))
		if !ok || !ok2 {
			return 0
		}
		return vm.float(x + (y-x)*vm.twisterOf(a).Float())
	}},
	{name: "randrange", min: 2, max: 4, places: places("self start stop step"), run: func(vm *VM, a args) Ref { return vm.randRange(a, false) }},
	{name: "randint", min: 3, max: 3, places: places("self a b"), run: func(vm *VM, a args) Ref { return vm.randRange(a, true) }},
	{name: "choice", min: 2, max: 2, places: places("self seq"), run: (*VM).choice},
	{name: "choices", min: 2, max: 3, places: places("self population weights"), names: []string{"cum_weights", "k"}, run: (*VM).drawn},
	{name: "shuffle", min: 2, max: 2, places: places("self x"), run: (*VM).shuffle},
	{name: "sample", min: 3, max: 3, places: places("self population k"), names: []string{"counts"}, run: (*VM).sample},
	{name: "expovariate", min: 2, max: 2, places: places("self lambd"), run: func(vm *VM, a args) Ref {
		above := -elementary.Log(1 - vm.twisterOf(a).Float())
		rate, ok := vm.numberAsFloat(vm.arg(a, 1))
		switch {
		case !ok:
			return 0
		case rate == 0:
			return vm.zeroDivision(divides)
		}
		return vm.float(above / rate)
	}},
	{name: "gauss", min: 1, max: 3, places: places("self mu sigma"), run: (*VM).gauss},
	{name: "normalvariate", min: 1, max: 3, places: places("self mu sigma"), run: (*VM).normal},
	{name: "triangular", min: 1, max: 4, places: places("self low high mode"), run: (*VM).triangular},
	{name: "lognormvariate", min: 3, max: 3, places: places("self mu sigma"), run: (*VM).logNormal},
	shaped("vonmisesvariate", "mu kappa", vonMises),
	shaped("gammavariate", "alpha beta", gamma),
	shaped("betavariate", "alpha beta", beta),
	shaped("paretovariate", "alpha", pareto),
	shaped("weibullvariate", "alpha beta", weibull),
}

// smallRange is randRange of numbers that fill no word, as most are; false if it is of others, or an exception.
func (vm *VM) smallRange(a args, inclusive bool) (Ref, bool) {
	var ends [2]int64
	for k := 1; k < a.n; k++ {
		v := vm.arg(a, k)
		if k > len(ends) || !vm.isInt(v) || vm.intOf(v) != int64(int32(vm.intOf(v))) {
			return 0, false
		}
		ends[k-1] = vm.intOf(v)
	}
	if a.n == 2 {
		ends[0], ends[1] = 0, ends[0]
	}
	if inclusive {
		ends[1]++
	}
	if ends[0] >= ends[1] {
		return 0, false
	}
	return vm.w.Int(ends[0] + int64(vm.twisterOf(a).Index(int(ends[1]-ends[0])))), true
}

func (vm *VM) randRange(a args, inclusive bool) Ref {
	if v, ok := vm.smallRange(a, inclusive); ok {
		return v
	}
	var n [3]*big.Int
	n[2] = big.NewInt(1)
	for k := 1; k < a.n; k++ {
		if n[k-1] = vm.integerOf(vm.arg(a, k)); n[k-1] == nil {
			return 0
		}
	}
	start, stop, step := n[0], n[1], n[2]
	if a.n == 2 {
		start, stop = new(big.Int), n[0]
	}
	if inclusive {
		stop = new(big.Int).Add(stop, big.NewInt(1))
	}
	width := new(big.Int).Sub(stop, start)
	if step.Sign() == 0 {
		return vm.raise(vm.types.valueError, "zero step for randrange()")
	}
	if step.IsInt64() && step.Int64() == 1 {
		if width.Sign() <= 0 && a.n == 2 {
			return vm.raise(vm.types.valueError, "empty range for randrange()")
		}
		if width.Sign() <= 0 {
			return vm.raise(vm.types.valueError, "empty range for randrange() (%s, %s, %s)", start, stop, width)
		}
	} else {
		width.Add(width, step)
		width.Sub(width, big.NewInt(int64(step.Sign())))
		width.Quo(width, step)
		if width.Sign() <= 0 {
			return vm.raise(vm.types.valueError, "empty range for randrange()")
		}
	}
	vm.work(width.BitLen() >> 7)
	v := vm.twisterOf(a).Below(width)
	return vm.w.Big(v.Mul(v, step).Add(v, start))
}

func (vm *VM) choice(a args) Ref {
	n, ok := vm.length(vm.arg(a, 1))
	if !ok {
		return 0
	}
	if n == 0 {
		return vm.raise(vm.types.indexError, "Cannot choose from an empty sequence")
	}
	return vm.getItem(vm.arg(a, 1), vm.w.Int(int64(vm.twisterOf(a).Index(n))))
}

// drawn is random.choices: each item may come more than once, and some more often than others.
func (vm *VM) drawn(a args) Ref {
	items, ok := vm.collectItems(vm.arg(a, 1))
	if !ok {
		return 0
	}
	mark := vm.keep(items...)
	defer vm.release(mark)
	count := 1
	if v := vm.named(a, "k"); v != 0 {
		if count, ok = vm.indexOf(v, asInteger); !ok {
			return 0
		}
	}
	sums, ok := vm.weightsOf(a, len(items))
	if !ok {
		return 0
	}
	n := len(items)
	if n == 0 && count > 0 {
		return vm.raise(vm.types.indexError, "list index out of range")
	}
	count = max(count, 0)
	vm.work(count)
	vm.spare(8 * count)
	t := vm.twisterOf(a)
	result := make([]Ref, count)
	for k := range result {
		x := t.Float()
		at := int(x * float64(n))
		if sums != nil {
			x *= sums[n-1]
			at = sort.Search(n-1, func(j int) bool { return x < sums[j] })
		}
		result[k] = vm.kept[mark+at]
	}
	return vm.newList(result)
}

// weightsOf returns the sums of the weights up to each item, nil if all have the same.
func (vm *VM) weightsOf(a args, n int) ([]float64, bool) {
	none := vm.w.None
	weights, sums := vm.opt(a, 2, none), cmp.Or(vm.named(a, "cum_weights"), none)
	from := weights
	switch {
	case weights == none && sums == none:
		return nil, true
	case weights == none:
		from = sums
	case sums != none:
		vm.raise(vm.types.typeError, "Cannot specify both weights and cumulative weights")
		return nil, false
	}
	var list []float64
	sum := 0.0
	if !vm.eachItem(from, func(at int) bool {
		x, ok := vm.numberAsFloat(vm.kept[at])
		if sum += x; from == sums {
			sum = x
		}
		list = append(list, sum)
		return ok
	}) {
		return nil, false
	}
	switch {
	case len(list) != n:
		vm.raise(vm.types.valueError, "The number of weights does not match the population")
	case n > 0 && sum <= 0:
		vm.raise(vm.types.valueError, "Total of weights must be greater than zero")
	case n > 0 && (math.IsInf(sum, 0) || math.IsNaN(sum)):
		vm.raise(vm.types.valueError, "Total of weights must be finite")
	default:
		return list, true
	}
	return nil, false
}

func (vm *VM) shuffle(a args) Ref {
	l := vm.arg(a, 1)
	if h := vm.w.Header(l); h == object.HInstance {
		return vm.noneIf(vm.shuffleInstance(a))
	} else if h != object.HList && h != object.HArray {
		return vm.raise(vm.types.typeError, "'%s' object does not support item assignment", vm.typeName(l))
	}
	t := vm.twisterOf(a)
	n := vm.listLen(l)
	if n < 2 {
		return vm.w.None
	}
	vm.work(n)
	items := vm.w.Items(vm.w.Slot(l, 1), n)
	for k := n - 1; k > 0; k-- {
		j := t.Index(k + 1)
		items[k], items[j] = items[j], items[k]
	}
	return vm.w.None
}

// shuffleInstance is shuffle of what has methods of its own for its items.
func (vm *VM) shuffleInstance(a args) bool {
	n, ok := vm.length(vm.arg(a, 1))
	for k := n - 1; ok && k > 0; k-- {
		vm.work(1)
		mark := vm.keep(vm.w.Int(int64(k)), vm.w.Int(int64(vm.twisterOf(a).Index(k+1))), 0, 0)
		for at := range 2 {
			if vm.kept[mark+3-at] = vm.getItem(vm.arg(a, 1), vm.kept[mark+1-at]); vm.kept[mark+3-at] == 0 {
				ok = false
				break
			}
		}
		ok = ok && vm.setItem(vm.arg(a, 1), vm.kept[mark], vm.kept[mark+3]) && vm.setItem(vm.arg(a, 1), vm.kept[mark+1], vm.kept[mark+2])
		vm.release(mark)
	}
	return ok
}

// sample draws without putting back: from a copy if that is smaller than a set would be.
func (vm *VM) sample(a args) Ref {
	if vm.isSet(vm.arg(a, 1)) {
		return vm.raise(vm.types.typeError, "Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	if v := vm.named(a, "counts"); v != 0 && v != vm.w.None {
		vm.stop(errors.New("expected `sample` of a population without `counts`, found them"))
	}
	count, ok := vm.indexOf(vm.arg(a, 2), asInteger)
	if !ok {
		return 0
	}
	items, ok := vm.collectItems(vm.arg(a, 1))
	if !ok {
		return 0
	}
	n := len(items)
	if count < 0 || count > n {
		return vm.raise(vm.types.valueError, "Sample larger than population or is negative")
	}
	vm.work(count)
	vm.spare(50 * count)
	t := vm.twisterOf(a)
	size := 21
	if count > 5 {
		size += int(math.Pow(4, math.Ceil(math.Log(float64(count*3))/math.Log(4))))
	}
	result := make([]Ref, count)
	if n <= size {
		for k := range count {
			j := t.Index(n - k)
			result[k] = items[j]
			items[j] = items[n-k-1]
		}
		return vm.newList(result)
	}
	chosen := make(map[int]bool)
	for k := range count {
		j := t.Index(n)
		for chosen[j] {
			j = t.Index(n)
		}
		chosen[j] = true
		result[k] = items[j]
	}
	return vm.newList(result)
}

// normalParts are the arguments of a normal distribution: its middle, 0 if it is not given, and its deviation, 1 if that is not.
func (vm *VM) normalParts(a args) (mu, sigma float64, ok bool) {
	mu, sigma, ok = 0, 1, true
	if a.n > 1 {
		mu, ok = vm.numberAsFloat(vm.arg(a, 1))
	}
	if ok && a.n > 2 {
		sigma, ok = vm.numberAsFloat(vm.arg(a, 2))
	}
	return mu, sigma, ok
}

func (vm *VM) gauss(a args) Ref {
	mu, sigma, ok := vm.normalParts(a)
	if !ok {
		return 0
	}
	t := vm.twisterOf(a)
	z := t.Spare
	if !t.HasSpare {
		x := t.Float() * 2 * math.Pi
		g := math.Sqrt(-2 * elementary.Log(1-t.Float()))
		z = elementary.Cos(x) * g
		t.Spare = elementary.Sin(x) * g
	}
	t.HasSpare = !t.HasSpare
	return vm.operate(compile.Add, vm.float(mu), vm.float(z*sigma))
}

// normal is random.normalvariate, by the method of Kinderman and Monahan, as in CPython.
func (vm *VM) normal(a args) Ref {
	mu, sigma, ok := vm.normalParts(a)
	if !ok {
		return 0
	}
	magic := 4 * elementary.Exp(-0.5) / math.Sqrt(2)
	t := vm.twisterOf(a)
	for {
		u := t.Float()
		v := 1 - t.Float()
		z := magic * (u - 0.5) / v
		if z*z/4 <= -elementary.Log(v) {
			return vm.float(mu + float64(z*sigma))
		}
	}
}

// triangular is random.triangular: between two numbers, most often near a third one.
func (vm *VM) triangular(a args) Ref {
	parts := [3]float64{0, 1}
	n := a.n - 1
	if n == 3 && vm.arg(a, 3) == vm.w.None {
		n = 2
	}
	for k := range n {
		x, ok := vm.numberAsFloat(vm.arg(a, k+1))
		if !ok {
			return 0
		}
		parts[k] = x
	}
	low, high := parts[0], parts[1]
	u, c := vm.twisterOf(a).Float(), 0.5
	if n == 3 {
		if high == low {
			return vm.arg(a, 1)
		}
		c = (parts[2] - low) / (high - low)
	}
	if u > c {
		u, c = 1-u, 1-c
		low, high = high, low
	}
	return vm.float(low + float64((high-low)*math.Sqrt(u*c)))
}

// stateVersion is the first item of a state, as in CPython.
const stateVersion = 3

// randomState is random.getstate: a version, the state of the Twister, and the spare number of gauss or None.
func (vm *VM) randomState(a args) Ref {
	t := vm.twisterOf(a)
	vm.work(twister.StateLen)
	var words []Ref
	for _, word := range t.State() {
		words = append(words, vm.w.Int(word))
	}
	spare := vm.w.None
	if t.HasSpare {
		spare = vm.float(t.Spare)
	}
	return vm.newTuple(vm.w.Int(stateVersion), vm.newTuple(words...), spare)
}

// setRandomState is random.setstate of what getstate returned.
func (vm *VM) setRandomState(a args) Ref {
	state := vm.arg(a, 1)
	wrong := func() Ref {
		vm.stop(fmt.Errorf("expected what `getstate` returned in `setstate`, found something else"))
		return 0
	}
	if vm.w.Shape(state) != object.ATuple || vm.w.Len(state) != 3 || vm.w.Shape(vm.w.Slot(state, 1)) != object.ATuple {
		return wrong()
	}
	version, words, spare := vm.w.Slot(state, 0), vm.w.Slot(state, 1), vm.w.Slot(state, 2)
	if !vm.isInt(version) || vm.intOf(version) != stateVersion || spare != vm.w.None && !vm.isFloat(spare) {
		return wrong()
	}
	vm.work(vm.w.Len(words))
	var list []int64
	for k := range vm.w.Len(words) {
		if word := vm.w.Slot(words, k); vm.isInt(word) && vm.intOf(word) >= 0 && vm.intOf(word) < 1<<32 {
			list = append(list, vm.intOf(word))
		}
	}
	t := vm.twisterOf(a)
	if !t.SetState(list) {
		return wrong()
	}
	if t.HasSpare = spare != vm.w.None; t.HasSpare {
		t.Spare = vm.floatOf(spare)
	}
	return vm.w.None
}
