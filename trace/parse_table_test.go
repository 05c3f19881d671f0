package trace_test

import (
	"strings"
	"testing"

	"unbox/trace"
)

// TestEveryOperationIsParsed parses and prints the example of each row of the
// operation table.
func TestEveryOperationIsParsed(t *testing.T) {
	for _, code := range trace.Opcodes() {
		info := code.Info()
		t.Run(info.Name(), func(t *testing.T) {
			text := surround(code, info.Example)
			trace := mustParse(t, text)
			if trace.String() != text {
				t.Errorf("printed:\n%sexpected:\n%s", trace, text)
			}
			found := false
			for v := range trace.Ops {
				found = found || trace.Ops[v].Code == code
			}
			if !found {
				t.Errorf("expected the example `%s` to use the operation, found another one", info.Example)
			}
		})
	}
}

// surround makes a trace of an example: it adds inputs, and operations that
// have to come before or after it.
func surround(code trace.Opcode, example string) string {
	switch {
	case strings.HasPrefix(example, "["), strings.HasPrefix(example, "label"):
		return example + "\n"
	case code == trace.OpJump:
		return "[p0, i2]\n" + example + "\n"
	}
	text := "[" + strings.Join(freeNames(example), ", ") + "]\n"
	switch {
	case code == trace.OpGuardNoOverflow || code == trace.OpGuardOverflow:
		return text + "i1 = int_add_ovf(i0, 1)\n" + example + "\n"
	case code.Info().Effect == trace.EffectOverflow:
		return text + example + "\nguard_no_overflow() [i0]\n"
	case code == trace.OpOpaque:
		return "# Traced loop or bridge with 1 ops\n" + text + example + "\n"
	}
	return text + example + "\n"
}

// freeNames returns the names like i0 and p1 after the "=" of an example.
func freeNames(example string) []string {
	if _, behind, found := strings.Cut(example, " = "); found {
		example = behind
	}
	var names []string
	seen := make(map[string]bool)
	inQuotes := strings.IndexByte(example, '\'')
	for _, word := range strings.FieldsFunc(example, func(r rune) bool { return strings.ContainsRune("(), []<>=", r) }) {
		isName := len(word) == 2 && strings.ContainsRune("ipf", rune(word[0])) && word[1] >= '0' && word[1] <= '9'
		if isName && !seen[word] && inQuotes < 0 {
			seen[word] = true
			names = append(names, word)
		}
	}
	return names
}

// TestEverySpellingIsParsed writes each operation in each of its spellings.
func TestEverySpellingIsParsed(t *testing.T) {
	for _, code := range trace.Opcodes() {
		for i, s := range code.Info().Spellings {
			t.Run(s.Name+" "+s.Layout, func(t *testing.T) {
				checkLayout(t, code, s)
				if code == trace.OpLabel || code == trace.OpParam || code == trace.OpOpaque {
					return
				}
				text := spelledTrace(code, s)
				trace := mustParse(t, text)
				if trace.String() != text {
					t.Errorf("printed:\n%sexpected:\n%s", trace, text)
				}
				for v := range trace.Ops {
					if op := &trace.Ops[v]; op.Code == code && int(op.Spelling) == i {
						return
					}
				}
				t.Errorf("expected the spelling %d, found another one:\n%s", i, text)
			})
		}
	}
}

// checkLayout checks that the layout has only letters that mean something, and
// that the dialects are ones that exist.
func checkLayout(t *testing.T, code trace.Opcode, s trace.Spelling) {
	t.Helper()
	if s.Layout != "infix" && strings.Trim(s.Layout, "irfa*CFNADL;?") != "" {
		t.Errorf("expected letters that mean something, found the layout %q", s.Layout)
	}
	if strings.Trim(s.In, "pyt") != "" {
		t.Errorf("expected dialects out of p, y and t, found %q", s.In)
	}
	letters := map[trace.DescrKind]string{
		trace.DescrClass: "C", trace.DescrField: "FN", trace.DescrArray: "A",
		trace.DescrLabel: "L", trace.DescrText: "D", trace.DescrOpaque: "D",
	}
	for _, letter := range "CFNADL" {
		if strings.ContainsRune(s.Layout, letter) && !strings.ContainsRune(letters[code.Info().Descr], letter) {
			t.Errorf("expected no %q in the layout %q, found Descr of kind %d", letter, s.Layout, code.Info().Descr)
		}
	}
	if strings.ContainsAny(s.Layout, "CFNADL") != (code.Info().Descr != trace.DescrNone) && s.Name != "alloc" && s.Name != "[]" && !strings.HasPrefix(s.Name, "virtual_ref") {
		t.Errorf("expected the layout %q to have a place for the descriptor", s.Layout)
	}
}

// spelledTrace writes a trace around one operation.
func spelledTrace(code trace.Opcode, s trace.Spelling) string {
	const inputs = "[i0, p0, f0]\n"
	if s.Layout == "infix" {
		return inputs + "i1 = i0 " + s.Name + " i0\n"
	}
	var operands []string
	descr := false
	layout := s.Layout
	for k := 0; k < len(layout); k++ {
		operand := map[byte]string{
			'i': "i0", 'r': "p0", 'f': "f0", 'a': "i0", '*': "i0", 'C': "Box", 'F': "field", 'N': "3", 'A': "<ArrayX 8>", 'D': "text", 'L': "L0",
		}[layout[k]]
		switch {
		case layout[k] == ';':
			descr = true
			continue
		case layout[k] == '?':
			continue
		case descr:
			operand = "descr=" + operand
		case code == trace.OpGetarg:
			operand = "0"
		case code == trace.OpGuardValue && k == 1:
			operand = "5"
		}
		operands = append(operands, operand)
	}
	line := s.Name + "(" + strings.Join(operands, ", ") + ")\n"
	result := code.Info().Result
	if s.Result != 0 {
		result = s.Result
	}
	if name := map[byte]string{'i': "i1", 'r': "p1", 'f': "f1", 'x': "i1"}[result]; name != "" && !strings.HasSuffix(s.Name, "_n") {
		line = name + " = " + line
	}
	if code == trace.OpSameAs && s.Result == 0 {
		line = strings.Replace(line, "p1", "i1", 1)
	}
	switch {
	case code.Info().Effect == trace.EffectOverflow:
		return inputs + line + "guard_no_overflow()\n"
	case code == trace.OpGuardNoOverflow || code == trace.OpGuardOverflow:
		return inputs + "i1 = int_add_ovf(i0, 1)\n" + line
	case code == trace.OpJump:
		return "L0(i0):\n" + line
	}
	return inputs + line
}
