package timing

import "unbox/native/measure"

// Report is what was measured.
type Report struct {
	Machine Machine `json:"machine"`
	// Inputs is what all variants ran on.
	Inputs string `json:"inputs"`
	// Gigahertz is the number of cycles of the processor per nanosecond during the
	// measurement; 0 if it could not be determined.
	Gigahertz float64 `json:"gigahertz"`
	// Variants in the order that was asked for.
	Variants []Variant `json:"variants"`
	// Missing gives, for each engine that could not run, the reason.
	Missing []string `json:"missing,omitempty"`
	// Imagined means that the interpreter makes up what calls in the trace do, because only
	// the traced program knows: its time is included in all the others.
	Imagined bool `json:"imagined,omitempty"`
	// Noisy says why the times are not reliable; "" if they are.
	Noisy string `json:"noisy,omitempty"`
}

// Variant is one way to run the trace. Times are nanoseconds for one iteration of the loop.
type Variant struct {
	// Name is one of VariantNames, or "native versus" for the other trace.
	Name string `json:"name"`
	// Title is its name in words.
	Title string `json:"title"`
	measure.Result
	// Cycles is the median for one iteration in cycles of the processor; 0 if
	// unknown.
	Cycles float64 `json:"cycles"`
	// Ratio is the time of the first variant divided by this one's, round by
	// round: how many times as fast this one is.
	Ratio measure.Summary `json:"ratio"`
	// Operations is the number of operations of the trace, InLoop that of one
	// iteration of the loop.
	Operations int `json:"operations"`
	InLoop     int `json:"inLoop"`
	// CodeSize in bytes; 0 for the interpreter.
	CodeSize int `json:"codeSize"`
	// CompileTime is nanoseconds for each operation, from trace to code.
	CompileTime float64 `json:"compileTime"`
}

// Progress is reported during a measurement.
type Progress struct {
	// Stage is "compiling", "checking", or a stage of package measure.
	Stage string `json:"stage"`
	// Variant is the name of the one that is running.
	Variant string `json:"variant,omitempty"`
	// Sample is the newest sample in nanoseconds for an iteration of the loop; Round
	// its number from 1.
	Sample float64 `json:"sample,omitempty"`
	Round  int     `json:"round,omitempty"`
}
