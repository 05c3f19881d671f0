package visit

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"unbox/playground/secret"
)

func TestSeats(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := NewSeats(secret.New(), 600)
	s.now = func() time.Time { return now }
	seat, wait := s.Issue("a")
	name, fresh := s.Name(seat)
	if wait != 0 || name == "" || !fresh {
		t.Fatalf("expected a fresh seat, found %q, %v, %q", seat, wait, name)
	}
	if other, _ := s.Issue("a"); other == seat {
		t.Error("expected another seat, found the same")
	}
	last := seat[len(seat)-1:]
	changed := strings.Replace(seat[:len(seat)-1], seat[:1], string(seat[0]^1), 1) + last
	for what, made := range map[string]string{
		"nothing": "", "a name": "me", "half a seat": seat[:20], "a longer one": seat + "A", "another's seat": changed,
		"one of another server": first(NewSeats(secret.New(), 1).Issue("a")),
	} {
		if name, _ := s.Name(made); name != "" {
			t.Errorf("%s: expected no seat, found %q", what, name)
		}
	}
	now = now.Add(Lifetime / 2)
	if again, fresh := s.Name(seat); again != name || fresh {
		t.Errorf("expected a seat that is not fresh any more, found %q, %v", again, fresh)
	}
	now = now.Add(Lifetime)
	if name, _ := s.Name(seat); name != "" {
		t.Errorf("expected a seat that is too old, found %q", name)
	}
}

func first(seat string, _ time.Duration) string { return seat }

// TestSeatsOfABlock has a class of 300 sit down at once, twice, and then a class more:
// a block has 600 seats in an hour, whatever the client.
func TestSeatsOfABlock(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := NewSeats(secret.New(), 600)
	s.now = func() time.Time { return now }
	for i := range 600 {
		if _, wait := s.Issue("school"); wait != 0 {
			t.Fatalf("seat %d: expected one at once, found a wait of %v", i, wait)
		}
	}
	if seat, wait := s.Issue("school"); seat != "" || wait != 6*time.Second {
		t.Errorf("expected a wait of 6 s, found %q and %v", seat, wait)
	}
	if _, wait := s.Issue("elsewhere"); wait != 0 {
		t.Errorf("expected a seat for another block, found a wait of %v", wait)
	}
	now = now.Add(6 * time.Second)
	if _, wait := s.Issue("school"); wait != 0 {
		t.Errorf("expected a seat after the wait, found another wait of %v", wait)
	}
}

// TestBlocksAreForgotten keeps the memory for many blocks bounded.
func TestBlocksAreForgotten(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := NewSeats(secret.New(), 600)
	s.now = func() time.Time { return now }
	for i := range maxBlocks + 10 {
		s.Issue(fmt.Sprint(i))
	}
	if len(s.used) > maxBlocks {
		t.Errorf("expected at most %d blocks, found %d", maxBlocks, len(s.used))
	}
	now = now.Add(2 * time.Hour)
	if s.Issue("new"); len(s.used) != 1 {
		t.Errorf("expected old blocks to be forgotten, found %d", len(s.used))
	}
}

