package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"unbox/internal/child"
	"unbox/internal/processes"
	"unbox/tutorials"
)

// This file measures a class on the program that administrators start, which is a separate process here: a storm of joins, keys and test
// runs with the memory, descriptors and disk that they take, and what is left after kill -9.

// served is a server with a class, which can be killed and started again.
type served struct {
	program, dir, addr string
	// nats is the cluster where classes are kept, with its folder and its servers; "" for dir.
	nats, cluster string
	nodes         []*exec.Cmd
	// on is the disk of what is kept; took are files in which its fsyncs are noted.
	on            disk
	took          []string
	command       *exec.Cmd
	output        *said
	cookie, class string
	// typed is the step in whose draft everyone types, begun the one in whose draft they type while the server is
	// killed.
	typed, begun string
	// browsers are the seats by which the server knows the learners' browsers.
	browsers []string
}

// said is a message from a server.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *said) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *said) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// start starts the server and waits until it answers.
func (s *served) start() error {
	s.output = &said{}
	s.command = exec.Command(s.program, "--data", s.dir, "--addr", s.addr)
	if s.nats != "" {
		s.command = exec.Command(s.program, "--nats", s.nats, "--key-file", filepath.Join(s.dir, "key"), "--addr", s.addr)
	}
	s.command.Stdout, s.command.Stderr = s.output, s.output
	s.command.Env = append(os.Environ(), s.on.env(s.took[0])...)
	child.Bind(s.command)
	if err := s.command.Start(); err != nil {
		return err
	}
	for range 3000 {
		if s.answers("/healthz") {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("expected a server that answers, found %s", s.output)
}

// answers reports whether an address responds with success.
func (s *served) answers(path string) bool {
	r, err := http.Get("http://" + s.addr + path)
	if err != nil {
		return false
	}
	_ = r.Body.Close()
	return r.StatusCode == http.StatusOK
}

// kill ends it as kill -9 does.
func (s *served) kill() {
	_ = s.command.Process.Kill()
	_ = s.command.Wait()
}

// endsBy ends it in order, as an administrator does before an upgrade, or as kill -9 does.
func (s *served) endsBy(order bool) {
	if !order {
		s.kill()
		return
	}
	_ = s.command.Process.Signal(os.Interrupt)
	_ = s.command.Wait()
}

// post sends JSON, as those who teach if there is a cookie, and reads the answer.
func (s *served) post(path string, body, answer any, headers ...string) (*http.Response, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, "http://"+s.addr+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if s.cookie != "" {
		request.Header.Set("Cookie", s.cookie)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	if text, err = io.ReadAll(r.Body); err != nil {
		err = fmt.Errorf("%s: expected a whole answer, found this: %w", path, err)
	}
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: expected an answer, found %d %.200s", path, r.StatusCode, text)
	}
	if err == nil && answer != nil {
		err = json.Unmarshal(text, answer)
	}
	return r, err
}

var ownersSecret = regexp.MustCompile(`[A-Z0-9]{4}(-[A-Z0-9]{4}){3,}`)

// teach signs in the owner and creates a class; it returns the code for joining it.
func (s *served) teach() (code string, err error) {
	for begun := time.Now(); ownersSecret.FindString(s.output.String()) == ""; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			return "", fmt.Errorf("expected an owner's secret, found %s", s.output)
		}
	}
	r, err := s.post("/teach/begin", map[string]string{"secret": ownersSecret.FindString(s.output.String()), "name": "Grace", "password": "correct horse battery"}, nil)
	if err != nil {
		return "", err
	}
	s.cookie = r.Cookies()[0].Name + "=" + r.Cookies()[0].Value
	var made struct{ Word string }
	if _, err := s.post("/teach/classes", map[string]string{"name": "C", "zone": "UTC", "hints": "open", "solutions": "open"}, &made); err != nil {
		return "", err
	}
	s.class = made.Word
	grid, err := s.watch()
	return grid.General.Code, err
}

// grid is the first message that the teacher's page gets.
type grid struct {
	General struct{ Code string }
	Rows    []struct{ ID, Nick string }
}

// watch returns the first message that the teacher's page gets. A connection that is cut off is opened again, as a page does.
func (s *served) watch() (g grid, err error) {
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if g, err = s.watchOnce(); err == nil {
			return g, nil
		}
		if time.Since(begun) > time.Minute {
			return g, fmt.Errorf("expected the teacher's page to be told of the class, found this: %w", err)
		}
	}
}

