package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// Limits returns traces in which something that passes and code generators limit approaches its limit, reaches
// it, and exceeds it: a group for each limit, with a text for each number. The behaviour on either side of a
// limit is correct, so only stored results show a change.
func Limits() (groups []Group) {
	for _, l := range []struct {
		name  string
		sizes []int
		text  func(n int) string
	}{
		{"writes that wait", from(15, 18), waitingWrites},
		{"a fact followed down", from(9, 15), factsDown},
		{"a fact followed to both sides", []int{8, 12, 14, 15, 16, 17, 18, 19, 20, 24, 32, 40}, factsWide},
		{"names of a value", from(2, 8), manyNames},
		{"items copied", from(62, 66), copiedItems},
		{"length of a virtual array", []int{1<<20 - 1, 1 << 20, 1<<20 + 1}, longArray},
		{"amounts of a shift", from(13, 19), manyAmounts},
		{"marks after a call", from(5, 10), marksAfterCall},
		{"objects that each iteration passes on", from(0, 7), unfolding},
		{"instructions of a loop", from(1990, 2004), longLoop},
		{"items apart", []int{-65, -64, -63, 62, 63, 64, 65, 1<<30 - 1, 1 << 30, 1<<30 + 1, 1<<31 - 1, 1 << 31, 1<<31 + 1, -1<<31 + 1, -1 << 31, -1<<31 - 1}, itemsApart},
		{"step of a counter", []int{1, 2, 1<<16 - 1, 1 << 16, 1<<16 + 1, -1, -1<<16 + 1, -1 << 16, 1<<31 - 1, 1 << 31, 1<<40 - 1, 1 << 40, 1 << 61, 1 << 62}, steps},
		{"length of a new array", []int{0, 1, 1<<16 - 1, 1 << 16, 1<<16 + 1}, newArrays},
		{"length that is known", []int{1, 2, 1<<31 - 2, 1<<31 - 1}, knownLength},
		{"parameters of a loop", []int{1, 2, 3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 30, 31, 32, 33, 64}, manyParameters},
		{"iterations until a fact is known in all", from(1, 9), slowFacts},
		{"fields described for guards", from(0, 24), describedFields},
		{"guards that describe an object in a loop", []int{1, 20, 30, 31, 32, 33, 50, 60, 62, 63, 64, 65, 70}, describedInLoop},
		// Each number of an odd list twice: every second text is compiled with tags, too.
		{"number of an item", slices.Repeat([]int{-1, 0, 1, 7, 1<<12 - 1, 1 << 12, 1<<24 - 1, 1 << 24, 1<<24 + 1, 1<<31 - 1, 1 << 31}, 2), constantItem},
		{"fields of a struct in an array", []int{1, 2, 8, 63, 64, 65, 4095, 4096, 4097}, manyInterior},
		{"operations between a read and its use", from(8, 16), distantRead},
		{"guards on doubles in an iteration", from(1, 8), doubleGuards},
		{"guards that hand a value over before its use", from(58, 70), manyHandedOver},
		{"parameters of a loop that are a constant apart", []int{1, 63, 64, 65, 1<<30 - 1, 1 << 30, 1<<30 + 1, 1<<31 - 1, -1<<30 + 1, -1 << 30, -1<<30 - 1}, parametersApart},
		{"sums between a guard and a length", from(1, 8), sumsToLength},
		{"objects of a field", from(29, 35), objectsOfField},
		{"objects of which one field is known", from(6, 11), fieldsOfVirtual},
	} {
		g := Group{Name: "limit: " + l.name}
		for _, n := range l.sizes {
			g.Texts = append(g.Texts, l.text(n))
		}
		groups = append(groups, g)
	}
	return groups
}

// from lists the numbers from one to another.
func from(first, last int) (list []int) {
	for n := first; n <= last; n++ {
		list = append(list, n)
	}
	return list
}

