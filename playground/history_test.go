package playground

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/gorilla/websocket"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/playground/secret"
)

// scribbled is what a device did to the draft of its seat: it wrote a word at a version, or read the draft.
type scribbled struct {
	seat    int
	word    string // "" for a reading
	version int
	// final is a reading after all writing has ended.
	final bool
}

// oneDraft says that all devices of a seat see one draft: an acknowledged word was written at its version, after everything that was
// acknowledged before, and is in every later reading. A reading may have more: what is shown before it is safely stored.
var oneDraft = porcupine.Model{
	Partition: func(all []porcupine.Operation) [][]porcupine.Operation {
		seats := map[int][]porcupine.Operation{}
		for _, o := range all {
			seat := o.Input.(scribbled).seat
			seats[seat] = append(seats[seat], o)
		}
		var parts [][]porcupine.Operation
		for _, part := range seats {
			parts = append(parts, part)
		}
		return parts
	},
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		text, in := state.(string), input.(scribbled)
		switch {
		case in.word != "":
			return in.version*len(in.word) == len(text), text + in.word
		case in.final:
			return output.(string) == text, text
		}
		return strings.HasPrefix(output.(string), text), text
	},
}

// wordLength is how long each word is: a draft's version is that of its words.
const wordLength = 6

// scribes are devices, some of each seat, that write and read at several servers.
type scribes struct {
	t     *testing.T
	sites []*schoolSite
	words []string // the seats'
	clock atomic.Int64
	ended chan struct{}
	all   sync.WaitGroup

	mu      sync.Mutex
	history []porcupine.Operation
	// open are words for which it is unknown whether they were taken.
	open []porcupine.Operation
	kept int
}

func newScribes(t *testing.T, sites []*schoolSite, code string, seats, devices int) *scribes {
	t.Helper()
	s := &scribes{t: t, sites: sites, ended: make(chan struct{})}
	for seat := range seats {
		s.words = append(s.words, joinClass(t, sites[0], code, fmt.Sprint("learner ", seat)))
	}
	for seat := range seats {
		for device := range devices {
			var here SeatAnswer
			if _, answer, _ := sites[0].ask("/seat", " "); json.Unmarshal([]byte(answer), &here) != nil {
				t.Fatalf("expected a seat, found %s", answer)
			}
			s.all.Go(func() {
				chance := rand.New(rand.NewPCG(uint64(seat), uint64(device)))
				for k := 0; !s.over(); k++ {
					s.connect(chance, seat, seat*devices+device, k, here.Seat)
					time.Sleep(time.Duration(chance.IntN(40)) * time.Millisecond)
				}
			})
		}
	}
	return s
}

func (s *scribes) over() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// operation is one that ends now, or with open, nobody knows when.
func (s *scribes) operation(device int, call int64, in scribbled, output string, open bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := porcupine.Operation{ClientId: device, Input: in, Output: output, Call: call, Return: s.clock.Add(1)}
	switch {
	case open:
		o.Return = math.MaxInt64
		s.open = append(s.open, o)
	default:
		s.history = append(s.history, o)
		if in.word != "" {
			s.kept++
		}
	}
}

// connect writes and reads over one connection, which a device gives up now and then. Each has a name of its own, so that
// what it hears is about what it wrote.
func (s *scribes) connect(chance *rand.Rand, seat, device, count int, here string) {
	site := s.sites[chance.IntN(len(s.sites))]
	dialer := websocket.Dialer{HandshakeTimeout: patient}
	conn, _, err := dialer.Dial("ws"+strings.TrimPrefix(site.url, "http")+"/class/socket", http.Header{seatHeader: {here}})
	if err != nil {
		return // there is no server at the moment
	}
	defer conn.Close()
	defer closeWith(s.ended, conn)()
	if conn.WriteJSON(map[string]string{"client": fmt.Sprintf("d%d-%d", device, count), "word": s.words[seat]}) != nil {
		return
	}
	for k := range 1 + chance.IntN(12) {
		time.Sleep(time.Duration(chance.IntN(15)) * time.Millisecond)
		version, ok := s.read(conn, seat, device)
		if !ok {
			return
		}
		word := fmt.Sprintf("%02d%02d%02d", device, count%100, k)
		if !s.write(conn, seat, device, version, word) {
			return
		}
	}
}

// frame is what a server says.
type frame struct {
	Kind    string
	Version int
	Text    string
	Kept    map[string]int
}

// until reads up to a message of one of some kinds.
func until(conn *websocket.Conn, kinds ...string) (frame, bool) {
	for {
		var m frame
		_ = conn.SetReadDeadline(time.Now().Add(patient))
		if conn.ReadJSON(&m) != nil {
			return m, false
		}
		if slices.Contains(kinds, m.Kind) {
			return m, true
		}
	}
}

func (s *scribes) read(conn *websocket.Conn, seat, device int) (version int, ok bool) {
	call := s.clock.Add(1)
	if conn.WriteMessage(websocket.TextMessage, []byte(`{"kind":"open","step":"a/one"}`)) != nil {
		return 0, false
	}
	m, ok := until(conn, "draft", "busy", "error")
	if !ok || m.Kind != "draft" {
		return 0, false
	}
	if len(m.Text) != m.Version*wordLength {
		s.t.Errorf("expected %d words at version %d, found %q", m.Version, m.Version, m.Text)
	}
	s.operation(device, call, scribbled{seat: seat}, m.Text, false)
	return m.Version, true
}

