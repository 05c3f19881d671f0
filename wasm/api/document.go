//go:build !core

package api

import (
	"errors"
	"slices"
)

// Documents writes a comparison with all its rows in one of the forms of [DocumentRequest].
type Documents func(q *DocumentRequest, r *Optimized) (string, error)

// UseDocuments sets what writes documents: package show, which imports this one. Without this call there are none.
func (e *Engine) UseDocuments(write Documents) { e.documents = write }

// document answers a DocumentRequest.
func (e *Engine) document(request []byte) ([]byte, error) {
	var q DocumentRequest
	return answer(e, request, &q, &q.Result, func(c *comparedPoints) (any, error) {
		if e.documents == nil {
			return nil, errors.New("expected a build that writes documents, found one without")
		}
		r := &Optimized{Diagnostics: []Diagnostic{}, Inputs: []Input{}, Impossible: []Part{}, FirstChange: -1, Loop: -1}
		r.Stages = slices.Clone(e.session.stagesOf(c))
		c.summary(r)
		c.layOut(RowView{Context: -1})
		r.Page = c.items(0, c.layout.len())
		text, err := e.documents(&q, r)
		return DocumentResponse{Text: text}, err
	})
}