// lines writes lines for each number below n, with the number in place of {k}, and the next one in place of {next}.
func lines(n int, format string) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(strings.NewReplacer("{k}", fmt.Sprint(k), "{next}", fmt.Sprint(k+1)).Replace(format) + "\n")
	}
	return b.String()
}

// waitingWrites stores n virtual objects in fields of an existing one.
func waitingWrites(n int) string {
	var fields []string
	for k := range n {
		fields = append(fields, fmt.Sprintf("f%d: ref", k))
	}
	return "class Box { value: int }\nclass Wide { " + strings.Join(fields, ", ") + " }\n[p0, i0]\nguard_class(p0, Wide) []\n" +
		lines(n, "p1{k} = new(Box)\nset(p1{k}, value, i0)\nset(p0, f{k}, p1{k})") +
		"guard_true(i0) [p0]\n" + lines(n, "set(p0, f{k}, null)") + "finish(i0)\n"
}

// factsDown asks about a number from which another one was computed in n steps.
func factsDown(n int) string {
	return "[i0, i1]\ni2 = int_and(i1, 1)\nsum0 = int_add_ovf(i0, i2)\nguard_no_overflow() []\n" +
		lines(n, "sum{next} = int_add_ovf(sum{k}, i2)\nguard_no_overflow() []") +
		fmt.Sprintf("i5 = int_lt(sum%d, 100)\nguard_true(i5) []\ni6 = int_lt(i0, 2000)\nguard_true(i6) []\ni7 = int_lt(sum3, 3000)\nguard_true(i7) []\nfinish(i0)\n", n)
}

// factsWide asks about each of n numbers that were added up in pairs.
func factsWide(n int) string {
	var b strings.Builder
	var names []string
	for k := range n {
		names = append(names, fmt.Sprintf("i%d", k))
	}
	b.WriteString("[" + strings.Join(names, ", ") + "]\n")
	for _, name := range names {
		fmt.Fprintf(&b, "%sg = int_ge(%s, 0)\nguard_true(%sg) []\n", name, name, name)
	}
	level := names
	for next := 1000; len(level) > 1; {
		var sums []string
		for k := 0; k+1 < len(level); k += 2 {
			sums = append(sums, fmt.Sprintf("i%d", next))
			fmt.Fprintf(&b, "i%d = int_add_ovf(%s, %s)\nguard_no_overflow() []\n", next, level[k], level[k+1])
			next++
		}
		level = append(sums, level[len(level)/2*2:]...)
	}
	fmt.Fprintf(&b, "iall = int_lt(%s, 100)\nguard_true(iall) []\n", level[0])
	for _, name := range names {
		fmt.Fprintf(&b, "%sq = int_lt(%s, 2000)\nguard_true(%sq) []\n", name, name, name)
	}
	return b.String() + "finish()\n"
}

// manyNames makes n numbers equal, and repeats for the last what was computed from each.
func manyNames(n int) string {
	var names []string
	for k := range n + 1 {
		names = append(names, fmt.Sprintf("i%d", k))
	}
	return "[" + strings.Join(names, ", ") + "]\n" + lines(n+1, "i10{k} = int_mul(i{k}, 12345{k})\nprint(i10{k})") +
		lines(n, "i20{k} = int_eq(i0, i{next})\nguard_true(i20{k}) []") +
		lines(n+1, fmt.Sprintf("i30{k} = int_mul(i%d, 12345{k})\nprint(i30{k})", n)) + "finish(i0)\n"
}

// copiedItems copies n items of one virtual array to another.
func copiedItems(n int) string {
	return fmt.Sprintf(`[i0]
p1 = new_array_clear(%[1]d, descr=<ArrayS 8>)
p2 = new_array_clear(%[1]d, descr=<ArrayS 8>)
setarrayitem_gc(p1, 0, i0, descr=<ArrayS 8>)
setarrayitem_gc(p1, %[2]d, i0, descr=<ArrayS 8>)
call_n(ConstClass(ll_arraycopy), p1, p2, 0, 0, %[1]d, descr=<Callv 0 rriii EF=2 OS=1>)
i3 = getarrayitem_gc_i(p2, %[2]d, descr=<ArrayS 8>)
finish(i3)
`, n, n-1)
}