// watchOnce is watch over one connection.
func (s *served) watchOnce() (g grid, err error) {
	conn, _, err := websocket.DefaultDialer.Dial("ws://"+s.addr+"/teach/classes/"+s.class+"/socket", http.Header{"Cookie": {s.cookie}})
	if err != nil {
		return g, err
	}
	defer conn.Close()
	if err := conn.WriteJSON(map[string]string{"client": "t"}); err != nil {
		return g, err
	}
	for g.General.Code == "" {
		if err := conn.ReadJSON(&g); err != nil {
			return g, err
		}
	}
	return g, nil
}

// startServed starts the server, with -cluster on three servers of NATS, on a kind of disk.
func startServed(d disk) (s *served, end func(), err error) {
	compiled, err := serverProgram()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return nil, nil, err
	}
	s = &served{program: compiled, dir: filepath.Join(dir, "data"), on: d, took: []string{filepath.Join(dir, "took")}}
	stop := func() {}
	end = func() {
		if s.command != nil {
			s.kill()
		}
		stop()
		_ = os.RemoveAll(dir)
	}
	defer func() {
		if err != nil {
			end()
		}
	}()
	if *shared {
		s.cluster = filepath.Join(dir, "nats")
		if err := os.Mkdir(s.cluster, 0o700); err != nil {
			return nil, nil, err
		}
		theirs, err := slowNATS()
		if err != nil {
			return nil, nil, err
		}
		if s.nats, s.nodes, stop, err = startNATS(theirs, s.cluster, d); err != nil {
			return nil, nil, err
		}
		s.took = append(s.took, tookFiles(s.cluster)...)
	}
	if s.addr, err = freeAddress(); err != nil {
		return nil, nil, err
	}
	return s, end, s.begin()
}

