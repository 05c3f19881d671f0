//go:build linux && amd64

package native

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"unbox/backend"
	"unbox/examples"
	"unbox/trace"
)

var update = flag.Bool("update", false, "write what was found into testdata")

// The code of the examples and of single operations is what it was: a worse choice of registers, a comparison that is no longer
// part of its guard, a question that is asked although it is answered is as right as before, and
// nothing else would tell. Whoever changes the code on purpose writes the file anew with -update and
// looks at the sizes.
func TestCodeIsKept(t *testing.T) {
	lines := codeOfExamples(t)
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

func codeOfExamples(t *testing.T) (lines []string) {
	for _, e := range examples.All() {
		for features, set := range bothFeatures {
			code := compiled(t, e.Text, set)
			if code == nil {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %d bytes, %d of them in line, %d slots, checksum %08x",
				e.ID, features, code.Size(), code.StraightSize(), code.Slots(), crc32.ChecksumIEEE(code.Bytes())))
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
	code, err := Compile(p, Options{Features: set})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// operationTexts are traces by operation on integers: with constants on either side, for which
// code may have a short way, with one that was just read from memory, with the result in a guard, and with operands that are used again.
func operationTexts() map[string][]string {
	texts := make(map[string][]string)
	for _, code := range trace.Opcodes() {
		info := code.Info()
		layout := info.Spellings[0].Layout
		tail := "\nfinish(i9, i0)"
		switch {
		case layout != "i" && layout != "ii":
			continue
		case info.Effect == trace.EffectOverflow:
			tail = "\nguard_no_overflow() [i0]" + tail
		case info.Effect != trace.EffectPure:
			continue
		case info.Group == "comparison":
			tail = "\nguard_true(i9) [i0, i1]" + tail
		}
		name := code.String()
		add := func(operands string) {
			texts[name] = append(texts[name], "class Box { value: int }\n[i0, i1, p2]\ni3 = get(p2, value)\ni9 = "+name+"("+operands+")"+tail)
		}
		if layout == "i" {
			add("i0")
			add("i3")
			continue
		}
		add("i0, i3")
		add("i3, i0")
		add("i0, i1")
		add("i1, i0")
		add("i0, i0")
		for _, c := range []int64{0, 1, -1, 2, 3, 4, 5, 7, 8, 9, 10, 63, 100, -8, 1 << 31, 1<<31 - 1, -1 << 31, 1 << 40, -1 << 63} {
			add(fmt.Sprintf("i0, %d", c))
			add(fmt.Sprintf("%d, i0", c))
		}
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