func longArray(n int) string {
	return fmt.Sprintf("[i0]\np1 = new_array_clear(%d, descr=<ArrayS 8>)\nsetarrayitem_gc(p1, 3, i0, descr=<ArrayS 8>)\ni2 = getarrayitem_gc_i(p1, 3, descr=<ArrayS 8>)\nfinish(i2)\n", n)
}

// manyAmounts shifts by an amount of which n are possible, and asks about the result and, after a guard, about the operand.
func manyAmounts(n int) string {
	text := fmt.Sprintf("[i0, i1, i9]\ni2 = int_ge(i0, 3)\nguard_true(i2) []\ni3 = int_lt(i0, %d)\nguard_true(i3) []\ni4 = int_and(i1, 6)\n", 3+n)
	for k, code := range []string{"int_lshift", "int_rshift", "uint_rshift"} {
		text += fmt.Sprintf("i1%[1]d = %[2]s(i4, i0)\ni2%[1]d = int_lt(i1%[1]d, 10000000)\nguard_true(i2%[1]d) []\ni3%[1]d = int_and(i1%[1]d, 7)\nprint(i3%[1]d)\n"+
			"i4%[1]d = %[2]s(i9, i0)\ni5%[1]d = int_eq(i4%[1]d, 16)\nguard_true(i5%[1]d) []\ni6%[1]d = int_le(i9, 999999999)\nguard_true(i6%[1]d) []\n", k, code)
	}
	// Here bits are lost: the first amount leaves only the upper bit, the others the lower
	// bits.
	text += fmt.Sprintf("i70 = int_and(i1, 3)\ni71 = int_add(i70, 1152921504606846976)\ni72 = int_lshift(i71, i0)\ni73 = int_le(i72, %d)\nprint(i73)\n", int64(3)<<(2+n))
	return text + "finish(i0)\n"
}

func marksAfterCall(n int) string {
	return "[p0, i0]\ni1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=4>)\n" + lines(n, "keepalive(p0)") + "guard_no_exception() [i0]\nfinish(i1)\n"
}

// unfolding passes a new object on, from parameter to parameter.
func unfolding(n int) string {
	params, args := []string{"i0"}, []string{"i2"}
	for k := range n {
		params = append(params, fmt.Sprintf("p%d", k))
		args = append(args, fmt.Sprintf("p%d", k))
	}
	params, args = append(params, fmt.Sprintf("p%d", n)), append([]string{args[0], "p100"}, args[1:]...)
	return fmt.Sprintf("class Box { value: int }\n[%s]\np100 = new(Box)\nset(p100, value, i0)\ni1 = get(p%d, value)\ni2 = int_add(i0, i1)\ni3 = int_lt(i2, 1000)\nguard_true(i3) [p%d]\njump(%s)\n",
		strings.Join(params, ", "), n, n, strings.Join(args, ", "))
}

// longLoop is a counted loop of n operations, with adjacent items.
func longLoop(n int) string {
	const others = 9
	return "[i0, i1, p0]\ni2 = arraylen_gc(p0, descr=<ArrayS 8>)\ni3 = int_lt(i1, i2)\nguard_true(i3) [p0]\ni4 = int_ge(i0, 0)\nguard_true(i4) [p0]\n" +
		"jump(i0, i1, p0, descr=L1)\nlabel(i0, i1, p0, descr=L1)\ni5 = int_lt(i0, i1)\nguard_true(i5) [i0, i1, p0]\n" +
		"x0 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\ni6 = int_add(i0, 1)\ni7 = getarrayitem_gc_i(p0, i6, descr=<ArrayS 8>)\n" +
		lines(n-others, "x{next} = int_xor(x{k}, i7)") +
		fmt.Sprintf("setarrayitem_gc(p0, i0, x%d, descr=<ArrayS 8>)\njump(i6, i1, p0, descr=L1)\n", n-others)
}

