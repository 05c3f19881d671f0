package run

import (
	"testing"
)

// TestMemoryOfProgramsThatCannotStart runs a program whose start section fails, which is before wazero has an instance to close: its memory
// is there for the next run.
func TestMemoryOfProgramsThatCannotStart(t *testing.T) {
	const failing = "\x00asm\x01\x00\x00\x00" +
		"\x01\x04\x01\x60\x00\x00" + // a function without arguments and results
		"\x03\x02\x01\x00" +
		"\x05\x04\x01\x01\x01\x10" + // a memory of 1 to 16 pages
		"\x07\x0a\x01\x06_start\x00\x00" +
		"\x08\x01\x00" + // it starts with the function
		"\x0a\x05\x01\x03\x00\x00\x0b" // which is unreachable
	var w programs
	if err := w.compile(t.Context(), &order{Module: []byte(failing), Pages: 16}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := w.pass(t.Context(), &order{Output: 100}); err == nil {
			t.Fatal("expected a program that cannot start, found one that does")
		}
		if used, free := len(w.memories.used), len(w.memories.free); used != 0 || free != 1 {
			t.Errorf("expected one memory, which is free, found %d in use and %d free", used, free)
		}
	}
}
