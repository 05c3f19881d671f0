package build

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"unbox"
)

// project returns options for the real project.
func project(t *testing.T) Options {
	t.Helper()
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Root: root}
	if err := Packages(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestUnchangedModule compiles the module twice. The second time its file is not touched, so that the Go command knows the results of
// tests that read it.
func TestUnchangedModule(t *testing.T) {
	root, err := FindRoot(".")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Root: root}
	var times [2]time.Time
	for i := range times {
		if _, err := Module(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		times[i] = fileOf(o.work("wasm", "unbox.wasm")).changed
	}
	if !times[0].Equal(times[1]) {
		t.Errorf("expected a file of %s, found one of %s", times[0], times[1])
	}
}

// TestTypeScript runs the unit tests of static/src in Node.js.
func TestTypeScript(t *testing.T) {
	bundles, err := UnitTests(project(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(bundles) == 0 {
		t.Fatal("expected tests in static/src, found none")
	}
	args := append([]string{"--enable-source-maps", "--test", "--test-reporter=spec"}, fewProcesses(t, bundles)...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// fewProcesses puts bundles together into one script, but for those that change what all scripts of a process share. Node.js starts
// a process for each script, which takes as long as most of the tests.
func fewProcesses(t *testing.T, bundles []string) []string {
	t.Helper()
	var all strings.Builder
	var scripts []string
	for _, file := range bundles {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "globalThis") {
			scripts = append(scripts, file)
		} else {
			fmt.Fprintf(&all, "import %q;\n", file)
		}
	}
	file := filepath.Join(t.TempDir(), "all.mjs")
	write(t, file, all.String())
	return append(scripts, file)
}

// TestBundleIsReproducible bundles the page twice and compares every byte.
func TestBundleIsReproducible(t *testing.T) {
	o := project(t)
	bundled := func() *output {
		out := newOutput()
		for _, module := range []string{"core.wasm", "unbox.wasm"} {
			out.addHashed(module, []byte("\x00asm"))
		}
		if err := out.addFolder(o.static("public")); err != nil {
			t.Fatal(err)
		}
		if err := bundlePages(o, out); err != nil {
			t.Fatal(err)
		}
		if err := prerender(t.Context(), o, out); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(addManifest(o, out), addPages(o, out)); err != nil {
			t.Fatal(err)
		}
		return out
	}
	one, two := bundled(), bundled()
	if len(one.files) != len(two.files) {
		t.Fatalf("got %d files, then %d", len(one.files), len(two.files))
	}
	for name, contents := range one.files {
		if !bytes.Equal(contents, two.files[name]) {
			t.Errorf("%s: expected the same bytes twice", name)
		}
		if bytes.Contains(contents, []byte(o.Root)) {
			t.Errorf("%s: expected no path of this machine, found %s", name, o.Root)
		}
	}
	for _, name := range []string{"main.js", "main.css", "worker.js", "theme-boot.js", "unbox.wasm", "favicon.svg"} {
		if one.manifest[name] == "" {
			t.Errorf("expected `%s` in the manifest, found %v", name, one.manifest)
		}
	}
	page := string(one.files["index.html"])
	// What is read before any script has arrived: the answer, a row that goes and one that stays, and why.
	for _, words := range []string{"None is needed.", "p10", "int_add", "never made", `id="before"`, `rel="modulepreload"`} {
		if !strings.Contains(page, words) {
			t.Errorf("expected %q in index.html, found none", words)
		}
	}
	// A browser has six connections, each file costs a slow line half a second, and what the parts of the page share falls into files of its own.
	if n := strings.Count(page, `rel="modulepreload"`); n > 4 {
		t.Errorf("expected at most four scripts beside main.js in index.html, found %d", n)
	}
	for _, want := range []string{`data-worker="__BASE__` + one.manifest["worker.js"], `data-module="__BASE__` + one.manifest["core.wasm"], `data-desk="assets/chunk.`} {
		if !strings.Contains(page, want) {
			t.Errorf("expected `%s` in index.html, found none", want)
		}
	}
	for name, contents := range one.files {
		// What is put in takes the place of nothing else.
		if strings.HasSuffix(name, ".html") && bytes.Count(contents, []byte("<header")) != bytes.Count(contents, []byte("</header>")) {
			t.Errorf("%s: expected a whole page, found %s", name, contents)
		}
	}
	if strings.Contains(string(one.files["embed.html"]), one.manifest["theme-boot.js"]) {
		t.Errorf("embed.html: expected no script of the site's own theme, found %s", one.files["embed.html"])
	}
	for name, want := range map[string]string{
		"lab.html":      `<a href="__BASE__lab" aria-current="page">`,
		"lesson.html":   `<a href="__BASE__lessons/" aria-current="true">`,
		"glossary.html": `<a href="__BASE__lab">`,
	} {
		if !strings.Contains(string(one.files[name]), want) {
			t.Errorf("%s: expected the page's part of the site in the header, `%s`, found %s", name, want, one.files[name])
		}
	}
	if strings.Contains(page, " style=") {
		t.Errorf("expected no styles in index.html, which its policy forbids")
	}
	if !strings.Contains(page, one.manifest["main.js"]) {
		t.Errorf("expected the hashed name of main.js in index.html, found %s", page)
	}
}

func TestIndexNamesAnUnknownAsset(t *testing.T) {
	o := Options{Root: t.TempDir()}
	write(t, o.static("index.html"), `{{define "title"}}{{end}}{{define "description"}}{{end}}{{define "body"}}<script src="__BASE__assets/absent.js"></script>{{end}}`)
	err := addPages(o, newOutput())
	if err == nil || !strings.Contains(err.Error(), "found `__BASE__assets/absent.js`") {
		t.Errorf("got %v, expected an error that names the asset", err)
	}
}

// TestPagesFitTheFrame names the page and what is wrong with it.
func TestPagesFitTheFrame(t *testing.T) {
	const named = `{{define "title"}}T{{end}}{{define "description"}}D{{end}}`
	for _, c := range []struct{ name, page, want string }{
		{"no title", `{{define "description"}}D{{end}}{{define "body"}}B{{end}}`, `no such template "title"`},
		{"no description", `{{define "title"}}T{{end}}{{define "body"}}B{{end}}`, `no such template "description"`},
		{"no content", named + `{{define "header"}}H{{end}}`, `no such template "content"`},
		{"no such part", named + `{{define "header"}}{{header "/shop"}}{{end}}{{define "content"}}{{end}}`, "expected the address of a part of the site (`siteParts` in static/src/ui/site-header.tsx), found `/shop`"},
		{"no template", named + `{{define`, "static/one.html"},
	} {
		o := Options{Root: t.TempDir()}
		write(t, o.static("one.html"), c.page)
		if _, err := newOutput().framed(o, "one"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: expected an error with %q, found %v", c.name, c.want, err)
		}
	}
}

func TestTypeScriptErrorNamesTheLine(t *testing.T) {
	o := Options{Root: t.TempDir()}
	for _, name := range []string{"src/engine/worker.ts", "src/engine/whole-worker.ts", "src/main.tsx", "src/style/late.css"} {
		write(t, o.static(name), "")
	}
	write(t, o.static("src/theme-boot.ts"), "const x = ;")
	out := newOutput()
	for _, module := range []string{"core.wasm", "unbox.wasm"} {
		out.addHashed(module, []byte("\x00asm"))
	}
	err := bundlePages(o, out)
	if err == nil || !strings.Contains(err.Error(), "src/theme-boot.ts:1:10") {
		t.Errorf("got %v, expected an error at src/theme-boot.ts:1:10", err)
	}
}

func TestOutputIsBroughtUpToDate(t *testing.T) {
	o := Options{Root: t.TempDir()}
	dist := func(name string) string { return filepath.Join(o.static("dist"), name) }
	write(t, dist(".keep"), "")
	write(t, dist("assets/old.js"), "")
	text := []byte(strings.Repeat("unbox ", 1000))
	for range 2 {
		out := newOutput()
		out.addHashed("a.txt", text)
		out.addHashed("photo.png", text)
		if err := out.write(o); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		".keep": true, "manifest.json": true, "assets/old.js": false,
	} {
		if _, err := os.Stat(dist(name)); (err == nil) != want {
			t.Errorf("%s: expected present = %v, found %v", name, want, err)
		}
	}
	name := "assets/a." + hash(text)[:8] + ".txt"
	packed, err := os.ReadFile(dist(name + ".br"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed))); err != nil || !bytes.Equal(got, text) {
		t.Errorf("got %d bytes, %v, expected the original", len(got), err)
	}
	if found, _ := filepath.Glob(dist("assets/photo.*")); len(found) != 1 {
		t.Errorf("expected a picture to stay uncompressed, found %v", found)
	}
}

func TestUnchangedFileKeepsItsTime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	for i, want := range []bool{true, false} {
		wrote, err := writeIfChanged(file, []byte("same"))
		if err != nil || wrote != want {
			t.Errorf("write %d: got %v, %v, expected %v", i, wrote, err, want)
		}
	}
}

func TestFindRootOutsideTheProject(t *testing.T) {
	if root, err := FindRoot(t.TempDir()); err == nil {
		t.Errorf("got %s, expected an error", root)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestQuickWhole: only the whole module may be larger than it has to be, and only until it was compressed as far as it goes.
func TestQuickWhole(t *testing.T) {
	o := Options{Root: t.TempDir(), QuickWhole: true}
	// Texts of which the two levels make different sizes.
	var text []byte
	for k := range 20_000 {
		text = fmt.Appendf(text, "%d and %d, ", k*k%1000, k%77)
	}
	out := newOutput()
	whole, core := out.addHashed("unbox.wasm", text), out.addHashed("core.wasm", append([]byte("core "), text...))
	sizes := func() (int, int) {
		t.Helper()
		if err := out.write(o); err != nil {
			t.Fatal(err)
		}
		var found [2]int
		for k, url := range []string{whole, core} {
			packed, err := os.ReadFile(o.static("dist") + url + packedEnd)
			if err != nil {
				t.Fatal(err)
			}
			found[k] = len(packed)
		}
		return found[0], found[1]
	}
	write(t, filepath.Join(o.static("dist"), ".keep"), "")
	quickWhole, core1 := sizes()
	o.QuickWhole = false
	smallWhole, core2 := sizes()
	if quickWhole <= smallWhole || core1 != core2 {
		t.Errorf("expected the whole module alone to be larger, found %d and %d, the small one %d and %d bytes", quickWhole, smallWhole, core1, core2)
	}
	o.QuickWhole = true
	if again, _ := sizes(); again != smallWhole {
		t.Errorf("expected %d bytes, which an earlier build made, found %d", smallWhole, again)
	}
}

// TestSourcesArePacked: programs that are built with the tag packed have the archive of those that are built without.
func TestSourcesArePacked(t *testing.T) {
	o := Options{Root: t.TempDir()}
	if err := PackSources(o); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(o.work("sources.zip.br"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := io.ReadAll(brotli.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if want := unbox.Archive(); !bytes.Equal(packed, want) {
		t.Errorf("expected the archive of %d bytes, found %d bytes", len(want), len(packed))
	}
}
