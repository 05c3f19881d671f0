//go:build linux && amd64

package native

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/backend"
	"unbox/examples"
	"unbox/trace"
)

var update = flag.Bool("update", false, "write what was found into testdata")

// The code of the examples, of loops and of single operations is what it was: a worse choice of registers, a comparison that is no longer
// part of its guard, a question that is asked although it is answered is as right as before, and
// nothing else would tell. Whoever changes the code on purpose writes the file anew with -update and
// looks at the sizes.
func TestCodeIsKept(t *testing.T) {
	lines := codeOfTraces(t)
	for name, texts := range operationTexts() {
		for features, set := range bothFeatures {
			size, sum := 0, crc32.NewIEEE()
			for _, text := range texts {
				code := compiled(t, text, set)
				size += code.Size()
				sum.Write(code.Bytes())
				code.Close()
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %d bytes, checksum %08x", name, features, size, sum.Sum32()))
		}
	}
	sort.Strings(lines)
	compareKept(t, filepath.Join("testdata", "code.txt"), lines)
}

var bothFeatures = map[string]Features{"sse2": {}, "avx, bmi2": {AVX: true, BMI2: true}}

func codeOfTraces(t *testing.T) (lines []string) {
	texts := loopTexts(t)
	for _, e := range examples.All() {
		texts[e.ID] = e.Text
	}
	for name, text := range texts {
		for features, set := range bothFeatures {
			code := compiled(t, text, set)
			if code == nil {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %d bytes, %d of them in line, %d slots, checksum %08x",
				name, features, code.Size(), code.StraightSize(), code.Slots(), crc32.ChecksumIEEE(code.Bytes())))
			code.Close()
		}
	}
	return lines
}

// compiled returns the code of a trace, nil if the trace is refused.
func compiled(t *testing.T, text string, set Features) *Code {
	t.Helper()
	recorded, problems := trace.Parse(text)
	if recorded == nil {
		t.Fatalf("%v in\n%s", problems, text)
	}
	p, err := backend.Plan(recorded, backend.Options{})
	if err != nil {
		return nil
	}
	before := slices.Clone(p.Code)
	code, err := Compile(p, Options{Features: set})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, p.Code) {
		t.Fatalf("expected a program that is as it was, found it changed, of\n%s", text)
	}
	return code
}

// operationTexts are traces by operation on numbers: with constants on either side, for which
// code may have a short way, with an operand that was just read from memory, with the result in a guard, and
// all of it in a straight line and in a loop.
func operationTexts() map[string][]string {
	texts := make(map[string][]string)
	for _, code := range trace.Opcodes() {
		info := code.Info()
		layout := info.Spellings[0].Layout
		if layout == "" || len(layout) > 2 || strings.Trim(layout, "if") != "" {
			continue
		}
		if info.Effect != trace.EffectPure && info.Effect != trace.EffectOverflow {
			continue
		}
		name := code.String()
		for _, operands := range operandsOf(layout) {
			texts[name] = append(texts[name], operationText(code, operands, "finish(i0, f0, result)"), operationText(code, operands, "jump(i0, i1, f0, f1, p2)"))
		}
	}
	return texts
}

func operationText(code trace.Opcode, operands, end string) string {
	var b strings.Builder
	b.WriteString("class Box { value: int, other: float }\n[i0, i1, f0, f1, p2]\ni3 = get(p2, value)\nf3 = get(p2, other)\n")
	fmt.Fprintf(&b, "result = %s(%s)\n", code, operands)
	switch {
	case code.Info().Effect == trace.EffectOverflow:
		b.WriteString("guard_no_overflow() [i0]\n")
	case code.Info().Group == "comparison":
		b.WriteString("guard_true(result) [i0, i1]\n")
	}
	b.WriteString("set(p2, value, i1)\n" + end)
	return b.String()
}

// operandsOf lists what an operation is tried with.
func operandsOf(layout string) []string {
	some := map[byte][]string{
		'i': {"i0", "i1", "i3", "0", "1", "-1", "2", "3", "5", "7", "8", "9", "10", "63", "100", "-8", "2147483648", "2147483647", "-2147483648",
			"1099511627776", "-9223372036854775808"},
		'f': {"f0", "f1", "f3", "0.0", "1.0", "-2.5"},
	}
	first := some[layout[0]]
	if len(layout) == 1 {
		return first[:3]
	}
	var list []string
	second := some[layout[1]]
	for _, a := range first[:3] {
		for _, b := range second {
			list = append(list, a+", "+b)
		}
	}
	for _, a := range first[3:] {
		list = append(list, a+", "+second[0])
	}
	return list
}

// loopTexts are the loops of programs that were recorded and optimized, and loops of guards on
// doubles: what is asked together, counted ahead and kept in registers from round to round.
func loopTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	files, err := filepath.Glob("testdata/loops/*.trace")
	if err != nil || len(files) == 0 {
		t.Fatalf("expected traces in testdata/loops, found none (%v)", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts["loop "+strings.TrimSuffix(filepath.Base(file), ".trace")] = string(text)
	}
	for k := range uint64(40) {
		texts[fmt.Sprintf("loop over doubles %d", k)] = floatLoop(seeded(k))
	}
	return texts
}

func compareKept(t *testing.T, path string, lines []string) {
	t.Helper()
	found := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(path, []byte(found), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(path, kept, "found", []byte(found)); d != nil {
		t.Errorf("%s", d)
	}
}
