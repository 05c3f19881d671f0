package learn

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

// A dict finds a key among those whose hashes end in the same bits, one after the other.
// Usually these are few. But the hashes of integers and short texts are predictable, and
// with keys whose hashes are the same, such as i << 32, each search in a dict goes
// through all of them. This file counts that work: for each dict and set of some size it
// keeps the number of keys with each ending.

// table is a dict or a set.
type table interface {
	starlark.Iterable
	Len() int
}

// smallTable is the size up to which collisions in a table do not matter.
const smallTable = 64

// tally knows the distribution of a table's keys.
type tally struct {
	// n is the number of keys when the table was last examined.
	n int
	// chains has the numbers of keys whose hashes end in the same bits; its length
	// is a power of two, that of the table.
	chains []uint32
}

// buckets returns the number of buckets of a table with n keys.
func buckets(n int) int {
	b := 1
	for 2*n >= 13*b {
		b <<= 1
	}
	return b
}

func newTally(keys starlark.Iterable, n int) *tally {
	t := &tally{n: n, chains: make([]uint32, buckets(n))}
	for k := range starlark.Elements(keys) {
		t.chains[t.place(k)]++
	}
	return t
}

// work is the cost of searching for every key once.
func (t *tally) work() int {
	work := 0
	for _, c := range t.chains {
		work += int(c) * int(c) / 4
	}
	return work
}

func (t *tally) place(k starlark.Value) uint32 { return steadyHash(k) & uint32(len(t.chains)-1) }

// steadyHash is the hash of a key as the language computes it, except for long texts,
// whose hashes differ from process to process and cannot be chosen.
func steadyHash(k starlark.Value) uint32 {
	switch k := k.(type) {
	case starlark.String:
		return textHash(string(k))
	case starlark.Bytes:
		return textHash(string(k))
	case *starlark.Function:
		return textHash(k.Name())
	case *starlark.Builtin:
		return textHash(k.Name())
	case starlark.Tuple:
		var x, mult uint32 = 0x345678, 1000003
		for _, v := range k {
			x ^= steadyHash(v) * mult
			mult += 82520 + 2*uint32(len(k))
		}
		return x
	}
	h, err := k.Hash()
	if err != nil {
		return 0 // the table reports what is wrong with the key
	}
	return h
}

// textHash is FNV-1a.
func textHash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// tallyOf returns what is known of a table, nil for a small one.
func tallyOf(t *starlark.Thread, c table) (*tally, error) {
	n := c.Len()
	if n < smallTable {
		return nil, nil
	}
	m := meterOf(t)
	known := m.tallies[c]
	if known != nil && known.n == n {
		return known, nil
	}
	if err := chargeMemory(t, 64*uint64(n)); err != nil {
		return nil, err
	}
	if m.tallies == nil {
		m.tallies = make(map[table]*tally)
	}
	known = newTally(c, n)
	m.tallies[c] = known
	return known, nil
}

// chargeKey counts the search for a key in a table.
func chargeKey(t *starlark.Thread, c table, k starlark.Value) error {
	if err := chargeHash(t, k); err != nil {
		return err
	}
	known, err := tallyOf(t, c)
	if known == nil || err != nil {
		return err
	}
	return Charge(t, uint64(known.chains[known.place(k)]/4))
}

// chargeHash counts the hashing of a key.
func chargeHash(t *starlark.Thread, k starlark.Value) error {
	switch k := k.(type) {
	case starlark.Tuple:
		return chargeAll(t, k)
	case starlark.String:
		return Charge(t, uint64(len(k)/64))
	case starlark.Bytes:
		return Charge(t, uint64(len(k)/64))
	}
	return nil
}

// chargeKeys counts the search for all keys of an iterable in a table.
func chargeKeys(t *starlark.Thread, c table, keys starlark.Iterable) error {
	if c.Len() < smallTable {
		return nil
	}
	for k := range starlark.Elements(keys) {
		if err := chargeKey(t, c, k); err != nil {
			return err
		}
	}
	return nil
}

// changed records that one key was inserted into a table or removed from it; the table
// had before keys then.
func changed(t *starlark.Thread, c table, k starlark.Value, before int) {
	known := meterOf(t).tallies[c]
	if known == nil || known.n != before {
		return
	}
	switch n := c.Len(); {
	case n == before+1 && buckets(n) <= len(known.chains):
		known.n = n
		known.chains[known.place(k)]++
	case n == before-1 && known.chains[known.place(k)] > 0:
		known.n = n
		known.chains[known.place(k)]--
	}
}

// insert puts a key into a dict, and counts the cost.
func insert(t *starlark.Thread, d *starlark.Dict, k, v starlark.Value) error {
	if err := chargeKey(t, d, k); err != nil {
		return err
	}
	before := d.Len()
	err := d.SetKey(k, v)
	changed(t, d, k, before)
	return err
}

