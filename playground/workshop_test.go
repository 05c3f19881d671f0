package playground

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gorilla/websocket"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/workshop"
	"unbox/playground/secret"
)

// workshopSite is a server with workshops.
func workshopSite(t *testing.T, limits Limits) *httptest.Server {
	t.Helper()
	kept, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	key := secret.New()
	log := slog.New(slog.DiscardHandler)
	handler, err := New(Config{
		Files: fstest.MapFS{}, Key: key, Limits: limits, Workshops: workshop.NewHall(workshop.Options{Journal: kept, Key: key, Log: log}),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}

// said is any message of the server.
type said struct {
	Kind, Word, Words, You string
	Status                 int
	Version, From          uint64
	Board                  *struct{ Text, Presenter string }
}

func openWorkshop(t *testing.T, server *httptest.Server) (code, word string) {
	t.Helper()
	var answer WorkshopAnswer
	if status := postJSON(t, server.URL+"/workshop", "", &answer); status != http.StatusOK {
		t.Fatalf("expected a workshop, found status %d", status)
	}
	return answer.Code, answer.Word
}

func postJSON(t *testing.T, url, body string, into any) (status int) {
	t.Helper()
	answer, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode
}

// dialWorkshop joins over a WebSocket and returns a function that reads the next message of a kind.
func dialWorkshop(t *testing.T, server *httptest.Server, code, hello string) (*websocket.Conn, func(kind string) said) {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/workshop/"+code+"/socket", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.WriteMessage(websocket.TextMessage, []byte(hello)); err != nil {
		t.Fatal(err)
	}
	return conn, func(kind string) said {
		t.Helper()
		for {
			var m said
			if err := conn.ReadJSON(&m); err != nil {
				t.Fatalf("waiting for `%s`: %v", kind, err)
			}
			if m.Kind == kind {
				return m
			}
		}
	}
}

func push(version, counter int, step string) string {
	return fmt.Sprintf(`{"kind":"push","version":%d,"steps":[{"counter":%d,"step":%s}]}`, version, counter, step)
}

// TestWorkshopBothWays has a presenter on a WebSocket, and a follower where only requests pass; then
// they change places.
func TestWorkshopBothWays(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{})
	code, word := openWorkshop(t, server)
	conn, next := dialWorkshop(t, server, code, `{"client":"p","word":"`+word+`"}`)
	next("welcome")
	answer, err := http.Post(server.URL+"/workshop/"+code+"/stream", "application/json", strings.NewReader(`{"client":"f"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	heard := func(kind string) said {
		t.Helper()
		for lines.Scan() {
			var m said
			text, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
			if ok && json.Unmarshal(text, &m) == nil && m.Kind == kind {
				return m
			}
		}
		t.Fatalf("expected `%s`, found the end: %v", kind, lines.Err())
		return said{}
	}
	follower := heard("admitted").Word
	me := heard("welcome").You
	write := func(text string) {
		t.Helper()
		if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	write(push(1, 1, `{"change":[[0,"label()"]]}`))
	if m := heard("steps"); m.From != 2 {
		t.Errorf("expected a step with version 2, found %+v", m)
	}
	if m := next("safe"); m.Version != 2 {
		t.Errorf("expected version 2 to be safe, found %+v", m)
	}
	write(push(2, 2, `{"present":"`+me+`"}`))
	heard("steps")
	var answers []said
	body := `{"word":"` + follower + `","client":"f","messages":[` + push(3, 1, `{"change":[7,[0,"!"]]}`) + `,{"kind":"dance"}]}`
	if status := postJSON(t, server.URL+"/workshop/"+code+"/say", body, &answers); status != http.StatusOK || len(answers) != 1 || answers[0].Kind != "error" {
		t.Errorf("expected one answer of two messages, found %d, %+v", status, answers)
	}
	for m := next("steps"); m.From != 4; m = next("steps") {
		if m.From > 4 {
			t.Fatalf("expected a step with version 4, found %+v", m)
		}
	}
	_, last := dialWorkshop(t, server, code, `{"client":"l"}`)
	if m := last("welcome"); m.Board == nil || m.Board.Text != "label()!" || m.Board.Presenter != me {
		t.Errorf("expected the board of both, found %+v", m.Board)
	}
}

func TestWorkshopTurnsAway(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{})
	code, _ := openWorkshop(t, server)
	for hello, want := range map[string]struct {
		code, words string
		status      int
	}{
		`{"client":"x"}`:                      {"AAAAAA", "expected the code of a workshop", http.StatusNotFound},
		`{"client":"y"}`:                      {"nonsense", "expected the code of a workshop", http.StatusNotFound},
		`{"client":"x","word":"me.forged"}`:   {code, "expected a member's own word", http.StatusForbidden},
		`{"client":"` + longWord(3000) + `"}`: {code, "expected a client's name", http.StatusServiceUnavailable},
		`[[[[`:                                {code, "expected a hello", http.StatusBadRequest},
	} {
		_, next := dialWorkshop(t, server, want.code, hello)
		if m := next("turned away"); m.Status != want.status || !strings.Contains(m.Words, want.words) {
			t.Errorf("%.40s: expected %d and `%s`, found %+v", hello, want.status, want.words, m)
		}
	}
	// Members who do not present have short messages; the others are not affected.
	conn, next := dialWorkshop(t, server, code, `{"client":"h"}`)
	next("welcome")
	_ = conn.WriteMessage(websocket.TextMessage, []byte(push(1, 1, `{"checkpoint":"`+longWord(100_000)+`"}`))) // it may be cut off meanwhile
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			break // it is hung up on
		}
	}
	for _, c := range []struct{ path, body, words string }{
		{"/say", `{"word":"","client":"x","messages":[{"kind":"ping"}]}`, "expected a member's own word"},
		{"/say", `{"word":"a.b","client":"x","messages":[{"kind":"ping"}]}`, "expected a member's own word"},
		{"/stream", `{"client":"x","word":"a.b"}`, "expected a member's own word"},
	} {
		var answer any
		postJSON(t, server.URL+"/workshop/"+code+c.path, c.body, &answer)
		if text := fmt.Sprint(answer); !strings.Contains(text, c.words) {
			t.Errorf("%s %s: expected `%s`, found `%s`", c.path, c.body, c.words, text)
		}
	}
}

func longWord(n int) string { return strings.Repeat("w", n) }

func TestWorkshopsPerHour(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{})
	for range 60 {
		openWorkshop(t, server)
	}
	var answer map[string]string
	if status := postJSON(t, server.URL+"/workshop", "", &answer); status != http.StatusTooManyRequests || !strings.Contains(answer["error"], "expected at most 60 new workshops") {
		t.Errorf("expected to be told to wait, found %d, %v", status, answer)
	}
}

// TestJoinStorm has 300 join from one address: none is refused.
func TestJoinStorm(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{MembersPerSeat: 300})
	code, _ := openWorkshop(t, server)
	var conns []*websocket.Conn
	for n := range 300 {
		conn, next := dialWorkshop(t, server, code, fmt.Sprintf(`{"client":"c%d"}`, n))
		next("welcome")
		conns = append(conns, conn)
	}
	if len(conns) != 300 {
		t.Errorf("expected 300 members, found %d", len(conns))
	}
}

func TestQRCode(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{})
	code, _ := openWorkshop(t, server)
	answer, err := http.Get(server.URL + "/w/" + code + "/qr.svg")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !strings.HasPrefix(string(text), "<svg ") || strings.Count(string(text), "h1v1h-1z") < 100 {
		t.Errorf("expected a picture, found %d, %.80s, %v", answer.StatusCode, text, err)
	}
	if answer, err := http.Get(server.URL + "/w/<script>/qr.svg"); err != nil || answer.StatusCode != http.StatusNotFound {
		t.Errorf("expected no picture of what is no code, found %v, %v", answer, err)
	}
}

// TestWorkshopPast downloads what a workshop was, and has others ask for it.
func TestWorkshopPast(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{})
	code, word := openWorkshop(t, server)
	conn, next := dialWorkshop(t, server, code, `{"client":"p","word":"`+word+`"}`)
	next("welcome")
	if err := conn.WriteMessage(websocket.TextMessage, []byte(push(1, 1, `{"change":[[0,"label()"]]}`))); err != nil {
		t.Fatal(err)
	}
	next("safe")
	answer, err := http.Post(server.URL+"/workshop/"+code+"/past", "application/json", strings.NewReader(`{"word":"`+word+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(flate.NewReader(answer.Body))
	if err != nil || answer.StatusCode != http.StatusOK || strings.Count(string(text), "\n") != 2 || !strings.Contains(string(text), `"change":[[0,"label()"]]`) {
		t.Errorf("expected two steps, found status %d, %v and %q", answer.StatusCode, err, text)
	}
	other, _ := openWorkshop(t, server)
	for _, c := range []struct {
		code, body, words string
		status            int
	}{
		{code, `{}`, "expected a member's own word", http.StatusForbidden},
		{code, `{"word":"x.y"}`, "expected a member's own word", http.StatusForbidden},
		{other, `{"word":"` + word + `"}`, "expected a member's own word", http.StatusForbidden},
		{"../../x", `{"word":"` + word + `"}`, "expected a member's own word", http.StatusForbidden},
		{code, `[`, "expected", http.StatusBadRequest},
		{code, `{"word":"` + strings.Repeat("w", shortMessage) + `"}`, "expected at most", http.StatusRequestEntityTooLarge},
	} {
		var said struct{ Error string }
		path := server.URL + "/workshop/" + url.PathEscape(c.code) + "/past"
		if status := postJSON(t, path, c.body, &said); status != c.status || !strings.Contains(said.Error, c.words) {
			t.Errorf("%s, %.20s: expected %d and `%s`, found %d and `%s`", c.code, c.body, c.status, c.words, status, said.Error)
		}
	}
}

// TestGuessingWordsOfWorkshops makes up words of members: they count as codes do where somebody joins with them or asks for something.
func TestGuessingWordsOfWorkshops(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/past", "/lesson", "/stream"} {
		server := workshopSite(t, Limits{})
		code, _ := openWorkshop(t, server)
		var refused map[string]any
		for n := range wrongCodesBy {
			word := fmt.Sprintf(`{"client":"x","word":"a.%d"}`, n)
			if status := postJSON(t, server.URL+"/workshop/"+code+path, word, &refused); status != http.StatusForbidden {
				t.Fatalf("%s: expected that the %dth word is refused, found %d, %v", path, n, status, refused)
			}
		}
		for _, path := range []string{"/past", "/lesson", "/stream"} {
			if status := postJSON(t, server.URL+"/workshop/"+code+path, `{"client":"x","word":"a.b"}`, &refused); status != http.StatusTooManyRequests {
				t.Errorf("%s: expected that no more may be tried, found %d, %v", path, status, refused)
			}
		}
	}
}

// TestNoWorkshopsWithoutAPlace asks a server that keeps nothing.
func TestNoWorkshopsWithoutAPlace(t *testing.T) {
	t.Parallel()
	handler, err := New(Config{Files: fstest.MapFS{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/workshop", "/w/ABCDEF", "/workshop/ABCDEF/socket"} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: expected 404, found %d", path, w.Code)
		}
	}
}
