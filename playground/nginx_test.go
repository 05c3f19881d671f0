package playground

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gorilla/websocket"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/internal/child"
	"unbox/playground/secret"
	"unbox/playground/visit"
)

// This file runs nginx as docs/operations.md says, where this machine has it.

// documented returns the indented block of docs/operations.md in which some text stands.
func documented(t *testing.T, text string) string {
	t.Helper()
	docs, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile(`(?m)(?:^    .*\n)+`).FindAllString(string(docs), -1) {
		if strings.Contains(block, text) {
			return block
		}
	}
	t.Fatalf("expected a block with %q in docs/operations.md, found none", text)
	return ""
}

// startNginx starts nginx with a server that is encrypted and speaks HTTP/2, with a configuration around it and one inside it. It returns its
// address. It gets a socket that listens already, so that nobody else takes the port and nobody has to wait for it.
func startNginx(t *testing.T, around, inside string) (address string) {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/nginx")
	}
	if err != nil {
		t.Skip("nginx is not installed")
	}
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	socket, err := listener.File()
	_ = listener.Close()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close() // nginx has it then; when nginx ends, connections are refused
	dir := t.TempDir()
	writeCertificate(t, filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), 1)
	command := exec.Command(program, "-p", dir, "-e", "errors", "-c", nginxConfig(t, dir, address, around, inside))
	command.Stderr = os.Stderr
	command.ExtraFiles, command.Env = []*os.File{socket}, append(os.Environ(), "NGINX=3;") // as nginx hands its sockets to the one after it
	child.Bind(command)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
		if log, err := os.ReadFile(filepath.Join(dir, "errors")); t.Failed() && err == nil {
			t.Logf("nginx says:\n%s", log)
		}
	})
	return address
}

