// Package receipt makes receipts that no one can forge: a program passed the tests of a step
// on the server; and certificates of many of them. A learner's browser keeps the receipt and asks the server to check it
// when it is shown again.
package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"unbox/playground/secret"
)

// Receipt says that a program passed the tests of a step.
type Receipt struct {
	// Step is "chapter/step" by their IDs.
	Step string `json:"step"`
	// Code and Tests are the SHA-256 of the program, and of the step's tests with
	// everything that runs with them, in hexadecimal.
	Code  string `json:"code"`
	Tests string `json:"tests"`
	// When is the moment of the run in UTC, such as "2026-11-22T09:00:00Z".
	When string `json:"when"`
	// Signature is the server's, of everything above.
	Signature string `json:"signature"`
}

// Hash is the SHA-256 of a text in hexadecimal.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Office writes receipts and checks them.
type Office struct{ signer, certifier secret.Signer }

// Write writes the receipt of a run. tests is the Hash of the step's tests.
func (o *Office) Write(step, code, tests string, when time.Time) Receipt {
	r := Receipt{Step: step, Code: Hash([]byte(code)), Tests: tests, When: when.UTC().Format(time.RFC3339)}
	r.Signature = o.signer.Sign(r.signed())
	return r
}

// signed is the message that is signed: each field with its end marked.
func (r Receipt) signed() []byte {
	text, err := json.Marshal([]string{r.Step, r.Code, r.Tests, r.When})
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	return text
}

// Check returns "" for a receipt that this office wrote for this program and these tests,
// otherwise what is wrong with it, in words for the learner. tests is the hash of the tests
// that the receipt's step has now, "" if there is no such step.
func (o *Office) Check(r Receipt, code, tests string) string {
	switch {
	case !o.signer.Check(r.signed(), r.Signature):
		return "expected a receipt that this server signed, found another: it was changed, or comes from another server, or was signed with an older key"
	case tests == "":
		return "expected a step of this course, found `" + r.Step + "`, which it does not have any more"
	case r.Code != Hash([]byte(code)):
		return "expected the program that passed, found another: it was changed after the run"
	case r.Tests != tests:
		return "expected the tests that the program passed, found others: the step has changed since; run it again"
	}
	return ""
}
