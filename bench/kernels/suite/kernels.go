package suite

import (
	"embed"
	"fmt"
	"io/fs"

	"unbox/bench/kernels/record"
	"unbox/interp"
	"unbox/trace"
)

//go:embed programs
var files embed.FS

// Kernel is one inner loop.
type Kernel struct {
	// Name is the name of its files, Title its name in tables.
	Name, Title string
	// About says in a few words what it does.
	About string
	// Size is the number of iterations of a measurement.
	Size int64
	// Rotated starts the trace after the loop's condition, as the first paper does.
	Rotated bool
	// Figure9 are the rows of the second paper's Figure 9 that have this inner loop.
	Figure9 []Row
	// Reference computes the digest of the result in Go.
	Reference func(n int64) Digest
}

// Kernels returns all kernels, in the order of tables.
func Kernels() []Kernel {
	return []Kernel{
		{Name: "sqrt_int", Title: "sqrt(int)", About: "Newton's method in integers", Size: 100_000, Reference: sqrtInt,
			Figure9: []Row{{"sqrt(int)", 3.22, 2.65, 1.25}}},
		{Name: "sqrt_float", Title: "sqrt(float)", About: "Newton's method in doubles", Size: 100_000, Reference: sqrtFloat,
			Figure9: []Row{{"sqrt(float)", 1.37, 0.89, 0.85}}},
		{Name: "sqrt_fix16", Title: "sqrt(Fix16)", About: "Newton's method in a class", Size: 100_000, Reference: sqrtFix16,
			Figure9: []Row{{"sqrt(Fix16)", 5.12, 2.96, 1.34}}},
		{Name: "conv3", Title: "conv3", About: "convolution of a vector", Size: 50_000, Reference: conv3,
			Figure9: []Row{{"conv3(1e6)", 1.13, 0.51, 0.60}}},
		{Name: "conv3x3", Title: "conv3x3", About: "convolution of an image", Size: 20_000, Reference: conv3x3,
			Figure9: []Row{{"conv3x3(1000,1000)", 0.70, 0.20, 0.17}}},
		{Name: "dilate3x3", Title: "dilate3x3", About: "the largest of nine neighbours", Size: 20_000, Reference: dilate3x3,
			Figure9: []Row{{"dilate3x3(1000,1000)", 4.35, 3.91, 0.17}}},
		{Name: "sobel", Title: "sobel", About: "edges of an image", Size: 20_000, Reference: sobel,
			Figure9: []Row{{"sobel(1000,1000)", 0.49, 0.21, 0.17}}},
		{Name: "sor", Title: "SOR", About: "relaxation of a grid", Size: 20_000, Reference: sor,
			Figure9: []Row{{"SOR(100,32768)", 8.24, 2.66, 1.76}, {"SOR(1000,256)", 6.48, 2.10, 1.49}}},
		{Name: "sparse", Title: "SparseMatMult", About: "row of a sparse matrix times a vector", Size: 50_000, Reference: sparse,
			Figure9: []Row{{"SparseMatMult(1e4,5e3,262144)", 24.25, 16.52, 1.84}, {"SparseMatMult(1e5,1e6,1024)", 17.01, 8.75, 1.20}}},
		{Name: "montecarlo", Title: "MonteCarlo", About: "pi by random points", Size: 100_000, Reference: monteCarlo,
			Figure9: []Row{{"MonteCarlo(268435456)", 20.60, 15.33, 1.69}}},
		{Name: "fft", Title: "FFT", About: "butterflies with one factor", Size: 10_000, Reference: fft,
			Figure9: []Row{{"FFT(1024,32768)", 20.83, 12.73, 1.40}, {"FFT(1048576,2)", 4.12, 2.05, 0.83}}},
		{Name: "lu", Title: "LU", About: "one row minus a multiple of another", Size: 50_000, Reference: lu,
			Figure9: []Row{{"LU(100,4096)", 32.22, 13.39, 1.33}, {"LU(1000,2)", 14.98, 5.99, 0.65}}},
		{Name: "boxes", Title: "f(y)", About: "Figure 2 of the first paper", Size: 100_000, Rotated: true, Reference: boxes},
	}
}

// Source returns the kernel's program in the language of an extension: "py", "c" or
// "lua".
func (k Kernel) Source(extension string) (string, error) {
	text, err := files.ReadFile("programs/" + k.Name + "." + extension)
	return string(text), err
}

// Program parses the kernel's Python program.
func (k Kernel) Program() (*record.Program, error) {
	text, err := k.Source("py")
	if err != nil {
		return nil, err
	}
	return record.Parse(k.Name+".py", text, builtins)
}

// recordedSize is the size with which kernels are recorded; the trace is the same for
// every size.
const recordedSize = 20

// Record records the kernel's loop.
func (k Kernel) Record() (*record.Trace, error) {
	program, err := k.Program()
	if err != nil {
		return nil, err
	}
	args, err := program.Setup(recordedSize)
	if err != nil {
		return nil, err
	}
	return program.Record("kernel", args, record.Options{Warm: 2, Rotated: k.Rotated})
}

// Loaded is a kernel's trace, and how to find its result.
type Loaded struct {
	Kernel
	// Trace is the recorded trace.
	Trace *trace.Trace
	// program and recorded are what it came from.
	program  *record.Program
	recorded *record.Trace
}

// Load records a kernel and parses its trace.
func (k Kernel) Load() (*Loaded, error) {
	program, err := k.Program()
	if err != nil {
		return nil, err
	}
	recorded, err := k.Record()
	if err != nil {
		return nil, err
	}
	tr, diagnostics := trace.Parse(recorded.Text)
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("the trace of %s: %s", k.Name, diagnostics[0].Message)
	}
	return &Loaded{Kernel: k, Trace: tr, program: program, recorded: recorded}, trace.Check(tr)
}

// Inputs makes the trace's inputs for a size.
func (l *Loaded) Inputs(n int64) (*interp.Inputs, error) {
	args, err := l.program.Setup(n)
	if err != nil {
		return nil, err
	}
	return l.recorded.Inputs(l.Trace, args)
}

// Programs are the kernels in Python, Lua and C, with the harness of each language.
func Programs() fs.FS {
	programs, err := fs.Sub(files, "programs")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return programs
}
