//go:build packed

package unbox

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// packed is Archive, compressed as one when the page was built: file by file, it was half as large again.
//
//go:embed .build/sources.zip.br
var packed []byte

// Archive returns the archive of the program's sources.
func Archive() []byte {
	archive, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(fmt.Sprintf("BUG: the sources in this program cannot be inflated: %v", err))
	}
	return archive
}
