package part

import "fmt"

func there() { fmt.Printf("%d\n", "x") }
