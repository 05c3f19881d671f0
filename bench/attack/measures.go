//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

func asTimeout(err error, into *net.Error) bool { return errors.As(err, into) && (*into).Timeout() }

// hostileTrace is a job that tries to hurt the worker that measures it.
type hostileTrace struct {
	name, about string
	quick       bool
	job         func() map[string]any
}

func hostileTraces() []hostileTrace {
	trace := func(text string) func() map[string]any {
		return func() map[string]any { return map[string]any{"trace": text} }
	}
	return []hostileTrace{
		{"trace-endless", "a loop without an end, every variant", true, trace(loopTrace)},
		{"trace-planner", "a write by an index that a guard put beyond 2^31", true, trace(beyondTrace)},
		{"trace-allocations", "a loop that allocates 2,000 objects in each iteration and keeps them", true, func() map[string]any {
			return map[string]any{"trace": allocating(2000)}
		}},
		{"trace-array", "arrays of 2^40 and of 2^31 items", false, trace("[i0]\np1 = new_array_clear(1099511627776, descr=<ArrayS 8>)\np2 = new_array_clear(2147483647, descr=<ArrayS 8>)\nescape(p1)\nescape(p2)\njump(i0)\n")},
		{"trace-virtuals", "20,000 virtual objects in a chain, described at each of 200 guards", true, func() map[string]any {
			return map[string]any{"trace": chain(20_000, 200)}
		}},
		{"trace-virtuals-1001", "1,001 virtual objects in a chain", false, func() map[string]any { return map[string]any{"trace": chain(1001, 1)} }},
		{"trace-8-mb", "8 MB of additions", true, func() map[string]any { return map[string]any{"trace": additions(180_000)} }},
		{"trace-live", "50,000 values that live through the whole loop", false, func() map[string]any { return map[string]any{"trace": allAlive(50_000)} }},
		{"trace-labels", "many labels, and jumps to none of them", false, trace("[i0]\n" + strings.Repeat("label(i0, descr=L)\n", 20_000) + "jump(i0, descr=M)\n")},
		{"trace-strange", "NUL, half characters, a name of a megabyte", false, trace("[i\x00]\n\xff\xfe = int_add(1, " + strings.Repeat("9", 1<<20) + ")\n")},
		{"trace-inputs", "inputs of a megabyte", false, func() map[string]any {
			return map[string]any{"trace": loopTrace, "inputs": "i0=" + strings.Repeat("9", 1<<20)}
		}},
		{"trace-comments", "8 MB of comments, and of lines without anything", false, trace("[i0]\n" + strings.Repeat("# ignore this\n\n", 500_000) + "jump(i0)\n")},
		{"trace-snapshots", "guards with 5,000 values each, in 200 frames", false, func() map[string]any {
			return map[string]any{"trace": "[i0]\n" + strings.Repeat("guard_true(i0) ["+strings.TrimSuffix(strings.Repeat("i0, ", 5_000), ", ")+"]\n", 30) + "jump(i0)\n"}
		}},
		{"trace-numbers", "numbers of every kind that there is not: 1e999, -0, 10^400, 0x8000000000000000, halves", false,
			trace("[i0]\ni1 = int_add(i0, 1e999)\ni2 = int_add(i0, -0)\ni3 = int_add(9" + strings.Repeat("0", 400) + ", 0x8000000000000000)\ni4 = int_lshift(i0, 0.5)\njump(i4)\n")},
		{"trace-nested-job", "a job of nested lists, variants that there are not, the same twice", false, func() map[string]any {
			return map[string]any{"trace": loopTrace, "variants": strings.Split(strings.Repeat("native loop,", 50_000), ",")}
		}},
	}
}

// beyondTrace has an index that is larger than any array.
const beyondTrace = `[i0, p0]
i1 = arraylen_gc(p0, descr=<ArrayS 8>)
i2 = int_gt(i0, 2147483647)
guard_true(i2)
setarrayitem_gc(p0, i0, 7, descr=<ArrayS 8>)
label(i0, p0, i1, descr=L)
jump(i0, p0, i1, descr=L)
`

// allocating is a loop in which each object holds the one before.
func allocating(n int) string {
	var b strings.Builder
	b.WriteString("[p0]\n")
	for i := range n {
		fmt.Fprintf(&b, "p%d = new(Box)\nset(p%d, next, p%d)\n", i+1, i+1, i)
	}
	fmt.Fprintf(&b, "escape(p%d)\njump(p%d)\n", n, n)
	return b.String()
}

