//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"unbox/internal/processes"
)

// The goals.
const (
	maxMain  = 400 << 20
	maxGroup = 1536 << 20
	maxP99   = time.Second
)

// Bounds of one attack.
const (
	// startPatience is for a server whose module is not compiled yet, on a machine that others use, too.
	startPatience = 6 * time.Minute
	// samplingTime is the maximum time for the honest clients, quickSampling the same in the short
	// form; endPatience is the maximum time for the attack and the server to come to rest
	// afterwards.
	samplingTime  = 25 * time.Second
	quickSampling = 8 * time.Second
	endPatience   = 60 * time.Second
	// placingTime is the maximum time for an attack to reach full strength.
	placingTime = 5 * time.Second
)

// campaign is a series of attacks on one server.
type campaign struct {
	options options
	// cache is the server's folder for compiled code, data the one for workshops.
	cache  string
	data   string
	group  *group // nil if none can be created
	server *server
	// honest are the visitors whose times count; the first one also does what only one has to
	// do.
	honest []*honest
	// known are all workers that ever existed.
	known []int
	table table
	peak  peaks
	// crowd is the number of workers of an idle server.
	crowd int
	// missed lists which goals were missed, and where.
	missed []string
}

// peaks are the peaks of memory in bytes.
type peaks struct{ main, group int64 }

func newCampaign(ctx context.Context, o options) (*campaign, error) {
	c := &campaign{options: o, table: table{out: os.Stdout}}
	var err error
	if c.cache, err = os.MkdirTemp("", "unbox-attack-cache-"); err != nil {
		return nil, err
	}
	if c.data, err = os.MkdirTemp("", "unbox-attack-data-"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.cache))
	}
	g, err := newGroup()
	if err != nil {
		fmt.Printf("No memory group can be made, so the main process is checked alone, and the sum over its family is sampled:\n%v\n\n", err)
	} else {
		c.group = g
	}
	if err := c.start(ctx); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// start starts the server that the attacks share, and waits until it is warm.
func (c *campaign) start(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if c.server, err = startServer(c.options.program("serve"), c.group, "--cache", c.cache, "--data", c.data); err != nil {
		return err
	}
	c.honest = nil
	for i := range visitors {
		h, err := newHonest(ctx, c.server, c.options, fmt.Sprintf("127.0.0.%d", 2+i))
		if err != nil {
			return err
		}
		c.honest = append(c.honest, h)
		if err := h.warm(ctx); err != nil {
			return err
		}
	}
	if err := c.count(ctx); err != nil {
		return err
	}
	main, whole := c.memory()
	fmt.Printf("Server at rest: %d workers; main process %s at its peak, group %s.\n\n", c.crowd, megabytes(main), megabytes(whole))
	c.table.head()
	return nil
}

// count counts the workers of an idle server after each kind of work has been done once.
func (c *campaign) count(ctx context.Context) error {
	a := newArena(c.server, c.honest[0], c.options)
	if err := c.honest[0].foreign(ctx); err != nil {
		return err
	}
	if err := a.measures(ctx, honestAddress); err != nil {
		return fmt.Errorf("an honest measurement: %w", err)
	}
	for range 5 { // some workers start only when the server is idle
		c.settle(ctx)
	}
	c.crowd = len(c.server.workers())
	return nil
}

// memory returns the peaks of the main process and the group; without a group, the present
// memory of the process family.
func (c *campaign) memory() (main, whole int64) {
	main = processes.Size(c.server.pid(), "VmHWM")
	if c.group != nil {
		whole = c.group.highest()
	} else {
		whole = processes.Resident(processes.Family(c.server.pid()))
	}
	c.peak.main, c.peak.group = max(c.peak.main, main), max(c.peak.group, whole)
	return main, whole
}

