package api

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Encode writes the response as the function table does.
func (r *Optimized) Encode() []byte { return appendOptimized(nil, r) }

// MarshalJSON writes the span as [kind, text, value, mark].
func (s Span) MarshalJSON() ([]byte, error) { return appendSpan(nil, &s), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Span) UnmarshalJSON(text []byte) error {
	return readTuple(text, &s.Kind, &s.Text, &s.Value, &s.Mark)
}

// MarshalJSON writes the part as [kind, text, value, row].
func (p Part) MarshalJSON() ([]byte, error) { return appendPart(nil, &p), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Part) UnmarshalJSON(text []byte) error {
	return readTuple(text, &p.Kind, &p.Text, &p.Value, &p.Row)
}

// MarshalJSON writes the match as [row, item, side, from, to].
func (m Match) MarshalJSON() ([]byte, error) {
	return json.Marshal([]int{m.Row, m.Item, int(m.Side), m.From, m.To})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Match) UnmarshalJSON(text []byte) error {
	return readTuple(text, &m.Row, &m.Item, &m.Side, &m.From, &m.To)
}

// MarshalJSON writes the part as [removed, replaced, args, added, moved].
func (p OverviewPart) MarshalJSON() ([]byte, error) { return appendOverviewPart(nil, &p), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (p *OverviewPart) UnmarshalJSON(text []byte) error {
	return readTuple(text, &p.Removed, &p.Replaced, &p.Args, &p.Added, &p.Moved)
}

// readTuple reads an array with one element for each field.
func readTuple(text []byte, fields ...any) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return err
	}
	if len(elements) != len(fields) {
		return fmt.Errorf("expected an array of %d, found one of %d", len(fields), len(elements))
	}
	for i, e := range elements {
		if err := json.Unmarshal(e, fields[i]); err != nil {
			return err
		}
	}
	return nil
}

func appendOptimized(out []byte, r *Optimized) []byte {
	out = appendIntField(append(out, '{'), "result", r.Result)
	out = appendList(appendKey(out, "diagnostics"), r.Diagnostics, appendDiagnostic)
	out = appendStringField(out, "dialect", r.Dialect)
	out = appendList(appendKey(out, "inputs"), r.Inputs, appendInput)
	out = appendList(appendKey(out, "impossible"), r.Impossible, appendPart)
	out = appendIntField(out, "from", r.From)
	out = appendIntField(out, "to", r.To)
	out = appendIntField(out, "before", r.Before)
	out = appendIntField(out, "after", r.After)
	out = appendList(appendKey(out, "stages"), r.Stages, appendStage)
	out = appendIntField(out, "rows", r.Rows)
	out = appendIntField(out, "left", r.Left)
	out = appendIntField(out, "right", r.Right)
	out = appendChanges(appendKey(out, "changes"), &r.Changes)
	out = appendIntField(out, "differing", r.Differing)
	out = appendIntField(out, "firstChange", r.FirstChange)
	out = appendIntField(out, "loop", r.Loop)
	out = appendIntField(out, "width", r.Width)
	out = appendIntField(out, "shortWidth", r.ShortWidth)
	out = appendLayout(appendKey(out, "layout"), &r.Layout)
	out = appendPage(appendKey(out, "page"), &r.Page)
	return append(out, '}')
}

func appendRowsResponse(out []byte, r *RowsResponse) []byte {
	out = appendPage(appendKey(append(out, '{'), "page"), &r.Page)
	if r.Layout != nil {
		out = appendLayout(appendKey(out, "layout"), r.Layout)
	}
	return append(out, '}')
}

func appendChanges(out []byte, n *Changes) []byte {
	out = appendIntField(append(out, '{'), "removed", n.Removed)
	out = appendIntField(out, "replaced", n.Replaced)
	out = appendIntField(out, "args", n.Args)
	out = appendIntField(out, "added", n.Added)
	out = appendIntField(out, "moved", n.Moved)
	return append(out, '}')
}

func appendOverviewPart(out []byte, p *OverviewPart) []byte {
	for i, n := range [...]int{p.Removed, p.Replaced, p.Args, p.Added, p.Moved} {
		out = strconv.AppendInt(append(out, "[,,,,"[i]), int64(n), 10)
	}
	return append(out, ']')
}

func appendLayout(out []byte, l *Layout) []byte {
	out = appendIntField(append(out, '{'), "items", l.Items)
	out = appendList(appendKey(out, "overview"), l.Overview, appendOverviewPart)
	return append(out, '}')
}

