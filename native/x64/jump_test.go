package x64

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"
)

func TestJumpsReachTheirLabels(t *testing.T) {
	for _, gap := range []int{0, 1, 100, 125, 126, 127, 128, 1000, 100000} {
		for cond := Overflow; cond <= Greater; cond++ {
			checkJump(t, gap, func(a *Assembler, l Label) { a.Jcc(cond, l, false) }, "J")
		}
		checkJump(t, gap, func(a *Assembler, l Label) { a.Jmp(l, false) }, "JMP")
	}
}

// checkJump jumps backward and forward over gap bytes.
func checkJump(t *testing.T, gap int, jump func(*Assembler, Label), name string) {
	t.Helper()
	var a Assembler
	a.Reset(true)
	back, ahead := a.NewLabel(), a.NewLabel()
	a.Place(back)
	a.Zero(gap)
	first := a.Pos()
	jump(&a, back)
	second := a.Pos()
	jump(&a, ahead)
	third := a.Pos()
	a.Zero(gap)
	a.Place(ahead)
	code := a.Finish()
	if got := target(t, code[first:], name) + int64(first); got != 0 {
		t.Errorf("gap %d: the jump backward goes to %d", gap, got)
	}
	if got := target(t, code[second:third], name) + int64(second); got != int64(third+gap) {
		t.Errorf("gap %d: the jump forward goes to %d", gap, got)
	}
	if short := second-first == 2; short != (gap <= 126) {
		t.Errorf("gap %d: the jump backward takes %d bytes", gap, second-first)
	}
}

// Each jump has exactly one form. A near jump to a label that is not placed yet is short, even over 127 bytes;
// without the promise it has four bytes for the distance, even over none; backward, the distance alone decides.
func TestJumpsAreTheseBytes(t *testing.T) {
	ahead := func(near bool, gap int, jump func(a *Assembler, l Label, near bool)) []byte {
		var a Assembler
		a.Reset(true)
		l := a.NewLabel()
		jump(&a, l, near)
		at := a.Pos()
		a.Zero(gap)
		a.Place(l)
		return a.Finish()[:at]
	}
	jmp := func(a *Assembler, l Label, near bool) { a.Jmp(l, near) }
	jcc := func(a *Assembler, l Label, near bool) { a.Jcc(Equal, l, near) }
	for _, c := range []struct {
		got, want []byte
	}{
		{ahead(true, 0, jmp), []byte{0xeb, 0}},
		{ahead(true, 127, jmp), []byte{0xeb, 127}},
		{ahead(false, 0, jmp), []byte{0xe9, 0, 0, 0, 0}},
		{ahead(false, 128, jmp), []byte{0xe9, 128, 0, 0, 0}},
		{ahead(true, 127, jcc), []byte{0x74, 127}},
		{ahead(false, 0, jcc), []byte{0x0f, 0x84, 0, 0, 0, 0}},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("expected % x, found % x", c.want, c.got)
		}
	}
	for _, near := range []bool{false, true} {
		for gap, want := range map[int][]byte{126: {0xeb, 0x80}, 127: {0xe9, 0x7c, 0xff, 0xff, 0xff}} {
			var a Assembler
			a.Reset(true)
			l := a.NewLabel()
			a.Place(l)
			a.Zero(gap)
			a.Jmp(l, near)
			if got := a.Finish()[gap:]; !bytes.Equal(got, want) {
				t.Errorf("%d bytes backward, near %v: expected % x, found % x", gap, near, want, got)
			}
		}
	}
}

// target decodes a jump and returns where it goes, counted from its start.
func target(t *testing.T, code []byte, name string) int64 {
	t.Helper()
	inst, err := x86asm.Decode(code, 64)
	if err != nil {
		t.Fatal(err)
	}
	rel, ok := inst.Args[0].(x86asm.Rel)
	if !ok || !strings.HasPrefix(inst.Op.String(), name) {
		t.Fatalf("expected a jump, found %v", inst)
	}
	return int64(rel) + int64(inst.Len)
}

func TestConditionsOfJumps(t *testing.T) {
	for cond := Overflow; cond <= Greater; cond++ {
		var a Assembler
		a.Reset(true)
		l := a.NewLabel()
		a.Jcc(cond, l, true)
		a.Place(l)
		inst, err := x86asm.Decode(a.Finish(), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.ToLower(inst.Op.String()), "j"+cond.String(); got != want {
			t.Errorf("expected %s, found %s", want, got)
		}
	}
}

func TestAddressOfALabelCountsTheBytesBehindIt(t *testing.T) {
	for _, write := range []func(*Assembler, Mem){
		func(a *Assembler, m Mem) { a.RM(MOV, RAX, m) },
		func(a *Assembler, m Mem) { a.MI(CMP, m, 5) },
		func(a *Assembler, m Mem) { a.MI(CMP, m, 5000) },
		func(a *Assembler, m Mem) { a.RMI(IMUL, RCX, m, 5) },
		func(a *Assembler, m Mem) { a.RM(MULSD, X0+9, m) },
	} {
		var a Assembler
		a.Reset(true)
		l := a.NewLabel()
		write(&a, AtLabel(l))
		length := a.Pos()
		a.Align(8)
		a.Place(l)
		at := a.Pos()
		a.Data(42)
		code := a.Finish()
		inst, err := x86asm.Decode(code, 64)
		if err != nil || inst.Len != length {
			t.Fatalf("% x: %v, length %d", code, err, inst.Len)
		}
		found := false
		for _, arg := range inst.Args {
			if m, ok := arg.(x86asm.Mem); ok {
				found = true
				if m.Base != x86asm.RIP || m.Disp+int64(length) != int64(at) {
					t.Errorf("%v: expected an address %d bytes ahead, found %d", inst, at-length, m.Disp)
				}
			}
		}
		if !found {
			t.Errorf("%v: expected an address", inst)
		}
	}
}

func TestAlignFillsWithInstructions(t *testing.T) {
	for gap := range 64 {
		var a Assembler
		a.Reset(true)
		for range gap {
			a.Plain(RET)
		}
		a.Align(64)
		code := a.Finish()
		if len(code)%64 != 0 {
			t.Fatalf("%d: found %d bytes", gap, len(code))
		}
		for rest := code[gap:]; len(rest) > 0; {
			inst, err := x86asm.Decode(rest, 64)
			if err != nil || inst.Op != x86asm.NOP && !bytes.HasPrefix(rest, []byte{0x66, 0x90}) {
				t.Fatalf("%d: % x: %v %v", gap, rest, inst, err)
			}
			rest = rest[inst.Len:]
		}
	}
}
