// Package version is the single place that knows which build this is: the
// server, the command line, the page and the WebAssembly module all use it.
package version

import (
	"cmp"
	"strings"
)

// stamp is set by the linker: -ldflags "-X unbox/internal/version.stamp=v1.2".
var stamp string

// String names the build, for example "v0.1.0", "v0.1.0-3-g1a2b3c4-dirty" or
// "dev" when nothing is known.
//
// It uses the first available of these: the linker's stamp; then, in a WebAssembly module,
// what its host says, and in a program what the Go command knew of version control.
func String() string {
	if stamp != "" {
		return stamp
	}
	return cmp.Or(recorded(), unknown)
}

const unknown = "dev"

// Exact reports whether a version names one build: "dev" and versions of changed sources are those of many.
func Exact(version string) bool { return version != unknown && !strings.HasSuffix(version, "-dirty") }
