// Command faulty has mistakes of each kind that is looked for.
package main

import (
	"fmt"
	"strings"

	"faulty/part"
)

type side interface{ isSide() }

type left struct{}

func (left) isSide() {} // only marks the type, so nobody has to call it

func main() {
	var s side = left{}
	fmt.Println(s, strings.Title("x"), part.Old())
	fmt.Printf("%d\n", "x")
	if part.Pair() == nil {
		strings.ToUpper("x")
	}
}

func neither() {}

type unheard struct{ field int }