// freeAddress returns an address that a server can use, and use again after
// each kill.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// begin starts the server for the first time: a cluster needs a while until it can store
// something.
func (s *served) begin() (err error) {
	for range 60 {
		if err = s.start(); err == nil || s.nats == "" {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// ready waits until the server runs lessons.
func (s *served) ready() error {
	for begun := time.Now(); !s.answers("/readyz"); time.Sleep(100 * time.Millisecond) {
		if time.Since(begun) > 5*time.Minute {
			return fmt.Errorf("expected a server that runs lessons, found %s", s.output)
		}
	}
	return nil
}

// socket is where a browser's page of a class connects to.
func (s *served) socket(browser string) func() string {
	return func() string { return "ws://" + s.addr + "/class/socket?seat=" + browser }
}

// runServer measures the server on each kind of disk.
func runServer() error {
	disks, err := disksOf("0")
	for i := 0; err == nil && i < len(disks); i++ {
		fmt.Printf("%v\n", disks[i])
		err = measureServer(disks[i])
	}
	return err
}

// measureServer measures it on one.
func measureServer(d disk) error {
	s, end, err := startServed(d)
	if err != nil {
		return err
	}
	defer end()
	code, err := s.teach()
	if err == nil {
		err = s.ready()
	}
	if err != nil {
		return err
	}
	words, err := s.storm(code)
	if err != nil {
		return err
	}
	syncs := syncsFrom(s.took...)
	if err := s.work(words); err != nil {
		return err
	}
	took, err := syncs()
	if err != nil {
		return err
	}
	fmt.Printf("  fsync: %v (%d)\n", spread(took), len(took))
	return s.killed(words[:min(len(words), 50)])
}

// storm makes everyone join from one address, each at a random moment; it returns the words of their
// seats.
func (s *served) storm(code string) ([]string, error) {
	s.browsers = make([]string, *typists)
	words, took, failed := make([]string, *typists), make([]time.Duration, *typists), make(chan error, *typists)
	var all sync.WaitGroup
	for i := range words {
		all.Go(func() {
			time.Sleep(rand.N(*within))
			start := time.Now()
			var err error
			if words[i], s.browsers[i], err = s.join(code, fmt.Sprint("learner ", i)); err != nil {
				failed <- fmt.Errorf("learner %d: %w", i, err)
			}
			took[i] = time.Since(start)
		})
	}
	all.Wait()
	if len(failed) > 0 {
		return nil, <-failed
	}
	fmt.Printf("%d joins from one address within %v, none refused: %v\n", *typists, *within, spread(took))
	return words, nil
}

// join makes someone join in their own browser; it returns the word of the seat and the seat of the browser.
func (s *served) join(code, nick string) (word, browser string, err error) {
	var visit struct{ Seat string }
	var joined struct{ Word string }
	learner := &served{addr: s.addr}
	_, err = learner.post("/seat", struct{}{}, &visit)
	if err == nil {
		_, err = learner.post("/class/join", map[string]string{"code": code, "nick": nick}, &joined, "X-Unbox-Seat", visit.Seat)
	}
	return joined.Word, visit.Seat, err
}

// work makes everyone type 3 keys a second, and run the tests of a step every ten seconds: half of them with the step's
// solution.
func (s *served) work(words []string) error {
	course, err := tutorials.Course()
	if err != nil {
		return err
	}
	s.typed = cmp.Or(*tests, course.Chapters[0].ID+"/"+course.Chapters[0].Steps[0].ID)
	_, step := course.Step(s.typed)
	if step == nil {
		return fmt.Errorf("expected a step of the course, found -step %s", s.typed)
	}
	path := "/lessons/" + s.typed
	for _, other := range course.Chapters[0].Steps[:2] {
		if id := course.Chapters[0].ID + "/" + other.ID; id != s.typed {
			s.begun = id
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	taken, runs := make([][]time.Duration, len(words)), make([][]time.Duration, len(words))
	failed := make(chan error, 2*len(words))
	var typing, running sync.WaitGroup
	var most usage
	begun, before := time.Now(), s.computed()
	for i, word := range words {
		typing.Go(func() {
			time.Sleep(time.Duration(i) * 333 * time.Millisecond / time.Duration(len(words)))
			var err error
			if taken[i], err = typeDraft(ctx, s.socket(s.browsers[i])(), word, s.typed, *seconds*3); err != nil {
				failed <- fmt.Errorf("learner %d: %w", i, err)
			}
		})
		running.Go(func() {
			program := step.Solution.Text
			if i%2 == 1 {
				program = step.Starter.Text
			}
			for wait := rand.N(10 * time.Second); ; wait = 10 * time.Second {
				select {
				case <-ctx.Done():
					return
				case <-time.After(wait):
				}
				start := time.Now()
				if _, err := s.post(path+"/run", map[string]string{"code": program + "# " + strconv.Itoa(i)}, nil, "X-Unbox-Class", word, "X-Unbox-Seat", s.browsers[i]); err != nil {
					failed <- fmt.Errorf("learner %d: %w", i, err)
					return
				}
				runs[i] = append(runs[i], time.Since(start))
			}
		})
	}
	go func() {
		for ctx.Err() == nil {
			most.add(s.usage())
			time.Sleep(time.Second)
		}
	}()
	typing.Wait()
	stop()
	running.Wait()
	if len(failed) > 0 {
		return <-failed
	}
	all := joined(runs)
	fmt.Printf("%d learners who type 3 keys a second and run the tests of %s every 10 s, for %d s\n  key until it is acknowledged: %v\n  run of the tests: %v\n  %v\n  %v, %d MB in the server at its peak\n  %v\n",
		len(words), s.typed, *seconds, spread(joined(taken)), spread(all), s.computed().since(before, time.Since(begun), len(all)), &most, s.peak()>>20, s.stored())
	return nil
}

// computed is how long processors have worked for a server and for its workers.
type computed struct{ server, workers time.Duration }

func (s *served) computed() computed {
	all := processes.Family(s.command.Process.Pid)
	return computed{processes.Computed(all[:1]), processes.Computed(all[1:])}
}

// since says what was computed since then. Where it is less than the processors can do and runs wait, other processes had them: the times say more about
// these than about the server, and the time for each run is what can be compared.
func (c computed) since(before computed, took time.Duration, runs int) string {
	server, workers := c.server-before.server, c.workers-before.workers
	return fmt.Sprintf("%d runs; processors worked for %.1f s for the server and %.1f s for its workers (%.1f ms a run) of the %.1f s that %d of them have in %.1f s",
		runs, server.Seconds(), workers.Seconds(), 1e3*workers.Seconds()/float64(max(1, runs)), took.Seconds()*float64(runtime.NumCPU()), runtime.NumCPU(), took.Seconds())
}

// stored says what is on the disk: in a folder, or three copies, each with the logs by which the servers of NATS agree, which these shorten themselves.
func (s *served) stored() string {
	all := float64(s.disk()) / 1e6
	if s.cluster == "" {
		return fmt.Sprintf("the folder has %.1f MB", all)
	}
	return fmt.Sprintf("three copies have %.1f MB, of which %.1f are logs of NATS that it has not shortened yet", all, float64(s.logs())/1e6)
}

func joined(parts [][]time.Duration) (all []time.Duration) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// usage is what the server and its workers use.
type usage struct {
	server, workers, descriptors atomic.Int64
}

func (u *usage) add(server, workers, descriptors int64) {
	u.server.Store(max(u.server.Load(), server))
	u.workers.Store(max(u.workers.Load(), workers))
	u.descriptors.Store(max(u.descriptors.Load(), descriptors))
}

func (u *usage) String() string {
	return fmt.Sprintf("at most %d MB of memory in the server, %d MB in its workers, %d descriptors", u.server.Load()>>20, u.workers.Load()>>20, u.descriptors.Load())
}

// peak is the most memory that the server has had at a time, 0 where there is no /proc.
func (s *served) peak() int64 { return processes.Size(s.command.Process.Pid, "VmHWM") }

// usage reads what the server uses now; zeros where there is no /proc.
func (s *served) usage() (server, workers, descriptors int64) {
	pid := s.command.Process.Pid
	open, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	all := processes.Family(pid)
	return processes.Resident(all[:1]), processes.Resident(all[1:]), int64(len(open))
}

// size returns the size of a folder in bytes.
func size(dir string) (all int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				all += info.Size()
			}
		}
		return nil
	})
	return all
}

// killed kills the server at random moments while people type, and starts it again. Their pages reconnect by themselves; nothing that
// was acknowledged may be lost, and all have to be acknowledged again.
func (s *served) killed(words []string) error {
	if *kills == 0 {
		return nil
	}
	servers := []*served{s}
	if s.nats != "" { // clients of the one that is killed go to the other
		other, err := s.beside()
		if err != nil {
			return err
		}
		defer func() { other.kill() }()
		servers = append(servers, other)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	writers := make([]*writer, len(words))
	failed := make(chan error, len(words))
	var all sync.WaitGroup
	for i, word := range words {
		writers[i] = &writer{at: func() string { return servers[rand.N(len(servers))].socket(s.browsers[i])() }, word: word, step: s.begun}
		all.Go(func() {
			if err := writers[i].write(ctx); err != nil {
				failed <- fmt.Errorf("writer %d: %w", i, err)
			}
		})
	}
	back, up, err := killInTurn(servers, writers, failed)
	if err != nil {
		return err
	}
	stop()
	all.Wait()
	if len(failed) > 0 {
		return <-failed
	}
	keys, err := allKept(writers)
	if err != nil {
		return err
	}
	ended, waited := "killed", "from the kill until all are acknowledged again"
	if len(servers) == 1 {
		waited = "from then until all are acknowledged"
	}
	if *inOrder {
		ended, waited = "stopped in order", "the longest time between two acknowledgements of anybody"
	}
	fmt.Printf("%s %d times while %d type: none of %d acknowledged keys lost\n", ended, *kills, len(words), keys)
	if len(servers) > 1 {
		fmt.Printf("  one of two servers on a cluster; %s: %v\n", waited, spread(back))
		return nil
	}
	fmt.Printf("  until the server answers again: %v\n  %s: %v\n", spread(up), waited, spread(back))
	return nil
}

// beside starts another server on the same cluster.
func (s *served) beside() (*served, error) {
	other := &served{program: s.program, dir: s.dir, nats: s.nats, cluster: s.cluster, on: s.on, took: s.took}
	var err error
	if other.addr, err = freeAddress(); err == nil {
		err = other.start()
	}
	return other, err
}

// killInTurn kills the servers by turns and starts them again. up is how long a server that is alone took to answer again each time, back how
// long it took, after that or after the kill, until all writers had something acknowledged; where servers end in order, it is the longest time that
// anybody waited.
func killInTurn(servers []*served, writers []*writer, failed chan error) (back, up []time.Duration, err error) {
	for k := range *kills {
		time.Sleep(200*time.Millisecond + rand.N(time.Second))
		victim := servers[k%len(servers)]
		for _, w := range writers {
			w.pause.Store(0)
		}
		victim.endsBy(*inOrder)
		again := time.Now()
		if len(servers) == 1 {
			if err := victim.start(); err != nil {
				return nil, nil, err
			}
			up = append(up, time.Since(again))
			again = time.Now()
		}
		if err := acknowledgedSince(writers, again, failed); err != nil {
			return nil, nil, err
		}
		took := time.Since(again)
		if *inOrder {
			took = longestPause(writers)
		}
		back = append(back, took)
		if len(servers) > 1 {
			if err := victim.start(); err != nil {
				return nil, nil, err
			}
		}
	}
	return back, up, nil
}

// longestPause returns the longest time that anybody waited between two acknowledgements. A server that ends in order acknowledges until it gives the
// classes away.
func longestPause(writers []*writer) (longest time.Duration) {
	for _, w := range writers {
		longest = max(longest, time.Duration(w.pause.Load()))
	}
	return longest
}

// allKept counts the keys that were acknowledged, all of which have to be there.
func allKept(writers []*writer) (keys int, err error) {
	for i, w := range writers {
		keys += w.safe
		kept, err := w.kept()
		if err != nil {
			return 0, err
		}
		if kept < w.safe {
			return 0, fmt.Errorf("writer %d: expected the %d keys that were acknowledged, found %d", i, w.safe, kept)
		}
	}
	return keys, nil
}

// acknowledgedSince waits until each writer has a key that was acknowledged after a moment.
func acknowledgedSince(writers []*writer, moment time.Time, failed <-chan error) error {
	for _, w := range writers {
		for w.last.Load() < moment.UnixNano() {
			if len(failed) > 0 {
				return <-failed
			}
			if time.Since(moment) > time.Minute {
				return errors.New("expected all to be acknowledged again, found some who are not after a minute")
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	return nil
}

// writer types into the draft of a step that no one else touches, and reconnects when the server is gone, as a page does.
type writer struct {
	// at is where it connects to this time.
	at         func() string
	word, step string
	// safe is the number of acknowledged keys, last the time of the newest acknowledgement, pause the longest time between two since it was
	// set to 0.
	safe        int
	last, pause atomic.Int64
}

// hears is the part of a message that it reads.
type hears struct {
	Kind    string
	Step    string
	Version int
	Text    string
	Kept    map[string]int
}

func (w *writer) connect() (*websocket.Conn, *hears, error) {
	conn, _, err := websocket.DefaultDialer.Dial(w.at(), http.Header{})
	if err != nil {
		return nil, nil, err
	}
	err = errors.Join(conn.WriteJSON(map[string]string{"client": "c", "word": w.word}), conn.WriteJSON(map[string]string{"kind": "open", "step": w.step}))
	for err == nil {
		var m hears
		if err = conn.ReadJSON(&m); err == nil && m.Kind == "draft" && m.Step == w.step {
			return conn, &m, nil
		}
	}
	_ = conn.Close()
	return nil, nil, err
}

// kept returns the number of keys that the server has. It connects again as a page does: under load a connection may be cut off before
// the server has read what it begins with.
func (w *writer) kept() (int, error) {
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		conn, m, err := w.connect()
		if err == nil {
			return len(m.Text), conn.Close()
		}
		if time.Since(begun) > time.Minute {
			return 0, err
		}
	}
}

func (w *writer) write(ctx context.Context) error {
	for ctx.Err() == nil {
		conn, m, err := w.connect()
		if err != nil {
			time.Sleep(50*time.Millisecond + rand.N(100*time.Millisecond))
			continue
		}
		if len(m.Text) < w.safe {
			_ = conn.Close()
			return fmt.Errorf("expected the %d keys that were acknowledged, found %d", w.safe, len(m.Text))
		}
		w.typed(ctx, conn, m.Version, len(m.Text))
		_ = conn.Close()
	}
	return nil
}

// typed types one key at a time until the connection breaks off.
func (w *writer) typed(ctx context.Context, conn *websocket.Conn, version, length int) {
	for ctx.Err() == nil {
		change := []any{[]any{0, "x"}}
		if length > 0 {
			change = []any{length, change[0]}
		}
		if conn.WriteJSON(map[string]any{"kind": "draft", "step": w.step, "version": version, "change": change}) != nil {
			return
		}
		for {
			var m hears
			if conn.ReadJSON(&m) != nil {
				return
			}
			if m.Kind == "kept" && m.Kept[w.step] > version {
				break
			}
		}
		version, length = version+1, length+1
		w.safe = length
		now := time.Now().UnixNano()
		if before := w.last.Swap(now); before > 0 {
			w.pause.Store(max(w.pause.Load(), now-before))
		}
		time.Sleep(100 * time.Millisecond)
	}
}
