package school

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"runtime/debug"
	"slices"
	"testing"

	"unbox/classroom/journal"
)

// TestCraftedDocuments opens classes in which one value after another is null, of another kind, or enormous, as somebody may have put them
// into a backup: they are refused with a reason or used, and nothing panics.
func TestCraftedDocuments(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, _, ada := s.joined("Ada")
	page := s.enter(ada.Word)
	hears[classFrame](t, page, "class")
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	hears[draftFrame](t, page, "draft")
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]}`))
	hears[keptFrame](t, page, "kept")
	c := s.school.all()[0]
	c.mu.Lock()
	c.state.Roster = []*Person{{ID: "1", Name: "Ada"}}
	state := must(json.Marshal(c.state))
	c.mu.Unlock()
	j := &craftedJournal{Journal: s.journal}
	there := must(Open(t.Context(), Options{Journal: j, Log: slog.New(slog.DiscardHandler), Course: course, Questions: questions}))
	defer there.Close()
	tried := 0
	for _, d := range must(s.journal.All(t.Context())) {
		h := must(s.journal.Read(t.Context(), d, 0))
		histories := []journal.History{h}
		if d.Name == stateName {
			histories = append(histories, journal.History{Snapshot: journal.Snapshot{Version: h.Version(), Data: state}, First: h.Version() + 1})
		}
		for _, h := range histories {
			for _, changed := range craftedHistories(h) {
				j.document, j.history = d, changed
				useCrafted(t, there, c.id, j)
				tried++
			}
		}
	}
	if tried < 500 {
		t.Errorf("expected to try many, found %d", tried)
	}
}

// craftedJournal has another history of one document.
type craftedJournal struct {
	journal.Journal
	document journal.Document
	history  journal.History
}

func (j *craftedJournal) Read(ctx context.Context, d journal.Document, after uint64) (journal.History, error) {
	if d == j.document {
		return j.history, nil
	}
	return j.Journal.Read(ctx, d, after)
}

// craftedHistories are histories that differ from one in one value of one of its texts.
func craftedHistories(h journal.History) (all []journal.History) {
	for _, text := range crafted(h.Snapshot.Data) {
		changed := h
		changed.Snapshot.Data = text
		all = append(all, changed)
	}
	for i := range h.Updates {
		for _, text := range crafted(h.Updates[i].Data) {
			changed := h
			changed.Updates = slices.Clone(h.Updates)
			changed.Updates[i].Data = text
			all = append(all, changed)
		}
	}
	return all
}

// crafted are texts that differ from a JSON text in one value.
func crafted(text []byte) [][]byte {
	var value any
	if len(text) == 0 || json.Unmarshal(text, &value) != nil {
		return nil
	}
	var out [][]byte
	write := func() { out = append(out, must(json.Marshal(value))) }
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		for _, other := range []any{nil, -1, 1e18, "", []any{}, []any{nil}, map[string]any{}, map[string]any{"x": nil}} {
			set(other)
			write()
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			for name, part := range v {
				walk(part, func(other any) { v[name] = other })
			}
		case []any:
			for i, part := range v {
				walk(part, func(other any) { v[i] = other })
			}
		}
	}
	walk(value, func(other any) { value = other })
	return out
}

// useCrafted reads those who teach and a class again, if that is possible, and looks at all of them.
func useCrafted(t *testing.T, s *School, id string, j *craftedJournal) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %.300s %.300v: %v\n%s", j.document.Name, j.history.Snapshot.Data, j.history.Updates, r, debug.Stack())
		}
	}()
	h := must(j.Read(t.Context(), journal.Document{Class: schoolClass, Name: peopleName}, 0))
	p, err := peopleOf(h)
	if err != nil {
		return
	}
	c, err := openClass(t.Context(), s, id)
	if err != nil || c == nil {
		return
	}
	s.people, s.classes = p, map[string]*Class{id: c}
	everybody := Account{Role: Owner}
	_, _ = s.People(everybody)
	for _, l := range s.Classes(everybody) {
		if c, err = s.Class(everybody, l.ID, true); err != nil {
			continue
		}
		report := c.Report()
		for form := range reportForms {
			_ = report.WriteCSV(io.Discard, form, false)
		}
		_ = s.WriteArchive(t.Context(), everybody, l.ID, io.Discard, false)
		if w, err := s.Watch(everybody, l.ID, Hello{Client: "t"}); err == nil {
			_, _ = w.Next(t.Context())
			w.Close()
		}
	}
}
