package vet

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	page "unbox/static/build"
)

// num is a number in LEB128.
func num(n uint64) string { return string(binary.AppendUvarint(nil, n)) }

// vec is a vector: its count, and its contents.
func vec(things ...string) string { return num(uint64(len(things))) + strings.Join(things, "") }

func section(id byte, contents string) string {
	return string(id) + num(uint64(len(contents))) + contents
}

func module(sections ...string) string {
	return "\x00asm\x01\x00\x00\x00" + strings.Join(sections, "")
}

// withCode has the sections of a module with one function () -> () that has some locals and code.
func withCode(locals, code string) string {
	body := locals + code + "\x0b"
	return module(section(typeSection, vec("\x60\x00\x00")), section(functionSection, vec("\x00")), section(codeSection, vec(num(uint64(len(body)))+body)))
}

// many repeats a text.
func many(n int, text string) string { return strings.Repeat(text, n) }

// huge is the largest number of 32 bits.
const huge = "\xff\xff\xff\xff\x0f"

// hostile are modules that each ask for more than they may have, with the expected message.
func hostile() map[string][2]string {
	thousand := strings.TrimSuffix(many(1000, "\x7f,"), ",")
	thousandTypes := vec(strings.Split(thousand, ",")...)
	return map[string][2]string{
		"2^29 locals":              {withCode("\x01"+num(1<<29)+"\x7f", ""), "locals in a function, found 536870912"},
		"2^32-1 locals, in runs":   {withCode("\x02"+num(1<<31)+"\x7f"+num(1<<31-1)+"\x7e", ""), "locals in a function"},
		"runs of locals":           {withCode(huge, ""), "runs of locals"},
		"a table of 128 million":   {module(section(tableSection, vec("\x70\x00"+num(128<<20)))), "entries in tables, found 134217728"},
		"sixteen tables":           {module(section(tableSection, vec(strings.Split(strings.TrimSuffix(many(16, "\x70\x00"+num(100_000)+","), ","), ",")...))), "entries in tables"},
		"tables":                   {module(section(tableSection, num(1<<27))), "at most 16 tables"},
		"a table that grows":       {withTable(), "where one grows"},
		"elements":                 {module(section(elementSection, "\x01\x00\x41\x00\x0b"+huge)), "at most 400000 elements"},
		"passive elements":         {module(section(elementSection, "\x01\x01\x00"+huge)), "at most 400000 elements"},
		"expressions as elements":  {module(section(elementSection, "\x01\x05\x70"+huge)), "at most 400000 elements"},
		"element segments":         {module(section(elementSection, huge)), "at most 100000 element segments"},
		"announced elements":       {module(section(elementSection, "\x01\x00\x41\x00\x0b"+num(399_999))), "found 0 bytes for them"},
		"types":                    {module(section(typeSection, huge)), "at most 10000 types"},
		"parameters":               {module(section(typeSection, "\x01\x60"+huge)), "at most 1000 parameters"},
		"results":                  {module(section(typeSection, "\x01\x60\x00"+huge)), "at most 1000 results"},
		"imports":                  {module(section(importSection, huge)), "at most 1000 imports"},
		"a name":                   {module(section(importSection, "\x01"+huge)), "at most 1000 bytes of a name"},
		"functions":                {module(section(functionSection, huge)), "at most 100000 functions"},
		"a memory":                 {module(section(memorySection, vec("\x00"+num(65536)))), "at most 4096 pages of 64 KiB, found 65536"},
		"memories":                 {module(section(memorySection, huge)), "at most 1 memories"},
		"globals":                  {module(section(globalSection, huge)), "at most 100000 globals"},
		"exports":                  {module(section(exportSection, huge)), "at most 100000 exports"},
		"data segments":            {module(section(dataSection, huge)), "at most 100000 data segments"},
		"data that is not there":   {module(section(dataSection, "\x01\x01"+huge)), "expected 4294967295 bytes"},
		"counted data":             {module(section(dataCountSection, huge)), "at most 100000 data segments"},
		"bodies":                   {module(section(codeSection, huge)), "at most 100000 bodies"},
		"a body":                   {module(section(typeSection, vec("\x60\x00\x00")), section(functionSection, vec("\x00")), section(codeSection, "\x01"+huge)), "bytes of code in a function"},
		"a table of branches":      {withCode("\x00", "\x41\x00\x0e"+huge), "at most 65520 branches"},
		"types of a selection":     {withCode("\x00", "\x1c"+huge), "at most 1000 types"},
		"nested blocks":            {withCode("\x00", many(6000, "\x02\x40")+many(6000, "\x0b")), "at most 5000 blocks inside of each other"},
		"locals times blocks":      {withCode("\x01"+num(20_000)+"\x7f", many(1000, "\x41\x00\x04\x40\x0b")), "locals times blocks"},
		"locals times branches":    {withCode("\x01"+num(20_000)+"\x7f", "\x41\x00\x0e"+num(60_000)+many(60_001, "\x00")), "locals times blocks"},
		"a thousand results":       {withCalls(thousandTypes), "values that the instructions of a function hand over"},
		"a section too long":       {module("\x01\xff\xff\xff\xff\x0f"), "expected 4294967295 bytes"},
		"sections in disorder":     {module(section(functionSection, "\x00"), section(typeSection, "\x00")), "sections in their order"},
		"a section twice":          {module(section(typeSection, "\x00"), section(typeSection, "\x00")), "each once"},
		"an unknown section":       {module(section(13, "\x00")), "known sections"},
		"something after a vector": {module(section(typeSection, "\x00\x00")), "expected the end of a section"},
		"no code":                  {module(section(typeSection, vec("\x60\x00\x00")), section(functionSection, vec("\x00"))), "code for each function"},
		"a later instruction":      {withCode("\x00", "\x06\x40"), "expected an instruction of WebAssembly 2.0, found opcode 0x6"},
		"an unknown prefix":        {withCode("\x00", "\xfc\x12"), "found 0xfc 18"},
		"a number without an end":  {withCode("\x00", "\x41\x80\x80\x80\x80\x80\x80"), "a longer one"},
		"a number of 33 bits":      {module(section(typeSection, "\xff\xff\xff\xff\x1f")), "a longer one"},
		"half a module":            {module(section(typeSection, vec("\x60\x00\x00")), "\x03"), "found the end"},
		"no module":                {"\x7fELF", "the head of a WebAssembly module"},
	}
}

