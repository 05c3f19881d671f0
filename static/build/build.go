// Package build makes the page: it compiles wasm/module to WebAssembly, bundles
// the TypeScript and CSS of static/src with esbuild, gives every result a name
// with the hash of its contents, compresses it, and writes it all to
// static/dist, where package static embeds it.
//
// The same sources give the same bytes, on every machine with the same Go. Slow
// results are kept in .build by content, so a build in which nothing changed
// writes nothing.
package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"unbox"
)

// Options say what to build and where.
type Options struct {
	// Root is the folder of the project's go.mod, as FindRoot returns it.
	Root string
	// SourceMaps adds source maps next to the scripts, for work on the page. The
	// browser reads them only while its developer tools are open.
	SourceMaps bool
	// Quick uses a lower level of brotli for files that no earlier build has
	// compressed: a second instead of ten for the module, and 13 % more bytes.
	Quick bool
	// QuickWhole does so only for the whole module, which no first visit fetches: everything whose size
	// tests check is as small as in a release.
	QuickWhole bool
	// Log gets one line for each step that took work; nil discards them.
	Log io.Writer
}

func (o Options) logf(format string, args ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, format+"\n", args...)
	}
}

// static is the folder of the page's sources.
func (o Options) static(elem ...string) string {
	return filepath.Join(append([]string{o.Root, "static"}, elem...)...)
}

// work is a folder for files that can be made again: never tracked, safe to
// delete.
func (o Options) work(elem ...string) string {
	return filepath.Join(append([]string{o.Root, ".build"}, elem...)...)
}

// Page builds everything into static/dist and returns the manifest: logical
// name of an asset to its path in dist.
//
// Errors: the messages of npm, the Go compiler or esbuild, ready to be shown.
func Page(ctx context.Context, o Options) (map[string]string, error) {
	if err := Packages(ctx, o); err != nil {
		return nil, err
	}
	module, err := Module(ctx, o)
	if err != nil {
		return nil, err
	}
	core, err := compileModule(ctx, o, "core.wasm", coreTag)
	if err != nil {
		return nil, err
	}
	out := newOutput()
	out.addHashed("core.wasm", core)
	out.addHashed("unbox.wasm", module)
	if err := out.addFolder(o.static("public")); err != nil {
		return nil, err
	}
	if err := bundlePages(o, out); err != nil {
		return nil, err
	}
	if err := prerender(ctx, o, out); err != nil {
		return nil, err
	}
	if err := addManifest(o, out); err != nil {
		return nil, err
	}
	if err := addPages(o, out); err != nil {
		return nil, err
	}
	out.add("sources.txt", []byte(unbox.Fingerprint()))
	if err := out.write(o); err != nil {
		return nil, err
	}
	return out.manifest, PackSources(o)
}

// FindRoot returns the project's root folder: the nearest folder at or above
// dir whose go.mod declares the module unbox.
func FindRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for start := dir; ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module unbox\n") {
			return dir, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("expected a folder of the project, found no go.mod of module `unbox` at or above `%s`", start)
		}
	}
}
