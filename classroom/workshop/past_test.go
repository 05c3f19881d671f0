package workshop

import (
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// past reads what somebody downloads, as a browser does: one stream of DEFLATE.
func (s *site) past(m *member) []then {
	s.t.Helper()
	parts, err := s.hall.Past(s.t.Context(), m.code, m.word)
	if err != nil {
		s.t.Fatal(err)
	}
	return readAsBrowser(s.t, bytes.Join(parts, nil))
}

func readAsBrowser(t *testing.T, data []byte) (all []then) {
	t.Helper()
	lines := bufio.NewScanner(flate.NewReader(bytes.NewReader(data)))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var l then
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// replay checks that versions and moments go on, and returns the board after the last line.
func replay(t *testing.T, all []then) board {
	t.Helper()
	b := kept{}.board()
	for i, l := range all {
		if i > 0 && l.Board == nil && (l.Version != all[i-1].Version+1 || l.At < all[i-1].At) {
			t.Fatalf("expected version %d after it, found %d", all[i-1].Version, l.Version)
		}
		if err := b.then(l); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// TestPastHasEveryStep makes more steps than a few snapshots take the place of, with a restart between: all of them are there.
func TestPastHasEveryStep(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	for range 2 {
		for n := range snapshotEvery + 50 {
			p.write(fmt.Sprintf("%d ", n))
		}
		p.step(Step{Checkpoint: "here"})
		p.feed.room.drain() // with its snapshot
		s.restart()
		p = s.enter(p.code, Hello{Word: p.word, Client: "c"})
	}
	h, err := s.kept.Read(t.Context(), journal.Document{Class: p.code, Name: boardName}, 0)
	if err != nil || h.Snapshot.Version < snapshotEvery {
		t.Fatalf("expected that snapshots took the place of steps, found version %d, %v; the test tries nothing", h.Snapshot.Version, err)
	}
	all := s.past(p)
	if len(all) != int(p.version) || all[0].Step.Open == nil {
		t.Fatalf("expected %d steps from the opening on, found %d", p.version, len(all))
	}
	if b := replay(t, all); b.text.String() != p.board.text.String() || len(b.checkpoints) != 2 || b.owner != p.id {
		t.Errorf("expected the board as it is, found %d characters and %d checkpoints", len(b.text), len(b.checkpoints))
	}
}

// TestPastOfTwoServers has both write snapshots: each step is there once.
func TestPastOfTwoServers(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	q := b.enter(p.code, Hello{Client: "q"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	q.catchUp(p)
	for n := range 4 {
		w, o := p, q
		if n%2 == 1 {
			w, o = q, p
		}
		for range snapshotEvery {
			w.write("x")
		}
		w.until("all is safe", func() bool { return w.safe == w.version })
		o.catchUp(w)
		o.take()
		o.until("that is safe", func() bool { return o.safe == o.version })
		w.catchUp(o)
	}
	for _, all := range [][]then{a.past(p), b.past(q)} {
		if b := replay(t, all); len(all) != int(p.version) || len(b.text) != 4*snapshotEvery {
			t.Errorf("expected %d steps, found %d and a text of %d", p.version, len(all), len(b.text))
		}
	}
}

// slowPast is a journal that has somebody wait before a past is written.
type slowPast struct {
	journal.Journal
	asked, on chan struct{}
}

func (s slowPast) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	if d.Name == pastName {
		close(s.asked)
		<-s.on
	}
	return s.Journal.Append(ctx, d, after, u)
}

// TestSnapshotHasTheVersionOfItsBoard has another server make a step after a board was written and before its snapshot
// is: the snapshot does not stand for a step that is not in it.
func TestSnapshotHasTheVersionOfItsBoard(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	slow := slowPast{a.hall.options.Journal, make(chan struct{}), make(chan struct{})}
	a.hall.options.Journal = slow
	p := a.open()
	q := b.enter(p.code, Hello{Client: "q"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	for range snapshotEvery - 1 { // the last one is the one that a snapshot follows
		p.write("x")
	}
	<-slow.asked
	p.until("all is safe", func() bool { return p.safe == p.version })
	q.catchUp(p)
	q.take()
	q.write("y")
	q.until("it is safe", func() bool { return q.safe == q.version })
	p.catchUp(q)
	close(slow.on)
	p.feed.room.drain()
	late := shared(t, url, key).enter(p.code, Hello{Client: "l"})
	if got := late.board.text.String(); got != strings.Repeat("x", snapshotEvery-1)+"y" || late.version != q.version {
		t.Errorf("expected all steps up to version %d, found a text of %d characters at version %d", q.version, len(got), late.version)
	}
}

// TestPastOfAnOlderWorkshop has a board whose steps were forgotten before there was a past: it begins with the board.
func TestPastOfAnOlderWorkshop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	for range snapshotEvery + 10 {
		p.write("x")
	}
	p.feed.room.drain() // with its snapshot
	if err := s.kept.Delete(t.Context(), journal.Document{Class: p.code, Name: pastName}); err != nil {
		t.Fatal(err)
	}
	all := s.past(p)
	if b := replay(t, all); all[0].Board == nil || len(b.text) != snapshotEvery+10 {
		t.Errorf("expected a board first and the whole text, found %+v and %d characters", all[0], len(b.text))
	}
}

// TestPastIsShortened adds steps that cannot be compressed until the oldest are forgotten.
func TestPastIsShortened(t *testing.T) {
	t.Parallel()
	p := &past{maxKept: 200_000, maxRead: maxPastRead}
	random := rand.New(rand.NewPCG(1, 2))
	b := kept{}.board()
	var version uint64
	grow := func() {
		text := make([]byte, 20_000)
		for i := range text {
			text[i] = byte(' ' + random.IntN(90))
		}
		step := Step{Change: []byte(fmt.Sprintf(`[[%d,%s]]`, len(b.text), quoted(string(text))))}
		if err := b.apply(step); err != nil {
			t.Fatal(err)
		}
		version++
		p.segments = append(p.segments, segments([]then{{Version: version, At: int64(version), Step: &step}})...)
	}
	for kept, _ := p.size(); kept <= p.maxKept; kept, _ = p.size() {
		grow()
	}
	if err := p.shorten(); err != nil {
		t.Fatal(err)
	}
	kept, read := p.size()
	if kept > p.maxKept*2/3 || read > p.maxRead || p.to() != version {
		t.Errorf("expected a shorter past up to version %d, found %d and %d bytes up to %d", version, kept, read, p.to())
	}
	var lines []then
	for _, s := range p.segments {
		if err := s.each(func(l then) error { lines = append(lines, l); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if got := replay(t, lines); lines[0].Board == nil || got.text.String() != b.text.String() {
		t.Errorf("expected a board first and the same text in the end, found %d characters of %d", len(got.text), len(b.text))
	}
}

func quoted(text string) []byte {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return out
}

// TestPastThatCompressesWell is of texts that become a thousandth: what it is when it is read is limited, too.
func TestPastThatCompressesWell(t *testing.T) {
	t.Parallel()
	p := &past{maxKept: maxPastKept, maxRead: 6 << 20}
	same := Step{View: quoted(strings.Repeat("v", 60_000))}
	var lines []then
	for version := range uint64(p.maxRead/60_000 + 20) {
		lines = append(lines, then{Version: version + 1, Step: &same})
	}
	p.segments = segments(lines)
	if kept, read := p.size(); kept > p.maxKept || read <= p.maxRead {
		t.Fatalf("expected a past that is long only when it is read, found %d and %d bytes", kept, read)
	}
	if err := p.shorten(); err != nil {
		t.Fatal(err)
	}
	if _, read := p.size(); read > p.maxRead*2/3 {
		t.Errorf("expected a shorter past, found %d bytes", read)
	}
}

// TestPastIsForMembers has others ask for it, and nobody after the end.
func TestPastIsForMembers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, other := s.open(), s.open()
	for _, word := range []string{"", ".", p.id, p.id + ".AAAA", other.word} {
		if _, err := s.hall.Past(t.Context(), p.code, word); !errors.Is(err, ErrMember) {
			t.Errorf("%q: expected `%v`, found `%v`", word, ErrMember, err)
		}
	}
	f := s.enter(p.code, Hello{Client: "f"})
	if all := s.past(f); len(all) != 1 {
		t.Errorf("expected the opening for a follower, found %d lines", len(all))
	}
	p.say(map[string]any{"kind": "end"})
	f.refusedWith("The workshop has ended")
	if _, err := s.hall.Past(t.Context(), p.code, p.word); !errors.Is(err, ErrNone) {
		t.Errorf("expected `%v`, found `%v`", ErrNone, err)
	}
	h, err := s.kept.Read(t.Context(), journal.Document{Class: p.code, Name: pastName}, 0)
	if err != nil || h.Version() != 0 {
		t.Errorf("expected nothing to be kept, found version %d, %v", h.Version(), err)
	}
}

// forgetful is a journal that cannot write pasts.
type forgetful struct{ journal.Journal }

func (f forgetful) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	if d.Name == pastName {
		return io.ErrShortWrite
	}
	return f.Journal.Append(ctx, d, after, u)
}

// TestPastWithAGap has a part of the past that could not be written: the rest is there, from a board on, and the workshop goes on.
func TestPastWithAGap(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_ = s.kept.Close()
	s.start(func(j journal.Journal) journal.Journal { return forgetful{j} })
	p := s.open()
	for range snapshotEvery + 5 {
		p.write("x")
	}
	p.feed.room.drain()
	if all := s.past(p); all[0].Board == nil {
		t.Errorf("expected a board first, found %+v", all[0])
	}
	s.restart()
	p = s.enter(p.code, Hello{Word: p.word, Client: "c"})
	for range snapshotEvery {
		p.write("y")
	}
	p.until("all is safe", func() bool { return p.safe == p.version })
	if b := replay(t, s.past(p)); b.text.String() != p.board.text.String() {
		t.Errorf("expected the text as it is, found %d characters", len(b.text))
	}
}

func TestDamagedPastsAreRefused(t *testing.T) {
	good := segments([]then{{Version: 1, Step: &Step{Checkpoint: "x"}}})[0].append(nil)
	for cut := 1; cut < len(good); cut++ {
		if _, err := readSegments(good[:cut]); err == nil {
			t.Errorf("expected an error for the first %d bytes, found none", cut)
		}
	}
	bad := segment{to: 1, deflated: []byte("nothing that was compressed")}
	if err := bad.each(func(then) error { return nil }); err == nil {
		t.Error("expected an error for damaged data, found none")
	}
}

// BenchmarkPast keeps an hour in which somebody types five keys a second and looks at something else every ten seconds, and says
// how many bytes that takes.
func BenchmarkPast(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	const words = "i0 i1 p2 = int_add(i0, 1) guard_true(i1) [p2, i0] setfield_gc(p2, i1, descr=inst_intval) jump(p2) # and what it means "
	var lines []then
	length, at := 0, int64(1_795_420_000_000)
	for n := range 3600 * 5 {
		at += 150 + random.Int64N(100)
		place := random.IntN(length/50+1) * 50
		step := Step{Change: []byte(fmt.Sprintf(`[%d,[0,%s],%d]`, place, quoted(words[n%len(words):n%len(words)+1]), length-place))}
		length++
		if n%50 == 0 {
			step = Step{View: []byte(fmt.Sprintf(`{"passes":["fold","cse","guards","virtualize","heap","dce"],"preset":"","from":%d,"to":%d,"numbered":"","inputs":{},"example":"","view":"passes","part":"code","chosen":{"by":"rows","row":%d,"source":%d},"reason":-1}`, n%3, n%7, n%40, n%40))}
			length--
		}
		lines = append(lines, then{Version: uint64(n + 2), At: at, Step: &step})
	}
	for b.Loop() {
		p := &past{}
		for part := range slices.Chunk(lines, snapshotEvery) {
			p.segments = append(p.segments, segments(part)...)
		}
		kept, read := p.size()
		b.ReportMetric(float64(kept), "bytes-kept")
		b.ReportMetric(float64(read), "bytes-read")
	}
}
