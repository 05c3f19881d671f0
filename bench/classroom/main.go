// Command classroom measures live workshops: a real server on a port of this machine, whose disk can be
// made slow, and clients that speak with it over WebSockets.
//
//	go run ./bench/classroom [-sockets 2000] [-typists 300] [-seconds 20] [-cluster] [-disk 0,5ms,20ms,stall]
//	go run ./bench/classroom -server [-cluster] [-disk 0] [-typists 300] [-seconds 20] [-within 1m] [-kills 50] [-in-order]
//	           [-step CHAPTER/STEP]
//	go run ./bench/classroom -replay 8h [-cluster] [-disk 0] [-typists 60]
//
// With -server, the program that administrators start is measured with one class: joins from one address, keys and test runs, the memory and
// the disk that they take, and what is left when it is killed; with -replay, what happens in hours of class is done without pauses, and what the
// program takes is told after each. With -cluster, both are on three servers of NATS. With -disk, all of it is done once for each of some disks: those on which
// each fsync takes so much longer, and one that stalls for half a second every two seconds. Otherwise it prints one line for each way in which the disk behaves: a presenter's key until it is at each
// follower and at the last one; and a typist's key until it is acknowledged as safe. Clients and
// server share the processors.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"
	"github.com/ncruces/go-sqlite3/vfs"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/journal/sqlite/slowdisk"
	"unbox/classroom/workshop"
	"unbox/playground"
	"unbox/playground/secret"
)

var (
	sockets = flag.Int("sockets", 2000, "followers of one presenter")
	typists = flag.Int("typists", 300, "people who each type in a workshop of their own")
	seconds = flag.Int("seconds", 20, "how long each measurement takes")
	program = flag.String("program", "", "-server and -replay: the server's program, whose disk cannot be made slow; default: it is compiled")
	slow    = flag.String("disk", "", "by how much longer each fsync takes, such as `5ms`, or stall; several, separated by commas, are measured one after the other (default \"0\" for -server and -replay, else \""+everyDisk+"\")")
	within  = flag.Duration("within", time.Minute, "-server: in which time all join")
	kills   = flag.Int("kills", 50, "-server: how often the server is killed, while 50 people type")
	inOrder = flag.Bool("in-order", false, "-server: it is stopped as before an upgrade instead of killed")
	whole   = flag.Bool("server", false, "the server's program with one class: joins, keys, test runs, and kill -9; instead of all else")
	tests   = flag.String("step", "", "-server: the step, such as objects-that-never-were/sinking, whose tests are run (default the course's first)")
	replay  = flag.Duration("replay", 0, "how many hours of class are done without pauses; instead of all else")
	shared  = flag.Bool("cluster", false, "a class on three servers of NATS, whose disks can be made slow, too; instead of all else, or for -server and -replay")
)

func main() {
	flag.Parse()
	do := run
	switch {
	case *replay > 0:
		do = runReplay
	case *whole:
		do = runServer
	case *shared:
		do = runCluster
	}
	if err := inFolder(do); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// inFolder runs a function that makes temporary files, and removes them however it ends: otherwise an
// interrupted measurement would leave the disks of three servers.
func inFolder(do func() error) error {
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return err
	}
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case s := <-stopped:
		return fmt.Errorf("expected to measure to the end, found the signal %v", s)
	}
}

func run() error {
	disks, err := disksOf(everyDisk)
	if err != nil {
		return err
	}
	for _, d := range disks {
		if err := measure(d); err != nil {
			return err
		}
	}
	return nil
}

// measure does both measurements on one kind of disk.
func measure(d disk) error {
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var took fsyncs
	slowdisk.Register("slow", slowdisk.Disk{Each: d.each, Stall: d.stall, Took: took.add})
	defer vfs.Unregister("slow")
	kept, err := sqlite.OpenOn(dir, "slow")
	if err != nil {
		return err
	}
	defer kept.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	hall, url, err := serve(ctx, kept)
	if err != nil {
		return err
	}
	fmt.Printf("%v\n", d)
	if err := broadcast(ctx, hall, url); err != nil {
		return err
	}
	took.take()
	if err := typing(ctx, hall, url); err != nil {
		return err
	}
	fmt.Printf("  fsync: %v\n", spread(took.take()))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("  memory of server and clients together: %d MB\n", m.Sys>>20)
	return nil
}

// fsyncs is how long fsyncs took.
type fsyncs struct {
	mu  sync.Mutex
	all []time.Duration
}

func (f *fsyncs) add(took time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, took)
}

// take returns those since it was called last.
func (f *fsyncs) take() []time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.all
	f.all = nil
	return all
}

// serve starts the server.
func serve(ctx context.Context, kept *sqlite.Journal) (*workshop.Hall, string, error) {
	key, log := secret.New(), slog.New(slog.DiscardHandler)
	hall := workshop.NewHall(workshop.Options{Journal: kept, Key: key, Log: log})
	limits := playground.Limits{Members: 1 << 20, MembersPerBlock: 1 << 20, MembersPerSeat: 1 << 20, Connections: 1 << 20, ConnectionsPerBlock: 1 << 20}
	var none fs.FS = fstest.MapFS{}
	handler, err := playground.New(playground.Config{Files: none, Key: key, Workshops: hall, Limits: limits})
	if err != nil {
		return nil, "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	go func() {
		_ = playground.Serve(ctx, listener, handler, playground.Serving{Log: log, Drain: time.Second, Limits: limits})
	}()
	return hall, "ws://" + listener.Addr().String(), nil
}

