package browsertest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"unbox/native"
	"unbox/playground"
	"unbox/workers"
	"unbox/workers/sandbox"
)

// openMachine opens the page of a site with the Machine panel's code or times.
func openMachine(t *testing.T, s *Site, part string) *Tab {
	t.Helper()
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.AtDesk())
	must(t, tab.Open(s.URL))
	must(t, tab.Ready())
	must(t, tab.Press("m"))
	if part == "time" {
		must(t, tab.Press("m"))
		must(t, tab.Wait(`document.querySelector(".measure")`))
		return tab
	}
	must(t, tab.Wait(`document.querySelector(".asm-name")`))
	return tab
}

// withWorker lets a site measure traces.
func withWorker(w playground.Worker) func(*playground.Config) {
	return func(c *playground.Config) { c.Worker = w }
}

// noProblems is expectNoProblems for a site of its own.
func noProblems(t *testing.T, tab *Tab) {
	t.Helper()
	for _, problem := range tab.Problems() {
		t.Errorf("expected a page without problems, found: %s", problem)
	}
}

const peeled = "[i0, p1]\nguard_class(p1, Box)\ni2 = get(p1, value)\ni3 = int_add(i2, i0)\np4 = new(Box)\nset(p4, value, i3)\ni5 = int_lt(i3, 1000000)\nguard_true(i5) [i0, p4]\njump(i0, p4)\n"

// row is the first row of the listing that shows a text.
func row(text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".asm-row")].find((r) => r.innerText.includes(%q))`, text)
}

// point moves the pointer over an element, as soon as it is there.
func point(tab *Tab, element string) error {
	if err := tab.Wait(element); err != nil {
		return err
	}
	return tab.Eval(element+`.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }))`, nil)
}

// TestCodeIsLinkedBothWays points at an operation, an instruction, a bar and a line of the
// editor: what belongs together is marked.
func TestCodeIsLinkedBothWays(t *testing.T) {
	t.Parallel()
	tab := openMachine(t, site, "code")
	defer noProblems(t, tab)
	must(t, tab.Replace(peeled))
	must(t, tab.Eval(`[...document.querySelectorAll(".machine-head select option")].find((o) => o.innerText === "recorded") &&
		(() => { const s = document.querySelector(".machine-head select"); s.value = "0"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, tab.Wait(row("int_lt(i3")+`?.innerText.includes("part of what uses it")`))
	must(t, tab.Wait(`document.querySelectorAll(".machine-head select")[0].value === "0"`))

	// An operation marks its instructions, its value's bar, and its line in the editor.
	must(t, point(tab, row("i3 = int_add")))
	must(t, tab.Wait(row("i3 = int_add")+`.classList.contains("is-linked")`))
	must(t, tab.Wait(`[...document.querySelectorAll(".lane.is-marked")].every((l) => l.dataset.v === "i3") && document.querySelector(".lane.is-marked")`))
	must(t, tab.Wait(`/i3\s+is in r/.test(document.querySelector(".asm-status").innerText)`))
	must(t, tab.Wait(`document.querySelector(".cm-linked")?.innerText.includes("int_add")`))

	// An instruction marks its operation.
	must(t, point(tab, row("guard_class")+`.nextElementSibling.querySelector(".asm-text")`))
	must(t, tab.Wait(row("guard_class")+`.classList.contains("is-linked") && !`+row("i3 = int_add")+`.classList.contains("is-linked")`))

	// A bar marks its value wherever it is named.
	must(t, point(tab, `document.querySelector(".lane[data-v=p4]")`))
	must(t, tab.Wait(`document.querySelector(".asm-values .is-named")?.dataset.v === "p4"`))

	// The keys go from row to row, and the grid says which one.
	must(t, tab.Eval(`document.querySelector(".asm").focus()`, nil))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.getElementById(document.querySelector(".asm").getAttribute("aria-activedescendant"))?.classList.contains("is-chosen")`))
}

// TestCodeOptions shows bytes, what is out of line, both codes, and another processor.
func TestCodeOptions(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openMachine(t, site, "code")
	defer noProblems(t, tab)
	must(t, tab.Wait(`/\d+ instructions/.test(document.querySelector(".machine-sizes").innerText)`))
	must(t, tab.Eval(`document.querySelectorAll(".machine-tools input")[1].click()`, nil))
	must(t, tab.Wait(`/^0000 [0-9a-f]+$/.test(document.querySelector(".asm-bytes")?.innerText)`))
	const end = `(document.querySelector(".asm").scrollTop = 1e6)`
	must(t, tab.Wait(end+` && document.querySelector(".asm-fold button")?.getAttribute("aria-expanded") === "false"`))
	must(t, tab.Click(".asm-fold button"))
	must(t, tab.Wait(end+` && [...document.querySelectorAll(".asm-label")].some((l) => l.innerText === "leave:" || l.innerText === "resume:")`))
	must(t, tab.Eval(`document.querySelectorAll(".machine-tools input")[0].click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".machine-column").length === 2 && /^recorded/.test(document.querySelector(".machine-head").innerText)`))
	// The link carries the panel; a visitor who opens it sees the code at once.
	must(t, tab.Wait(`location.hash.startsWith("#1")`))
	var link string
	must(t, tab.Eval(`location.hash`, &link))
	other := arrive(t, link)
	must(t, other.Wait(`document.querySelector(".asm-name")`))
	must(t, other.Eval(`(() => { const s = document.querySelector(".machine-tools select"); s.value = "x86-64"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, other.Wait(`document.querySelector(".asm-name")`))
}

