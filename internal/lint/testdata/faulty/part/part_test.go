package part

import "testing"

func TestPart(t *testing.T) {
	if New() != 2 || !onlyTested() {
		t.Error("expected two")
	}
	var list []int
	list = append(list, 1)
}