// attack runs one attack with everything that belongs to it, and prints its line. If the
// server died, it starts a new one.
//
// Errors: no server can be started any more.
func (c *campaign) attack(ctx context.Context, a attack) error {
	if !c.server.alive() {
		if err := c.start(ctx); err != nil {
			return err
		}
	}
	c.restart()
	kills := c.kills()
	arena := newArena(c.server, c.honest[0], c.options)
	arena.cache = c.cache
	begin := time.Now()
	seen := c.fight(ctx, a, arena)
	if ctx.Err() != nil {
		return nil
	}
	c.aftermath(ctx, arena)
	main, whole := c.memory()
	row := row{attack: a, arena: arena, samples: seen, main: main, group: whole, killed: c.kills() - kills, took: time.Since(begin)}
	c.judge(&row)
	c.table.row(&row)
	debug.FreeOSMemory() // sent and received data takes gigabytes, on the machine that the server needs, too
	if c.options.verbose && len(row.missed) > 0 {
		fmt.Printf("server's log:\n%s\n", c.server.log)
	}
	return nil
}

func (c *campaign) restart() {
	processes.RestartPeak(c.server.pid())
	if c.group != nil {
		c.group.restart()
	}
}

func (c *campaign) kills() int {
	if c.group == nil {
		return 0
	}
	return c.group.kills()
}

// fight runs the attack and the honest clients concurrently, until they have enough
// samples.
func (c *campaign) fight(ctx context.Context, a attack, arena *arena) samples {
	if a.own != nil {
		return a.own(ctx, arena)
	}
	attacking, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.do(attacking, arena)
		arena.ready()
	}()
	seen := c.sample(attacking, arena)
	cancel()
	select {
	case <-done:
	case <-time.After(endPatience):
		arena.fault("BUG: the attack did not end after %v", endPatience)
	}
	return seen
}

// enough is the required number of samples of each kind.
func (o options) enough() int {
	if o.quick {
		return 12
	}
	return 100
}

// least is the minimum time of an attack.
func (o options) least() time.Duration {
	if o.quick {
		return time.Second
	}
	return 2 * time.Second
}

// most is the maximum time of an attack, including the time to reach full strength.
func (o options) most() time.Duration {
	if o.quick {
		return quickSampling
	}
	return samplingTime
}

// visitors is the number of honest clients.
const visitors = 6

// sampling collects the measurements of several honest clients. Samples count from the
// beginning, and continue until there are enough since the attack reached full strength.
type sampling struct {
	c     *campaign
	arena *arena
	// limit is when it ends in any case, placing when the attack counts as in full strength.
	limit, placing time.Time

	mu   sync.Mutex
	seen samples
	// strong is the number of pairs since the attack reached full strength, least the earliest
	// end.
	strong int
	least  time.Time
}

// sample is the honest clients' part.
func (c *campaign) sample(ctx context.Context, arena *arena) samples {
	now := time.Now()
	s := &sampling{c: c, arena: arena, limit: now.Add(c.options.most()), placing: now.Add(placingTime)}
	each(len(c.honest), func(i int) {
		for ctx.Err() == nil && c.server.alive() && s.goesOn() {
			begin := time.Now()
			s.add(visit(ctx, c.honest[i], 1))
			pause(ctx, time.Since(begin)) // a learner looks at a response; someone who never does uses a script
		}
	})
	return s.seen
}

// goesOn reports whether more samples are needed.
func (s *sampling) goesOn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if len(s.seen) == 0 {
		return true
	}
	return now.Before(s.limit) && (s.least.IsZero() || s.strong < s.c.options.enough() || now.Before(s.least))
}

// add adds a pair.
func (s *sampling) add(pair samples) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, pair...)
	if !s.least.IsZero() {
		s.strong++
		return
	}
	select {
	case <-s.arena.placed:
		s.least = time.Now().Add(s.c.options.least())
	default:
		if time.Now().After(s.placing) {
			s.least = time.Now().Add(s.c.options.least())
		}
	}
}

// visit makes n pairs of requests: the page, and a run.
func visit(ctx context.Context, h *honest, n int) samples {
	var all samples
	for range n {
		all = append(all, h.sample(ctx, false), h.sample(ctx, true))
	}
	return all
}

// aftermath checks the server after the attack: it has to be ready and come to rest.
func (c *campaign) aftermath(ctx context.Context, arena *arena) {
	if !c.server.alive() {
		arena.fault("the server ended: %v: %s", c.server.err, firstLine(c.server.log.String()))
		return
	}
	c.known = append(c.known, c.server.workers()...)
	ctx, cancel := context.WithTimeout(ctx, endPatience)
	defer cancel()
	if err := c.server.ready(ctx); err != nil {
		arena.fault("%v", err)
	}
	if busy := c.settle(ctx); busy != "" {
		arena.fault("%s", busy)
	}
}

