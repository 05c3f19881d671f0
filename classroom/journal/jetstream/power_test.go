package jetstream

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream/natsdisk"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/internal/cluster"
)

// powerCuts is how often the power is cut: go test -args -cluster -cuts 50
var powerCuts = flag.Int("cuts", 6, "how often TestClusterLosesPower cuts the power of all servers")

// grid is a cluster whose power can be cut.
type grid struct {
	*natstest.Cluster
	notes  [3]string
	before [3]map[string][]byte
	chance *rand.Rand
}

// startGrid starts a cluster that syncs when it is told to.
func startGrid(t *testing.T, program, sync string) *grid {
	t.Helper()
	g, dir := &grid{chance: rand.New(rand.NewPCG(rand.Uint64(), 1))}, t.TempDir()
	for i := range g.notes {
		g.notes[i] = filepath.Join(dir, fmt.Sprint(i, ".notes"))
	}
	g.Cluster = natstest.StartClusterOf(t, natstest.Program{
		Name: program, Args: []string{"-c"}, Sync: sync,
		Env: func(i int) []string { return natsdisk.Disk{Notes: g.notes[i]}.Env() },
	})
	natstest.Ready(t, g.Cluster)
	return g
}

// cut takes the power from some servers, all at the same moment, and gives it back: their disks have what was synced, and
// of the rest what the mood says.
func (g *grid) cut(t *testing.T, mood natsdisk.Mood, nodes ...int) {
	t.Helper()
	var all sync.WaitGroup
	for _, i := range nodes {
		all.Go(g.Nodes[i].Kill)
	}
	all.Wait()
	for _, i := range nodes {
		must(t, natsdisk.Cut(g.chance, mood, g.before[i], g.notes[i], g.Nodes[i].Dir))
		left, err := natsdisk.Files(g.Nodes[i].Dir)
		must(t, err)
		g.before[i] = left
		g.Nodes[i].Start()
	}
}

// kept is what was acknowledged of a document, and what may be there of the next that was to be done.
type kept struct {
	mu sync.Mutex
	// version was acknowledged; all before gone were deleted, and that was acknowledged.
	version, life int
	// deleting means that it may be gone.
	deleting bool
}

// work appends to a document, compacts and deletes it, until the journal fails.
func (k *kept) work(ctx context.Context, j *Journal, d journal.Document, chance int) error {
	for ctx.Err() == nil {
		k.mu.Lock()
		version, life := k.version, k.life
		k.mu.Unlock()
		text := fmt.Sprintf("life %d of %v, step %d", life, d, version)
		if err := j.Append(ctx, d, uint64(version), []journal.Update{{Client: fmt.Sprint(life), Counter: uint64(version), Data: []byte(text)}}); err != nil {
			return err
		}
		version++
		k.mu.Lock()
		k.version = version
		k.mu.Unlock()
		if version%17 == 0 {
			if err := j.Snapshot(ctx, d, journal.Snapshot{Version: uint64(version), Data: fmt.Append(nil, life)}); err != nil {
				return err
			}
		}
		if version%(120+chance) == 0 {
			k.mu.Lock()
			k.deleting = true
			k.mu.Unlock()
			if err := j.Delete(ctx, d); err != nil {
				return err
			}
			k.mu.Lock()
			k.version, k.life, k.deleting = 0, life+1, false
			k.mu.Unlock()
		}
	}
	return ctx.Err()
}

