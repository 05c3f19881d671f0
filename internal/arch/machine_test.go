package arch

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"testing"
)

// absolute matches a path that exists on one machine only. It is put together
// from parts, so that this file does not match itself.
var absolute = regexp.MustCompile(`(^|[^A-Za-z0-9_.\-/])/(` + `work|root|home|tmp|Users` + `)/[A-Za-z0-9]`)

// registries matches the hosts from which packages are fetched: which one to
// use is for each machine to say.
var registries = regexp.MustCompile(`(?i)registry\.(` + `npmjs|yarnpkg` + `)|(proxy|sum)\.` + `golang\.org|npm\.pkg\.` + `github`)

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
		for _, found := range absolute.FindAll(text, -1) {
			t.Errorf("%s: expected no path of one machine, found `%s…`", name, found)
		}
		for _, found := range registries.FindAll(text, -1) {
			t.Errorf("%s: expected no package registry, found `%s`", name, found)
		}
	})
}
