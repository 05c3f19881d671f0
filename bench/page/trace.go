package main

import (
	"fmt"
	"strings"
)

// boxed writes a trace of about n operations in which one boxed integer after
// another is allocated, filled, read and thrown away.
func boxed(n int) string {
	var b strings.Builder
	b.WriteString("[p0, p1]\n")
	box := "p0"
	for i := 0; 5*i < n; i++ {
		fmt.Fprintf(&b, "guard_class(%s, BoxedInteger)\n", box)
		fmt.Fprintf(&b, "i%d = get(%s, intval)\n", 3*i+2, box)
		fmt.Fprintf(&b, "i%d = int_add(i%d, %d)\n", 3*i+3, 3*i+2, i%7)
		box = fmt.Sprintf("p%d", 3*i+4)
		fmt.Fprintf(&b, "%s = new(BoxedInteger)\n", box)
		fmt.Fprintf(&b, "set(%s, intval, i%d)\n", box, 3*i+3)
	}
	fmt.Fprintf(&b, "jump(%s, p1)\n", box)
	return b.String()
}
