// Package templates has programs in other languages that answer a step which asks for a pass: each reads a trace and writes one. They are the beginning of
// a pass of one's own, and already pass the tests of the step Answers.
package templates

import "embed"

// Answers is the step whose tests the programs pass as they are.
const Answers = "equal-things/computed-once-and-for-all"

// Wasm is what the build lines make.
const Wasm = "pass.wasm"

// Language is a language with a program.
type Language struct {
	// ID is how the language is called on the command line, Name how in texts.
	ID, Name string
	// File is what the program is called.
	File string
	// Builds are the ways to make Wasm of it; none for a language whose programs cannot become one that a server takes.
	Builds []Build
	// Note is what else is to be known, in one sentence; "" for nothing.
	Note string
	// Text is the program.
	Text string
}

// Build is a line for a shell, in the folder of the program, and what it needs.
type Build struct {
	Line, Needs string
}

//go:embed pass.*.txt
var files embed.FS

// All lists the languages.
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
