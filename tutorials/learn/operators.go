package learn

import (
	"fmt"
	"math/bits"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// operatorName is the name of an operator in rewritten programs. The
// leading sign distinguishes it from all names that a program can have.
func operatorName(op syntax.Token) string { return hidden + op.String() }

// hidden begins the names of the functions that rewriting puts in.
const hidden = "$"

var binaryTokens = []syntax.Token{
	syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT,
	syntax.AMP, syntax.PIPE, syntax.CIRCUMFLEX, syntax.LTLT, syntax.GTGT, syntax.IN, syntax.NOT_IN,
	syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE,
}

// operators returns the counted operators: for each what `x op y` does, and for
// those that can come before `=` what `x op= y` does.
func operators(h *hand) starlark.StringDict {
	env := make(starlark.StringDict)
	for _, op := range binaryTokens {
		env[operatorName(op)] = &operator{h, func(t *starlark.Thread, x, y starlark.Value) (starlark.Value, error) { return binary(t, op, x, y) }}
		env[operatorName(op)+"="] = &operator{h, func(t *starlark.Thread, x, y starlark.Value) (starlark.Value, error) { return inPlace(t, op, x, y) }}
	}
	env[nameIndex] = &operator{h, index}
	env[nameAttribute] = &operator{h, func(t *starlark.Thread, x, y starlark.Value) (starlark.Value, error) {
		return attribute(t, x, string(y.(starlark.String)))
	}}
	return env
}

// binary is `x op y` on a budget.
func binary(t *starlark.Thread, op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	// Nearly all operands are small integers.
	if xi, ok := x.(starlark.Int); ok {
		if yi, ok := y.(starlark.Int); ok && bitLen(xi) <= 64 && bitLen(yi) <= 64 {
			return apply(op, x, y)
		}
	}
	switch op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		if err := chargeComparison(t, x, y); err != nil {
			return nil, err
		}
	case syntax.IN, syntax.NOT_IN:
		if err := chargeMembership(t, x, y); err != nil {
			return nil, err
		}
	case syntax.PERCENT:
		if format, ok := x.(starlark.String); ok {
			if err := chargeText(t, len(format), y); err != nil {
				return nil, err
			}
			break
		}
		if err := chargeArithmetic(t, op, x, y); err != nil {
			return nil, err
		}
	default:
		if err := chargeArithmetic(t, op, x, y); err != nil {
			return nil, err
		}
	}
	return apply(op, x, y)
}

func apply(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	switch op {
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE:
		if x, y, same := asWords(x, y); same {
			return compareWords(op, x, y), nil
		}
		ok, err := starlark.Compare(op, x, y)
		return starlark.Bool(ok), err
	}
	z, err := starlark.Binary(op, x, y)
	if err != nil && isValueOperand(x, y) {
		return nil, fmt.Errorf("expected numbers on both sides of `%s`, found %s and %s; %s", op, kindOf(x), kindOf(y), instead(op, x, y))
	}
	return z, err
}

// instead says what to write if an operand is a Value. The number of an Operation
// is not known before the block runs.
func instead(op syntax.Token, x, y starlark.Value) string {
	_, ok1 := x.(*Operation)
	_, ok2 := y.(*Operation)
	if !ok1 && !ok2 {
		return "the number of a Constant is its `value`"
	}
	if name, ok := methodOf[op]; ok {
		return fmt.Sprintf("a block computes with the results of its operations: `bb.%s(…, …)`", name)
	}
	return "an Operation has no number before its block runs"
}

// methodOf maps operators to the operations of a block that compute them.
var methodOf = map[syntax.Token]string{
	syntax.PLUS: "add", syntax.MINUS: "sub", syntax.STAR: "mul", syntax.LTLT: "lshift",
}

// asWords returns two integers that fit into 64 bits.
func asWords(x, y starlark.Value) (a, b int64, ok bool) {
	xi, ok1 := x.(starlark.Int)
	yi, ok2 := y.(starlark.Int)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	a, ok1 = xi.Int64()
	b, ok2 = yi.Int64()
	return a, b, ok1 && ok2
}

