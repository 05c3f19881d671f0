package browsertest

import (
	"context"
	"errors"
	"net"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Way delays and slows down answers. Chromium's own throttle does the same for a page, but not for the page's
// workers, which fetch the module.
type Way interface {
	// Begin waits until an answer begins, or its client has gone.
	Begin(ctx context.Context)
	// Carry waits until some bytes have gone.
	Carry(bytes int)
}

// Over makes a site answer over a way from now on; nil is the direct one.
func (s *Site) Over(w Way) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.way = w
}

// over is the way that a site answers over, nil if it is the direct one.
func (s *Site) over() Way {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.way
}

// late waits until an answer begins.
func (s *Site) late(r *http.Request) {
	if w := s.over(); w != nil {
		w.Begin(r.Context())
	}
}

// packet is how many bytes go over a way at once.
const packet = 1400

// wayConn writes over its site's way, if there is one.
type wayConn struct {
	net.Conn
	site *Site
}

func (c wayConn) Write(p []byte) (int, error) {
	w := c.site.over()
	if w == nil {
		return c.Conn.Write(p)
	}
	written := 0
	for written < len(p) {
		end := min(written+packet, len(p))
		w.Carry(end - written)
		n, err := c.Conn.Write(p[written:end])
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// SlowProcessor makes the page's processor slower by a factor.
func (t *Tab) SlowProcessor(times float64) error {
	return command(t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
}

// watching adds up layout shifts, and notes the tasks of more than 50 ms, in which the page could not respond.
const watching = `
window.unboxLoading = { shift: 0, moved: [], long: [] };
new PerformanceObserver((list) => {
	for (const e of list.getEntries()) {
		unboxLoading.shift += e.value;
		for (const s of e.sources) unboxLoading.moved.push((s.node?.outerHTML ?? s.node?.nodeName ?? "?").slice(0, 100) + " " + JSON.stringify([s.previousRect, s.currentRect]));
	}
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
	for (const e of list.getEntries()) unboxLoading.long.push({ start: e.startTime, took: e.duration });
}).observe({ type: "longtask", buffered: true });
`

// Loading is what was seen of a page as it was loaded.
type Loading struct {
	// Shift is the sum of layout shifts, Moved what moved.
	Shift float64  `json:"shift"`
	Moved []string `json:"moved"`
	// Long are the tasks of the main thread that took more than 50 ms.
	Long []LongTask `json:"long"`
}

// LongTask is one task, in milliseconds since the page was asked for.
type LongTask struct {
	Start float64 `json:"start"`
	Took  float64 `json:"took"`
}

// Blocking is how long the page could not respond, in milliseconds: what tasks took beyond 50 ms each, of those that began in
// [from, to).
func (l Loading) Blocking(from, to float64) float64 {
	sum := 0.0
	for _, task := range l.Long {
		if from <= task.Start && task.Start < to {
			sum += max(0, task.Took-50)
		}
	}
	return sum
}

// WatchLoading watches the pages that are opened from now on while they are loaded.
func (t *Tab) WatchLoading() error { return t.Before(watching) }

// Loading returns what was seen so far.
func (t *Tab) Loading() (l Loading, err error) {
	err = t.Eval("window.unboxLoading", &l)
	return l, err
}

// FirstVisit opens a site as somebody does who was never there, until nothing of the page is left to load, and returns how many
// bytes the server sent meanwhile. The page shows the picture; who edits needs the desk, too (AtDesk).
func (t *Tab) FirstVisit(s *Site) (int64, error) {
	before := s.Sent()
	for _, step := range []func() error{func() error { return t.Open(s.URL) }, t.Ready, t.Settled} {
		if err := step(); err != nil {
			return 0, err
		}
	}
	return s.Sent() - before, nil
}

// Heap is the number of bytes that the page's scripts hold after a garbage collection. What workers hold does not
// count.
func (t *Tab) Heap() (float64, error) {
	if err := command(t, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	got, err := chromedp.Call(ctx, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	return got.UsedSize, nil
}

// Busy is the processor time, in milliseconds, of the page's main thread since the first call.
func (t *Tab) Busy() (float64, error) {
	domain := performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}
	if err := command(t, performance.Enable, domain); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	got, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	for _, m := range got.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value * 1000, nil
		}
	}
	return 0, errors.New("expected the browser to count `TaskDuration`, found no such number")
}
