package playground

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"unbox/playground/secret"
	"unbox/playground/visit"
	"unbox/tutorials/lesson"
	"unbox/workers/queue"
)

var testKey = secret.New()

// askSeat asks a server for a seat and returns the answer.
func askSeat(t *testing.T, h http.Handler, header ...string) (*httptest.ResponseRecorder, SeatAnswer) {
	t.Helper()
	w := post(h, "/seat", "", header...)
	var a SeatAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	return w, a
}

// another is a letter that a letter is not.
func another(letter rune) rune {
	if letter == 'A' {
		return 'Q'
	}
	return 'A'
}

// TestSeatReachesTheQueue tells a seat in each of the ways in which it can be told.
func TestSeatReachesTheQueue(t *testing.T) {
	runner := &told{}
	h := runServer(t, runner)
	w, a := askSeat(t, h)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusOK || len(cookies) != 1 || cookies[0].Value != a.Seat || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode || a.Seconds != 86400 {
		t.Fatalf("expected a seat with its cookie, found %d %+v %v", w.Code, a, cookies)
	}
	want := queue.Client{Block: "192.0.2.1", Seat: a.Seat[:16]}
	for name, header := range map[string][]string{
		"header":                    {seatHeader, a.Seat},
		"cookie":                    {"Cookie", seatCookie + "=" + a.Seat},
		"a wrong one, and a cookie": {seatHeader, "made up", "Cookie", seatCookie + "=" + a.Seat},
	} {
		if post(h, "/lessons/lines/one/run", `{"code":"x"}`, header...); runner.client != want {
			t.Errorf("%s: expected %v, found %v", name, want, runner.client)
		}
	}
	if post(h, "/lessons/lines/one/run?seat="+a.Seat, `{"code":"x"}`); runner.client != want {
		t.Errorf("query: expected %v, found %v", want, runner.client)
	}
	for name, header := range map[string][]string{
		"nothing": nil, "a name": {seatHeader, "me"}, "a changed one": {seatHeader, a.Seat[:16] + strings.Map(another, a.Seat[16:])},
		"a session": {"X-Unbox-Session", "me"},
	} {
		if post(h, "/lessons/lines/one/run", `{"code":"x"}`, header...); runner.client != (queue.Client{Block: "192.0.2.1"}) {
			t.Errorf("%s: expected the empty seat of the block, found %v", name, runner.client)
		}
	}
	if _, again := askSeat(t, h, seatHeader, a.Seat); again.Seat != a.Seat {
		t.Error("expected the seat that one has, found another")
	}
}

// TestSeatsRunOut has a class sit down, and somebody ask for seats without end.
func TestSeatsRunOut(t *testing.T) {
	h := runServer(t, &told{}, func(c *Config) { c.Limits.NewSeats = 300 })
	for i := range 300 {
		if w, a := askSeat(t, h); w.Code != http.StatusOK || a.Seat == "" {
			t.Fatalf("seat %d of a class: found %d %s", i, w.Code, w.Body)
		}
	}
	w := usedUp(t, h)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "at most 300 new visitors an hour") {
		t.Errorf("expected 429 in plain words, found %d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := post(h, "/lessons/lines/one/run", `{"code":"x"}`); w.Code != http.StatusOK {
		t.Errorf("expected a run without a seat, found %d", w.Code)
	}
	var none NoSeatAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &none); err != nil || none.Bits != visit.ProofBits {
		t.Fatalf("expected a task, found %s", w.Body)
	}
	n := 0
	for !visit.Solves(none.Task, strconv.Itoa(n)) {
		n++
	}
	proof := none.Task + "." + strconv.Itoa(n)
	w, a := askSeat(t, h, proofHeader, proof)
	if w.Code != http.StatusOK || !visit.Proved(a.Seat[:16]) {
		t.Errorf("expected a seat for the solution, found %d %s", w.Code, w.Body)
	}
	if w, again := askSeat(t, h, proofHeader, proof); w.Code != http.StatusOK || again.Seat != a.Seat {
		t.Errorf("expected the same seat for the same solution, found %d %s", w.Code, w.Body)
	}
	if w := usedUp(t, h, proofHeader, proof+"1"); w.Code != http.StatusTooManyRequests {
		t.Errorf("expected no seat for what is no solution, found %d %s", w.Code, w.Body)
	}
	own := newTries(3, 60, 1)
	if c := (queue.Client{Block: "a", Seat: a.Seat[:16]}); own.take(c) == nil || own.take(c) != nil {
		t.Error("expected only the tries that the address has, found others")
	}
}

// usedUp asks for seats until there is none; there is one more every 12 s.
func usedUp(t *testing.T, h http.Handler, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	w, _ := askSeat(t, h, headers...)
	for n := 0; w.Code == http.StatusOK && n < 300; n++ {
		w, _ = askSeat(t, h, headers...)
	}
	return w
}