func (s *scribes) write(conn *websocket.Conn, seat, device, version int, word string) bool {
	call, in := s.clock.Add(1), scribbled{seat: seat, word: word, version: version}
	change := fmt.Sprintf(`[[0,%q]]`, word)
	if version > 0 {
		change = fmt.Sprintf(`[%d,[0,%q]]`, version*wordLength, word)
	}
	_ = conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":%s}`, version, change)) // it may have arrived all the same
	m, ok := until(conn, "kept", "stale", "busy", "error", "out")
	switch {
	case ok && m.Kind == "kept" && m.Kept["a/one"] == version+1:
		s.operation(device, call, in, "", false)
		return true
	case ok && (m.Kind == "stale" || m.Kind == "busy"):
		return m.Kind == "stale" // it was not taken
	}
	s.operation(device, call, in, "", true)
	return false
}

// grow waits until so many more words are acknowledged.
func (s *scribes) grow(more int) {
	count := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.kept
	}
	for before := count(); count() < before+more; {
		time.Sleep(10 * time.Millisecond)
	}
}

// check ends the writing, reads all drafts at a server, and looks for one order of everything that
// happened.
func (s *scribes) check(site *schoolSite) {
	s.t.Helper()
	close(s.ended)
	s.all.Wait()
	var final []string
	for seat, word := range s.words {
		_, answer, _ := site.ask("/class/own.json", "", "X-Unbox-Class: "+word)
		var own school.Own
		if err := json.Unmarshal([]byte(answer), &own); err != nil {
			s.t.Fatalf("expected what is kept, found %s", answer)
		}
		final = append(final, own.Drafts["a/one"])
		s.operation(-1, s.clock.Add(1), scribbled{seat: seat, final: true}, final[seat], false)
	}
	taken := 0
	for _, o := range s.open { // each word is there once: so what became of it is known in the end
		in := o.Input.(scribbled)
		if at := in.version * wordLength; at+wordLength <= len(final[in.seat]) && final[in.seat][at:at+wordLength] == in.word {
			s.history = append(s.history, o)
			taken++
		}
	}
	s.t.Logf("%d operations, %d words acknowledged, %d of which nobody heard, of these %d taken", len(s.history), s.kept, len(s.open), taken)
	if result := porcupine.CheckOperationsTimeout(oneDraft, s.history, time.Minute); result != porcupine.Ok {
		s.t.Errorf("expected one order of all that was acknowledged and read, found %v: %+v", result, s.history)
	}
	// The checker would notice that an acknowledged word is missing in what was read later. One of which nobody heard may be missing.
	last := map[int]int{}
	for _, o := range s.history {
		if in := o.Input.(scribbled); in.word != "" && o.Return < math.MaxInt64 {
			last[in.seat] = max(last[in.seat], in.version*wordLength)
		}
	}
	wrong := slices.Clone(s.history)
	for k := range wrong {
		if in := wrong[k].Input.(scribbled); in.final && len(final[in.seat]) > 0 {
			wrong[k].Output = final[in.seat][:last[in.seat]]
		}
	}
	if porcupine.CheckOperations(oneDraft, wrong) {
		s.t.Error("expected that a lost word is noticed")
	}
}

// flakySites are servers whose lines to NATS are slow, and break off.
func flakySites(t *testing.T, count int, line func(n int) string) (sites []*schoolSite, keepers []*keeper.Keeper) {
	t.Helper()
	key, secrets := secret.New(), make(chan string, 100)
	for n := range count {
		var k *keeper.Keeper
		var handler http.Handler
		var err error
		for range 50 { // the line may break off at the wrong moment
			if k, handler, err = sharedHandlerOf(t.Context(), line(n), key, tellSecret(secrets), Config{Files: fstest.MapFS{}}); err == nil {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		sites, keepers = append(sites, &schoolSite{t: t, url: server.URL}), append(keepers, k)
	}
	word := <-secrets
	for len(secrets) > 0 { // a server that lost the classes at once told another one
		word = <-secrets
	}
	for _, s := range sites {
		s.secret = word
	}
	return sites, keepers
}

// TestClassHistories has devices of the same seats write and read at three servers, over lines that are slow and break off, while the server that
// has the classes gives them away; what all of them did and saw has one order.
func TestClassHistories(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	sites, keepers := flakySites(t, 3, func(n int) string { return natstest.Flaky(t, url, uint64(n)) })
	_, code := sites[2].class(sites[2].owner())
	s := newScribes(t, sites, code, 3, 3)
	s.grow(40)
	keepers[0].Close()
	s.grow(40)
	keepers[1].Close()
	s.grow(40)
	s.check(sites[2])
	keepers[2].Close()
}

// TestClassHistoriesOfACluster is the same on three servers of NATS: servers with classes are killed and stopped, and servers of NATS killed.
func TestClassHistoriesOfACluster(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes a minute: -args -cluster")
	}
	c := natstest.StartCluster(t)
	natstest.Ready(t, c)
	var lines []string
	for n, node := range c.Nodes {
		lines = append(lines, natstest.Flaky(t, node.URL, uint64(n)))
	}
	servers := startClassServers(t, strings.Join(lines, ","), 4)
	var sites []*schoolSite
	for _, each := range servers.servers {
		each.secret = servers.secret
		sites = append(sites, each.schoolSite)
	}
	_, code := sites[0].class(sites[0].owner())
	s := newScribes(t, sites, code, 4, 3)
	s.grow(60)
	servers.until(1).kill()
	s.grow(60)
	for n, node := range c.Nodes {
		if n > 0 {
			c.Nodes[n-1].Start()
			s.grow(20)
		}
		node.Kill()
		s.grow(60)
	}
	c.Nodes[2].Start()
	servers.mu.Lock()
	stopped := servers.holder
	servers.mu.Unlock()
	pause(t, stopped.command, true)
	s.grow(60)
	pause(t, stopped.command, false)
	s.grow(60)
	s.check(stopped.schoolSite)
}
