package x64

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"
)

func TestRowsHaveTheirBytesAndText(t *testing.T) {
	for _, row := range encodingRows {
		var a Assembler
		a.Reset(true)
		row.write(&a)
		if got := fmt.Sprintf("% x", a.Finish()); got != row.bytes {
			t.Errorf("%s: expected the bytes %s, found %s", row.text, row.bytes, got)
		}
		if got := a.Insts()[0].Text(nil); got != row.text {
			t.Errorf("expected the text %q, found %q", row.text, got)
		}
	}
}

func TestEveryMnemonicHasARow(t *testing.T) {
	seen := make(map[Op]bool)
	for _, row := range encodingRows {
		var a Assembler
		a.Reset(true)
		row.write(&a)
		seen[a.Insts()[0].Op] = true
	}
	for op := None + 1; op < opCount; op++ {
		switch op {
		case JCC, JMP, NOP: // have tests of their own
			continue
		}
		if !seen[op] {
			t.Errorf("expected a row for `%s` (%d)", op, op)
		}
	}
}

// TestRowsDecode reads the bytes of each row with an independent disassembler.
// x86asm does not know VEX; those rows have TestRowsDisassembleInBinutils.
func TestRowsDecode(t *testing.T) {
	decoded := 0
	for _, row := range encodingRows {
		var a Assembler
		a.Reset(true)
		row.write(&a)
		code := a.Finish()
		in := a.Insts()[0]
		if table[in.Op].flags&vex != 0 {
			continue
		}
		inst, err := x86asm.Decode(code, 64)
		if err != nil {
			t.Errorf("%s (% x): %v", row.text, code, err)
			continue
		}
		decoded++
		if inst.Len != len(code) {
			t.Errorf("%s: expected an instruction of %d bytes, found %d", row.text, len(code), inst.Len)
		}
		if got, want := plain(x86asm.IntelSyntax(inst, 0, nil)), plain(row.text); got != want {
			t.Errorf("%s (% x): expected %q, found %q", row.text, code, want, got)
		}
	}
	if decoded < len(encodingRows)/2 {
		t.Errorf("expected most rows to be decoded, found %d", decoded)
	}
}

var number = regexp.MustCompile(`\b(0x[0-9a-f]+|\d+)\b`)

// otherNames are names that the disassemblers have for the same thing.
var otherNames = strings.NewReplacer("movabs", "mov", "ptr [", "[",
	"setnle", "setg", "setnb ", "setae ", "setnz", "setne", "setnbe", "seta", "setnl ", "setge ", "setz", "sete",
	"cmovnle", "cmovg", "cmovnb ", "cmovae ", "cmovnz", "cmovne", "cmovnbe", "cmova", "cmovnl ", "cmovge ", "cmovz", "cmove")

var scaleFirst = regexp.MustCompile(`(0x[248])\*(r[a-z0-9]+)`)

// plain converts the notations of disassemblers to a common form: numbers in
// hexadecimal, no spaces, no names of sizes, no scale of one.
func plain(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, size := range []string{"qword", "dword", "xmmword", "word", "byte"} {
		text = strings.ReplaceAll(text, size+" ptr ", "")
	}
	text = otherNames.Replace(text)
	text = strings.NewReplacer(" ", "", "*1+", "+", "*1]", "]", "+0x0]", "]", "+-", "-").Replace(text)
	text = number.ReplaceAllStringFunc(text, func(s string) string {
		var v uint64
		if _, err := fmt.Sscan(s, &v); err != nil {
			return s
		}
		return fmt.Sprintf("%#x", v)
	})
	// A negative constant may be written as the unsigned number to which it wraps.
	text = regexp.MustCompile(`0xff[0-9a-f]{14}\b|0xff[0-9a-f]{6}\b`).ReplaceAllStringFunc(text, func(s string) string {
		var v uint64
		fmt.Sscan(s, &v)
		if len(s) == len("0x01234567") {
			v = uint64(int64(int32(v)))
		}
		return fmt.Sprintf("-%#x", -v)
	})
	text = scaleFirst.ReplaceAllString(text, "$2*$1")
	return strings.NewReplacer("-0x8000000000000000", "0x8000000000000000", "+-", "-").Replace(text)
}

// TestRowsDisassembleInBinutils reads all rows with objdump, if it is installed.
func TestRowsDisassembleInBinutils(t *testing.T) {
	objdump, err := exec.LookPath("objdump")
	if err != nil {
		t.Skip("objdump is not installed")
	}
	var a Assembler
	a.Reset(true)
	for _, row := range encodingRows {
		row.write(&a)
	}
	file := filepath.Join(t.TempDir(), "rows")
	if err := os.WriteFile(file, a.Finish(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(objdump, "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := listed(string(out))
	if len(lines) != len(encodingRows) {
		t.Fatalf("expected %d instructions, found %d", len(encodingRows), len(lines))
	}
	for k, row := range encodingRows {
		if got, want := plain(lines[k]), plain(row.text); got != want {
			t.Errorf("expected %q, found %q", want, got)
		}
	}
}

// listed returns the instructions of a listing of objdump.
func listed(out string) (lines []string) {
	for line := range strings.Lines(out) {
		if at, text, ok := strings.Cut(line, ":\t"); ok && strings.HasPrefix(at, " ") {
			lines = append(lines, text)
		}
	}
	return lines
}

// TestOperandsDecode tries every register in every place of an address.
func TestOperandsDecode(t *testing.T) {
	var a Assembler
	check := func() {
		t.Helper()
		code := a.Finish()
		inst, err := x86asm.Decode(code, 64)
		if err != nil || inst.Len != len(code) {
			t.Fatalf("% x: %v, length %d", code, err, inst.Len)
		}
		if got, want := plain(x86asm.IntelSyntax(inst, 0, nil)), plain(a.Insts()[0].Text(nil)); got != want {
			t.Fatalf("% x: expected %q, found %q", code, want, got)
		}
	}
	for base := RAX; base <= R15; base++ {
		for index := RAX; index <= R15; index++ {
			for _, scale := range []uint8{1, 2, 4, 8} {
				for _, disp := range []int32{0, 1, -128, 127, 128, -129, 1 << 30} {
					if index == RSP {
						continue
					}
					a.Reset(true)
					a.RM(MOV, index, Indexed(base, index, scale, disp))
					check()
				}
			}
		}
		for _, disp := range []int32{0, 8, -8, 4096, -4096} {
			a.Reset(true)
			a.MR(MOVL, At(base, disp), base)
			check()
		}
	}
	for r := RAX; r <= R15; r++ {
		for q := RAX; q <= R15; q++ {
			for _, write := range []func(){
				func() { a.RR(ADD, r, q) }, func() { a.RR(MOVZXB, r, q) }, func() { a.RR(TESTL, r, q) },
				func() { a.RR(MULSD, X0+r, X0+q) }, func() { a.RR(MOVQG, r, X0+q) }, func() { a.RR(MOVQX, X0+r, q) },
				func() { a.RRI(IMUL, r, q, 100) }, func() { a.Cmov(Cond(q), r, q) }, func() { a.Set(Cond(q), r) },
			} {
				a.Reset(true)
				write()
				check()
			}
		}
	}
}
