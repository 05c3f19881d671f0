package vm

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unbox/lang/object"
	"unbox/lang/texts"
)

var strMethods = []builtin{
	caseText("upper", 1, (*texts.Casers).Upper), caseText("lower", 1, (*texts.Casers).Lower), caseText("casefold", 1, (*texts.Casers).Fold),
	caseText("capitalize", 1, (*texts.Casers).Capitalize), caseText("title", 4, (*texts.Casers).Title), caseText("swapcase", 6, (*texts.Casers).SwapCase),
	testText("isdigit"), testText("isalpha"), testText("isspace"), testText("isalnum"), testText("isdecimal"), testText("isnumeric"),
	testText("isupper"), testText("islower"),
	{name: "join", min: 2, max: 2, run: (*VM).join},
	{name: "split", min: 1, max: 3, takes: true, names: []string{"sep", "maxsplit"}, run: func(vm *VM, a args) Ref { return vm.split(a, false) }},
	{name: "rsplit", min: 1, max: 3, takes: true, names: []string{"sep", "maxsplit"}, run: func(vm *VM, a args) Ref { return vm.split(a, true) }},
	{name: "splitlines", min: 1, max: 2, names: []string{"keepends"}, run: (*VM).splitLines},
	{name: "strip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "strip", true, true) }},
	{name: "lstrip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "lstrip", true, false) }},
	{name: "rstrip", min: 1, max: 2, run: func(vm *VM, a args) Ref { return vm.strip(a, "rstrip", false, true) }},
	{name: "replace", min: 3, max: 4, run: (*VM).replace},
	{name: "find", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "find", false, false) }},
	{name: "rfind", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "rfind", true, false) }},
	{name: "index", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "index", false, true) }},
	{name: "rindex", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.find(a, "rindex", true, true) }},
	{name: "count", min: 2, max: 4, takes: true, run: (*VM).countText},
	{name: "startswith", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.affix(a, "startswith", strings.HasPrefix) }},
	{name: "endswith", min: 2, max: 4, takes: true, run: func(vm *VM, a args) Ref { return vm.affix(a, "endswith", strings.HasSuffix) }},
	{name: "ljust", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, '<') }},
	{name: "rjust", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, '>') }},
	{name: "center", min: 2, max: 3, run: func(vm *VM, a args) Ref { return vm.justify(a, '^') }},
	{name: "zfill", min: 2, max: 2, run: (*VM).zfill},
	{name: "partition", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.partition(a, strings.Index, false) }},
	{name: "rpartition", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.partition(a, strings.LastIndex, true) }},
	{name: "isprintable", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.View(vm.arg(a, 0))
		vm.textWork(len(s))
		return vm.w.Bool(strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0)
	}},
	{name: "isascii", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.View(vm.arg(a, 0))
		vm.work(len(s) >> 6)
		return vm.w.Bool(texts.IsASCII(s))
	}},
	{name: "istitle", min: 1, max: 1, run: (*VM).isTitle},
	{name: "isidentifier", min: 1, max: 1, run: (*VM).isIdentifier},
	{name: "removeprefix", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.removeAffix(a, "removeprefix", strings.CutPrefix) }},
	{name: "removesuffix", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.removeAffix(a, "removesuffix", strings.CutSuffix) }},
	{name: "expandtabs", min: 1, max: 2, names: []string{"tabsize"}, run: (*VM).expandTabs},
	{name: "format_map", min: 2, max: 2, run: (*VM).formatMap},
	{name: "format", min: 1, max: -1, anyNames: true, run: (*VM).formatMethod},
}

func (vm *VM) isTitle(a args) Ref {
	s := vm.w.View(vm.arg(a, 0))
	vm.work(6 * len(s) >> 6)
	return vm.w.Bool(texts.IsTitled(s))
}

func (vm *VM) isIdentifier(a args) Ref {
	s := vm.w.View(vm.arg(a, 0))
	vm.textWork(len(s))
	return vm.w.Bool(texts.IsIdentifier(s))
}

