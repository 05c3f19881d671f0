// Package static embeds the built page in the binary: index.html and the
// content-hashed scripts, styles and WebAssembly module that static/build makes
// from static/src and wasm/module, compressed if that makes them smaller.
package static

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/andybalholm/brotli"
)

//go:embed all:dist
var dist embed.FS

// ErrNotBuilt is returned when the binary was compiled before the page was
// built. `make build` builds both in the right order.
var ErrNotBuilt = errors.New("the page is not built: run `make build`")

// ErrStale is returned when the page was built from different sources than the
// binary.
var ErrStale = errors.New("the page was built from other sources than this program, and its modules may answer otherwise (right solutions fail): run `make build`")

// fingerprintFile is the file with the fingerprint of the sources from which the
// page was built.
const fingerprintFile = "sources.txt"

// Check reports whether the page was built from the sources with a fingerprint (unbox.Fingerprint).
//
// Errors: ErrNotBuilt, ErrStale.
func Check(fingerprint string) error { return checkFiles(Files(), fingerprint) }

func checkFiles(files fs.FS, fingerprint string) error {
	if _, err := fs.Stat(files, "manifest.json"); err != nil {
		return ErrNotBuilt
	}
	built, err := fs.ReadFile(files, fingerprintFile)
	if err != nil || string(built) != fingerprint {
		return ErrStale // a page without a fingerprint is older than fingerprints
	}
	return nil
}

// Files is the built page: index.html.br, manifest.json and the folder assets; [Read] reads any of them.
// It is empty if the page was not built before this binary.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("BUG: the embedded folder has a fixed, valid name: " + err.Error())
	}
	return files
}

// Manifest maps the name by which sources call an asset ("main.js",
// "unbox.wasm") to its path in Files ("assets/main.1a2b3c4d.js").
//
// Errors: ErrNotBuilt, or an error about an unreadable manifest.
func Manifest() (map[string]string, error) {
	text, err := fs.ReadFile(Files(), "manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, err
	}
	var names map[string]string
	if err := json.Unmarshal(text, &names); err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	return names, nil
}

// Asset returns the contents of the asset with a logical name, for example
// "unbox.wasm".
//
// Errors: ErrNotBuilt, or fs.ErrNotExist for a name that no asset has.
func Asset(name string) ([]byte, error) {
	names, err := Manifest()
	if err != nil {
		return nil, err
	}
	path, ok := names[name]
	if !ok {
		return nil, fmt.Errorf("asset `%s`: %w", name, fs.ErrNotExist)
	}
	return Read(Files(), path)
}

// Packed is the suffix of files that are compressed with brotli. Files that compress well have no other form.
const Packed = ".br"

// Read returns the contents of a file of a built page, whether it is compressed there or not.
func Read(files fs.FS, path string) ([]byte, error) {
	contents, err := fs.ReadFile(files, path)
	if !errors.Is(err, fs.ErrNotExist) {
		return contents, err
	}
	small, err := files.Open(path + Packed)
	if err != nil {
		return nil, err
	}
	defer small.Close() // it was only read
	return io.ReadAll(brotli.NewReader(small))
}
