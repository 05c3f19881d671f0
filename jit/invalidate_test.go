package jit_test

import (
	"maps"
	"strings"
	"testing"

	"unbox/lang/judge"
)

// thrownAway counts the traces of each line's loop that were thrown away because a class changed, and the bridges.
func thrownAway(t *testing.T, program, kind string) (loops, bridges map[int]int, made int) {
	t.Helper()
	want := judge.Run(program, false)
	got, j := runTraced(t, program, way{engine: kind})
	if got != want {
		t.Fatalf("%s: expected %q, found %q", kind, want, got)
	}
	loops, bridges = map[int]int{}, map[int]int{}
	for _, l := range j.Loops() {
		for _, why := range l.Failures {
			if strings.HasPrefix(why, "a class changed: ") {
				loops[l.At.Line]++
			}
		}
		for _, why := range l.BridgeFailures {
			if strings.Contains(why, "a class changed: ") {
				bridges[l.At.Line]++
			}
		}
		if l.Running() {
			made++
		}
	}
	return loops, bridges, made
}

// TestDependents changes attributes of classes, and counts what is thrown away: the traces that rely on them, and no
// other ones.
func TestDependents(t *testing.T) {
	tests := []struct {
		name, program  string
		loops, bridges map[int]int
		running        int
	}{
		{"another attribute", `class A:
    k = 1
    count = 0
a = A()
s = 0
for i in range(2000):
    s += a.k
    A.count += 1
print(s, A.count)
`, map[int]int{6: 2}, nil, 1},
		{"the attribute of one of two loops", `class A:
    k = 1
class B:
    k = 1
def f(n):
    s = 0
    for i in range(n):
        s += A.k
    return s
def g(n):
    s = 0
    for i in range(n):
        s += B.k
    return s
t = 0
t += f(300) + g(300)
B.k = 5
t += f(300) + g(300)
t += f(300) + g(300)
print(t)
`, map[int]int{12: 1}, nil, 2},
		{"a base class, and a name that was not there", `class A:
    def m(self):
        return 1
class B(A):
    pass
class C(A):
    def m(self):
        return 3
def f(x, n):
    s = 0
    for i in range(n):
        s += x.m()
    return s
def g(x, n):
    s = 0
    for i in range(n):
        s += x.m()
    return s
t = 0
for k in range(3):
    t += f(B(), 300)
    t += g(C(), 300)
    if k == 0:
        B.m = C.m
    elif k == 1:
        A.m = None
print(t)
`, map[int]int{11: 1}, nil, 2},
		{"what only a bridge relies on", `class A:
    k = 1
def f(n):
    s = 0
    for i in range(n):
        if i % 3 == 0:
            s += A.k
        else:
            s += 1
    return s
t = f(1)
for k in (1, 2):
    for i in range(1, 900):
        t += 1
        if i % 4 == 0:
            t += A.k
    A.k += 1
print(t)
`, nil, map[int]int{13: 2}, 1},
	}
	for _, tt := range tests {
		for _, kind := range []string{"native", "wasm"} {
			t.Run(tt.name+", "+kind, func(t *testing.T) {
				loops, bridges, running := thrownAway(t, tt.program, kind)
				if !maps.Equal(loops, tt.loops) || !maps.Equal(bridges, tt.bridges) || running != tt.running {
					t.Errorf("expected %v loops, %v bridges, %d running, found %v, %v, %d", tt.loops, tt.bridges, tt.running, loops, bridges, running)
				}
			})
		}
	}
}
