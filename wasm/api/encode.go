package api

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// encode appends any response with encoding/json; it is for small ones.
func encode(out []byte, response any) ([]byte, error) {
	buffer := bytes.NewBuffer(out)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(response); err != nil {
		return nil, fmt.Errorf("BUG: the response cannot be encoded: %w", err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

func appendErrorResponse(out []byte, message string) []byte {
	out = appendStringField(append(out, '{'), "error", message)
	return append(out, '}')
}

func appendDiagnostic(out []byte, d *Diagnostic) []byte {
	out = append(out, '{')
	out = appendStringField(out, "severity", d.Severity)
	out = appendStringField(out, "code", d.Code)
	out = appendStringField(out, "message", d.Message)
	out = appendIntField(out, "from", d.From)
	out = appendIntField(out, "to", d.To)
	out = appendIntField(out, "line", d.Line)
	out = appendIntField(out, "column", d.Column)
	return append(out, '}')
}

func appendAside(out []byte, a *Aside) []byte {
	out = append(out, '{')
	out = appendIntField(out, "line", a.Line)
	out = appendIntField(out, "at", a.At)
	out = appendStringField(out, "text", a.Text)
	return append(out, '}')
}

func appendStage(out []byte, s *Stage) []byte {
	out = append(out, '{')
	out = appendStringField(out, "pass", s.Pass)
	out = appendIntField(out, "ops", s.Ops)
	out = appendIntField(out, "removed", s.Removed)
	out = appendIntField(out, "replaced", s.Replaced)
	out = appendIntField(out, "added", s.Added)
	out = appendIntField(out, "moved", s.Moved)
	out = appendIntField(out, "learned", s.Learned)
	return append(out, '}')
}

func appendInput(out []byte, in *Input) []byte {
	out = append(out, '{')
	out = appendStringField(out, "name", in.Name)
	out = appendStringField(out, "type", in.Type)
	out = appendStringField(out, "suggestion", in.Suggestion)
	return append(out, '}')
}
