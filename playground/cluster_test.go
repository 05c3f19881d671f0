package playground

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"unbox/classroom/course"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
	"unbox/internal/child"
	"unbox/playground/secret"
	"unbox/workers"
)

// withCluster runs the tests that take a minute, with a cluster of three servers and as many servers that have
// classes.
var withCluster = flag.Bool("cluster", false, "also the tests with a cluster of three servers")

// asClassServer is the first argument that makes a test's program a server with classes.
const asClassServer = "as-class-server"

func TestMain(m *testing.M) {
	natstest.Main()
	workers.Main(course.Role())
	if len(os.Args) == 5 && os.Args[1] == asClassServer {
		if err := beClassServer(os.Args[2], os.Args[3], os.Args[4]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// beClassServer is a server at an address until it is killed, or is told to stop, as an administrator does. It says where it is, when it has the
// classes, and the owner's secret.
func beClassServer(url, keyFile, address string) error {
	key, err := secret.Load(keyFile)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	for errors.Is(err, syscall.EADDRINUSE) { // by another test, while this server was off
		time.Sleep(10 * time.Millisecond)
		listener, err = net.Listen("tcp", address)
	}
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k, handler, err := sharedHandler(ctx, url, key, func(ctx context.Context, s *school.School) error {
		word := ""
		if s.Fresh() {
			var err error
			if word, err = s.NewSecret(ctx); err != nil {
				return err
			}
		}
		_, err := fmt.Println("taken", word)
		return err
	})
	if err != nil {
		return err
	}
	defer k.Close()
	fmt.Println("at", "http://"+listener.Addr().String())
	return Serve(ctx, listener, handler, Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute})
}

// classServers are servers as processes of their own.
type classServers struct {
	t        *testing.T
	url, key string
	servers  []*classServer
	mu       sync.Mutex
	// holder is the one that took the classes last, taken how often one did.
	holder *classServer
	taken  int
	secret string
}

type classServer struct {
	*schoolSite
	command *exec.Cmd
}

func startClassServers(t *testing.T, url string, count int) *classServers {
	t.Helper()
	all := &classServers{t: t, url: url, key: filepath.Join(t.TempDir(), "key")}
	for range count {
		s := &classServer{schoolSite: &schoolSite{t: t}}
		s.url = all.start(s, "127.0.0.1:0")
		t.Cleanup(s.kill)
		all.servers = append(all.servers, s)
	}
	all.until(1)
	return all
}

// start starts a server at an address, and returns its URL.
func (c *classServers) start(s *classServer, address string) (url string) {
	c.t.Helper()
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	s.command = exec.Command(self, asClassServer, c.url, c.key, address)
	s.command.Stderr = os.Stderr
	child.Bind(s.command)
	out, err := s.command.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		c.t.Fatal(err)
	}
	at := make(chan string, 1)
	go c.listen(s, bufio.NewScanner(out), at)
	url, ok := <-at
	if !ok {
		panic(fmt.Sprintf("expected a server at %s, found that it ended", address)) // all others would ask it for ever
	}
	return url
}

func (c *classServers) listen(s *classServer, lines *bufio.Scanner, at chan<- string) {
	for lines.Scan() {
		what, word, _ := strings.Cut(lines.Text(), " ")
		if what == "at" {
			at <- word
			continue
		}
		c.mu.Lock()
		c.holder = s
		c.taken++
		if word != "" {
			c.secret = word
		}
		c.mu.Unlock()
	}
	close(at)
}

// until waits until the classes have been taken n times, and returns the server
// that has them.
func (c *classServers) until(taken int) *classServer {
	for {
		c.mu.Lock()
		now, holder := c.taken, c.holder
		c.mu.Unlock()
		if now >= taken {
			return holder
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// restart ends the server that took the classes last, as kill -9 does or in order, and starts it again at the same address.
func (c *classServers) restart(inOrder bool) {
	s := c.until(1)
	if inOrder {
		_ = s.command.Process.Signal(os.Interrupt) // it may have ended
		_ = s.command.Wait()
	} else {
		s.kill()
	}
	c.start(s, strings.TrimPrefix(s.url, "http://"))
}

func (s *classServer) kill() {
	_ = s.command.Process.Kill() // it may be dead
	_ = s.command.Wait()
}

// TestClassesOfACluster kills and stops the server that has the classes, and a server of NATS, and takes the majority
// away, while 20 learners type at three servers: nothing acknowledged is lost, there is one history, and a server that
// wakes up writes nothing.
func TestClassesOfACluster(t *testing.T) {
	if !*withCluster {
		t.Skip("it takes a minute: -args -cluster")
	}
	c := natstest.StartCluster(t)
	natstest.Ready(t, c)
	s := startClassServers(t, c.URL(), 4)
	var sites []*schoolSite
	for _, each := range s.servers {
		each.secret = s.secret
		sites = append(sites, each.schoolSite)
	}
	_, code := sites[0].class(sites[0].owner())
	y := newTypists(t, sites, code, 20)
	y.grow(5)
	step := func(what string, do func()) {
		begun := time.Now()
		do()
		y.grow(2)
		t.Logf("%s: all are acknowledged again after %v", what, time.Since(begun))
		y.grow(10)
	}
	step("nothing", func() {})
	step("the server with the classes was killed", func() { s.until(1).kill() })
	stopped := s.until(2)
	step("the next one was stopped", func() { pause(t, stopped.command, true) })
	step("it goes on", func() { pause(t, stopped.command, false) })
	step("a server of NATS was killed", c.Nodes[0].Kill)
	c.Nodes[1].Pause()
	before, after := -1, y.sum()
	for n := 0; before != after && n < 20; n++ {
		time.Sleep(4 * time.Second) // what was on its way arrives or does not
		before, after = after, y.sum()
	}
	if before != after {
		t.Errorf("expected nothing to be acknowledged without a majority, found %d after %d", after, before)
	}
	step("a majority is back", func() {
		c.Nodes[1].Pause()
		c.Nodes[0].Start()
	})
	y.stop()
	y.check(stopped.schoolSite)
	t.Logf("%d acknowledged, none lost", y.sum())
}
