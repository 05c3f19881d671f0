// Package version is the single place that knows which build this is: the
// server, the command line, the page and the WebAssembly module all use it.
package version

import (
	"runtime/debug"
	"strings"
)

// stamp is set by the linker: -ldflags "-X unbox/internal/version.stamp=v1.2".
var stamp string

// String names the build, for example "v0.1.0", "v0.1.0-3-g1a2b3c4-dirty" or
// "dev" when nothing is known.
//
// It uses the first available of these: the linker's stamp, the host of a
// WebAssembly module, the version control stamp of the Go command.
func String() string {
	if stamp != "" {
		return stamp
	}
	if told := fromHost(); told != "" {
		return told
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	return fromBuildInfo(info)
}

const unknown = "dev"

// Exact reports whether a version names one build: "dev" and versions of changed sources are those of many.
func Exact(version string) bool { return version != unknown && !strings.HasSuffix(version, "-dirty") }

// fromBuildInfo reads the version that `go install` or `go build` recorded.
func fromBuildInfo(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	var revision, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	if revision == "" {
		return unknown
	}
	return revision[:min(len(revision), 12)] + dirty
}