func TestCodeRefused(t *testing.T) {
	t.Parallel()
	tab := openMachine(t, site, "code")
	defer noProblems(t, tab)
	must(t, tab.Replace("[p0]\np1 = getfield_gc_r(ConstPtr(ptr12), descr=<FieldP frame.code 8>)\nguard_value(p1, ConstPtr(ptr13)) [p0]\njump(p1)\n"))
	must(t, tab.Wait(`/cannot become machine code/.test(document.querySelector(".machine-refused")?.innerText)`))
	refused, err := tab.Text(".machine-refused")
	must(t, err)
	if !strings.Contains(refused, "line 2") {
		t.Errorf("expected the reason with its line, found %q", refused)
	}
	must(t, tab.Eval(`[...document.querySelectorAll("[aria-label=Machine] button")][1].click()`, nil))
	must(t, tab.Click(".measure:enabled"))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=failed]")`))
}

// TestLongCode scrolls through the code of thousands of operations: only what is in view
// is there.
func TestLongCode(t *testing.T) {
	long(t)
	t.Parallel()
	var b strings.Builder
	b.WriteString("[i0, i1]\n")
	for k := 2; k < 4000; k++ {
		fmt.Fprintf(&b, "i%d = int_mul(i%d, i%d)\n", k, k-1, k-2)
	}
	b.WriteString("jump(i3998, i3999)\n")
	tab := openMachine(t, site, "code")
	defer noProblems(t, tab)
	must(t, tab.Replace(b.String()))
	must(t, tab.Wait(`document.querySelector(".asm-canvas").offsetHeight > 50000`))
	must(t, tab.Eval(`document.querySelector(".asm").scrollTop = 40000`, nil))
	must(t, tab.Wait(`document.querySelector(".asm-row") && Number(document.querySelector(".asm-row").dataset.asmRow) > 1000`))
	var rows int
	must(t, tab.Eval(`document.querySelectorAll(".asm-row").length`, &rows))
	if rows > 120 {
		t.Errorf("expected only the rows in view, found %d", rows)
	}
}