// rehearse counts the cost of putting all keys of some iterables into one table, by
// doing it. It ignores values that cannot be keys; the real operation reports them.
func rehearse(t *starlark.Thread, iterables ...starlark.Iterable) error {
	total := 0
	for _, items := range iterables {
		total += max(0, starlark.Len(items))
	}
	if total < smallTable {
		return nil
	}
	scratch := new(starlark.Dict)
	defer func() { delete(meterOf(t).tallies, scratch) }()
	for _, items := range iterables {
		for k := range starlark.Elements(items) {
			if _, err := k.Hash(); err != nil {
				k = keyOfPair(k)
			}
			if k == nil {
				continue
			}
			if err := insert(t, scratch, k, starlark.None); err != nil && limitIn(err) != nil {
				return err
			}
		}
	}
	return nil
}

// keyOfPair returns the key of a pair from which a dict is made, nil if it is not a
// pair.
func keyOfPair(v starlark.Value) starlark.Value {
	pair, ok := v.(starlark.Indexable)
	if !ok || pair.Len() != 2 {
		return nil
	}
	return pair.Index(0)
}

// pairs makes a dict from a list of pairs: from a comprehension or a long literal.
func pairs(t *starlark.Thread, list starlark.Iterable) (starlark.Value, error) {
	n := max(0, starlark.Len(list))
	if err := chargeMemory(t, 64*uint64(n)); err != nil {
		return nil, err
	}
	d := starlark.NewDict(n)
	for v := range starlark.Elements(list) {
		pair := v.(starlark.Tuple)
		if err := insert(t, d, pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	delete(meterOf(t).tallies, d) // nobody may keep it
	return d, nil
}

// index is `x[y]`.
func index(t *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.Dict:
		if err := chargeKey(t, x, y); err != nil {
			return nil, err
		}
		v, found, err := x.Get(y)
		if err == nil && !found {
			err = fmt.Errorf("expected a key of the dict, found %s", brief(y, 2))
		}
		return v, err
	case starlark.Indexable:
		i, err := positionOf(x, y, x.Len())
		if err != nil {
			return nil, err
		}
		return x.Index(i), nil
	}
	return nil, fmt.Errorf("unhandled index operation %s[%s]", x.Type(), y.Type())
}

// positionOf returns the index of `x[y]` in a sequence of n items; y may count from the
// end.
func positionOf(x, y starlark.Value, n int) (int, error) {
	i, err := starlark.AsInt32(y)
	if err != nil {
		return 0, fmt.Errorf("%s index: %w", x.Type(), err)
	}
	at := i
	if at < 0 {
		at += n
	}
	switch {
	case n == 0:
		return 0, fmt.Errorf("index %d out of range: empty %s", i, x.Type())
	case at < 0 || at >= n:
		return 0, fmt.Errorf("%s index %d out of range [%d:%d]", x.Type(), i, -n, n-1)
	}
	return at, nil
}

// setIndex is `x[y] = v`. As in Python, a loop over a dict or a list may change the value of
// an existing key or index.
func setIndex(t *starlark.Thread, v, x, y starlark.Value) error {
	switch x := x.(type) {
	case *starlark.Dict:
		err := insert(t, x, y, v)
		if err == nil || !isBusy(err) {
			return err
		}
		if _, found, err := x.Get(y); !found || err != nil {
			return fmt.Errorf("expected a key that the dict has while a loop goes over it, found the new key %s; a loop over `list(d)` can add keys", brief(y, 2))
		}
		return whileLooping(x, func() error { return x.SetKey(y, v) })
	case starlark.HasSetKey:
		return x.SetKey(y, v)
	case starlark.HasSetIndex:
		i, err := positionOf(x, y, x.Len())
		if err != nil {
			return err
		}
		if err = x.SetIndex(i, v); err != nil && isBusy(err) {
			if list, ok := x.(*starlark.List); ok {
				return whileLooping(list, func() error { return list.SetIndex(i, v) })
			}
		}
		return err
	}
	return fmt.Errorf("expected a list, dict or block in front of `[…] =`, found %s", kindOf(x))
}

// isBusy reports whether something was not changed because a loop iterates over
// it.
func isBusy(err error) bool { return strings.HasSuffix(err.Error(), "during iteration") }

// whileLooping makes a change that does not disturb the loops that iterate over a
// value. The library counts those loops and refuses all changes while there are any. An
// iterator decreases the count when its loop ends, so one iterator ends all of them,
// and the same number is begun again.
func whileLooping(v starlark.Iterable, change func() error) error {
	it := v.Iterate()
	it.Done()
	for open := 0; ; open++ {
		err := change()
		if err != nil && isBusy(err) {
			it.Done()
			continue
		}
		for range open {
			v.Iterate()
		}
		return err
	}
}