func TestAddresses(t *testing.T) {
	for _, tt := range []struct{ name, trusted, header, remote, says, want string }{
		{"nobody is trusted", "", XForwardedFor, "198.51.100.1:5", "203.0.113.9", "198.51.100.1"},
		{"one proxy", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "203.0.113.9", "203.0.113.9"},
		{"what the visitor wrote is not believed", "10.0.0.1", XForwardedFor, "10.0.0.1:5", "1.1.1.1, 203.0.113.9", "203.0.113.9"},
		{"two proxies", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"},
		{"lines are one list", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "1.1.1.1\n203.0.113.9", "203.0.113.9"},
		{"proxies all the way", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "10.0.0.3,10.0.0.2", "10.0.0.3"},
		{"nothing said", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "", "10.0.0.1"},
		{"nonsense", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "203.0.113.9, unknown", "10.0.0.1"},
		{"a port", "10.0.0.0/8", XForwardedFor, "10.0.0.1:5", "203.0.113.9:1234", "203.0.113.9"},
		{"IPv6", "::1", XForwardedFor, "[::1]:5", "[2001:db8::1]:80", "2001:db8::1"},
		{"IPv6 alone", "::1", XForwardedFor, "[::1]:5", "2001:db8::1", "2001:db8::1"},
		{"IPv4 in IPv6", "10.0.0.1", XForwardedFor, "[::ffff:10.0.0.1]:5", "::ffff:203.0.113.9", "203.0.113.9"},
		{"Forwarded", "10.0.0.0/8", Forwarded, "10.0.0.1:5", `for=1.1.1.1, proto=https;FOR="[2001:db8::2]:4711";by=10.0.0.1`, "2001:db8::2"},
		{"Forwarded, hidden", "10.0.0.0/8", Forwarded, "10.0.0.1:5", `for=1.1.1.1, for=_hidden`, "10.0.0.1"},
		{"no connection of TCP", "10.0.0.0/8", XForwardedFor, "@", "203.0.113.9", "invalid IP"},
	} {
		trusted, err := ParseTrusted(tt.trusted)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.remote
		for line := range strings.SplitSeq(tt.says, "\n") {
			r.Header.Add(tt.header, line)
			r.Header.Add(other(tt.header), "9.9.9.9") // the other header is never read
		}
		a := &Addresses{Trusted: trusted, Header: tt.header}
		if got := a.Of(r).String(); got != tt.want {
			t.Errorf("%s: expected %s, found %s", tt.name, tt.want, got)
		}
	}
	if _, err := ParseTrusted("10.0.0.0/8, localhost"); err == nil || !strings.Contains(err.Error(), "`localhost`") {
		t.Errorf("expected a refusal of `localhost`, found %v", err)
	}
}

func other(header string) string {
	if header == Forwarded {
		return "X-Forwarded-For"
	}
	return Forwarded
}

func TestBlocks(t *testing.T) {
	a := &Addresses{}
	for remote, want := range map[string]string{
		"203.0.113.9:1":                     "203.0.113.9",
		"[2001:db8:1:2345:6789::1]:1":       "2001:db8:1:2300::/56",
		"[2001:db8:1:23ff:ffff::1]:1":       "2001:db8:1:2300::/56",
		"[2001:db8:1:2400::1]:1":            "2001:db8:1:2400::/56",
		"[::ffff:203.0.113.9]:1":            "203.0.113.9",
		"[fe80::1%eth0]:1":                  "fe80::/56",
		"/run/unbox.socket (no TCP at all)": "",
	} {
		if got, direct := a.Direct(remote); got != want || !direct {
			t.Errorf("%s: expected block %q, found %q", remote, want, got)
		}
	}
	a.Trusted, _ = ParseTrusted("::1")
	if _, direct := a.Direct("[::1]:1"); direct {
		t.Error("expected a trusted proxy")
	}
}

func TestHosts(t *testing.T) {
	h, err := ParseHosts("unbox.example.org, *.school.example")
	if err != nil {
		t.Fatal(err)
	}
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "a.localhost": true, "localhost.": true,
		"127.0.0.1:8080": true, "192.168.1.20": true, "[::1]:8080": true, "[fe80::1%25eth0]:80": true, "": true,
		"unbox.example.org": true, "Unbox.Example.Org.:443": true, "room1.school.example": true, machine + ":8080": true,
		"school.example": false, "evilschool.example": false, "rebound.attacker.example": false, "rebound.attacker.example:8080": false,
		"127.0.0.1.attacker.example": false, "localhost.attacker.example": false, "notlocalhost": false, "2130706433": false,
		strings.Repeat("a.", 121) + "a.localhost:65535": true, strings.Repeat("a.", 2_000) + "localhost": false,
		"[fe80::1%" + strings.Repeat("e", 2_000) + "]": false, "127.0.0.1:" + strings.Repeat("0", 2_000): false,
	} {
		if h.Allows(host) != want {
			t.Errorf("%q: expected %v", host, want)
		}
	}
	any, err := ParseHosts("*")
	if err != nil || !any.Allows("anything.example") {
		t.Errorf("expected `*` to allow any name, found %v", err)
	}
	for _, wrong := range []string{"http://unbox.example.org", "unbox.example.org:80", "*example.org", "a.*.org", "."} {
		if _, err := ParseHosts(wrong); err == nil {
			t.Errorf("%q: expected an error", wrong)
		}
	}
}

func TestOwnOrigins(t *testing.T) {
	h, err := ParseHosts("unbox.example.org,*")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		origin, host string
		want         bool
	}{
		{"http://127.0.0.1:8080", "127.0.0.1:8080", true},
		{"https://unbox.example.org", "127.0.0.1:8080", true}, // a proxy asks by another name
		{"http://127.0.0.1:9090", "127.0.0.1:8080", false},
		{"https://attacker.example", "unbox.example.org", false},
		{"null", "127.0.0.1:8080", false},
		{"", "127.0.0.1:8080", false},
	} {
		if got := h.Own(tt.origin, tt.host); got != tt.want {
			t.Errorf("%q to %q: expected %v", tt.origin, tt.host, tt.want)
		}
	}
}

// BenchmarkName measures what it costs to know a seat again, which each run does once.
func BenchmarkName(b *testing.B) {
	s := NewSeats(secret.New(), 600)
	seat, _ := s.Issue("a")
	for b.Loop() {
		if name, _ := s.Name(seat); name == "" {
			b.Fatal("expected a seat")
		}
	}
}

// solved is a task's solution.
func solved(task string) string {
	for n := 0; ; n++ {
		if solution := strconv.Itoa(n); Solves(task, solution) {
			return task + "." + solution
		}
	}
}

// TestSeatsForAProof gives seats to those who come after a block's seats are used up, one for each task that is solved. Whatever else is sent gives none.
func TestSeatsForAProof(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := NewSeats(secret.New(), 1)
	s.now = func() time.Time { return now }
	first, _ := s.Issue("a")
	if other, wait := s.Issue("a"); other != "" || wait == 0 {
		t.Fatal("expected that the seats are used up, found another one")
	}
	proof := solved(s.Task("a"))
	seat := s.Prove("a", proof)
	name, fresh := s.Name(seat)
	own, _ := s.Name(first)
	if name == "" || !fresh || !Proved(name) || Proved(own) {
		t.Errorf("expected a seat that is known to be for a proof, found %q", name)
	}
	if again := s.Prove("a", proof); again != seat {
		t.Errorf("expected the same seat for the same proof, found %q", again)
	}
	if next := s.Prove("a", solved(s.Task("a"))); next == "" || next == seat {
		t.Errorf("expected another seat for another task, found %q", next)
	}
	unsolved := s.Task("a") + ".0"
	for Solves(unsolved[:seatToken], "0") {
		unsolved = s.Task("a") + ".0"
	}
	for what, wrong := range map[string]string{
		"not solved": unsolved, "a seat": first, "nothing": "", "too long": proof + strings.Repeat("0", 100), "its own task": solved(seat), "no solution": proof[:seatToken],
	} {
		if s.Prove("a", wrong) != "" {
			t.Errorf("%s: expected no seat, found one", what)
		}
	}
	if s.Prove("b", proof) != "" {
		t.Error("expected no seat for another block's task, found one")
	}
	if now = now.Add(proofTime + 1); s.Prove("a", proof) != "" {
		t.Error("expected no seat for an old task, found one")
	}
}
