package jetstream

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/journal/journaltest"
	"unbox/internal/cluster"
)

// withCluster lets the tests run that take a minute, such as those with a cluster of three servers.
var withCluster = flag.Bool("cluster", false, "also the tests with a cluster of three servers, and over a bad line")

func TestMain(m *testing.M) {
	natstest.Main()
	flag.Parse()
	os.Exit(m.Run())
}

// place is a server, reached by a URL.
type place struct{ url string }

func (p place) Open(t *testing.T) journaltest.Journal { return open(t, p.url) }

func open(t testing.TB, url string) *Journal {
	t.Helper()
	j, err := Open(context.Background(), cluster.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// TestPromises holds this journal to what journals promise.
func TestPromises(t *testing.T) {
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Place { return place{natstest.Start(t)} })
}

// alonePlace is a server where one journal at a time is written.
type alonePlace struct{ url string }

func (p alonePlace) Open(t *testing.T) journaltest.Journal { return openAlone(t, p.url) }

func openAlone(t testing.TB, url string) *Journal {
	t.Helper()
	j, err := OpenAlone(context.Background(), cluster.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// TestPromisesAlone holds the journal that one server writes to what journals promise.
func TestPromisesAlone(t *testing.T) {
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Place { return alonePlace{natstest.Start(t)} })
}

// TestPromisesAloneOverABadLine does so over a line that delays and breaks off.
func TestPromisesAloneOverABadLine(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes half a minute: -args -cluster")
	}
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Place { return alonePlace{natstest.Flaky(t, natstest.Start(t), 2)} })
}

// TestPromisesOverABadLine does so over a line that delays and breaks off.
func TestPromisesOverABadLine(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes half a minute: -args -cluster")
	}
	t.Parallel()
	journaltest.Run(t, func(t *testing.T) journaltest.Place { return place{natstest.Flaky(t, natstest.Start(t), 1)} })
}

var board = journal.Document{Class: "a class", Name: "board"}

func step(n int) []journal.Update {
	return []journal.Update{{Client: "c", Counter: uint64(n), Data: fmt.Appendf(nil, "step %d", n)}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestErasedBefore asks again for a deletion whose answer was lost: it is done.
func TestErasedBefore(t *testing.T) {
	t.Parallel()
	j, ctx := open(t, natstest.Start(t)), t.Context()
	must(t, j.Append(ctx, board, 0, step(1)))
	kept, err := j.newest(ctx, board)
	must(t, err)
	for range 2 {
		must(t, j.erase(ctx, board, kept.seq))
	}
	if kept, err = j.newest(ctx, board); kept != nil || err != nil {
		t.Errorf("expected nothing, found %v and %v", kept, err)
	}
}

// TestTwoServers has two servers write one document: each is told what the other wrote, and refused where the
// other was quicker.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	a, b := open(t, url), open(t, url)
	told := make(chan journal.Committed, 100)
	_, err := b.Subscribe(board.Class, func(c journal.Committed) { told <- c })
	must(t, err)
	must(t, a.Append(t.Context(), board, 0, step(1)))
	if c := <-told; c.Document != board || c.Version != 1 || string(c.Updates[0].Data) != "step 1" {
		t.Errorf("expected to be told of the other's step, found %+v", c)
	}
	must(t, b.Append(t.Context(), board, 1, step(2)))
	var moved *journal.VersionError
	if err := a.Append(t.Context(), board, 1, step(3)); !errors.As(err, &moved) || moved.Found != 2 {
		t.Errorf("expected to be refused at version 2, found `%v`", err)
	}
	must(t, a.Snapshot(t.Context(), board, journal.Snapshot{Version: 1, Data: []byte("one")}))
	must(t, b.Append(t.Context(), board, 2, step(3)))
	must(t, a.Delete(t.Context(), board))
	if err := b.Append(t.Context(), board, 3, step(4)); !errors.As(err, &moved) || moved.Found != 0 {
		t.Errorf("expected to be refused since it was deleted, found `%v`", err)
	}
	for _, want := range []journal.Committed{{Version: 2}, {Version: 3}, {Version: 3}, {Gone: true}} {
		if c := <-told; c.Version != want.Version || c.Gone != want.Gone {
			t.Errorf("expected version %d, gone %v, found %+v", want.Version, want.Gone, c)
		}
	}
}

// TestRequestsEndWithTheConnection loses the connection under a request: nobody waits for an answer that cannot come.
func TestRequestsEndWithTheConnection(t *testing.T) {
	t.Parallel()
	s := natstest.New(t)
	j := open(t, s.ClientURL())
	request, done := j.once(t.Context())
	defer done()
	if request.Err() != nil {
		t.Fatalf("expected that the request may take its time, found `%v`", request.Err())
	}
	s.Shutdown()
	<-request.Done()
	if !errors.Is(request.Err(), context.Canceled) {
		t.Errorf("expected that it ends as soon as the connection is lost, found `%v`", request.Err())
	}
}

// TestDeletedTextsAreOverwritten looks for what was deleted in all files of the server, also of a document that was
// written again after it was deleted.
func TestDeletedTextsAreOverwritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := natstest.New(t, func(o *server.Options) { o.StoreDir, o.MaxPayload = dir, minPayload })
	j := open(t, s.ClientURL())
	const written = "YSBzZWNyZXQgb2Ygc29tZWJvZHkncw" // in base64
	for life := range 3 {
		for n := range 5 {
			must(t, j.Append(t.Context(), board, uint64(n), []journal.Update{{Data: []byte("a secret of somebody's")}}))
		}
		if count := occurrences(t, dir, written); count == 0 {
			t.Fatal("expected the text in a file, found it nowhere; the test looks for something else")
		}
		must(t, j.Delete(t.Context(), journal.Document{Class: board.Class}))
		if count := occurrences(t, dir, written); count > 0 {
			t.Errorf("deleted for the %d. time: expected nothing of what was deleted, found it %d times", life+1, count)
		}
	}
}

