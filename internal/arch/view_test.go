package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A view as CONTRIBUTING.md describes it: its folder, and its line in the list of views.
const (
	viewFile = "mix/index.tsx"
	viewText = `// How many operations of each kind a trace has.

import { result } from "../state";

declare module "../state" {
  interface ViewNames {
    mix: true;
  }
}

export function Mix() {
  return <p class="pad-y-4 pad-x-4 soft">{result.value?.rows ?? 0}</p>;
}
`
	viewList = "playground/pipeline.tsx"
	viewLine = `  { id: "mix", title: "Mix", Body: later(() => import("../mix").then((m) => m.Mix), "styled") },` + "\n"
)

// A view that follows the recipe satisfies the compiler and has a layer. Without its folder or
// its name, the compiler refuses the line.
func TestRecipeOfAView(t *testing.T) {
	layer, room := place(viewFile)
	if list, _ := place(viewList); layer < 0 || layer >= list || room != "mix/" {
		t.Errorf("expected a layer below %s for a folder that nothing names, found %d, %q", viewList, layer, room)
	}
	if !*long {
		t.Skip("the rest compiles the page; run it with -long")
	}
	dir := copyPage(t)
	list := filepath.Join(dir, "src", viewList)
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	const last = `  { id: "machine"`
	if strings.Count(string(text), last) != 1 {
		t.Fatalf("%s: expected one line of the view `machine`", viewList)
	}
	write(t, list, strings.Replace(string(text), last, viewLine+last, 1))
	if out, err := compiled(dir); err == nil || !strings.Contains(out, viewList) {
		t.Errorf("without the folder: expected that the compiler refuses the line of %s, found: %v\n%s", viewList, err, out)
	}
	write(t, filepath.Join(dir, "src", viewFile), viewText)
	if out, err := compiled(dir); err != nil {
		t.Errorf("expected nothing else that a view needs, found: %v\n%s", err, out)
	}
	nameless := viewText[:strings.Index(viewText, "declare")] + viewText[strings.Index(viewText, "export"):]
	write(t, filepath.Join(dir, "src", viewFile), nameless)
	if out, err := compiled(dir); err == nil || !strings.Contains(out, `"mix"`) {
		t.Errorf("without its name: expected that the compiler refuses the line of %s, found: %v\n%s", viewList, err, out)
	}
}

// copyPage copies what the TypeScript compiler reads of the page.
func copyPage(t *testing.T) string {
	t.Helper()
	static, err := filepath.Abs(filepath.Join(root, "static"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(filepath.Join(static, "src"))); err != nil {
		t.Fatal(err)
	}
	const all = `"include": ["src"]`
	config := read(t, "static/tsconfig.json")
	if strings.Count(config, all) != 1 {
		t.Fatalf("static/tsconfig.json: expected %s", all)
	}
	// Tests read files of other folders, which are not in the copy.
	write(t, filepath.Join(dir, "tsconfig.json"), strings.Replace(config, all, all+`, "exclude": ["**/*.test.ts"]`, 1))
	write(t, filepath.Join(dir, "package.json"), read(t, "static/package.json"))
	if err := os.Symlink(filepath.Join(static, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// write writes a file of a copy, and its folder.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// compiled runs the TypeScript compiler, which `make typecheck` installs.
func compiled(dir string) (string, error) {
	tsc := exec.Command(filepath.Join("node_modules", ".bin", "tsc"), "--noEmit")
	tsc.Dir = dir
	out, err := tsc.CombinedOutput()
	return string(out[:min(len(out), 2000)]), err
}
