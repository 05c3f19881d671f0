package run

// hello is the first message to a worker.
type hello struct {
	// Wasm is the module of unbox/wasm/module; CacheDir is where its compiled form
	// is kept.
	Wasm     []byte
	CacheDir string
	// MemoryPages bounds each instance, in pages of 64 KiB.
	MemoryPages uint32
	// Interpreted says that the module is not compiled.
	Interpreted bool
}

// order is one thing to do.
type order struct {
	// Function and Body are a call of the module's function table. Without a
	// Function, Module is a WASI program to compile; without both, the program that
	// was compiled last runs with Body as its standard input.
	Function string
	Module   []byte
	Body     []byte
	// Output is how many bytes a WASI program may write.
	Output int
}

// report answers a hello or an order.
type report struct {
	Body []byte
	// Err says why there is no Body, in words for the learner; Kind is one of the
	// constants below.
	Err  string
	Kind string
}

// The kinds of errors in reports.
const (
	kindTime   = "time"   // the clock ended it
	kindStart  = "start"  // the worker cannot be used
	kindCrash  = "crash"  // the module stopped: no memory left, or too deep
	kindExit   = "exit"   // a WASI program ended with an error
	kindModule = "module" // bytes that are no WASI program
	kindOutput = "output" // a WASI program wrote too much
)
