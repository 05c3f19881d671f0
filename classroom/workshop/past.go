package workshop

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// This file stores the history of a workshop: every step with its time, so that a session can be viewed again. A
// snapshot of the board replaces its steps; before it is written, the steps are added, compressed, to a separate
// document. So the history costs one write for some hundred steps, and reading it costs the server almost nothing: the
// compressed data is sent as it is.

// pastName is the name of the document with a workshop's past.
const pastName = "past"

// Limits of a past: when its stored or its decompressed length in bytes is larger, its older half is dropped.
const (
	maxPastKept = 6 << 20
	maxPastRead = 32 << 20
	// segmentRead is the minimum length of a segment before a new one begins.
	segmentRead = 1 << 20
)

// stamped is a step as it is written; At is the time when it was made, in milliseconds
// since 1970.
type stamped struct {
	Step
	At int64 `json:"at,omitempty"`
}

// then is a line of a past: a step, or the board at the beginning.
type then struct {
	Version uint64 `json:"version"`
	// At is the time in milliseconds since 1970; 0 if that was not recorded.
	At   int64 `json:"at,omitempty"`
	Step *Step `json:"step,omitempty"`
	// Board is the whole board after the step of the version, if the steps before are not
	// stored.
	Board *kept `json:"board,omitempty"`
}

// segment is a part of a past: lines of JSON, compressed with DEFLATE without an end, so that segments that follow each other are one stream.
type segment struct {
	// to is the version of its last step.
	to uint64
	// read is its decompressed length in bytes.
	read     int
	deflated []byte
}

// streamEnd is an empty last block of DEFLATE.
var streamEnd = []byte{3, 0}

// segments compresses lines.
func segments(lines []then) []segment {
	var all []segment
	for len(lines) > 0 {
		var s segment
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, flate.BestSpeed)
		if err != nil {
			panic("BUG: the level is one of those there are: " + err.Error())
		}
		for len(lines) > 0 && s.read < segmentRead {
			text := append(line.Of(lines[0]).Text, '\n')
			_, _ = w.Write(text) // never fails
			s.to, s.read, lines = lines[0].Version, s.read+len(text), lines[1:]
		}
		_ = w.Flush()
		s.deflated = out.Bytes()
		all = append(all, s)
	}
	return all
}

// segmentHead is the size of to, read and the length in a segment's stored form.
const segmentHead = 8 + 4 + 4

func (s segment) append(to []byte) []byte {
	to = binary.BigEndian.AppendUint64(to, s.to)
	to = binary.BigEndian.AppendUint32(to, uint32(s.read))
	to = binary.BigEndian.AppendUint32(to, uint32(len(s.deflated)))
	return append(to, s.deflated...)
}

// readSegments reads what append wrote.
//
// Errors: it is not what append wrote.
func readSegments(data []byte) (all []segment, err error) {
	for len(data) > 0 {
		if len(data) < segmentHead {
			return nil, errors.New("expected a part of a workshop's past, found something else")
		}
		s := segment{to: binary.BigEndian.Uint64(data), read: int(binary.BigEndian.Uint32(data[8:]))}
		length := int(binary.BigEndian.Uint32(data[12:]))
		data = data[segmentHead:]
		if length > len(data) {
			return nil, errors.New("expected a whole part of a workshop's past, found less")
		}
		s.deflated, data = data[:length], data[length:]
		all = append(all, s)
	}
	return all, nil
}

// past is the stored past of a workshop.
type past struct {
	// version is the document's version.
	version  uint64
	segments []segment
	// maxKept and maxRead are its maximum lengths, stored and decompressed.
	maxKept, maxRead int
}

// to is the version of the last stored step.
func (p *past) to() uint64 {
	if len(p.segments) == 0 {
		return 0
	}
	return p.segments[len(p.segments)-1].to
}

// size returns its stored and its decompressed length in bytes.
func (p *past) size() (kept, read int) {
	for _, s := range p.segments {
		kept, read = kept+len(s.deflated), read+s.read
	}
	return kept, read
}

// readPast reads a workshop's stored past.
func readPast(ctx context.Context, j journal.Journal, code string) (*past, error) {
	h, err := j.Read(ctx, journal.Document{Class: code, Name: pastName}, 0)
	if err != nil {
		return nil, err
	}
	p := &past{version: h.Version(), maxKept: maxPastKept, maxRead: maxPastRead}
	for _, data := range append([][]byte{h.Snapshot.Data}, updatesOf(h)...) {
		more, err := readSegments(data)
		if err != nil {
			return nil, err
		}
		for _, s := range more {
			if s.to > p.to() { // otherwise another server wrote it, too
				p.segments = append(p.segments, s)
			}
		}
	}
	return p, nil
}

func updatesOf(h journal.History) (all [][]byte) {
	for _, u := range h.Updates {
		all = append(all, u.Data)
	}
	return all
}

// newer returns the lines of a board's history that a past does not have yet.
//
// Errors: the stored data is not a workshop.
func (p *past) newer(h journal.History) (lines []then, err error) {
	after := p.to()
	if h.Snapshot.Version > after {
		b, err := load(journal.History{Snapshot: h.Snapshot, First: h.Snapshot.Version + 1})
		if err != nil {
			return nil, err
		}
		lines, after = append(lines, baseLine(h.Snapshot.Version, 0, &b)), h.Snapshot.Version
	}
	for i, u := range h.Updates {
		version := h.First + uint64(i)
		if version <= after {
			continue
		}
		var s stamped
		if err := json.Unmarshal(u.Data, &s); err != nil {
			return nil, fmt.Errorf("expected a step of a workshop, found something else: %w", err)
		}
		lines = append(lines, then{Version: version, At: s.At, Step: &s.Step})
	}
	return lines, nil
}

