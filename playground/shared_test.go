package playground

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/internal/cluster"
	"unbox/playground/secret"
)

// sharedSites are servers that have classes together.
type sharedSites struct {
	sites   []*schoolSite
	keepers []*keeper.Keeper
}

var (
	sharedCourse = []school.Step{{ID: "a/one", Label: "1.1", Title: "One", Chapter: "A"}}
	// sharedQuestions are asked in the step, and again in the introduction of its chapter.
	sharedQuestions = []school.Question{{ID: "a/one#q", Label: "1.1", Words: "Why?"}}
)

// newSharedSites starts servers; the first one has the classes.
func newSharedSites(t *testing.T, url string, count int) *sharedSites {
	t.Helper()
	return newSharedSitesAt(t, slices.Repeat([]string{url}, count))
}

// newSharedSitesAt starts a server at each of some addresses of NATS.
func newSharedSitesAt(t *testing.T, urls []string) *sharedSites {
	t.Helper()
	all, key := new(sharedSites), secret.New()
	secrets := make(chan string, len(urls))
	for n, url := range urls {
		k, handler := sharedSite(t, url, key, secrets)
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		all.keepers = append(all.keepers, k)
		all.sites = append(all.sites, &schoolSite{t: t, url: server.URL})
		if n == 0 {
			if place, err := k.Where(t.Context()); err != nil || place.School == nil {
				t.Fatalf("expected the classes at the first server, found %+v, %v", place, err)
			}
			all.sites[0].secret = <-secrets
		}
	}
	return all
}

// tellSecret tells the owner's secret when a server has the classes for the first time.
func tellSecret(secrets chan<- string) func(context.Context, *school.School) error {
	return func(ctx context.Context, s *school.School) error {
		if !s.Fresh() {
			return nil
		}
		word, err := s.NewSecret(ctx)
		if err == nil {
			secrets <- word
		}
		return err
	}
}

func sharedSite(t testing.TB, url string, key secret.Key, secrets chan<- string) (*keeper.Keeper, http.Handler) {
	t.Helper()
	k, handler, err := sharedHandler(t.Context(), url, key, tellSecret(secrets))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.Close)
	return k, handler
}

func sharedHandler(ctx context.Context, url string, key secret.Key, taken func(context.Context, *school.School) error) (*keeper.Keeper, http.Handler, error) {
	return sharedHandlerOf(ctx, url, key, taken, Config{Files: fstest.MapFS{}})
}

// sharedHandlerOf is sharedHandler with more of a configuration.
func sharedHandlerOf(ctx context.Context, url string, key secret.Key, taken func(context.Context, *school.School) error, c Config) (*keeper.Keeper, http.Handler, error) {
	log := slog.New(slog.DiscardHandler)
	k, err := keeper.New(ctx, keeper.Options{
		Cluster: cluster.Config{URL: url, Log: log}, Key: key, Log: log, School: school.Options{Key: key, Log: log, Course: sharedCourse, Questions: sharedQuestions}, Taken: taken,
	})
	if err != nil {
		return nil, nil, err
	}
	c.Key, c.Keeper = key, k
	handler, err := New(c)
	return k, handler, err
}

