package build

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/andybalholm/brotli"

	"unbox"
)

// Compression levels of brotli: the highest takes 20 s for the small module and nearly a minute for the whole
// one.
const (
	best  = brotli.BestCompression
	quick = 9
	// window is the logarithm of brotli's window in bytes, the maximum of the format. The small module is longer than the usual window of
	// 4 MB; this saves 1.6 KB of a first visit.
	window = 24
)

// packedEnd is the suffix of compressed files, by which package static, which embeds the results, recognizes
// them.
const packedEnd = ".br"

// levelKey returns the key of a cached result.
func levelKey(contents []byte, level, window int) string {
	return fmt.Sprintf("%s.%d.%d.br", hash(contents), level, window)
}

// incompressible formats are compressed already.
var incompressible = map[string]bool{".woff2": true, ".png": true}

// compressed returns a file as brotli, nil if that is not smaller. The site has no other form of a
// compressed file: a second form would be in the program, too. hasty means that it need not be as small
// as possible.
func compressed(o Options, name string, contents []byte, hasty bool) ([]byte, error) {
	if incompressible[path.Ext(name)] || name == "manifest.json" || name == "sources.txt" || path.Ext(name) == ".map" {
		return nil, nil
	}
	small, err := o.compressedOnce(contents, window, hasty, name)
	if err != nil || len(small) >= len(contents) {
		return nil, err
	}
	return small, nil
}

// compressedOnce compresses contents, or takes what an earlier build made of them. A hasty one takes little time if there is nothing yet. The log
// has the name, if there is one.
func (o Options) compressedOnce(contents []byte, window int, hasty bool, name string) ([]byte, error) {
	level := best
	if hasty && !o.isKept(levelKey(contents, best, window)) {
		level = quick
	}
	return o.kept(levelKey(contents, level, window), func() ([]byte, error) {
		if name != "" {
			o.logf("compressing %s", name)
		}
		return compress(contents, level, window)
	})
}

func compress(contents []byte, level, window int) ([]byte, error) {
	var small bytes.Buffer
	w := brotli.NewWriterOptions(&small, brotli.WriterOptions{Quality: level, LGWin: window})
	if _, err := w.Write(contents); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return small.Bytes(), nil
}

// sourceWindow is the logarithm of the window for the archive of the project's sources, which is shorter than that.
const sourceWindow = 23

// PackSources writes `.build/sources.zip.br`, the archive for programs that are built with the tag packed. Each change of a source is one of
// the whole archive, so it is compressed quickly: as far as it goes would take 40 s instead of 2, for a tenth.
func PackSources(o Options) error {
	archive := unbox.Archive()
	packed, err := o.kept(levelKey(archive, quick, sourceWindow), func() ([]byte, error) { return compress(archive, quick, sourceWindow) })
	if err != nil {
		return err
	}
	_, err = writeIfChanged(o.work("sources.zip.br"), packed)
	return err
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
