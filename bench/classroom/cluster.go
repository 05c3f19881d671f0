package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"

	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/internal/child"
	"unbox/internal/cluster"
	"unbox/playground"
	"unbox/playground/secret"
)

// This file measures a class on a cluster of three servers of NATS. NATS has no place where a disk could be made slow from outside, so it is compiled with
// its file store changed.

// runCluster measures on each kind of disk.
func runCluster() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	program, err := slowNATS()
	if err != nil {
		return err
	}
	disks, err := disksOf(everyDisk)
	if err != nil {
		return err
	}
	for _, d := range disks {
		if err := onCluster(ctx, program, d); err != nil {
			return err
		}
	}
	return nil
}

func onCluster(ctx context.Context, program string, d disk) error {
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	url, _, end, err := startNATS(program, dir, d)
	defer end()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	k, at, err := serveClass(ctx, url)
	if err != nil {
		return err
	}
	defer k.Close()
	place, err := k.Where(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("three servers of NATS, %v\n", d)
	s := &served{addr: at}
	words, err := s.filled(ctx, place.School)
	if err != nil {
		return err
	}
	syncs := syncsFrom(tookFiles(dir)...)
	if err := s.typing(ctx, words); err != nil {
		return err
	}
	took, err := syncs()
	fmt.Printf("  fsync: %v (%d on three machines)\n", spread(took), len(took))
	return err
}

// tookFiles are where the servers of NATS note how long their fsyncs took.
func tookFiles(dir string) (all []string) {
	for i := range 3 {
		all = append(all, filepath.Join(dir, fmt.Sprint(i, ".took")))
	}
	return all
}

// startNATS starts three servers.
func startNATS(program, dir string, d disk) (url string, all []*exec.Cmd, end func(), err error) {
	var ports [6]int
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", nil, func() {}, err
		}
		defer l.Close() // only after all are found, so that each is another
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	end = func() {
		for _, c := range all {
			_ = c.Process.Kill() // it may be dead
			_ = c.Wait()
		}
	}
	var urls []string
	for i := range 3 {
		config := filepath.Join(dir, fmt.Sprint(i, ".conf"))
		text := fmt.Sprintf("server_name: n%d\nlisten: 127.0.0.1:%d\nmax_payload: 8MB\nlog_file: %q\njetstream { store_dir: %q, sync_interval: always }\ncluster { name: unbox, listen: 127.0.0.1:%d, routes: [nats://127.0.0.1:%d, nats://127.0.0.1:%d, nats://127.0.0.1:%d] }\n",
			i, ports[i], config+".log", filepath.Join(dir, fmt.Sprint(i)), ports[3+i], ports[3], ports[4], ports[5])
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			return "", all, end, err
		}
		c := exec.Command(program, "-c", config)
		c.Env = append(os.Environ(), d.env(tookFiles(dir)[i])...)
		c.Stderr = os.Stderr
		child.Bind(c)
		all = append(all, c)
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	for i, c := range all {
		if err := c.Start(); err != nil {
			all = all[:i]
			return "", all, end, err
		}
	}
	return strings.Join(urls, ","), all, end, nil
}