// withTable is a module whose table has no maximum and grows.
func withTable() string {
	body := "\x00\xd0\x70\x41\x01\xfc\x0f\x00\x1a\x0b"
	return module(section(typeSection, vec("\x60\x00\x00")), section(functionSection, vec("\x00")), section(tableSection, vec("\x70\x00\x01")),
		section(codeSection, vec(num(uint64(len(body)))+body)))
}

// withCalls is a module that repeatedly calls a function with a thousand results.
func withCalls(results string) string {
	first, second := "\x00"+many(1000, "\x41\x00")+"\x0b", "\x00"+many(5000, "\x10\x00")+"\x00\x0b"
	return module(section(typeSection, vec("\x60\x00"+results, "\x60\x00\x00")), section(functionSection, vec("\x00", "\x01")),
		section(codeSection, vec(num(uint64(len(first)))+first, num(uint64(len(second)))+second)))
}

func TestHostileModules(t *testing.T) {
	for name, c := range hostile() {
		_, err := Module([]byte(c[0]), Limits{})
		if err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: expected an error with `%s`, found %v", name, c[1], err)
		}
	}
}

// goProgram is a program that Go's compiler made for WASI, with its names. It shares packages with the page's module.
func goProgram(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.wasm")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", file, "../../tutorials/run/testdata/pass")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS="+strings.Join(page.CompileFlags(), " "))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestHonestModule: a real program passes with room to spare, loses only its names, and costs no
// more memory than the copy.
func TestHonestModule(t *testing.T) {
	program := goProgram(t)
	half := Limits{}.withDefaults()
	for _, n := range []*uint32{&half.Functions, &half.Globals, &half.Exports, &half.Elements, &half.Data, &half.Types, &half.Imports,
		&half.Entries, &half.Body, &half.Locals, &half.Depth, &half.Branches, &half.MemoryPages} {
		*n /= 2
	}
	half.Places, half.Work = half.Places/2, half.Work/2
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := Module(program, half)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 4*uint64(len(program)) {
		t.Errorf("expected at most 4 times the size of the module as memory, found %d bytes for %d", taken, len(program))
	}
	if len(out) >= len(program) {
		t.Errorf("expected a shorter module without names, found %d of %d bytes", len(out), len(program))
	}
	ctx := t.Context()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	if _, err := r.CompileModule(ctx, out); err != nil {
		t.Errorf("expected a module that can be compiled, found %v", err)
	}
}

