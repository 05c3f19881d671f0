//go:build !packed

package unbox

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
)

// files has Sources, their tests and Course, since patterns cannot leave these out: a test compares them with what the Go command says.
//
//go:embed go.mod backend/*.go examples/*.go examples/*.trace examples/*.pypy examples/programs/*.py fuzz/*.go heap/*.go heap/arena/*.go internal/processes/*.go internal/version/*.go internal/words/*.go interp/*.go
//go:embed jit/*.go lang/compile/*.go lang/library/*.go lang/library/*.py lang/object/*.go lang/syntax/*.go lang/vm/*.go lang/elementary/*.go lang/hashing/*.go lang/numbers/*.go lang/sorting/*.go lang/texts/*.go lang/texts/names.gz lang/twister/*.go
//go:embed native/*.go native/measure/statistics.go native/x64/*.go optimizer/*.go optimizer/bounds/*.go optimizer/rules/*.go optimizer/rules/*.rules
//go:embed prove/*.go prove/integers/*.go prove/rules/*.go prove/sat/*.go prove/solve/*.go prove/term/*.go show/*.go show/show.css
//go:embed tutorials/course
//go:embed trace/*.go trace/pypylog/*.go tutorials/learn/*.go wasm/api/*.go wasm/codegen/*.go wasm/codegen/browser/*.go wasm/codegen/space/*.go wasm/module/*.go world/*.go
var files embed.FS

// library is a folder whose Python files count for the Fingerprint, but are no part of the archive: lessons quote none, and the program has them
// for those who import them.
const library = "lang/library/"

// Archive returns Sources and Course as an archive without compression, whose comment is the Fingerprint. The same sources give the same bytes.
// The page's build compresses it as `.build/sources.zip.br`, for programs that are built with the tag packed: they are 4.8 MB smaller.
func Archive() []byte {
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
		to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = to.Write(text)
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