func compareWords(op syntax.Token, x, y int64) starlark.Bool {
	switch op {
	case syntax.EQL:
		return x == y
	case syntax.NEQ:
		return x != y
	case syntax.LT:
		return x < y
	case syntax.GT:
		return x > y
	case syntax.LE:
		return x <= y
	}
	return x >= y
}

// chargeComparison counts a comparison: as much of each side as the other has.
func chargeComparison(t *starlark.Thread, x, y starlark.Value) error {
	switch x.(type) {
	case *starlark.List, *starlark.Dict, *starlark.Set, starlark.Tuple:
		first, ok1 := asTable(x)
		second, ok2 := asTable(y)
		if ok1 && ok2 {
			if err := chargeKeys(t, second, first); err != nil {
				return err
			}
		}
		return chargeAll(t, x, y)
	case starlark.String, starlark.Bytes, starlark.Int:
		return chargeAll(t, x)
	}
	return nil
}

// chargeMembership counts a search for x in y: with hashed keys it takes constant
// time.
func chargeMembership(t *starlark.Thread, x, y starlark.Value) error {
	if c, ok := asTable(y); ok {
		return chargeSearch(t, c, x)
	}
	return chargeAll(t, x, y)
}

// chargeSearch counts the search for a key in a table.
func chargeSearch(t *starlark.Thread, c table, k starlark.Value) error {
	if err := chargeAll(t, k); err != nil {
		return err
	}
	return chargeKey(t, c, k)
}

// chargeTables counts the work of an operator on sets or dicts: it looks up the keys
// of each in the other, and puts those of both into a third.
func chargeTables(t *starlark.Thread, x, y table) error {
	if err := chargeAll(t, x, y); err != nil {
		return err
	}
	if err := chargeKeys(t, x, y); err != nil {
		return err
	}
	if err := chargeKeys(t, y, x); err != nil {
		return err
	}
	return rehearse(t, x, y)
}

// asTable returns a dict or a set.
func asTable(v starlark.Value) (table, bool) {
	switch v := v.(type) {
	case *starlark.Dict:
		return v, true
	case *starlark.Set:
		return v, true
	}
	return nil, false
}

// chargeArithmetic refuses or counts the number that an operator is about to
// make.
func chargeArithmetic(t *starlark.Thread, op syntax.Token, x, y starlark.Value) error {
	xi, xInt := x.(starlark.Int)
	yi, yInt := y.(starlark.Int)
	if xInt && yInt {
		return chargeInts(t, op, xi, yi)
	}
	if op == syntax.STAR {
		if yInt {
			return chargeRepeat(t, x, yi)
		}
		if xInt {
			return chargeRepeat(t, y, xi)
		}
	}
	if err := chargeSize(t, x, y); err != nil {
		return err
	}
	if s, ok := x.(starlark.String); ok && op == syntax.PLUS {
		if u, ok := y.(starlark.String); ok {
			return checkText(t, len(s)+len(u))
		}
	}
	if first, ok := asTable(x); ok {
		if second, ok := asTable(y); ok {
			return chargeTables(t, first, second)
		}
	}
	return nil
}

// chargeInts bounds the length of integers: without it a few squarings would
// make one that no computer can hold.
func chargeInts(t *starlark.Thread, op syntax.Token, x, y starlark.Int) error {
	a, b := bitLen(x), bitLen(y)
	made := max(a, b)
	switch op {
	case syntax.STAR:
		made = a + b - 1
	case syntax.LTLT:
		n, ok := y.Int64()
		if made = a; ok && n > 0 {
			made = a + int(min(n, 1<<30))
		}
	}
	if made > maxBits {
		return tooLarge(t, "expected integers of at most %s bits, found one of about %s; those of traces have 64, and `wrap(n)` cuts a number to them", grouped(maxBits), grouped(uint64(made)))
	}
	words := uint64(made+63) / 64
	return Charge(t, longSteps+words*words/64)
}

