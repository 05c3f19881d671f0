package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What was recorded is known after a line was cut off, for the sources that it is about only.
func TestRecordBelongsToTheSources(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open := func() *record {
		t.Helper()
		r, err := openRecord(root)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.file.Close() })
		return r
	}
	write("p/a.go", "package p")
	m := &mutant{file: &file{name: "p/a.go"}, function: "f", what: "a → b"}
	lost := &mutant{file: &file{name: "p/a.go"}, function: "f", what: "a → c"}
	j := &judge{folder: "p", limit: time.Minute}

	r := open()
	if _, ok := r.result(m, true); ok || r.usually(j) != 0 {
		t.Error("expected an empty record of new sources, found something")
	}
	for _, one := range []*result{{mutant: m, by: "own tests", test: "TestF", notes: []string{"a note"}}, {mutant: lost}} {
		if err := r.addResult(one, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.add(&entry{Judge: j.key(), Spent: 40 * time.Minute}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.file.Write([]byte(`{"Mutant":"cut o`)); err != nil {
		t.Fatal(err)
	}
	write("docs/table.md", "a document")

	r = open()
	if found, ok := r.result(m, true); !ok || found.by != "own tests" || found.test != "TestF" || len(found.notes) != 1 {
		t.Errorf("expected the result that was recorded, found %v, %v", found, ok)
	}
	if _, ok := r.result(lost, false); !ok {
		t.Error("expected that nobody found the other one, found nothing about it")
	}
	if _, ok := r.result(lost, true); ok {
		t.Error("expected that more judges are asked about a survivor, found that they are not")
	}
	if got := r.limit(j); got != slack*40*time.Minute {
		t.Errorf("expected a limit of %v, found %v", slack*40*time.Minute, got)
	}

	write("p/a.go", "package p // changed")
	if r = open(); len(r.known)+len(r.usual) != 0 {
		t.Error("expected an empty record of changed sources, found something")
	}
	if kept, _ := filepath.Glob(filepath.Join(root, ".build/mutants/*")); len(kept) != 1 {
		t.Errorf("expected the file of these sources only, found %v", kept)
	}
}

// A line that was cut off does not take the next one with it.
func TestRecordGoesOnAfterACutLine(t *testing.T) {
	r, err := readRecord(strings.NewReader("{\"Judge\":\"a\",\"Spent\":5}\n{\"Mut\n\n{\"Judge\":\"b\",\"Spent\":6}\n"))
	if err != nil || r.usual["a"] != 5 || r.usual["b"] != 6 || r.spent() != 11 {
		t.Errorf("expected two judges, found %v", r.usual)
	}
	var none *record
	if got := none.limit(&judge{limit: time.Minute}); got != time.Minute {
		t.Errorf("expected the judge's own limit without a record, found %v", got)
	}
}

// A process that gets little of a busy machine goes on; one that stands still ends.
func TestStoppedProcessesEnd(t *testing.T) {
	for _, c := range []struct {
		name     string
		computed []time.Duration // at each tick
		stops    int             // at which tick, 0 for never
	}{
		{"slow", []time.Duration{leastWork, 2 * leastWork, 3 * leastWork, 4 * leastWork}, 0},
		{"from the start", []time.Duration{leastWork / 2}, 1},
		{"later", []time.Duration{leastWork, 2 * leastWork, 2*leastWork + 1}, 3},
		{"a child has ended", []time.Duration{9 * leastWork, leastWork, 2 * leastWork}, 0},
		{"the system does not tell", []time.Duration{0, 0, 0}, 0},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		ticks, asked, stopped := make(chan time.Time), 0, 0
		done := make(chan bool)
		go func() {
			defer close(done)
			watch(ctx, ticks, func() time.Duration { asked++; return c.computed[asked-1] }, func() { stopped = asked })
		}()
		for range c.computed {
			select {
			case ticks <- time.Time{}:
			case <-done:
			}
		}
		cancel()
		<-done
		if stopped != c.stops {
			t.Errorf("%s: expected that it is stopped at tick %d, found %d", c.name, c.stops, stopped)
		}
	}
}

// A test that fails, one that uses up its processor time, and one that passes are told apart.
func TestEndings(t *testing.T) {
	for script, want := range map[string]ending{"true": endedWell, "exit 3": endedBadly, "kill -9 $$": endedBadly, "while :; do :; done": outOfTime} {
		how, _, _, err := limited(context.Background(), ".", 2*time.Second, "sh", "-c", script)
		if err != nil || how != want {
			t.Errorf("`%s`: expected ending %d, found %d, %v", script, want, how, err)
		}
	}
	_, output, _, err := limited(context.Background(), ".", time.Minute, "echo", "a", "b")
	if err != nil || !bytes.Equal(output, []byte("a b\n")) {
		t.Errorf("expected what was printed, found %q, %v", output, err)
	}
}