// check reads a document: all that was acknowledged is there, in its order, and nothing of what was deleted. It goes on
// from what is there.
func (k *kept) check(ctx context.Context, j *Journal, d journal.Document) error {
	h, err := j.Read(ctx, d, 0)
	if err != nil {
		return err
	}
	found := int(h.Version())
	if found < k.version && !(k.deleting && found == 0) {
		return fmt.Errorf("%v: expected version %d, which was acknowledged, found %d", d, k.version, found)
	}
	if h.Snapshot.Version > 0 && string(h.Snapshot.Data) != fmt.Sprint(k.life) {
		return fmt.Errorf("%v: expected a snapshot of life %d, found one of life %s", d, k.life, h.Snapshot.Data)
	}
	for i, u := range h.Updates {
		if want := int(h.First) + i - 1; u.Client != fmt.Sprint(k.life) || u.Counter != uint64(want) {
			return fmt.Errorf("%v: expected step %d of life %d, found step %d of life %s", d, want, k.life, u.Counter, u.Client)
		}
	}
	if k.deleting && found == 0 {
		k.life++
	}
	k.version, k.deleting = found, false
	return nil
}

// powered opens a journal as soon as the cluster lets it.
func powered(t *testing.T, url string, open func(context.Context, cluster.Config) (*Journal, error)) *Journal {
	t.Helper()
	var err error
	for begun := time.Now(); time.Since(begun) < 3*time.Minute; time.Sleep(200 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		var j *Journal
		j, err = open(ctx, cluster.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
		cancel()
		if err == nil {
			return j
		}
	}
	t.Fatalf("expected a cluster that is back, found none after three minutes: %v", err)
	return nil
}

// loses cuts the power of a cluster again and again while documents are written, and returns the first thing that is not
// as it was acknowledged.
func loses(t *testing.T, g *grid, cuts int, moods func(int) natsdisk.Mood, open func(context.Context, cluster.Config) (*Journal, error)) error {
	documents := map[journal.Document]*kept{}
	for n := range 8 {
		documents[journal.Document{Class: fmt.Sprint("class ", n/2), Name: fmt.Sprint(n)}] = &kept{}
	}
	for n := range cuts {
		j := powered(t, g.URL(), open)
		acknowledged := 0
		for d, k := range documents {
			if err := k.check(t.Context(), j, d); err != nil {
				return errors.Join(err, j.Close())
			}
			acknowledged += k.version
		}
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for d, k := range documents {
			all.Go(func() { _ = k.work(ctx, j, d, g.chance.IntN(5)) })
		}
		if n%3 == 2 { // one of three first; the others go on
			time.Sleep(time.Second + rand.N(time.Second))
			g.cut(t, moods(n), n/3%3)
		}
		time.Sleep(time.Second + rand.N(2*time.Second))
		for i := range g.Nodes {
			g.Nodes[i].Kill()
		}
		stop()
		all.Wait()
		_ = j.Close() // nobody answers it any more
		g.cut(t, moods(n), 0, 1, 2)
		t.Logf("cut %d (mood %d): %d updates were there", n, moods(n), acknowledged)
	}
	j := powered(t, g.URL(), open)
	defer j.Close()
	for d, k := range documents {
		if err := k.check(t.Context(), j, d); err != nil {
			return err
		}
	}
	return nil
}

// TestClusterLosesPower cuts the power of all three servers, and before that of one alone, while documents are written,
// compacted and deleted: whatever their disks made of what was not synced, everything acknowledged is there, and nothing
// that was deleted. A cluster that syncs now and then loses something, and the test says so.
func TestClusterLosesPower(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes minutes: -args -cluster")
	}
	program, err := natsdisk.Build(t.Context(), t.TempDir())
	must(t, err)
	for name, open := range map[string]func(context.Context, cluster.Config) (*Journal, error){"any number write": Open, "one writes": OpenAlone} {
		t.Run(name, func(t *testing.T) {
			must(t, loses(t, startGrid(t, program, "always"), *powerCuts, func(n int) natsdisk.Mood { return natsdisk.Mood(n) % natsdisk.Moods }, open))
		})
	}
	t.Run("without syncs", func(t *testing.T) {
		err := loses(t, startGrid(t, program, "2m"), 3, func(int) natsdisk.Mood { return natsdisk.Nothing }, OpenAlone)
		if err == nil {
			t.Error("expected that something acknowledged is lost, found everything")
		}
		t.Log(err)
	})
}
