package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/gorilla/websocket"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/playground/secret"
)

// schoolSite is a server with classes, the owner's secret, and a client that keeps cookies.
type schoolSite struct {
	t      *testing.T
	url    string
	secret string
	school *school.School
}

func newSchoolSite(t *testing.T) *schoolSite {
	t.Helper()
	kept, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	key, log := secret.New(), slog.New(slog.DiscardHandler)
	s, err := school.Open(t.Context(), school.Options{Journal: kept, Key: key, Log: log, Course: []school.Step{{ID: "a/one", Label: "1.1", Title: "One", Chapter: "A"}}})
	if err != nil {
		t.Fatal(err)
	}
	word, err := s.NewSecret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	handler, err := New(Config{Files: fstest.MapFS{}, Key: key, School: s})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &schoolSite{t, server.URL, word, s}
}

// ask sends a request with headers ("Name: value"); a body makes it a POST.
func (s *schoolSite) ask(path, body string, headers ...string) (status int, answer string, r *http.Response) {
	s.t.Helper()
	status, answer, r, err := s.try(path, body, headers...)
	if err != nil {
		s.t.Error(err)
	}
	return status, answer, r
}

// try is ask for an answer that may be cut off.
func (s *schoolSite) try(path, body string, headers ...string) (status int, answer string, r *http.Response, err error) {
	s.t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Set(name, value)
	}
	r, err = http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", nil, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return r.StatusCode, string(text), r, err
}

// owner signs the owner in and returns the cookie's header.
func (s *schoolSite) owner() string {
	s.t.Helper()
	status, answer, r := s.ask("/teach/begin", fmt.Sprintf(`{"secret":%q,"name":"Grace","password":"correct horse"}`, s.secret))
	if status != http.StatusOK {
		s.t.Fatalf("expected to be signed in, found %d %s", status, answer)
	}
	return s.cookie(r, teacherCookie)
}

// cookie returns the header that sends back a cookie of an answer, which scripts must not be able to read.
func (s *schoolSite) cookie(r *http.Response, name string) string {
	s.t.Helper()
	for _, c := range r.Cookies() {
		if c.Name == name && c.HttpOnly {
			return "Cookie: " + c.Name + "=" + c.Value
		}
	}
	s.t.Fatalf("expected a cookie `%s` that scripts cannot read, found %v", name, r.Cookies())
	return ""
}

// class makes a class and returns its ID and code.
func (s *schoolSite) class(owner string) (id, code string) {
	s.t.Helper()
	var made Link
	_, answer, _ := s.ask("/teach/classes", `{"name":"C","zone":"UTC","hints":"open","solutions":"open"}`, owner)
	if err := json.Unmarshal([]byte(answer), &made); err != nil || made.Word == "" {
		s.t.Fatalf("expected a class, found %s", answer)
	}
	_, next, hang := s.dial("/teach/classes/"+made.Word, owner, `{"client":"t"}`)
	defer hang()
	var grid struct{ General struct{ Code string } }
	if err := json.Unmarshal([]byte(next("grid")), &grid); err != nil || grid.General.Code == "" {
		s.t.Fatalf("expected a code, found %+v, %v", grid, err)
	}
	return made.Word, grid.General.Code
}

// dial opens a line. next reads the next message of a kind.
func (s *schoolSite) dial(path, header, hello string) (conn *websocket.Conn, next func(kind string) string, hang func()) {
	s.t.Helper()
	conn, err := s.connect(path, header, hello)
	if err != nil {
		s.t.Fatal(err)
	}
	return conn, func(kind string) string {
		s.t.Helper()
		for {
			_, text, err := conn.ReadMessage()
			if err != nil {
				s.t.Fatalf("waiting for `%s`: %v", kind, err)
			}
			var m struct{ Kind string }
			if json.Unmarshal(text, &m) == nil && m.Kind == kind {
				return string(text)
			}
		}
	}, func() { _ = conn.Close() }
}