// Rest is when the server's family computes for less than a tenth of one processor for a
// while, and there are no more workers than at the beginning.
const (
	restWindow = 300 * time.Millisecond
	restShare  = 10
)

// settle waits until the server rests. It returns what is still active, or
// nothing.
func (c *campaign) settle(ctx context.Context) string {
	for {
		before := processes.Family(c.server.pid())
		at := processes.Computed(before)
		pause(ctx, restWindow)
		after := processes.Family(c.server.pid())
		spent := processes.Computed(after) - at
		crowded := c.crowd > 0 && len(after)-1 > c.crowd
		if slices.Equal(before, after) && spent*restShare <= restWindow && !crowded {
			return ""
		}
		if ctx.Err() != nil {
			return fmt.Sprintf("expected a server at rest, found %d workers (before: %d) that computed %v in %v", len(after)-1, c.crowd, spent, restWindow)
		}
	}
}

// judge compares a row with the goals.
func (c *campaign) judge(r *row) {
	miss := func(format string, args ...any) { r.missed = append(r.missed, fmt.Sprintf(format, args...)) }
	if len(r.arena.wrong) > 0 {
		miss("%s", counted(r.arena.wrong, 4))
	}
	if r.main >= maxMain {
		miss("main process at %s", megabytes(r.main))
	}
	if r.group >= maxGroup {
		miss("group at %s", megabytes(r.group))
	}
	if failures := r.samples.failures(); failures != "" {
		miss("honest requests failed: %s", failures)
	}
	if !c.options.quick {
		c.judgeTimes(r, miss)
	}
	for _, m := range r.missed {
		c.missed = append(c.missed, r.attack.name+": "+m)
	}
}

func (c *campaign) judgeTimes(r *row, miss func(string, ...any)) {
	for _, run := range []bool{false, true} {
		times := r.samples.times(run)
		what := map[bool]string{false: "page", true: "run"}[run]
		if p99 := quantile(times, 0.99); p99 >= maxP99 {
			miss("honest p99 of a %s is %v", what, p99.Round(time.Millisecond))
		}
		if r.attack.own == nil && len(times) < c.options.enough() {
			miss("%d samples of a %s, too few", len(times), what)
		}
	}
}

// end stops the server; nothing of it may be left.
func (c *campaign) end() {
	if !c.server.alive() {
		return
	}
	c.known = append(c.known, c.server.workers()...)
	if err := c.server.stop(30 * time.Second); err != nil {
		c.missed = append(c.missed, fmt.Sprintf("the end: %v", err))
	}
	for range 50 { // processes that were killed need a moment to be gone
		if len(leftovers(c.known)) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	c.missed = append(c.missed, fmt.Sprintf("the end: processes %v are left over", leftovers(c.known)))
}

// summary prints the results and reports whether all goals were reached.
func (c *campaign) summary() bool {
	fmt.Printf("\n%d attacks. Main process: %s at its peak (goal: below %s). Group: %s (goal: below %s).\n",
		c.table.rows, megabytes(c.peak.main), megabytes(maxMain), megabytes(c.peak.group), megabytes(maxGroup))
	if len(c.missed) == 0 {
		fmt.Println("All goals were reached.")
		return true
	}
	fmt.Printf("%d goals were missed:\n", len(c.missed))
	for _, m := range c.missed {
		fmt.Println(" -", m)
	}
	return false
}

// close ends what is still running.
func (c *campaign) close() {
	if c.server != nil && c.server.alive() {
		c.server.kill()
	}
	_ = errors.Join(os.RemoveAll(c.cache), os.RemoveAll(c.data)) // files may stay in a folder for temporary files
	if c.group == nil {
		return
	}
	for range 50 {
		if len(c.group.members()) == 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err := c.group.remove(); err != nil {
		fmt.Fprintln(os.Stderr, "bench/attack: the group stays:", err)
	}
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }
