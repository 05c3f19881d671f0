package arch

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pageLayers are the files and folders of static/src from the bottom up. A file imports
// from its own folder and from layers below; a name with a slash at its end is a folder.
// Folders that nothing here names are those of views and dialogs.
var pageLayers = [][]string{
	{"site.ts", "early.ts", "proof.ts"},
	{"api.gen.ts", "settled.ts", "seat.ts", "globals.ts", "theme-boot.ts", "prerender-world.ts"},
	{"inputs.ts", "around.ts", "server.ts", "offline/", "first-example.ts", "ui/"},
	{"terms/"},
	{"state.ts", "fragment.ts", "document/", "engine/"},
	{"settings.ts", "persist.ts", "controller.ts", "program/link.ts"},
	{"layout/", "editor/"},
	{"pipeline/", "live/"},
	{"picture/"},
	{"before.ts", otherFolders},
	{"lab/"},
	{"lesson/", "playground/"},
	{"teach/", "program/"},
	{"start.tsx", "lab.tsx", "program.tsx", "lesson.tsx", "class.tsx", "teach.tsx", "embed.tsx", "glossary.tsx", "unbox-trace.tsx", "unbox-session.tsx", "illustrations.tsx", "prerender.tsx"},
	{"main.tsx"},
}

// otherFolders is every folder that no layer names.
const otherFolders = "*/"

// script is one TypeScript file of the page.
type script struct {
	name, text string
	// imports are the files that it imports from, types and what is loaded later included.
	imports []string
}

func (s *script) isTest() bool { return strings.Contains(s.name, ".test.") }

var (
	tsImport = regexp.MustCompile(`(?m)^(?:import|export)\s[^"';]*?from\s+"(\.[^"]*)"|^import\s+"(\.[^"]*)"|\bimport\("(\.[^"]*)"\)`)
	tsExport = regexp.MustCompile(`(?m)^export (?:async )?(?:const|let|function|class) ([A-Za-z_$][\w$]*)`)
)

// scripts reads every TypeScript file of the page, by its name in static/src.
func scripts(t *testing.T) map[string]*script {
	t.Helper()
	const folder = "static/src/"
	all := map[string]*script{}
	walk(t, func(name string) {
		if ext := path.Ext(name); !strings.HasPrefix(name, folder) || ext != ".ts" && ext != ".tsx" || strings.HasSuffix(name, ".d.ts") {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		name = strings.TrimPrefix(name, folder)
		all[name] = &script{name: name, text: string(text)}
	})
	for _, s := range all {
		for _, m := range tsImport.FindAllStringSubmatch(s.text, -1) {
			target := path.Join(path.Dir(s.name), m[1]+m[2]+m[3])
			if ext := path.Ext(target); ext == ".css" || ext == ".json" || ext == ".py" {
				continue
			}
			at := slices.IndexFunc([]string{".ts", ".tsx", "/index.ts", "/index.tsx"}, func(end string) bool { return all[target+end] != nil })
			if at < 0 {
				t.Errorf("static/src/%s: expected a file of the page, found an import of %s", s.name, target)
				continue
			}
			s.imports = append(s.imports, target+[]string{".ts", ".tsx", "/index.ts", "/index.tsx"}[at])
		}
	}
	if len(all) < 100 {
		t.Fatalf("expected the files of the page, found %d", len(all))
	}
	return all
}

// place returns the layer of a file, -1 if it has none, and what stands for it there.
func place(name string) (layer int, room string) {
	for k, list := range pageLayers {
		for _, room := range list {
			if name == room || strings.HasSuffix(room, "/") && strings.HasPrefix(name, room) {
				return k, room
			}
		}
	}
	if folder, _, inside := strings.Cut(name, "/"); inside {
		return slices.IndexFunc(pageLayers, func(list []string) bool { return slices.Contains(list, otherFolders) }), folder + "/"
	}
	return -1, ""
}

// TestPageImportsPointDownwards holds the page's files to their layers. Tests stand
// beside what they test and may look anywhere.
func TestPageImportsPointDownwards(t *testing.T) {
	for _, s := range scripts(t) {
		if s.isTest() {
			continue
		}
		layer, room := place(s.name)
		if layer < 0 {
			t.Errorf("static/src/%s: expected a layer for it in this test, found none", s.name)
			continue
		}
		for _, target := range s.imports {
			below, other := place(target)
			if below >= layer && other != room {
				t.Errorf("static/src/%s: expected imports from its own folder and from layers below, found %s", s.name, target)
			}
		}
	}
}

// TestPageHasNoCircles finds files of the page that import each other, be it for types only.
func TestPageHasNoCircles(t *testing.T) {
	all := scripts(t)
	const open, done = 1, 2
	state := map[string]int{}
	var visit func(name string, way []string)
	visit = func(name string, way []string) {
		way = append(way, name)
		if state[name] == open {
			t.Errorf("expected no circle of imports in static/src, found %s", strings.Join(way[slices.Index(way, name):], " imports "))
			return
		}
		if state[name] == done {
			return
		}
		state[name] = open
		for _, target := range all[name].imports {
			visit(target, way)
		}
		state[name] = done
	}
	for name := range all {
		visit(name, nil)
	}
}

// TestPageExportsAreUsed finds what a file of the page exports and no other one mentions
// that imports from it. Types are left out: they name what exported functions take and give.
func TestPageExportsAreUsed(t *testing.T) {
	all := scripts(t)
	users := map[string][]*script{}
	for _, s := range all {
		for _, target := range s.imports {
			users[target] = append(users[target], s)
		}
	}
	for _, s := range all {
		if s.isTest() || s.name == "api.gen.ts" {
			continue
		}
		for _, m := range tsExport.FindAllStringSubmatch(s.text, -1) {
			mention := regexp.MustCompile(`(^|[^\w$])` + regexp.QuoteMeta(m[1]) + `($|[^\w$])`)
			if !slices.ContainsFunc(users[s.name], func(user *script) bool { return mention.MatchString(user.text) }) {
				t.Errorf("static/src/%s: expected that somebody imports `%s`, found nobody: it needs no export, or can go", s.name, m[1])
			}
		}
	}
}

// traceSyntax are the words that a regular expression over traces has in it: the engine's
// answers are lines in pieces, so only the editor's colours look at a trace's text.
var traceSyntax = regexp.MustCompile(`debug_merge_point|jit_debug|guard_|label\\?\(|descr|_gc|\\s\*=|\] \*=|^\^?\\s\*\\\[|\\\+\\d|ipfr`)

// tsRegexp is a regular expression in TypeScript: after a sign that begins an expression.
var tsRegexp = regexp.MustCompile(`(?m)(?:[=(,:?!&|]|\breturn|^)\s*/((?:[^/\\\[\n*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)/[dgimsuvy]*`)

// logRecognition are the two places that look at a text before the engine has read it: whether
// it is a whole log, and what a draft is called in a list.
var logRecognition = []string{"log/recognise.ts", "document/title.ts"}

// TestPageReadsNoTraces finds regular expressions over traces outside of the editor.
func TestPageReadsNoTraces(t *testing.T) {
	found := 0
	for _, s := range scripts(t) {
		if s.isTest() {
			continue
		}
		for _, m := range tsRegexp.FindAllStringSubmatch(s.text, -1) {
			found++
			if !strings.HasPrefix(s.name, "editor/") && !slices.Contains(logRecognition, s.name) && traceSyntax.MatchString(m[1]) {
				t.Errorf("static/src/%s: expected that the engine's spans and parts say what is what in a trace, found the regular expression /%s/", s.name, m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("expected the page's regular expressions, found %d", found)
	}
}