// TestMeasureEndToEnd measures with a real worker and in the browser at the same time. What
// measures runs alone, as it would where somebody reads the times.
func TestMeasureEndToEnd(t *testing.T) {
	long(t)
	if !native.Available() {
		t.Skip("workers run machine code on x86-64 Linux only")
	}
	measuring, end, err := NewWorkers()
	must(t, err)
	defer end()
	tab := openMachine(t, ownSite(t, WithWorkers(measuring)), "time")
	defer noProblems(t, tab)
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`document.querySelector(".group-server .plot-dots")`))
	for _, group := range []string{"server", "browser"} {
		must(t, tab.Wait(`document.querySelector(".group-`+group+`[data-phase=done] .times")`))
		var rows [][]string
		must(t, tab.Eval(`[...document.querySelectorAll(".group-`+group+` .times tbody tr")].map((r) => [...r.children].map((c) => c.innerText))`, &rows))
		if len(rows) < 3 || !strings.HasPrefix(rows[0][0], "recorded") || !strings.HasPrefix(rows[2][0], "peeled") {
			t.Errorf("%s: expected the three forms, found %v", group, rows)
		}
		var sizes string
		must(t, tab.Eval(`document.querySelector(".group-`+group+` .times").innerText`, &sizes))
		if !strings.Contains(sizes, "bytes") {
			t.Errorf("%s: expected sizes of code, found %s", group, sizes)
		}
	}
	machine, err := tab.Text(".group-server .group-machine")
	must(t, err)
	if !strings.Contains(machine, "linux/amd64") || !strings.Contains(machine, "load ") {
		t.Errorf("expected the server's machine and its load, found %q", machine)
	}
	if here, err := tab.Text(".group-browser .group-machine"); err != nil || !strings.Contains(here, "Chrome") {
		t.Errorf("expected the browser's name, found %q, %v", here, err)
	}
	must(t, tab.Wait(`document.querySelector(".measure").innerText === "Measure"`))
}

// TestMeasureInTheBrowserAlone has no server that measures: it says so, and nothing is asked of it.
func TestMeasureInTheBrowserAlone(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openMachine(t, site, "time")
	defer noProblems(t, tab)
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`/does not measure/.test(document.querySelector(".group-server").innerText)`))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=done] .group-headline, .group-browser[data-phase=done] .group-noisy")`))
	for _, url := range tab.Requests() {
		if strings.Contains(url, "/machine") {
			t.Errorf("expected no question to a server that does not measure, found %s", url)
		}
	}
	// Inputs on which the loop ends by itself run again and again.
	must(t, tab.Eval(`(() => { const s = document.querySelector(".machine-tools select"); s.value = "run"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, tab.Eval(`document.querySelector(".group-browser .times").dataset.before = "yes"`, nil))
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=done] .times:not([data-before])") &&
		document.querySelector(".group-browser").innerText.includes("intval=5")`))
}

// stalled is a Worker that stands in the queue until its turn comes, starts, and then waits
// for its end.
type stalled struct {
	mu    sync.Mutex
	open  int
	turn  chan struct{} // closed when the queue moves on
	began chan struct{}
}

func newStalled() *stalled { return &stalled{turn: make(chan struct{}), began: make(chan struct{}, 9)} }

func (s *stalled) Do(ctx context.Context, j workers.Job) ([]byte, error) {
	s.count(1)
	defer s.count(-1)
	j.Place(3)
	select {
	case <-s.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	j.Started(sandbox.Report{})
	j.Event([]byte(`{"stage":"sampling","variant":"native recorded","sample":5,"round":1}`))
	s.began <- struct{}{}
	<-ctx.Done()
	return nil, ctx.Err()
}

func (s *stalled) count(by int) {
	s.mu.Lock()
	s.open += by
	s.mu.Unlock()
}

// gone waits until no job is left.
func (s *stalled) gone() error {
	for end := time.Now().Add(Patience); time.Now().Before(end); {
		s.mu.Lock()
		open := s.open
		s.mu.Unlock()
		if open == 0 {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("expected no job to be left, found one")
}

func TestCancelMeasurement(t *testing.T) {
	t.Parallel()
	s := newStalled()
	tab := openMachine(t, ownSite(t, withWorker(s)), "time")
	defer noProblems(t, tab)
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`/place 3/.test(document.querySelector(".group-server").innerText)`))
	close(s.turn)
	<-s.began
	must(t, tab.Wait(`document.querySelector(".group-server[data-phase=sampling]")`))
	must(t, tab.Click(".measure"))
	must(t, tab.Wait(`document.querySelector(".group-server[data-phase=cancelled]")`))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=cancelled], .group-browser[data-phase=done]")`))
	must(t, s.gone())
	// A tab that is closed leaves nothing either.
	must(t, tab.Click(".measure"))
	<-s.began
	tab.Close()
	must(t, s.gone())
}

// cable is what lies between a browser and a server, and can be cut. Its near end stays where
// it is meanwhile, so that no other program takes the place; it ends whatever arrives there.
type cable struct {
	mu      sync.Mutex
	severed bool
	ends    []net.Conn
	// way is locked while nothing that is on its way arrives.
	way sync.RWMutex
}

