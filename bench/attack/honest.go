//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"unbox/tutorials"
)

// honestAddress is the address of the first honest client; the others have the addresses
// after it.
const honestAddress = "127.0.0.2"

// honestPatience is the time that the honest client waits for a response. In the short form,
// which does not judge by the clock, it waits much longer.
const (
	honestPatience = 15 * time.Second
	quickPatience  = 3 * time.Minute
)

// honest is a visitor who fetches the page and runs a lesson.
type honest struct {
	seat *seat
	// path and body are those of a run of a step with its solution.
	path     string
	code     string
	body     []byte
	patience time.Duration
}

// newHonest makes a visitor with a seat, who comes from an address.
func newHonest(ctx context.Context, s *server, o options, address string) (*honest, error) {
	course, err := tutorials.Course()
	if err != nil {
		return nil, err
	}
	_, step := course.Step(honestStep)
	if step == nil {
		return nil, fmt.Errorf("expected a step `%s`, found none", honestStep)
	}
	body, err := json.Marshal(map[string]string{"code": step.Solution.Text})
	if err != nil {
		return nil, err
	}
	h := &honest{seat: newSeat(s.url, address), path: "lessons/" + honestStep + "/run", code: step.Solution.Text, body: body, patience: honestPatience}
	if o.quick {
		h.patience = quickPatience
	}
	return h, h.seat.take(ctx)
}

// warmHonest makes an honest client for a server of an attack's own, which answers quickly from then on.
func (a *arena) warmHonest(ctx context.Context, s *server) (*honest, error) {
	h, err := newHonest(ctx, s, a.options, honestAddress)
	if err != nil {
		return nil, err
	}
	return h, h.warm(ctx)
}

// honestStep is a step with tests that run a pass on traces, like most steps.
const honestStep = "equal-things/computed-once-and-for-all"

// sample is one request of the honest client.
type sample struct {
	// run distinguishes a run of a lesson from a fetch of the page.
	run  bool
	took time.Duration
	err  error
}

// sample makes one request over a separate connection, as a new visitor does.
func (h *honest) sample(ctx context.Context, run bool) sample {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	begin := time.Now()
	err := h.page(ctx)
	if run {
		begin = time.Now()
		err = h.run(ctx)
	}
	return sample{run, time.Since(begin), err}
}

func (h *honest) page(ctx context.Context) error {
	text, err := h.seat.exchange(ctx, http.MethodGet, "", nil)
	if err == nil && !bytes.Contains(text, []byte("<html")) {
		err = errors.New("expected the page, found something else")
	}
	return err
}

// run runs the lesson. The solution is correct, so any result except "pass" is an error of the
// server.
func (h *honest) run(ctx context.Context) error {
	text, err := h.seat.exchange(ctx, http.MethodPost, h.path, h.body)
	if err != nil {
		return err
	}
	var result struct{ Status, Message string }
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	if result.Status != "pass" {
		return fmt.Errorf("expected the solution to pass, found `%s`: %s", result.Status, result.Message)
	}
	return nil
}

// warm runs the lesson until it succeeds quickly several times in a row.
func (h *honest) warm(ctx context.Context) error {
	var last error
	for good := 0; good < 5; good++ {
		if ctx.Err() != nil {
			return errors.Join(errors.New("expected a server that gets warm"), last)
		}
		if s := h.sample(ctx, true); s.err != nil {
			last, good = s.err, -1
			pause(ctx, 100*time.Millisecond)
		}
	}
	return nil
}

// foreign runs an honest program of another language, which only compiled code can do.
func (h *honest) foreign(ctx context.Context) error {
	_, err := h.seat.exchange(ctx, http.MethodPost, "lessons/pass", passBody(program(1, nil), trivialTrace))
	if err != nil {
		return fmt.Errorf("an honest program of another language: %w", err)
	}
	return nil
}

// samples are what the honest client measured under one attack.
type samples []sample

// times returns the times of runs or of pages, sorted. A failed request counts as the whole patience.
func (s samples) times(run bool) []time.Duration {
	var all []time.Duration
	for _, x := range s {
		switch {
		case x.run != run:
		case x.err != nil:
			all = append(all, honestPatience)
		default:
			all = append(all, x.took)
		}
	}
	slices.Sort(all)
	return all
}

// failures counts the failures by their messages.
func (s samples) failures() string {
	counts := map[string]int{}
	for _, x := range s {
		if x.err != nil {
			counts[firstLine(x.err.Error())]++
		}
	}
	return counted(counts, 3)
}

// quantile returns the value below which a part of the sorted times lies: the smallest one that
// at least that part does not exceed.
func quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	i := int(part*float64(len(times))+0.999999) - 1
	return times[min(max(i, 0), len(times)-1)]
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > 160 {
		return string(runes[:159]) + "…"
	}
	return line
}