func occurrences(t *testing.T, dir, text string) (count int) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		count += strings.Count(string(content), text)
		return err
	}))
	return count
}

// TestOpenSaysWhatIsWrong opens servers that cannot be used.
func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*server.Options){
		"expected `max_payload` of at least 8388608 bytes": func(o *server.Options) { o.MaxPayload = 0 },
		"expected a NATS server with JetStream":            func(o *server.Options) { o.JetStream = false },
	} {
		s := natstest.New(t, change)
		if _, err := Open(t.Context(), cluster.Config{URL: s.ClientURL(), Log: slog.New(slog.DiscardHandler)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected `%s`, found `%v`", want, err)
		}
	}
	if _, err := Open(t.Context(), cluster.Config{URL: "nats://127.0.0.1:1", Log: slog.New(slog.DiscardHandler)}); err == nil || !strings.Contains(err.Error(), "expected a NATS server at `nats://127.0.0.1:1`") {
		t.Errorf("expected that nobody is there, found `%v`", err)
	}
}

// writers append to documents of their own until they are stopped, and note what was acknowledged.
type writers struct {
	count int
	stop  chan struct{}
	all   sync.WaitGroup
	mu    sync.Mutex
	acked map[journal.Document]int
	last  time.Time
}

func write(t testing.TB, count int, journals ...*Journal) *writers {
	w := &writers{count: count, stop: make(chan struct{}), acked: map[journal.Document]int{}}
	for n := range count {
		d, j := journal.Document{Class: fmt.Sprint("class ", n), Name: "x"}, journals[n%len(journals)]
		w.all.Go(func() {
			for k := 0; ; k++ {
				select {
				case <-w.stop:
					return
				default:
				}
				if err := j.Append(context.Background(), d, uint64(k), step(k)); err != nil {
					t.Errorf("%v, step %d: %v", d, k, err)
					return
				}
				w.mu.Lock()
				w.acked[d], w.last = k+1, time.Now()
				w.mu.Unlock()
				time.Sleep(time.Millisecond)
			}
		})
	}
	return w
}

