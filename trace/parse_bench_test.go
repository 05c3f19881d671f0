package trace_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"unbox/trace"
)

// benchmarkText is a loop of n operations in the papers' notation: arithmetic,
// boxes and guards.
func benchmarkText(n int) string {
	var b strings.Builder
	b.WriteString("class BoxedInteger { intval: int }\n[p0, i1]\n")
	last := "i1"
	for i := 2; i < n; i += 6 {
		fmt.Fprintf(&b, "guard_class(p0, BoxedInteger) [p0, %s]\n", last)
		fmt.Fprintf(&b, "i%d = get(p0, intval)\n", i)
		fmt.Fprintf(&b, "i%d = int_add(i%d, %s)\n", i+1, i, last)
		fmt.Fprintf(&b, "i%d = int_lt(i%d, 15)\n", i+2, i+1)
		fmt.Fprintf(&b, "p%d = new(BoxedInteger)\n", i+3)
		fmt.Fprintf(&b, "set(p%d, intval, i%d)\n", i+3, i+1)
		last = fmt.Sprintf("i%d", i+1)
	}
	fmt.Fprintf(&b, "jump(p0, %s)\n", last)
	return b.String()
}

// benchmarkTexts are what BenchmarkParse and BenchmarkPrint measure.
func benchmarkTexts(b *testing.B) map[string]string {
	log, err := os.ReadFile("testdata/pypy/fix16-01.noopt.txt")
	if err != nil {
		b.Fatal(err)
	}
	return map[string]string{
		"operations=100":     benchmarkText(100),
		"operations=10000":   benchmarkText(10_000),
		"operations=1000000": benchmarkText(1_000_000),
		"log":                string(log),
	}
}

func BenchmarkParse(b *testing.B) {
	for name, text := range benchmarkTexts(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			ops := 0
			for b.Loop() {
				trace, list := trace.Parse(text)
				if trace == nil {
					b.Fatal(list[0].Message)
				}
				ops += trace.Len()
			}
			b.ReportMetric(float64(ops)/b.Elapsed().Seconds(), "ops/s")
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	for name, text := range benchmarkTexts(b) {
		tr, _ := trace.Parse(text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			ops := 0
			for b.Loop() {
				trace.Print(tr, trace.PrintOptions{Comments: true})
				ops += tr.Len()
			}
			b.ReportMetric(float64(ops)/b.Elapsed().Seconds(), "ops/s")
		})
	}
}
