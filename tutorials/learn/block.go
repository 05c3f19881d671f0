package learn

import (
	"fmt"
	"maps"
	"slices"

	"go.starlark.net/starlark"

	"unbox/trace"
)

// Block is a list of operations: a basic block of the posts, or a trace. The name
// of every operation is a method that appends one.
type Block struct {
	ops []*Operation
	// dialect is the notation of the text that the block was parsed from, Toy for
	// one that was built.
	dialect trace.Dialect
	// declarations are the class lines of the source.
	declarations []string
	// iterating counts the running loops over the block.
	iterating int
}

var (
	_ starlark.Indexable = (*Block)(nil)
	_ starlark.Sliceable = (*Block)(nil)
	_ starlark.HasAttrs  = (*Block)(nil)
)

// Type returns "Block".
func (bb *Block) Type() string { return "Block" }

// Freeze does nothing.
func (bb *Block) Freeze() {}

// Truth reports whether there are operations, as for a list in Python.
func (bb *Block) Truth() starlark.Bool { return len(bb.ops) > 0 }

// Hash fails: a list cannot be a key.
func (bb *Block) Hash() (uint32, error) {
	return 0, fmt.Errorf("expected a key that does not change, found a Block")
}

// String shows how many operations there are; bb_to_str shows them.
func (bb *Block) String() string {
	return "Block(" + count(len(bb.ops), "operation") + ")"
}

// Len returns the number of operations.
func (bb *Block) Len() int { return len(bb.ops) }

// Index returns an operation.
func (bb *Block) Index(i int) starlark.Value { return bb.ops[i] }

// SetIndex replaces an operation.
func (bb *Block) SetIndex(i int, v starlark.Value) error {
	op, ok := v.(*Operation)
	if !ok {
		return fmt.Errorf("expected an Operation in a Block, found %s", kindOf(v))
	}
	bb.ops[i] = op
	return nil
}

// Slice returns a list of operations.
func (bb *Block) Slice(start, end, step int) starlark.Value {
	var values []starlark.Value
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		values = append(values, bb.ops[i])
	}
	return starlark.NewList(values)
}

// Iterate goes over the operations.
func (bb *Block) Iterate() starlark.Iterator {
	bb.iterating++
	return &blockIterator{bb: bb}
}

type blockIterator struct {
	bb *Block
	i  int
}

// Next returns the next operation.
func (it *blockIterator) Next(p *starlark.Value) bool {
	if it.i >= len(it.bb.ops) {
		return false
	}
	*p = it.bb.ops[it.i]
	it.i++
	return true
}

// Done ends the loop.
func (it *blockIterator) Done() { it.bb.iterating-- }

// append adds an operation. Adding to a block while a loop iterates over it is
// the most common way to make an endless loop.
func (bb *Block) append(t *starlark.Thread, op *Operation) error {
	if bb.iterating > 0 {
		return fmt.Errorf("expected another Block than the one that the loop goes over, found `%s` appended to it", op.name)
	}
	if err := chargeMemory(t, 16); err != nil {
		return err
	}
	bb.ops = append(bb.ops, op)
	return nil
}

// blockMethods are the methods that are not operations.
var blockMethods = map[string]builtin{
	"append": blockAppend,
	"emit":   blockAppend,
	"insert": blockInsert,
	"pop":    blockPop,
	"extend": blockExtend,
	"index":  blockIndex,
}

// Attr returns a method, or a function that appends an operation of that name.
func (bb *Block) Attr(name string) (starlark.Value, error) {
	if f, ok := blockMethods[name]; ok {
		return method(bb, name, f), nil
	}
	switch name {
	case "ops":
		return bb.Slice(0, len(bb.ops), 1), nil
	case "inputs":
		if len(bb.ops) > 0 && bb.ops[0].name == "label" {
			return listOrNone(bb.ops[0].params), nil
		}
		return starlark.NewList(nil), nil
	}
	if err := knownOperation(name); err != nil {
		return nil, starlark.NoSuchAttrError(err.Error())
	}
	return method(bb, name, blockBuild), nil
}

