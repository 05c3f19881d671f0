package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/journal/journaltest"
	"unbox/internal/cluster"
)

// TestFormerWritersAreRefused has servers take a journal over from each other: those before get journal.ErrLost,
// whichever document they write, known or new, and are told so; nothing of theirs is there.
func TestFormerWritersAreRefused(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	documents := []journal.Document{board, {Class: "a class", Name: "draft"}, {Class: "another", Name: "board"}, {Class: "a third", Name: "x"}}
	first := openAlone(t, url)
	for _, d := range documents {
		must(t, first.Append(t.Context(), d, 0, step(1)))
	}
	second := openAlone(t, url)
	third := openAlone(t, url)
	for _, old := range []*Journal{first, second} {
		lost := old.Lost()
		for i, d := range documents {
			for _, err := range []error{
				old.Append(t.Context(), d, 1, step(2)), old.Snapshot(t.Context(), d, journal.Snapshot{Version: 1, Data: []byte("old")}),
				old.Append(t.Context(), journal.Document{Class: d.Class, Name: fmt.Sprint("new ", i)}, 0, step(1)), old.Delete(t.Context(), d),
			} {
				if !errors.Is(err, journal.ErrLost) {
					t.Errorf("%v: expected to be refused as one who was before, found `%v`", d, err)
				}
			}
		}
		<-lost
		must(t, old.Close())
	}
	for i, d := range documents {
		must(t, third.Append(t.Context(), d, 1, step(3)))
		h, err := third.Read(t.Context(), d, 0)
		must(t, err)
		if len(h.Updates) != 2 || string(h.Updates[1].Data) != "step 3" || h.Snapshot.Version != 0 {
			t.Errorf("%v: expected what the first and the third wrote, found %+v", d, h)
		}
		h, err = third.Read(t.Context(), journal.Document{Class: d.Class, Name: fmt.Sprint("new ", i)}, 0)
		must(t, err)
		if h.Version() != 0 {
			t.Errorf("%v: expected no new document of the former writer, found %+v", d, h)
		}
	}
}

// TestNewDocumentIsAskedForOnce has a document be read that is not there, and then be written: NATS is asked for it once, since nobody else can have
// made it meanwhile. On a busy machine or a slow disk, each question takes as long as one that learners notice.
func TestNewDocumentIsAskedForOnce(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	tap, err := nats.Connect(url)
	must(t, err)
	defer tap.Close()
	asked, err := tap.SubscribeSync("$JS.API.STREAM.MSG.GET.>")
	must(t, err)
	must(t, tap.Flush())
	j := openAlone(t, url)
	for n := range 5 {
		d := journal.Document{Class: "c", Name: fmt.Sprint(n)}
		h, err := j.Read(t.Context(), d, 0)
		must(t, err)
		must(t, j.Append(t.Context(), d, h.Version(), step(1)))
		must(t, j.Append(t.Context(), d, 1, step(2)))
	}
	must(t, tap.Flush())
	if count, _, err := asked.Pending(); err != nil || count != 5 {
		t.Errorf("expected one question for each document, found %d for 5, %v", count, err)
	}
	_, err = j.Read(t.Context(), board, 0)
	must(t, err)
	late := openAlone(t, url) // takes over: what is known to the first one holds no more
	must(t, late.Append(t.Context(), board, 0, step(1)))
	if err := j.Append(t.Context(), board, 0, step(1)); !errors.Is(err, journal.ErrLost) {
		t.Errorf("expected the former writer to be refused, found %v", err)
	}
}

// TestTakenOverWhileItIsWritten has one journal after the other be opened while those before write as fast as they
// can: what was acknowledged is there, in the order in which it was, and nobody acknowledges after the next one began.
func TestTakenOverWhileItIsWritten(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	const writers, terms = 60, 4
	acknowledged := [writers]uint64{}
	last := openAlone(t, url)
	for range terms {
		j, begun := last, make(chan struct{}, writers)
		var all sync.WaitGroup
		for n := range writers {
			d := journal.Document{Class: "c", Name: fmt.Sprint(n)}
			all.Go(func() {
				h, err := j.Read(context.Background(), d, 0)
				version := h.Version()
				if err == nil && version < acknowledged[n] {
					t.Errorf("writer %d: expected the %d updates that were acknowledged, found %d", n, acknowledged[n], version)
				}
				for k := 0; err == nil; k++ {
					if k == 10 {
						begun <- struct{}{}
					}
					if err = j.Append(context.Background(), d, version, step(int(version))); err == nil {
						version++
						acknowledged[n] = version
					}
				}
				if !errors.Is(err, journal.ErrLost) {
					t.Errorf("writer %d: expected to write until somebody else does, found `%v`", n, err)
				}
			})
		}
		for range writers {
			<-begun
		}
		last = openAlone(t, url)
		all.Wait()
	}
	for n := range writers {
		h, err := last.Read(t.Context(), journal.Document{Class: "c", Name: fmt.Sprint(n)}, 0)
		must(t, err)
		if h.Version() < acknowledged[n] || acknowledged[n] < 10*terms {
			t.Errorf("writer %d: expected %d updates, found %d", n, acknowledged[n], h.Version())
		}
		for k, u := range h.Updates {
			if u.Counter != uint64(k) {
				t.Fatalf("writer %d: expected step %d at version %d, found %d", n, k, k+1, u.Counter)
			}
		}
	}
}

