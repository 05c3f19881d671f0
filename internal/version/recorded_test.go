//go:build !wasip1

package version

import (
	"runtime/debug"
	"testing"
)

func TestFromBuildInfo(t *testing.T) {
	setting := func(pairs ...string) []debug.BuildSetting {
		var out []debug.BuildSetting
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return out
	}
	tests := []struct {
		name string
		info debug.BuildInfo
		want string
	}{
		{"nothing known", debug.BuildInfo{}, ""},
		{"a checkout without version control", debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, ""},
		{"a module version", debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}}, "v1.2.3"},
		{"a clean commit", debug.BuildInfo{Settings: setting("vcs.revision", "0123456789abcdef", "vcs.modified", "false")}, "0123456789ab"},
		{"a changed commit", debug.BuildInfo{Settings: setting("vcs.revision", "0123456789abcdef", "vcs.modified", "true")}, "0123456789ab-dirty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fromBuildInfo(&tt.info); got != tt.want {
				t.Errorf("got %q, expected %q", got, tt.want)
			}
		})
	}
}