// longSteps is the extra cost of an operation on integers of more than 64 bits: several allocations.
const longSteps = 8

// chargeRepeat counts `x * n`.
func chargeRepeat(t *starlark.Thread, x starlark.Value, n starlark.Int) error {
	size := sizeOf(x)
	if size == 0 {
		return nil
	}
	count, ok := n.Int64()
	if ok && count <= 0 {
		return nil
	}
	high, bytes := bits.Mul64(size, uint64(count))
	if !ok || high != 0 {
		bytes = 1 << 63
	}
	if _, isText := x.(starlark.String); isText {
		if err := checkText(t, int(min(bytes, 1<<62))); err != nil {
			return err
		}
	}
	return chargeMemory(t, bytes)
}

// sizeOf returns the size in bytes of a value itself.
func sizeOf(v starlark.Value) uint64 {
	switch v := v.(type) {
	case starlark.String:
		return uint64(len(v))
	case starlark.Bytes:
		return uint64(len(v))
	case starlark.Tuple:
		return 16 * uint64(len(v))
	case *starlark.List:
		return 16 * uint64(v.Len())
	case *starlark.Dict:
		return 64 * uint64(v.Len())
	case *starlark.Set:
		return 64 * uint64(v.Len())
	case *Block:
		return 16 * uint64(len(v.ops))
	}
	return 0
}

// chargeSize counts values that are about to be copied.
func chargeSize(t *starlark.Thread, values ...starlark.Value) error {
	var bytes uint64
	for _, v := range values {
		bytes += sizeOf(v)
	}
	if bytes == 0 {
		return nil
	}
	return chargeMemory(t, bytes)
}

func checkText(t *starlark.Thread, n int) error {
	if n > maxText {
		return tooLarge(t, "expected texts of at most %s bytes, found one of %s", grouped(maxText), grouped(uint64(n)))
	}
	return nil
}

// chargeText counts a text that is about to be made from n bytes and the
// printed form of values.
func chargeText(t *starlark.Thread, n int, values ...starlark.Value) error {
	work, err := weigh(t, values...)
	if err != nil {
		return err
	}
	if err := Charge(t, work); err != nil {
		return err
	}
	size := uint64(n) + work*64
	if size > 64*maxText {
		return checkText(t, int(min(size, 1<<62)))
	}
	return chargeMemory(t, size/4)
}

// inPlace is `x op= y` on a budget: a list grows instead of being copied.
func inPlace(t *starlark.Thread, op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	if list, ok := x.(*starlark.List); ok && op == syntax.PLUS {
		return list, extend(t, list, y)
	}
	if d, ok := x.(*starlark.Dict); ok && op == syntax.PIPE {
		if other, ok := y.(*starlark.Dict); ok {
			if err := chargeAll(t, other); err != nil {
				return nil, err
			}
			for _, item := range other.Items() {
				if err := insert(t, d, item[0], item[1]); err != nil {
					return nil, err
				}
			}
			return d, nil
		}
	}
	return binary(t, op, x, y)
}

// extend appends the items of an iterable to a list.
func extend(t *starlark.Thread, list *starlark.List, y starlark.Value) error {
	items, ok := y.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("expected something to go through after `+=`, found %s", kindOf(y))
	}
	n, err := chargeItems(t, items)
	if err != nil {
		return err
	}
	if err := chargeMemory(t, 16*uint64(n)); err != nil {
		return err
	}
	values := make([]starlark.Value, 0, n)
	for v := range starlark.Elements(items) {
		values = append(values, v)
	}
	for _, v := range values {
		if err := list.Append(v); err != nil {
			return err
		}
	}
	return nil
}

// chargeItems counts a step for each item of an iterable before it is iterated
// over, and returns their number.
func chargeItems(t *starlark.Thread, v starlark.Iterable) (int, error) {
	n := starlark.Len(v)
	if n < 0 { // the characters of a text, whose length is bounded
		n = 0
		for range starlark.Elements(v) {
			n++
		}
	}
	return n, Charge(t, uint64(n))
}
