package playground

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"unbox/playground/visit"
	"unbox/tutorials/run"
	"unbox/workers/queue"
)

// serveOn starts a real server for a handler and returns its address.
func serveOn(t *testing.T, h http.Handler, limits Limits) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, h, Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute, Limits: limits})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// full is a runner whose queue is full: not even a body may be read.
type full struct{ told }

func (*full) Admit(queue.Client) error {
	return &queue.Full{Level: queue.OfBlock, Limit: 600, Place: 601}
}

// TestRefusedBeforeTheBodyIsRead refuses requests by their headers: the answer comes before any of the body is read.
func TestRefusedBeforeTheBodyIsRead(t *testing.T) {
	for _, tt := range []struct {
		name   string
		runner LessonRunner
		path   string
		length int64
		status int
		want   string
	}{
		{"too long", &told{}, "/lessons/lines/one/run", 1 << 40, 413, "expected at most 65536 bytes, found 1099511627776"},
		{"a program that is too long", &told{}, "/lessons/pass", 17 << 20, 413, "expected at most 16777216 bytes"},
		{"the queue is full", &full{}, "/lessons/lines/one/run", 10, 503, "in place 601"},
		{"the queue is full for programs, too", &full{}, "/lessons/pass", 10, 503, "in place 601"},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", tt.path, io.NopCloser(readAfter{func() bool { return w.Body.Len() > 0 }, t}))
		r.ContentLength = tt.length
		runServer(t, tt.runner).ServeHTTP(w, r)
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s: expected %d with `%s`, found %d %s", tt.name, tt.status, tt.want, w.Code, w.Body)
		}
		if w.Header().Get("Connection") != "close" {
			t.Errorf("%s: expected the connection to end", tt.name)
		}
	}
}

func (f *full) AdmitProgram(c queue.Client) error { return f.Admit(c) }

// readAfter may be read only after the answer was written.
type readAfter struct {
	answered func() bool
	t        *testing.T
}

func (r readAfter) Read([]byte) (int, error) {
	if !r.answered() {
		r.t.Error("expected nobody to read the body before there is an answer")
	}
	return 0, io.EOF
}

// TestTricklesGetNoMoreTime reads byte by byte: the time is for 64 KiB, not for a byte.
func TestTricklesGetNoMoreTime(t *testing.T) {
	const pieces = 3
	text := bytes.Repeat([]byte("x"), pieces*piece-1)
	for _, length := range []int{-1, len(text)} {
		deadlines := 0
		got, err := readBody(iotest.OneByteReader(bytes.NewReader(text)), length, 1<<20, func() { deadlines++ })
		if err != nil || len(got) != len(text) || deadlines != pieces {
			t.Errorf("length %d: expected %d deadlines, found %d, %v", length, pieces, deadlines, err)
		}
	}
}

func TestReadBody(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 20_000)
	for _, tt := range []struct {
		name   string
		from   io.Reader
		length int
		most   int
		want   error
	}{
		{"a known length", bytes.NewReader(text), len(text), len(text), nil},
		{"an unknown length", bytes.NewReader(text), -1, len(text), nil},
		{"an unknown length, byte by byte", iotest.OneByteReader(bytes.NewReader(text[:5000])), -1, len(text), nil},
		{"one byte too many", bytes.NewReader(text), -1, len(text) - 1, errTooLong},
		{"half of it", bytes.NewReader(text[:5000]), len(text), len(text), io.ErrUnexpectedEOF},
		{"nothing", bytes.NewReader(nil), 0, len(text), nil},
		{"nothing, of unknown length", bytes.NewReader(nil), -1, len(text), nil},
		{"a broken line", iotest.TimeoutReader(iotest.HalfReader(bytes.NewReader(text))), len(text), len(text), iotest.ErrTimeout},
	} {
		pieces := 0
		got, err := readBody(tt.from, tt.length, tt.most, func() { pieces++ })
		if !errors.Is(err, tt.want) || pieces == 0 {
			t.Errorf("%s: expected %v, found %v after %d pieces", tt.name, tt.want, err, pieces)
		}
		if err == nil && !bytes.HasPrefix(text, got) {
			t.Errorf("%s: expected the text, found another of %d bytes", tt.name, len(got))
		}
	}
	if got, _ := readBody(bytes.NewReader(text), -1, len(text), func() {}); len(got) != len(text) || cap(got) > len(text)+1 {
		t.Errorf("expected %d bytes in as many, found %d in %d", len(text), len(got), cap(got))
	}
}

