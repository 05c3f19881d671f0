//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
)

// hostile is a module that is more expensive than it looks.
type hostile struct {
	name, about string
	quick       bool
	module      func() []byte
	// good means that the program is correct and may end well.
	good bool
}

// hostileModules are modules that are expensive to read, check, compile or start.
func hostileModules() []hostile {
	return []hostile{
		{"module-locals", "a function of 2^29 locals", true, func() []byte {
			return program(1, nil, section(codeSection, vector(sized(join(vector(join(number(1<<29), []byte{typeI64})), []byte{opEnd})))))
		}, false},
		{"module-locals-in-groups", "50,000 locals, in groups of one", false, func() []byte {
			groups := join(number(50_000), times(50_000, []byte{1, typeI64}))
			return program(1, nil, section(codeSection, vector(sized(join(groups, []byte{opEnd})))))
		}, false},
		{"module-locals-everywhere", "20,000 functions of 50,000 locals each", false, func() []byte {
			body := sized(join(vector(join(number(50_000), []byte{typeI64})), []byte{opEnd}))
			return program(1, nil, section(functionSection, number(20_000), times(20_000, number(0))),
				section(codeSection, number(20_000), times(20_000, body)))
		}, false},
		{"module-table", "a table of 128 M entries", true, func() []byte {
			return program(1, nil, section(tableSection, vector(join([]byte{typeFuncRef, 0}, number(128<<20)))))
		}, false},
		{"module-tables", "100,000 tables of 1,000 entries", false, func() []byte {
			return program(1, nil, section(tableSection, number(100_000), times(100_000, join([]byte{typeFuncRef, 0}, number(1000)))))
		}, false},
		{"module-elements-count", "an element segment that claims 2^32-1 functions", true, func() []byte {
			return program(1, nil, section(tableSection, vector([]byte{typeFuncRef, 0, 1})),
				section(elementSection, number(1), []byte{0}, i32(0), []byte{opEnd}, number(1<<32-1)))
		}, false},
		{"module-elements-segments", "2 M element segments without entries", true, func() []byte {
			return program(1, nil, section(tableSection, vector([]byte{typeFuncRef, 0, 1})),
				section(elementSection, number(2_000_000), times(2_000_000, []byte{0}, i32(0), []byte{opEnd, 0})))
		}, false},
		{"module-functions", "1 M empty functions", true, func() []byte {
			return program(1, nil, section(functionSection, number(1_000_000), times(1_000_000, number(0))),
				section(codeSection, number(1_000_000), times(1_000_000, function())))
		}, false},
		{"module-functions-count", "a function section that claims 2^32-1 functions", false, func() []byte {
			return program(1, nil, section(functionSection, number(1<<32-1), number(0)))
		}, false},
		{"module-types", "a type section that claims 2^31 types, and types of 10 M parameters", false, func() []byte {
			return program(1, nil, section(typeSection, number(2), signature(nil, nil), signature(ints(10_000_000), nil)))
		}, false},
		{"module-globals", "1 M globals", false, func() []byte {
			return program(1, nil, section(globalSection, number(1_000_000), times(1_000_000, []byte{typeI32, 1}, i32(0), []byte{opEnd})))
		}, false},
		{"module-exports", "1 M exports", false, func() []byte {
			exports := new(bytes.Buffer)
			for i := range 1_000_000 {
				exports.Write(join(sized([]byte{byte(i), byte(i >> 8), byte(i >> 16)}), []byte{0, 0}))
			}
			return program(1, nil, section(exportSection, number(1_000_000), exports.Bytes()))
		}, false},
		{"module-memory", "a memory of 4 GB from the beginning", false, func() []byte {
			return program(65536, nil)
		}, false},
		{"module-data", "2 M data segments", false, func() []byte {
			return program(1, nil, section(dataSection, number(2_000_000), times(2_000_000, []byte{0}, i32(0), []byte{opEnd, 0})))
		}, false},
		{"module-br-table", "a br_table with 2 M targets", false, func() []byte {
			return program(1, join([]byte{opBlock, empty}, i32(0), []byte{opBrTable}, number(2_000_000), times(2_000_000, []byte{0}), []byte{0, opEnd}))
		}, false},
		{"module-blocks", "1 M blocks, one in the other", false, func() []byte {
			return program(1, join(times(1_000_000, []byte{opBlock, empty}), times(1_000_000, []byte{opEnd})))
		}, false},
		{"module-compile-bomb", "one function of 10 MB", true, func() []byte {
			return program(1, join(i32(1), times(3_300_000, i32(1), []byte{opI32Add}), []byte{opDrop}))
		}, false},
		{"module-calls-bomb", "3 M calls in a function, of which each is a place to keep registers", false, func() []byte {
			return program(1, times(3_000_000, call(0)))
		}, false},
		{"module-start-section", "a start function that never ends", false, func() []byte {
			return program(1, forever(), section(startSection, number(0)))
		}, false},
		{"module-custom-section", "10 MB of a section that nobody reads", false, func() []byte {
			return join(program(1, nil), section(0, sized([]byte("name")), make([]byte, 10<<20)))
		}, true},
		{"module-names", "a name section of 10 MB with 300,000 names of functions that there are not", false, func() []byte {
			names := new(bytes.Buffer)
			for i := range 300_000 {
				names.Write(join(number(uint64(i*7)), sized([]byte("name of a function, again and again"))))
			}
			return join(program(1, nil), section(0, sized([]byte("name")), []byte{1}, sized(join(number(300_000), names.Bytes()))))
		}, true},
		{"module-memories", "two memories, a memory of 64 bits, a shared one", true, func() []byte {
			return program(1, nil, section(memorySection, vector([]byte{0, 1}, []byte{4, 1}, []byte{3, 1, 2}, []byte{0, 1})))
		}, false},
		{"module-tags", "a section of exception tags, a try, a throw", false, func() []byte {
			return program(1, []byte{0x06, empty, 0x08, 0, 0x07, 0, opEnd}, section(13, vector([]byte{0, 0})))
		}, false},
		{"module-data-large", "a data segment of 10 MB into a memory of one page", false, func() []byte {
			return program(1, nil, contents(make([]byte, 10<<20)))
		}, false},
		{"module-nested-ifs", "100,000 ifs, one in the other, each with an else", false, func() []byte {
			return program(1, join(times(100_000, i32(1), []byte{0x04, empty}), times(100_000, []byte{0x05, opEnd})))
		}, false},
		{"module-results", "blocks with 1,000 results, 2,000 times", false, func() []byte {
			return program(1, times(2_000, []byte{opBlock, 1}, times(1000, i32(0)), []byte{opEnd}, times(1000, []byte{opDrop})),
				section(typeSection, number(2), signature(nil, nil), signature(nil, ints(1000))))
		}, false},
		{"module-select", "300,000 values on the stack at once", false, func() []byte {
			return program(1, join(times(300_000, i32(1)), times(300_000, []byte{opDrop})))
		}, true},
		{"module-simd", "a function of a million additions of vectors", false, func() []byte {
			zero := join([]byte{0xfd, 12}, make([]byte, 16))
			return program(1, join(zero, times(400_000, zero, []byte{0xfd, 0xae, 1}), []byte{opDrop}))
		}, false},
		{"module-utf8", "imports and exports whose names are no UTF-8, NUL, or a megabyte long", false, func() []byte {
			return program(1, nil, section(exportSection, vector(join(sized([]byte("_start")), []byte{0, 0}), join(sized([]byte("\xff\xfe")), []byte{0, 0}),
				join(sized(bytes.Repeat([]byte("a"), 1<<20)), []byte{0, 0}))))
		}, false},
		{"module-numbers", "numbers of ten bytes, lengths beyond the end", false, func() []byte {
			return join([]byte("\x00asm\x01\x00\x00\x00"), []byte{1}, bytes.Repeat([]byte{0xff}, 9), []byte{1, 0xff, 0xff})
		}, false},
		{"module-cut", "a program that is cut off in its code", false, func() []byte {
			whole := printsZeros()
			return whole[:len(whole)*2/3]
		}, false},
	}
}