// TestClassesOfTwoServers has a teacher at one server and learners at both; whatever they do is the same as at one.
func TestClassesOfTwoServers(t *testing.T) {
	t.Parallel()
	s := newSharedSites(t, natstest.Start(t), 2)
	here, there := s.sites[0], s.sites[1]
	there.secret = here.secret
	owner := there.owner()
	id, code := there.class(owner)
	if _, answer, _ := here.ask("/c/"+code+"/name.json", ""); !strings.Contains(answer, `"C"`) {
		t.Errorf("expected the name of the class at the other server, found %s", answer)
	}
	_, grid, hang := there.dial("/teach/classes/"+id, owner, `{"client":"t"}`)
	defer hang()
	for n, site := range s.sites {
		word := joinClass(t, site, code, fmt.Sprint("learner ", n))
		learner, next, hang := site.dial("/class", "", `{"client":"c","word":"`+word+`"}`)
		defer hang()
		say(t, learner, `{"kind":"open","step":"a/one"}`)
		next("draft")
		say(t, learner, `{"kind":"draft","step":"a/one","version":0,"change":[[0,"print(1)"]]}`)
		if m := next("kept"); !strings.Contains(m, `"a/one":1`) {
			t.Errorf("expected the draft to be safe, found %s", m)
		}
		say(t, learner, `{"kind":"tried","step":"a/one","run":"r1","status":"fail","test":"x","passed":1,"total":2}`)
		next("told")
		if status, answer, _ := there.ask("/teach/classes/"+id+"/do", `{"id":"0123456789abcdef`+fmt.Sprint(n)+`","say":{"text":"Well done"}}`, owner); status != http.StatusOK {
			t.Errorf("expected a note to be sent, found %d %s", status, answer)
		}
		for !strings.Contains(next("class"), "Well done") {
			continue
		}
		if _, answer, _ := s.sites[1-n].ask("/class/own.json", "", "X-Unbox-Class: "+word); !strings.Contains(answer, "print(1)") {
			t.Errorf("expected the draft at the other server, too, found %s", answer)
		}
	}
	for failing := map[string]bool{}; len(failing) < 2; {
		var m struct {
			Rows []struct {
				Nick  string
				Cells map[string]struct{ Status string }
			}
		}
		if err := json.Unmarshal([]byte(grid("grid")), &m); err != nil {
			t.Fatal(err)
		}
		for _, row := range m.Rows {
			if row.Cells["a/one"].Status == "fail" {
				failing[row.Nick] = true
			}
		}
	}
	if _, answer, _ := here.ask("/teach/classes/"+id+"/results?form=long", "", owner); strings.Count(answer, "learner ") != 2 {
		t.Errorf("expected a row for each learner, found %s", answer)
	}
	if status, answer, _ := there.ask("/teach/classes/"+id+"/roster", `{"file":"bmFtZQpBZGEK","id":""}`, owner); status != http.StatusOK || !strings.Contains(answer, "Ada") {
		t.Errorf("expected a roster, found %d %s", status, answer)
	}
	withoutSockets(t, there, code)
	if status, _, _ := there.ask(passedPath, `{"word":"x"}`); status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
		t.Errorf("expected that what is for servers is not for browsers, found %d", status)
	}
	if status, _, _ := there.ask("/teach/me.json", "", "X-Unbox-From: 10.0.0.1"); status != http.StatusOK {
		t.Errorf("expected an answer, found %d", status)
	}
}