func (vm *VM) removeAffix(a args, name string, cut func(s, affix string) (string, bool)) Ref {
	if affix := vm.arg(a, 1); !vm.isStr(affix) {
		return vm.raise(vm.types.typeError, "%s() argument must be str, not %s", name, vm.typeName(affix))
	}
	affix := vm.w.View(vm.arg(a, 1))
	vm.work(len(affix) >> 6)
	rest, found := cut(vm.w.View(vm.arg(a, 0)), affix)
	if !found {
		return vm.arg(a, 0)
	}
	vm.textWork(len(rest))
	return vm.w.Str(strings.Clone(rest))
}

func (vm *VM) expandTabs(a args) Ref {
	size := 8
	if v := vm.opt(a, 1, vm.named(a, "tabsize")); v != 0 {
		var ok bool
		if size, ok = vm.indexOf(v, asInteger); !ok {
			return 0
		}
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.padding(size * strings.Count(s, "\t"))
	vm.textWork(len(s))
	vm.work(len(s) >> 4)
	return vm.w.Str(texts.ExpandTabs(s, size))
}

// affix is startswith and endswith.
func (vm *VM) affix(a args, name string, has func(s, part string) bool) Ref {
	from, to, ok := vm.bounds(a, 2, vm.strLen(vm.arg(a, 0))) // which may call an __index__, so nothing is read before
	if !ok {
		return 0
	}
	s, v := vm.w.View(vm.arg(a, 0)), vm.arg(a, 1)
	parts, tuple := []Ref{v}, vm.w.Shape(v) == object.ATuple
	if tuple {
		parts = vm.w.Items(v, vm.w.Len(v))
	}
	if a.n > 2 {
		vm.textWork(4 * len(s))
		if from > vm.strLen(vm.arg(a, 0)) || from > to {
			from, to = -1, -1
		} else {
			s = string([]rune(s)[from:to])
		}
	}
	for _, part := range parts {
		vm.work(1)
		part = vm.plainValue(part)
		switch {
		case !vm.isStr(part) && tuple:
			return vm.raise(vm.types.typeError, "tuple for %s must only contain str, not %s", name, vm.typeName(part))
		case !vm.isStr(part):
			return vm.raise(vm.types.typeError, "%s first arg must be str or a tuple of str, not %s", name, vm.typeName(part))
		}
		vm.work(len(vm.w.View(part)) >> 6)
		if from >= 0 && has(s, vm.w.View(part)) {
			return vm.w.True
		}
	}
	return vm.w.False
}

// countText is str.count.
func (vm *VM) countText(a args) Ref {
	part, ok := vm.strArg(a, 1, "count")
	if !ok {
		return 0
	}
	n := vm.strLen(vm.arg(a, 0))
	from, to, ok := vm.bounds(a, 2, n)
	if !ok {
		return 0
	}
	s := vm.w.View(vm.arg(a, 0))
	vm.textWork(len(s))
	if from > n || from > to {
		return vm.w.Int(0)
	}
	if a.n > 2 {
		vm.textWork(4 * len(s))
		s = string([]rune(s)[from:to])
	}
	return vm.w.Int(int64(strings.Count(s, part)))
}

// strArg returns an argument that must be a string.
func (vm *VM) strArg(a args, k int, method string) (string, bool) {
	v := vm.arg(a, k)
	if !vm.isStr(v) {
		if method == "replace" {
			vm.raise(vm.types.typeError, "replace() argument %d must be str, not %s", k, vm.typeName(v))
		} else {
			vm.raise(vm.types.typeError, "must be str, not %s", vm.typeName(v))
		}
		return "", false
	}
	return vm.copied(v), true
}

// caseText is a method that makes a string from a string by changing the case of its letters. Its cost is how much longer it takes than
// upper does. Letters that are not of ASCII take longer, because each is looked up, and may become three times as long.
func caseText(name string, cost int, f func(c *texts.Casers, s string) string) builtin {
	return builtin{name: name, min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.Text(vm.arg(a, 0))
		vm.spare(8 * len(s))
		vm.work(len(s) >> 6)
		if texts.IsASCII(s) {
			vm.work(cost * len(s) >> 4)
		} else {
			vm.work(cost * (1 + len(s)>>2))
		}
		return vm.w.Str(f(&vm.casers, s))
	}}
}

