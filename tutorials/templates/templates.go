// Package templates has programs in other languages that solve a step with a pass: each reads a trace and writes one. They are starting
// points for one's own passes, and already pass the tests of the step Answers.
package templates

import "embed"

// Answers is the step whose tests the programs pass unchanged.
const Answers = "equal-things/computed-once-and-for-all"

// Wasm is the file that the build commands make.
const Wasm = "pass.wasm"

// Language is a language with a program.
type Language struct {
	// ID is the language's name on the command line, Name its name in texts.
	ID, Name string
	// File is the program's file name.
	File string
	// Builds are the ways to compile it to Wasm; none for a language whose programs cannot be compiled to a file that a
	// server accepts.
	Builds []Build
	// Note is further information in one sentence; "" for none.
	Note string
	// Text is the program.
	Text string
}

// Build is a shell command, to be run in the folder of the program, and what it
// needs.
type Build struct {
	Line, Needs string
}

//go:embed pass.*.txt
var files embed.FS

// All returns the languages.
func All() []Language {
	return []Language{
		{
			ID: "go", Name: "Go", File: "pass.go", Text: read("pass.go.txt"),
			Builds: []Build{{"GOOS=wasip1 GOARCH=wasm go build -o pass.wasm pass.go", "Go 1.21 or newer"}},
		},
		{
			ID: "rust", Name: "Rust", File: "pass.rs", Text: read("pass.rs.txt"),
			Builds: []Build{
				{"rustc -O -C strip=debuginfo --target wasm32-wasip1 -o pass.wasm pass.rs", "`rustup target add wasm32-wasip1`"},
				{"rustc -O -C strip=debuginfo -C linker=wasm-ld --target wasm32-wasi -o pass.wasm pass.rs", "Debian's packages `rustc`, `libstd-rust-dev-wasm32` and `lld`"},
			},
		},
		{
			ID: "c", Name: "C", File: "pass.c", Text: read("pass.c.txt"),
			Builds: []Build{{"clang --target=wasm32-wasi -O2 -o pass.wasm pass.c", "Debian's packages `clang`, `lld`, `wasi-libc` and `libclang-rt-dev-wasm32`"}},
		},
		{
			ID: "python", Name: "Python", File: "pass.py", Text: read("pass.py.txt"),
			Note: "Python as WebAssembly reads its library from files, which a program here does not see; so a program in Python runs on your own machine, with your own `python3`: `unbox lesson test --pass pass.py`.",
		},
	}
}

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("BUG: embedded files have fixed names: " + err.Error())
	}
	return string(text)
}
