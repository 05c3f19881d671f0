package arch

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// absolute matches a path that exists on one machine only. It is put together
// from parts, so that this file does not match itself.
var absolute = regexp.MustCompile(`(^|[^A-Za-z0-9_.\-/])/(` + `work|root|home|tmp|Users` + `)/[A-Za-z0-9]`)

// registries matches the hosts from which packages are fetched: which one to
// use is for each machine to say.
var registries = regexp.MustCompile(`registry\.(` + `npmjs|yarnpkg` + `)|(proxy|sum)\.` + `golang\.org|npm\.pkg\.` + `github`)

// signs are in every line that one of the expressions matches.
var signs = [][]byte{
	[]byte("/work"), []byte("/root"), []byte("/home"), []byte("/tmp"), []byte("/Users"),
	[]byte("registry."), []byte("golang.org"), []byte("npm.pkg."),
}

// TestNothingPointsAtOneMachine reads every text of the project.
func TestNothingPointsAtOneMachine(t *testing.T) {
	binary := map[string]bool{".png": true, ".wasm": true, ".br": true, ".gz": true}
	walk(t, func(name string) {
		if binary[path.Ext(name)] {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			if !slices.ContainsFunc(signs, func(sign []byte) bool { return bytes.Contains(line, sign) }) {
				continue // nearly every line, and the expressions are slow
			}
			if found := absolute.Find(line); found != nil {
				t.Errorf("%s: expected no path of one machine, found `%s…`", name, found)
			}
			if found := registries.Find(line); found != nil {
				t.Errorf("%s: expected no package registry, found `%s`", name, found)
			}
		}
	})
}
