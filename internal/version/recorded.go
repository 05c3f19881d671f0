//go:build !wasip1

package version

import "runtime/debug"

// recorded is the version that the Go command has written into the program, "" if it knew none.
func recorded() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return fromBuildInfo(info)
}

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
		return ""
	}
	return revision[:min(len(revision), 12)] + dirty
}