// resumed waits until every document has grown, and returns how long after a moment that was.
func (w *writers) resumed(since time.Time) time.Duration {
	w.mu.Lock()
	before := map[journal.Document]int{}
	for d, n := range w.acked {
		before[d] = n
	}
	w.mu.Unlock()
	for {
		time.Sleep(10 * time.Millisecond)
		w.mu.Lock()
		grown := 0
		for d, n := range w.acked {
			if n > before[d]+1 { // one may have been on its way
				grown++
			}
		}
		w.mu.Unlock()
		if grown == w.count {
			return time.Since(since)
		}
	}
}

// check reads all documents over a server and expects what was acknowledged, once and in order.
func (w *writers) check(t testing.TB, j *Journal) (all int) {
	t.Helper()
	for d, n := range w.acked {
		h, err := j.Read(context.Background(), d, 0)
		must(t, err)
		if len(h.Updates) < n {
			t.Errorf("%v: expected %d acknowledged steps, found %d", d, n, len(h.Updates))
		}
		for k, u := range h.Updates {
			if u.Counter != uint64(k) {
				t.Fatalf("%v: expected step %d at version %d, found %d", d, k, k+1, u.Counter)
			}
		}
		all += n
	}
	return all
}

// TestCluster kills the leader, starts it again, and cuts another server off, while two servers of ours write:
// nothing acknowledged is lost, there is one history, and without a majority nothing is acknowledged.
func TestCluster(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes a minute: -args -cluster")
	}
	c := natstest.StartCluster(t)
	a, b := ready(t, c), open(t, c.URL())
	w := write(t, 8, a, b)
	first := leader(t, c, a)
	t.Logf("all write after %v", w.resumed(time.Now()))
	killed := time.Now()
	first.Kill()
	t.Logf("the leader was killed: all are acknowledged again after %v", w.resumed(killed))
	first.Start()
	t.Logf("it was started again: %v", w.resumed(time.Now()))
	caughtUp(t, a)
	other := leader(t, c, a)
	cut := time.Now()
	other.Pause()
	t.Logf("another leader was cut off: all are acknowledged again after %v", w.resumed(cut))
	third := c.Nodes[slices.IndexFunc(c.Nodes[:], func(n *natstest.Node) bool { return n != first && n != other })]
	third.Pause()
	acked := func() string {
		w.mu.Lock()
		defer w.mu.Unlock()
		return fmt.Sprint(w.acked)
	}
	before, after := acked(), ""
	for range 20 { // what was on its way arrives or does not
		time.Sleep(2 * attempt)
		if after = acked(); after == before {
			break
		}
		before, after = after, before
	}
	if after != before {
		t.Errorf("expected that one of three acknowledges nothing in the end, found %s after %s", before, after)
	}
	back := time.Now()
	other.Pause()
	third.Pause()
	t.Logf("both are back: all are acknowledged again after %v", w.resumed(back))
	close(w.stop)
	w.all.Wait()
	t.Logf("%d steps, none lost", w.check(t, a))
	w.check(t, b)
}