// hostilePrograms are small correct modules whose run is expensive.
func hostilePrograms() []hostile {
	return []hostile{
		{"wasi-loop", "a loop without an end", true, func() []byte { return program(1, forever()) }, false},
		{"wasi-grow", "memory.grow without an end, each page written", true, func() []byte {
			grow := join(i32(64), []byte{opMemoryGrow, 0, opDrop})
			return program(1, forever(grow, fill()))
		}, false},
		{"wasi-unreachable", "unreachable", false, func() []byte { return program(1, []byte{opUnreachable}) }, false},
		{"wasi-recursion", "a function that calls itself", true, func() []byte { return program(1, call(0)) }, false},
		{"wasi-call-indirect", "indirect calls of nothing", false, func() []byte {
			return program(1, join(i32(7), []byte{opCallIndirect, 0, 0}), section(tableSection, vector([]byte{typeFuncRef, 0, 10})))
		}, false},
		{"wasi-fill", "4 million memory.fill of 64 MB", false, func() []byte {
			return program(1024, forever(i32(0), i32(1), i32(64<<20), []byte{0xfc, 11, 0}))
		}, false},
		{"wasi-fd-read", "fd_read again and again, past the end", false, func() []byte {
			return wasi("fd_read", ints(4), ints(1), 1, forever(i32(0), i32(0), i32(1), i32(8), call(0), []byte{opDrop}), contents(words(16, 1000)))
		}, false},
		{"wasi-poll-oneoff", "poll_oneoff: sleep for an hour", true, func() []byte {
			subscription := append(make([]byte, 16), 0, 0, 0, 0, 0, 0, 0, 0)
			subscription = append(subscription, words(0, 0)...)
			subscription = append(subscription, 0, 0xa0, 0xb8, 0x30, 0x46, 3, 0, 0) // 3,600,000,000,000 ns
			return wasi("poll_oneoff", ints(4), ints(1), 1, join(i32(0), i32(1024), i32(1), i32(2048), call(0), []byte{opDrop}), contents(subscription))
		}, true},
		{"wasi-random-get", "random_get of 100 MB, again and again", false, func() []byte {
			return wasi("random_get", ints(2), ints(1), 1600, forever(i32(0), i32(100<<20), call(0), []byte{opDrop}))
		}, false},
		{"wasi-path-open", "path_open of /etc/passwd from any descriptor", true, func() []byte {
			parameters := []byte{typeI32, typeI32, typeI32, typeI32, typeI32, typeI64, typeI64, typeI32, typeI32}
			var code []byte
			for fd := range int64(16) {
				code = join(code, i32(fd), i32(1), i32(0), i32(11), i32(0), []byte{opI64Const}, signed(-1), []byte{opI64Const}, signed(-1),
					i32(0), i32(64), call(0), []byte{opDrop})
			}
			return wasi("path_open", parameters, ints(1), 1, code, contents([]byte("/etc/passwd")))
		}, true},
		{"wasi-sockets", "sock_recv from any descriptor", false, func() []byte {
			return wasi("sock_recv", ints(6), ints(1), 1, join(i32(3), i32(0), i32(1), i32(0), i32(8), i32(12), call(0), []byte{opDrop}))
		}, true},
		{"wasi-print-forever", "a million bytes on standard output, again and again", false, func() []byte {
			return printing(17, 1_000_000, func(write []byte) []byte { return forever(write) })
		}, false},
		{"wasi-print-same-piece", "one fd_write with 65,000 descriptors of the same 64 KB", true, func() []byte {
			var pieces []uint32
			for range 65_000 {
				pieces = append(pieces, 0, 65536)
			}
			code := join(i32(1), i32(0), i32(65_000), i32(600_000), call(0), []byte{opDrop})
			return wasi("fd_write", ints(4), ints(1), 10, code, contents(words(pieces...)))
		}, false},
		{"wasi-copies", "memory.copy of 60 MB onto itself, again and again", false, func() []byte {
			return program(1024, forever(i32(0), i32(1), i32(60<<20), []byte{0xfc, 10, 0, 0}))
		}, false},
		{"wasi-grow-table", "table.grow without an end", false, func() []byte {
			return program(1, forever([]byte{0xd0, typeFuncRef}, i32(1<<16), []byte{0xfc, 15, 0, opDrop}), section(tableSection, vector([]byte{typeFuncRef, 0, 1})))
		}, false},
		{"wasi-yield", "sched_yield without an end", false, func() []byte {
			return wasi("sched_yield", nil, ints(1), 1, forever(call(0), []byte{opDrop}))
		}, false},
		{"wasi-exit", "proc_exit with every code", false, func() []byte {
			return wasi("proc_exit", ints(1), nil, 1, join(i32(-1), call(0)))
		}, false},
		{"wasi-unknown-import", "a function that there is not", false, func() []byte {
			return wasi("fork", nil, ints(1), 1, join(call(0), []byte{opDrop}))
		}, false},
	}
}