// TestMemoryIsGivenBack sends requests that end badly, and finds all memory
// released.
func TestMemoryIsGivenBack(t *testing.T) {
	memory := queue.NewBudget(1<<20, 1<<19, 1<<18, queue.Limits{PerSeat: 9, PerBlock: 9, Total: 9})
	v := &visitors{hosts: visit.AnyHost(), seats: visit.NewSeats(testKey, 600)}
	d := door{visitors: v, memory: memory, most: 1000, stall: time.Minute}
	h := d.wrap(func(w http.ResponseWriter, r *http.Request, v *visitor) {
		if memory.Free() == 1<<20 {
			t.Error("expected a request to hold memory")
		}
		if len(v.body) == 3 {
			panic(http.ErrAbortHandler)
		}
		sayJSON(w, http.StatusOK, len(v.body))
	})
	for _, body := range []io.Reader{
		strings.NewReader("12"), strings.NewReader("123"), strings.NewReader(strings.Repeat("x", 1001)),
		io.MultiReader(strings.NewReader("1"), iotest.ErrReader(errors.New("gone"))), struct{ io.Reader }{strings.NewReader(strings.Repeat("x", 2000))},
	} {
		func() {
			defer func() { _ = recover() }()
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", body))
		}()
		if memory.Free() != 1<<20 {
			t.Fatalf("expected all memory to be given back, found %d of %d", memory.Free(), 1<<20)
		}
	}
}

// much is a runner whose programs print NUL without end, as far as the pool lets them.
type much struct{}

func (*much) WASI(context.Context, queue.Client, []byte) (run.Program, error) {
	return toldProgram{wasm: strings.Repeat("\x00", 8<<20)}, nil
}

func (*much) Lesson(_ context.Context, _ queue.Client, _ []byte) ([]byte, error) {
	return []byte(`{"version":3,"status":"pass","output":"` + strings.Repeat("x", 8<<20) + `","tests":[]}`), nil
}

// A program of 129 bytes that prints 8 MiB of NUL made 50 MB of JSON.
func TestAnswersCountAsTheyAreSent(t *testing.T) {
	h := runServer(t, &much{})
	if w := post(h, "/lessons/pass", `{"wasm":"AGFzbQ==","trace":"[i0]"}`); w.Code != http.StatusOK || w.Body.Len() > 200 || !strings.Contains(w.Body.String(), "expected at most 2097152 bytes of output, as JSON sends them") {
		t.Errorf("expected a short refusal, found %d and %d bytes: %.200s", w.Code, w.Body.Len(), w.Body)
	}
	if w := post(h, "/lessons/lines/one/run", `{"code":"x"}`); w.Code != http.StatusUnprocessableEntity || w.Body.Len() > 200 || strings.Contains(w.Body.String(), "receipt") {
		t.Errorf("expected a short refusal without a receipt, found %d and %d bytes: %.200s", w.Code, w.Body.Len(), w.Body)
	}
}

// TestReadersAreCutOff has clients that never read ask for long answers over real connections: they are cut off, their memory is
// released, and they never hold more than there is.
func TestReadersAreCutOff(t *testing.T) {
	long := strings.Repeat("y", 4<<20)
	memory := queue.NewBudget(40<<20, 40<<20, 40<<20, queue.Limits{PerSeat: 90, PerBlock: 90, Total: 90})
	v := &visitors{hosts: visit.AnyHost(), seats: visit.NewSeats(testKey, 600)}
	d := door{visitors: v, memory: memory, most: 1000, extra: 4 << 20, stall: time.Minute}
	failed := make(chan bool, 20)
	limits := Limits{Stall: 50 * time.Millisecond}
	addr := serveOn(t, d.wrap(func(w http.ResponseWriter, r *http.Request, v *visitor) {
		_, err := io.WriteString(w, long)
		failed <- err != nil
	}), limits)
	for range 10 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx"); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		if !<-failed {
			t.Error("expected a client that does not read to be cut off, found that all was sent")
		}
	}
	for memory.Free() != 40<<20 {
		time.Sleep(time.Millisecond) // the last handler is about to return
	}
}