// itemsApart reads two items that are n apart in each iteration.
func itemsApart(n int) string {
	return fmt.Sprintf("[i0, i1, p0, i8]\ni2 = int_lt(i0, i1)\nguard_true(i2) [i0, i1]\ni3 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\ni4 = int_add(i0, %d)\n"+
		"i5 = getarrayitem_gc_i(p0, i4, descr=<ArrayS 8>)\ni6 = int_add_ovf(i8, i5)\nguard_no_overflow() [i0, i1, p0]\ni7 = int_add(i0, 1)\njump(i7, i1, p0, i6)\n", n)
}

// steps counts in steps of n.
func steps(n int) string {
	return fmt.Sprintf("[i0, i1, p0]\ni2 = int_lt(i0, i1)\nguard_true(i2) [i0, i1]\ni3 = int_add_ovf(i0, %d)\nguard_no_overflow() [i0]\ni4 = int_gt(i3, -5)\nguard_true(i4) [i3]\n"+
		"i5 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nsetarrayitem_gc(p0, i0, i3, descr=<ArrayS 8>)\njump(i3, i1, p0)\n", n)
}

func newArrays(n int) string {
	return fmt.Sprintf("[i0]\np1 = new_array_clear(%d, descr=<ArrayS 8>)\ni2 = int_le(i0, %d)\nguard_true(i2) []\np2 = new_array_clear(i0, descr=<ArrayS 8>)\nfinish(p1, p2)\n", n, n)
}

func knownLength(n int) string {
	return fmt.Sprintf("[p0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\ni2 = int_ge(i1, %d)\nguard_true(i2) []\ni3 = getarrayitem_gc_i(p0, %d, descr=<ArrayS 8>)\nfinish(i3)\n", n, n-1)
}

// manyParameters is a loop whose n parameters are permuted.
func manyParameters(n int) string {
	var names, moved []string
	for k := range n {
		names, moved = append(names, fmt.Sprintf("i%d", k)), append(moved, fmt.Sprintf("i%d", (k+1)%n))
	}
	list := strings.Join(names, ", ")
	return fmt.Sprintf("[%[1]s, i900]\ni901 = int_add(i900, -1)\ni902 = int_gt(i901, 0)\nguard_true(i902) [%[1]s]\njump(%[2]s, i901)\n", list, strings.Join(moved, ", "))
}

// slowFacts is a loop in which it takes n iterations until nothing is known about the last
// parameter.
func slowFacts(n int) string {
	params, args := []string{"i0"}, []string{"i8"}
	for k := range n {
		params, args = append(params, fmt.Sprintf("p%d", k)), append(args, fmt.Sprintf("p%d", k-1))
	}
	args[1] = "p51"
	entry := append([]string{"i0"}, strings.Split(strings.Repeat("p50 ", n), " ")[:n]...)
	return fmt.Sprintf("class Box { value: int }\n[i0]\np50 = new(Box)\nset(p50, value, i0)\njump(%[1]s, descr=L1)\nlabel(%[2]s, descr=L1)\ni7 = get(p%[3]d, value)\ni8 = int_sub(i0, 1)\nguard_true(i8) [i7]\np51 = escape_r(i8)\njump(%[4]s, descr=L1)\n",
		strings.Join(entry, ", "), strings.Join(params, ", "), n-1, strings.Join(args, ", "))
}

// describedFields has 60 guards that each describe an object of 200 fields again, and n more operations, each of which
// makes guards describe slightly more: so the descriptions have every distance from their limit.
func describedFields(n int) string {
	const guards, fields = 60, 191
	var b strings.Builder
	b.WriteString("[")
	for k := range guards {
		fmt.Fprintf(&b, "i%d, ", k)
	}
	b.WriteString("i1000]\n" + lines(n, "i11{k} = int_neg(i1000)") + "p0 = new(Wide)\n" + lines(fields, "set(p0, f{k}, i1000)"))
	b.WriteString(lines(guards, "set(p0, f0, i{k})\nguard_true(i{k}) [p0]") + "finish(i1000)\n")
	return b.String()
}