// testText is the method of that name.
func testText(name string) builtin {
	test := texts.Tests[name]
	return builtin{name: name, min: 1, max: 1, run: func(vm *VM, a args) Ref {
		s := vm.w.View(vm.arg(a, 0))
		vm.work(6 * len(s) >> 6)
		return vm.w.Bool(test(s))
	}}
}

func (vm *VM) join(a args) Ref {
	if o := vm.arg(a, 1); !vm.isIterable(o) {
		return vm.raise(vm.types.typeError, "can only join an iterable")
	}
	items, ok := vm.joinedItems(vm.arg(a, 1))
	if !ok {
		return 0
	}
	sep := vm.w.View(vm.arg(a, 0))
	size := len(sep) * max(len(items)-1, 0)
	for k, v := range items {
		if v = vm.plainValue(v); !vm.isStr(v) {
			return vm.raise(vm.types.typeError, "sequence item %d: expected str instance, %s found", k, vm.typeName(v))
		}
		size += len(vm.w.View(v))
	}
	vm.work(len(items))
	vm.textWork(size)
	var b strings.Builder
	b.Grow(size)
	for k, v := range items {
		if k > 0 {
			b.WriteString(sep)
		}
		b.WriteString(vm.w.View(vm.plainValue(v)))
	}
	return vm.w.Str(b.String())
}

// strs makes a list of strings.
func (vm *VM) strs(parts []string) Ref {
	vm.work(len(parts))
	vm.spare(8 * len(parts))
	items := make([]Ref, len(parts))
	for k, s := range parts {
		items[k] = vm.w.Str(s)
	}
	return vm.newList(items)
}

func (vm *VM) split(a args, fromEnd bool) Ref {
	s, most := vm.w.Text(vm.arg(a, 0)), -1
	if v := vm.opt(a, 2, vm.named(a, "maxsplit")); v != 0 {
		var ok bool
		if most, ok = vm.indexOf(v, asInteger); !ok {
			return 0
		}
	}
	sep := vm.opt(a, 1, vm.named(a, "sep"))
	vm.textWork(len(s))
	if sep == 0 || sep == vm.w.None {
		vm.spare(20 * len(s)) // a header and a place for every other byte
		return vm.strs(texts.SplitSpace(s, most, fromEnd))
	}
	if !vm.isStr(sep) {
		return vm.raise(vm.types.typeError, "must be str or None, not %s", vm.typeName(sep))
	}
	by := vm.copied(sep)
	if by == "" {
		return vm.raise(vm.types.valueError, "empty separator")
	}
	vm.spare(16 * (strings.Count(s, by) + 1))
	if most < 0 || most > len(s) {
		return vm.strs(strings.Split(s, by))
	}
	if !fromEnd {
		return vm.strs(strings.SplitN(s, by, most+1))
	}
	var parts []string
	for ; most > 0; most-- {
		n := strings.LastIndex(s, by)
		if n < 0 {
			break
		}
		parts = append(parts, s[n+len(by):])
		s = s[:n]
	}
	parts = append(parts, s)
	slices.Reverse(parts)
	return vm.strs(parts)
}

