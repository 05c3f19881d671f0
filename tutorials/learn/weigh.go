package learn

import (
	"fmt"

	"go.starlark.net/starlark"
)

// scale measures the work of visiting all of a value: every element as often as
// it is reached. A list that contains one list twice, which contains another
// twice, and so on, is small in memory but practically endless when printed.
type scale struct {
	thread *starlark.Thread
	left   uint64
	path   []starlark.Value
}

// chargeAll counts the work of visiting all of some values, as printing and
// comparing them does.
func chargeAll(t *starlark.Thread, values ...starlark.Value) error {
	n, err := weigh(t, values...)
	if err != nil {
		return err
	}
	return Charge(t, n)
}

// weigh returns the number of steps for visiting all of some values. It gives up
// when that is more than the thread has left.
func weigh(t *starlark.Thread, values ...starlark.Value) (uint64, error) {
	m := meterOf(t)
	start := m.limits.Steps - min(t.Steps, m.limits.Steps)
	var total uint64
	for i, v := range values {
		n, ok := plain(v, true)
		if !ok {
			return weighRest(t, start, start-total, values[i:])
		}
		if total += uint64(n); total >= start {
			return start + 1, nil
		}
	}
	return total, nil
}

// weighRest continues when a value is not plain: to enter it takes memory, which plain values do not need.
func weighRest(t *starlark.Thread, start, left uint64, values []starlark.Value) (uint64, error) {
	s := scale{thread: t, left: left}
	for _, v := range values {
		if n, ok := plain(v, true); ok {
			if !s.take(n) {
				return start + 1, nil
			}
			continue
		}
		err := s.add(v)
		if limitIn(err) != nil {
			return 0, err
		}
		if err != nil {
			return 0, tooLarge(t, "%s", err)
		}
		if s.left == 0 {
			return start + 1, nil
		}
	}
	return start - s.left, nil
}

// plain computes the cost of values without contents, and of lists and tuples of such
// values; nearly all values are plain. For others ok is false.
func plain(v starlark.Value, lists bool) (n int, ok bool) {
	switch v := v.(type) {
	case starlark.String:
		return 1 + len(v)/64, true
	case starlark.Bool, starlark.NoneType, *Operation, *Constant:
		return 1, true
	case starlark.Int:
		return 1, bitLen(v) < 512
	case starlark.Tuple:
		return plainElements(v.Len(), v.Index, lists)
	case *starlark.List:
		return plainElements(v.Len(), v.Index, lists)
	}
	return 0, false
}

func plainElements(length int, at func(i int) starlark.Value, lists bool) (n int, ok bool) {
	if !lists || length > maxPlain {
		return 0, false
	}
	n = 1 + length
	for i := range length {
		own, ok := plain(at(i), false)
		if !ok {
			return 0, false
		}
		n += own
	}
	return n, true
}

// maxPlain is the maximum number of elements of a list that is visited before its work
// is counted.
const maxPlain = 32

func (s *scale) take(n int) bool {
	if uint64(n) >= s.left {
		s.left = 0
		return false
	}
	s.left -= uint64(n)
	return true
}

func (s *scale) add(v starlark.Value) error {
	switch v := v.(type) {
	case starlark.String:
		s.take(1 + len(v)/64)
		return nil
	case starlark.Bytes:
		s.take(1 + len(v)/64)
		return nil
	case starlark.Int:
		s.take(1 + bitLen(v)/512)
		return nil
	case starlark.Tuple:
		return s.elements(v, len(v), false)
	case *starlark.List:
		return s.elements(v, v.Len(), true)
	case *starlark.Dict:
		return s.container(v)
	case *starlark.Set:
		return s.container(v)
	}
	s.take(1)
	return nil
}

func (s *scale) elements(v starlark.Indexable, n int, cyclic bool) error {
	if !s.take(1 + n) {
		return nil
	}
	inside, err := s.enter(v, cyclic)
	if !inside {
		return err
	}
	for i := 0; i < n && s.left > 0; i++ {
		if err := s.add(v.Index(i)); err != nil {
			return err
		}
	}
	s.path = s.path[:len(s.path)-1]
	return nil
}

func (s *scale) container(v table) error {
	if !s.take(1 + 2*v.Len()) {
		return nil
	}
	// A comparison with another one looks up each of its keys.
	known, err := tallyOf(s.thread, v)
	if err != nil {
		return err
	}
	if known != nil && !s.take(known.work()) {
		return nil
	}
	inside, err := s.enter(v, true)
	if !inside {
		return err
	}
	if d, isDict := v.(*starlark.Dict); isDict {
		for k, value := range d.Entries() {
			if err := s.add(k); err != nil || s.left == 0 {
				return err
			}
			if err := s.add(value); err != nil || s.left == 0 {
				return err
			}
		}
	} else {
		for k := range starlark.Elements(v) {
			if err := s.add(k); err != nil || s.left == 0 {
				return err
			}
		}
	}
	s.path = s.path[:len(s.path)-1]
	return nil
}

// enter records that the contents of v are visited. They are not if v contains
// itself.
func (s *scale) enter(v starlark.Value, cyclic bool) (bool, error) {
	if cyclic {
		for _, outer := range s.path {
			if _, isTuple := outer.(starlark.Tuple); !isTuple && outer == v {
				return false, nil
			}
		}
	}
	if len(s.path) >= maxNesting {
		return false, fmt.Errorf("expected lists, dicts and tuples nested at most %d deep, found more", maxNesting)
	}
	s.path = append(s.path, v)
	return true, nil
}

// bitLen is the length of an integer in bits.
func bitLen(i starlark.Int) int {
	if n, ok := i.Int64(); ok && n == int64(int32(n)) {
		return 32
	}
	return i.BigInt().BitLen()
}
