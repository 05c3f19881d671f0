package browsertest

import (
	"strings"
	"testing"

	"unbox/static"
)

// assetHash is the hash in an asset's name.
func assetHash(t *testing.T, name string) string {
	t.Helper()
	manifest, err := static.Manifest()
	must(t, err)
	parts := strings.Split(manifest[name], ".")
	if len(parts) != 3 {
		t.Fatalf("expected a path with a hash for %s, found %q", name, manifest[name])
	}
	return parts[1]
}
