package run

import (
	"os"
	"testing"
	"time"

	"unbox/wasm/api"
	"unbox/workers/queue"
)

// TestFirstRunsAreInterpreted: who comes before the module is compiled gets the same
// answer, and afterwards no worker interprets any more.
func TestFirstRunsAreInterpreted(t *testing.T) {
	p, err := New(module(t), Options{CacheDir: t.TempDir(), Workers: 1, SlowWorkers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer closePool(t, p)
	start := time.Now()
	for _, code := range []string{honest, program(t, "toy.star"), "def test_x():\n    while True: pass\n"} {
		body := request(t, code)
		want := string(api.New().Call("lesson", body))
		got, err := p.Lesson(t.Context(), queue.Client{}, body)
		if err != nil || string(got) != want {
			t.Errorf("%.40q:\nfound    %.2000s, %v\nexpected %.2000s", code, got, err, want)
		}
		select {
		case <-p.first.done:
			t.Logf("%.40q: compiled after %v", code, time.Since(start))
		default:
			t.Logf("%.40q: interpreted after %v", code, time.Since(start))
		}
	}
	if err := p.compiled(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := p.first.interpreted.count(); n != 0 {
		t.Errorf("expected no worker that interprets, found %d", n)
	}
	if _, err := os.Stat(p.first.note); err != nil {
		t.Errorf("expected a note that the module is compiled, found %v", err)
	}
	again, err := New(module(t), Options{CacheDir: p.quick.hello.CacheDir, Workers: 1, SlowWorkers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer closePool(t, again)
	if again.first.interpreted != nil {
		t.Errorf("expected compiled code to be found, found a worker that interprets")
	}
	lesson(t, again, "", request(t, honest))
}

// TestClosedBeforeItIsCompiled: nothing is left of a pool that is closed while its first
// worker compiles.
func TestClosedBeforeItIsCompiled(t *testing.T) {
	p, err := New(module(t), Options{Workers: 1, SlowWorkers: 1})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := p.Lesson(t.Context(), queue.Client{}, request(t, honest))
		done <- err
	}()
	time.Sleep(200 * time.Millisecond)
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err == nil {
		t.Error("expected an error from a closed pool, found none")
	}
	if _, err := os.Stat(p.ownDir); !os.IsNotExist(err) {
		t.Errorf("expected the folder to be gone, found %v", err)
	}
	nothingLeft(t)
}

func closePool(t *testing.T, p *Pool) {
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