// chain has n virtual objects, each in the next one, at each of some guards.
func chain(n, guards int) string {
	var b strings.Builder
	b.WriteString("[i0]\np1 = new(Box)\nset(p1, value, i0)\n")
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&b, "p%d = new(Box)\nset(p%d, next, p%d)\n", i, i, i-1)
	}
	for i := range guards {
		fmt.Fprintf(&b, "i%d = int_lt(i0, %d)\nguard_true(i%d) [p%d]\n", i+1, 1000000+i, i+1, n)
	}
	b.WriteString("i999999 = int_add(i0, 1)\njump(i999999)\n")
	return b.String()
}

func additions(n int) string {
	var b strings.Builder
	b.WriteString("[i0]\n")
	for i := range n {
		fmt.Fprintf(&b, "i%d = int_add(i%d, %d)\nescape(i%d)\n", i+1, i, i%7+1, i+1)
	}
	fmt.Fprintf(&b, "jump(i%d)\n", n)
	return b.String()
}

// allAlive needs all of its values again at the end.
func allAlive(n int) string {
	var b strings.Builder
	b.WriteString("[i0]\n")
	for i := range n {
		fmt.Fprintf(&b, "i%d = int_mul(i0, %d)\n", i+1, i+3)
	}
	last := "i0"
	for i := range n {
		fmt.Fprintf(&b, "i%d = int_xor(%s, i%d)\n", n+i+1, last, n-i)
		last = fmt.Sprintf("i%d", n+i+1)
	}
	fmt.Fprintf(&b, "jump(%s)\n", last)
	return b.String()
}

// measureAttacks ask for measurements that hurt, from several addresses, again and again.
func measureAttacks() []attack {
	var all []attack
	for _, h := range slices.Concat(hostileTraces(), strangeTraces()) {
		all = append(all, attack{name: h.name, about: h.about, quick: h.quick, do: func(ctx context.Context, a *arena) {
			job, err := json.Marshal(h.job())
			if err != nil {
				panic("BUG: texts always marshal: " + err.Error())
			}
			a.repeat(ctx, 4, 20, func(i int) { a.job(ctx, address(i), "measure", job) })
		}})
	}
	return append(all, attack{
		name: "measure-cancel", about: "measurements that are taken back at once, in all orders", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 16, 200, func(i int) { a.cancels(ctx, address(i)) })
		},
	}, attack{
		name: "measure-queue", about: "64 addresses with eight measurements each",
		do: func(ctx context.Context, a *arena) {
			job, err := json.Marshal(map[string]any{"trace": loopTrace})
			if err != nil {
				panic("BUG: a text always marshals: " + err.Error())
			}
			a.repeat(ctx, 512, 3, func(i int) { a.job(ctx, address(i), "measure", job) })
		},
	})
}

// job asks for one measurement and notes the last answer.
func (a *arena) job(ctx context.Context, ip, kind string, job []byte) {
	conn := a.socket(ctx, ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	// A browser reads while it sends: so it gets the reason for the end of a connection on which it has not sent
	// everything. An error of sending is an error of reading, too.
	go func() { _ = conn.WriteJSON(map[string]any{"id": 1, "kind": kind, "job": json.RawMessage(job)}) }()
	for {
		_ = conn.SetReadDeadline(time.Now().Add(samplingTime))
		var answer struct {
			Kind, Error string
			Place       int
		}
		if err := conn.ReadJSON(&answer); err != nil {
			if ctx.Err() == nil {
				a.saw("%s", goodbye(err))
			}
			return
		}
		switch answer.Kind {
		case "result":
			a.saw("result")
			return
		case "error":
			a.saw("%s", brief(answer.Error))
			if strings.Contains(answer.Error, "BUG") || strings.Contains(answer.Error, "goroutine") {
				a.fault("expected a reason in plain words, found %s", answer.Error)
			}
			return
		}
	}
}

// goodbye is the reason in the last frame of a connection that the server ended, if it said one.
func goodbye(err error) string {
	var closed *websocket.CloseError
	if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure && closed.Text != "" {
		return brief(closed.Text)
	}
	return "hung up"
}

// cancels begins eight measurements and cancels them in a different order, some twice, and
// some that do not exist.
func (a *arena) cancels(ctx context.Context, ip string) {
	conn := a.socket(ctx, ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	job := json.RawMessage(`{"trace":"[i0]\ni1 = int_add(i0, 1)\njump(i1)\n","quick":true}`)
	for id := range 10 {
		if conn.WriteJSON(map[string]any{"id": id, "kind": "measure", "job": job}) != nil {
			return
		}
	}
	for id := range 20 {
		if conn.WriteJSON(map[string]any{"id": (id * 7) % 13, "kind": "cancel"}) != nil {
			return
		}
	}
	a.saw("taken back")
}
