package build

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// output collects the files of static/dist before any is written, so that a
// build that fails leaves the last good page in place.
type output struct {
	// files maps a path in dist, with slashes, to contents.
	files map[string][]byte
	// manifest maps a logical name to a path in dist.
	manifest map[string]string
	// imports are the scripts that a script of dist imports statically, by path.
	imports map[string][]string
	// before is the HTML that a page shows before its script has loaded.
	before string
	// headers are the headers of pages, by the address of the page's part of the site.
	headers map[string]string
}

func newOutput() *output {
	return &output{files: map[string][]byte{}, manifest: map[string]string{}, imports: map[string][]string{}}
}

func (out *output) add(path string, contents []byte) { out.files[path] = contents }

// addHashed adds an asset under a name with the hash of its contents and
// returns its URL: "unbox.wasm" becomes "/assets/unbox.<hash>.wasm".
func (out *output) addHashed(name string, contents []byte) string {
	ext := path.Ext(name)
	file := "assets/" + strings.TrimSuffix(name, ext) + "." + hash(contents)[:8] + ext
	out.add(file, contents)
	out.manifest[name] = file
	return "/" + file
}

// addFolder adds every file of a folder under a hashed name.
func (out *output) addFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		contents, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		out.addHashed(entry.Name(), contents)
	}
	return nil
}

// url returns the URL of an asset that was added.
func (out *output) url(name string) string {
	file, ok := out.manifest[name]
	if !ok {
		panic("BUG: asset " + name + " is asked for before it is made")
	}
	return "/" + file
}

// size is the number of bytes of an asset that was added, as text.
func (out *output) size(name string) string {
	return strconv.Itoa(len(out.files[out.url(name)[1:]]))
}

// write compresses the files and brings static/dist up to date.
func (out *output) write(o Options) error {
	manifest, err := json.MarshalIndent(out.manifest, "", "  ")
	if err != nil {
		return err
	}
	out.add("manifest.json", append(manifest, '\n'))
	all := map[string][]byte{}
	for _, name := range out.sorted() {
		hasty := o.Quick || o.QuickWhole && name == out.manifest["unbox.wasm"]
		packed, err := compressed(o, name, out.files[name], hasty)
		if err != nil {
			return err
		}
		if packed != nil {
			all[name+packedEnd] = packed
		} else {
			all[name] = out.files[name]
		}
	}
	dist := o.static("dist")
	if err := removeStale(dist, all); err != nil {
		return err
	}
	changed := 0
	for name, contents := range all {
		wrote, err := writeIfChanged(filepath.Join(dist, filepath.FromSlash(name)), contents)
		if err != nil {
			return err
		}
		if wrote {
			changed++
		}
	}
	if changed > 0 {
		o.logf("static/dist: wrote %d of %d files", changed, len(all))
	}
	return nil
}

func (out *output) sorted() []string {
	names := make([]string, 0, len(out.files))
	for name := range out.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// removeStale deletes what earlier builds left in dist.
func removeStale(dist string, keep map[string][]byte) error {
	err := filepath.WalkDir(dist, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".keep" {
			return err
		}
		rel, err := filepath.Rel(dist, file)
		if err != nil {
			return err
		}
		if _, ok := keep[filepath.ToSlash(rel)]; ok {
			return nil
		}
		return os.Remove(file)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// writeIfChanged replaces a file atomically and reports whether it had to. An
// unchanged file keeps its time, so caches that depend on it stay valid.
func writeIfChanged(file string, contents []byte) (bool, error) {
	if have, err := os.ReadFile(file); err == nil && bytes.Equal(have, contents) {
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return false, err
	}
	// The name starts with a dot, so that a watcher of dist ignores it.
	temp, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(contents)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return false, fmt.Errorf("writing `%s`: %w", file, err)
	}
	return true, os.Rename(temp.Name(), file)
}

// hash returns the hash of contents: 52 lower-case letters and digits.
func hash(contents []byte) string {
	sum := sha256.Sum256(contents)
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:]))
}
