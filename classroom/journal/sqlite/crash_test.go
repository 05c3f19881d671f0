package sqlite

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"unbox/classroom/journal"
	"unbox/internal/child"
)

// crashes is how often the writing process is killed: go test -args -crashes 50
var crashes = flag.Int("crashes", 4, "how often TestKilledProcess kills its process")

// writerEnv has this program write into a folder instead of testing.
const writerEnv = "UNBOX_TEST_JOURNAL"

func TestMain(m *testing.M) {
	flag.Parse()
	if dir := os.Getenv(writerEnv); dir != "" {
		if err := writeForEver(dir, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// crashWriters is how many documents are written at the same time.
const crashWriters = 50

// writeForEver writes to many documents and says after each acknowledgement what was
// acknowledged. Every now and then a document is compacted, or deleted and begun anew.
func writeForEver(dir string, out io.Writer) error {
	j, err := Open(dir)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	say := func(what string, d journal.Document, version uint64, life int) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(out, what, d.Name, version, life)
	}
	var all sync.WaitGroup
	for n := range crashWriters {
		all.Go(func() {
			if err := writeOne(j, n, say); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	all.Wait()
	return errors.New("expected to write for ever, found the end")
}

func writeOne(j *Journal, n int, say func(what string, d journal.Document, version uint64, life int)) error {
	ctx := context.Background()
	d := journal.Document{Class: fmt.Sprint("class", n%3), Name: fmt.Sprint("d", n)}
	h, err := j.Read(ctx, d, 0)
	if err != nil {
		return err
	}
	life := os.Getpid() // who reads can tell the lives of a document apart
	for version := h.Version(); ; version++ {
		if err := j.Append(ctx, d, version, []journal.Update{lifeSign(life, version+1)}); err != nil {
			return err
		}
		say("ack", d, version+1, life)
		switch {
		case version%40 == 39:
			say("deleting", d, 0, life) // whether it comes to that is not known when the process ends here
			if err := j.Delete(ctx, d); err != nil {
				return err
			}
			say("deleted", d, 0, life)
			version = ^uint64(0) // the next one is 0
			life += 1 << 32
		case version%11 == 10:
			if err := j.Snapshot(ctx, d, journal.Snapshot{Version: version, Data: fmt.Appendf(nil, "up to %d", version)}); err != nil {
				return err
			}
		}
	}
}

func lifeSign(life int, version uint64) journal.Update {
	return journal.Update{Client: fmt.Sprint(life), Counter: version, Data: fmt.Appendf(nil, "%d of %d", version, life)}
}

// acknowledged is what is known of a document from outside.
type acknowledged struct {
	version uint64
	life    string
	// ended are lives that were deleted; unsure is one of which the deletion had begun.
	ended  map[string]bool
	unsure string
}

// TestKilledProcess kills a process that writes, at moments that are counted in acknowledgements, and
// looks at what is left: everything that was acknowledged, nothing that was deleted.
func TestKilledProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	known := map[string]*acknowledged{}
	chance := rand.New(rand.NewPCG(9, 9))
	for range *crashes {
		killedAfter(t, dir, 100+chance.IntN(3000), known)
		checkKnown(t, dir, known)
	}
}

// killedAfter lets a process write, kills it after so many acknowledgements and notes all of them.
func killedAfter(t *testing.T, dir string, count int, known map[string]*acknowledged) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), writerEnv+"="+dir)
	cmd.Stderr = os.Stderr
	child.Bind(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		note(known, strings.Fields(lines.Text()))
		if n == count {
			_ = cmd.Process.Kill() // what it has written into the pipe is still read
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
}

func note(known map[string]*acknowledged, words []string) {
	if len(words) != 4 {
		return // a line that was cut off says nothing
	}
	a := known[words[1]]
	if a == nil {
		a = &acknowledged{ended: map[string]bool{}}
		known[words[1]] = a
	}
	switch words[0] {
	case "ack":
		fmt.Sscan(words[2], &a.version)
		a.life, a.unsure = words[3], ""
	case "deleting":
		a.unsure = words[3]
	case "deleted":
		for life := range strings.SplitSeq(words[3]+" "+a.life, " ") {
			a.ended[life] = true
		}
		a.version, a.life, a.unsure = 0, "", ""
	}
}

func checkKnown(t *testing.T, dir string, known map[string]*acknowledged) {
	t.Helper()
	j := place(dir).Open(t)
	defer j.Close()
	for n := range crashWriters {
		d := journal.Document{Class: fmt.Sprint("class", n%3), Name: fmt.Sprint("d", n)}
		h, err := j.Read(t.Context(), d, 0)
		if err != nil {
			t.Fatal(err)
		}
		a := known[d.Name]
		if a == nil {
			continue
		}
		if h.Version() < a.version && (a.unsure == "" || h.Version() != 0) {
			t.Errorf("%s: expected version %d, which was acknowledged, found %d", d.Name, a.version, h.Version())
		}
		for i, u := range h.Updates {
			if version := h.First + uint64(i); u.Counter != version || !strings.HasPrefix(string(u.Data), fmt.Sprint(version, " of ")) {
				t.Errorf("%s: expected update %d, found %v", d.Name, version, u)
			}
			if a.ended[u.Client] {
				t.Errorf("%s: expected nothing of what was deleted, found %v", d.Name, u)
			}
		}
		if a.unsure != "" && h.Version() == 0 {
			a.version, a.life, a.unsure = 0, "", ""
		}
	}
}
