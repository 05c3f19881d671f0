package optimizer_test

import (
	"fmt"

	"unbox/optimizer"
	"unbox/trace"
)

// The life of one trace: text, passes, reasons, text.
func Example() {
	recorded, errs := trace.Parse(`
[p0, i1]
p2 = new(BoxedInteger)
set(p2, intval, i1)
i3 = get(p2, intval)
i4 = int_mul(i3, 8)
jump(p0, i4)
`)
	if len(errs) > 0 {
		panic(errs[0].Message)
	}
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		panic(err)
	}
	result := optimizer.Optimize(recorded, preset.Passes)
	fmt.Println(result.Out)
	before, after := trace.NewNamer(result.In, ""), trace.NewNamer(result.Out, "")
	for i, remark := range result.Remarks {
		fmt.Printf("%s by %s: %s\n", remark.Kind, remark.Pass, result.Text(i, before, after))
	}
	// Output:
	// [p0, i1]
	// i4 = int_lshift(i1, 3)
	// jump(p0, i4)
	//
	// removed by virtual: `p2` need not exist: `set(p2, intval, i1)` in row 4 and `i3 = get(p2, intval)` in row 5 use it, and none of them lets it escape
	// removed by virtual: `p2` is virtual, so the optimizer only notes that its field `intval` is `i1`: `p2 = new(BoxedInteger)` in row 3 made it, and nothing before this lets it escape
	// removed by virtual: `p2` is virtual, and its field `intval` is `i1`: `set(p2, intval, i1)` in row 4 wrote it
	// replaced by rules: rule `mul-power-of-two`
}