// heard is what a client reads of a message.
type heard struct {
	Kind    string `json:"kind"`
	Version int    `json:"version"`
	From    int    `json:"from"`
	Steps   []struct {
		Counter int `json:"counter"`
	} `json:"steps"`
}

// join opens a socket and reads until it is in.
func join(ctx context.Context, url, code, word string) (*websocket.Conn, error) {
	dialer := websocket.Dialer{ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10}
	conn, _, err := dialer.DialContext(ctx, url+"/workshop/"+code+"/socket", http.Header{})
	if err != nil {
		return nil, err
	}
	if err := conn.WriteJSON(map[string]string{"client": "c", "word": word}); err != nil {
		return nil, err
	}
	for {
		var m heard
		if err := conn.ReadJSON(&m); err != nil {
			return nil, err
		}
		if m.Kind == "welcome" {
			return conn, nil
		}
	}
}

// key pushes one key.
func key(conn *websocket.Conn, n int) error {
	step := map[string]any{"counter": n, "step": map[string]any{"change": []any{[]any{0, "x"}}}}
	if n > 1 {
		step["step"] = map[string]any{"change": []any{n - 1, []any{0, "x"}}}
	}
	return conn.WriteJSON(map[string]any{"kind": "push", "version": n, "steps": []any{step}})
}

// broadcast makes a presenter type 10 keys a second before many followers.
func broadcast(ctx context.Context, hall *workshop.Hall, url string) error {
	code, word, err := hall.Open(ctx)
	if err != nil {
		return err
	}
	presenter, err := join(ctx, url, code, word)
	if err != nil {
		return err
	}
	defer presenter.Close()
	go drain(presenter)
	keys := *seconds * 10
	sent := make([]atomic.Int64, keys+1)
	arrived := make([][]time.Duration, *sockets)
	var all sync.WaitGroup
	for i := range *sockets {
		conn, err := join(ctx, url, code, "")
		if err != nil {
			return fmt.Errorf("follower %d: %w", i, err)
		}
		defer conn.Close()
		all.Go(func() { arrived[i] = arrivals(conn, sent) })
	}
	for n := 1; n <= keys; n++ {
		sent[n].Store(time.Now().UnixNano())
		if err := key(presenter, n); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	all.Wait()
	var each, last []time.Duration
	for n := range keys {
		slowest := time.Duration(0)
		for i := range arrived {
			if len(arrived[i]) != keys {
				return fmt.Errorf("follower %d: expected %d keys, found %d", i, keys, len(arrived[i]))
			}
			each = append(each, arrived[i][n])
			slowest = max(slowest, arrived[i][n])
		}
		last = append(last, slowest)
	}
	fmt.Printf("  key to each of %d followers: %v; to the last one: %v\n", *sockets, spread(each), spread(last))
	return nil
}

// drain reads and drops everything.
func drain(conn *websocket.Conn) {
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
	}
}

// arrivals reads until the last key has arrived, and returns how long each
// took.
func arrivals(conn *websocket.Conn, sent []atomic.Int64) (all []time.Duration) {
	for len(all) < len(sent)-1 {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return all
		}
		if !strings.Contains(string(text[:min(len(text), 20)]), `"steps"`) {
			continue
		}
		now := time.Now().UnixNano()
		var m heard
		if json.Unmarshal(text, &m) != nil {
			return all
		}
		for _, s := range m.Steps {
			all = append(all, time.Duration(now-sent[s.Counter].Load()))
		}
	}
	return all
}

// typing makes many members type 3 keys a second, each in their own workshop.
func typing(ctx context.Context, hall *workshop.Hall, url string) error {
	keys := *seconds * 3
	taken := make([][]time.Duration, *typists)
	var all sync.WaitGroup
	for i := range *typists {
		code, word, err := hall.Open(ctx)
		if err != nil {
			return err
		}
		conn, err := join(ctx, url, code, word)
		if err != nil {
			return err
		}
		defer conn.Close()
		sent := make([]atomic.Int64, keys+1)
		all.Go(func() { taken[i] = acknowledgements(conn, sent) })
		all.Go(func() {
			time.Sleep(time.Duration(i) * 333 * time.Millisecond / time.Duration(*typists))
			for n := 1; n <= keys; n++ {
				sent[n].Store(time.Now().UnixNano())
				if key(conn, n) != nil {
					return
				}
				time.Sleep(333 * time.Millisecond)
			}
		})
	}
	all.Wait()
	var each []time.Duration
	for i, t := range taken {
		if len(t) != keys {
			return fmt.Errorf("typist %d: expected %d acknowledgements, found %d", i, keys, len(t))
		}
		each = append(each, t...)
	}
	fmt.Printf("  key of one of %d typists until it is acknowledged: %v\n", *typists, spread(each))
	return nil
}

// acknowledgements reads until all keys are safe.
func acknowledgements(conn *websocket.Conn, sent []atomic.Int64) (all []time.Duration) {
	for len(all) < len(sent)-1 {
		var m heard
		if conn.ReadJSON(&m) != nil {
			return all
		}
		if m.Kind != "safe" {
			continue
		}
		for n := len(all) + 1; n < m.Version; n++ { // the opening has version 1
			all = append(all, time.Duration(time.Now().UnixNano()-sent[n].Load()))
		}
	}
	return all
}

// spread returns the median and the 99th percentile as text.
func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	slices.Sort(all)
	at := func(percent int) string {
		return fmt.Sprintf("%.1f ms", float64(all[(len(all)-1)*percent/100])/float64(time.Millisecond))
	}
	return fmt.Sprintf("p50 %s, p99 %s", at(50), at(99))
}