// TestSlowReadersGetEverything reads in small pieces: a client that makes progress is not cut off,
// however long the whole takes.
func TestSlowReadersGetEverything(t *testing.T) {
	long := strings.Repeat("y", 2<<20)
	addr := serveOn(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, long) }), Limits{Stall: time.Minute})
	response, err := http.Get("http://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	n := 0
	for buffer := make([]byte, 1000); ; {
		got, err := response.Body.Read(buffer)
		if n += got; err != nil {
			if err != io.EOF || n != len(long) {
				t.Errorf("expected %d bytes, found %d and %v", len(long), n, err)
			}
			return
		}
	}
}

// TestSlowSendersAreCutOff sends half of a body and then nothing.
func TestSlowSendersAreCutOff(t *testing.T) {
	h := runServer(t, &told{}, func(c *Config) { c.Limits.Stall = 50 * time.Millisecond })
	addr := serveOn(t, h, Limits{})
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "POST /lessons/lines/one/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"code\":"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 400") || !strings.Contains(string(answer), "found a part of one") {
		t.Errorf("expected 400, found %.200s, %v", answer, err)
	}
}

// TestLargeUploadsWait sends more uploads at once than there is memory for: all are answered.
func TestLargeUploadsWait(t *testing.T) {
	limits := DefaultLimits()
	limits.Upload, limits.UploadBytes = 1<<20, 4<<20
	addr := serveOn(t, runServer(t, &told{}, func(c *Config) { c.Limits = limits }), limits)
	body := fmt.Sprintf(`{"wasm":%q,"trace":"x"}`, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("\x00"), 600<<10)))
	answers := make(chan error, 20)
	for range cap(answers) {
		go func() {
			response, err := http.Post("http://"+addr+"/lessons/pass", "application/json", strings.NewReader(body))
			if err == nil {
				text, _ := io.ReadAll(response.Body)
				response.Body.Close()
				if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusServiceUnavailable || !json.Valid(text) {
					err = fmt.Errorf("%s: %.200s", response.Status, text)
				}
			}
			answers <- err
		}()
	}
	for range cap(answers) {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

// BenchmarkDoor measures what it costs to let a request in, without the run.
func BenchmarkDoor(b *testing.B) {
	memory := queue.NewBudget(32<<20, 16<<20, 8<<20, queue.Limits{PerSeat: 16, PerBlock: 600, Total: 1000})
	v := &visitors{hosts: visit.AnyHost(), seats: visit.NewSeats(testKey, 600)}
	d := door{visitors: v, memory: memory, most: 256 << 10, extra: answerRoom, stall: time.Minute}
	h := d.wrap(func(http.ResponseWriter, *http.Request, *visitor) {})
	seat, _ := v.seats.Issue("192.0.2.1")
	body := strings.Repeat("x", 2000)
	for b.Loop() {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set(seatHeader, seat)
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}

// BenchmarkRefusal measures what it costs to turn a request away.
func BenchmarkRefusal(b *testing.B) {
	v := &visitors{hosts: visit.AnyHost(), seats: visit.NewSeats(testKey, 600)}
	d := door{visitors: v, most: 256 << 10, admit: (&full{}).Admit, stall: time.Minute}
	h := d.wrap(func(http.ResponseWriter, *http.Request, *visitor) {})
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", http.NoBody))
	}
}

// TestRequestSmuggling sends a request with both a length and chunks, and another one after it:
// the second is not read, since a proxy may have taken it for a part of the first.
func TestRequestSmuggling(t *testing.T) {
	addr := serveOn(t, runServer(t, &told{}), Limits{})
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "POST /lessons/lines/one/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if n := strings.Count(string(answer), "HTTP/1.1 "); err != nil || n != 1 {
		t.Errorf("expected one answer and the end of the connection, found %d: %.400s, %v", n, answer, err)
	}
}

