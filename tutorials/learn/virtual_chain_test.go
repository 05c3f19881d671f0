package learn

import "testing"

// A chain of virtual objects in a snapshot can be as long as the text: it is read, and what
// cannot be printed nested is said.
func TestLongChainsInSnapshots(t *testing.T) {
	body := `n = 3000
text = "[i0]\nguard_true(i0) [v0=Node(...)] where v0(next=v1=Node(...))"
parts = [text]
for k in range(1, n):
    parts.append("v" + str(k) + "(next=v" + str(k + 1) + "=Node(...))")
parts.append("v" + str(n) + "(next=v0)\nfinish(i0)\n")
bb = parse(", ".join(parts))
assert_eq(len(bb), 3)
`
	if r := oneTest(t, body); r.Status != "pass" {
		t.Errorf("expected it to be read, found %s", r.Message)
	}
}
