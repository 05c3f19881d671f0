package receipt

import (
	"testing"
	"time"

	"unbox/playground/secret"
)

// TestCertificates counts each step once, and nothing that the office did not write or whose tests have changed; a changed certificate does not stand.
func TestCertificates(t *testing.T) {
	key := secret.New()
	office := NewOffice(key)
	at := func(hours int) time.Time { return time.Unix(1_800_000_000+int64(hours)*3600, 0) }
	forged := office.Write("lines/three", "x", "tests", at(9))
	forged.Step = "lines/four"
	receipts := []Receipt{
		office.Write("lines/two", "x", "tests", at(2)), office.Write("lines/one", "x", "tests", at(1)), office.Write("lines/two", "y", "tests", at(3)),
		office.Write("lines/old", "x", "older tests", at(4)), NewOffice(secret.New()).Write("lines/three", "x", "tests", at(5)), forged,
	}
	tests := func(string) string { return "tests" }
	c, ok := office.Certify("Ada", receipts, 7, tests)
	if !ok || len(c.Steps) != 2 || c.Steps[0] != "lines/one" || c.Steps[1] != "lines/two" || c.Of != 7 || c.First != "2027-01-15T09:00:00Z" || c.Last != "2027-01-15T11:00:00Z" {
		t.Errorf("expected two steps of seven, found %+v", c)
	}
	if !NewOffice(key).Stands(c) {
		t.Error("expected a certificate that stands after a restart")
	}
	for name, change := range map[string]func(*Certificate){
		"another name": func(c *Certificate) { c.Name = "Bob" }, "one step more": func(c *Certificate) { c.Steps = append(c.Steps, "lines/three") },
		"fewer steps in all": func(c *Certificate) { c.Of = 2 }, "another time": func(c *Certificate) { c.Last = "2028-01-15T09:00:00Z" },
		"no signature": func(c *Certificate) { c.Signature = "" },
	} {
		other := c
		other.Steps = append([]string(nil), c.Steps...)
		change(&other)
		if office.Stands(other) {
			t.Errorf("%s: expected a certificate that does not stand", name)
		}
	}
	if _, ok := office.Certify("Ada", []Receipt{forged}, 7, tests); ok {
		t.Error("expected no certificate without a step")
	}
}