// AttrNames lists the methods and all operations.
func (bb *Block) AttrNames() []string {
	names := append(slices.Collect(maps.Keys(blockMethods)), "ops", "inputs")
	for _, code := range trace.Opcodes() {
		for _, s := range code.Info().Spellings {
			if s.Layout != "infix" && s.Name != "[]" && s.Name != "L():" {
				names = append(names, s.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// blockBuild is bb.add(a, 17) for every operation. Numbers and names become
// Constants; descr=, snapshot= and result= set the attributes of those names.
func blockBuild(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	bb := b.Receiver().(*Block)
	op, err := makeOperation(t, b.Name(), args, kwargs)
	if err != nil {
		return nil, err
	}
	return op, bb.append(t, op)
}

func makeOperation(t *starlark.Thread, name string, args starlark.Tuple, kwargs []starlark.Tuple) (*Operation, error) {
	if err := chargeMemory(t, 160+32*uint64(len(args))); err != nil {
		return nil, err
	}
	op := newOperation(t, name)
	values := make([]starlark.Value, len(args))
	for i, arg := range args {
		value, err := wrap(arg)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", name, err)
		}
		values[i] = value
	}
	op.args = starlark.NewList(values)
	for _, kv := range kwargs {
		key := string(kv[0].(starlark.String))
		if items, ok := kv[1].(starlark.Iterable); ok && isList(key) {
			if err := chargeList(t, items); err != nil {
				return nil, err
			}
		}
		switch key {
		case "descr", "snapshot", "result", "params":
		default:
			return nil, fmt.Errorf("expected `descr`, `snapshot`, `params` or `result` as a named argument of `%s`, found `%s`", name, key)
		}
		if key == "params" {
			if err := op.setParams(kv[1]); err != nil {
				return nil, err
			}
			continue
		}
		if err := op.SetField(key, kv[1]); err != nil {
			return nil, err
		}
	}
	return op, nil
}

// setParams gives a label its parameters, which are operations without a line.
func (op *Operation) setParams(v starlark.Value) error {
	items, ok := v.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("expected a list of parameters, found %s", kindOf(v))
	}
	list, err := wrapList(items)
	if err != nil {
		return err
	}
	op.params = list
	return nil
}

func blockAppend(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	op, ok := v.(*Operation)
	if !ok {
		return nil, fmt.Errorf("expected an Operation in `%s`, found %s", b.Name(), kindOf(v))
	}
	// emit returns the operation, for passes that use it; append returns nothing,
	// like a list's.
	if b.Name() == "append" {
		return starlark.None, b.Receiver().(*Block).append(t, op)
	}
	return op, b.Receiver().(*Block).append(t, op)
}

func blockInsert(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var i int
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("insert", args, kwargs, 2, &i, &v); err != nil {
		return nil, err
	}
	op, ok := v.(*Operation)
	if !ok {
		return nil, fmt.Errorf("expected an Operation in `insert`, found %s", kindOf(v))
	}
	bb := b.Receiver().(*Block)
	if i < 0 || i > len(bb.ops) {
		return nil, fmt.Errorf("expected a place from 0 to %d, found %d", len(bb.ops), i)
	}
	if err := Charge(t, uint64(len(bb.ops)/8)); err != nil {
		return nil, err
	}
	if err := bb.append(t, op); err != nil {
		return nil, err
	}
	bb.ops = slices.Insert(bb.ops[:len(bb.ops)-1], i, op)
	return starlark.None, nil
}

func blockPop(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	bb := b.Receiver().(*Block)
	i := len(bb.ops) - 1
	if err := starlark.UnpackPositionalArgs("pop", args, kwargs, 0, &i); err != nil {
		return nil, err
	}
	if i < 0 || i >= len(bb.ops) {
		return nil, fmt.Errorf("expected the number of an operation of the Block, which has %d, found %d", len(bb.ops), i)
	}
	if err := Charge(t, uint64((len(bb.ops)-i)/8)); err != nil {
		return nil, err
	}
	op := bb.ops[i]
	bb.ops = slices.Delete(bb.ops, i, i+1)
	return op, nil
}

func blockExtend(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Iterable
	if err := starlark.UnpackPositionalArgs("extend", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	n, err := chargeItems(t, v)
	if err != nil {
		return nil, err
	}
	values := make([]*Operation, 0, n)
	for x := range starlark.Elements(v) {
		op, ok := x.(*Operation)
		if !ok {
			return nil, fmt.Errorf("expected Operations in `extend`, found %s", kindOf(x))
		}
		values = append(values, op)
	}
	for _, op := range values {
		if err := b.Receiver().(*Block).append(t, op); err != nil {
			return nil, err
		}
	}
	return starlark.None, nil
}

func blockIndex(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("index", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	bb := b.Receiver().(*Block)
	if err := Charge(t, uint64(len(bb.ops)/8)); err != nil {
		return nil, err
	}
	for i, op := range bb.ops {
		if starlark.Value(op) == v {
			return starlark.MakeInt(i), nil
		}
	}
	return nil, fmt.Errorf("expected an Operation of the Block, found %s", kindOf(v))
}

// nearestOperation finds the operation with the most similar name, "" if none is
// similar.
func nearestOperation(name string) string {
	best, distance := "", 3
	for _, code := range trace.Opcodes() {
		for _, s := range code.Info().Spellings {
			if d := editDistance(name, s.Name); d < distance && d < len(s.Name) {
				best, distance = s.Name, d
			}
		}
	}
	return best
}

// editDistance counts the letters to change, insert or drop to get from a to b.
func editDistance(a, b string) int {
	if len(a) > 40 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
