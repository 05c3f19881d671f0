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

// packer makes one compressed form of a file.
type packer struct {
	// ext is added to the file's name.
	ext string
	// key names format and level among the results that are kept.
	key string
	new func(io.Writer) io.WriteCloser
}

var (
	brotliBest  = packer{".br", ".11.br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) }}
	brotliQuick = packer{".br", ".9.br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 9) }}
	gzipBest    = packer{".gz", ".gz", func(w io.Writer) io.WriteCloser {
		zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			panic("BUG: gzip.BestCompression is a valid level: " + err.Error())
		}
		return zw
	}}
)

// incompressible formats are compressed already.
var incompressible = map[string]bool{".woff2": true, ".png": true}

// compressAll returns the compressed forms of a file by their extension. A form
// that is not smaller is left out. A WebAssembly module has one form, as brotli, whatever
// its size: the three modules' other forms were 42 MB of the binary.
func compressAll(o Options, name string, contents []byte) (map[string][]byte, error) {
	packed := map[string][]byte{}
	if incompressible[path.Ext(name)] || name == "manifest.json" || name == "sources.txt" || path.Ext(name) == ".map" {
		return packed, nil
	}
	isModule := path.Ext(name) == ".wasm"
	for _, p := range []packer{brotliBest, gzipBest} {
		if isModule && p.ext != ".br" {
			continue
		}
		if o.Quick && p.ext == ".br" && !o.isKept(hash(contents)+p.key) {
			p = brotliQuick
		}
		small, err := o.kept(hash(contents)+p.key, func() ([]byte, error) {
			o.logf("compressing %s (%s)", name, p.ext[1:])
			return compress(p.new, contents)
		})
		if err != nil {
			return nil, err
		}
		if isModule || len(small) < len(contents) {
			packed[p.ext] = small
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

// isKept reports whether an earlier build made something under a key.
func (o Options) isKept(key string) bool {
	_, err := os.Stat(o.work("compressed", key))
	return err == nil
}

// kept returns what an earlier build made under the same key, or makes it.
func (o Options) kept(key string, make func() ([]byte, error)) ([]byte, error) {
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
