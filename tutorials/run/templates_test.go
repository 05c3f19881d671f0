package run

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/templates"
	"unbox/workers/queue"
)

// probes say in a shell whether a build line can be tried here, by how the line begins.
var probes = map[string]string{
	"GOOS=wasip1": "command -v go",
	"rustc -O -C strip=debuginfo --target wasm32-wasip1": `test -d "$(rustc --print target-libdir --target wasm32-wasip1)"`,
	"rustc -O -C strip=debuginfo -C linker=wasm-ld":      `command -v wasm-ld && test -d "$(rustc --print target-libdir --target wasm32-wasi)"`,
	"clang": "command -v clang && command -v wasm-ld && test -e /usr/lib/wasm32-wasi/libc.a",
}

// TestTemplates builds each program as its build line says, and has it take the tests of the step that it answers. Where a compiler is missing, the test says so.
func TestTemplates(t *testing.T) {
	p := start(t, Options{Workers: 1, SlowWorkers: 1, CacheDir: cacheDir})
	for _, l := range templates.All() {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, l.File), []byte(l.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		for i, b := range l.Builds {
			t.Run(l.Name+[]string{"", ", with " + b.Needs}[min(i, 1)], func(t *testing.T) {
				if probe := probeOf(t, b.Line); !shell(t.Context(), dir, probe, nil) {
					t.Skipf("expected %s on this machine, found none: the line `%s` was not tried", b.Needs, b.Line)
				}
				var said strings.Builder
				if !shell(t.Context(), dir, b.Line, &said) {
					t.Fatalf("expected a program that is built, found this:\n%s", said.String())
				}
				wasm, err := os.ReadFile(filepath.Join(dir, templates.Wasm))
				if err != nil {
					t.Fatal(err)
				}
				program, err := p.WASI(t.Context(), queue.Client{}, wasm)
				if err != nil {
					t.Fatal(err)
				}
				defer program.Close()
				answers(t, func(trace string) (string, error) { return program.Pass(t.Context(), trace) })
			})
		}
		if len(l.Builds) == 0 {
			t.Run(l.Name, func(t *testing.T) {
				if !shell(t.Context(), dir, "command -v python3", nil) {
					t.Skip("expected `python3` on this machine, found none: its program was not tried")
				}
				answers(t, func(trace string) (string, error) {
					command := exec.CommandContext(t.Context(), "python3", filepath.Join(dir, l.File))
					command.Stdin = strings.NewReader(trace)
					out, err := command.Output()
					return string(out), err
				})
			})
		}
	}
}

func probeOf(t *testing.T, line string) string {
	t.Helper()
	for begin, probe := range probes {
		if strings.HasPrefix(line, begin) {
			return probe
		}
	}
	t.Fatalf("expected a probe for the line `%s`, found none", line)
	return ""
}

// shell reports whether a line succeeds in a folder.
func shell(ctx context.Context, dir, line string, said *strings.Builder) bool {
	command := exec.CommandContext(ctx, "sh", "-c", line)
	command.Dir = dir
	command.Env = append(os.Environ(), asModule())
	if !strings.Contains(line, "wasip1") { // Debian's compilers, even if others come first
		command.Env = append(command.Env, "PATH=/usr/bin:"+os.Getenv("PATH"))
	}
	if said != nil {
		command.Stdout, command.Stderr = said, said
	}
	return command.Run() == nil
}

// answers has a pass take the tests of the step that the templates answer.
func answers(t *testing.T, pass func(string) (string, error)) {
	t.Helper()
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	ch, step := course.Step(templates.Answers)
	results, err := check.Foreign(ch, step, check.Native, Answers(pass))
	if err != nil {
		t.Fatal(err)
	}
	if results.Status != "pass" || len(results.Tests) < 5 {
		t.Errorf("expected all tests to pass, found %s %+v", results.Message, results.Tests)
	}
}