// baseLine returns a board as the first line of a past. It has only the titles of checkpoints: their texts are a part of the present
// board.
func baseLine(version uint64, at int64, b *board) then {
	k := b.kept()
	k.Counters, k.Checkpoints = nil, make([]Checkpoint, len(k.Checkpoints))
	for i, c := range b.checkpoints {
		k.Checkpoints[i].Title = c.Title
	}
	return then{Version: version, At: at, Board: &k}
}

// record adds the steps that a snapshot is about to replace to the past.
//
// Errors: why it cannot be read or written.
func (r *room) record(ctx context.Context) error {
	h, err := r.journal.Read(ctx, r.document(boardName), 0)
	if err != nil {
		return err
	}
	for {
		if r.past == nil {
			if r.past, err = readPast(ctx, r.journal, r.code); err != nil {
				return err
			}
		}
		err := r.past.add(ctx, r.journal, r.document(pastName), h)
		var moved *journal.VersionError
		if !errors.As(err, &moved) {
			if err != nil {
				r.past = nil
			}
			return err
		}
		r.past = nil // another server was faster
	}
}

// add writes the new lines of a board's history.
//
// Errors: those of the journal.
func (p *past) add(ctx context.Context, j journal.Journal, d journal.Document, h journal.History) error {
	lines, err := p.newer(h)
	if err != nil || len(lines) == 0 {
		return err
	}
	var updates []journal.Update
	more := segments(lines)
	for _, s := range more {
		updates = append(updates, journal.Update{Counter: s.to, Data: s.append(nil)})
	}
	if err := j.Append(ctx, d, p.version, updates); err != nil {
		return err
	}
	p.version += uint64(len(updates))
	p.segments = append(p.segments, more...)
	if kept, read := p.size(); kept <= p.maxKept && read <= p.maxRead {
		return nil
	}
	if err := p.shorten(); err != nil {
		return err
	}
	var whole []byte
	for _, s := range p.segments {
		whole = s.append(whole)
	}
	return j.Snapshot(ctx, d, journal.Snapshot{Version: p.version, Data: whole})
}

// shorten drops the older half and puts the board after it in its place.
//
// Errors: the stored data is not a past.
func (p *past) shorten() error {
	cut := 0
	k, r := p.size()
	for ; cut < len(p.segments)-1 && (k > p.maxKept/2 || r > p.maxRead/2); cut++ {
		k, r = k-len(p.segments[cut].deflated), r-p.segments[cut].read
	}
	b := kept{}.board()
	var last then
	for _, s := range p.segments[:cut] {
		if err := s.each(func(l then) error { last = l; return b.then(l) }); err != nil {
			return err
		}
	}
	base := segments([]then{baseLine(last.Version, last.At, &b)})
	p.segments = append(base, p.segments[cut:]...)
	return nil
}

// then applies a line of a past to the board.
func (b *board) then(l then) error {
	if l.Board != nil {
		*b = l.Board.board()
		return nil
	}
	if l.Step == nil {
		return errors.New("expected a step or a board in a workshop's past, found neither")
	}
	return b.apply(*l.Step)
}

// each reads the lines of a segment.
//
// Errors: it is damaged, or the function's error.
func (s segment) each(what func(then) error) error {
	lines := bufio.NewReader(flate.NewReader(io.MultiReader(bytes.NewReader(s.deflated), bytes.NewReader(streamEnd))))
	for {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(text) == 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("expected a workshop's past, found damaged data: %w", err)
		}
		var l then
		if err := json.Unmarshal(text, &l); err != nil {
			return fmt.Errorf("expected a line of a workshop's past, found something else: %w", err)
		}
		if err := what(l); err != nil {
			return err
		}
	}
}

// PastBytes is the maximum memory that Past uses, in bytes.
const PastBytes = 3 * maxPastKept

// Past returns the history of a workshop: lines of JSON compressed with DEFLATE (RFC 1951), first a board or the
// step that opened it, then each step with its time. Everyone who joined may read it, since it is what everyone
// could see.
//
// Errors: ErrMember, ErrNone, or why it cannot be read, which is in the log.
func (h *Hall) Past(ctx context.Context, code, word string) (parts [][]byte, err error) {
	if _, err := h.member(code, word); err != nil || word == "" {
		return nil, ErrMember
	}
	parts, err = wholePast(ctx, h.options.Journal, code)
	if err != nil && !errors.Is(err, ErrNone) && ctx.Err() == nil { // otherwise the client has gone
		h.options.Log.Error("what a workshop was cannot be read", "reason", err)
	}
	return parts, err
}

// wholePast reads a past, including the steps that are not a part of it yet.
func wholePast(ctx context.Context, j journal.Journal, code string) (parts [][]byte, err error) {
	p, err := readPast(ctx, j, code) // before the board: what moves from the board to the past meanwhile is in both or in the board
	if err != nil {
		return nil, err
	}
	now, err := j.Read(ctx, journal.Document{Class: code, Name: boardName}, 0)
	switch {
	case err != nil:
		return nil, err
	case now.Version() == 0:
		return nil, ErrNone
	case now.Snapshot.Version > p.to(): // a snapshot was written between the two
		if p, err = readPast(ctx, j, code); err != nil {
			return nil, err
		}
	}
	lines, err := p.newer(now)
	if err != nil {
		return nil, err
	}
	for _, s := range append(p.segments, segments(lines)...) {
		parts = append(parts, s.deflated)
	}
	return append(parts, streamEnd), nil
}
