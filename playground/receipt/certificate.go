package receipt

import (
	"encoding/json"
	"slices"

	"unbox/playground/secret"
)

// Certificate says that this server saw programs pass the tests of steps. It does not know whose they were: the name is whatever was
// entered.
type Certificate struct {
	Name string `json:"name"`
	// Steps are "chapter/step" by their IDs, without repetitions, in alphabetical order. Of is the number of steps
	// that the course had.
	Steps []string `json:"steps"`
	Of    int      `json:"of"`
	// First and Last are the moments of the first run and the last in UTC, such as "2026-11-22T09:00:00Z".
	First string `json:"first"`
	Last  string `json:"last"`
	// Signature is the server's, of everything above.
	Signature string `json:"signature"`
}

// Certify makes a certificate from the receipts that this office wrote for the current tests of their steps, in a course with a number of
// steps. tests returns the hash of a step's tests, "" if there is no such step. Other receipts do not count; if none counts, ok is false.
func (o *Office) Certify(name string, receipts []Receipt, of int, tests func(step string) string) (c Certificate, ok bool) {
	c = Certificate{Name: name, Of: of}
	for _, r := range receipts {
		if !o.signer.Check(r.signed(), r.Signature) || r.Tests != tests(r.Step) {
			continue
		}
		c.Steps = append(c.Steps, r.Step)
		if c.First == "" || r.When < c.First {
			c.First = r.When
		}
		c.Last = max(c.Last, r.When)
	}
	slices.Sort(c.Steps)
	c.Steps = slices.Compact(c.Steps)
	c.Signature = o.certifier.Sign(c.signed())
	return c, len(c.Steps) > 0
}

// Stands reports whether this office signed the certificate in its current
// form.
func (o *Office) Stands(c Certificate) bool { return o.certifier.Check(c.signed(), c.Signature) }

// signed is the message that is signed.
func (c Certificate) signed() []byte {
	c.Signature = ""
	text, err := json.Marshal(c)
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	return text
}

// NewOffice returns an office that signs with a server's key: receipts and certificates are valid as long as that key
// is used.
func NewOffice(k secret.Key) *Office { return &Office{k.For("receipt"), k.For("certificate")} }
