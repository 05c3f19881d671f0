//go:build !core

package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestDocuments: the writer of documents gets all rows of a result, and its error is reported; without a writer there are no documents.
func TestDocuments(t *testing.T) {
	e := New()
	ask(t, e, "optimize", OptimizeRequest{Text: "[i0]\ni1 = int_add(i0, 0)\njump(i1)\n", Passes: []string{"rules"}, To: -1, Result: 1})
	written := func(form string) string { return string(ask(t, e, "document", DocumentRequest{Result: 1, Form: form})) }
	if got := written("columns"); !strings.Contains(got, "expected a build that writes documents") {
		t.Errorf("expected to hear that nobody writes documents, found %s", got)
	}
	e.UseDocuments(func(q *DocumentRequest, r *Optimized) (string, error) {
		if q.Form != "columns" {
			return "", errors.New("expected another form")
		}
		return fmt.Sprintf("%d rows", len(r.Page.Items)), nil
	})
	var r DocumentResponse
	if err := json.Unmarshal([]byte(written("columns")), &r); err != nil || r.Text != "3 rows" {
		t.Errorf("expected 3 rows, found %q, %v", r.Text, err)
	}
	if got := written("nothing"); !strings.Contains(got, "expected another form") {
		t.Errorf("expected the error of whoever writes, found %s", got)
	}
}