func appendPage(out []byte, p *Page) []byte {
	out = appendIntField(append(out, '{'), "from", p.From)
	out = appendList(appendKey(out, "items"), p.Items, appendItem)
	return append(out, '}')
}

func appendItem(out []byte, i *Item) []byte {
	out = appendIntField(append(out, '{'), "part", int(i.Part))
	out = appendIntField(out, "index", i.Index)
	if i.Folded != 0 {
		out = appendIntField(out, "folded", i.Folded)
	}
	out = appendOrNull(appendKey(out, "row"), i.Row, appendDiffRow)
	return append(out, '}')
}

// appendOrNull appends what a pointer points to, or null.
func appendOrNull[T any](out []byte, value *T, one func([]byte, *T) []byte) []byte {
	if value == nil {
		return append(out, "null"...)
	}
	return one(out, value)
}

func appendBoolField(out []byte, key string, value bool) []byte {
	return strconv.AppendBool(appendKey(out, key), value)
}

func appendDiffRow(out []byte, r *DiffRow) []byte {
	out = appendIntField(append(out, '{'), "kind", int(r.Kind))
	out = appendOrNull(appendKey(out, "left"), r.Left, appendLine)
	out = appendOrNull(appendKey(out, "right"), r.Right, appendLine)
	out = appendList(appendKey(out, "reasons"), r.Reasons, appendReason)
	out = appendBoolField(out, "own", r.Own)
	out = appendIntField(out, "change", r.Change)
	out = appendOrNull(appendKey(out, "related"), r.Related, appendPlace)
	return append(out, '}')
}

func appendPlace(out []byte, p *Place) []byte {
	out = appendIntField(append(out, '{'), "row", p.Row)
	out = appendIntField(out, "number", p.Number)
	return append(out, '}')
}

func appendLine(out []byte, l *Line) []byte {
	out = appendIntField(append(out, '{'), "at", l.At)
	out = appendIntField(out, "number", l.Number)
	out = appendIntField(out, "source", l.Source)
	out = appendStringField(out, "operation", l.Operation)
	if l.CopyOf != nil {
		out = appendPlace(appendKey(out, "copyOf"), l.CopyOf)
	}
	out = appendBoolField(out, "inLoop", l.InLoop)
	out = appendList(appendKey(out, "spans"), l.Spans, appendSpan)
	if len(l.Asides) > 0 {
		out = appendList(appendKey(out, "asides"), l.Asides, appendAside)
	}
	return append(out, '}')
}

func appendSpan(out []byte, s *Span) []byte {
	return appendTuple(out, int(s.Kind), s.Text, s.Value, int(s.Mark))
}

func appendPart(out []byte, p *Part) []byte {
	return appendTuple(out, int(p.Kind), p.Text, p.Value, p.Row)
}

// appendTuple appends [a, "text", b, c].
func appendTuple(out []byte, a int, text string, b, c int) []byte {
	out = strconv.AppendInt(append(out, '['), int64(a), 10)
	out = appendString(append(out, ','), text)
	out = strconv.AppendInt(append(out, ','), int64(b), 10)
	out = strconv.AppendInt(append(out, ','), int64(c), 10)
	return append(out, ']')
}

func appendReason(out []byte, r *Reason) []byte {
	out = appendStringField(append(out, '{'), "kind", r.Kind)
	out = appendStringField(out, "pass", r.Pass)
	out = appendStringField(out, "reason", r.Reason)
	if r.Rule != "" {
		out = appendStringField(out, "rule", r.Rule)
	}
	out = appendList(appendKey(out, "text"), r.Text, appendPart)
	out = appendList(appendKey(out, "short"), r.Short, appendPart)
	out = appendOrNull(appendKey(out, "at"), r.At, appendPlace)
	out = appendList(appendKey(out, "because"), r.Because, appendCause)
	return append(out, '}')
}

func appendCause(out []byte, c *Cause) []byte {
	out = appendStringField(append(out, '{'), "kind", c.Kind)
	out = appendList(appendKey(out, "text"), c.Text, appendPart)
	out = appendOrNull(appendKey(out, "at"), c.At, appendPlace)
	if c.Next {
		out = appendBoolField(out, "next", true)
	}
	if c.Reason != "" {
		out = appendStringField(out, "reason", c.Reason)
	}
	return append(out, '}')
}
