//go:build !packed

package unbox

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io/fs"
	"strings"
)

// files has Sources, their tests and Course, since patterns cannot leave these out: a test compares them with what the Go command says.
//
//go:embed go.mod backend/*.go examples/*.go examples/*.trace examples/*.pypy examples/programs/*.py fuzz/*.go heap/*.go heap/arena/*.go internal/processes/*.go internal/version/*.go internal/words/*.go interp/*.go
//go:embed jit/*.go lang/compile/*.go lang/library/*.go lang/library/*.py lang/object/*.go lang/syntax/*.go lang/vm/*.go lang/elementary/*.go lang/hashing/*.go lang/numbers/*.go lang/sorting/*.go lang/texts/*.go lang/twister/*.go
//go:embed native/*.go native/measure/statistics.go native/x64/*.go optimizer/*.go optimizer/bounds/*.go optimizer/rules/*.go optimizer/rules/*.rules
//go:embed prove/*.go prove/integers/*.go prove/rules/*.go prove/sat/*.go prove/solve/*.go prove/term/*.go show/*.go show/show.css
//go:embed tutorials/course
//go:embed trace/*.go trace/pypylog/*.go tutorials/learn/*.go wasm/api/*.go wasm/codegen/*.go wasm/codegen/browser/*.go wasm/codegen/space/*.go wasm/module/*.go world/*.go
var files embed.FS

// archive returns the archive of a program that is built without the tag packed.
func archive() []byte {
	return pack(zip.Store, func(text []byte) []byte { return text })
}

// Packed is the archive for programs that are built with the tag packed: `.build/sources.zip`, which the page's build writes. They
// are 4.4 MB smaller. compress makes a brotli stream of a file.
func Packed(compress func(text []byte) []byte) []byte { return pack(brotliMethod, compress) }

// library is a folder whose Python files count for the Fingerprint, but are no part of the archive: lessons quote none, and the program has them
// for those who import them.
const library = "lang/library/"

// pack returns Sources and Course as an archive, whose comment is the Fingerprint. The same sources give the same bytes.
func pack(method uint16, compress func(text []byte) []byte) []byte {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(name, course) {
			fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		}
		if strings.HasPrefix(name, library) && strings.HasSuffix(name, ".py") {
			return nil
		}
		small := compress(text)
		to, err := w.CreateRaw(&zip.FileHeader{
			Name: name, Method: method, CRC32: crc32.ChecksumIEEE(text), CompressedSize64: uint64(len(small)), UncompressedSize64: uint64(len(text)),
		})
		if err != nil {
			return err
		}
		_, err = to.Write(small)
		return err
	})
	if err == nil {
		err = w.SetComment(hex.EncodeToString(sum.Sum(nil)))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("BUG: what is embedded cannot be packed: %v", err))
	}
	return packed.Bytes()
}