// fill writes the first MB of the memory.
func fill() []byte { return join(i32(0), i32(1), i32(1<<16), []byte{0xfc, 11, 0}) }

const trivialTrace = "[i0]\ni1 = int_add(i0, 0)\nfinish(i1)\n"

// passBody is the body of POST /lessons/pass.
func passBody(wasm []byte, trace string) []byte {
	text, err := json.Marshal(map[string]any{"wasm": base64.StdEncoding.EncodeToString(wasm), "trace": trace})
	if err != nil {
		panic("BUG: two texts always marshal: " + err.Error())
	}
	return text
}

// moduleAttacks sends each hostile module from several seats.
func moduleAttacks() []attack {
	var all []attack
	for _, h := range slices.Concat(hostileModules(), hostilePrograms(), strangeModules()) {
		all = append(all, attack{name: h.name, about: h.about, quick: h.quick, do: h.send})
	}
	return append(all, attack{name: "module-random", about: "modules with a few bytes changed, each a new one", do: randomModules})
}

// send sends the module again and again. Every refusal of the server has to give a reason,
// and no worker may die: bad modules are refused with a message before they run, others are
// ended.
func (h hostile) send(ctx context.Context, a *arena) {
	body := passBody(h.module(), trivialTrace)
	seats := a.seats(ctx, 6)
	a.repeat(ctx, len(seats), 200, func(i int) {
		r, reason := a.post(ctx, seats[i], "lessons/pass", body)
		if r != nil && r.status == 200 && reason == "" && !h.good {
			a.fault("expected a reason, found the answer %s", r.body)
		}
		if strings.Contains(reason, "stopped together with its worker") {
			a.fault("expected a module that is checked first, found that a worker died of it: %s", reason)
		}
	})
}

func randomModules(ctx context.Context, a *arena) {
	var whole [][]byte
	for _, h := range hostilePrograms() {
		whole = append(whole, h.module())
	}
	seats := a.seats(ctx, 6)
	a.repeat(ctx, len(seats), 300, func(i int) {
		wasm := bytes.Clone(whole[rand.N(len(whole))])
		for range 1 + rand.N(4) {
			wasm[8+rand.N(min(len(wasm)-8, 200))] = byte(rand.N(256))
		}
		a.post(ctx, seats[i], "lessons/pass", passBody(wasm, trivialTrace))
	})
}