func TestSeatsAreForOwnPages(t *testing.T) {
	h := runServer(t, &told{})
	if w := post(h, "/seat", "", "Origin", "https://elsewhere.example"); w.Code != http.StatusForbidden {
		t.Errorf("expected 403 for another site, found %d", w.Code)
	}
	proxied := runServer(t, &told{}, func(c *Config) {
		var err error
		if c.Hosts, err = visit.ParseHosts("unbox.example.org, example.com"); err != nil {
			t.Fatal(err)
		}
	})
	if w := post(proxied, "/seat", "", "Origin", "https://unbox.example.org"); w.Code != http.StatusOK {
		t.Errorf("expected the server's own name to do behind a proxy, found %d %s", w.Code, w.Body)
	}
	if w := post(proxied, "/seat", "", "Origin", "https://unbox.example.org", "Sec-Fetch-Site", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("expected the browser's word to count, found %d", w.Code)
	}
}

// TestProxies has the same proxy ask for two visitors.
func TestProxies(t *testing.T) {
	runner := &told{}
	h := runServer(t, runner, func(c *Config) {
		trusted, err := visit.ParseTrusted("192.0.2.0/24")
		if err != nil {
			t.Fatal(err)
		}
		c.Addresses = visit.Addresses{Trusted: trusted, Header: visit.XForwardedFor}
	})
	for header, want := range map[string]string{"203.0.113.1": "203.0.113.1", "6.6.6.6, 203.0.113.2": "203.0.113.2", "2001:db8:1:2345::1": "2001:db8:1:2300::/56"} {
		if post(h, "/lessons/lines/one/run", `{"code":"x"}`, visit.XForwardedFor, header); runner.client.Block != want {
			t.Errorf("%s: expected block %s, found %s", header, want, runner.client.Block)
		}
	}
}

// TestHostNames asks by names that another site could have chosen, for everything there is.
func TestHostNames(t *testing.T) {
	hosts, err := visit.ParseHosts("unbox.example.org")
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Config{Files: builtPage(t), Worker: &scripted{}, Hosts: hosts})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{
		"rebound.attacker.example": 421, "rebound.attacker.example:8080": 421, "example.com": 421,
		"unbox.example.org": 200, "localhost:8080": 200, "192.168.0.7:8080": 200, "[::1]:8080": 200,
	} {
		for _, path := range []string{"/", "/healthz", "/robots.txt"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s%s: expected %d, found %d", host, path, want, w.Code)
			}
			if want == 421 && !strings.Contains(w.Body.String(), "--allowed-hosts "+strings.TrimSuffix(host, ":8080")+". Its") {
				t.Errorf("%s: expected the flag that would help, found %s", host, w.Body)
			}
		}
	}
	// A request line that names no host, with a header that names the right one.
	hostless := httptest.NewRequest("GET", "/", nil)
	hostless.Host, hostless.URL.Scheme = "unbox.example.org", "http"
	answer := httptest.NewRecorder()
	if h.ServeHTTP(answer, hostless); answer.Code != http.StatusBadRequest {
		t.Errorf("http:///: expected 400, found %d", answer.Code)
	}
	// The handshake of a WebSocket, as a page at the attacker's name would send it.
	r := httptest.NewRequest("GET", "/machine", nil)
	r.Host = "rebound.attacker.example:8080"
	for name, value := range map[string]string{"Origin": "http://" + r.Host, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusMisdirectedRequest {
		t.Errorf("a WebSocket by another name: expected 421, found %d", w.Code)
	}
}

// TestMethods asks every address in wrong ways: it is there, but not so.
func TestMethods(t *testing.T) {
	course, err := lesson.Load(fstest.MapFS{"01-lines/chapter.md": {Data: []byte(chapterText)}, "01-lines/01-one.md": {Data: []byte(stepText)}})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Config{Files: builtPage(t), Course: course, Lessons: &told{}, Worker: &scripted{}})
	if err != nil {
		t.Fatal(err)
	}
	for path, allowed := range map[string]string{
		"/": "GET, HEAD", "/machine": "GET, HEAD", "/readyz": "GET, HEAD", "/seat": "POST", "/lessons/pass": "POST",
		"/lessons/receipt": "POST", "/lessons/lines/one/run": "POST", "/lessons/lines/one": "GET, HEAD",
	} {
		method := "POST"
		if allowed == "POST" {
			method = "GET"
		}
		for _, m := range []string{method, "DELETE", "BREW"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(m, path, nil))
			if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != allowed {
				t.Errorf("%s %s: expected 405 and %s, found %d and %s", m, path, allowed, w.Code, w.Header().Get("Allow"))
			}
		}
	}
}
