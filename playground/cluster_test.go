package playground

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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
	if len(os.Args) == 4 && os.Args[1] == asClassServer {
		fmt.Fprintln(os.Stderr, beClassServer(os.Args[2], os.Args[3]))
		os.Exit(1)
	}
	flag.Parse()
	os.Exit(m.Run())
}

// beClassServer is a server until it is killed. It says where it is, when it has the classes, and the owner's secret.
func beClassServer(url, keyFile string) error {
	key, err := secret.Load(keyFile)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, handler, err := sharedHandler(context.Background(), url, key, func(ctx context.Context, s *school.School) error {
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
	fmt.Println("at", "http://"+listener.Addr().String())
	return (&http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}).Serve(listener)
}

// classServers are servers as processes of their own.
type classServers struct {
	t       *testing.T
	servers []*classServer
	mu      sync.Mutex
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
	all := &classServers{t: t}
	key := filepath.Join(t.TempDir(), "key")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range count {
		s := &classServer{schoolSite: &schoolSite{t: t}, command: exec.Command(self, asClassServer, url, key)}
		s.command.Stderr = os.Stderr
		child.Bind(s.command)
		out, err := s.command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.kill)
		all.servers = append(all.servers, s)
		at := make(chan string, 1)
		go all.listen(s, bufio.NewScanner(out), at)
		s.url = <-at
	}
	all.until(1)
	return all
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