// constantItem reads and writes item n, of arrays of numbers and of structs.
func constantItem(n int) string {
	return fmt.Sprintf(`[p0, i1, p2, p3]
i4 = getarrayitem_gc_i(p0, %[1]d, descr=<ArrayS 8>)
setarrayitem_gc(p0, %[1]d, i1, descr=<ArrayS 8>)
p5 = getarrayitem_gc_r(p2, %[1]d, descr=<ArrayP 8>)
setarrayitem_gc(p2, %[1]d, p5, descr=<ArrayP 8>)
i6 = getinteriorfield_gc_i(p3, %[1]d, descr=<InteriorFieldDescr <FieldS entry.num 16>>)
setinteriorfield_gc(p3, %[1]d, i1, descr=<InteriorFieldDescr <FieldS entry.hash 8>>)
i7 = getarrayitem_gc_i(p0, i4, descr=<ArrayS 8>)
print(i7)
i8 = getarrayitem_gc_i(p0, %[1]d, descr=<ArrayS 8>)
finish(i4, p5, i6, i8)
`, n)
}

// manyInterior makes an array of structs with n fields, and uses the first and the last of them.
func manyInterior(n int) string {
	text := "[p0, i1, i2]\n"
	for k := range n {
		if k < 3 || k >= n-2 {
			text += fmt.Sprintf("setinteriorfield_gc(p0, i1, i2, descr=<InteriorFieldDescr <FieldS entry.f%d %d>>)\n", k, 8*k+8)
		} else {
			text += fmt.Sprintf("i%d = getinteriorfield_gc_i(p0, 0, descr=<InteriorFieldDescr <FieldS entry.f%d %d>>)\n", 100+k, k, 8*k+8)
		}
	}
	return text + "p3 = new_array_clear(2, descr=<ArrayX 8>)\np4 = new_array_clear(i1, descr=<ArrayX 8>)\nfinish(p3, p4)\n"
}

// distantRead reads items and fields and does n operations before it uses them: in a straight line and in a loop.
func distantRead(n int) string {
	between := lines(n, "x{next} = int_xor(x{k}, i1)")
	return "class Box { value: int, other: float }\n[p0, i1, p2, f3]\nguard_class(p2, Box) []\nx0 = int_neg(i1)\ni4 = get(p2, value)\n" + between +
		fmt.Sprintf("i5 = int_add(x%[1]d, i4)\njump(p0, i5, p2, f3, descr=L1)\nlabel(p0, i11, p2, f3, descr=L1)\n", n) +
		"y0 = int_neg(i11)\nf6 = get(p2, other)\ni7 = get(p2, value)\n" + lines(n, "y{next} = int_xor(y{k}, i11)") +
		fmt.Sprintf("f8 = float_add(f3, f6)\ni9 = int_lt(y%d, i7)\nguard_true(i9) [i11]\njump(p0, y%d, p2, f8, descr=L1)\n", n, n)
}

// doubleGuards is a counted loop that begins with n guards on doubles.
func doubleGuards(n int) string {
	return "[i0, i1, f2, f3]\ni4 = int_lt(i0, i1)\nguard_true(i4) [i0, i1]\nf50 = float_mul(f2, f3)\n" +
		lines(n, "f5{next} = float_add(f5{k}, f3)\ni6{next} = float_lt(f5{next}, 100.0)\nguard_true(i6{next}) [i0, f2]") +
		fmt.Sprintf("i7 = int_add(i0, 1)\njump(i7, i1, f5%d, f3)\n", n)
}

