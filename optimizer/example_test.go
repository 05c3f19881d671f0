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
	// removed by virtual: `p2` never escapes: it stays virtual and is not allocated
	// removed by virtual: `p2` is virtual: its field `intval` is now `i1`
	// removed by virtual: `p2` is virtual: its field `intval` is `i1`
	// replaced by rules: rule `mul-power-of-two`
}
