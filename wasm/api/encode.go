package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// Encode writes the response as the function table does.
func (r *OptimizeResponse) Encode() []byte { return appendOptimizeResponse(nil, r) }

// encode appends any response with encoding/json, for those that are small.
func encode(out []byte, response any) ([]byte, error) {
	buffer := bytes.NewBuffer(out)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(response); err != nil {
		return nil, fmt.Errorf("BUG: the response cannot be encoded: %w", err)
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// MarshalJSON writes the row as [left, right, kind, remark, partner].
func (r Row) MarshalJSON() ([]byte, error) { return appendRow(nil, &r), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Row) UnmarshalJSON(text []byte) error {
	var numbers [5]int
	list := numbers[:0]
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) != len(numbers) {
		return fmt.Errorf("expected a row of 5 numbers, found %d", len(list))
	}
	*r = Row{list[0], list[1], RowKind(list[2]), list[3], list[4]}
	return nil
}

func appendErrorResponse(out []byte, message string) []byte {
	out = appendStringField(append(out, '{'), "error", message)
	return append(out, '}')
}

func appendOptimizeResponse(out []byte, r *OptimizeResponse) []byte {
	out = append(out, '{')
	out = appendList(appendKey(out, "diagnostics"), r.Diagnostics, appendDiagnostic)
	out = appendList(appendKey(out, "stages"), r.Stages, appendStage)
	out = appendIntField(out, "from", r.From)
	out = appendIntField(out, "to", r.To)
	out = appendStringField(out, "left", r.Left)
	out = appendStringField(out, "right", r.Right)
	out = appendList(appendKey(out, "leftAsides"), r.LeftAsides, appendAside)
	out = appendList(appendKey(out, "rightAsides"), r.RightAsides, appendAside)
	out = appendList(appendKey(out, "rows"), r.Rows, appendRow)
	out = appendList(appendKey(out, "remarks"), r.Remarks, appendRemark)
	if r.Impossible != "" {
		out = appendStringField(out, "impossible", r.Impossible)
	}
	out = appendList(appendKey(out, "inputs"), r.Inputs, appendInput)
	out = appendStringField(out, "dialect", r.Dialect)
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

func appendRow(out []byte, r *Row) []byte {
	out = strconv.AppendInt(append(out, '['), int64(r.Left), 10)
	out = strconv.AppendInt(append(out, ','), int64(r.Right), 10)
	out = strconv.AppendInt(append(out, ','), int64(r.Kind), 10)
	out = strconv.AppendInt(append(out, ','), int64(r.Remark), 10)
	out = strconv.AppendInt(append(out, ','), int64(r.Partner), 10)
	return append(out, ']')
}

func appendRemark(out []byte, r *Remark) []byte {
	out = append(out, '{')
	out = appendStringField(out, "kind", r.Kind)
	out = appendStringField(out, "pass", r.Pass)
	out = appendStringField(out, "reason", r.Reason)
	if r.Rule != "" {
		out = appendStringField(out, "rule", r.Rule)
	}
	out = appendStringField(out, "text", r.Text)
	out = appendIntField(out, "left", r.Left)
	out = appendIntField(out, "right", r.Right)
	return append(out, '}')
}

func appendInput(out []byte, in *Input) []byte {
	out = append(out, '{')
	out = appendStringField(out, "name", in.Name)
	out = appendStringField(out, "type", in.Type)
	out = appendStringField(out, "suggestion", in.Suggestion)
	return append(out, '}')
}