// TestSlowSendersGiveWay has one address hold all memory for runs with bodies that never end: another
// one's run is answered.
func TestSlowSendersGiveWay(t *testing.T) {
	limits := DefaultLimits()
	limits.Code, limits.RunBytes, limits.Stall = 16<<10, 2*(3*16<<10+answerRoom), time.Hour
	server := runServer(t, &told{}, func(c *Config) {
		c.Limits = limits
		c.Addresses.Trusted, _ = visit.ParseTrusted("127.0.0.1")
		c.Addresses.Header = visit.XForwardedFor
	})
	addr := serveOn(t, server, limits)
	for i := range 2 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := fmt.Fprintf(c, "POST /lessons/lines/one/run HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.%d\r\nContent-Length: 16000\r\n\r\n{", i+1); err != nil {
			t.Fatal(err)
		}
	}
	r, err := http.NewRequest(http.MethodPost, "http://"+addr+"/lessons/lines/one/run", strings.NewReader(`{"code":"x = 5"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", "10.0.0.9")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("expected an answer, found %s", response.Status)
	}
}

// deadlines is a connection that notes the deadlines for reading.
type deadlines struct {
	*httptest.ResponseRecorder
	set chan time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.set <- t
	return nil
}

// lastPiece is a body whose end arrives when its memory has just been taken.
type lastPiece struct {
	text  string
	taken func()
}

func (l *lastPiece) Read(into []byte) (int, error) {
	if l.text == "" {
		return 0, io.EOF
	}
	l.taken()
	n := copy(into, l.text)
	l.text = l.text[n:]
	return n, nil
}

// TestTakenUploadsAreRefused takes the memory of a request at the moment at which its last byte arrives. Its
// connection counts as broken from then on, so a run would be cancelled and answered with nothing.
func TestTakenUploadsAreRefused(t *testing.T) {
	const most = 1000
	d := &door{memory: queue.NewBudget(bytesPerByte*most, bytesPerByte*most, bytesPerByte*most, queue.Limits{PerSeat: 9, PerBlock: 9, Total: 9}), most: most, stall: time.Hour}
	v := &visitor{Client: queue.Client{Block: "slow"}}
	if err := d.reserve(t.Context(), v, most); err != nil {
		t.Fatal(err)
	}
	other := &visitor{Client: queue.Client{Block: "quick"}}
	reserved := make(chan error, 1)
	w := &deadlines{httptest.NewRecorder(), make(chan time.Time, 1000)}
	body := &lastPiece{strings.Repeat("x", most), func() {
		go func() { reserved <- d.reserve(t.Context(), other, most) }()
		for at := range w.set {
			if at.Equal(past) {
				return
			}
		}
	}}
	if d.read(w, httptest.NewRequest(http.MethodPost, "/", body), v, most) {
		t.Error("expected a refusal, found that the request goes on")
	}
	v.grant.Release()
	if err := <-reserved; err != nil {
		t.Error(err)
	}
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "others need the memory") {
		t.Errorf("expected status 503 and why, found %d %v %s", w.Code, w.Header(), w.Body)
	}
	if v.body != nil {
		t.Error("expected no body of a request that was refused, found one")
	}
}

// TestTryAgain: each refusal that may be over later says when to try again, and no other one does.
func TestTryAgain(t *testing.T) {
	for status, want := range map[int]string{http.StatusServiceUnavailable: "2", http.StatusTooManyRequests: "60", http.StatusForbidden: ""} {
		w := httptest.NewRecorder()
		sayError(w, status, "no")
		if got := w.Header().Get("Retry-After"); got != want {
			t.Errorf("%d: expected `%s`, found `%s`", status, want, got)
		}
	}
}