// nginxConfig writes a configuration, and returns its file.
func nginxConfig(t *testing.T, dir, address, around, inside string) (file string) {
	t.Helper()
	temporary := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += fmt.Sprintf("%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // others may not read the folder of a test
	}
	config := fmt.Sprintf(user+"daemon off; pid %[1]s/pid; error_log %[1]s/errors; events {}\nhttp { access_log off; %[2]s %[3]s\nserver { listen %[4]s ssl http2; ssl_certificate cert.pem; ssl_certificate_key key.pem;\n%[5]s } }",
		dir, temporary, around, address, inside)
	file = filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// behindNginx is a site with classes at a path, and the address at which it listens.
func behindNginx(t *testing.T, base string) (site *schoolSite, listens string) {
	t.Helper()
	kept, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	key := secret.New()
	s, err := school.Open(t.Context(), school.Options{Journal: kept, Key: key, Log: slog.New(slog.DiscardHandler), Course: sharedCourse})
	if err != nil {
		t.Fatal(err)
	}
	word, err := s.NewSecret(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	handler, err := New(Config{Files: fstest.MapFS{}, Key: key, School: s, BasePath: base, Addresses: visit.Addresses{Trusted: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &schoolSite{t: t, url: server.URL + strings.TrimSuffix(base, "/"), secret: word, school: s}, strings.TrimPrefix(server.URL, "http://")
}

// TestNginxAsDocumented runs nginx with both configurations of docs/operations.md, encrypted and over HTTP/2: a learner joins, types over a WebSocket,
// listens to a stream, whose events come one by one, and sends requests as long as Unbox takes them. Of two servers, one is off.
func TestNginxAsDocumented(t *testing.T) {
	t.Parallel()
	for base, configure := range map[string]func(listens string) (around, inside string){
		"/unbox/": func(listens string) (around, inside string) {
			return "", strings.Replace(documented(t, "location /unbox/ {"), "127.0.0.1:8080", listens, 1)
		},
		"/": func(listens string) (around, inside string) {
			upstream, server, _ := strings.Cut(documented(t, "upstream unbox {"), "server {\n")
			return strings.NewReplacer("10.0.0.11:8080", "127.0.0.1:1", "10.0.0.12:8080", listens).Replace(upstream), server[:strings.LastIndex(server, "}")]
		},
	} {
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			site, listens := behindNginx(t, base)
			around, inside := configure(listens)
			encrypted := &tls.Config{InsecureSkipVerify: true}
			n := nginxVisitor{t, startNginx(t, around, inside) + strings.TrimSuffix(base, "/"), &http.Client{Transport: &http.Transport{TLSClientConfig: encrypted, ForceAttemptHTTP2: true}}}
			owner := site.owner()
			id, code := site.class(owner)
			word := n.joins(code)
			stream := n.listens(word)
			n.types(word)
			for _, note := range []string{"Well done", "Go on"} {
				site.ask("/teach/classes/"+id+"/do", fmt.Sprintf(`{"say":{"text":%q}}`, note), owner)
				n.hears(stream, note)
			}
			n.sendsMuch()
		})
	}
}

// nginxVisitor is a learner behind nginx, at an address with the path of the site.
type nginxVisitor struct {
	t      *testing.T
	at     string
	client *http.Client
}

// posts sends a request over HTTP/2.
func (n nginxVisitor) posts(path, body string) *http.Response {
	n.t.Helper()
	r, err := n.client.Post("https://"+n.at+path, "application/json", strings.NewReader(body))
	if err != nil {
		n.t.Fatal(err)
	}
	if r.ProtoMajor != 2 {
		n.t.Errorf("expected HTTP/2, found %s", r.Proto)
	}
	return r
}

func (n nginxVisitor) joins(code string) (word string) {
	n.t.Helper()
	r := n.posts("/class/join", fmt.Sprintf(`{"code":%q,"nick":"Ada"}`, code))
	defer r.Body.Close()
	var joined school.Joined
	if err := json.NewDecoder(r.Body).Decode(&joined); err != nil || r.StatusCode != http.StatusOK {
		n.t.Fatalf("expected a seat, found %d, %v", r.StatusCode, err)
	}
	return joined.Word
}

// listens opens a stream, and hears the draft in the answer to what it says.
func (n nginxVisitor) listens(word string) *bufio.Reader {
	n.t.Helper()
	stream := n.posts("/class/stream", fmt.Sprintf(`{"client":"s","word":%q}`, word))
	n.t.Cleanup(func() { _ = stream.Body.Close() })
	from := bufio.NewReader(stream.Body)
	n.hears(from, `"kind":"entered"`)
	r := n.posts("/class/say", fmt.Sprintf(`{"client":"s","word":%q,"messages":[{"kind":"open","step":"a/one"}]}`, word))
	defer r.Body.Close()
	if text, err := io.ReadAll(r.Body); err != nil || !strings.Contains(string(text), `"kind":"draft"`) {
		n.t.Errorf("expected a draft, found %s, %v", text, err)
	}
	return from
}

// hears waits for an event of a stream, which nginx may not keep until there are more.
func (n nginxVisitor) hears(from *bufio.Reader, text string) {
	n.t.Helper()
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			n.t.Fatalf("expected %q, found %v", text, err)
		}
		if strings.Contains(line, text) {
			return
		}
	}
}

// types says something over a WebSocket, with the origin that a browser names.
func (n nginxVisitor) types(word string) {
	n.t.Helper()
	host, _, _ := strings.Cut(n.at, "/")
	dialer := websocket.Dialer{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	conn, _, err := dialer.Dial("wss://"+n.at+"/class/socket", http.Header{"Origin": {"https://" + host}})
	if err != nil {
		n.t.Fatal(err)
	}
	defer conn.Close()
	for _, text := range []string{fmt.Sprintf(`{"client":"c","word":%q}`, word), `{"kind":"open","step":"a/one"}`, `{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]}`} {
		say(n.t, conn, text)
	}
	if _, ok := until(conn, "kept"); !ok {
		n.t.Error("expected that what was typed is kept, found the end of the line")
	}
}

// sendsMuch sends as much as any request may have: not nginx says what is wrong with it, but Unbox.
func (n nginxVisitor) sendsMuch() {
	n.t.Helper()
	r := n.posts("/absent", strings.Repeat(" ", DefaultLimits().Upload))
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body) // what came is enough
	if r.StatusCode != http.StatusNotFound || strings.Contains(string(text), "nginx") {
		n.t.Errorf("expected that Unbox says that there is no such page, found %d %s", r.StatusCode, text)
	}
}