func (c *cable) carry(listener net.Listener, to string) {
	for {
		near, err := listener.Accept()
		if err != nil {
			return
		}
		c.connect(near, to)
	}
}

func (c *cable) connect(near net.Conn, to string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.severed {
		_ = near.Close()
		return
	}
	far, err := net.Dial("tcp", to)
	if err != nil {
		_ = near.Close()
		return
	}
	c.ends = append(c.ends, near, far)
	go c.carryOn(near, far)
	go c.carryOn(far, near)
}

// carryOn carries what comes from one end to the other, until the cable is cut or an end hangs up. Then the other end has to know: it would
// wait for ever for an answer.
func (c *cable) carryOn(to, from net.Conn) {
	defer func() { _, _ = to.Close(), from.Close() }()
	piece := make([]byte, packet)
	for {
		n, err := from.Read(piece)
		c.way.RLock()
		_, failed := to.Write(piece[:n])
		c.way.RUnlock()
		if err != nil || failed != nil {
			return
		}
	}
}

// late does something while whatever goes over the cable is on its way, and arrives only after that.
func (c *cable) late(do func()) {
	c.way.Lock()
	defer c.way.Unlock()
	do()
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.severed = true
	for _, end := range c.ends {
		_ = end.Close()
	}
	c.ends = nil
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.severed = false
}

// lay lays a cable to a site, and returns where its near end is.
func lay(t *testing.T, to *Site) (c *cable, near *Site) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	c = &cable{}
	go c.carry(listener, to.address())
	t.Cleanup(func() { _ = listener.Close(); c.cut() })
	return c, &Site{URL: "http://" + listener.Addr().String() + "/"}
}

func (s *Site) address() string { return strings.TrimSuffix(strings.TrimPrefix(s.URL, "http://"), "/") }

// TestServerVanishes cuts the connection in the middle of a measurement.
func TestServerVanishes(t *testing.T) {
	long(t)
	t.Parallel()
	s := newStalled()
	close(s.turn)
	own := ownSite(t, withWorker(s))
	c, near := lay(t, own)
	tab := openMachine(t, near, "time")
	must(t, tab.Click(".measure"))
	<-s.began
	must(t, tab.Wait(`document.querySelector(".group-server[data-phase=sampling]")`))
	// By now the browser has all that its own measurement needs.
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=sampling], .group-browser[data-phase=done]")`))
	c.cut()
	must(t, tab.Wait(`document.querySelector(".group-server[data-phase=lost]")?.innerText.includes("was lost")`))
	must(t, s.gone())
	must(t, tab.Wait(`document.querySelector(".group-server [role=alert] .retry")`))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=done]")`))
	must(t, tab.Click(".retry"))
	must(t, tab.Wait(`document.querySelector(".group-server[data-phase=lost]")?.innerText.includes("cannot be reached")`))
	must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=done] .times")`)) // what was measured stays
}

// TestMachineAccessibility runs axe-core over code and times in both themes.
func TestMachineAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := openMachine(t, site, "code")
		defer noProblems(t, tab)
		must(t, tab.Theme(theme))
		must(t, tab.Eval(`document.querySelectorAll(".machine-tools input").forEach((i) => i.click())`, nil))
		must(t, tab.Wait(`document.querySelectorAll(".asm").length === 2 && document.querySelector(".asm-bytes")`))
		must(t, point(tab, row("guard_class")))
		must(t, tab.Wait(row("i9 = int_add")))
		must(t, tab.Eval(row("i9 = int_add")+`.click()`, nil))
		expectAccessible(t, tab, "two listings")
		must(t, tab.Eval(`[...document.querySelectorAll("[aria-label=Machine] button")][1].click()`, nil))
		expectAccessible(t, tab, "before measuring")
		must(t, tab.Click(".measure"))
		must(t, tab.Wait(`document.querySelector(".group-browser[data-phase=done] .times")`))
		expectAccessible(t, tab, "measured")
		must(t, tab.Resize(360, 740))
		must(t, tab.Wait(`document.querySelector("#tab-machine")`))
		must(t, tab.Click("#tab-machine"))
		expectAccessible(t, tab, "on a phone")
		expectNoWider(t, tab, 360, "machine code on a phone")
	})
}