// ready opens the journal of a cluster as soon as that has leaders.
func ready(t testing.TB, c *natstest.Cluster) *Journal {
	t.Helper()
	for range 600 {
		j, err := Open(context.Background(), cluster.Config{URL: c.URL(), Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			t.Cleanup(func() { _ = j.Close() })
			return j
		}
		time.Sleep(500 * time.Millisecond)
	}
	t.Fatal("expected a cluster that is ready, found none after five minutes")
	return nil
}

// leader returns the server that leads the stream of the first writer's class.
func leader(t testing.TB, c *natstest.Cluster, j *Journal) *natstest.Node {
	t.Helper()
	for {
		info, err := j.streams[j.shard(journal.Document{Class: "class 0"})].Info(t.Context())
		if err == nil && info.Cluster != nil {
			for i, n := range c.Nodes {
				if info.Cluster.Leader == fmt.Sprint("n", i) {
					return n
				}
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// caughtUp waits until all servers have all that is kept.
func caughtUp(t testing.TB, j *Journal) {
	t.Helper()
	for n := 0; n < shards; {
		info, err := j.streams[n].Info(t.Context())
		current := err == nil && len(info.Cluster.Replicas) == 2
		for i := 0; current && i < 2; i++ {
			current = info.Cluster.Replicas[i].Current
		}
		if current {
			n++
		} else {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// BenchmarkLeaderKilled measures how long nothing is acknowledged after the leader was killed.
func BenchmarkLeaderKilled(b *testing.B) {
	c := natstest.StartCluster(b)
	j := ready(b, c)
	w := write(b, 8, j)
	w.resumed(time.Now())
	for b.Loop() {
		caughtUp(b, j)
		n := leader(b, c, j)
		since := time.Now()
		n.Kill()
		b.ReportMetric(w.resumed(since).Seconds(), "s/to-acknowledge")
		n.Start()
	}
	close(w.stop)
	w.all.Wait()
	w.check(b, j)
}

// expectStates expects the streams of workshops and of classes as long as they are known, with all copies.
func expectStates(t *testing.T, j *Journal, copies int) {
	t.Helper()
	states, err := j.States(t.Context())
	must(t, err)
	names := map[string]State{}
	for _, s := range states {
		names[s.Name] = s
		current := 0
		for _, c := range s.Copies {
			if c.Current {
				current++
			}
		}
		if current != copies || (s.Leader != "") != (copies > 0) {
			t.Errorf("%s: expected %d copies that have everything, found %+v", s.Name, copies, s)
		}
	}
	for n := range shards {
		if s, ok := names[fmt.Sprint("UNBOX_LOG_", n)]; !ok || s.Consumers != 1 {
			t.Errorf("expected the stream %d with one that follows, found %+v", n, s)
		}
	}
	s := names[fmt.Sprint("UNBOX_LOG_", j.shard(board))]
	if s.Messages != 2 || s.Bytes < 100 || len(names) != shards {
		t.Errorf("expected two messages in one of %d streams, found %+v", shards, names)
	}
}

// TestStates asks how the streams are: on a single server, and with another journal beside.
func TestStates(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	j := open(t, url)
	for n := range 2 {
		must(t, j.Append(t.Context(), board, uint64(n), step(n)))
	}
	expectStates(t, j, 0)
	openAlone(t, url)
	states, err := j.States(t.Context())
	must(t, err)
	if len(states) != 2*shards {
		t.Errorf("expected the streams of both journals, found %+v", states)
	}
}

// TestClusterStates asks so in a cluster, in which one machine is down for a while.
func TestClusterStates(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes half a minute: -args -cluster")
	}
	c := natstest.StartCluster(t)
	j := ready(t, c)
	for n := range 2 {
		must(t, j.Append(t.Context(), board, uint64(n), step(n)))
	}
	caughtUp(t, j)
	expectStates(t, j, 3)
	c.Nodes[1].Kill()
	for begun := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		states, err := j.States(t.Context())
		missed := err == nil
		for _, s := range states {
			missed = missed && slices.ContainsFunc(s.Copies, func(c Copy) bool { return c.Machine == "n1" && !c.Current })
		}
		if missed {
			return
		}
		if time.Since(begun) > 2*time.Minute {
			t.Fatalf("expected that the machine which is down is missed everywhere, found %+v, %v", states, err)
		}
	}
}

// BenchmarkDelete deletes a document of 200 messages beside 32 MB of others.
func BenchmarkDelete(b *testing.B) {
	j := open(b, natstest.Start(b))
	chance := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 8<<10)
	for n := range 4096 {
		for i := range noise {
			noise[i] = byte(chance.Uint32())
		}
		must(b, j.Append(b.Context(), journal.Document{Class: fmt.Sprint("class ", n%64), Name: fmt.Sprint(n)}, 0, []journal.Update{{Data: noise}}))
	}
	for b.Loop() {
		b.StopTimer()
		for n := range 200 {
			must(b, j.Append(b.Context(), board, uint64(n), step(n)))
		}
		b.StartTimer()
		must(b, j.Delete(b.Context(), board))
	}
}