// withoutSockets lets a learner use server-sent events at a server that does not have the
// classes.
func withoutSockets(t *testing.T, site *schoolSite, code string) {
	t.Helper()
	word := joinClass(t, site, code, "behind a proxy")
	r, err := http.Post(site.url+"/class/stream", "application/json", strings.NewReader(`{"client":"s","word":"`+word+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	part := make([]byte, 4096)
	if n, err := r.Body.Read(part); err != nil || !strings.Contains(string(part[:n]), `"kind":"entered"`) {
		t.Errorf("expected to be in, found %q, %v", part[:n], err)
	}
	status, answer, _ := site.ask("/class/say", fmt.Sprintf(`{"client":"s","word":%q,"messages":[{"kind":"open","step":"a/one"}]}`, word))
	if status != http.StatusOK || !strings.Contains(answer, `"kind":"draft"`) {
		t.Errorf("expected a draft, found %d %s", status, answer)
	}
}

func joinClass(t *testing.T, s *schoolSite, code, nick string) (word string) {
	t.Helper()
	status, answer, _ := s.ask("/class/join", fmt.Sprintf(`{"code":%q,"nick":%q,"id":"%016x"}`, code, nick, len(nick)))
	var joined school.Joined
	if err := json.Unmarshal([]byte(answer), &joined); err != nil || status != http.StatusOK {
		t.Fatalf("expected a seat, found %d %s", status, answer)
	}
	return joined.Word
}

func say(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// TestClassesMove has the server with the classes give them away while 20 learners type at the other one and at a
// third: whatever was acknowledged is there afterwards, once and in its order.
func TestClassesMove(t *testing.T) {
	t.Parallel()
	s := newSharedSites(t, natstest.Start(t), 3)
	_, code := s.sites[1].class(s.ownerAt(1))
	typists := newTypists(t, s.sites[1:], code, 20)
	typists.until(200)
	begun := time.Now()
	s.keepers[0].Close()
	typists.grow(5)
	t.Logf("all are acknowledged again after %v", time.Since(begun))
	typists.stop()
	typists.check(s.sites[2])
}

func (s *sharedSites) ownerAt(n int) string {
	s.sites[n].secret = s.sites[0].secret
	return s.sites[n].owner()
}

// typists are learners who type, each a character after the other, and again what was not acknowledged.
type typists struct {
	t     *testing.T
	words []string
	ended chan struct{}
	all   sync.WaitGroup
	mu    sync.Mutex
	// kept is how many characters of each are acknowledged.
	kept []int
}

func newTypists(t *testing.T, sites []*schoolSite, code string, count int) *typists {
	t.Helper()
	all := &typists{t: t, ended: make(chan struct{}), kept: make([]int, count)}
	for n := range count {
		site := sites[n%len(sites)]
		word := joinClass(t, site, code, fmt.Sprint(strings.Repeat("x", n+1)))
		all.words = append(all.words, word)
		var seat SeatAnswer
		if _, answer, _ := site.ask("/seat", " "); json.Unmarshal([]byte(answer), &seat) != nil {
			t.Fatalf("expected a seat, found %s", answer)
		}
		all.all.Go(func() {
			for k := n; !all.isOver(); k++ {
				all.typeAt(n, sites[k%len(sites)], word, seat.Seat)
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	return all
}

func (y *typists) isOver() bool {
	select {
	case <-y.ended:
		return true
	default:
		return false
	}
}

// patient is how long a typist waits for a server that says nothing, as a page does.
const patient = 5 * time.Second

// typeAt types over one connection until that ends. The text is the alphabet, again and again.
func (y *typists) typeAt(n int, site *schoolSite, word, seat string) {
	dialer := websocket.Dialer{HandshakeTimeout: patient} // a server may be stopped
	conn, _, err := dialer.Dial("ws"+strings.TrimPrefix(site.url, "http")+"/class/socket", http.Header{seatHeader: {seat}})
	if err != nil {
		return // there is no server at the moment
	}
	defer conn.Close()
	defer closeWith(y.ended, conn)()
	send := func(text string) { _ = conn.WriteMessage(websocket.TextMessage, []byte(text)) } // what is lost is said again
	send(fmt.Sprintf(`{"client":"c%d","word":%q}`, n, word))
	send(`{"kind":"open","step":"a/one"}`)
	for {
		var m struct {
			Kind    string
			Version int
			Text    string
			Kept    map[string]int
		}
		_ = conn.SetReadDeadline(time.Now().Add(patient))
		if conn.ReadJSON(&m) != nil {
			return
		}
		switch m.Kind {
		case "kept":
			m.Version = m.Kept["a/one"]
			y.note(n, m.Version)
		case "draft":
			if m.Text != alphabet(m.Version) || m.Version < y.keptOf(n) {
				y.t.Errorf("typist %d: expected a draft with all of %d characters, found version %d, %q", n, y.keptOf(n), m.Version, m.Text)
			}
		case "entered", "class":
			continue
		default: // too fast, or a draft that another connection has changed
			return
		}
		time.Sleep(60 * time.Millisecond) // as quick as a class lets somebody talk
		change := fmt.Sprintf("[%d,[0,%q]]", m.Version, alphabet(m.Version + 1)[m.Version:])
		if m.Version == 0 {
			change = `[[0,"a"]]`
		}
		send(fmt.Sprintf(`{"kind":"draft","step":"a/one","version":%d,"change":%s}`, m.Version, change))
	}
}

// closeWith closes a connection when something ends; the result ends that.
func closeWith(ended <-chan struct{}, conn *websocket.Conn) func() {
	done := make(chan struct{})
	go func() {
		select {
		case <-ended:
			_ = conn.Close()
		case <-done:
		}
	}()
	return func() { close(done) }
}

func alphabet(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + i%26)
	}
	return string(b)
}

func (y *typists) note(n, version int) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if version < y.kept[n] {
		y.t.Errorf("typist %d: expected more than %d to be acknowledged, found %d", n, y.kept[n], version)
	}
	y.kept[n] = version
}

func (y *typists) keptOf(n int) int {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.kept[n]
}

// until waits until so much is acknowledged in all.
func (y *typists) until(sum int) {
	for y.sum() < sum {
		time.Sleep(10 * time.Millisecond)
	}
}

// sum is how much is acknowledged in all.
func (y *typists) sum() (sum int) {
	for n := range y.kept {
		sum += y.keptOf(n)
	}
	return sum
}

// grow waits until so many more of everybody are acknowledged.
func (y *typists) grow(more int) {
	y.mu.Lock()
	before := append([]int(nil), y.kept...)
	y.mu.Unlock()
	for n := range before {
		for y.keptOf(n) < before[n]+more {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

func (y *typists) stop() {
	close(y.ended)
	y.all.Wait()
}

// check reads all drafts at a server.
func (y *typists) check(site *schoolSite) {
	y.t.Helper()
	for n, word := range y.words {
		_, answer, _ := site.ask("/class/own.json", "", "X-Unbox-Class: "+word)
		var own school.Own
		if err := json.Unmarshal([]byte(answer), &own); err != nil {
			y.t.Fatalf("expected what is kept, found %s", answer)
		}
		text := own.Drafts["a/one"]
		if len(text) < y.kept[n] || text != alphabet(len(text)) {
			y.t.Errorf("typist %d: expected the %d characters that were acknowledged, found %q", n, y.kept[n], text)
		}
	}
}

// TestPeersSayWhoAsks: a browser pretends to have another address; the limits are those of its own address, across
// all servers.
func TestPeersSayWhoAsks(t *testing.T) {
	t.Parallel()
	s := newSharedSites(t, natstest.Start(t), 2)
	s.ownerAt(1)
	for n := range wrongPasswordsBy {
		status, answer, _ := s.sites[n%2].ask("/teach/sign-in", `{"name":"Grace","password":"guess"}`, fmt.Sprint(fromHeader, ": 10.0.0.", n), fmt.Sprint("X-Forwarded-For: 10.0.1.", n))
		if status != http.StatusForbidden {
			t.Errorf("expected a wrong password, found %d %s", status, answer)
		}
	}
	for _, site := range s.sites {
		if status, answer, _ := site.ask("/teach/sign-in", `{"name":"Grace","password":"correct horse"}`, fromHeader+": 10.0.0.99"); status != http.StatusTooManyRequests {
			t.Errorf("expected too many wrong passwords, found %d %s", status, answer)
		}
	}
}

// TestPassedElsewhere records what passed at a server that does not have the
// classes.
func TestPassedElsewhere(t *testing.T) {
	t.Parallel()
	s := newSharedSites(t, natstest.Start(t), 2)
	id, code := s.sites[0].class(s.ownerAt(1))
	word := joinClass(t, s.sites[1], code, "Ada")
	for n, k := range s.keepers {
		where, _ := whereaboutsOf(Config{Keeper: k})
		keeping := &lessonKeeping{where, slog.New(slog.DiscardHandler)}
		program := fmt.Sprint("print(", n, ")")
		keeping.keep(httptest.NewRequest(http.MethodPost, "/", nil), PassedProgram{Word: word, Step: "a/one", Code: program, Tests: 3, Receipt: []byte(`{}`)})
		if _, answer, _ := s.sites[1].ask("/class/own.json", "", "X-Unbox-Class: "+word); !strings.Contains(answer, `"programs":{"a/one":"`+program+`"}`) {
			t.Errorf("class %s: expected what passed, found %s", id, answer)
		}
	}
}

// TestLostReportsOfClasses: what a server sends to the one that has the classes, or its answer, is lost once, and nothing is sent after
// it. What passed is kept, and a note is sent once, because the reports of both servers say that something is missing.
func TestLostReportsOfClasses(t *testing.T) {
	t.Parallel()
	for _, lossyServer := range []int{0, 1} {
		t.Run(fmt.Sprint("server ", lossyServer), func(t *testing.T) {
			t.Parallel()
			var left atomic.Int32 // how many messages are to be lost
			url := natstest.Start(t)
			lossy := natstest.Lossy(t, url, func(subject string, contents []byte) bool {
				// Of a connection, and data: its first byte says that.
				return strings.HasPrefix(subject, "unbox.pipe.") && len(contents) > 9 && contents[0] == 'd' && left.Add(-1) >= 0
			})
			urls := []string{url, url}
			urls[lossyServer] = lossy
			s := newSharedSitesAt(t, urls)
			owner := s.ownerAt(1)
			id, code := s.sites[1].class(owner)
			word := joinClass(t, s.sites[1], code, "Ada")
			where, _ := whereaboutsOf(Config{Keeper: s.keepers[1]})
			keeping := &lessonKeeping{where, slog.New(slog.DiscardHandler)}
			left.Store(1)
			if err := keeping.tell(t.Context(), PassedProgram{Word: word, Step: "a/one", Code: "print(1)", Tests: 3, Receipt: []byte(`{}`)}); err != nil || left.Load() > 0 {
				t.Fatalf("expected what passed to be kept after a message was lost, found %v, %d to lose", err, left.Load())
			}
			left.Store(1)
			note := `{"id":"0123456789abcdef","say":{"text":"Well done"}}`
			if status, answer, _ := s.sites[1].ask("/teach/classes/"+id+"/do", note, owner); status != http.StatusOK || left.Load() > 0 {
				t.Errorf("expected a note to be sent after a message was lost, found %d %s", status, answer)
			}
			if _, answer, _ := s.sites[0].ask("/class/own.json", "", "X-Unbox-Class: "+word); !strings.Contains(answer, `"programs":{"a/one":"print(1)"}`) {
				t.Errorf("expected what passed, found %s", answer)
			}
			_, next, hang := s.sites[0].dial("/class", "", `{"client":"c","word":"`+word+`"}`)
			defer hang()
			if m := next("class"); strings.Count(m, "Well done") != 1 {
				t.Errorf("expected one note, found %s", m)
			}
		})
	}
}
