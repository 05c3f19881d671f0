package interp

import (
	"math"
	"strconv"
	"strings"

	"unbox/heap"
)

// formatFloat writes a double so that it reads back the same and can be
// distinguished from an integer: "2.5", "1.0", "1e+300", "nan", "-inf".
func formatFloat(bits uint64) string {
	x := math.Float64frombits(bits)
	switch {
	case x != x:
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// className returns the name of a class in texts; objects without a class are
// named as the inputs write them.
func className(s *heap.Schema, c heap.ClassID) string {
	if c == heap.NoClass {
		return "obj"
	}
	return s.Classes[c].Name
}

func arrayName(s *heap.Schema, a heap.ArrayID) string {
	if a == heap.NoArray {
		return "array"
	}
	return s.Arrays[a].Name
}