// TestAnswerOfABatchIsLost has the answer of a long batch be lost while a thousand messages wait: the batch is found in the stream, and what
// waits is not refused again for each message of it.
func TestAnswerOfABatchIsLost(t *testing.T) {
	t.Parallel()
	var lost atomic.Bool
	var refused atomic.Int64
	url := natstest.Lossy(t, natstest.Start(t), func(_ string, contents []byte) bool {
		if bytes.Contains(contents, []byte("wrong last sequence")) {
			refused.Add(1)
		}
		return bytes.Contains(contents, []byte(fmt.Sprintf(`"count":%d}`, longBatch))) && lost.CompareAndSwap(false, true)
	})
	j := openAlone(t, url)
	var all sync.WaitGroup
	for n := range 1000 * shards {
		d := journal.Document{Class: "c", Name: fmt.Sprint(n)}
		if j.shard(d) == 0 {
			all.Go(func() {
				if err := j.Append(t.Context(), d, 0, step(1)); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if !lost.Load() || refused.Load() > 100 {
		t.Errorf("expected a lost answer (%v) and at most 100 refusals after it, found %d", lost.Load(), refused.Load())
	}
}

// TestTogether puts what waits into batches: at most two on their way, and of one alone if it is long; one by one where NATS takes
// no batches. None begins at a place that the next writer's marks do not take.
func TestTogether(t *testing.T) {
	t.Parallel()
	c := &chain{batches: true}
	add := func(count, length int) {
		for range count {
			m := nats.NewMsg("x")
			m.Data = make([]byte, length)
			c.waiting = append(c.waiting, &link{message: m})
		}
	}
	expect := func(sent, count int) {
		t.Helper()
		links := c.together(sent)
		if len(links) != count || count > 0 && links[0] != c.waiting[sent] {
			t.Errorf("expected %d links after the %d that were sent, found %d", count, sent, len(links))
		}
		c.onWay = append(c.onWay, batch{links: links})
	}
	expect(0, 0)
	c.onWay = nil
	add(20, 10)
	expect(0, 20)
	add(5, 10)
	expect(20, 5)
	expect(25, 0) // there is no room
	c.waiting, c.onWay = nil, nil
	add(200, 10)
	expect(0, inFlight-1)
	expect(inFlight-1, longBatch)
	c.onWay = c.onWay[1:] // the long one is the first now
	expect(longBatch, 0)
	c.waiting, c.onWay = nil, nil
	add(1, batchBytes+1)
	add(3, batchBytes/2)
	expect(0, 1)
	expect(1, 2)
	c.onWay, c.batches = nil, false
	for sent := range 4 {
		expect(sent, 1)
	}
}

// TestOlderStreams writes streams that an earlier version made, which take no batches.
func TestOlderStreams(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	old := single
	old.batched = false
	before, err := connect(t.Context(), cluster.Config{URL: url, Log: slog.New(slog.DiscardHandler)}, &Journal{layout: old}, (*Journal).mark)
	must(t, err)
	must(t, before.Append(t.Context(), board, 0, step(1)))
	if before.chains[0].batches {
		t.Error("expected a stream as it was before, found one that takes batches")
	}
	must(t, before.Close())
	j := openAlone(t, url)
	for _, c := range j.chains {
		if !c.batches {
			t.Errorf("expected that the stream %d takes batches now, found that it does not", c.shard)
		}
	}
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			if err := j.Append(t.Context(), journal.Document{Class: "c", Name: fmt.Sprint(n)}, 0, step(n)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, j.Append(t.Context(), board, 1, step(2)))
	for n := range 50 {
		h, err := j.Read(t.Context(), journal.Document{Class: "c", Name: fmt.Sprint(n)}, 0)
		must(t, err)
		if len(h.Updates) != 1 || h.Updates[0].Counter != uint64(n) {
			t.Errorf("expected the step of writer %d, found %+v", n, h)
		}
	}
}

// TestAloneInACluster kills the leader while a server writes alone, and has another one take over: nothing acknowledged
// is lost, and there is one history.
func TestAloneInACluster(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes half a minute: -args -cluster")
	}
	c := natstest.StartCluster(t)
	natstest.Ready(t, c)
	a := openAlone(t, c.URL())
	w := write(t, 8, a)
	t.Logf("all write after %v", w.resumed(time.Now()))
	first := leader(t, c, a)
	killed := time.Now()
	first.Kill()
	t.Logf("the leader was killed: all are acknowledged again after %v", w.resumed(killed))
	first.Start()
	caughtUp(t, a)
	other := leader(t, c, a)
	cut := time.Now()
	other.Pause()
	t.Logf("another leader was cut off: all are acknowledged again after %v", w.resumed(cut))
	other.Pause()
	close(w.stop)
	w.all.Wait()
	begun := time.Now()
	b := openAlone(t, c.URL())
	t.Logf("taken over after %v", time.Since(begun))
	t.Logf("%d steps, none lost", w.check(t, b))
	if err := a.Append(t.Context(), journal.Document{Class: "class 0", Name: "x"}, 0, step(0)); err == nil {
		t.Error("expected the former writer to be refused, found nothing")
	}
}

// BenchmarkAppend measures an acknowledgement of the journal that one server writes, with one writer, and with 300 at
// 3 updates a second, as a class types.
func BenchmarkAppend(b *testing.B) {
	places := map[string]func() *Journal{
		"one server": func() *Journal { return openAlone(b, natstest.Start(b)) },
		"three": func() *Journal {
			c := natstest.StartCluster(b)
			natstest.Ready(b, c)
			return openAlone(b, c.URL())
		},
	}
	for _, place := range []string{"one server", "three"} {
		b.Run(place, func(b *testing.B) {
			j := places[place]()
			for _, writers := range []int{1, 300} {
				b.Run(fmt.Sprint(writers), func(b *testing.B) { journaltest.Typing(b, j, writers) })
			}
		})
	}
}
