// Package natstest has NATS servers for tests: one inside the test, a cluster of three processes, and an
// unreliable connection to either that delays data and breaks off.
package natstest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"unbox/internal/child"
)

const (
	maxPayload = 16 << 20
	// asServer is the first argument that makes a test's program run as a server.
	asServer = "as-nats-server"
)

// Start starts a server that keeps its data until the test ends, and returns its address.
func Start(t testing.TB) string {
	t.Helper()
	return New(t).ClientURL()
}

// New starts a server inside the test, with settings that the test may change. It has stopped using its folder
// before the folder is removed.
func New(t testing.TB, change ...func(*server.Options)) *server.Server {
	t.Helper()
	o := &server.Options{
		Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, MaxPayload: maxPayload, NoSigs: true, NoLog: true,
	}
	for _, f := range change {
		f(o)
	}
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("expected a NATS server that is ready, found none after a minute")
	}
	return s
}

// Main runs a server of a Cluster if this process is meant to be one; otherwise it returns. A package
// whose tests start clusters calls it first in its TestMain.
func Main() {
	if len(os.Args) != 3 || os.Args[1] != asServer {
		return
	}
	if err := serve(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve runs a server with a settings file until it is killed.
func serve(config string) error {
	options, err := server.ProcessConfigFile(config)
	if err != nil {
		return err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return err
	}
	s.ConfigureLogger()
	s.Start()
	s.WaitForShutdown()
	return nil
}

// Cluster is three servers in separate processes.
type Cluster struct {
	Nodes [3]*Node
}

// Node is one of them.
type Node struct {
	// URL is where clients reach it, Dir the folder of what it keeps.
	URL, Dir string
	t        testing.TB
	program  Program
	number   int
	config   string
	command  *exec.Cmd
	stopped  bool
}

// Program is what the servers of a cluster run: Args, then a file of settings. Env are the environment variables of the
// one with a number, beside those of this process; Sync is JetStream's `sync_interval`.
type Program struct {
	Name string
	Args []string
	Env  func(number int) []string
	Sync string
}

// StartCluster starts a cluster of this program, which ends with the test.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return StartClusterOf(t, Program{Name: self, Args: []string{asServer}, Sync: "always"})
}

// StartClusterOf starts a cluster of another program, which ends with the test.
func StartClusterOf(t testing.TB, p Program) *Cluster {
	t.Helper()
	c, dir := new(Cluster), t.TempDir()
	ports := freePorts(t, 6)
	for i := range c.Nodes {
		n := &Node{
			URL: fmt.Sprintf("nats://127.0.0.1:%d", ports[i]), Dir: filepath.Join(dir, fmt.Sprint(i)),
			t: t, program: p, number: i, config: filepath.Join(dir, fmt.Sprint(i, ".conf")),
		}
		text := fmt.Sprintf(`server_name: n%d
listen: 127.0.0.1:%d
max_payload: %d
log_file: %q
jetstream { store_dir: %q, sync_interval: %q }
cluster { name: unbox, listen: 127.0.0.1:%d, routes: [nats://127.0.0.1:%d, nats://127.0.0.1:%d, nats://127.0.0.1:%d] }
`, i, ports[i], maxPayload, n.config+".log", n.Dir, p.Sync, ports[3+i], ports[3], ports[4], ports[5])
		if err := os.WriteFile(n.config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Nodes[i] = n
		n.Start()
		t.Cleanup(n.Kill)
	}
	return c
}

// Ready waits until a cluster can store something.
func Ready(t testing.TB, c *Cluster) {
	t.Helper()
	for range 600 {
		if keeps(c.URL()) == nil {
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
	t.Fatal("expected a cluster that is ready, found none after five minutes")
}

func keeps(url string) error {
	conn, err := nats.Connect(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := conn.JetStream()
	if err != nil {
		return err
	}
	_, err = js.AddStream(&nats.StreamConfig{Name: "READY", Replicas: 3, Storage: nats.FileStorage})
	return err
}

// URL is that of all its servers.
func (c *Cluster) URL() string {
	var all []string
	for _, n := range c.Nodes {
		all = append(all, n.URL)
	}
	return strings.Join(all, ",")
}

// Start starts a server that is not running.
func (n *Node) Start() {
	n.t.Helper()
	n.command, n.stopped = exec.Command(n.program.Name, append(slices.Clone(n.program.Args), n.config)...), false
	if n.program.Env != nil {
		n.command.Env = append(os.Environ(), n.program.Env(n.number)...)
	}
	n.command.Stderr = os.Stderr
	child.Bind(n.command)
	if err := n.command.Start(); err != nil {
		n.t.Fatal(err)
	}
}

// Kill ends it at once, like a machine that fails.
func (n *Node) Kill() {
	if n.command == nil {
		return
	}
	_ = n.command.Process.Kill()
	_ = n.command.Wait()
	n.command = nil
}

// freePorts finds unused ports.
func freePorts(t testing.TB, count int) (ports []int) {
	t.Helper()
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // only after all are found, so that they are different
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// Flaky returns the address of an unreliable proxy to a server. It forwards data in pieces with
// delays, and breaks off after some of them; a client can connect again.
func Flaky(t testing.TB, url string, seed uint64) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	chance := &sharedChance{chance: rand.New(rand.NewPCG(seed, 14))}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go between(client, strings.TrimPrefix(url, "nats://"), chance)
		}
	}()
	return "nats://" + l.Addr().String()
}

// sharedChance is a generator for several goroutines.
type sharedChance struct {
	mu     sync.Mutex
	chance *rand.Rand
}

func (c *sharedChance) upTo(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.chance.IntN(n)
}

// between forwards data between a client and a server until the connection
// breaks off.
func between(client net.Conn, address string, chance *sharedChance) {
	defer client.Close()
	peer, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer peer.Close()
	broken := make(chan struct{}, 2)
	left := 300 + chance.upTo(900)
	for _, way := range [][2]net.Conn{{client, peer}, {peer, client}} {
		go func() {
			defer func() { broken <- struct{}{} }()
			piece := make([]byte, 2048)
			for range left {
				n, err := way[0].Read(piece)
				if err != nil {
					return
				}
				time.Sleep(time.Duration(chance.upTo(500)) * time.Microsecond)
				if _, err := way[1].Write(piece[:n]); err != nil {
					return
				}
			}
		}()
	}
	<-broken
	_ = client.Close()
	_ = peer.Close()
	<-broken
}