// serveClass starts a server with classes, once NATS is available.
func serveClass(ctx context.Context, url string) (k *keeper.Keeper, addr string, err error) {
	key, log := secret.New(), slog.New(slog.DiscardHandler)
	for range 120 {
		k, err = keeper.New(ctx, keeper.Options{
			Cluster: cluster.Config{URL: url, Log: log}, Key: key, Log: log,
			School: school.Options{Key: key, Log: log, Course: []school.Step{{ID: "a/one", Label: "1.1", Title: "One", Chapter: "A"}}},
		})
		if err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	if err != nil {
		return nil, "", err
	}
	limits := playground.Limits{Members: 1 << 20, MembersPerBlock: 1 << 20, MembersPerSeat: 1 << 20, Connections: 1 << 20, ConnectionsPerBlock: 1 << 20}
	handler, err := playground.New(playground.Config{Files: fstest.MapFS{}, Key: key, Keeper: k, Limits: limits})
	if err != nil {
		return k, "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return k, "", err
	}
	go func() {
		_ = playground.Serve(ctx, listener, handler, playground.Serving{Log: log, Drain: time.Second, Limits: limits})
	}()
	return k, listener.Addr().String(), nil
}

// filled makes a class that many learners have joined, each in their own browser; it returns the words of their seats. All join at once: they are to type
// at the same time.
func (s *served) filled(ctx context.Context, at *school.School) ([]string, error) {
	owner, err := ownerOf(ctx, at)
	if err != nil {
		return nil, err
	}
	id, err := at.Make(ctx, owner, school.Settings{Name: "C", Hints: "open", Solutions: "open"}, "")
	if err != nil {
		return nil, err
	}
	code, err := codeOf(ctx, at, owner, id)
	if err != nil {
		return nil, err
	}
	words, failed := make([]string, *typists), make(chan error, *typists)
	s.browsers = make([]string, *typists)
	var all sync.WaitGroup
	for i := range words {
		all.Go(func() {
			var err error
			if words[i], s.browsers[i], err = s.join(code, fmt.Sprint("learner ", i)); err != nil {
				failed <- err
			}
		})
	}
	all.Wait()
	if len(failed) > 0 {
		return nil, <-failed
	}
	return words, nil
}

// typing makes the learners of some seats type 3 keys a second in one class, each in their
// own draft.
func (s *served) typing(ctx context.Context, words []string) error {
	keys := *seconds * 3
	taken, failed := make([][]time.Duration, len(words)), make(chan error, len(words))
	var all sync.WaitGroup
	for i, word := range words {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 333 * time.Millisecond / time.Duration(len(words)))
			var err error
			if taken[i], err = typeDraft(ctx, s.socket(s.browsers[i])(), word, "a/one", keys); err != nil {
				failed <- fmt.Errorf("learner %d: %w", i, err)
			}
		})
	}
	all.Wait()
	if len(failed) > 0 {
		return <-failed
	}
	each := joined(taken)
	fmt.Printf("  key of one of %d learners until it is acknowledged: %v (%d)\n", len(words), spread(each), len(each))
	return nil
}

// ownerOf makes the owner's account of a new server.
func ownerOf(ctx context.Context, s *school.School) (owner school.Account, err error) {
	word, err := s.NewSecret(ctx)
	if err != nil {
		return owner, err
	}
	session, err := s.Begin(ctx, word, "Grace", "correct horse battery")
	if err != nil {
		return owner, err
	}
	return s.Known(session)
}

// codeOf returns the code of a class, as teachers see it.
func codeOf(ctx context.Context, s *school.School, by school.Account, id string) (string, error) {
	f, err := s.Watch(by, id, school.Hello{Client: "t"})
	if err != nil {
		return "", err
	}
	defer f.Close()
	frame, err := f.Next(ctx)
	if err != nil {
		return "", err
	}
	var grid struct{ General struct{ Code string } }
	if err := json.Unmarshal(frame.Text, &grid); err != nil || grid.General.Code == "" {
		return "", errors.Join(errors.New("expected the code of a class, found none"), err)
	}
	return grid.General.Code, nil
}

// typeDraft opens a step and types into its draft as a page does: what was typed while a change is on its way goes with the next one. It returns
// how long each key took until it was acknowledged.
func typeDraft(ctx context.Context, at, word, step string, keys int) (took []time.Duration, err error) {
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, at, http.Header{})
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.WriteJSON(map[string]string{"client": "c", "word": word}); err != nil {
		return nil, err
	}
	if err := conn.WriteJSON(map[string]string{"kind": "open", "step": step}); err != nil {
		return nil, err
	}
	kept := make(chan int, keys)
	go func() {
		defer close(kept)
		for {
			var m struct {
				Kind string
				Kept map[string]int
			}
			if conn.ReadJSON(&m) != nil {
				return
			}
			if m.Kind == "kept" {
				kept <- m.Kept[step]
			}
		}
	}()
	var typed []time.Time
	safe, sent, version := 0, 0, 0
	tick := time.NewTicker(333 * time.Millisecond)
	defer tick.Stop()
	for len(took) < keys {
		select {
		case now := <-tick.C:
			if len(typed) < keys {
				typed = append(typed, now)
			}
		case v, ok := <-kept:
			if !ok {
				return took, errors.New("expected an acknowledgement, found that the connection has ended")
			}
			if v == version+1 {
				for _, begun := range typed[safe:sent] {
					took = append(took, time.Since(begun))
				}
				safe, version = sent, v
			}
		}
		if safe == sent && len(typed) > sent {
			change := []any{[]any{0, strings.Repeat("x", len(typed)-sent)}}
			if sent > 0 {
				change = []any{sent, change[0]}
			}
			sent = len(typed)
			if err := conn.WriteJSON(map[string]any{"kind": "draft", "step": step, "version": version, "change": change}); err != nil {
				return took, err
			}
		}
	}
	return took, nil
}