// manyHandedOver hands a value over to n guards, and uses it then, with as many other values as there are registers.
func manyHandedOver(n int) string {
	var names []string
	for k := range 20 {
		names = append(names, fmt.Sprintf("i%d", k))
	}
	return "[" + strings.Join(names, ", ") + "]\ni50 = int_mul(i0, i1)\n" + lines(n, "i6{k} = int_lt(i1, {k})\nguard_false(i6{k}) [i50]") +
		lines(19, "i7{k} = int_add(i{k}, i{next})") + lines(18, "print(i7{next})") + "i99 = int_add(i50, i2)\nfinish(i99, i50)\n"
}

// parametersApart is a loop over two indexes of which the second is n more than the first.
func parametersApart(n int) string {
	return fmt.Sprintf("[i0, i1, p0, i8]\ni9 = int_add(i0, %d)\njump(i0, i9, i1, p0, i8, descr=L1)\nlabel(i10, i11, i12, p13, i14, descr=L1)\n"+
		"i2 = int_lt(i10, i12)\nguard_true(i2) [i10, i11]\ni3 = getarrayitem_gc_i(p13, i10, descr=<ArrayS 8>)\ni6 = int_add_ovf(i14, i3)\n"+
		"guard_no_overflow() [i10, i11, p13]\ni7 = int_add(i10, 1)\ni15 = int_add(i11, 1)\njump(i7, i15, i12, p13, i6, descr=L1)\n", n)
}

// sumsToLength asks about a number that comes from an index by n additions, which then needs no check.
func sumsToLength(n int) string {
	return "[p0, i0]\ni9 = arraylen_gc(p0, descr=<ArrayS 8>)\ni1 = int_ge(i9, 40)\nguard_true(i1) []\ni2 = int_ge(i0, 0)\nguard_true(i2) []\nx0 = int_add_ovf(i0, 1)\nguard_no_overflow() []\n" +
		lines(n-1, "x{next} = int_add_ovf(x{k}, 1)\nguard_no_overflow() []") +
		fmt.Sprintf("i3 = int_lt(x%d, 30)\nguard_true(i3) []\ni4 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i4)\n", n-1)
}

// objectsOfField reads one field of n objects, and then of the first ones again.
func objectsOfField(n int) string {
	var params []string
	for k := range n {
		params = append(params, fmt.Sprintf("p%d", k))
	}
	return "class Box { value: int }\n[" + strings.Join(params, ", ") + "]\n" + lines(n, "i1{k} = get(p{k}, value)\nprint(i1{k})") +
		lines(4, "i2{k} = get(p{k}, value)\nprint(i2{k})") + "finish()\n"
}

// fieldsOfVirtual writes n fields of a virtual object out of order, reads each, and hands it over.
func fieldsOfVirtual(n int) string {
	var fields []string
	for k := range n {
		fields = append(fields, fmt.Sprintf("f%d: int", k))
	}
	text := "class Wide { " + strings.Join(fields, ", ") + " }\n[i0]\np1 = new(Wide)\n"
	for k := range n {
		text += fmt.Sprintf("i1%d = int_add(i0, %d)\nset(p1, f%d, i1%d)\n", k, k, (k*7+3)%n, k)
	}
	return text + lines(n, "i2{k} = get(p1, f{k})\nprint(i2{k})") + "set(p1, f0, i0)\nguard_true(i0) [p1]\nescape(p1)\nfinish()\n"
}

// describedInLoop passes an object of 200 fields to the next iteration, which n guards describe, each anew. What guards may describe
// is used up in the first copy of the loop, in the second or in none.
func describedInLoop(n int) string {
	const fields = 191
	return "[i0, i1, p9]\np0 = new(Wide)\n" + lines(fields, "set(p0, f{k}, i1)") +
		lines(n, "i5{k} = int_xor(i0, {k})\nset(p0, f0, i5{k})\nguard_true(i5{k}) [p0]") +
		"i2 = get(p9, f1)\nprint(i2)\ni3 = int_add(i0, 1)\njump(i3, i1, p0)\n"
}
