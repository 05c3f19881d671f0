package main

// What the papers say of the programs that we have as well. Theirs are other texts of the same algorithms, for other versions of Python, and sizes
// differ; what can be compared is how much goes away, and how many times as fast programs become.

// removal is a row of Figure 7 of "Allocation Removal by Partial Evaluation in a Tracing JIT": the percentages of operations that its
// optimizer removes; and of its Figure 8, the factor between the times without and with it.
type removal struct {
	allocations, access, guards, all int
	faster                           float64
}

var removals = map[string]removal{
	"fannkuch":      {49, 63, 81, 45, 1.21},
	"nbody":         {38, 69, 78, 38, 1.30},
	"raytrace":      {59, 15, 95, 89, 4.29},
	"richards":      {4, 22, 91, 83, 4.35},
	"spectral_norm": {64, 20, 92, 77, 3.15},
}

// peeling is a row of Figure 9 of "Loop-Aware Optimizations in PyPy's Tracing JIT": seconds without and with the peeled loop in PyPy and in
// LuaJIT; 0 where there is none.
type peeling struct {
	pypyOnce, pypy, luaOnce, lua float64
}

var peelings = map[string]peeling{
	"conv3":       {1.13, 0.51, 0.70, 0.18}, // 1e6
	"conv3x3":     {0.70, 0.20, 0.22, 0.15},
	"dilate3x3":   {4.35, 3.91, 0.22, 0.16},
	"fft":         {20.83, 12.73, 4.45, 2.74}, // 1024
	"lu":          {32.22, 13.39, 8.57, 1.52}, // 100
	"monte_carlo": {20.60, 15.33, 3.92, 2.82},
	"sobel":       {0.49, 0.21, 0.37, 0.24},
	"sor":         {8.24, 2.66, 2.02, 1.31},   // 100
	"sparse":      {24.25, 16.52, 9.69, 4.49}, // 1e4
	"sqrt_fix16":  {5.12, 2.96, 4.00, 1.47},
	"sqrt_float":  {1.37, 0.89, 1.06, 0.83},
	"sqrt_int":    {3.22, 2.65, 0, 0},
}