// TestEveryInstruction reads all opcodes with what follows them, as wazero reads them: in a
// function that begins with `unreachable`, most of them are valid.
func TestEveryInstruction(t *testing.T) {
	ctx := t.Context()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer r.Close(ctx)
	agreed := 0
	try := func(code string) {
		// Zeros are read as what follows an instruction, or as `unreachable`.
		text := withCode("\x00", "\x00"+code+many(24, "\x00"))
		_, own := Module([]byte(text), Limits{})
		m, err := r.CompileModule(ctx, []byte(text))
		if err == nil {
			_ = m.Close(ctx)
			if agreed++; own != nil {
				t.Errorf("%x: expected what wazero reads to be read, found %v", code, own)
			}
		}
	}
	for op := range 256 {
		switch op {
		case opBlock, opLoop, opIf, opEnd, prefixMore, prefixVector:
			continue // blocks have ends, and prefixes something after them
		}
		try(string([]byte{byte(op)}))
	}
	for op := range 256 {
		try("\xfc" + num(uint64(op)))
		try("\xfd" + num(uint64(op)))
	}
	if agreed < 300 {
		t.Errorf("expected hundreds of instructions that wazero reads, found %d", agreed)
	}
}

// FuzzModule: no bytes make the checker crash or take more memory than a few times their
// size; what it lets through, wazero reads in bounded memory, too.
func FuzzModule(f *testing.F) {
	for _, c := range hostile() {
		if len(c[0]) < 4096 {
			f.Add([]byte(c[0]))
		}
	}
	f.Add([]byte(withCode("\x01\x02\x7f", "\x20\x00\x1a\x02\x40\x0c\x00\x0b")))
	f.Add([]byte(withTable()))
	f.Add([]byte(module(section(memorySection, vec("\x00\x01")), section(exportSection, vec("\x01m\x02\x00")), section(dataSection, vec("\x00\x41\x00\x0b\x03abc")))))
	f.Add([]byte(module(section(custom, "\x04name\x00"), section(globalSection, vec("\x7e\x01\x42\x05\x0b")))))
	ctx := f.Context()
	f.Fuzz(func(t *testing.T, text []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		out, err := Module(text, Limits{MemoryPages: 16})
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 16*uint64(len(text))+64<<10 {
			t.Errorf("expected memory in proportion to %d bytes, found %d", len(text), taken)
		}
		if err != nil {
			return
		}
		if again, err := Module(out, Limits{MemoryPages: 16}); err != nil || !bytes.Equal(again, out) {
			t.Errorf("expected what is returned to stay as it is, found %v", err)
		}
		runtime.ReadMemStats(&before)
		r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithMemoryLimitPages(16).WithDebugInfoEnabled(false))
		if m, err := r.CompileModule(ctx, out); err == nil {
			_ = m.Close(ctx)
		}
		_ = r.Close(ctx)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 8<<20+10_000*uint64(len(text)) {
			t.Errorf("expected wazero to take memory in proportion to %d bytes, found %d", len(text), taken)
		}
	})
}
