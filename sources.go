// Package unbox holds the project's own sources. Lessons quote the optimizer as
// it is, by file and name, so that what they show is what runs.
package unbox

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strings"
)

// Sources are the files that lessons may quote, by their path in the project, and all from which the page's modules
// are compiled: a test compares them with what the Go command says.
//
//go:embed go.mod backend/*.go examples/*.go examples/*.trace examples/*.pypy examples/programs/*.py fuzz/*.go heap/*.go heap/arena/*.go internal/version/*.go interp/*.go
//go:embed jit/*.go lang/compile/*.go lang/library/*.go lang/library/*.py lang/object/*.go lang/syntax/*.go lang/vm/*.go
//go:embed native/*.go native/measure/statistics.go native/x64/*.go optimizer/*.go optimizer/bounds/*.go optimizer/rules/*.go optimizer/rules/*.rules
//go:embed prove/*.go prove/integers/*.go prove/rules/*.go prove/sat/*.go prove/solve/*.go prove/term/*.go show/*.go show/show.css
//go:embed trace/*.go trace/pypylog/*.go tutorials/learn/*.go wasm/api/*.go wasm/codegen/*.go wasm/codegen/browser/*.go wasm/codegen/space/*.go wasm/module/*.go world/*.go
var Sources embed.FS

// Fingerprint is a hash of Sources without their tests. The page keeps that of the sources from which
// its modules were compiled: a program with another one is newer or older than they are.
func Fingerprint() string {
	sum := sha256.New()
	err := fs.WalkDir(Sources, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := Sources.ReadFile(name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		return err
	})
	if err != nil {
		panic("BUG: what is embedded can be read: " + err.Error())
	}
	return hex.EncodeToString(sum.Sum(nil))
}
