package version

import "testing"

func TestStringIsNeverEmpty(t *testing.T) {
	if String() == "" {
		t.Error("expected a version, got the empty string")
	}
}
