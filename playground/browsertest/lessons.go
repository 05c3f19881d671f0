package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	lessonrun "unbox/tutorials/run"
	"unbox/wasm/api"
	"unbox/workers/queue"
)

// lessonRunner is the server's side of the lessons without its processes: the
// same code runs there, and its limits are tested in tutorials/run.
type lessonRunner struct{}

// Lesson runs a program with its tests in this process.
func (lessonRunner) Lesson(_ context.Context, _ queue.Client, request []byte) ([]byte, error) {
	return api.Call("lesson", request), nil
}

// WASI takes a program. The head of a module may be followed by what the program replaces:
// `old=>new`.
func (lessonRunner) WASI(_ context.Context, _ queue.Client, wasm []byte) (lessonrun.Program, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00"))
	if !ok {
		return nil, &lessonrun.Error{Kind: "module", Text: "expected a WebAssembly module, found something else"}
	}
	return replacing(rest), nil
}

// replacing is a program that replaces.
type replacing string

// Close does nothing.
func (replacing) Close() {}

// Pass returns the trace after the replacement.
func (p replacing) Pass(_ context.Context, trace string) (string, error) {
	before, after, _ := strings.Cut(string(p), "=>")
	if before == "" {
		return trace, nil
	}
	return strings.ReplaceAll(trace, before, after), nil
}

// Solve types a program into the editor of a step in place of what is there.
func (t *Tab) Solve(code string) error {
	if err := t.Focus(Editor); err != nil {
		return err
	}
	quoted, err := json.Marshal(code)
	if err != nil {
		return err
	}
	// As one change of the reader's, which is what pasting over everything is.
	return t.Eval(fmt.Sprintf(`(() => {
		const editor = document.querySelector(%q);
		const { view } = editor.cmTile;
		view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: %s }, userEvent: "input.paste" });
	})()`, Editor, quoted), nil)
}

// Judged waits until the results of a step's tests are those of the code in the
// editor, with a status: "pass", "fail", "error", or any if it is empty.
func (t *Tab) Judged(status string) error {
	if status != "" {
		status = "." + status
	}
	return t.Wait(`document.querySelector(".verdict` + status + `:not(.none, .stale)") && !document.querySelector(".stop:enabled")`)
}
