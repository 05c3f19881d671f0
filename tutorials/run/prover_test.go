package run

import (
	"strconv"
	"testing"

	"unbox/internal/child/childtest"
)

// TestMemoryOfTheProver proves what needs much memory in a real worker: long traces, products that no solver gets through, deep
// objects, many guards, many labels without names. Whatever is said of it, the worker never has more memory than its bound, and the next
// run is right.
func TestMemoryOfTheProver(t *testing.T) {
	if !*longCourse {
		t.Skip("a long test, for `make test-native-long`")
	}
	p := warm(t, Options{Workers: 1, SlowWorkers: 1})
	lines := func(first string, n int, line, last string) string {
		return "t = '" + first + "\\n' + ''.join(['" + line + "\\n'.replace('<', str(i)).replace('>', str(i + 1)) for i in range(" + strconv.Itoa(n) + ")]) + '" + last + "\\n'\n"
	}
	for name, code := range map[string]string{
		"many labels":     "t = '[i0]\\n' + 'label(i0)\\n' * 2000 + 'jump(i0)\\n'\n",
		"many operations": lines("[i0]", 1500, "i> = int_add(i<, 1)", "finish(i1500)"),
		"products":        lines("[i0, i9999]", 60, "i> = int_mul(i<, i<)", "finish(i60)"),
		"deep objects":    lines("[p0]", 1500, "p> = new(Box)\\nset(p>, next, p<)", "finish(p1500)"),
		"many guards":     lines("[i0]", 1500, "i> = int_sub_ovf(i<, 1)\\nguard_no_overflow() [i<]", "finish(i1500)"),
	} {
		code += "def test_x():\n    for k in range(1000):\n        prove(t, t.replace('jump', 'jump'))\n        prove(t, t.replace('finish(', 'finish( '))\n"
		r := lesson(t, p, name, request(t, code))
		peak := childtest.Peak(t)
		t.Logf("%s: %s, %d MB %.200v", name, r.Status, peak>>20, r.Tests)
		if r.Status != "fail" {
			t.Errorf("%s: expected a test that is given up, found a program that did not get to it: %s %s", name, r.Status, r.Message)
		}
		if peak > maxResident {
			t.Errorf("%s: expected a worker of at most %d MB, found one of %d MB", name, maxResident>>20, peak>>20)
		}
		if r := lesson(t, p, "honest", request(t, honest)); r.Status != "pass" {
			t.Errorf("%s: expected the next run to pass, found %+v", name, r)
		}
	}
}
