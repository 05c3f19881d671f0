package static

import (
	"errors"
	"testing"
	"testing/fstest"
)

func TestCheckTellsWhetherThePageIsStale(t *testing.T) {
	manifest := &fstest.MapFile{Data: []byte("{}")}
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  error
	}{
		{"not built", fstest.MapFS{}, ErrNotBuilt},
		{"without a fingerprint", fstest.MapFS{"manifest.json": manifest}, ErrStale},
		{"of other sources", fstest.MapFS{"manifest.json": manifest, "sources.txt": {Data: []byte("b")}}, ErrStale},
		{"of the same", fstest.MapFS{"manifest.json": manifest, "sources.txt": {Data: []byte("a")}}, nil},
	} {
		if err := checkFiles(c.files, "a"); !errors.Is(err, c.want) {
			t.Errorf("%s: expected %v, found %v", c.name, c.want, err)
		}
	}
}
