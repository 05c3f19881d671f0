//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/tetratelabs/wazero"

	"unbox/trace"
)

func TestAttacksAreManyAndNamed(t *testing.T) {
	seen := map[string]bool{}
	quick := 0
	for _, a := range allAttacks() {
		if seen[a.name] || a.name == "" || a.about == "" {
			t.Errorf("expected a new name and a line about it, found `%s`, %q", a.name, a.about)
		}
		if (a.do == nil) == (a.own == nil) {
			t.Errorf("%s: expected one way to attack", a.name)
		}
		seen[a.name] = true
		if a.quick {
			quick++
		}
	}
	if len(seen) < 60 || quick < 30 {
		t.Errorf("expected at least 60 attacks, 30 of them quick, found %d and %d", len(seen), quick)
	}
}

// TestDocumentedAttacksExist holds the document to the attacks that there are.
func TestDocumentedAttacksExist(t *testing.T) {
	text, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, a := range allAttacks() {
		there[a.name] = true
	}
	named := 0
	for _, list := range regexp.MustCompile("attacks? ((?:`[a-z0-9-]+`(?:, )?)+)").FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([a-z0-9-]+)`").FindAllStringSubmatch(list[1], -1) {
			named++
			if !there[name[1]] {
				t.Errorf("expected an attack of bench/attack, found `%s`", name[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("expected a document that names attacks, found %d", named)
	}
}

// TestAddressOfAServerWithStorage reads what a server says that keeps something, and tells the owner's secret before its address.
func TestAddressOfAServerWithStorage(t *testing.T) {
	const first = "This is the first start with classes. Open /teach on this server:\n\n    secret\n\n"
	for out, want := range map[string]string{
		"Unbox on http://127.0.0.1:1234/\nmore":         "http://127.0.0.1:1234/",
		first + "Unbox on http://127.0.0.1:1234/\nmore": "http://127.0.0.1:1234/",
		first: "",
	} {
		if url, said := toldAddress(strings.NewReader(out)); url != want || !strings.HasPrefix(out, said) {
			t.Errorf("expected %q, found %q after %q", want, url, said)
		}
	}
}

func TestChoose(t *testing.T) {
	all := []attack{{name: "a-1", quick: true}, {name: "a-2"}, {name: "b", quick: true}}
	names := func(o options) (out []string) {
		for _, a := range choose(all, o) {
			out = append(out, a.name)
		}
		return out
	}
	if got := names(options{only: regexp.MustCompile("^a")}); !slices.Equal(got, []string{"a-1", "a-2"}) {
		t.Errorf("only: got %q", got)
	}
	if got := names(options{only: regexp.MustCompile(""), quick: true}); !slices.Equal(got, []string{"a-1", "b"}) {
		t.Errorf("quick: got %q", got)
	}
}

// TestProgramsAreModules compiles the modules whose run is the attack: a mistake in their bytes would
// make them harmless.
func TestProgramsAreModules(t *testing.T) {
	runtime := wazero.NewRuntimeWithConfig(t.Context(), wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(context.Background())
	programs := map[string][]byte{"zeros": printsZeros()}
	for _, h := range slices.Concat(hostilePrograms(), strangeModules()) {
		if strings.HasPrefix(h.name, "wasi-") {
			programs[h.name] = h.module()
		}
	}
	for name, wasm := range programs {
		m, err := runtime.CompileModule(t.Context(), wasm)
		if err != nil {
			t.Errorf("%s: expected a right module, found %v", name, err)
			continue
		}
		if m.ExportedFunctions()["_start"] == nil {
			t.Errorf("%s: expected `_start` among the exports, found none", name)
		}
	}
	if n := len(programs["zeros"]); n > 160 {
		t.Errorf("expected a small program, found one of %d bytes", n)
	}
}

func TestModulesFitIntoARequest(t *testing.T) {
	for _, h := range slices.Concat(hostileModules(), hostilePrograms(), strangeModules()) {
		if n := len(passBody(h.module(), trivialTrace)); n > 15<<20 {
			t.Errorf("%s: expected a body that is let in, found %d bytes", h.name, n)
		}
	}
}

// TestStrangeTextsFitIntoAMessage: what is hard to read, to name or to plan has to come that far; a message that is too long does not.
func TestStrangeTextsFitIntoAMessage(t *testing.T) {
	const most = 1<<20 - 100 // the rest is what is around the job
	for _, h := range strangeTraces() {
		if n := len(mustJSON(h.job())); n > most {
			t.Errorf("%s: expected at most %d bytes, found %d", h.name, most, n)
		}
	}
	for _, h := range strangePythons() {
		if n := len(pythonJob(h.text)); n > most {
			t.Errorf("%s: expected at most %d bytes, found %d", h.name, most, n)
		}
	}
}

// TestCountedGuardsAreRead: the reader of rows takes the attack on it to the end, and refuses what has a row more.
func TestCountedGuardsAreRead(t *testing.T) {
	all := strangeTraces()
	k := slices.IndexFunc(all, func(h hostileTrace) bool { return h.name == "trace-from" })
	if read, list := trace.Parse(all[k].job()["trace"].(string)); len(list) > 0 || len(read.Rows) < 100_000 {
		t.Errorf("expected 100,000 rows and no error, found %d and %v", len(read.Rows), list)
	}
	if _, list := trace.Parse(countedGuards(1, 1, 1_025)); len(list) != 1 {
		t.Errorf("expected one error, found %v", list)
	}
}

func TestSigned(t *testing.T) {
	for n, want := range map[int64]string{0: "\x00", 63: "\x3f", 64: "\xc0\x00", -1: "\x7f", -64: "\x40", -65: "\xbf\x7f"} {
		if got := string(signed(n)); got != want {
			t.Errorf("%d: got %x, expected %x", n, got, want)
		}
	}
}

func TestFrame(t *testing.T) {
	for _, n := range []int{0, 125, 126, 65535, 65536} {
		f := frame(0x81, make([]byte, n))
		length, rest := int(f[1]&0x7f), f[2:]
		switch length {
		case 126:
			length, rest = int(binary.BigEndian.Uint16(rest)), rest[2:]
		case 127:
			length, rest = int(binary.BigEndian.Uint64(rest)), rest[8:]
		}
		if length != n || len(rest) != n+4 || f[1]&0x80 == 0 {
			t.Errorf("expected a masked frame of %d bytes, found one of %d, %d", n, length, len(rest))
		}
	}
}

func TestQuantile(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(i+1))
	}
	for part, want := range map[float64]time.Duration{0.5: 50, 0.99: 99, 1: 100, 0.001: 1} {
		if got := quantile(times, part); got != want {
			t.Errorf("%v: got %d, expected %d", part, got, want)
		}
	}
	if got := quantile(nil, 0.5); got != 0 {
		t.Errorf("without samples: got %d", got)
	}
}

// TestFailuresCountAsSlow holds the table to what a visitor sees: no answer is the slowest of all.
func TestFailuresCountAsSlow(t *testing.T) {
	s := samples{{run: true, took: time.Millisecond}, {run: true, took: time.Millisecond, err: errors.New("no")}, {took: time.Second}}
	if got := s.times(true); !slices.Equal(got, []time.Duration{time.Millisecond, honestPatience}) {
		t.Errorf("got %v", got)
	}
	if got := s.failures(); got != "1× no" {
		t.Errorf("got %q", got)
	}
}

func TestJudge(t *testing.T) {
	good := func() *row {
		r := &row{arena: newArena(nil, nil, options{})}
		for range 100 {
			r.samples = append(r.samples, sample{run: true, took: time.Millisecond}, sample{took: time.Millisecond})
		}
		return r
	}
	tests := map[string]struct {
		change func(r *row)
		want   string
	}{
		"nothing": {func(*row) {}, ""},
		"main":    {func(r *row) { r.main = maxMain }, "main process at 400 MB"},
		"group":   {func(r *row) { r.group = maxGroup }, "group at 1536 MB"},
		"answer":  {func(r *row) { r.arena.fault("what %d", 1) }, "1× what 1"},
		"failure": {func(r *row) { r.samples[0].err = errors.New("no") }, "honest requests failed: 1× no"},
		"slow": {func(r *row) { r.samples[0].took = time.Second; r.samples[2].took = time.Second },
			"honest p99 of a run is 1s"},
		"few": {func(r *row) { r.samples = r.samples[:100] }, "50 samples of a page, too few"},
	}
	for name, tt := range tests {
		c, r := &campaign{}, good()
		tt.change(r)
		c.judge(r)
		if got := strings.Join(r.missed, "; "); !strings.HasPrefix(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("%s: got %q, expected %q", name, got, tt.want)
		}
	}
}

// TestGoodbye: what a server says in the last frame of a socket is in the table, also if it was still being written to.
func TestGoodbye(t *testing.T) {
	const words = "expected a message of at most 5 bytes, found more"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		if r.URL.Path == "/words" {
			_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseMessageTooBig, words), time.Now().Add(time.Minute))
			_, _, _ = conn.NextReader() // until the client has gone
		}
	}))
	defer server.Close()
	for path, want := range map[string]string{"/words": words, "/none": "hung up"} {
		conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = conn.ReadMessage()
		if got := goodbye(err); got != want {
			t.Errorf("%s: expected %q, found %q", path, want, got)
		}
		_ = conn.Close()
	}
}
