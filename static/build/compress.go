package build

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// Encodings are the compressed forms that stand beside every file of dist, by
// the ending of their names.
var encodings = []struct {
	ext string
	new func(io.Writer) io.WriteCloser
}{
	{".br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) }},
	{".gz", func(w io.Writer) io.WriteCloser {
		zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			panic("BUG: gzip.BestCompression is a valid level: " + err.Error())
		}
		return zw
	}},
}

// incompressible formats are compressed already.
var incompressible = map[string]bool{".woff2": true, ".png": true}

// compressAll returns the compressed forms of a file by their extension. A form
// that is not smaller is left out.
func compressAll(o Options, name string, contents []byte) (map[string][]byte, error) {
	packed := map[string][]byte{}
	if incompressible[path.Ext(name)] || name == "manifest.json" || path.Ext(name) == ".map" {
		return packed, nil
	}
	for _, encoding := range encodings {
		small, err := cached(o, hash(contents)+encoding.ext, func() ([]byte, error) {
			o.logf("compressing %s (%s)", name, encoding.ext[1:])
			return compress(encoding.new, contents)
		})
		if err != nil {
			return nil, err
		}
		if len(small) < len(contents) {
			packed[encoding.ext] = small
		}
	}
	return packed, nil
}

func compress(newWriter func(io.Writer) io.WriteCloser, contents []byte) ([]byte, error) {
	var small bytes.Buffer
	w := newWriter(&small)
	if _, err := w.Write(contents); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return small.Bytes(), nil
}

// cached returns what an earlier build made under the same key, or makes it.
func cached(o Options, key string, make func() ([]byte, error)) ([]byte, error) {
	file := o.work("compressed", key)
	if have, err := os.ReadFile(file); err == nil {
		return have, nil
	}
	made, err := make()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	_, err = writeIfChanged(file, made)
	return made, err
}