func (vm *VM) splitLines(a args) Ref {
	s, keep := vm.w.Text(vm.arg(a, 0)), false
	if v := vm.opt(a, 1, vm.named(a, "keepends")); v != 0 {
		n, ok := vm.indexOf(v, asInteger)
		if keep = n != 0; !ok {
			return 0
		}
	}
	vm.textWork(len(s))
	var parts []string
	for s != "" {
		if len(parts)&1023 == 0 {
			vm.spare(32 * len(parts))
		}
		n := strings.IndexFunc(s, texts.IsLineEnd)
		if n < 0 {
			parts = append(parts, s)
			break
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		if strings.HasPrefix(s[n:], "\r\n") {
			size = 2
		}
		line := s[:n]
		if keep {
			line = s[:n+size]
		}
		parts = append(parts, line)
		s = s[n+size:]
	}
	return vm.strs(parts)
}

func (vm *VM) strip(a args, name string, left, right bool) Ref {
	s := vm.w.Text(vm.arg(a, 0))
	cut := texts.IsSpace
	if v := vm.opt(a, 1, vm.w.None); v != vm.w.None {
		if !vm.isStr(v) {
			return vm.raise(vm.types.typeError, "%s arg must be None or str", name)
		}
		vm.textWork(len(vm.w.View(v)))
		if !vm.isASCII(v) {
			vm.spare(40 * vm.strLen(v))
		}
		cut = texts.NewRuneSet(vm.w.View(v)).Has
	}
	vm.textWork(len(s))
	if left {
		s = strings.TrimLeftFunc(s, cut)
	}
	if right {
		s = strings.TrimRightFunc(s, cut)
	}
	return vm.w.Str(s)
}

func (vm *VM) replace(a args) Ref {
	old, ok := vm.strArg(a, 1, "replace")
	if !ok {
		return 0
	}
	with, ok := vm.strArg(a, 2, "replace")
	if !ok {
		return 0
	}
	n := -1
	if a.n > 3 {
		if n, ok = vm.indexOf(vm.arg(a, 3), asInteger); !ok {
			return 0
		}
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(2*len(s) + strings.Count(s, old)*len(with))
	if n > len(s)+1 {
		n = -1
	}
	return vm.w.Str(strings.Replace(s, old, with, n))
}

func (vm *VM) find(a args, name string, last, demanded bool) Ref {
	part, ok := vm.strArg(a, 1, name)
	if !ok {
		return 0
	}
	from, to, ok := vm.bounds(a, 2, vm.strLen(vm.arg(a, 0)))
	if !ok {
		return 0
	}
	at := -1
	vm.textWork(4 * len(vm.w.View(vm.arg(a, 0))))
	if chars := []rune(vm.w.View(vm.arg(a, 0))); from <= len(chars) && from <= to {
		s := string(chars[from:to])
		if last {
			at = strings.LastIndex(s, part)
		} else {
			at = strings.Index(s, part)
		}
		if at >= 0 {
			at = from + utf8.RuneCountInString(s[:at])
		}
	}
	if at < 0 && demanded {
		return vm.raise(vm.types.valueError, "substring not found")
	}
	return vm.w.Int(int64(at))
}

func (vm *VM) justify(a args, align byte) Ref {
	n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok {
		return 0
	}
	vm.padding(n)
	p := texts.Spec{Fill: ' ', Width: n}
	if a.n > 2 {
		fill := vm.arg(a, 2)
		if !vm.isStr(fill) {
			return vm.raise(vm.types.typeError, "The fill character must be a unicode character, not %s", vm.typeName(fill))
		}
		if vm.strLen(fill) != 1 {
			return vm.raise(vm.types.typeError, "The fill character must be exactly one character long")
		}
		p.Fill, _ = utf8.DecodeRuneInString(vm.w.View(fill))
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(len(s))
	if align == '^' { // center puts what is left over elsewhere than format does
		if left := n - utf8.RuneCountInString(s); left > 0 {
			before := left/2 + left&n&1
			return vm.w.Str(strings.Repeat(string(p.Fill), before) + s + strings.Repeat(string(p.Fill), left-before))
		}
	}
	return vm.w.Str(p.Pad(s, align))
}

func (vm *VM) zfill(a args) Ref {
	n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
	if !ok {
		return 0
	}
	vm.padding(n)
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(len(s))
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = s[:1], s[1:]
	}
	if left := n - len(sign) - utf8.RuneCountInString(s); left > 0 {
		s = strings.Repeat("0", left) + s
	}
	return vm.w.Str(sign + s)
}

func (vm *VM) partition(a args, index func(s, sep string) int, last bool) Ref {
	sep, ok := vm.strArg(a, 1, "partition")
	if !ok {
		return 0
	}
	if sep == "" {
		return vm.raise(vm.types.valueError, "empty separator")
	}
	s := vm.w.Text(vm.arg(a, 0))
	vm.textWork(2 * len(s))
	parts := []string{s, "", ""}
	if n := index(s, sep); n >= 0 {
		parts = []string{s[:n], sep, s[n+len(sep):]}
	} else if last {
		parts = []string{"", "", s}
	}
	return vm.newTuple(vm.w.Str(parts[0]), vm.w.Str(parts[1]), vm.w.Str(parts[2]))
}
