package arch

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fence      = regexp.MustCompile("(?ms)^```.*?^```")
	code       = regexp.MustCompile("`([^`\n]+)`")
	link       = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	goName     = regexp.MustCompile(`^([a-z]+)\.([A-Z][A-Za-z0-9]*)(?:\.([A-Z][A-Za-z0-9]*))?(?:\(\))?$`)
	makeTarget = regexp.MustCompile(`\bmake ([a-z][a-z-]*)`)
	// looksLikePath wants a slash or a file name extension of ours.
	looksLikePath = regexp.MustCompile(`^[A-Za-z0-9_.\-]+(/[A-Za-z0-9_.\-]*)+$|^[A-Za-z0-9_\-]+\.(go|ts|tsx|md|css|html|rules|trace|json)$`)
	// modulePath begins with a host, as paths of libraries do.
	modulePath = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)+/`)
)

// built paths exist after `make build` only.
var built = []string{"bin/serve", "bin/unbox", "static/dist", "static/node_modules", "node_modules", ".build"}

// document is a Markdown file and the text in it that is not an example.
type document struct{ name, prose, whole string }

func documents(t *testing.T) []document {
	t.Helper()
	var all []document
	walk(t, func(name string) {
		if path.Ext(name) != ".md" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, document{name, fence.ReplaceAllString(string(text), ""), string(text)})
	})
	return all
}

// TestDocumentsNameExistingPaths holds documents to what is there: a path in
// backticks, or the target of a link, is one of a file or folder.
func TestDocumentsNameExistingPaths(t *testing.T) {
	for _, d := range documents(t) {
		for _, match := range code.FindAllStringSubmatch(d.prose, -1) {
			if looksLikePath.MatchString(match[1]) && !modulePath.MatchString(match[1]) && !exists(d.name, match[1]) {
				t.Errorf("%s: expected an existing path, found `%s`", d.name, match[1])
			}
		}
		for _, match := range link.FindAllStringSubmatch(d.prose, -1) {
			if !exists(d.name, match[1]) {
				t.Errorf("%s: expected a link to an existing file, found `%s`", d.name, match[1])
			}
		}
	}
}

// exists looks for a path that is there, or will be after a build.
func exists(document, name string) bool {
	for _, b := range built {
		if within(strings.TrimSuffix(name, "/"), b) {
			return true
		}
	}
	return placeOf(document, name) != ""
}

// placeOf looks for a path from the document's folder, and from each above it; "" if there is none.
func placeOf(document, name string) string {
	for dir := path.Dir(document); ; dir = path.Dir(dir) {
		place := filepath.Join(root, dir, name)
		if _, err := os.Stat(place); err == nil {
			return place
		}
		if dir == "." {
			return ""
		}
	}
}

// nameInFile is a name that a document says is in a file: "`name` (`file`" or "`name` in `file`".
var nameInFile = regexp.MustCompile("`([A-Za-z_][A-Za-z0-9_.]*)`,?\\s+(?:\\(|in |of )`([A-Za-z0-9_./-]+\\.(?:go|ts|tsx|css|rules|txt))`")

// TestDocumentsNameWhatIsInFiles reads the files: who follows a recipe opens the file to look for the name.
func TestDocumentsNameWhatIsInFiles(t *testing.T) {
	for _, d := range documents(t) {
		for _, match := range nameInFile.FindAllStringSubmatch(d.prose, -1) {
			place := placeOf(d.name, match[2])
			if place == "" {
				continue // TestDocumentsNameExistingPaths reports it
			}
			text, err := os.ReadFile(place)
			if err != nil {
				t.Fatal(err)
			}
			name := match[1][strings.LastIndex(match[1], ".")+1:]
			if !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
				t.Errorf("%s: expected `%s` in `%s`, found nothing of that name", d.name, match[1], match[2])
			}
		}
	}
}

// TestDocumentsNameExistingIdentifiers looks up every `package.Name` and
// `package.Type.Member` in backticks whose package is ours.
func TestDocumentsNameExistingIdentifiers(t *testing.T) {
	declared := declarations(t)
	for _, d := range documents(t) {
		for _, match := range code.FindAllStringSubmatch(d.prose, -1) {
			parts := goName.FindStringSubmatch(match[1])
			if parts == nil || declared[parts[1]] == nil {
				continue
			}
			name := parts[2]
			if parts[3] != "" {
				name += "." + parts[3]
			}
			if !declared[parts[1]][name] {
				t.Errorf("%s: expected a declared name, found `%s`", d.name, match[1])
			}
		}
	}
}

// declarations lists the exported names of each package of ours, and its types'
// fields and methods as "Type.Member".
func declarations(t *testing.T) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, s := range sources(t) {
		if s.test || s.file.Name.Name == "main" {
			continue
		}
		names := all[s.file.Name.Name]
		if names == nil {
			names = map[string]bool{}
			all[s.file.Name.Name] = names
		}
		for _, decl := range s.file.Decls {
			declare(names, decl)
		}
	}
	return all
}

func declare(names map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		names[name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names[id.Name] = true
				}
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				declareMembers(names, s)
			}
		}
	}
}

func declareMembers(names map[string]bool, s *ast.TypeSpec) {
	var members *ast.FieldList
	switch typ := s.Type.(type) {
	case *ast.StructType:
		members = typ.Fields
	case *ast.InterfaceType:
		members = typ.Methods
	default:
		return
	}
	for _, field := range members.List {
		for _, id := range field.Names {
			names[s.Name.Name+"."+id.Name] = true
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// testName is the name of a Go test in backticks, with a case of it or without.
var testName = regexp.MustCompile(`^((?:Test|Fuzz)[A-Z][A-Za-z0-9]*)(?:/.+)?$`)

// TestDocumentsNameExistingTests holds documents to the tests that there are: a promise that
// names the test which keeps it is worth as much as that test.
func TestDocumentsNameExistingTests(t *testing.T) {
	there := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				there[f.Name.Name] = true
			}
		}
	}
	for _, d := range documents(t) {
		for _, match := range code.FindAllStringSubmatch(d.prose, -1) {
			if name := testName.FindStringSubmatch(match[1]); name != nil && !there[name[1]] {
				t.Errorf("%s: expected an existing test, found `%s`", d.name, match[1])
			}
		}
	}
}

// TestDocumentsNameExistingTargets compares `make …` in documents with the
// Makefile.
func TestDocumentsNameExistingTargets(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	target := func(name string) bool {
		return regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + `:`).Match(makefile)
	}
	for _, d := range documents(t) {
		if strings.HasPrefix(d.name, "tutorials/course/") {
			continue // lessons speak to learners, who have no Makefile
		}
		var snippets []string
		for _, match := range code.FindAllStringSubmatch(d.prose, -1) {
			snippets = append(snippets, match[1])
		}
		snippets = append(snippets, fence.FindAllString(d.whole, -1)...)
		for _, snippet := range snippets {
			for _, match := range makeTarget.FindAllStringSubmatch(snippet, -1) {
				if !target(match[1]) {
					t.Errorf("%s: expected a target of the Makefile, found `make %s`", d.name, match[1])
				}
			}
		}
	}
}

// TestDocumentsNameEveryLibrary compares the table of libraries with go.mod.
func TestDocumentsNameEveryLibrary(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "docs/architecture.md"), "## The libraries\n")
	section, _, _ = strings.Cut(section, "\n## ")
	named := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| (`+"`"+`[^|]+) \|`).FindAllStringSubmatch(section, -1) {
		for _, module := range code.FindAllStringSubmatch(row[1], -1) {
			named[module[1]] = true
		}
	}
	direct := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(read(t, "go.mod"), -1)
	for _, module := range direct {
		if !named[module[1]] {
			t.Errorf("docs/architecture.md: expected a row for the library `%s`, found none", module[1])
		}
		delete(named, module[1])
	}
	for module := range named {
		t.Errorf("docs/architecture.md: expected libraries that go.mod requires, found `%s`", module)
	}
}
