package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// conditions are operations whose results guards can ask about, in the notation of a
// trace, by the letter of their type: one for each row of the operation table that
// has a result, and inputs and constants.
func conditions() map[byte][]string {
	list := map[byte][]string{'i': {"i0", "7"}, 'p': {"p0", "ConstPtr(here)", "null"}, 'f': {"f0", "2.5"}}
	for _, code := range trace.Opcodes() {
		info := code.Info()
		spelling := info.Spellings[0]
		var args []string
		for _, kind := range spelling.Layout {
			arg, ok := map[rune]string{'i': "i%d", 'f': "f%d", 'r': "p%d"}[kind]
			if !ok {
				args = nil
				break
			}
			args = append(args, fmt.Sprintf(arg, len(args)))
		}
		letter := map[byte]byte{'i': 'i', 'f': 'f', 'r': 'p'}[info.Result]
		if len(args) > 0 && letter != 0 && (info.Effect == trace.EffectPure || info.Effect == trace.EffectOverflow) {
			list[letter] = append(list[letter], spelling.Name+"("+strings.Join(args, ", ")+")")
		}
	}
	list['i'] = append(list['i'], "get(p0, n)", "escape_i(i0)", "getarrayitem_gc_i(p0, i1, descr=<ArrayS 8>)", "arraylen_gc(p0, descr=<ArrayS 8>)")
	list['p'] = append(list['p'], "get(p0, next)", "escape_r(i0)", "new(A)", "new_array(i0, descr=<ArrayS 8>)")
	list['f'] = append(list['f'], "get(p0, x)", "escape_f(i0)")
	return list
}

// askingGuards are the guards that ask about a value, with the type of what they ask about.
func askingGuards() map[string]byte {
	guards := map[string]byte{}
	for _, code := range trace.Opcodes() {
		info := code.Info()
		if info.Effect != trace.EffectGuard || !strings.ContainsAny(info.Spellings[0].Layout, "irfa") {
			continue // a guard that asks about the operation before it, or about the outside
		}
		switch name := info.Spellings[0].Name; name {
		case "guard_true", "guard_false":
			guards[name+"(%s)"] = 'i'
		case "guard_value":
			guards[name+"(%s, 3)"], guards[name+"(%s, 1)"], guards[name+"(%s, 0)"] = 'i', 'i', 'i'
			guards[name+"(%s, 0.5)"], guards[name+"(%s, ConstPtr(there))"] = 'f', 'p'
		case "guard_class", "guard_nonnull_class":
			guards[name+"(%s, A)"] = 'p'
		case "guard_nonnull", "guard_isnull":
			guards[name+"(%s)"] = 'p'
		default:
			panic("BUG: a guard that this test does not know: " + name + " " + info.Spellings[0].Layout)
		}
	}
	return guards
}

// Of a guard that is repeated at once, only one is left, whatever it asks and whatever made
// the value that it asks about, both with the passes on guards alone and with all passes.
func TestRepeatedGuardGoes(t *testing.T) {
	tried := 0
	for guard, letter := range askingGuards() {
		for _, condition := range conditions()[letter] {
			if condition == "null" && strings.Contains(guard, "guard_class") {
				continue // this has no meaning
			}
			overflow := ""
			if strings.Contains(condition, "_ovf") {
				overflow = "guard_no_overflow()\n"
			}
			text := fmt.Sprintf("[i0, i1, p0, p1, f0, f1]\n%c9 = same_as(%s)\n", letter, condition)
			if strings.Contains(condition, "(") && !strings.HasPrefix(condition, "Const") {
				text = fmt.Sprintf("[i0, i1, p0, p1, f0, f1]\n%c9 = %s\n%s", letter, condition, overflow)
			}
			asked := fmt.Sprintf(guard, string(letter)+"9")
			text += asked + " [i0]\n" + asked + " [i1]\n" + asked + " [i0]\nfinish(" + string(letter) + "9)\n"
			for _, preset := range []string{"guards", "fold, guards", "straight"} {
				tried++
				checkGuardOnce(t, text, preset, asked)
			}
		}
	}
	if tried < 500 {
		t.Errorf("expected at least 500 traces, found %d", tried)
	}
}

func checkGuardOnce(t *testing.T, text, passes, asked string) {
	t.Helper()
	in, diagnostics := trace.Parse(text)
	if in == nil {
		t.Fatalf("%v\n%s", diagnostics, text)
	}
	set, err := optimizer.ParsePasses(strings.Split(passes, ","))
	if preset, e := optimizer.PresetByName(passes); e == nil {
		set, err = preset.Passes, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	r := optimizer.Optimize(in, set)
	guards := 0
	for i := range r.Out.Ops[1:] {
		if code := r.Out.Ops[i+1].Code; code.IsGuard() && code != trace.OpGuardNoOverflow {
			guards++
		}
	}
	if guards > 1 {
		t.Errorf("passes %s: expected `%s` once at most, found\n%s", passes, asked, r.Out)
	}
}
