package optimizer_test

import (
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// A loop that adds up in boxes: it takes their numbers.
const boxLoop = `[p0, p1]
guard_class(p0, Box) [p0]
guard_class(p1, Box) [p1]
i2 = get(p0, val)
i3 = get(p1, val)
i4 = int_add(i2, i3)
i5 = int_sub(i3, 1)
i6 = int_gt(i5, 0)
guard_true(i6) [i4]
p7 = new(Box)
set(p7, val, i4)
p8 = new(Box)
set(p8, val, i5)
jump(p7, p8)
`

// TestEnterLoop takes the arguments of a jump to a loop apart.
func TestEnterLoop(t *testing.T) {
	for _, c := range []struct{ name, loop, bridge, want string }{
		{"a new box", boxLoop, "[i0, p1]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, p1, descr=<Loop1>)\n", "[i0, p1]\njump(i0, p1, descr=<Loop1>)\n"},
		{"two boxes, one of which holds 0", boxLoop, "[i0]\np1 = new(Box)\nset(p1, val, i0)\np2 = new(Box)\nset(p2, val, 0)\njump(p1, p2, descr=<Loop1>)\n", "[i0]\njump(i0, 0, descr=<Loop1>)\n"},
		{"one box twice, where the loop makes two", boxLoop, "[i0]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, p2, descr=<Loop1>)\n",
			"[i0]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, p2, descr=<Loop1>)\n"},
		{"one box twice, where the loop has one", "[p0, p1]\ni2 = get(p0, val)\ni3 = int_add(i2, 1)\np4 = new(Box)\nset(p4, val, i3)\njump(p4, p4)\n",
			"[i0]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, p2, descr=<Loop1>)\n", "[i0]\njump(i0, descr=<Loop1>)\n"},
		{"two boxes, where the loop has one", "[p0, p1]\ni2 = get(p0, val)\ni3 = int_add(i2, 1)\np4 = new(Box)\nset(p4, val, i3)\njump(p4, p4)\n",
			"[i0]\np1 = new(Box)\nset(p1, val, i0)\np2 = new(Box)\nset(p2, val, i0)\njump(p1, p2, descr=<Loop1>)\n",
			"[i0]\np1 = new(Box)\nset(p1, val, i0)\np2 = new(Box)\nset(p2, val, i0)\njump(p1, p2, descr=<Loop1>)\n"},
		{"a box that something else refers to", boxLoop, "[i0, p1]\np2 = new(Box)\nset(p2, val, i0)\nescape(p2)\njump(p2, p1, descr=<Loop1>)\n",
			"[i0, p1]\np2 = new(Box)\nset(p2, val, i0)\nescape(p2)\njump(p2, p1, descr=<Loop1>)\n"},
		{"an object of another class", boxLoop, "class Pair { val: int }\n[i0, p1]\np2 = new(Pair)\nset(p2, Pair.val, i0)\njump(p2, p1, descr=<Loop1>)\n",
			"class Pair { val: int }\n[i0, p1]\np2 = new(Pair)\nset(p2, val, i0)\njump(p2, p1, descr=<Loop1>)\n"},
		{"a field about which the loop knows what it holds", "[p0]\ni1 = get(p0, val)\np2 = get(p0, next)\nguard_isnull(p2) [p0]\ni3 = int_add(i1, 1)\np4 = new(Cell)\nset(p4, val, i3)\nset(p4, next, null)\njump(p4)\n",
			"[i0]\np2 = new(Cell)\nset(p2, val, i0)\nset(p2, next, null)\njump(p2, descr=<Loop1>)\n", "[i0]\njump(i0, descr=<Loop1>)\n"},
		{"a field that holds something else", "[p0]\ni1 = get(p0, val)\np2 = get(p0, next)\nguard_isnull(p2) [p0]\ni3 = int_add(i1, 1)\np4 = new(Cell)\nset(p4, val, i3)\nset(p4, next, null)\njump(p4)\n",
			"[i0, p1]\np2 = new(Cell)\nset(p2, val, i0)\nset(p2, next, p1)\njump(p2, descr=<Loop1>)\n", "[i0, p1]\np2 = new(Cell)\nset(p2, val, i0)\nset(p2, next, p1)\njump(p2, descr=<Loop1>)\n"},
		{"a loop that takes the box", "[p0]\nescape(p0)\njump(p0)\n", "[i0]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, descr=<Loop1>)\n", "[i0]\np2 = new(Box)\nset(p2, val, i0)\njump(p2, descr=<Loop1>)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			const classes = "class Box { val: int }\nclass Cell { val: int, next: ref }\n"
			var program trace.Program
			loop, list := program.Parse(classes + c.loop)
			if loop == nil {
				t.Fatal(list)
			}
			bridge, list := program.Parse(c.bridge)
			if bridge == nil {
				t.Fatal(list)
			}
			entered := optimizer.EnterLoop(bridge, loop)
			if err := trace.Check(entered); err != nil {
				t.Fatal(err)
			}
			straight, err := optimizer.PresetByName("straight")
			if err != nil {
				t.Fatal(err)
			}
			r := optimizer.Optimize(entered, straight.Passes)
			if got := strings.TrimPrefix(r.Out.String(), classes); got != c.want {
				t.Errorf("expected\n%sfound\n%s", c.want, got)
			}
			for _, fault := range remarkFaults(r) {
				t.Error(fault)
			}
			in := interp.SuggestedInputs(entered)
			if v := interp.Compare(interp.Run(entered, in, interp.RunOptions{}), interp.Run(r.Out, in, interp.RunOptions{})); v.Kind == interp.VerdictDiffer {
				t.Errorf("expected that both do the same: %s", v.Reason())
			}
		})
	}
}