// connect opens a line for somebody who tries again if that fails: the classes may be on their way.
func (s *schoolSite) connect(path, header string, first ...string) (*websocket.Conn, error) {
	name, value, _ := strings.Cut(header, ": ")
	headers := http.Header{}
	if name != "" {
		headers.Set(name, value)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(s.t.Context(), "ws"+strings.TrimPrefix(s.url, "http")+path+"/socket", headers)
	if err != nil {
		return nil, err
	}
	for _, text := range first {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// TestClassJoinStorm has 300 browsers join from one address at once: all are in.
func TestClassJoinStorm(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	_, code := s.class(s.owner())
	var all sync.WaitGroup
	at := make(chan struct{}, 32)
	for n := range 300 {
		all.Go(func() {
			at <- struct{}{}
			defer func() { <-at }()
			var seat SeatAnswer
			if _, answer, _ := s.ask("/seat", " "); json.Unmarshal([]byte(answer), &seat) != nil {
				t.Errorf("expected a seat, found %s", answer)
			}
			if status, answer, _ := s.ask("/class/join", fmt.Sprintf(`{"code":%q,"nick":"learner %d"}`, code, n), "X-Unbox-Seat: "+seat.Seat); status != http.StatusOK {
				t.Errorf("learner %d: expected to be in, found %d %s", n, status, answer)
			}
		})
	}
	all.Wait()
}

// TestHostileClassClients are refused with a reason: visitors who have not signed in, pages of other
// sites, floods of joins, guessed passwords and codes, forged seats.
func TestHostileClassClients(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	owner := s.owner()
	id, code := s.class(owner)
	refused := func(want int, words, path, body string, headers ...string) {
		t.Helper()
		if status, answer, _ := s.ask(path, body, headers...); status != want || !strings.Contains(answer, words) {
			t.Errorf("%s: expected %d with %q, found %d %.200s", path, want, words, status, answer)
		}
	}
	for _, path := range []string{"/teach/classes", "/teach/classes/" + id + "/do", "/teach/classes/" + id + "/delete", "/teach/invite", "/teach/token"} {
		refused(http.StatusUnauthorized, "expected an account that is signed in", path, `{}`)
		refused(http.StatusUnauthorized, "expected an account that is signed in", path, `{}`, owner+"x")
		refused(http.StatusForbidden, "another site", path, `{}`, owner, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site")
	}
	refused(http.StatusUnauthorized, "expected an account that is signed in", "/teach/classes/"+id+"/results", "")
	refused(http.StatusUnauthorized, "expected an account that is signed in", apiBase, "", "Authorization: Bearer unbox_x")
	refused(http.StatusForbidden, "expected a seat", "/class/forget", `{}`, "X-Unbox-Class: a.b.0.c")
	refused(http.StatusBadRequest, "expected 1 to 2000 characters", "/teach/classes/"+id+"/do", `{"say":{"text":" "}}`, owner)
	refused(http.StatusNotFound, "expected the code of a class", "/class/join", `{"code":"ABCDEF","nick":"Eve"}`)
	refused(http.StatusRequestEntityTooLarge, "expected at most 65536 bytes", "/class/join", `{"nick":"`+strings.Repeat("x", 1<<20)+`"}`)
	for range wrongPasswordsBy {
		refused(http.StatusForbidden, "expected a name and its password", "/teach/sign-in", `{"name":"Grace","password":"guess"}`)
	}
	refused(http.StatusTooManyRequests, "too many wrong ones", "/teach/sign-in", `{"name":"Grace","password":"correct horse"}`)
	for n := range joinsPerVisitor {
		if status, answer, _ := s.ask("/class/join", fmt.Sprintf(`{"code":%q,"nick":"bot %d"}`, code, n)); status != http.StatusOK {
			t.Fatalf("expected to be in, found %d %s", status, answer)
		}
	}
	refused(http.StatusTooManyRequests, "expected one seat for each learner", "/class/join", fmt.Sprintf(`{"code":%q,"nick":"one more"}`, code))

	joined, err := s.school.Join(code, "Ada", "")
	if err != nil {
		t.Fatal(err)
	}
	_, next, hang := s.dial("/class", "", `{"client":"c","word":"`+joined.Word+`x"}`)
	defer hang()
	if m := next("turned away"); !strings.Contains(m, `"status":403`) {
		t.Errorf("expected to be turned away, found %s", m)
	}
	// 10 MB of a draft end the line, and nobody else's.
	loud, _, hangLoud := s.dial("/class", "", `{"client":"c","word":"`+joined.Word+`"}`)
	defer hangLoud()
	quiet, next, hangQuiet := s.dial("/class", "", `{"client":"d","word":"`+joined.Word+`"}`)
	defer hangQuiet()
	_ = loud.WriteMessage(websocket.TextMessage, []byte(`{"kind":"draft","step":"a/one","change":[[0,"`+strings.Repeat("x", 10<<20)+`"]]}`)) // it may be cut off meanwhile
	for {
		if _, _, err := loud.ReadMessage(); err != nil {
			if want := fmt.Sprintf("expected a message of at most %d bytes, found more", longMessage); !strings.Contains(err.Error(), want) {
				t.Errorf("expected the line to end with %q, found %v", want, err)
			}
			break
		}
	}
	// One that is only a little too long is refused, from a learner, from somebody of whom nothing long is expected, and as the first message.
	loud, said, hangLoud := s.dial("/class", "", `{"client":"e","word":"`+joined.Word+`"}`)
	defer hangLoud()
	say(t, loud, `{"kind":"draft","step":"a/one","change":[[0,"`+strings.Repeat("x", longMessage)+`"]]}`)
	if m := said("error"); !strings.Contains(m, fmt.Sprintf("expected a message of at most %d bytes, found %d", longMessage, longMessage+49)) {
		t.Errorf("expected words about the length, found %s", m)
	}
	say(t, loud, `{"kind":"ping"}`)
	said("pong")
	teaching, said, hangTeaching := s.dial("/teach/classes/"+id, owner, `{"client":"t"}`)
	defer hangTeaching()
	say(t, teaching, `{"kind":"watch","seat":"`+strings.Repeat("x", shortMessage)+`"}`)
	if m := said("error"); !strings.Contains(m, fmt.Sprintf("expected a message of at most %d bytes, found %d", shortMessage, shortMessage+26)) {
		t.Errorf("expected words about the length, found %s", m)
	}
	_, said, hangFirst := s.dial("/class", "", `{"client":"f","word":"`+strings.Repeat("x", shortMessage)+`"}`)
	defer hangFirst()
	if m := said("turned away"); !strings.Contains(m, `"status":413`) || !strings.Contains(m, fmt.Sprintf("expected a message of at most %d bytes", shortMessage)) {
		t.Errorf("expected words about the length, found %s", m)
	}
	if err := quiet.WriteMessage(websocket.TextMessage, []byte(`{"kind":"open","step":"a/one"}`)); err != nil {
		t.Fatal(err)
	}
	if m := next("draft"); !strings.Contains(m, `"text":""`) {
		t.Errorf("expected an empty draft, found %s", m)
	}
}

// TestClassWithoutSockets has a learner and a teacher behind a network that lets only requests through.
func TestClassWithoutSockets(t *testing.T) {
	t.Parallel()
	s := newSchoolSite(t)
	owner := s.owner()
	id, code := s.class(owner)
	joined, err := s.school.Join(code, "Ada", "")
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"client":"c","word":%q,"messages":[{"kind":"open","step":"a/one"},{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]},{"kind":"dance","step":"a/one"}]}`, joined.Word)
	status, answer, _ := s.ask("/class/say", body)
	if status != http.StatusOK || !strings.Contains(answer, `"kind":"draft"`) || !strings.Contains(answer, `"kind":"error"`) {
		t.Errorf("expected a draft and an error, found %d %s", status, answer)
	}
	s.ask("/class/say", fmt.Sprintf(`{"client":"c","word":%q,"messages":[{"kind":"open","step":"a/one"}]}`, joined.Word)) // answers when what was typed is safe
	_, answer, _ = s.ask("/class/own.json", "", "X-Unbox-Class: "+joined.Word)
	var own school.Own
	if json.Unmarshal([]byte(answer), &own) != nil || own.Drafts["a/one"] != "x" || own.Nick != "Ada" {
		t.Errorf("expected what is kept of Ada, found %s", answer)
	}
	var token Link
	_, answer, _ = s.ask("/teach/token", `{}`, owner)
	if err := json.Unmarshal([]byte(answer), &token); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		apiBase: `"learners":1`, apiBase + "/" + id + "/results": `"nick":"Ada"`, apiBase + "/" + id + "/results?form=wide&mark=yes": "\ufeffclass,seat,nickname",
		apiBase + "/" + id + "/results?form=all": "learners/Ada (",
	} {
		if status, answer, _ := s.ask(path, "", "Authorization: Bearer "+token.Word); status != http.StatusOK || !strings.Contains(answer, want) {
			t.Errorf("%s: expected %q, found %d %s", path, want, status, answer)
		}
	}
	if status, _, _ := s.ask("/teach/classes/"+id+"/do", `{"stop":true}`, "Authorization: Bearer "+token.Word); status != http.StatusUnauthorized {
		t.Errorf("expected a token to read only, found %d", status)
	}
}

// TestClassPagesAreUnframed allows no frame of another site around the pages of classes, and leaves them out where there are no
// classes.
func TestClassPagesAreUnframed(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"assets/x.js": &fstest.MapFile{}}
	for _, name := range []string{"index", "class", "teach"} {
		files[name+".html"] = &fstest.MapFile{Data: []byte("<!doctype html>")}
	}
	kept, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	s, err := school.Open(t.Context(), school.Options{Journal: kept, Key: secret.New(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, classes := range []*school.School{s, nil} {
		h, err := New(Config{Files: files, School: classes})
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/teach", "/class", "/c/ABCDEF"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			framed := !strings.Contains(w.Header().Get("Content-Security-Policy"), "frame-ancestors 'self'")
			if classes != nil && (w.Code != http.StatusOK || framed) || classes == nil && w.Code != http.StatusNotFound {
				t.Errorf("%s: found %d, framed: %v", path, w.Code, framed)
			}
		}
	}
}
