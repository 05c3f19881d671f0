package fuzz

import (
	"slices"

	"unbox/trace"
)

// The operations on numbers that random traces draw from: all those of the operation
// table, by what they need of their operands. So a new operation is drawn without being
// listed here.
var (
	// binaryCodes has sums and differences twice, because most rules are about them.
	binaryCodes   = slices.Insert(drawn("ii", 'i', trace.NeedNothing), 3, trace.OpIntAdd, trace.OpIntSub)
	compareCodes  = comparing("ii")
	unaryCodes    = append(drawn("i", 'i', trace.NeedNothing), comparing("i")...)
	overflowCodes = codesWhere(func(info *trace.OpInfo) bool { return info.Effect == trace.EffectOverflow })
	shiftCodes    = drawn("ii", 'i', trace.NeedAmount)
	divisionCodes = drawn("ii", 'i', trace.NeedDivisor)
	widthCodes    = drawn("ii", 'i', trace.NeedWidth)
	floatCodes    = drawn("ff", 'f', trace.NeedNothing)
	floatUnary    = drawn("f", 'f', trace.NeedNothing)
	floatCompare  = comparing("ff")
	// fromInteger and fromFloat make a double from an integer, and the reverse. The first of
	// each are casts, which programs do; the others are rareConversions.
	fromInteger     = drawn("i", 'f', trace.NeedNothing)
	fromFloat       = append(drawn("f", 'i', trace.NeedInRange), drawn("f", 'i', trace.NeedNumber)...)
	rareConversions = append(slices.Clone(fromInteger[1:]), fromFloat[1:]...)
)

// codesWhere returns the operations on numbers of which something holds, in the order of the table.
func codesWhere(holds func(*trace.OpInfo) bool) (codes []trace.Opcode) {
	for _, code := range trace.Opcodes() {
		if info := code.Info(); info.Eval != nil && holds(info) {
			codes = append(codes, code)
		}
	}
	return codes
}

// drawn returns the pure operations with operands and a result of these types that need
// this of their operands, without comparisons.
func drawn(operands string, result byte, need trace.Need) []trace.Opcode {
	return codesWhere(func(info *trace.OpInfo) bool {
		return info.Effect == trace.EffectPure && !compares(info) &&
			info.Spellings[0].Layout == operands && info.Result == result && info.Needs == need
	})
}

// comparing returns the comparisons of operands of these types.
func comparing(operands string) []trace.Opcode {
	return codesWhere(func(info *trace.OpInfo) bool {
		return compares(info) && info.Spellings[0].Layout == operands
	})
}

// compares reports whether the result is 0 or 1, an answer that traces guard.
func compares(info *trace.OpInfo) bool { return info.Group == "comparison" }
