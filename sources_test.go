package unbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSourcesHaveAllOfTheModules asks the Go command from which files the page's modules are compiled. A file that is not
// embedded here could change without anybody noticing that the page is older than the program.
func TestSourcesHaveAllOfTheModules(t *testing.T) {
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"core", "planted"} {
		packages := 0
		for _, p := range listed(t, tag) {
			if p.Module == nil || !p.Module.Main {
				continue
			}
			packages++
			for _, list := range [][]string{p.GoFiles, p.SFiles, p.EmbedFiles} {
				for _, file := range list {
					name, err := filepath.Rel(root, filepath.Join(p.Dir, file))
					if err != nil {
						t.Fatal(err)
					}
					if _, err := fs.Stat(files, filepath.ToSlash(name)); err != nil {
						t.Errorf("tag %s: expected `%s` to be embedded here, since the page's module is compiled from it: %v; add a pattern in sources_plain.go", tag, name, err)
					}
				}
			}
		}
		if packages < 10 {
			t.Errorf("tag %s: expected at least 10 packages of the project in the module, found %d", tag, packages)
		}
	}
}

// listedPackage is a part of what the Go command says of a package.
type listedPackage struct {
	Dir                         string
	Module                      *struct{ Main bool }
	GoFiles, SFiles, EmbedFiles []string
}

// listed are the packages from which a module of the page is compiled with a build tag.
func listed(t *testing.T, tag string) []listedPackage {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", tag, "-json=Dir,Module,GoFiles,SFiles,EmbedFiles", "./wasm/module")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, said.Bytes())
	}
	var list []listedPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}
